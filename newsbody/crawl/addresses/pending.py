"""Requests of a site that went out, or did not, before it was known what their addresses mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

#: Pages kept that name an address before it is known what it is. What more of them name, all do.
MAX_NAMED = 20


class Note(NamedTuple):
    """What is known of an address: what is to be ``asked`` for it once more, None for nothing.

    ``start``: the crawl starts with it. ``named_by``: the pages that name it, None for so many that all do; those of
    several are a list of its own.
    """

    asked: Any
    start: bool
    named_by: list[str] | tuple[str, ...] | None


@lru_cache(1024)
def _plain(start: bool, named_by: tuple[str, ...] | None) -> Note:
    """Of most of the thousands of addresses nothing is to be asked, and one page names many of them, or all name each.

    These notes are the same, and stand in memory once.
    """
    return Note(None, start, named_by)


class Noted:
    """One per site, of ``limit`` addresses."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._notes: dict[str, Note] = {}
        #: Those that were fetched for nothing.
        self.dismissed: set[str] = set()
        #: Those that links name by a number.
        self.numbered: set[str] = set()
        #: Did requests not go out by what was known, which are to go out if that proves wrong?
        self.has_left_out = False

    def __len__(self) -> int:
        return len(self._notes)

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)

    def add(self, url: str, asked: Any, *, start: bool = False) -> None:
        """``asked`` goes out for an address. ``start``: the crawl starts with it."""
        if url not in self._notes and len(self._notes) < self._limit:
            self._note(url, Note(asked, start, named_by=()))

    def named(self, url: str, came_from: str, *, by_number: bool = False) -> None:
        """A page names an address, which counts where that was noted."""
        note = self._notes.get(url)
        if note is not None and by_number:
            self.numbered.add(url)
        if note is None or note.named_by is None or came_from in note.named_by:
            return
        named_by = note.named_by
        if isinstance(named_by, list) and len(named_by) + 1 < MAX_NAMED:
            named_by.append(came_from)
        elif isinstance(named_by, list):
            self._note(url, note._replace(named_by=None))
        else:
            self._note(url, note._replace(named_by=[*named_by, came_from] if named_by else (came_from,)))

    def left_out(self, url: str, asked: Any, *, fetched: bool) -> None:
        """``asked`` does not go out by what is known now, or was ``fetched`` for nothing."""
        if len(self._notes) < self._limit:
            if url not in self._notes:
                self._note(url, Note(asked, start=False, named_by=()))
            self.has_left_out = True
            if fetched:
                self.dismissed.add(url)

    def came(self, url: str) -> None:
        """The page of an address came: what was asked for it, of which thousands are kept, need not be asked again."""
        note = self._notes.get(url)
        if note is not None:
            self._note(url, note._replace(asked=None))

    def asked(self, url: str) -> tuple[Any, bool]:
        """What is to be asked for an address, and whether the crawl starts with it; as for a start, where not noted."""
        note = self._notes.get(url)
        return (note.asked, note.start) if note is not None else (None, True)

    def first_named_by(self, url: str) -> str | None:
        """The page that named an address first, where not all do."""
        note = self._notes.get(url)
        return note.named_by[0] if note is not None and note.named_by else None

    def going_on(self) -> Iterator[tuple[str, str]]:
        """Addresses that links name by a number, and the page that named each first."""
        named = ((url, self.first_named_by(url)) for url in sorted(self.numbered))
        return ((url, page) for url, page in named if page)

    def is_only_named_by(self, url: str, is_such: Callable[[str], bool]) -> bool:
        """Is an address named by pages, and by none but such?"""
        note = self._notes.get(url)
        named_by = (note.named_by if note is not None else None) or ()
        return bool(named_by) and all(map(is_such, named_by))

    def go_out(self, urls: Iterable[str]) -> None:
        """These go out by what is known now; what is left out still may go out by what is known another time."""
        if not self.has_left_out:
            self.let_go()
        for url in urls:
            self._notes.pop(url, None)
            self.dismissed.discard(url)

    def let_go(self) -> None:
        """It is known now what they mean, and not doubted."""
        self._notes, self.dismissed, self.numbered, self.has_left_out = {}, set(), set(), False

    def _note(self, url: str, note: Note) -> None:
        if note.asked is None and not isinstance(note.named_by, list):
            note = _plain(note.start, note.named_by)
        self._notes[url] = note
