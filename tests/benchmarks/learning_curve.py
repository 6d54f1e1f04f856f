"""How many labelled pages the random field needs (Zhang 2011, section 3: flat from 80 pages on).

    python -m tests.benchmarks.learning_curve FOLDER… [--lang zh] [--sizes 20 40 60 80 100]

The pages are shuffled ``--trials`` times; each time the first ones train and all those beyond the
largest size test. Shown are means over the trials of the F1 of each block state and of MHR_0.1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.blocks import class_counts
from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.labels import label_paragraphs
from newsbody.evaluate.metrics import score_page
from newsbody.evaluate.run import add_classes
from newsbody.extractors.crf import STATES, Crf
from newsbody.page import Page
from newsbody.train.crf import labelled_sequence, tagger_of, weights_of

Row = dict[str, float]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the curve, and write it as JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--lang", default="zh")
    parser.add_argument("--sizes", nargs="+", type=int, default=[20, 40, 60, 80, 100])
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    gold = [page for _, rows in read_sets(args.folders) for page in rows if page.text and page.lang == args.lang]
    if len(gold) <= max(args.sizes):
        print(f"{len(gold)} pages are not enough for {max(args.sizes)} to train and others to test.", file=sys.stderr)
        return 2
    curve = learning_curve(gold, args.sizes, args.trials)
    print(f"{'pages':>6}" + "".join(f"{name:>10}" for name in (*STATES, "MHR_0.1")))
    for size, row in curve.items():
        print(f"{size:>6}" + "".join(f"{row[name]:>10.3f}" for name in (*STATES, "MHR_0.1")))
    if args.json:
        args.json.write_text(json.dumps(curve, indent=1))
    return 0


def learning_curve(gold: Sequence[GoldPage], sizes: Sequence[int], trials: int) -> dict[int, Row]:
    """Mean figures by the number of training pages."""
    pages = [Page.parse(one.html) for one in tqdm(gold, "reading", unit="page", disable=None)]
    sequences = [labelled_sequence(page, one) for page, one in zip(pages, gold, strict=True)]
    found: dict[int, list[Row]] = {size: [] for size in sizes}
    for trial in tqdm(range(trials), "trials", disable=None):
        order = random.Random(trial).sample(range(len(gold)), len(gold))
        for size in sizes:
            weights = weights_of(tagger_of([sequences[number] for number in order[:size]]))
            extractor = Crf({"cjk": weights, "other": weights})
            tested = order[max(sizes) :]
            found[size].append(_figures(extractor, [(gold[number], pages[number]) for number in tested]))
    return {
        size: {name: float(np.mean([row[name] for row in rows])) for name in rows[0]} for size, rows in found.items()
    }


def _figures(extractor: Crf, tested: Sequence[tuple[GoldPage, Page]]) -> Row:
    counts, wrong = [], []
    for gold, page in tested:
        counts.append(class_counts(extractor, page, label_paragraphs(page, gold.text, gold.optional)))
        wrong.append(score_page(gold.text, extractor.extract(page).text, gold.optional).mcr > 0.1)
    states = add_classes(counts)
    return {"MHR_0.1": float(np.mean(wrong)), **{name: states[name]["F1"] for name in STATES}}


if __name__ == "__main__":
    sys.exit(main())
