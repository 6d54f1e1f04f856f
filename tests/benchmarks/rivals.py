"""Other tools on the same labelled pages: quality, and processor time as a ratio to lxml's parse.

    python -m tests.benchmarks.rivals [FOLDER …] [--pages 200]

Without a folder on the pages of our own (tests/pages). Tools that are not installed are left out; each is called as its
documentation says, with the page's bytes decoded by us, and without its fallbacks being switched off.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import lxml.html

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.metrics import score_page, summarise
from newsbody.extraction import extract
from newsbody.page.decode import decode
from newsbody.page.sheets import sheet_of, sheets_of
from tests.pages.make import FOLDER

#: The best of so many rounds counts: the machine has other work.
ROUNDS = 3

Tool = Callable[[str], str]


def _trafilatura(html: str) -> str:
    return import_module("trafilatura").extract(html, include_comments=False) or ""


def _readability(html: str) -> str:
    summary = import_module("readability").Document(html).summary()
    return "".join(str(text) for text in lxml.html.fromstring(summary).itertext())


def _newspaper(html: str) -> str:
    article = import_module("newspaper").Article("http://a.example/")
    article.download(input_html=html)
    article.parse()
    return str(article.text)


def _resiliparse(html: str) -> str:
    return str(import_module("resiliparse.extract.html2text").extract_plain_text(html, main_content=True))


def _gne(html: str) -> str:
    return str(import_module("gne").GeneralNewsExtractor().extract(html)["content"])


def _newsbody(html: str) -> str:
    for kept in (sheets_of, sheet_of):
        kept.cache_clear()  # a page alone, read for the first time
    return extract(html).text


#: name -> the distribution it comes from, and the call
TOOLS: dict[str, tuple[str, Tool]] = {
    "newsbody": ("newsbody", _newsbody),
    "trafilatura": ("trafilatura", _trafilatura),
    "readability": ("readability-lxml", _readability),
    "newspaper4k": ("newspaper4k", _newspaper),
    "resiliparse": ("resiliparse", _resiliparse),
    "gne": ("gne", _gne),
}


def installed() -> Iterator[tuple[str, str, Tool]]:
    """Name, version and call of the tools there are."""
    for name, (distribution, tool) in TOOLS.items():
        try:
            tool("<html><body><p>Try.</p></body></html>")
            yield name, version(distribution) if name != "newsbody" else "", tool
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
        except Exception:  # noqa: BLE001 - some raise on a page without a body; they are there
            yield name, version(distribution), tool


def run(tool: Tool, html: str) -> str:
    """What a tool gives for a page, "" where it raises."""
    try:
        return tool(html)
    except Exception:  # noqa: BLE001 - a page that breaks a tool is a page without a body
        return ""


def measure(pages: Sequence[GoldPage], tools: Sequence[tuple[str, str, Tool]]) -> list[dict[str, Any]]:
    """A row a tool: figures of the body over article pages, list pages left empty, time in parses."""
    seconds = dict.fromkeys(["parse", *(name for name, _, _ in tools)], 0.0)
    scores: dict[str, list[Any]] = {name: [] for name, _, _ in tools}
    for page in pages:
        html = decode(page.html)[0]
        seconds["parse"] += _best(_parsed, html)[0]
        for name, _, tool in tools:
            taken, text = _best(partial(run, tool), html)
            seconds[name] += taken
            scores[name].append((page, text))
    return [_row(name, number, scores[name], seconds[name] / seconds["parse"]) for name, number, _ in tools]


def _parsed(html: str) -> str:
    return str(lxml.html.fromstring(html.encode()).tag)


def _best(call: Callable[[str], Any], html: str) -> tuple[float, Any]:
    best, result = float("inf"), None
    for _ in range(ROUNDS):
        began = time.process_time()
        result = call(html)
        best = min(best, time.process_time() - began)
    return best, result


def _row(name: str, number: str, found: Sequence[tuple[GoldPage, str]], parses: float) -> dict[str, Any]:
    articles = [score_page(page.text, text, page.optional) for page, text in found if page.text.strip()]
    lists = [not text.strip() for page, text in found if not page.text.strip()]
    summary = summarise(articles)
    return {
        "tool": f"{name} {number}".strip(), "F1": summary["F1"], "P": summary["P"], "R": summary["R"],
        "MHR_0.1": summary["MHR_0.1"], "lists": sum(lists) / len(lists) if lists else None, "parses": parses,
    }  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Print a table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[FOLDER], metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=200, help="at most so many a set (default: %(default)s)")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    warnings.simplefilter("ignore")
    tools, results = list(installed()), {}
    for name, pages in read_sets(args.folders):
        step = max(1, -(-len(pages) // args.pages))
        rows = results[name] = measure(pages[::step], tools)
        print(f"\n{name}, {len(pages[::step])} pages\n\n| tool | F1 | P | R | MHR_0.1 | lists left empty | parses |")
        print("|---|---|---|---|---|---|---|")
        for row in rows:
            cells = ("-" if row[key] is None else f"{row[key]:.3f}" for key in ("F1", "P", "R", "MHR_0.1", "lists"))
            print(f"| {row['tool']} | {' | '.join(cells)} | {row['parses']:.1f} |", flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1), "utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
