"""What the other pages of a site say about a paragraph: a bounded, mergeable memory.

Boilerplate stands word for word on other pages of its site, and blocks of teasers stand in
the same slot (tags and classes) with other texts; the slot of the body is filled with likely
body everywhere. The memory keeps, for a sample of pages, the hash, the slot and the
probability of each paragraph that could be body. The sample are the pages with the smallest
hashes of their keys: whichever order they come in, and on however many workers, the same
pages are kept once more than :data:`PAGES` have been seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.table import ParagraphTable

#: Pages kept of a site. The share of boilerplate that is recognised hardly grows beyond.
PAGES = 24
#: Paragraphs kept of a page, the longest first: bounds the memory to about 100 kB as JSON.
PARAGRAPHS = 200
#: Paragraphs with a smaller probability, or fewer weighted letters, are out of the question anyway.
LEAST_PROBABILITY = 0.03
LEAST_WEIGHT = 6
#: A page that shares so much of its likely body is the same story once more: no evidence.
SAME_STORY = 0.5

#: What it costs, in log odds, that the same text stands on another page of the site. (Of 0, 2 and 4 the
#: middle one is best: 4 takes bodies that two pages share, a corrected story say.)
REPEATED_COST = 2.0
#: How far a paragraph's log odds move to those of its slot, and on how many pages half of that is reached.
#: (Gains of 0.5 and 0.7 are alike, 0 and 0.9 worse.)
SLOT_GAIN = 0.5
SLOT_PRIOR = 1.0
#: Elements of a slot: a paragraph's own and the one above. Three, or all, are no better.
SLOT_LEVELS = 2

_DIGITS = re.compile(r"\d+")


class Evidence(NamedTuple):
    """Per paragraph (shape ``(k,)``), over the kept pages of other stories."""

    #: Pages on which the same text stands.
    seen: NDArray[np.float64]
    #: Pages on which the paragraph's slot holds text that could be body.
    slot_pages: NDArray[np.float64]
    #: Mean probability in the slot over those pages, by length; 0 without any.
    slot_probability: NDArray[np.float64]
    #: How many pages there were.
    pages: int


def with_evidence(probability: NDArray[np.floating], evidence: Evidence) -> NDArray[np.float32]:
    """Probabilities in the light of the other pages. Without other pages nothing changes."""
    if not evidence.pages:
        return np.asarray(probability, dtype=np.float32)
    p = np.clip(probability.astype(np.float64), 1e-4, 1 - 1e-4)
    logit = np.log(p / (1 - p))
    slot = np.clip(evidence.slot_probability, 0.02, 0.98)
    sureness = SLOT_GAIN * evidence.slot_pages / (evidence.slot_pages + SLOT_PRIOR)
    logit += np.where(evidence.slot_pages > 0, sureness * (np.log(slot / (1 - slot)) - logit), 0)
    logit -= REPEATED_COST * (evidence.seen > 0)
    return np.asarray(1 / (1 + np.exp(-logit)), dtype=np.float32)


@dataclass(frozen=True)
class PageTrace:
    """What is kept of a page: per paragraph the hash of its text, of its slot, percent and length."""

    texts: tuple[int, ...]
    slots: tuple[int, ...]
    percents: tuple[int, ...]
    lengths: tuple[int, ...]


@dataclass
class SiteMemory:
    """The kept pages of one site, by the hash of a key (a URL, say)."""

    pages: dict[int, PageTrace] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.pages)

    def add(self, key: str, table: ParagraphTable, probability: NDArray[np.floating]) -> None:
        """Keep a page, if it belongs to the sample. A key (only its hash is kept) seen before is replaced."""
        chosen = _candidates(table, probability)
        if len(chosen) > PARAGRAPHS:
            chosen = np.sort(chosen[np.argsort(-table.weight[chosen], kind="stable")[:PARAGRAPHS]])
        self.pages[_hash(key)] = PageTrace(
            tuple(_text_hashes(table, chosen)),
            tuple(_slot_hashes(table, chosen)),
            tuple(np.rint(100 * probability[chosen]).astype(int).tolist()),
            tuple(np.rint(table.weight[chosen]).astype(int).tolist()),
        )
        self._trim()

    def merge(self, other: SiteMemory) -> SiteMemory:
        """The memory of both; the order makes no difference when equal keys hold equal pages."""
        merged = SiteMemory({**other.pages, **self.pages})
        merged._trim()
        return merged

    def _trim(self) -> None:
        self.pages = {key: self.pages[key] for key in sorted(self.pages)[:PAGES]}

    def evidence(self, key: str, table: ParagraphTable, probability: NDArray[np.floating]) -> Evidence:
        """What the pages kept under other keys say about this one."""
        k = len(table.weight)
        seen, slot_pages, slot_mass, slot_length = (np.zeros(k) for _ in range(4))
        chosen = _candidates(table, probability)
        texts = np.array(_text_hashes(table, chosen), dtype=np.int64)
        slots = np.array(_slot_hashes(table, chosen), dtype=np.int64)
        expected = (probability * table.weight)[chosen]
        pages = 0
        for trace in self._others(key):
            same = np.isin(texts, trace.texts)
            if (expected * same).sum() > SAME_STORY * max(float(expected.sum()), 1e-9):
                continue
            pages += 1
            seen[chosen] += same
            there = np.array(trace.slots, dtype=np.int64)
            length = np.array(trace.lengths, dtype=np.float64)
            known, group = np.unique(there, return_inverse=True)
            total = np.bincount(group, length, minlength=len(known))
            mass = np.bincount(group, length * np.array(trace.percents) / 100, minlength=len(known))
            place = np.searchsorted(known, slots)
            place[place == len(known)] = 0
            found = (known[place] == slots) if len(known) else np.zeros(len(slots), dtype=np.bool_)
            slot_pages[chosen] += found
            if len(known):
                slot_mass[chosen] += np.where(found, mass[place], 0)
                slot_length[chosen] += np.where(found, total[place], 0)
        return Evidence(seen, slot_pages, slot_mass / np.maximum(slot_length, 1), pages)

    def _others(self, key: str) -> Iterator[PageTrace]:
        return (trace for other, trace in sorted(self.pages.items()) if other != _hash(key))

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {
            str(key): [list(trace.texts), list(trace.slots), list(trace.percents), list(trace.lengths)]
            for key, trace in sorted(self.pages.items())
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SiteMemory:
        """What :meth:`to_dict` wrote. Raises ValueError for anything else."""
        pages = {}
        for key, columns in data.items():
            if len(columns) != 4 or len({len(column) for column in columns}) != 1:
                raise ValueError(f"This is no site memory: the page {key!r} has columns of different lengths.")
            pages[int(key)] = PageTrace(*(tuple(int(value) for value in column) for column in columns))
        return cls(pages)


def _candidates(table: ParagraphTable, probability: NDArray[np.floating]) -> NDArray[np.int64]:
    return np.flatnonzero((probability >= LEAST_PROBABILITY) & (table.weight >= LEAST_WEIGHT))


def _text_hashes(table: ParagraphTable, chosen: NDArray[np.int64]) -> list[int]:
    """Hashes of the texts without white space."""
    page = table.page
    starts, stops = page.paragraph_start[chosen].tolist(), page.paragraph_stop[chosen].tolist()
    texts = ("".join(page.text[start:stop].split()) for start, stop in zip(starts, stops, strict=True))
    return [_hash(text) for text in texts]


def _slot_hashes(table: ParagraphTable, chosen: NDArray[np.int64]) -> list[int]:
    """Hashes of tags and classes, numbers alike, of the lowest elements."""
    page = table.page
    hashes = []
    for element in table.element[chosen].tolist():
        steps = []
        for _ in range(SLOT_LEVELS):
            steps.append(f"{page.tags[element]}.{_DIGITS.sub('0', page.classes[element])}")
            element = max(int(page.parent[element]), 0)
        hashes.append(_hash("|".join(steps)))
    return hashes


def _hash(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
