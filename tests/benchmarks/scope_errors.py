"""Why the two-layer decision misses a page: causes of MCR > 0.1, counted (Hu et al. 2006, section 5.6).

python -m tests.benchmarks.scope_errors FOLDER… [--lang zh] [--folds 4] [--folds-by page]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from newsbody.characters import BoolArray
from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.folds import split
from newsbody.evaluate.labels import BODY, LabelArray, label_paragraphs
from newsbody.evaluate.metrics import score_page
from newsbody.extractors.scope import Candidates
from newsbody.extractors.twolayer import TwoLayer
from newsbody.page import Page
from newsbody.train.twolayer import TwoLayerTrainer

#: The paper's last threshold.
MISSED = 0.1
#: Characters of a body that a single wrong notice drowns.
SHORT = 200


def main(argv: Sequence[str] | None = None) -> int:
    """Cross-validate, and print how many pages each cause costs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--lang", default="zh")
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--folds-by", choices=("page", "site"), default="page")
    args = parser.parse_args(argv)
    gold = [page for _, rows in read_sets(args.folders) for page in rows if page.text and page.lang == args.lang]
    causes: Counter[str] = Counter()
    for fold in split(gold, args.folds, args.folds_by):
        held_back = set(fold)
        data = TwoLayerTrainer().fit([page for number, page in enumerate(gold) if number not in held_back])
        causes.update(cause_of(TwoLayer(data), gold[number]) for number in fold)
    for cause, count in causes.most_common():
        print(f"{count:5} {count / len(gold):7.3f}  {cause}")
    return 0


def cause_of(extractor: TwoLayer, gold: GoldPage) -> str:
    """Where the page was lost first: at the scope, or among its paragraphs."""
    page = Page.parse(gold.html)
    labels = label_paragraphs(page, gold.text, gold.optional)
    body = extractor.extract(page)
    if score_page(gold.text, body.text, gold.optional).mcr <= MISSED:
        return "right"
    candidates = Candidates.of(page)
    expected = candidates.lowest_cover(labels == BODY)
    if expected is None:
        return "gold text not on the page"
    length = ", short body" if np.count_nonzero([not char.isspace() for char in gold.text]) < SHORT else ""
    return _scope_error(extractor.scope(page), candidates.covered(expected), labels, body.paragraphs) + length


def _scope_error(found: BoolArray, expected: BoolArray, labels: LabelArray, taken: list[int]) -> str:
    if not (found & expected).any():
        return "scope elsewhere"
    if (found & ~expected).any():
        return "scope too high"
    if (expected & ~found).any():
        return "scope too low (several blocks)"
    wrong = np.count_nonzero(labels[taken] == 0)
    lost = np.count_nonzero(np.delete(labels, taken) == BODY)
    return "scope right, other paragraphs taken" if wrong > lost else "scope right, body paragraphs lost"


if __name__ == "__main__":
    sys.exit(main())
