"""Several selectors asked at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from newsbody.rules.selector import Elements, Selector

#: Kinds of elements of which it is remembered whether one of some selectors matches.
KINDS_KEPT = 1 << 13


def select_any(page: Elements, selectors: Iterable[Selector], candidates: Iterable[int]) -> set[int]:
    """Those of the candidates that one of the selectors matches."""
    return _any_of(tuple(selectors)).among(page, candidates)


class _AnyOf:
    """Some selectors at once. Most elements of a site are of a few kinds: what matches is found once for a kind.

    A kind is tag and class of an element and of the one around it; selectors that ask for an attribute, a number, or
    elements further out are asked every time.
    """

    def __init__(self, selectors: Iterable[Selector]) -> None:
        self._by_kind: list[Selector] = []
        #: By the tag of the element.
        self._others: dict[str, list[Selector]] = {}
        for selector in selectors:
            if len(selector.steps) <= 2 and not any(step.attribute or step.nth for step in selector.steps):
                self._by_kind.append(selector)
            else:
                self._others.setdefault(selector.steps[-1].tag, []).append(selector)
        self._known: dict[tuple[str, str, str, str], bool] = {}

    def among(self, page: Elements, candidates: Iterable[int]) -> set[int]:
        """Those of the candidates that match."""
        tags, classes, parents = page.tags, page.classes, page.parent
        found: set[int] = set()
        for index in candidates if self._by_kind or self._others else ():
            above = int(parents[index])
            kind = (tags[index], classes[index], *((tags[above], classes[above]) if above >= 0 else ("", "")))
            matches = self._known.get(kind)
            if matches is None:
                if len(self._known) >= KINDS_KEPT:
                    self._known.clear()
                matches = self._known[kind] = any(selector.matches(page, index) for selector in self._by_kind)
            if matches or self._other_matches(page, index, tags[index]):
                found.add(index)
        return found

    def _other_matches(self, page: Elements, index: int, tag: str) -> bool:
        others = (*self._others.get(tag, ()), *self._others.get("*", ())) if self._others else ()
        return bool(others) and any(selector.matches(page, index) for selector in others)


@lru_cache(maxsize=512)
def _any_of(selectors: tuple[Selector, ...]) -> _AnyOf:
    return _AnyOf(selectors)
