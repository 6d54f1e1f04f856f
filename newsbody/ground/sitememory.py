"""What the other pages of a site say about a paragraph: a bounded, mergeable memory, as plain data.

Boilerplate stands word for word on other pages of its site, and blocks of teasers stand in
the same slot (tags and classes) with other texts; the slot of the body is filled with likely
body everywhere. The memory keeps, for a sample of pages, the hashes of the texts that could be
body and how probable the text of each slot is. The sample are the pages with the smallest
hashes of their keys: whichever order they come in, and on however many workers, the same
pages are kept once more than :data:`PAGES` have been seen. What ``auto`` writes into it and
reads out of it is in :mod:`newsbody.extractors.auto.site_evidence`.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Self, TypeVar
from zlib import crc32

T = TypeVar("T")

#: Pages kept of a site. The share of boilerplate that is recognised hardly grows beyond.
PAGES = 24
#: Pages that state the same date, which is that of the last build, say, or of the articles of one day.
LEAST_ALIKE = 3


class SiteFacts(NamedTuple):
    """What pages of a site show together; before there are some, nothing.

    ``day_first``: is 03/04/2020 in April? ``alike``: the hashes of what its templates state on each page, a date or
    keywords. ``telling``: those of the places in which each page names one of a few, as that of the author.
    """

    day_first: bool | None = None
    alike: frozenset[int] = frozenset()
    telling: frozenset[int] = frozenset()

    def is_alike(self, place: str, value: str) -> bool:
        """Do other pages say the same there?"""
        return bool(self.alike) and hashed(f"{place} {value}") in self.alike


NO_FACTS = SiteFacts()
#: The place of a date: the pages of one day, or of one build, are some of a site only.
DATE = "date"


@dataclass(frozen=True, order=True)
class PageTrace:
    """What is kept of a page: hashes of texts, and of slots with the probability in each in percent; both sorted.

    ``day_order``: 1 where its dates say the day first, -1 where they say the month; ``said``: the hashes of places and
    of what the page says there, in turns. Arrays of 4, 4 and 1 bytes: a crawl of a thousand sites keeps some millions
    of these numbers.
    """

    texts: array[int]
    slots: array[int]
    percents: array[int]
    day_order: int = 0
    said: array[int] = field(default_factory=partial(array, "I"))

    @classmethod
    def of(
        cls,
        texts: Iterable[int],
        slots: Iterable[int],
        percents: Iterable[int],
        day_order: int = 0,
        said: Iterable[int] | int = (),
    ) -> Self:
        """Raises ValueError for numbers that are no such hashes and percents, or not one percent for each slot.

        Of ``said`` earlier versions kept one number, which tells no place.
        """
        places = () if isinstance(said, int) else said
        try:
            trace = cls(array("I", texts), array("I", slots), array("B", percents), int(day_order), array("I", places))
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"no trace of a page: {error}") from error
        if len(trace.slots) != len(trace.percents) or len(trace.said) % 2:
            raise ValueError("no trace of a page: its columns are of different lengths")
        return trace


@dataclass
class SiteMemory:
    """The kept pages of one site, by the hash of a key (a URL, say)."""

    pages: dict[int, PageTrace] = field(default_factory=dict)
    _made: tuple[dict[int, PageTrace], Any] | None = field(default=None, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.pages)

    @property
    def facts(self) -> SiteFacts:
        """The order of most pages that show it, None where none does; what all say alike, or most that state a date."""
        return _facts_of(self.pages)

    def keep(self, key: str, trace: PageTrace) -> None:
        """Keep a page, if it belongs to the sample. A key (only its hash is kept) seen before is replaced."""
        self.pages[hashed(key)] = trace
        self._trim()

    def merge(self, other: SiteMemory) -> SiteMemory:
        """The memory of both; the order of the two makes no difference."""
        merged = SiteMemory({**other.pages, **self.pages})
        for key in self.pages.keys() & other.pages.keys():
            merged.pages[key] = max(self.pages[key], other.pages[key])
        merged._trim()
        return merged

    def _trim(self) -> None:
        self.pages = {key: self.pages[key] for key in sorted(self.pages)[:PAGES]}

    def made(self, make: Callable[[Mapping[int, PageTrace]], T]) -> T:
        """What ``make``, always the same, makes of the kept pages; once for as long as nothing is added."""
        if self._made is None or self._made[0] is not self.pages:
            self._made = self.pages, make(self.pages)
        found: T = self._made[1]
        return found

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {
            str(key): [*map(list, (one.texts, one.slots, one.percents)), one.day_order, [*one.said]]
            for key, one in sorted(self.pages.items())
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SiteMemory:
        """What :meth:`to_dict` wrote; of more pages those that are kept. Raises ValueError for anything else."""
        try:
            memory = cls({int(key): PageTrace.of(*page) for key, page in data.items()})
        except (TypeError, ValueError) as error:
            raise ValueError(f"This is no site memory: {error}") from error
        memory._trim()
        return memory


def _facts_of(pages: Mapping[int, PageTrace]) -> SiteFacts:
    votes = sum(trace.day_order for trace in pages.values())
    by_place = defaultdict[int, Counter[int]](Counter)
    for trace in pages.values():
        for place, value in zip(trace.said[::2], trace.said[1::2], strict=True):
            by_place[place][value] += 1
    alike, telling = set[int](), set[int]()
    for place, values in by_place.items():
        enough = values.total() / 2 if place == hashed(DATE) else len(pages)
        alike.update(value for value, count in values.items() if count >= max(LEAST_ALIKE, enough))
        if values.total() >= max(LEAST_ALIKE, len(pages) / 2) and 1 < len(values) < values.total():
            telling.add(place)
    return SiteFacts(votes > 0 if votes else None, frozenset(alike), frozenset(telling))


def said_hashes(said: Mapping[str, str]) -> list[int]:
    """What a page says by place as a memory keeps it."""
    return [number for place, value in said.items() for number in (hashed(place), hashed(f"{place} {value}"))]


def hashed(text: str) -> int:
    """A hash that is the same in every process."""
    return crc32(text.encode("utf-8", "surrogatepass"))
