"""Time of every extractor as a ratio to lxml's parse of the same pages.

    python -m tests.benchmarks.speed FOLDER… [--extractors cecs nta] [--pages 200]

Processor time, interleaved page by page, the best of three rounds a page; so the machine's
other work hardly shows. "page" is Page.parse (decoding, parse, flattening), an extractor's
own row is extract on that page, its sum with "page" is all that newsbody does with it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import lxml.html
from tqdm import tqdm

from newsbody.extractors import EXTRACTORS, get_extractor
from newsbody.page import Page

ROUNDS = 3
_T = TypeVar("_T")
PARSE, FLATTEN = "lxml parse", "page"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table, and write it as JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--extractors", nargs="+", default=list(EXTRACTORS), metavar="NAME")
    parser.add_argument("--pages", type=int, default=200, help="at most so many, evenly spread (default: %(default)s)")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    sources = list(pages(args.folders, args.pages))
    if not sources:
        print("There are no .html files in these folders.", file=sys.stderr)
        return 2
    seconds = measure(sources, args.extractors)
    ratios = {name: time / seconds[PARSE] for name, time in seconds.items()}
    size = sum(map(len, sources)) / len(sources) / 1000
    each = 1000 * seconds[PARSE] / len(sources)
    print(f"{len(sources)} pages, {size:.0f} kB on average, lxml parse {each:.2f} ms a page")
    print(f"{'':12}{'ratio':>8}{'with page':>11}")
    for name, ratio in ratios.items():
        total = f"{ratio + ratios[FLATTEN]:11.2f}" if name in args.extractors else ""
        print(f"{name:12}{ratio:8.2f}{total}")
    if args.json:
        args.json.write_text(json.dumps({"pages": len(sources), "seconds": seconds, "ratios": ratios}, indent=1))
    return 0


def pages(folders: Sequence[Path], limit: int) -> Iterator[bytes]:
    """At most ``limit`` saved pages of these folders, evenly spread over their sorted names."""
    files = sorted(file for folder in folders for file in folder.rglob("*.html"))
    step = max(1, -(-len(files) // limit))
    yield from (file.read_bytes() for file in files[::step])


def measure(sources: Sequence[bytes], extractors: Sequence[str]) -> dict[str, float]:
    """Seconds for all pages, by what is done with them."""
    total = dict.fromkeys((PARSE, FLATTEN, *extractors), 0.0)
    loaded = {name: get_extractor(name) for name in extractors}
    for source in tqdm(sources, unit="page", disable=None):
        best = dict.fromkeys(total, float("inf"))
        for _ in range(ROUNDS):
            best[PARSE] = min(best[PARSE], _seconds(lxml.html.document_fromstring, source))
            best[FLATTEN] = min(best[FLATTEN], _seconds(Page.parse, source))
            for name, extractor in loaded.items():
                page = Page.parse(source)  # fresh: nothing that another extractor counted is reused
                best[name] = min(best[name], _seconds(extractor.extract, page))
        for name, seconds in best.items():
            total[name] += seconds
    return total


def _seconds(work: Callable[[_T], object], argument: _T) -> float:
    started = time.process_time()
    work(argument)
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
