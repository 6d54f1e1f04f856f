"""The one pass over a tree that a page's tables come from.

It is most of what a page costs beside the parse, so it asks each element for no more than
its tag, text, number of children and tail, calls nothing for most of them, and leaves
whatever may wait (classes, depth, places in the text) to the arrays made from it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice

from lxml import etree


class Kind(IntEnum):
    """What a node does to the text around it. Any other does nothing."""

    BOUNDARY = 1
    #: A boundary that is no block.
    BREAK = 2
    INVISIBLE = 3
    #: No element; it only stands between two pieces of text.
    MARK = 4


#: What lxml gives as the tag of a node: a name, or a function for those that are no elements.
NodeTag = str | Callable[..., object]
MARKS: Mapping[NodeTag, Kind] = dict.fromkeys((etree.Comment, etree.ProcessingInstruction, etree.Entity), Kind.MARK)


@dataclass(slots=True)
class Tables:
    """What the pass has met, in document order.

    ``elements``, ``tags``, ``parent`` and ``end`` are columns of :class:`newsbody.page.Page`. The
    *pieces* are all strings that the text consists of: the runs, the white space that stands alone
    within a paragraph, and at the head of each paragraph's first piece a line feed.
    """

    elements: list[etree._Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    #: The element that directly holds each piece.
    holder: list[int] = field(default_factory=list)
    #: The last element that begins before each piece.
    behind: list[int] = field(default_factory=list)
    #: The first piece of each paragraph, the innermost boundary element around it, whether a BR is before it.
    paragraph_piece: list[int] = field(default_factory=list)
    paragraph_element: list[int] = field(default_factory=list)
    after_br: list[bool] = field(default_factory=list)
    #: The outermost invisible elements.
    skipped: list[etree._Element] = field(default_factory=list)


def flatten(root: etree._Element, kinds: Mapping[NodeTag, Kind]) -> Tables:
    """The tables of a tree; ``kinds`` gives the kind of the tags that have one, :data:`MARKS` among them."""
    tables = Tables()
    elements, tags, parent, end = tables.elements, tables.tags, tables.parent, tables.end
    pieces, holders, behind = tables.pieces, tables.holder, tables.behind
    paragraph_piece, paragraph_element, after_br = tables.paragraph_piece, tables.paragraph_element, tables.after_br
    line_break, invisible, mark = Kind.BREAK, Kind.INVISIBLE, Kind.MARK
    boundary: Kind | None = Kind.BOUNDARY  # the last one since the last piece
    # The innermost open element, the innermost open boundary, and how many children are still to come.
    holder, block, left = -1, -1, 1
    opened: list[tuple[etree._Element, Kind | None, int, int, int]] = []  # with what was so outside of each
    number = -1
    walker = root.iter()
    for element in walker:
        left -= 1
        tag = element.tag
        kind = kinds.get(tag)
        if kind is not mark:
            number += 1
            elements.append(element)
            tags.append(tag)
            parent.append(holder)
            end.append(number + 1)
        if kind is mark or kind is invisible:
            if kind is invisible:
                tables.skipped.append(element)
                _skip_inside(walker, element)
            kind = None
        else:
            inner = block
            if kind is not None:
                boundary, inner = kind, number
            text = element.text
            if text and (boundary is None or not text.isspace()):
                if boundary is not None:
                    paragraph_piece.append(len(pieces))
                    paragraph_element.append(inner)
                    after_br.append(boundary is line_break)
                    text, boundary = "\n" + text, None
                pieces.append(text)
                holders.append(number)
                behind.append(number)
            children = len(element)
            if children:
                opened.append((element, kind, holder, block, left))
                holder, block, left = number, inner, children
                continue
        while True:  # the element ends, and each that it was the last child of
            if kind is not None:
                boundary = kind
            if not opened:
                break
            text = element.tail
            if text and (boundary is None or not text.isspace()):
                if boundary is not None:
                    paragraph_piece.append(len(pieces))
                    paragraph_element.append(block)
                    after_br.append(boundary is line_break)
                    text, boundary = "\n" + text, None
                pieces.append(text)
                holders.append(holder)
                behind.append(number)
            if left:
                break
            end[holder] = number + 1
            element, kind, holder, block, left = opened.pop()
    return tables


def _skip_inside(walker: Iterator[etree._Element], element: etree._Element) -> None:
    """Pass over what is inside of the element that the walker has just given."""
    if len(element):
        inside = sum(1 for _ in element.iterdescendants())
        deque(islice(walker, inside), maxlen=0)
