"""The dates in elements that may be bodies: posts hold theirs, headers too, bodies none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from newsbody.page.characters import IntArray
from newsbody.rules.bodies.candidates import Candidate
from newsbody.rules.bodies.date_marks import Marks
from newsbody.rules.sample import Sample
from newsbody.rules.selector import outermost

#: Bodies that, this often, contain a date of one and the same slot are whole posts.
HOLDS_DATE = 0.9
#: … and this often where nothing names them: some may be parts of posts that stand elsewhere (openers).
HOLDS_DATE_UNNAMED = 0.6
#: Headers are at least, and at most all but, this share of elements that are named by their tags alone.
MIN_PARTED = 0.1


def holds_date(sample: Sample, candidate: Candidate, marks: Marks, least: int = 1) -> bool:
    """Whether nearly all of the elements hold ``least`` dates of one and the same slot."""
    count = candidate.count
    share = HOLDS_DATE_UNNAMED if candidate.selector.is_bare else HOLDS_DATE
    # The one date in an only element may be a word of its text, but where other posts show what dates are.
    enough = 1 if count > 1 or candidate.beside else 2
    return any(
        np.count_nonzero(held >= least) >= share * count and held.sum() >= enough
        for held in _held(sample, candidate.elements, marks)
    )


def _held(sample: Sample, elements: Sequence[Sequence[int]], marks: Marks) -> Iterator[IntArray]:
    """How many dates each of some elements holds, by slot. Shapes (elements of all pages,)."""
    row = sample.in_one_row(elements)
    ends = sample.ends[row]
    for dated in marks.rows.values():
        yield dated.searchsorted(ends) - dated.searchsorted(row)


def one_date_each(sample: Sample, candidate: Candidate, marks: Marks) -> bool:
    """Whether nearly all of the elements hold exactly one date of one and the same slot."""
    least = HOLDS_DATE * candidate.count
    return any(np.count_nonzero(held == 1) >= least for held in _held(sample, candidate.elements, marks))


def without_dated(sample: Sample, candidate: Candidate, marks: Marks) -> Candidate | None:
    """Of elements that only their tags name, those without a date; None when that is none or all of them.

    Dates of the slot that parts them most evenly.
    """
    named = candidate.every or candidate.elements
    count = sum(map(len, named))
    most, left = 0, sample.in_one_row(named)
    row = left
    for held in _held(sample, named, marks):
        parted = int(np.count_nonzero(held))
        if MIN_PARTED * count <= parted <= (1 - MIN_PARTED) * count and parted > most:
            most, left = parted, row[held == 0]
    outer = [outermost(page, own) for page, own in zip(sample.pages, sample.by_page(left), strict=True)]
    return replace(candidate, elements=outer, undated=True) if most else None
