"""The part of a page that a rule looks at: some elements, all that stands around them, and sentences in front.

To flatten a page costs half a parse and more, and a rule names one element. So what it does not
look at is passed over: an element is closed, with nothing in it, where its content changes
nothing of what is said of the others. What an excerpt says of its elements the whole page says as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
from lxml import etree

from newsbody.page.flatten import Node, flatten
from newsbody.page.page import MIN_NOSCRIPT_CHARS, Page, folded_chars
from newsbody.page.tags import FIRST_BOUNDARY, NODE_CODES, NOSCRIPT

#: What tells of the page as a whole: its name, and what it shows.
_ABOUT = ("title", "style", "link", "base")
#: Without any of these characters there is no sentence (:attr:`~newsbody.page.characters.Characters.stops`).
_STOP = re.compile("[.!?。！？]")


class Closed:
    """An element without its content."""

    __slots__ = ("_element", "tag", "tail")
    text = None

    def __init__(self, element: etree._Element) -> None:
        self._element = element
        self.tag, self.tail = element.tag, element.tail

    def __len__(self) -> int:
        return 0

    def get(self, name: str, default: str | None = None) -> str | None:
        """An attribute."""
        return self._element.get(name, default)


def excerpt(
    root: etree._Element, elements: Iterable[etree._Element], url: str | None = None, encoding: str | None = None
) -> Page | None:
    """The page with these elements and what stands around them, but no blocks without a sentence in front of the
    first, and none behind; None where only the whole page tells what they hold.
    """
    chosen = [element for element in elements if not _is_invisible(element)]
    if not chosen or not all(_is_block(element) for element in chosen):
        return None
    if sum(map(folded_chars, root.iter("noscript"))) > MIN_NOSCRIPT_CHARS:
        return None
    about = [element for element in root.iter(*_ABOUT) if not _is_invisible(element)]
    around = {ancestor for element in (*chosen, *about) for ancestor in element.iterancestors()}
    return Page(root, url, encoding, flatten(_Walk(around, set(chosen), set(about)).nodes(root)))


class _Walk:
    """``around``: elements that are looked into; ``chosen``: those that are wanted whole; ``about``: by themselves."""

    def __init__(self, around: set[etree._Element], chosen: set[etree._Element], about: set[etree._Element]) -> None:
        self._around, self._chosen, self._about = around, chosen, about
        self._in_front = True

    def nodes(self, root: etree._Element) -> Iterator[Node]:
        """What is looked at, in document order. Every child of an element comes, if only closed."""
        levels = [iter((root,))]
        while levels:
            element = next(levels[-1], None)
            if element is None:
                levels.pop()
            elif element in self._around and element not in self._chosen:
                yield element
                levels.append(iter(element))
            else:
                yield from self._whole_or_closed(element)

    def _whole_or_closed(self, element: etree._Element) -> Iterable[Node]:
        is_chosen = element in self._chosen
        self._in_front &= not is_chosen
        in_front = self._in_front and (not _is_block(element) or _has_sentence(element))
        if is_chosen or in_front or element in self._about or not isinstance(element.tag, str):
            return element.iter()
        return (Closed(element),)


def _is_block(element: etree._Element) -> bool:
    """Whether a paragraph ends where the element begins and where it ends."""
    return FIRST_BOUNDARY <= NODE_CODES.get(element.tag, 0) < NOSCRIPT


def _is_invisible(element: etree._Element) -> bool:
    return any(NODE_CODES.get(ancestor.tag, 0) >= NOSCRIPT for ancestor in element.iterancestors())


def _has_sentence(element: etree._Element) -> bool:
    return _STOP.search(_text(element).decode()) is not None


def text_size(root: etree._Element) -> int:
    """Characters of a page without white space, scripts and styles: what shares of its text are shares of."""
    scripts = b"".join([_text(element) for element in root.iter("script", "style")])
    return _black(_text(root)) - _black(scripts)


def _text(element: etree._Element) -> bytes:
    return etree.tostring(element, method="text", encoding="utf-8", with_tail=False)


def _black(text: bytes) -> int:
    """Characters in UTF-8 that are no white space, counted in a fifth of the time that a string takes."""
    octets = np.frombuffer(text, dtype=np.int8)
    further = np.count_nonzero(octets < -0x40)  # bytes of a character behind its first
    return len(text) - int(further) - sum(int(np.count_nonzero(octets == white)) for white in b" \n\t\r")
