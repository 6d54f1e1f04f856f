"""The posts of a page as regions: which elements belong to which body."""

from __future__ import annotations

from collections.abc import Sequence
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
    """The posts that a rule finds on a page, in document order.

    Bodies in one and the same holder are parts of one post. Where the rule names holders, a
    body outside of any is taken for a post when the place around it has a time like posts have.
    """
    bodies = rule.select(page)
    if not rule.post:
        return _between(page, bodies)
    held = [_holder(page, body, rule.post) for body in bodies]
    groups: list[list[int]] = []
    holders: list[int | None] = []
    for body, holder in zip(bodies, held, strict=True):
        if holder is not None and holders and holder == holders[-1]:
            groups[-1].append(body)
        else:
            groups.append([body])
            holders.append(holder)
    found = []
    for group, holder, alone in zip(groups, holders, highest_alone(page, groups), strict=True):
        around = alone if holder is None else holder
        span = (around, int(page.end[around])) if around is not None else (0, len(page.tags))
        record = Record(tuple(group), (span,))
        if holder is not None or (rule.time and rule.time.selector.select(page, record.around(page))):
            found.append(record)
    return found


def _between(page: Page, bodies: Sequence[int]) -> list[Record]:
    """Posts that no element holds together: what speaks of one stands before its body, or behind."""
    result = []
    for number, body in enumerate(bodies):
        before = int(page.end[bodies[number - 1]]) if number else 0
        behind = bodies[number + 1] if number + 1 < len(bodies) else len(page.tags)
        result.append(Record((body,), ((before, body), (body, behind))))
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
