"""The posts of a page as regions: which elements belong to which body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from newsbody.page import Page
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector


@dataclass(frozen=True)
class Record:
    """One post: the elements of its body, and the elements around it that speak of it.

    ``spans`` are ranges of element numbers, the likeliest first; they may hold the bodies.
    """

    bodies: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]

    def around(self, page: Page) -> list[int]:
        """The elements of the post that are not in its body, in the order of ``spans``."""
        inside = [(body, int(page.end[body])) for body in self.bodies]
        return [
            index
            for start, stop in self.spans
            for index in range(start, stop)
            if not any(first <= index < last for first, last in inside)
        ]


def records(page: Page, rule: Rule) -> list[Record]:
    """The posts that a rule finds on a page, in document order."""
    bodies = rule.select(page)
    holders = [_holder(page, body, rule.post) for body in bodies]
    groups: list[list[int]] = []
    last: int | None = None
    for body, holder in zip(bodies, holders, strict=True):
        if holder is not None and holder == last:
            groups[-1].append(body)
        else:
            groups.append([body])
        last = holder
    return regions(page, groups, lambda body: _holder(page, body, rule.post))


def regions(page: Page, groups: Sequence[Sequence[int]], holder: Callable[[int], int | None]) -> list[Record]:
    """Records of bodies (grouped to posts): the element that ``holder`` names, else what lies
    between the bodies before and behind.
    """
    result = []
    for number, group in enumerate(groups):
        held = holder(group[0])
        if held is not None:
            spans: tuple[tuple[int, int], ...] = ((held, int(page.end[held])),)
        else:
            before = int(page.end[groups[number - 1][-1]]) if number else 0
            behind = groups[number + 1][0] if number + 1 < len(groups) else len(page.tags)
            spans = ((before, group[0]), (group[0], behind))
        result.append(Record(tuple(group), spans))
    return result


def _holder(page: Page, body: int, selectors: Sequence[Selector]) -> int | None:
    """The nearest element around a body that one of the selectors names."""
    if not selectors:
        return None
    for index in page.ancestors(body):
        if any(selector.matches(page, index) for selector in selectors):
            return index
    return None


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
