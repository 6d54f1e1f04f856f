"""The dates on the pages of a sample: posts have one each, so they show where posts begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np

from newsbody.characters import IntArray
from newsbody.page import Page
from newsbody.rules.sample import Sample, slots_of

#: Levels of tags and classes that tell dates apart.
MARK_DEPTH = 3


class Marks:
    """The elements of the sample that say dates: per slot, per page.

    A date may stand in an element of its own or beside it, so one without class or id counts
    for the element around it that has one.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.slots: dict[int, list[IntArray]] = {}
        self.elements: list[IntArray] = []
        for number, (page, dated, steps) in enumerate(
            zip(sample.pages, sample.dated, sample.element_steps, strict=True)
        ):
            named = [_named(sample, page, steps, index) for index in np.flatnonzero(dated).tolist()]
            indices = np.unique(np.array(named, dtype=np.int64))
            self.elements.append(indices)
            own = slots_of(page, steps, MARK_DEPTH)[indices]
            for slot in np.unique(own).tolist():
                per_page = self.slots.setdefault(slot, [np.zeros(0, dtype=np.int64) for _ in sample.pages])
                per_page[number] = indices[own == slot]

    def kin(self, marks: Sequence[IntArray]) -> list[IntArray]:
        """Per page, all elements with dates that have the tag and classes of some marks."""
        steps = self.sample.element_steps
        wanted = np.unique(np.concatenate([own[indices] for own, indices in zip(steps, marks, strict=True)]))
        return [indices[np.isin(own[indices], wanted)] for own, indices in zip(steps, self.elements, strict=True)]


def _named(sample: Sample, page: Page, steps: IntArray, index: int) -> int:
    for around in islice(page.ancestors(index), MARK_DEPTH):
        if not sample.steps[steps[around]].is_bare:
            return around
    return index
