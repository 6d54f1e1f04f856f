"""Requests of a site that went out, or did not, before it was known what their addresses mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

#: Pages kept that name an address before it is known what it is. What more of them name, all do.
MAX_NAMED = 20


class Noted:
    """One per site; each address with what was ``asked`` for it, None where nothing is to be asked once more."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._asked: dict[str, tuple[Any, bool]] = {}
        #: Which pages name each, None for so many that all do (a set of twenty takes 2 kB, and was half of what a crawl
        #: of many sites grew by).
        self._named_by: dict[str, list[str] | None] = {}
        #: Those that were fetched for nothing.
        self.dismissed: set[str] = set()
        #: Did requests not go out by what was known, which are to go out if that proves wrong?
        self.has_left_out = False

    def __len__(self) -> int:
        return len(self._asked)

    def __iter__(self) -> Iterator[str]:
        return iter(self._asked)

    def add(self, url: str, asked: Any, *, start: bool = False) -> None:
        """``asked`` goes out for an address. ``start``: the crawl starts with it."""
        if len(self._asked) < self._limit:
            self._asked.setdefault(url, (asked, start))

    def named(self, url: str, came_from: str) -> None:
        """A page names an address, which counts where that was noted."""
        if url in self._asked:
            named_by = self._named_by.setdefault(url, [])
            if named_by is not None and came_from not in named_by:
                named_by.append(came_from)
                self._named_by[url] = named_by if len(named_by) < MAX_NAMED else None

    def left_out(self, url: str, asked: Any, *, fetched: bool) -> None:
        """``asked`` does not go out by what is known now, or was ``fetched`` for nothing."""
        if len(self._asked) < self._limit:
            self._asked.setdefault(url, (asked, False))
            self.has_left_out = True
            if fetched:
                self.dismissed.add(url)

    def came(self, url: str) -> None:
        """The page of an address came: what was asked for it, of which thousands are kept, need not be asked again."""
        if url in self._asked:
            self._asked[url] = None, self._asked[url][1]

    def asked(self, url: str) -> tuple[Any, bool]:
        """What is to be asked for an address, and whether the crawl starts with it; as for a start, where not noted."""
        return self._asked.get(url, (None, True))

    def is_only_named_by(self, url: str, is_such: Callable[[str], bool]) -> bool:
        """Is an address named by pages, and by none but such?"""
        named_by = self._named_by.get(url) or []
        return bool(named_by) and all(map(is_such, named_by))

    def let_go(self) -> None:
        """It is known now what they mean, and not doubted."""
        self._asked, self._named_by, self.dismissed, self.has_left_out = {}, {}, set(), False
