"""``auto`` beside other tools, set by set of a labelled corpus, by one scorer.

    python -m tests.benchmarks.peers FOLDER… [--pages 100] [--model FILE]

``--model`` is a model of ``auto`` that was trained without these sets (``newsbody train auto``): the shipped one has
seen all that may train. The tools are those of ``rivals``, which has their time as well, on pages that anybody has;
``pip install newsbody[peers]`` brings most of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.metrics import PageScore, score_page, summarise
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.model import read_model
from newsbody.page import Page
from newsbody.page.decode import decode
from tests.benchmarks.rivals import Tool, installed, run

AUTO = "auto"


def _precise(html: str) -> str:
    return import_module("trafilatura").extract(html, include_comments=False, favor_precision=True) or ""


def tools_there() -> dict[str, Tool]:
    """The tools that are installed, by name; trafilatura also as it is when asked for precision."""
    tools = {name: tool for name, _, tool in installed() if name != "newsbody"}
    return tools | ({"trafilatura, precision": _precise} if "trafilatura" in tools else {})


def scores_of(pages: Sequence[GoldPage], auto: Auto, tools: Mapping[str, Tool]) -> dict[str, list[PageScore]]:
    """The scores of ``auto`` and of each tool, in the order of the pages."""
    scores: dict[str, list[PageScore]] = {name: [] for name in (AUTO, *tools)}
    for gold in tqdm(pages, unit="page", disable=None):
        source = gold.html
        html = decode(source)[0]
        texts = {AUTO: auto.extract(Page.parse(source, gold.url)).text}
        texts |= {name: run(tool, html) for name, tool in tools.items()}
        for name, text in texts.items():
            scores[name].append(score_page(gold.text, text, gold.optional))
    return scores


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line a set, F1 / MHR_0.1 of each tool, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, help="at most so many of each set, evenly spread (default: all)")
    parser.add_argument("--model", type=Path, help="a model of auto that was trained without these sets")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    warnings.simplefilter("ignore")
    auto = Auto(read_model(args.model, AUTO) if args.model else None)
    tools = tools_there()
    print("| set | pages | " + " | ".join((AUTO, *tools)) + " |\n|" + "---|" * (len(tools) + 3))
    results = {}
    for name, rows in read_sets(args.folders):
        pages = [page for page in rows if page.kind == "article" and page.text.strip()]
        pages = pages[:: -(-len(pages) // args.pages)] if args.pages and pages else pages
        if pages:
            results[name] = {tool: summarise(scores) for tool, scores in scores_of(pages, auto, tools).items()}
            cells = (f"{row['F1']:.3f} / {row['MHR_0.1']:.3f}" for row in results[name].values())
            print(f"| {name} | {len(pages)} | " + " | ".join(cells) + " |", flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
