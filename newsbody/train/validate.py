"""Cross-validation of trained extractors, beside those that need no training."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.folds import By, split
from newsbody.evaluate.run import Measured, Variant, measure
from newsbody.train import TRAINERS, get_trainer


def cross_validate(
    pages: Sequence[GoldPage],
    variants: Sequence[Variant],
    folds: int,
    by: By,
    jobs: int = 1,
    tested: Callable[[GoldPage], bool] = lambda page: True,
    seed: int = 0,
) -> Iterator[Measured]:
    """Every tested page by every variant, trained ones with models from the folds that the page is not in.

    Pages that are not to be tested train in all folds but one, like the others.
    Raises ValueError when there are too few pages or sites, MissingExtra without the training packages.
    """
    trainers = {variant.name: get_trainer(variant.name) for variant in variants if variant.name in TRAINERS}
    for number, fold in enumerate(split(pages, folds, by, seed), 1):
        held_back = set(fold)
        rest = [page for index, page in enumerate(pages) if index not in held_back]
        test = [pages[index] for index in fold if tested(pages[index])]
        tqdm.write(f"fold {number} of {folds}: {len(rest)} pages train, {len(test)} test", file=sys.stderr)
        makers = {
            name: partial(trainer.extractor, trainer.fit_for(rest, _options(name, variants)))
            for name, trainer in trainers.items()
        }
        extractors = {variant.spec: variant.build(makers.get(variant.name)) for variant in variants}
        yield from measure(test, extractors, jobs)


def _options(name: str, variants: Sequence[Variant]) -> set[str]:
    return {option for variant in variants if variant.name == name for option in variant.options}
