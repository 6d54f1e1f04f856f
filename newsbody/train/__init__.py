"""The trainers there are, what each does, and how its figures are taken: by models that did not see a page's site."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, ClassVar

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.run import Division, Measured, Variant, measure
from newsbody.extractors.base import Extractor


class Trainer(ABC):
    """Learns the model of one extractor. The same pages in the same order give the same data."""

    #: The name of the extractor, and of its model file.
    name: ClassVar[str]
    #: What was decided before training, for the model's card; JSON primitives.
    settings: Mapping[str, Any]
    #: What it trains with, as it is installed: distributions whose versions go into the card.
    packages: ClassVar[Sequence[str]] = ()

    @abstractmethod
    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """The data of a model (JSON primitives) from labelled pages, with progress on the screen.

        Pages without a body (``kind`` list) are among them; a trainer leaves out what it cannot use.
        """

    def fit_for(self, pages: Sequence[GoldPage], options: Collection[str]) -> dict[str, Any]:
        """Like fit, but what only extractors with other options ask for may be left out: for cross-validation."""
        return self.fit(pages)

    def experiments(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """What the system's paper reports, measured on these pages, for the model's card; JSON primitives."""
        return {}

    @abstractmethod
    def extractor(self, data: Mapping[str, Any], **options: Any) -> Extractor:
        """The extractor with this model's data; options are those of the extractor's class."""


#: name -> where the class stands. Loaded on demand: training needs packages that running does not.
TRAINERS = {
    "twolayer": "newsbody.train.twolayer.trainer:TwoLayerTrainer",
    "crf": "newsbody.train.crf.trainer:CrfTrainer",
    "auto": "newsbody.train.auto.trainer:AutoTrainer",
}


class UnknownTrainer(ValueError):
    """Raised for a name that is not in the registry; the message lists those that are."""


@cache
def get_trainer(name: str) -> Trainer:
    """The trainer of that name. Raises UnknownTrainer, and MissingExtra without the training packages."""
    if name not in TRAINERS:
        raise UnknownTrainer(f"{name!r} is not trained. Choose one of: {', '.join(TRAINERS)}.")
    module, _, attribute = TRAINERS[name].partition(":")
    trainer: Trainer = getattr(import_module(module), attribute)()
    return trainer


# --- cross-validation of trained extractors, beside those that need no training ---------


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
