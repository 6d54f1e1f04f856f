"""What every trainer is: labelled pages in, a model's data out, and an extractor that runs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from newsbody.evaluate.corpus import GoldPage
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
