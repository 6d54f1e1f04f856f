"""Cross-validation of trained extractors, beside those that need no training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.folds import By, split
from newsbody.evaluate.run import Measured, Variant, measure
from newsbody.train import TRAINERS, get_trainer


def cross_validate(
    pages: Sequence[GoldPage], variants: Sequence[Variant], folds: int, by: By, jobs: int = 1
) -> Iterator[Measured]:
    """Every page by every variant, trained ones with models from the folds that the page is not in.

    Raises ValueError when there are too few pages or sites, MissingExtra without the training packages.
    """
    trainers = {variant.name: get_trainer(variant.name) for variant in variants if variant.name in TRAINERS}
    for number, fold in enumerate(split(pages, folds, by), 1):
        tested = set(fold)
        rest = [page for index, page in enumerate(pages) if index not in tested]
        tqdm.write(f"fold {number} of {folds}: {len(rest)} pages train, {len(fold)} test")
        makers = {name: partial(trainer.extractor, trainer.fit(rest)) for name, trainer in trainers.items()}
        extractors = {variant.spec: variant.build(makers.get(variant.name)) for variant in variants}
        yield from measure([pages[index] for index in fold], extractors, jobs)
