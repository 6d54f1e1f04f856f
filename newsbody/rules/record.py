"""The posts of one template as regions of a page: which elements speak of which body."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.rules.rule import HeaderPlace, Rule
from newsbody.rules.selector import outermost
from newsbody.rules.values import says_time, time_value

#: What belongs to the paragraphs beside it.
_BLOCKS_OF_TEXT = frozenset(("blockquote", "pre", "ul", "ol"))


@dataclass(frozen=True)
class Record:
    """One post: the elements of its body, and the elements around it that speak of it.

    ``spans`` are ranges of element numbers, the likeliest first; they may hold the bodies. ``holder`` is the
    element that holds the post, None where none does. ``backwards``: what speaks of the post stands next to its
    body, before it, and another post's may stand before that. ``aside``: ranges beside all posts that may name the
    author.
    """

    bodies: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    holder: int | None = None
    backwards: bool = False
    aside: tuple[tuple[int, int], ...] = ()

    def around(self, page: Page) -> list[int]:
        """The elements of the post that are not in its body, in the order of ``spans``, or from the body on."""
        found: list[int] = []
        for start, stop in self.spans:
            for body in sorted(self.bodies):
                found += range(start, min(body, stop))
                start = max(start, int(page.end[body]))
            found += range(start, stop)
        before = bisect_left(found, self.bodies[0]) if self.backwards else 0
        return [*reversed(found[:before]), *found[before:]]

    def elements(self, page: Page, *, inside: bool) -> list[int]:
        """Those around the bodies and the bodies themselves; ``inside``: with what stands in them."""
        held = [range(body, int(page.end[body]) if inside else body + 1) for body in self.bodies]
        return [*self.around(page), *(index for elements in held for index in elements)]

    def naming(self, page: Page, *, inside: bool) -> list[int]:
        """The elements that may say who wrote it."""
        return [*self.elements(page, inside=inside), *(index for span in self.aside for index in range(*span))]


def records_of_template(page: Page, rule: Rule, bodies: Sequence[int], taken: Sequence[int]) -> list[Record]:
    """The posts with some bodies; ``taken`` are the bodies of others, or what holds these.

    Bodies in one and the same holder are parts of one post. Where the rule names holders, a
    body outside of any is taken for a post when the place around it has a time like posts have.
    """
    if not rule.post:
        return _between(page, rule, bodies, taken)
    holding = {index for selector in rule.post for index in selector.select(page)}
    held = [next((index for index in page.ancestors(body) if index in holding), None) for body in bodies]
    if rule.header in ("before", "behind") and rule.body[0].steps[-1].is_bare:
        times = times_on(page, rule)
        pairs = [
            (body, holder)
            for body, holder in zip(bodies, held, strict=True)
            if holder is None or _is_told(rule, _inside(page, times, holder), body)
        ]
        bodies, held = [body for body, _ in pairs], [holder for _, holder in pairs]
    several = set(_held_with_others(page, rule, bodies, held))
    held = [None if body in several else holder for body, holder in zip(bodies, held, strict=True)]
    groups: list[list[int]] = []
    holders: list[int | None] = []
    for body, holder in zip(bodies, held, strict=True):
        if holder is not None and holders and holder == holders[-1]:
            groups[-1].append(body)
        else:
            groups.append([body])
            holders.append(holder)
    found: list[Record] = []
    lost: list[int] = []
    apart = np.array(sorted({*taken, *(holder for holder in holders if holder is not None)}), dtype=np.int64)
    highest = highest_alone(page, [*groups, *([body] for body in taken)])[: len(groups)]
    levels = max((_levels(page, body, holder) for body, holder in zip(bodies, held, strict=True) if holder), default=0)
    for group, holder, alone in zip(groups, holders, highest, strict=True):
        around = _like_others(page, rule, group[0], alone, levels) if holder is None else holder
        span = (around, int(page.end[around])) if around is not None else (0, len(page.tags))
        nested = apart[apart.searchsorted(span[0], "right") : apart.searchsorted(span[1])]
        nested = nested[(nested > group[0]) | (page.end[nested] <= group[0])]
        record = Record(tuple(group), _without(page, span, nested.tolist()), around)
        if holder is not None or (rule.time and time_value(page, record.around(page), rule.time)):
            found.append(record)
        else:
            lost += group
    lost = [body for body in lost if body in several]
    if not lost:
        return found
    side: HeaderPlace = "before" if times_on(page, rule)[0] < lost[0] else "behind"
    others = [*taken, *(body for record in found for body in record.bodies)]
    return sorted([*found, *_between(page, replace(rule, header=side), lost, others)], key=lambda one: one.bodies)


def _levels(page: Page, body: int, holder: int) -> int:
    """How many levels above a body stands what holds it."""
    return next(level for level, index in enumerate(page.ancestors(body)) if index == holder)


def _like_others(page: Page, rule: Rule, body: int, alone: int | None, levels: int) -> int | None:
    """What holds a post that nothing named holds: as many levels above its body as of others, if that says when.

    A comment on a question is alone there with the question.
    """
    near = next(islice(page.ancestors(body), levels, None), None) if levels else None
    if near is None or rule.time is None or (alone is not None and near <= alone):
        return alone
    return near if time_value(page, range(near, int(page.end[near])), rule.time) else alone


def _held_with_others(page: Page, rule: Rule, bodies: Sequence[int], held: Sequence[int | None]) -> list[int]:
    """The bodies in holders with a time for each of their bodies: these hold several posts.

    Where a sample shows one reply a page, what holds them all looks like what holds one.
    """
    count = Counter(holder for holder in held if holder is not None)
    several = [holder for holder, number in count.items() if number > 1]
    times = times_on(page, rule) if several and not rule.is_inside else np.zeros(0, dtype=np.int64)
    many = {holder for holder in several if len(_inside(page, times, holder)) >= count[holder]}
    return [body for body, holder in zip(bodies, held, strict=True) if holder in many]


def _without(page: Page, span: tuple[int, int], nested: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """What is left of a range of elements without some that stand in it (replies that nest in a post, other posts)."""
    start, stop = span
    left = []
    for index in outermost(page, nested):
        left.append((start, index))
        start = int(page.end[index])
    return (*left, (start, stop))


def _between(page: Page, rule: Rule, bodies: Sequence[int], taken: Sequence[int]) -> list[Record]:
    """Posts that no element holds together: what speaks of one stands before its body, or behind.

    Bodies without a time between them are parts of one post where the rule says on which side times stand.
    """
    times = times_on(page, rule) if rule.header in ("before", "behind") else None
    if times is not None and not len(times):
        times = None  # a page that says them elsewhere
    if times is not None:
        bodies = [body for body in bodies if _is_told(rule, times, body)]
    groups: list[list[int]] = []
    for body in bodies:
        if times is not None and groups and times.searchsorted(body) == times.searchsorted(groups[-1][-1]):
            # What stands elsewhere is beside a post: its foot.
            groups[-1] += [body] if page.parent[body] == page.parent[groups[-1][0]] else []
        else:
            groups.append([body])
    if rule.body[0].steps[-1].is_bare and rule.body[0].steps[-1].tag == "p":
        codes = page.subtree_sum(page.is_tag("pre"))
        groups = [_with_blocks(page, group, codes) for group in groups]
    own = [(group[0], int(page.end[group[-1]])) for group in groups]
    if rule.header not in ("around", "page"):  # what holds a post alone is all its own
        alone = highest_alone(page, [*groups, *([body] for body in taken)])
        alone = [0] if len(alone) == 1 else alone
        wider = [(held, int(page.end[held])) if held is not None else (0, 0) for held in alone]
        own = [outer if outer[1] > inner[1] else inner for inner, outer in zip(own, wider, strict=False)]
    starts = np.array(sorted({first for first, _ in own}.union(taken)), dtype=np.int64)
    ends = np.array(sorted({stop for _, stop in own}.union(page.end[list(taken)].tolist())), dtype=np.int64)
    result = []
    for group, (first, stop) in zip(groups, own, strict=True):
        place = int(ends.searchsorted(first, "right"))
        before = int(ends[place - 1]) if place else 0
        place = int(starts.searchsorted(stop))
        behind = int(starts[place]) if place < len(starts) else len(page.tags)
        sides = (before, group[0]), (int(page.end[group[-1]]), behind)
        if rule.header == "before":  # the other side is another post's
            sides = sides[0], (sides[1][0], stop)
        elif rule.header == "behind":
            sides = sides[1], (first, group[0])
        result.append(Record(tuple(group), sides, backwards=rule.header == "before"))
    return result


def _is_told(rule: Rule, times: IntArray, body: int) -> bool:
    """Whether a time stands on that side of a body on which posts say theirs, where there are any."""
    if not len(times):
        return True
    return bool(times[0] < body) if rule.header == "before" else bool(times[-1] > body)


def _inside(page: Page, elements: IntArray, outer: int) -> IntArray:
    return elements[elements.searchsorted(outer) : elements.searchsorted(page.end[outer])]


def _with_blocks(page: Page, paragraphs: Sequence[int], codes: IntArray) -> list[int]:
    """Paragraphs without a name with the quotes, lists and code that stand beside them, before the next one."""
    parent = page.parent[paragraphs[0]]
    found = list(paragraphs)
    for first, stop in zip(paragraphs, [*paragraphs[1:], None], strict=True):
        index = int(page.end[first])
        while (
            index < len(page.tags) and page.parent[index] == parent and index != stop and _is_block(page, index, codes)
        ):
            inside = range(index, int(page.end[index]))
            found += [one for one in inside if page.tags[one] == "pre"] if codes[index] else [index]
            index = int(page.end[index])
    before = paragraphs[0] - 1
    while before > parent and page.parent[before] != parent:
        before = int(page.parent[before])
    if before > parent and page.tags[before] == "blockquote":
        found.append(before)
    return sorted(found)


def _is_block(page: Page, index: int, codes: IntArray) -> bool:
    """Whether an element is a quote, a list or code, or holds code."""
    return page.tags[index] in _BLOCKS_OF_TEXT or (page.tags[index] == "div" and bool(codes[index]))


def times_on(page: Page, rule: Rule) -> IntArray:
    """The elements of a page that say a time where posts say theirs."""
    if rule.time is None:
        return np.zeros(0, dtype=np.int64)
    said = [index for index in rule.time.selector.select(page) if says_time(page, index, own=rule.time.own)]
    return np.array(said, dtype=np.int64)


def highest_alone(page: Page, groups: Sequence[Sequence[int]]) -> list[int | None]:
    """For each group of bodies the highest element that holds no body of another group.

    None where that is the whole page: with a single post nothing shows where it ends.
    """
    members = np.zeros(len(page.tags), dtype=np.int64)
    for group in groups:
        members[list(group)] += 1
    inside = page.subtree_sum(members)
    found: list[int | None] = []
    for group in groups:
        best: int | None = None
        for index in page.ancestors(group[0]):
            if inside[index] > len(group):
                break
            best = index
        found.append(best if best is not None and page.parent[best] >= 0 else None)
    return found
