"""What every trainer is: labelled pages in, a model's data out, and an extractor that runs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from newsbody.evaluate.corpus import GoldPage
from newsbody.extractors.base import Extractor


class Trainer(ABC):
    """Learns the model of one extractor. The same pages in the same order give the same data."""

    #: The name of the extractor, and of its model file.
    name: ClassVar[str]
    #: What was decided before training, for the model's card; JSON primitives.
    settings: Mapping[str, Any]

    @abstractmethod
    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """The data of a model (JSON primitives) from labelled pages, with progress on the screen.

        Pages without a body (``kind`` list) are among them; a trainer leaves out what it cannot use.
        """

    @abstractmethod
    def extractor(self, data: Mapping[str, Any], **options: Any) -> Extractor:
        """The extractor with this model's data; options are those of the extractor's class."""
