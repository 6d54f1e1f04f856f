"""``auto`` beside other extractors of article bodies, on the same labelled pages by the same scorer.

    python -m tests.benchmarks.peers FOLDER… [--peers trafilatura readability] [--pages 100] [--model FILE]

Every peer gets the decoded text of a page and may not use the network. ``--model`` is a model of ``auto`` that was
trained without these sets (``newsbody train auto``): the shipped one has seen all that may train. A peer that
raises has an empty text. Install them with ``pip install newsbody[peers]``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.metrics import PageScore, score_page, summarise
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.model import read_model
from newsbody.extras import require
from newsbody.page import Page
from newsbody.page.decode import transcode

Peer = Callable[[str, str | None], str]


def _trafilatura(html: str, url: str | None, **options: bool) -> str:
    extract = require("trafilatura", "peers").extract
    return str(extract(html, url=url, include_comments=False, **options) or "")


def _readability(html: str, url: str | None) -> str:
    summary = require("readability", "peers").Document(html).summary(html_partial=True)
    return "\n".join(Page.parse(summary).paragraphs)


def _resiliparse(html: str, url: str | None) -> str:
    parse = require("resiliparse.parse.html", "peers").HTMLTree.parse
    return str(require("resiliparse.extract.html2text", "peers").extract_plain_text(parse(html), main_content=True))


PEERS: dict[str, Peer] = {
    "trafilatura": _trafilatura,
    "trafilatura_precision": lambda html, url: _trafilatura(html, url, favor_precision=True),
    "readability": _readability,
    "resiliparse": _resiliparse,
}


def measured(pages: Sequence[GoldPage], auto: Auto, peers: Sequence[str]) -> dict[str, list[PageScore]]:
    """The scores of ``auto`` and of each peer, in the order of the pages."""
    scores: dict[str, list[PageScore]] = {name: [] for name in ("auto", *peers)}
    for gold in tqdm(pages, unit="page", disable=None):
        source = gold.html
        found = auto.extract(Page.parse(source, gold.url)).text
        scores["auto"].append(score_page(gold.text, found, gold.optional))
        html = transcode(source, None)[0].decode("utf-8", "replace")
        for name in peers:
            text, failed = _answer(PEERS[name], html, gold.url)
            scores[name].append(score_page(gold.text, text, gold.optional, failed=failed))
    return scores


def _answer(peer: Peer, html: str, url: str | None) -> tuple[str, bool]:
    try:
        return peer(html, url), False
    except Exception:  # noqa: BLE001 - what raises is what is measured: the table counts it
        return "", True


def _cell(row: Mapping[str, float]) -> str:
    raised = f" ({row['err']} raised)" if row["err"] else ""
    return f"{row['F1']:.3f} / {row['MHR_0.1']:.3f}{raised}"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print a line a set, F1 / MHR_0.1 of each, and how many pages raised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS))
    parser.add_argument("--pages", type=int, help="at most so many of each set, evenly spread (default: all)")
    parser.add_argument("--model", type=Path, help="a model of auto that was trained without these sets")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    auto = Auto(read_model(args.model, "auto") if args.model else None)
    names = ["auto", *args.peers]
    print("| set | pages | " + " | ".join(names) + " |\n|" + "---|" * (len(names) + 2))
    results = {}
    for name, rows in read_sets(args.folders):
        pages = [page for page in rows if page.kind == "article" and page.text.strip()]
        if args.pages:
            pages = pages[:: max(1, -(-len(pages) // args.pages))]
        if not pages:
            continue
        results[name] = {peer: summarise(scores) for peer, scores in measured(pages, auto, args.peers).items()}
        cells = map(_cell, results[name].values())
        print(f"| {name} | {len(pages)} | " + " | ".join(cells) + " |", flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
