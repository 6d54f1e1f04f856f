"""A short chain of steps that finds elements, and that a person can read and write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Protocol, cast

from lxml import etree

from newsbody.ground.remembered import is_meanwhile, remembered_meanwhile
from newsbody.page.characters import IntArray
from newsbody.rules.step import Step, parse_steps


class Elements(Protocol):
    """What is asked of a page, or a part of one: its elements in document order, as a Tree has them."""

    elements: list[etree._Element]

    @property
    def end(self) -> IntArray | list[int]: ...
    @property
    def tags(self) -> list[str]: ...
    @property
    def classes(self) -> list[str]: ...
    @property
    def parent(self) -> IntArray | list[int]: ...
    @property
    def child_number(self) -> IntArray | list[int]: ...


@dataclass(frozen=True)
class Selector:
    """A chain of steps, outermost first, each directly in the one before it."""

    steps: tuple[Step, ...]

    @cached_property
    def _hash(self) -> int:
        return hash(self.steps)

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def parse(cls, text: str) -> Selector:
        """Read the written form. Raises :class:`SelectorError`.

        >>> str(Selector.parse("div.post>p"))
        'div.post > p'
        """
        return _parse(text)

    def __str__(self) -> str:
        return self._written

    @cached_property
    def _written(self) -> str:
        return " > ".join(map(str, self.steps))

    @cached_property
    def is_bare(self) -> bool:
        """Whether only tags and numbers tell the elements from others."""
        return all(step.is_bare for step in self.steps)

    def select(self, page: Elements, candidates: Iterable[int] | None = None) -> list[int]:
        """The numbers of the elements that match, in document order; of ``candidates`` when given."""
        if candidates is None:
            return list(_all_named(self, page))
        if is_meanwhile():
            named = _set_named(self, page)
            return [index for index in candidates if index in named]
        return [index for index in candidates if self.matches(page, index)]

    def find(self, root: etree._Element) -> list[etree._Element]:
        """The elements of a tree that match, in document order, without any page made of it."""
        last = self.steps[-1]
        attribute, part = last.attribute, last.prefix
        if last.classes or not attribute:
            attribute, part = "class", last.part
        named: Iterable[etree._Element]
        if (last.tag == "*" or _is_plain(last.tag)) and _is_plain(attribute) and part.isprintable():
            named = cast("list[etree._Element]", _having(last.tag, attribute)(root, part=part))
        else:  # no name, or no text, for XPath; what lxml takes for a namespace is none in a page
            named = root.iter(etree.Element)
        return [element for element in named if self.holds_for(element)]

    def holds_for(self, element: etree._Element) -> bool:
        """Whether an element of a tree is at the end of such a chain."""
        at: etree._Element | None = element
        for step in reversed(self.steps):
            if at is None or not _holds_for(step, at):
                return False
            at = at.getparent()
        return True

    def matches(self, page: Elements, index: int) -> bool:
        """Whether element ``index`` is at the end of such a chain."""
        for step in reversed(self.steps):
            if index < 0 or not _step_matches(page, step, index):
                return False
            index = int(page.parent[index])
        return True


@remembered_meanwhile(maxsize=1024)
def _all_named(selector: Selector, page: Elements) -> Sequence[int]:
    """All elements of a page that match, in document order."""
    last, tags, classes = selector.steps[-1], page.tags, page.classes
    if last.part:  # most elements are passed over without a call
        part = last.part
        found = [index for index, names in enumerate(classes) if part in names]
    else:
        found = [index for index, tag in enumerate(tags) if last.tag in ("*", tag)]
    if last.attribute:
        values = ((index, page.elements[index].get(last.attribute)) for index in found)
        found = [index for index, value in values if value is not None and value.startswith(last.prefix)]
    if last.classes or last.only:
        called = {name: last.is_called(*name) for name in {(tags[index], classes[index]) for index in found}}
        found = [index for index in found if called[tags[index], classes[index]]]
    if len(selector.steps) == 1 and not last.nth:
        return found
    return [index for index in found if selector.matches(page, index)]


@remembered_meanwhile(maxsize=1024)
def _set_named(selector: Selector, page: Elements) -> frozenset[int]:
    return frozenset(_all_named(selector, page))


@lru_cache(maxsize=512)
def _having(tag: str, attribute: str) -> etree.XPath:
    """The elements of a tag of which an attribute has a part, without a look at the others from Python."""
    return etree.XPath(f"descendant-or-self::{tag}[contains(@{attribute}, $part)]")


def _is_plain(name: str) -> bool:
    """Is a tag's or an attribute's name one that XPath takes?"""
    return name.isascii() and name.isidentifier()


def strict(selector: Selector) -> Selector:
    """The same chain, where elements named by their tag alone have no class."""
    return Selector(tuple(replace(step, only=True) if step.is_bare else step for step in selector.steps))


def outermost(page: Elements, indices: Sequence[int]) -> list[int]:
    """The elements that do not stand in another one of them. ``indices`` in document order."""
    kept: list[int] = []
    stop = -1
    for index in indices:
        if index >= stop:
            kept.append(index)
            stop = int(page.end[index])
    return kept


def _step_matches(page: Elements, step: Step, index: int) -> bool:
    if not step.is_called(page.tags[index], page.classes[index]):
        return False
    if step.nth and page.child_number[index] != step.nth:
        return False
    if not step.attribute:
        return True
    value = page.elements[index].get(step.attribute)
    return value is not None and value.startswith(step.prefix)


def _holds_for(step: Step, element: etree._Element) -> bool:
    if not step.is_called(element.tag, element.get("class", "")):
        return False
    value = element.get(step.attribute) if step.attribute else ""
    return value is not None and value.startswith(step.prefix)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Selector:
    return Selector(parse_steps(text))
