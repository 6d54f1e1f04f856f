"""The dates on the pages of a sample: posts have one each, so they show where posts begin and end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.rules.sample import Sample, slots_of
from newsbody.rules.step import Step
from newsbody.rules.values import moment_of

#: Levels of tags and classes that tell dates apart …
MARK_DEPTH = 3
#: … and those that look alike from close by: of openers and of replies, so many kinds at most (nested ones have more).
OUTER_DEPTH = 8
MAX_KINDS = 3
#: Dates run one way when so many of those next to each other do.
MIN_ONE_WAY = 0.9
#: Tells the number of a name from those of chains.
_WIDER = 1 << 63


class Marks:
    """The elements of the sample that say dates: per slot, per page.

    A date may stand in an element of its own or beside it, so one without class or id counts
    for the element around it that has one, unless that has several such dates: it holds many posts.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.slots: dict[int, list[IntArray]] = {}
        self.elements: list[IntArray] = []
        self._runs: dict[int, tuple[bool, bool]] = {}
        dates = [np.flatnonzero(dated).tolist() for dated in sample.dated]
        named = [
            [_named(sample, page, steps, index) for index in indices]
            for page, steps, indices in zip(sample.pages, sample.element_steps, dates, strict=True)
        ]
        repeated = _repeated(sample, dates, named)
        for indices, around, again in zip(dates, named, repeated, strict=True):
            own = [one if many else outer for one, outer, many in zip(indices, around, again, strict=True)]
            self.elements.append(np.unique(np.array(own, dtype=np.int64)))
        self._add_chains(sample.element_steps)
        plainer = _first_classes(sample)
        if plainer is not None:
            self._add_chains([plainer[steps] for steps in sample.element_steps])
        self._add_wider()
        #: Of all pages in one row (:meth:`Sample.in_one_row`); of slots with the same dates the first.
        self.rows: dict[int, IntArray] = {}
        #: … and on which page each stands.
        self.pages: dict[int, IntArray] = {}
        known: set[bytes] = set()
        for slot in sorted(self.slots):
            row = sample.in_one_row(self.slots[slot])
            if row.tobytes() not in known:
                known.add(row.tobytes())
                self.rows[slot], self.pages[slot] = row, sample.pages_of(row)

    def runs(self, slot: int) -> tuple[bool, bool]:
        """Whether the dates of a slot run one way down the pages, from the oldest to the newest or back.

        First whether nearly all do, each another one, then whether nearly all do but for those that are the same.
        """
        if slot not in self._runs:  # 5/6 may be a day in June or in May
            told = self._run_one_way(slot, day_first=False)
            self._runs[slot] = told if all(told) else max(told, self._run_one_way(slot, day_first=True))
        return self._runs[slot]

    def _run_one_way(self, slot: int, *, day_first: bool) -> tuple[bool, bool]:
        pairs = [
            pair
            for page, dated in zip(self.sample.pages, self.slots[slot], strict=True)
            for pair in pairwise(moment_of(page, index, day_first) for index in dated.tolist())
        ]
        least = MIN_ONE_WAY * len(pairs)
        onward, back = sum(one < other for one, other in pairs), sum(one > other for one, other in pairs)
        return max(onward, back) >= least, len(pairs) - min(onward, back) >= least

    def _add_chains(self, element_steps: Sequence[IntArray]) -> None:
        """By the steps around; those of one kind also apart where they differ by what stands further out."""
        near, far = (
            [
                slots_of(page, steps, depth)[indices]
                for page, steps, indices in zip(self.sample.pages, element_steps, self.elements, strict=True)
            ]
            for depth in (MARK_DEPTH, OUTER_DEPTH)
        )
        self._add(near)
        self._add_numbered(near)
        kinds: dict[int, set[int]] = defaultdict(set)
        for own, outer in zip(near, far, strict=True):
            for slot, further in zip(own.tolist(), outer.tolist(), strict=True):
                kinds[slot].add(further)
        wanted = [one for several in kinds.values() if 1 < len(several) <= MAX_KINDS for one in several]
        self._add([np.where(_among(outer, np.array(wanted, np.uint64)), outer, np.uint64(0)) for outer in far])

    def _add_numbered(self, chains: Sequence[NDArray[np.uint64]]) -> None:
        """Those of one kind also by which child they are: of two dates in a nameless header one is its post's."""
        numbers = [page.child_number[indices] for page, indices in zip(self.sample.pages, self.elements, strict=True)]
        kinds: dict[int, set[int]] = defaultdict(set)
        for slots, own in zip(chains, numbers, strict=True):
            for slot, number in zip(slots.tolist(), own.tolist(), strict=True):
                kinds[slot].add(number)
        several = np.array([slot for slot, own in kinds.items() if 1 < len(own) <= MAX_KINDS], np.uint64)
        self._add(
            [
                np.where(_among(slots, several), slots ^ (own.astype(np.uint64) << np.uint64(32)), np.uint64(0))
                for slots, own in zip(chains, numbers, strict=True)
            ]
        )

    def _add(self, chains: Sequence[NDArray[np.uint64]]) -> None:
        for number, (indices, slots) in enumerate(zip(self.elements, chains, strict=True)):
            for slot in np.unique(slots[slots > 0]).tolist():
                per_page = self.slots.setdefault(slot, [np.zeros(0, dtype=np.int64) for _ in self.sample.pages])
                per_page[number] = indices[slots == slot]

    def _add_wider(self) -> None:
        """Also by their own names alone, for what they stand in may have a class in some posts only ("odd", "new")."""
        steps = [own[indices] for own, indices in zip(self.sample.element_steps, self.elements, strict=True)]
        slots: dict[int, set[int]] = defaultdict(set)
        for slot, per_page in self.slots.items():
            for own, of_page in zip(self.sample.element_steps, per_page, strict=True):
                for step in np.unique(own[of_page]).tolist():
                    slots[step].add(slot)
        for step, several in slots.items():
            if len(several) > 1:
                found = [indices[own == step] for indices, own in zip(self.elements, steps, strict=True)]
                self.slots[min(several) ^ _WIDER] = found

    def kin(self, holders: Sequence[Sequence[int | None]]) -> list[IntArray]:
        """Per page, the elements with dates whose tag and classes stand in most of some elements.

        ``holders``: per page the elements, None for one that is not known.
        """
        steps = [own[indices] for own, indices in zip(self.sample.element_steps, self.elements, strict=True)]
        standing: Counter[int] = Counter()
        known = 0
        for page, dated, own, on_page in zip(self.sample.pages, self.elements, steps, holders, strict=True):
            for holder in on_page:
                if holder is not None:
                    known += 1
                    first, last = np.searchsorted(dated, (holder, page.end[holder]))
                    standing.update(set(own[first:last].tolist()))
        wanted = [step for step, count in standing.items() if 2 * count >= known]
        return [indices[np.isin(own, wanted)] for own, indices in zip(steps, self.elements, strict=True)]


def _first_classes(sample: Sample) -> IntArray | None:
    """For each step the number of one with its first class alone ("post odd"); None where none has several."""
    numbers: dict[Step, int] = {}
    first = len(sample.steps)
    plainer = [
        numbers.setdefault(replace(step, classes=step.classes[:1]), first + len(numbers)) for step in sample.steps
    ]
    several = any(len(step.classes) > 1 for step in sample.steps)
    return np.array(plainer, dtype=np.int64) if several else None


def _named(sample: Sample, page: Page, steps: IntArray, index: int) -> int:
    for around in islice(page.ancestors(index), MARK_DEPTH):
        if not sample.steps[steps[around]].is_bare:
            return around
    return index


def _repeated(sample: Sample, dates: Sequence[Sequence[int]], named: Sequence[Sequence[int]]) -> list[list[bool]]:
    """Of dates by page, which stand in places of which some named element holds several."""
    chains = [
        slots_of(page, steps, MARK_DEPTH)[list(indices)].tolist()
        for page, steps, indices in zip(sample.pages, sample.element_steps, dates, strict=True)
    ]
    count = Counter(
        (number, outer, chain)
        for number, (own, around) in enumerate(zip(chains, named, strict=True))
        for chain, outer in zip(own, around, strict=True)
    )
    several = {chain for (_, _, chain), times in count.items() if times > 1}
    return [[chain in several for chain in own] for own in chains]


def _among(slots: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of them are wanted. Sorted: the table that numpy 2.0 makes for few of them has no room for such numbers."""
    return np.isin(slots, wanted, kind="sort")
