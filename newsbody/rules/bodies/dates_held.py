"""The dates in elements that may be bodies: posts hold theirs, headers too, bodies none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from newsbody.page.characters import IntArray
from newsbody.rules.bodies.candidates import Candidate
from newsbody.rules.sample import Sample
from newsbody.rules.selector import outermost

#: Bodies that, this often, contain a date of one and the same slot are whole posts.
HOLDS_DATE = 0.9
#: … and this often where nothing names them: some may be parts of posts that stand elsewhere (openers).
HOLDS_DATE_UNNAMED = 0.6
#: Headers are at least, and at most all but, this share of elements that are named by their tags alone.
MIN_PARTED = 0.1


def holds_date(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]], least: int = 1) -> bool:
    """Whether nearly all of the elements hold ``least`` dates of one and the same slot."""
    count = candidate.count
    for per_page in marks.values():
        holding = inside = 0
        for page, elements, dated in zip(sample.pages, candidate.elements, per_page, strict=True):
            if elements and len(dated):
                held = np.searchsorted(dated, page.end[elements]) - np.searchsorted(dated, elements)
                holding += int((held >= least).sum())
                inside += int(held.sum())
        share = HOLDS_DATE_UNNAMED if candidate.selector.is_bare else HOLDS_DATE
        if holding >= share * count and (count > 1 or inside > 1):
            return True
    return False


def one_date_each(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]]) -> bool:
    """Whether nearly all of the elements hold exactly one date of one and the same slot."""
    for per_page in marks.values():
        single = 0
        for page, elements, dated in zip(sample.pages, candidate.elements, per_page, strict=True):
            if elements:
                held = np.searchsorted(dated, page.end[elements]) - np.searchsorted(dated, elements)
                single += int((held == 1).sum())
        if single >= HOLDS_DATE * candidate.count:
            return True
    return False


def without_dated(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]]) -> Candidate | None:
    """Of elements that only their tags name, those without a date; None when that is none or all of them.

    Dates of the slot that parts them most evenly.
    """
    best: tuple[int, list[list[int]]] = (0, [])
    named = candidate.every or candidate.elements
    count = sum(map(len, named))
    for slot in sorted(marks):
        held = [
            np.searchsorted(dated, page.end[elements]) > np.searchsorted(dated, elements)
            for page, elements, dated in zip(sample.pages, named, marks[slot], strict=True)
        ]
        parted = int(sum(inside.sum() for inside in held))
        if MIN_PARTED * count <= parted <= (1 - MIN_PARTED) * count and parted > best[0]:
            left = [
                outermost(page, [one for one, inside in zip(elements, found.tolist(), strict=True) if not inside])
                for page, elements, found in zip(sample.pages, named, held, strict=True)
            ]
            best = parted, left
    return replace(candidate, elements=best[1], undated=True) if best[0] else None
