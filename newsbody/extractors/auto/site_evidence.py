"""How ``auto`` uses the memory of a site: what it writes of a page, and what other pages say of one."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.ground.sitememory import PageTrace, SiteMemory, hashed
from newsbody.page.characters import BoolArray, IntArray

#: Texts and slots kept of a page, the longest first: bounds the memory to 64 kB as JSON.
MAX_TEXTS = 80
MAX_SLOTS = 80


class Evidence(NamedTuple):
    """Per paragraph (shape ``(k,)``), over the kept pages of other stories."""

    #: Pages on which the same text stands.
    seen: NDArray[np.float64]
    #: Pages that have the paragraph's slot.
    slot_pages: NDArray[np.float64]
    #: Mean over those pages of the probability in the slot; 0 without any.
    slot_probability: NDArray[np.float64]
    #: Mean probability in the slot on this page.
    slot_here: NDArray[np.float64]
    #: How many pages there were.
    pages: int


def with_evidence(probability: NDArray[np.floating], evidence: Evidence) -> NDArray[np.float32]:
    """Probabilities in the light of the other pages. Without other pages nothing changes."""
    if not evidence.pages:
        return np.asarray(probability, dtype=np.float32)
    logit = _logit(probability, 1e-4)
    sureness = THRESHOLDS.slot_gain * evidence.slot_pages / (evidence.slot_pages + THRESHOLDS.slot_prior)
    shift = sureness * (_logit(evidence.slot_probability, 0.02) - _logit(evidence.slot_here, 0.02))
    shift -= THRESHOLDS.repeated_cost * (evidence.seen > 0)
    changed = 1 / (1 + np.exp(-logit - np.clip(shift, -THRESHOLDS.furthest, THRESHOLDS.furthest)))
    # What the extractor never asked about stays out.
    return np.where((probability > 0) & ~is_everywhere(evidence), changed, 0).astype(np.float32)


def is_everywhere(evidence: Evidence) -> BoolArray:
    """Which paragraphs stand on nearly all of the other pages: "Subscribe to our newsletter". Shape (k,)."""
    enough = max(THRESHOLDS.always_pages, THRESHOLDS.always * evidence.pages)
    return np.asarray(evidence.seen >= enough)


def in_place(evidence: Evidence) -> BoolArray:
    """Which paragraphs stand where nearly all other pages have mostly body, whatever they say. Shape (k,)."""
    enough = max(THRESHOLDS.always_pages, THRESHOLDS.always * evidence.pages)
    is_place = (evidence.slot_pages >= enough) & (evidence.slot_probability >= THRESHOLDS.in_place)
    return np.asarray(is_place & ~is_everywhere(evidence))


def _logit(probability: NDArray[np.floating], limit: float) -> NDArray[np.float64]:
    p = np.clip(probability.astype(np.float64), limit, 1 - limit)
    return np.asarray(np.log(p / (1 - p)))


def trace_of(table: ParagraphTable, probability: NDArray[np.floating]) -> PageTrace:
    """What is kept of a page; ``probability`` of each paragraph: shape (k,)."""
    weight = table.weight.astype(np.float64)
    # Also what is no body here: a disclaimer of every page is taken for one where the article is a line.
    rows = ((probability > 0) & (weight >= THRESHOLDS.says_something)).nonzero()[0]
    texts = _longest(_text_hashes(table, rows), (probability * weight)[rows], MAX_TEXTS)
    slots = _slots(table, probability)
    kept = np.isin(slots.hashes, _longest(slots.hashes, slots.length, MAX_SLOTS))
    percents = np.rint(100 * slots.probability[kept]).astype(np.int64)
    return PageTrace.of(texts.tolist(), slots.hashes[kept].tolist(), percents.tolist())


class _Column(NamedTuple):
    """What stands on the pages of a memory: sorted hashes, the number of the page and the percent of each.

    Shapes (n,); those of one hash in the order of the pages. Without percents these are 0.
    """

    hashes: NDArray[np.uint32]
    page: NDArray[np.uint8]
    percent: NDArray[np.uint8]

    @classmethod
    def of(cls, rows: Sequence[array[int]], percents: Sequence[array[int]] | None = None) -> Self:
        hashes = np.concatenate([np.empty(0, np.uint32), *(np.asarray(row, np.uint32) for row in rows)])
        page = np.repeat(np.arange(len(rows), dtype=np.uint8), [len(row) for row in rows])
        percent = np.concatenate([np.empty(0, np.uint8), *(np.asarray(row, np.uint8) for row in percents or ())])
        order = np.argsort(hashes, kind="stable")
        return cls(hashes[order], page[order], percent[order] if percents else np.zeros(len(order), np.uint8))

    def find(self, wanted: NDArray[np.int64]) -> tuple[IntArray, IntArray]:
        """Pairs of a wanted hash, by its number, and a row of the column that has it."""
        first, last = (np.searchsorted(self.hashes, wanted.astype(np.uint32), side) for side in ("left", "right"))
        count = last - first
        before = count.cumsum() - count
        rows = np.arange(count.sum()) + np.repeat(first - before, count)
        return np.repeat(np.arange(len(wanted)), count), rows


def _columns(pages: Mapping[int, PageTrace]) -> tuple[_Column, _Column]:
    """Where the texts and the slots of a memory stand."""
    traces = list(pages.values())
    return (
        _Column.of([trace.texts for trace in traces]),
        _Column.of([trace.slots for trace in traces], [trace.percents for trace in traces]),
    )


def evidence_of(memory: SiteMemory, key: str, table: ParagraphTable, probability: NDArray[np.floating]) -> Evidence:
    """What the pages kept under other keys say about this one. ``probability``: shape (k,)."""
    (texts, slots), count = memory.made(_columns), len(memory)
    heavy = table.weight >= THRESHOLDS.says_something
    seen = np.zeros((count, len(table.weight)), dtype=np.bool_)
    # What was never asked about stays out, whatever stands elsewhere.
    asked = (heavy & (probability > 0)).nonzero()[0]
    which, rows = texts.find(_text_hashes(table, asked))
    seen[texts.page[rows], asked[which]] = True
    is_other = np.array([other != hashed(key) for other in memory.pages], dtype=np.bool_)
    expected = np.where(heavy & (probability >= THRESHOLDS.may_be_body), probability * table.weight, 0)
    kept = is_other.copy()
    sizes = np.array([len(trace.texts) for trace in memory.pages.values()], dtype=np.int64)
    kept[is_other] = _of_other_stories(seen[is_other], expected, sizes[is_other])
    on_page = _slots(table, probability)
    found, likely = _in_slots(on_page.hashes, slots, kept)
    here, of = on_page.probability[on_page.of_paragraph], on_page.of_paragraph
    return Evidence(seen[kept].sum(axis=0), found[of], (likely / np.maximum(found, 1))[of], here, int(kept.sum()))


def _in_slots(
    hashes: NDArray[np.int64], known: _Column, kept: BoolArray
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """On how many of the kept pages each slot is, and the sum of the probabilities there. Shapes of ``hashes``."""
    which, rows = known.find(hashes)
    is_kept = kept[known.page[rows]]
    which, percent = which[is_kept], known.percent[rows[is_kept]]
    found = np.bincount(which, minlength=len(hashes)).astype(np.float64)
    return found, np.bincount(which, percent / 100, minlength=len(hashes)).astype(np.float64)


def _of_other_stories(seen: BoolArray, expected: NDArray[np.floating], sizes: IntArray) -> BoolArray:
    """Which of ``p`` pages share little of the likely body, but for what half of them have in common: shape (p,).

    ``seen``: which texts stand on which page, shape (p, k); ``expected``: likely body of each, shape (k,);
    ``sizes``: how many texts are kept of each page, shape (p,). Copies of a page share all that both say; where the
    likely body is a disclaimer, the other pages have that, and articles of their own.
    """
    shared = seen @ expected > THRESHOLDS.same_page * max(float(expected.sum()), 1e-9)
    others = ~(shared & (seen.sum(axis=1) >= THRESHOLDS.same_page * sizes))
    times = seen[others].sum(axis=0)
    own = np.where((times >= 2) & (2 * times >= others.sum()), 0, expected)
    return np.asarray(others & (seen @ own <= THRESHOLDS.same_story * max(float(own.sum()), 1e-9)))


def _longest(hashes: NDArray[np.int64], length: NDArray[np.floating], count: int) -> NDArray[np.int64]:
    """The hashes with the greatest length, sorted and each once."""
    order = np.lexsort((hashes, -length))
    return np.unique(hashes[order[:count]])


def _text_hashes(table: ParagraphTable, rows: IntArray) -> NDArray[np.int64]:
    """Hashes of the texts of some paragraphs without white space. Shape of ``rows``."""
    return np.array([hashed(table.squeezed(row)) for row in rows.tolist()], dtype=np.int64)


class _Slots(NamedTuple):
    """The ``s`` slots of a page: sorted hashes, shape (s,), which of them each paragraph stands in, shape (k,), and
    text and mean probability of each, by text, shape (s,).
    """

    hashes: NDArray[np.int64]
    of_paragraph: NDArray[np.int64]
    length: NDArray[np.float64]
    probability: NDArray[np.float64]


def _slots(table: ParagraphTable, probability: NDArray[np.floating]) -> _Slots:
    hashes, group = np.unique(table.slots, return_inverse=True)
    weight = table.weight.astype(np.float64)
    length = np.asarray(np.bincount(group, weight, minlength=len(hashes)), dtype=np.float64)
    likely = np.bincount(group, weight * probability, minlength=len(hashes)) / np.maximum(length, 1e-6)
    return _Slots(hashes, group, length, likely)
