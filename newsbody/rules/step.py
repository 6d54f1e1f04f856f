"""One step of a selector: what it asks of an element's names, and how it is written.

``td.t`` is a TD with the class ``t`` (others may stand beside it); ``div.post-*`` has a class
that changes from one to the next; ``div[class=text]`` has this class and no other;
``div[id^=post_message_]`` is found by the beginning of an attribute; ``td[2]`` is the second child
of its parent; ``p.author > a`` is an A directly in a P. Characters that mean something here are
written with a backslash before them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from newsbody.ground.remembered import remembered

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

    def is_called(self, tag: str, classes: str) -> bool:
        """Whether an element of a tag and a class attribute has the name that is asked for."""
        if self.tag not in ("*", tag):
            return False
        return not (self.classes or self.only) or _has_classes(classes, self.classes, self.only)


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
    for part in (*parts, None):
        number = _NUMBERED.search(value, position, end)
        if number is None:
            return False
        found = end if part is None else value.find(part, number.end(), end)
        if found < 0 or not _CHANGING_PART.fullmatch(value, position, found):
            return False
        position = found + len(part or "")
    return True


def _escape(text: str, *, star: bool) -> str:
    return _SPECIAL.sub(lambda found: found[1] if found[1] == "*" and not star else "\\" + found[1], text)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def parse_steps(text: str) -> tuple[Step, ...]:
    """The chain that is written so. Raises :class:`SelectorError`."""
    steps: list[Step] = []
    position = 0
    text = text.lstrip()  # a tag may end in a blank that no parser takes for one, as that which does not break
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
        rest = text[position:].lstrip()
        if not rest:
            return tuple(steps)
        if not rest.startswith(">"):
            raise SelectorError(f"cannot read the selector {text!r} at {rest!r}: steps are joined by ' > '")
        position = len(text) - len(rest[1:].lstrip())
