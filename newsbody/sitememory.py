"""What the other pages of a site say about a paragraph: a bounded, mergeable memory, as plain data.

Boilerplate stands word for word on other pages of its site, and blocks of teasers stand in
the same slot (tags and classes) with other texts; the slot of the body is filled with likely
body everywhere. The memory keeps, for a sample of pages, the hashes of the texts that could be
body and how probable the text of each slot is. The sample are the pages with the smallest
hashes of their keys: whichever order they come in, and on however many workers, the same
pages are kept once more than :data:`PAGES` have been seen. What ``auto`` writes into it and
reads out of it is in :mod:`newsbody.extractors.auto.site`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

#: Pages kept of a site. The share of boilerplate that is recognised hardly grows beyond.
PAGES = 24


@dataclass(frozen=True, order=True)
class PageTrace:
    """What is kept of a page: hashes of texts, and of slots with the probability in each in percent; both sorted."""

    texts: tuple[int, ...]
    slots: tuple[int, ...]
    percents: tuple[int, ...]


class Places(NamedTuple):
    """Where the texts and slots of a memory stand: on which of its pages (by number), with the slot's percent."""

    texts: Mapping[int, list[int]]
    slots: Mapping[int, list[tuple[int, int]]]


@dataclass
class SiteMemory:
    """The kept pages of one site, by the hash of a key (a URL, say)."""

    pages: dict[int, PageTrace] = field(default_factory=dict)
    _places: tuple[dict[int, PageTrace], Places] | None = field(default=None, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.pages)

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

    @property
    def places(self) -> Places:
        """What of the kept pages stands where; made once for as long as nothing is added."""
        if self._places is None or self._places[0] is not self.pages:
            self._places = self.pages, _places_of(self.pages)
        return self._places[1]

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {
            str(key): [list(trace.texts), list(trace.slots), list(trace.percents)]
            for key, trace in sorted(self.pages.items())
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SiteMemory:
        """What :meth:`to_dict` wrote. Raises ValueError for anything else."""
        try:
            pages = {int(key): PageTrace(*(tuple(map(int, column)) for column in page)) for key, page in data.items()}
        except (TypeError, ValueError) as error:
            raise ValueError(f"This is no site memory: {error}") from error
        for key, trace in pages.items():
            if len(trace.slots) != len(trace.percents):
                raise ValueError(f"This is no site memory: page {key} has columns of different lengths.")
        return cls(pages)


def _places_of(pages: Mapping[int, PageTrace]) -> Places:
    texts: dict[int, list[int]] = defaultdict(list)
    slots: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, trace in enumerate(pages.values()):
        for text in trace.texts:
            texts[text].append(number)
        for slot, percent in zip(trace.slots, trace.percents, strict=True):
            slots[slot].append((number, percent))
    return Places(dict(texts), dict(slots))


def hashed(text: str) -> int:
    """A hash that is the same in every process."""
    return crc32(text.encode("utf-8", "surrogatepass"))
