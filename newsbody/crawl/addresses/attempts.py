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
        #: The addresses of each that were met, the first one it is fetched under; what is asked for those to be tried.
        self._others: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._failures = Spill()

    def begin(self, page: str, url: str) -> None:
        """A page is going to be fetched under an address."""
        self._others[page] = {url: None}
        if len(self._others) > MAX_UNDER_WAY:
            self._others.popitem(last=False)

    def is_under_way(self, page: str) -> bool:
        """Was it begun, and nothing heard of it yet?"""
        return page in self._others

    def instead(self, page: str, url: str, asked: Any) -> bool:
        """``asked`` is for a page that is being fetched under another address: it is for when that fails.

        Is it kept? Not for a page that came, nor where enough are.
        """
        others = self._others.get(page)
        if others is not None and len(others) <= MAX_TRIES:
            others.setdefault(url, asked)
        return others is not None and others.get(url) is asked

    def end(self, page: str) -> list[Any]:
        """Nothing more is to be tried for a page: it came. Returns what was kept for it."""
        return [asked for asked in self._others.pop(page, {}).values() if asked is not None]

    def fail(self, page: str) -> bool:
        """A request for a page failed. May another of its addresses be tried?"""
        tries = int(self._failures.get(page, 0)) + 1
        self._failures[page] = str(tries)
        return tries < MAX_TRIES

    def other(self, page: str) -> tuple[str, Any] | None:
        """Another address of a page, and what was asked for it; None when none is left."""
        others = self._others.get(page, {})
        found = next(((url, asked) for url, asked in others.items() if asked is not None), None)
        if found is not None:
            others[found[0]] = None
        return found
