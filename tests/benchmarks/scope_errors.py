"""Why the two-layer decision misses a page: causes of MCR > 0.1, counted (Hu et al. 2006, section 5.6).

python -m tests.benchmarks.scope_errors FOLDER… [--options several=yes,committee=yes]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.labels import BODY, LabelArray, label_paragraphs
from newsbody.evaluate.metrics import score_page
from newsbody.evaluate.run import Variant, split
from newsbody.extractors.twolayer.extractor import TwoLayer
from newsbody.extractors.twolayer.layers import Candidates
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.train.twolayer.trainer import FOLDS, TwoLayerTrainer, settings_of

#: The paper's last threshold.
MISSED = 0.1
#: Characters of a body that a single wrong notice drowns.
SHORT = 200


def main(argv: Sequence[str] | None = None) -> int:
    """Cross-validate in each setting of the paper's tables, and print how many pages each cause costs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--options", default="", help="options of the extractor, as newsbody evaluate reads them")
    args = parser.parse_args(argv)
    options = Variant.parse(f"twolayer:{args.options}").options
    trainer = TwoLayerTrainer()
    gold = [page for _, rows in read_sets(args.folders) for page in rows]
    for label, (pages, by) in settings_of(gold).items():
        causes: Counter[str] = Counter()
        for fold in split(pages, FOLDS, by):
            held_back = set(fold)
            rest = [page for number, page in enumerate(pages) if number not in held_back]
            extractor = TwoLayer(trainer.fit_for(rest, options), **options)
            causes.update(cause_of(extractor, pages[number]) for number in fold)
        print(f"\n{label}: {len(pages)} pages")
        for cause, count in causes.most_common():
            print(f"{count:5} {count / len(pages):7.3f}  {cause}")
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
