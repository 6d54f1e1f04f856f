"""Several selectors asked at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from newsbody.page import Page
from newsbody.rules.selector import Elements, Selector

#: Kinds of elements of which it is remembered whether one of some selectors matches.
KINDS_KEPT = 1 << 13


@lru_cache(maxsize=512)
def any_of(selectors: tuple[Selector, ...]) -> AnyOf:
    """These selectors, kept for the next page."""
    return AnyOf(selectors)


#: Tags, none where a step takes any; so many elements further out, the beginning and the end of a class; "" for any.
_Place = tuple[tuple[str, ...], int, str, str]


class _Kind:
    """Elements of the same tag and class within such of the same kind; those are alike that rules tell apart by names.

    ``likely``: the selectors that may match them; ``inner``: the kinds in them, by tag and class.
    """

    __slots__ = ("inner", "likely")

    def __init__(self, likely: list[Selector]) -> None:
        self.likely = likely
        self.inner: dict[tuple[str, str], _Kind] = {}


class AnyOf:
    """Some selectors at once. Most elements of a site are of a few kinds: it is found once for each which selectors may
    match, and for most none does.
    """

    def __init__(self, selectors: Iterable[Selector]) -> None:
        self._filed = _Filed(selectors)
        self._outmost, self._count = _Kind([]), 0

    def outermost_inside(self, page: Elements, outer: int) -> Iterator[int]:
        """The outermost elements inside another one that match, in document order."""
        tags, classes, parents, ends = page.tags, page.classes, page.parent, page.end
        kinds = {outer: self._kind_of(page, outer, self._filed.around)}
        index, stop = outer + 1, int(ends[outer]) if self._filed.count else 0
        while index < stop:
            around = kinds[int(parents[index])]
            kind = around.inner.get((tags[index], classes[index])) or self._learn(around, page, index)
            if kind.likely and any(selector.matches(page, index) for selector in kind.likely):
                yield index
                index = int(ends[index])
            else:
                kinds[index] = kind
                index += 1

    def _kind_of(self, page: Elements, index: int, around: int) -> _Kind:
        """The kind of an element, by so many elements around it as selectors ask for."""
        if index < 0 or not around:
            return self._outmost
        outer = self._kind_of(page, int(page.parent[index]), around - 1)
        return outer.inner.get((page.tags[index], page.classes[index])) or self._learn(outer, page, index)

    def _learn(self, around: _Kind, page: Elements, index: int) -> _Kind:
        self._count += 1
        if self._count > KINDS_KEPT:
            self._outmost, self._count = _Kind([]), 0
        likely = self._filed.likely(page, index)
        kind = _Kind([selector for selector, by_names in likely if by_names.matches(page, index)])
        around.inner[page.tags[index], page.classes[index]] = kind
        return kind


def counted_inside(page: Page, outer: Iterable[int], selectors: Iterable[Selector]) -> Counter[Selector]:
    """How many elements inside some others each selector matches, the outermost of its own, in one pass for all."""
    filed, counted = _Filed(selectors), Counter[Selector]()
    kinds: dict[tuple[tuple[str, str], ...], list[Selector]] = {}
    for start in outer:
        behind: dict[Selector, int] = {}
        for index in range(start + 1, int(page.end[start])):
            around = islice(page.ancestors(index), filed.around + 1)
            kind = tuple((page.tags[one], page.classes[one]) for one in around)
            if kind not in kinds:
                kinds[kind] = [one for one, by_names in filed.likely(page, index) if by_names.matches(page, index)]
            for selector in kinds[kind]:
                if index >= behind.get(selector, 0) and selector.matches(page, index):
                    behind[selector] = int(page.end[index])
                    counted[selector] += 1
    return counted


class _Filed:
    """Selectors by their tags and by the longest class that a step asks for: how many elements further out, how it
    begins and ends (``c*-x``); of a rule with thousands the elements of a page are compared with few.
    """

    def __init__(self, selectors: Iterable[Selector]) -> None:
        self._filed: dict[_Place, list[tuple[Selector, Selector]]] = {}
        self.around = self.count = 0
        for selector in selectors:
            self._filed.setdefault(_place_of(selector), []).append((selector, _by_names(selector)))
            self.around, self.count = max(self.around, len(selector.steps) - 1), self.count + 1
        self._lengths = {(len(tags), outer, len(first), len(last)) for tags, outer, first, last in self._filed}

    def likely(self, page: Elements, index: int) -> Iterator[tuple[Selector, Selector]]:
        """Those that an element may match, with what each asks of names."""
        names: list[list[str]] = []
        tags: list[str] = []
        while index >= 0 and len(names) <= self.around:
            names.append(["", *page.classes[index].split()])
            tags.append(page.tags[index])
            index = int(page.parent[index])
        places = {
            (tuple(tags[:steps]), outer, name[:first], name[max(0, len(name) - last) :])
            for steps, outer, first, last in self._lengths
            if outer < len(names)
            for name in names[outer]
        }
        for place in places:
            yield from self._filed.get(place, ())


def _place_of(selector: Selector) -> _Place:
    outer = enumerate(reversed(selector.steps))
    asked = ((place, name) for place, step in outer for name in ("", *step.classes))
    place, name = max(asked, key=lambda one: len(one[1]))
    first, star, _ = name.partition("*")
    tags = tuple(step.tag for step in reversed(selector.steps))
    return () if "*" in tags else tags, place, first, name.rpartition("*")[2] if star else first


def _by_names(selector: Selector) -> Selector:
    """What a selector asks of tags and classes."""
    return Selector(tuple(replace(step, attribute="", prefix="", nth=0) for step in selector.steps))
