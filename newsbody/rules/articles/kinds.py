"""The kinds of elements in bodies and in front of them: what tells pages of another template.

A kind is the name of an element (:func:`~newsbody.rules.selector.selector_of`). A rule knows
those that stood in the bodies it was learned from, and those in front of them with sentences
that were no body.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import runs_inside
from newsbody.rules.naming import selector_of
from newsbody.rules.rule import Rule
from newsbody.rules.sample import FloatArray
from newsbody.rules.selector import Elements, Selector
from newsbody.rules.selector_union import KINDS_KEPT

#: A paragraph of so much text (:attr:`Characters.weight`), half of it no link, with a sentence end: it may be body
#: wherever it stands.
MIN_SENTENCES = 40.0
MAX_LINKED = 0.5
#: Tags that tell templates apart without class or id.
_TELLING_TAGS = frozenset("ul ol dl table form section aside h1 h2 h3 h4 h5 h6".split())


def weight_of_runs(page: Page) -> FloatArray:
    """Weighted letters of each run. Shape (m,)."""
    weight = page.characters.weight
    return np.asarray(weight[page.run_stop] - weight[page.run_start], dtype=np.float64)


def kinds_inside(page: Elements, elements: Sequence[int]) -> dict[Selector, list[int]]:
    """The kinds of blocks and named elements inside some elements, by name, and where they stand."""
    found: dict[Selector, list[int]] = defaultdict(list)
    for outer in elements:
        for index in range(outer + 1, int(page.end[outer])):
            selector = selector_of(page, index)
            if not selector.steps[0].is_bare or page.tags[index] in _TELLING_TAGS:
                found[selector].append(index)
    return found


def unseen_runs(rule: Rule, page: Page, elements: Sequence[int]) -> BoolArray:
    """The runs in bodies (``elements``), or sentences in front, of kinds the rule does not know of. Shape (m,)."""
    if not rule.seen:
        return np.zeros(len(page.run_start), dtype=np.bool_)
    unseen = runs_inside(page, unknown_elements((*rule.seen, *rule.shown_once), page, elements))
    known = frozenset(rule.before)
    for kind, runs in sentences_before(page, elements):
        unseen[runs] |= kind not in known
    return unseen


def unknown_elements(known: tuple[Selector, ...], page: Elements, elements: Sequence[int]) -> list[int]:
    """The elements in bodies (``elements``) that are of a kind and of none of those that are known."""
    kinds = _seen_kinds(known)
    tags, classes, ends = page.tags, page.classes, page.end
    unknown = []
    for outer in elements:
        for index in range(outer + 1, int(ends[outer])):
            named = classes[index]
            key = tags[index], named, "" if named and not named.isspace() else page.elements[index].get("id")
            is_known = kinds.known.get(key)
            if is_known is None:
                is_known = kinds.learn(key, selector_of(page, index), tags[index])
            if not is_known:
                unknown.append(index)
    return unknown


class _SeenKinds:
    """Which elements are of kinds that stood in bodies, or of none: found once for a tag and its classes or id."""

    def __init__(self, seen: Iterable[Selector]) -> None:
        self._seen = frozenset(seen)
        self.known: dict[tuple[str, str, str | None], bool] = {}

    def learn(self, key: tuple[str, str, str | None], kind: Selector, tag: str) -> bool:
        """Find it for the elements of a key, of which one is of this kind."""
        if len(self.known) >= KINDS_KEPT:
            self.known.clear()
        is_kind = not kind.steps[0].is_bare or tag in _TELLING_TAGS
        known = self.known[key] = not is_kind or kind in self._seen
        return known


@lru_cache(maxsize=512)
def _seen_kinds(seen: tuple[Selector, ...]) -> _SeenKinds:
    return _SeenKinds(seen)


def sentences_before(page: Page, elements: Sequence[int]) -> list[tuple[Selector, slice]]:
    """The visible paragraphs in front of bodies (``elements``) that may be body: their kinds, and their runs."""
    if not elements or not page.first_run[elements[0]]:
        return []
    chars, weight = page.characters, weight_of_runs(page)
    total = np.add.reduceat(weight, page.paragraph_run[:-1])
    linked = np.add.reduceat(weight * page.run_is_link, page.paragraph_run[:-1])
    sentences = chars.stops[page.paragraph_stop] > chars.stops[page.paragraph_start]
    lowest = page.run_element[page.paragraph_run[:-1]]
    likely = sentences & (total >= MIN_SENTENCES) & (linked <= MAX_LINKED * total)
    likely[likely] = ~page.hidden(lowest[likely].tolist())
    before = page.run_paragraph[page.first_run[elements[0]] - 1] + 1
    first, last = page.paragraph_run[:-1], page.paragraph_run[1:]
    numbers = np.flatnonzero(likely[:before])
    kinds = kinds_around(page, lowest[numbers].tolist())
    return [(kinds[lowest[number]], slice(int(first[number]), int(last[number]))) for number in numbers.tolist()]


def kinds_around(page: Elements, elements: Iterable[int]) -> dict[int, Selector]:
    """For each of some elements, and those passed on the way, the name of the innermost with one at or above it."""
    known: dict[int, Selector] = {}
    for element in elements:
        passed = [element]
        while passed[-1] not in known:
            name = selector_of(page, passed[-1])
            if passed[-1] <= 0 or not name.steps[0].is_bare:
                known[passed[-1]] = name
            else:
                passed.append(int(page.parent[passed[-1]]))
        known.update(dict.fromkeys(passed, known[passed[-1]]))
    return known
