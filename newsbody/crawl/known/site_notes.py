"""What earlier crawls noted, and what this one does: a store that fails costs what it knows, and never the crawl."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from newsbody.crawl.known.ledger import Ledger, LedgerError, Met

logger = logging.getLogger(__name__)


class Notes:
    """A ledger that nobody has to ask whether it works; it says once that it does not."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self._complained = ledger, False

    def get(self, host: str, key: str) -> Met | None:
        """What is known of a page, None for a new one, and where that cannot be looked up."""
        try:
            return self._ledger.get(host, key)
        except ValueError as error:  # also a row that is none
            self.complain(error)
            return None

    def put(self, host: str, met: Mapping[str, Met]) -> None:
        """Note pages by key, in place of what was known of them."""
        try:
            self._ledger.put(host, met)
        except LedgerError as error:
            self.complain(error)

    def close(self) -> None:
        """The crawl is over."""
        try:
            self._ledger.forget_oldest()
            self._ledger.close()
        except LedgerError as error:
            self.complain(error)

    def complain(self, error: ValueError) -> None:
        """What is not known is new, and given out: that is twice at the worst, and never lost."""
        if not self._complained:
            logger.error("What earlier crawls gave out cannot be looked up or noted: %s", error)
        self._complained = True
