"""What every extractor is: a page in, a body out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from newsbody.body import Body
from newsbody.page import Page


class Extractor(ABC):
    """Finds the body of a single page. Instances hold no state of the pages they have seen."""

    #: The name under which ``NEWSBODY_EXTRACTOR`` and ``--extractor`` choose it.
    name: ClassVar[str]

    @abstractmethod
    def extract(self, page: Page) -> Body:
        """The body of a page; an empty body for a page without one. Raises on no page at all."""
