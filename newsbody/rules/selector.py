"""How a rule names elements: a short chain of steps that a person can read and write.

``td.t`` is a TD with the class ``t`` (others may stand beside it); ``div.post-*`` has a class
that changes from one to the next; ``div[class=text]`` has this class and no other;
``div[id^=post_message_]`` is found by the beginning of an attribute; ``td[2]`` is the second child
of its parent; ``p.author > a`` is an A directly in a P. Characters that mean something here are
written with a backslash before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Protocol, cast

from lxml import etree

from newsbody.page.characters import IntArray
from newsbody.remembered import is_meanwhile, remembered, remembered_meanwhile

#: Shorter beginnings of ids say nothing.
MIN_PREFIX_CHARS = 2
#: Elements without class are named by the nearest one around them, up to so many steps.
MAX_STEPS = 3

_TAG = re.compile(r"(?:[\w:-]|\\.)+|\*", re.DOTALL)
_CLASS = re.compile(r"\.((?:\\.|[^\\.\[>\s])+)", re.DOTALL)
_ATTRIBUTE = re.compile(r"\[([\w:-]+)\^=((?:\\.|[^\\\]])*)\]", re.DOTALL)
_ONLY = re.compile(r"\[class=((?:\\.|[^\\\]])*)\]", re.DOTALL)
_NTH = re.compile(r"\[([1-9]\d{0,5})\]")
_SPECIAL = re.compile(r"([\\.\[\]>*@])")
#: Parsers take nearly anything behind a "<" for a tag's name.
_SPECIAL_IN_TAG = re.compile(r"([^\w:-])")
#: What the changing part of a class consists of, a number at least; a star that stands in a class as such stands for
#: itself.
_CHANGING_PART = re.compile(r"[\w*-]*")
_NUMBERED = re.compile(r"[\d*]")
_CHANGING = re.compile(r"\d+")


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


class SelectorError(ValueError):
    """A selector that cannot be read; the message names it and says what is expected."""


@dataclass(frozen=True)
class Step:
    """One element of a chain: its tag ("*": any), classes and the beginning of an attribute.

    A class may hold ``*`` for a changing part. ``only``: no classes beside these. ``nth``: the element's
    number among its parent's children, from 1; 0 for any.
    """

    tag: str
    classes: tuple[str, ...] = ()
    attribute: str = ""
    prefix: str = ""
    only: bool = False
    nth: int = 0

    def __str__(self) -> str:
        classes = "".join("." + _escape(name, star=False) for name in self.classes)
        if self.only:
            classes = f"[class={' '.join(_escape(name, star=False) for name in self.classes)}]"
        attribute = f"[{self.attribute}^={_escape(self.prefix, star=True)}]" if self.attribute else ""
        tag = self.tag if self.tag == "*" else _SPECIAL_IN_TAG.sub(r"\\\1", self.tag)
        return tag + classes + attribute + (f"[{self.nth}]" if self.nth else "")

    @property
    def is_bare(self) -> bool:
        """Whether only the tag tells the element from others."""
        return not self.classes and not self.attribute and not self.only

    @cached_property
    def part(self) -> str:
        """The longest text that stands in the class attribute of every such element, "" without any."""
        return max((part for name in self.classes for part in name.split("*")), key=len, default="")


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
        """Read the written form. Raises :class:`SelectorError`."""
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
        called = {name: _is_called(last, *name) for name in {(tags[index], classes[index]) for index in found}}
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


def step_of(page: Elements, index: int) -> Step:
    """The step that names an element: its classes; without any, its id; else the tag.

    Numbers become ``*`` in a class, and an id is named by what stands before its first number.
    """
    return name_of(page, index).steps[0]


@remembered_meanwhile(maxsize=1 << 14)
def name_of(page: Elements, index: int) -> Selector:
    """The chain of this one step."""
    classes = page.classes[index]
    identity = "" if classes and not classes.isspace() else page.elements[index].get("id") or ""
    return _make_name(page.tags[index], classes, identity)


@remembered(maxsize=65536)
def _make_name(tag: str, classes: str, identity: str) -> Selector:
    return Selector((_make_step(tag, classes, identity),))


def _make_step(tag: str, classes: str, identity: str) -> Step:
    names = tuple(dict.fromkeys(_CHANGING.sub("*", name) for name in classes.split()))
    if names:
        return Step(tag, names)
    prefix = _CHANGING.split(identity, maxsplit=1)[0]
    return Step(tag, attribute="id", prefix=prefix) if len(prefix) >= MIN_PREFIX_CHARS else Step(tag)


def selector_of(page: Elements, index: int, steps: int = 1) -> Selector:
    """The chain of up to ``steps`` steps that ends in an element."""
    if steps == 1:
        return name_of(page, index)
    chain: list[Step] = []
    while index >= 0 and len(chain) < steps:
        chain.append(step_of(page, index))
        index = int(page.parent[index])
    return Selector(tuple(reversed(chain)))


def name_inside(page: Elements, index: int, outermost: int) -> Selector | None:
    """The shortest chain from an element with class or id down to this one, none of it outside ``outermost``."""
    around = index
    for steps in range(1, MAX_STEPS + 1):
        if around < outermost:
            return None
        selector = selector_of(page, index, steps)
        if not selector.steps[0].is_bare:
            return selector
        around = int(page.parent[around])
    return None


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
    if not _is_called(step, page.tags[index], page.classes[index]):
        return False
    if step.nth and page.child_number[index] != step.nth:
        return False
    if not step.attribute:
        return True
    value = page.elements[index].get(step.attribute)
    return value is not None and value.startswith(step.prefix)


def _holds_for(step: Step, element: etree._Element) -> bool:
    if not _is_called(step, element.tag, element.get("class", "")):
        return False
    value = element.get(step.attribute) if step.attribute else ""
    return value is not None and value.startswith(step.prefix)


def _is_called(step: Step, tag: str, classes: str) -> bool:
    """Whether an element of a tag and a class attribute has the name that a step asks for."""
    if step.tag not in ("*", tag):
        return False
    return not (step.classes or step.only) or _has_classes(classes, step.classes, step.only)


@remembered(maxsize=65536)
def _has_classes(value: str, wanted: tuple[str, ...], only: bool) -> bool:
    there = value.split()
    if only and not all(any(_is_named(other, name) for name in wanted) for other in there):
        return False
    return all(any(_is_named(other, name) for other in there) if "*" in name else name in there for name in wanted)


def _is_named(value: str, name: str) -> bool:
    """Whether a class is ``name``, in which each ``*`` stands for letters, digits, "_" and "-", a digit among them.

    The parts between are looked for from left to right, each once: where one fits, no later place for it leaves
    more to what follows. So the time is linear, whatever the name.
    """
    first, *parts = name.split("*")
    if not parts:
        return value == name
    last = parts.pop()
    position, end = len(first), len(value) - len(last)
    if position > end or not value.startswith(first) or not value.endswith(last):
        return False
    for part in [*parts, ""]:
        number = _NUMBERED.search(value, position, end)
        if number is None:
            return False
        found = value.find(part, number.end(), end) if part else end
        if found < 0 or not _CHANGING_PART.fullmatch(value, position, found):
            return False
        position = found + len(part)
    return True


def _escape(text: str, *, star: bool) -> str:
    return _SPECIAL.sub(lambda found: found[1] if found[1] == "*" and not star else "\\" + found[1], text)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Selector:
    steps: list[Step] = []
    position = 0
    text = text.strip()
    while True:
        tag = _TAG.match(text, position)
        if tag is None:
            raise SelectorError(
                f"cannot read the selector {text!r} at {text[position:]!r}: "
                "expected a tag, as in 'td.body', 'div.post-*', 'div[id^=post_]' or 'p.author > a'"
            )
        position = tag.end()
        classes: list[str] = []
        while found := _CLASS.match(text, position):
            classes.append(_unescape(found[1]))
            position = found.end()
        attribute = prefix = ""
        only = _ONLY.match(text, position)
        if only and not classes:
            classes = [_unescape(name) for name in only[1].split()]
            position = only.end()
        if found := _ATTRIBUTE.match(text, position):
            attribute, prefix = found[1], _unescape(found[2])
            position = found.end()
        nth = 0
        if found := _NTH.match(text, position):
            nth = int(found[1])
            position = found.end()
        steps.append(Step(_unescape(tag[0]), tuple(classes), attribute, prefix, only is not None, nth))
        rest = text[position:].strip()
        if not rest:
            return Selector(tuple(steps))
        if not rest.startswith(">"):
            raise SelectorError(f"cannot read the selector {text!r} at {rest!r}: steps are joined by ' > '")
        position = len(text) - len(rest[1:].lstrip())
