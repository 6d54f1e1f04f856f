"""Cross-validation of trained extractors, beside those that need no training."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.run import Division, Measured, Variant, measure
from newsbody.train import TRAINERS, get_trainer


def cross_validate(
    pages: Sequence[GoldPage],
    variants: Sequence[Variant],
    divisions: Sequence[Division],
    jobs: int = 1,
    tested: Callable[[GoldPage], bool] = lambda page: True,
) -> Iterator[Measured]:
    """Every tested page by every variant, trained ones with models from the training pages of its division.

    Pages that are not to be tested train in all divisions but one, like the others.
    Raises MissingExtra without the training packages.
    """
    trainers = {variant.name: get_trainer(variant.name) for variant in variants if variant.name in TRAINERS}
    for division in divisions:
        training = [pages[index] for index in division.training]
        test = [pages[index] for index in division.tested if tested(pages[index])]
        if not test:
            continue
        tqdm.write(f"{division.name}: {len(training)} pages train, {len(test)} test", file=sys.stderr)
        makers = {
            name: partial(trainer.extractor, trainer.fit_for(training, _options(name, variants)))
            for name, trainer in trainers.items()
        }
        extractors = {variant.spec: variant.build(makers.get(variant.name)) for variant in variants}
        yield from measure(test, extractors, jobs)


def _options(name: str, variants: Sequence[Variant]) -> set[str]:
    return {option for variant in variants if variant.name == name for option in variant.options}
