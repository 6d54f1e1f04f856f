"""Pages that are being fetched: under which other addresses they were asked for, and how often that failed."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from newsbody.stores.spill import Spill

#: Addresses of one page that are tried, when requests for it fail; more of pages that are gone would be in vain.
MAX_TRIES = 3
#: Pages of which other addresses are kept: those that are being fetched, and some.
MAX_UNDER_WAY = 1000


class Tries:
    """One per site. A page is named by what all its addresses have in common."""

    def __init__(self) -> None:
        self._others: OrderedDict[str, list[tuple[str, Any]]] = OrderedDict()
        self._failures = Spill()

    def begin(self, page: str) -> None:
        """A page is going to be fetched."""
        self._others[page] = []
        if len(self._others) > MAX_UNDER_WAY:
            self._others.popitem(last=False)

    def instead(self, page: str, url: str, asked: Any) -> None:
        """``asked`` is for a page that is being fetched under another address: it is for when that fails."""
        others = self._others.get(page)
        if others is not None and len(others) < MAX_TRIES:
            others.append((url, asked))

    def end(self, page: str) -> None:
        """Nothing more is to be tried for a page: it came."""
        self._others.pop(page, None)

    def fail(self, page: str) -> bool:
        """A request for a page failed. May another of its addresses be tried?"""
        tries = int(self._failures.get(page, 0)) + 1
        self._failures[page] = str(tries)
        return tries < MAX_TRIES

    def other(self, page: str) -> tuple[str, Any] | None:
        """Another address of a page, and what was asked for it; None when none was met."""
        others = self._others.get(page)
        return others.pop(0) if others else None
