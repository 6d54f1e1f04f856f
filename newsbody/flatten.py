"""The one pass over a tree that a page's tables come from.

It is half of what a page costs beside the parse, so it asks each element for no more than
its tag, text and tail, and everything that may wait (classes, depth) is not done here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from lxml import etree


class Kind(IntEnum):
    """What an element does to the text around it. Any other does nothing."""

    BOUNDARY = 1
    #: A boundary that is no block.
    BREAK = 2
    INVISIBLE = 3


@dataclass(slots=True)
class Tables:
    """The columns of :class:`newsbody.page.Page` of the same names, as lists; ``skipped`` are the
    outermost invisible elements.
    """

    elements: list[etree._Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    stop: list[int] = field(default_factory=list)
    run_element: list[int] = field(default_factory=list)
    run_start: list[int] = field(default_factory=list)
    run_stop: list[int] = field(default_factory=list)
    paragraph_run: list[int] = field(default_factory=list)
    paragraph_element: list[int] = field(default_factory=list)
    after_br: list[bool] = field(default_factory=list)
    text: str = ""
    skipped: list[etree._Element] = field(default_factory=list)


def flatten(root: etree._Element, kinds: Mapping[str, Kind]) -> Tables:
    """The tables of a tree; ``kinds`` gives the kind of the tags that have one."""
    tables = Tables()
    elements, tags, parent, end = tables.elements, tables.tags, tables.parent, tables.end
    start, stop, run_start = tables.start, tables.stop, tables.run_start
    pieces: list[str] = []
    position = 0
    broken, br = True, False  # a paragraph boundary / a BR since the last text
    holder = block = -1  # the innermost open element / boundary element
    outside: list[tuple[int, int]] = []  # what these two are behind the elements that are open
    invisible, line_break = Kind.INVISIBLE, Kind.BREAK
    walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event == "start":
            tag = element.tag
            outside.append((holder, block))
            parent.append(holder)
            holder = len(tags)
            elements.append(element)
            tags.append(tag)
            start.append(position)
            stop.append(position)
            end.append(0)
            kind = kinds.get(tag)
            if kind is invisible:
                walker.skip_subtree()
                tables.skipped.append(element)
                continue
            if kind is not None:
                broken, br, block = True, kind is line_break, holder
            text = element.text
        else:
            if event == "end":
                stop[holder] = position
                end[holder] = len(tags)
                if block == holder:
                    broken, br = True, tags[holder] == "br"
                holder, block = outside.pop()
                if holder < 0:
                    break
            text = element.tail
        if not text or (broken and text.isspace()):
            continue
        if broken:
            if position:
                pieces.append("\n")
                position += 1
            tables.paragraph_run.append(len(run_start))
            tables.paragraph_element.append(block)
            tables.after_br.append(br)
            broken = br = False
        if not text.isspace():
            tables.run_element.append(holder)
            run_start.append(position)
            tables.run_stop.append(position + len(text))
        pieces.append(text)
        position += len(text)
    tables.text = "".join(pieces)
    return tables
