"""How bodies take turns with the dates of posts, which of them are parts of one post, and which are none."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

import numpy as np

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.rules.bodies.candidates import Candidate
from newsbody.rules.bodies.date_marks import Marks
from newsbody.rules.body_neighbours import MIN_HEADED
from newsbody.rules.record import highest_alone
from newsbody.rules.sample import Sample, normalised

#: From here on bodies and dates belong to each other.
MIN_REGULARITY = 0.6
#: So many bodies of a page tell how near their dates stand: all kinds of dates are looked at.
MAX_NEAR = 20


def set_regularity(sample: Sample, candidate: Candidate, marks: Marks) -> None:
    """How strictly bodies and the dates of some slot take turns, 0 to 1; 1 without dates.

    Of dates that do so alike those that run one way down the pages are the posts' own (when their authors joined does
    not), and of these those that stand closest to the bodies.
    """
    best, closest = (-1.0, 0), ((False, False), 0.0)
    elements = sample.in_one_row(candidate.elements)
    pages, count = sample.pages_of(elements), len(sample.pages)
    for slot, dated in marks.rows.items():
        turns_of_bodies = _turns(dated.searchsorted(elements), pages, count)
        turns_of_dates = _turns(elements.searchsorted(dated, "right"), marks.pages[slot], count)
        turns = int(np.minimum(turns_of_bodies, turns_of_dates).sum())
        # Dates of one level of replies may part whole branches.
        bodies = int(turns_of_bodies.sum()) if candidate.selector.is_bare else len(elements)
        regularity = turns / max(bodies, len(dated), 1), turns
        if regularity < best:
            continue
        near = marks.runs(slot), -_mean_height(sample, candidate, marks.slots[slot]) if turns else 0.0
        if regularity > best or near > closest:
            best, closest, candidate.marks = regularity, near, marks.slots[slot]
    candidate.regularity = best[0] if marks.rows else 1.0


def _turns(before: IntArray, pages: IntArray, count: int) -> IntArray:
    """How often elements of each of ``count`` pages come behind others, of which so many stand ``before`` each of them.

    ``pages``: of the elements. Shapes (elements,).
    """
    begins = np.ones(len(before), dtype=np.bool_)
    np.not_equal(before[1:], before[:-1], out=begins[1:])
    begins[1:] |= pages[1:] != pages[:-1]
    return np.bincount(pages[begins], minlength=count)


def _mean_height(sample: Sample, candidate: Candidate, marks: Sequence[IntArray]) -> float:
    """How far up from a body stands what holds it with a date, on average."""
    heights = [
        min(pair)
        for page, elements, dated in zip(sample.pages, candidate.elements, marks, strict=True)
        for pair in _heights(page, elements[:MAX_NEAR], dated)
    ]
    return sum(heights) / max(1, len(heights))


def _heights(page: Page, elements: Sequence[int], dated: IntArray) -> list[tuple[int, int]]:
    """How far up from each of some elements stands what holds it with the last date before it, and the next."""
    heights, dates = [], dated.tolist()
    for element, place in zip(elements, dated.searchsorted(elements).tolist(), strict=True):
        up, ends = _around(page, element)
        before = bisect_left(up, -dates[place - 1]) if place else len(up)
        behind = bisect_right(ends, dates[place]) if place < len(dates) else len(up)
        heights.append((before, behind))
    return heights


@remembered_meanwhile(maxsize=1 << 14)
def _around(page: Page, element: int) -> tuple[list[int], list[int]]:
    """An element and all above it, innermost first: their numbers with a minus, so that they increase, and ends."""
    up = [*page.ancestors(element)]
    return [-index for index in up], page.end[up].tolist()


def posts_of(sample: Sample, candidate: Candidate, number: int) -> list[list[int]]:
    """The bodies on a page, those that are parts of one post together.

    Parts of one post have no date between them, and share an element with one date at most.
    """
    elements = candidate.elements[number]
    dated = candidate.marks[number] if candidate.marks else np.zeros(0, dtype=np.int64)
    page = sample.pages[number]
    groups: list[list[int]] = []
    for body in elements:
        if groups and len(dated) and _one_post(page, groups[-1][-1], body, dated):
            beside = not candidate.undated or page.parent[body] == page.parent[groups[-1][0]]
            groups[-1] += [body] if beside else []
        else:
            groups.append([body])
    return groups


def _one_post(page: Page, first: int, second: int, dated: IntArray) -> bool:
    if dated.searchsorted(second) > dated.searchsorted(first):
        return False
    shared = first
    while page.end[shared] <= second:
        shared = int(page.parent[shared])
    return bool(dated.searchsorted(page.end[shared]) - dated.searchsorted(shared) <= 1)


def drop_fixed(sample: Sample, candidate: Candidate) -> bool:
    """Leave out elements that say the same on every page: the heads of columns that are called as these are.

    Also the first ones, where these do, whatever stands in the same place of others.
    """
    firsts = Counter(
        normalised(page.text[page.start[elements[0]] : page.stop[elements[0]]])
        for page, elements in zip(sample.pages, candidate.elements, strict=True)
        if elements
    )
    headed = firsts.total() >= MIN_HEADED and len(firsts) == 1
    left = [
        [one for one in elements[headed:] if not fixed[one]]
        for elements, fixed in zip(candidate.elements, sample.fixed, strict=True)
    ]
    missing = candidate.count - sum(map(len, left))
    if not missing or missing == candidate.count:
        return False
    candidate.elements, candidate.strays = left, candidate.strays + missing
    return True


def drop_strays(sample: Sample, candidate: Candidate, marks: Marks) -> bool:
    """Leave out elements that stand apart, without a date of the kinds that stand by most of the others."""
    if candidate.regularity < MIN_REGULARITY or not candidate.marks:
        return False
    groups = [posts_of(sample, candidate, number) for number in range(len(sample.pages))]
    holders = [highest_alone(page, on_page) for page, on_page in zip(sample.pages, groups, strict=True)]
    if not _hold(sample, candidate.marks, holders):  # the dates in them, if any, are others' (of quotes)
        candidate.kin = candidate.marks
        return False
    candidate.kin = marks.kin(holders)
    dropped = False
    for number, (page, dated) in enumerate(zip(sample.pages, candidate.kin, strict=True)):
        told = _told_before(page, groups[number], dated)
        answered = [nests and before for nests, before in zip(nesting(page, groups[number]), told, strict=True)]
        kept = [
            element
            for group, holder, is_answered in zip(groups[number], holders[number], answered, strict=True)
            if holder is None or is_answered or dated.searchsorted(page.end[holder]) > dated.searchsorted(holder)
            for element in group
        ]
        missing = len(candidate.elements[number]) - len(kept)
        if missing and len(kept) >= MIN_REGULARITY * len(candidate.elements[number]):
            candidate.elements[number] = kept
            candidate.strays += missing
            dropped = True
    return _drop_distant(sample, candidate) or dropped


def _drop_distant(sample: Sample, candidate: Candidate) -> bool:
    """Leave out elements further away than most from their dates on that side on which these stand.

    Parts of a post of another form: lines of its text, what stands beside its date.
    """
    on_pages = [
        _heights(page, elements, dated)
        for page, elements, dated in zip(sample.pages, candidate.elements, candidate.kin, strict=True)
    ]
    pairs = [pair for heights in on_pages for pair in heights]
    if candidate.names_itself or not pairs:
        return False
    side = min((0, 1), key=lambda one: sum(pair[one] for pair in pairs))
    usual = Counter(pair[side] for pair in pairs).most_common(1)[0][0]
    kept = [
        [element for element, pair in zip(elements, heights, strict=True) if pair[side] <= usual]
        for elements, heights in zip(candidate.elements, on_pages, strict=True)
    ]
    missing = candidate.count - sum(map(len, kept))
    if not missing or missing > (1 - MIN_REGULARITY) * candidate.count:
        return False
    candidate.elements, candidate.strays = kept, candidate.strays + missing
    return True


def nesting(page: Page, groups: Sequence[Sequence[int]]) -> list[bool]:
    """Which groups of bodies have others that stand deeper in the element that they stand in: replies to them."""
    depths = np.array([page.depth[group[0]] for group in groups])
    firsts = np.array([group[0] for group in groups])
    nests = []
    for group in groups:
        around = int(page.parent[group[0]])
        inside = slice(*np.searchsorted(firsts, (group[-1] + 1, page.end[around])))
        nests.append(bool((depths[inside] > page.depth[group[0]]).any()))
    return nests


def _told_before(page: Page, groups: Sequence[Sequence[int]], dated: IntArray) -> list[bool]:
    """Before which groups of bodies a date stands, behind the group before."""
    ends = [0, *(int(page.end[group[-1]]) for group in groups[:-1])]
    starts = [group[0] for group in groups]
    told = dated.searchsorted(starts) > dated.searchsorted(ends[: len(groups)])
    return [bool(one) for one in told]


def _hold(sample: Sample, marks: Sequence[IntArray], holders: Sequence[Sequence[int | None]]) -> bool:
    """Whether most of some elements hold one of some others; yes without any."""
    held = [
        bool(marked.searchsorted(page.end[holder]) > marked.searchsorted(holder))
        for page, marked, on_page in zip(sample.pages, marks, holders, strict=True)
        for holder in on_page
        if holder is not None
    ]
    return 2 * sum(held) >= len(held)
