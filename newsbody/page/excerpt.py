"""The part of a page that a rule looks at: some elements, all that stands around them, and sentences in front.

To flatten a page and to make a :class:`~newsbody.page.Page` of it costs a parse and more, and a rule names one
element. So what it does not look at is passed over: an element is closed, with nothing in it, where its
content changes nothing of what is said of the others. An excerpt says the same of its elements as the whole page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import accumulate, chain
from math import inf

import numpy as np
from lxml import etree

from newsbody.page.characters import Characters, IntArray
from newsbody.page.flatten import Node, Tables, flatten_visible
from newsbody.page.hidden import Hiding
from newsbody.page.page import holds_page
from newsbody.page.tags import CLASS, FIRST_BOUNDARY, MARK, NODE_CODES, NOSCRIPT
from newsbody.page.tree import child_numbers, integers, text_of_title

#: In UTF-8, what sentences end with (:attr:`~newsbody.page.characters.Characters.stops`).
_STOPS = (b".", b"!", b"?", *(stop.encode() for stop in "。！？"))
#: Bytes of a character behind its first, 0x80 to 0xbf, are less than this as numbers with a sign.
_FIRST = 0xC0 - 0x100
#: So many blocks within one another are asked whether they hold a sentence; the next is looked at whole.
MAX_ASKED = 8


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


class Outline:
    """What of a tree all its excerpts need: its title, and what hides text; and how much text it has."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root

    @cached_property
    def _found(self) -> dict[object, list[etree._Element]]:
        """All that is asked for by its tag, met at once: to go through a tree costs more than what is done with it."""
        found: dict[object, list[etree._Element]] = {"title": [], "style": [], "link": [], "noscript": [], "script": []}
        for element in self.root.iter(*found):
            found[element.tag].append(element)
        return found

    @cached_property
    def styles(self) -> list[etree._Element]:
        """The STYLE elements."""
        return _visible(self._found["style"])

    @cached_property
    def links(self) -> list[etree._Element]:
        """The LINK elements."""
        return _visible(self._found["link"])

    @cached_property
    def title(self) -> str:
        """The text of the first TITLE, white space folded; "" without one."""
        return text_of_title(_visible(self._found["title"]))

    @cached_property
    def may_be_noscript(self) -> bool:
        """Whether NOSCRIPT may hold the text (:func:`~newsbody.page.page.holds_page`): only the whole page tells."""
        return holds_page(self._found["noscript"])

    def text_size(self) -> int:
        """Characters of the page without white space, scripts and styles: what shares of its text are shares of."""
        found = self._found
        return _black(_text(self.root)) - _black(b"".join(map(_text, chain(found["script"], found["style"]))))

    def excerpt(self, elements: Iterable[etree._Element], least: float) -> Excerpt | None:
        """What holds these elements, and the blocks in front of the first that may hold a sentence of ``least`` weight.

        None where only the whole page tells what the elements hold.
        """
        chosen = set(_visible(elements))
        if self.may_be_noscript or not chosen or not all(_is_block(element) for element in chosen):
            return None
        around = {ancestor for element in chosen for ancestor in element.iterancestors()}
        tables = flatten_visible(lambda: chain.from_iterable(_nodes(self.root, chosen, around, least)))
        return Excerpt(self, tables, chosen)


class Excerpt:
    """The elements of an excerpt as a :class:`~newsbody.page.tree.Tree` has them, in lists, and the pieces of its text.

    ``chosen``: the numbers of those that it was made for. The pieces, and the paragraphs that these make up, are those
    of :class:`~newsbody.page.flatten.Tables`. Of what is behind the last chosen element there is nothing.
    """

    def __init__(self, outline: Outline, tables: Tables, chosen: set[etree._Element]) -> None:
        self.outline = outline
        self.elements, self.parent = tables.elements, tables.parent
        self.pieces, self.holder = tables.pieces, tables.holder
        self.chosen = [number for number, element in enumerate(self.elements) if element in chosen]
        self.end = _ends(tables, self.chosen[-1])
        self.paragraph_piece = [*tables.paragraph_piece, len(self.pieces)]
        self.paragraph_element = tables.paragraph_element
        self._behind = tables.behind
        self._folded: dict[int, str] = {}

    @cached_property
    def tags(self) -> list[str]:
        return [element.tag for element in self.elements]

    @cached_property
    def classes(self) -> list[str]:
        """The class attribute of each element as written, "" without."""
        return [element.get(CLASS, "") for element in self.elements]

    @cached_property
    def child_number(self) -> list[int]:
        """The number of each element among its parent's children, from 1."""
        found: list[int] = child_numbers(integers(self.parent)).tolist()
        return found

    def marked(self, elements: Iterable[int]) -> bytearray:
        """For each element whether it is one of some elements or stands in one."""
        inside = bytearray(len(self.elements))
        for index in elements:
            inside[index : self.end[index]] = b"\1" * (self.end[index] - index)
        return inside

    @cached_property
    def is_hidden(self) -> Callable[[int], bool]:
        """Says of the number of an element whether a reader cannot see it."""
        return Hiding(self.elements, self.parent, self.outline.styles, self.outline.links).is_hidden

    def is_in_front(self, paragraph: int) -> bool:
        """Whether a paragraph stands in front of the first chosen element."""
        return self._behind[self.paragraph_piece[paragraph]] < self.chosen[0]

    def text(self, paragraph: int) -> str:
        """A paragraph as it is written."""
        return "".join(self.pieces[self.paragraph_piece[paragraph] : self.paragraph_piece[paragraph + 1]])[1:]

    def folded(self, paragraph: int) -> str:
        """A paragraph, white space folded."""
        line = self._folded.get(paragraph)
        if line is None:
            start, stop = self.paragraph_piece[paragraph : paragraph + 2]
            text = self.pieces[start] if stop == start + 1 else "".join(self.pieces[start:stop])
            line = self._folded[paragraph] = " ".join(text.split())
        return line

    @cached_property
    def weight(self) -> list[float]:
        """Weighted letters of each piece."""
        found: list[float] = self._characters.weight_from(self._beginnings).tolist()
        return found

    @cached_property
    def visible(self) -> list[int]:
        """Visible characters of each piece."""
        found: list[int] = self._characters.visible_from(self._beginnings).tolist()
        return found

    @cached_property
    def stops(self) -> list[int]:
        """Sentence ends in each piece."""
        found: list[int] = self._characters.stops_from(self._beginnings).tolist()
        return found

    def is_verbatim(self, paragraph: int) -> bool:
        """Whether a paragraph stands in a PRE."""
        return bool(self._verbatim[self.paragraph_element[paragraph]]) if self._verbatim else False

    @cached_property
    def _verbatim(self) -> bytearray | None:
        codes = [number for number, tag in enumerate(self.tags) if tag == "pre"]
        return self.marked(codes) if codes else None

    @cached_property
    def _beginnings(self) -> IntArray:
        """Where each piece begins in all of them."""
        return integers(list(accumulate(map(len, self.pieces), initial=0))[:-1])

    @cached_property
    def _characters(self) -> Characters:
        return Characters("".join(self.pieces))


def _ends(tables: Tables, last: int) -> list[int]:
    """One behind the last element of each one's subtree; those around the ``last`` chosen one end with it."""
    count = len(tables.elements)
    ends = list(range(1, count + 1))
    for element, end in zip(tables.ended, tables.end, strict=True):
        ends[element] = end
    while last >= 0:
        ends[last], last = count, tables.parent[last]
    return ends


def _nodes(
    root: etree._Element, chosen: set[etree._Element], around: set[etree._Element], least: float
) -> Iterator[Iterable[Node]]:
    """What is looked at, in document order, up to the last chosen element. Every child of an element comes."""
    left, in_front = len(chosen), least < inf
    levels: list[tuple[Iterator[etree._Element], int]] = [(iter((root,)), 0)]
    while left:
        children, asked = levels[-1]
        element = next(children, None)
        if element is None:
            levels.pop()
            continue
        code = NODE_CODES.get(element.tag, 0)
        if element in chosen:
            left, in_front = left - 1, False
            yield element.iter()
        elif element in around:
            yield (element,)
            levels.append((iter(element), asked))
        elif code == MARK or (in_front and not len(element)):
            yield (element,)
        elif not in_front or code >= NOSCRIPT:
            yield (Closed(element),)
        elif code < FIRST_BOUNDARY:
            yield (element,)
            levels.append((iter(element), asked))
        elif not _may_hold_sentence(element, least):
            yield (Closed(element),)
        elif asked == MAX_ASKED:
            yield element.iter()
        else:
            yield (element,)
            levels.append((iter(element), asked + 1))


def _is_block(element: etree._Element) -> bool:
    """Whether a paragraph ends where the element begins and where it ends."""
    return FIRST_BOUNDARY <= NODE_CODES.get(element.tag, 0) < NOSCRIPT


def _visible(elements: Iterable[etree._Element]) -> list[etree._Element]:
    """Those that do not stand in an invisible one; most have the same parent."""
    known: dict[etree._Element | None, bool] = {None: False}
    visible = []
    for element in elements:
        parent = element.getparent()
        if parent not in known:
            known[parent] = _is_invisible(element)
        if not known[parent]:
            visible.append(element)
    return visible


def _is_invisible(element: etree._Element) -> bool:
    return any(NODE_CODES.get(ancestor.tag, 0) >= NOSCRIPT for ancestor in element.iterancestors())


def _may_hold_sentence(element: etree._Element, least: float) -> bool:
    text = _text(element)
    # No character weighs more than it has bytes.
    return len(text) >= least and any(stop in text for stop in _STOPS)


def _text(element: etree._Element) -> bytes:
    return etree.tostring(element, method="text", encoding="utf-8", with_tail=False)


def _black(text: bytes) -> int:
    """Characters in UTF-8 that are no white space or control: bytes but for those of a character behind its first."""
    octets = np.frombuffer(text or b" ", np.int8)
    first, low, seen = (int(np.count_nonzero(octets >= least)) for least in (_FIRST, 0, ord("!")))
    return first - (low - seen)
