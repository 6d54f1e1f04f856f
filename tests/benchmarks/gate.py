"""The quality gate: what newsbody reaches on the pages of our own, against floors that only rise.

    python -m tests.benchmarks.gate            the figures and the floors
    python -m tests.benchmarks.gate --write    raise the floors that were passed; none is lowered

The pages are in this repository, so everybody can take the figures, with any other tool as well
(:mod:`tests.benchmarks.rivals`). They are ours, and easier than the web: a floor says that nothing broke, not how
good an extractor is.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from newsbody.evaluate.corpus import GoldPage, read_set
from newsbody.evaluate.metrics import score_page, summarise
from newsbody.extraction import extract
from newsbody.extractors import EXTRACTORS
from tests.pages.make import FOLDER, corpus_hash

FLOORS = FOLDER / "floors.json"
#: Extractors that do not tell kinds of pages.
WITHOUT_KINDS = ("cecs", "crf", "nta")
#: Floors are written in thousandths, downwards.
SCALE = 1000
#: Floors stand so much below what was reached: by one page of the hundred two trainings of a model differ.
MARGIN = 0.01
#: A list page is one without a body: of the others the figures are taken.
ARTICLE = "article"

Figures = dict[str, dict[str, float]]


def measure(folder: Path = FOLDER) -> Figures:
    """By extractor: shares of pages, or F1; of all the more is the better."""
    pages = read_set(folder)
    return {name: _body_figures(pages, name) for name in EXTRACTORS} | {"metadata": _metadata_figures(folder)}


def _body_figures(pages: Sequence[GoldPage], extractor: str) -> dict[str, float]:
    found = [extract(page.html, page.url, extractor=extractor) for page in pages]
    articles = [
        score_page(page.text, article.text, page.optional)
        for page, article in zip(pages, found, strict=True)
        if page.kind == ARTICLE
    ]
    summary = summarise(articles)
    figures = {"F1": summary["F1"], "within_0.05": 1 - summary["MHR_0.05"], "within_0.1": 1 - summary["MHR_0.1"]}
    if extractor not in WITHOUT_KINDS:
        right = [
            (article.kind == ARTICLE) == (page.kind == ARTICLE) for page, article in zip(pages, found, strict=True)
        ]
        figures["kind"] = sum(right) / len(right)
    return figures


def _metadata_figures(folder: Path) -> dict[str, float]:
    rows = [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf8").splitlines()]
    right: dict[str, list[bool]] = {"headline": [], "author": [], "language": []}
    for row in rows:
        if row["kind"] != ARTICLE:
            continue
        article = extract((folder / "pages" / f"{row['id']}.html").read_bytes(), row["url"])
        right["headline"].append(article.headline == row["title"])
        right["language"].append((article.inLanguage or "").partition("-")[0] == row["lang"])
        right["author"].append([author.name for author in article.authors] == [row["author"]] * bool(row["author"]))
    return {name: sum(values) / len(values) for name, values in right.items()}


def floored(value: float) -> float:
    """A figure as a floor has it: rounded down."""
    return math.floor(value * SCALE + 1e-6) / SCALE


def raised(floors: Mapping[str, Mapping[str, float]], figures: Figures) -> Figures:
    """The floors with those that were passed raised."""
    return {
        name: {
            metric: max(floored(value - MARGIN), floors.get(name, {}).get(metric, 0.0)) for metric, value in row.items()
        }
        for name, row in figures.items()
    }


def missed(floors: Mapping[str, Mapping[str, float]], figures: Figures) -> list[str]:
    """A sentence for every figure below its floor."""
    return [
        f"{name}: {metric} is {figures[name][metric]:.4f}, its floor {floor}"
        for name, row in floors.items()
        for metric, floor in row.items()
        if floored(figures[name][metric]) < floor
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Exit status 1 when a figure is below its floor, or the pages are not those of the floors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="raise the floors that were passed")
    args = parser.parse_args(argv)
    stored: dict[str, Any] = json.loads(FLOORS.read_text("utf8")) if FLOORS.exists() else {"floors": {}}
    same = stored.get("corpus") == corpus_hash()
    figures = measure()
    for name, row in figures.items():
        print(f"{name:10}" + "".join(f"  {metric} {value:.3f}" for metric, value in row.items()))
    if args.write:
        floors = raised(stored["floors"] if same else {}, figures)
        FLOORS.write_text(json.dumps({"corpus": corpus_hash(), "floors": floors}, indent=1) + "\n", "utf8")
        return 0
    below = missed(stored["floors"], figures) if same else ["The pages changed: make the floors anew with --write."]
    print("\n".join(below), file=sys.stderr)
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
