"""The one pass over a tree that a page's tables come from: most of what a page costs beside the parse."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from lxml import etree

from newsbody.page.parse import unseen_pieces, visible_text
from newsbody.page.tags import FIRST_BOUNDARY, LINE_BREAK, MARK, NODE_CODES, NOSCRIPT, TAG_CODES

#: Levels of a formula that are written; deeper ones are a page that wants to break something.
MAX_DEPTH = 60
#: Elements of MathML that are written with a sign between their parts.
_SIGNS = {"msup": "^", "msub": "_", "mfrac": "/", "munder": "_", "mover": "^"}


def written_math(element: Any) -> str:
    """A formula in a line: as TeX where the page says it, `a_{1}`, else as it is read: E=mc^2.

    "" where it is shown once more for the eye, as KaTeX does: its next neighbour is hidden from those who listen.
    """
    if not isinstance(element, etree._Element):
        return ""
    for one in (element, element.getparent()):
        beside = one.getnext() if one is not None else None
        if beside is not None and beside.get("aria-hidden") == "true":
            return ""
    tex = next((one.text for one in element.iter("annotation") if "tex" in (one.get("encoding") or "").lower()), None)
    return " ".join((tex or element.get("alttext") or _linear(element, 0)).split())


def _linear(element: etree._Element, depth: int) -> str:
    if depth > MAX_DEPTH or not isinstance(element.tag, str) or element.tag.startswith("annotation"):
        return ""
    parts = [_linear(child, depth + 1) for child in element]
    if not parts:
        return (element.text or "").strip()
    if element.tag in _SIGNS and len(parts) > 1:
        return _SIGNS[element.tag].join(f"({part})" if len(part) > 1 else part for part in parts)
    if element.tag == "msubsup" and len(parts) > 2:
        return f"{parts[0]}_{parts[1]}^{parts[2]}"
    return f"√({''.join(parts)})" if element.tag in ("msqrt", "mroot") else "".join(parts)


def written_reading(element: Any) -> str:
    """The reading of signs, in brackets where the page has none for it (RP): 漢 (kan)."""
    if not isinstance(element, etree._Element):
        return ""
    text, before = "".join(map(str, element.itertext())).strip(), element.getprevious()
    return text if not text or (before is not None and before.tag == "rp") else f"({text})"


WRITTEN: dict[str, Callable[[Any], str]] = {"math": written_math, "rt": written_reading}


# --- the one pass over a tree that a page's tables come from ----------------------------

_WRITTEN = {TAG_CODES[name]: write for name, write in WRITTEN.items()}


@dataclass(slots=True)
class Tables:
    """What the pass has met, in document order.

    ``elements``, ``codes`` and ``parent`` are columns of :class:`newsbody.page.tree.Tree`. The
    *pieces* are all strings that the text consists of: the runs, the white space that stands alone
    within a paragraph, and at the head of each paragraph's first piece a line feed.
    """

    elements: list[etree._Element] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    #: The elements with child nodes, as they end, and one behind the last element of each one's subtree.
    ended: list[int] = field(default_factory=list)
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
    #: Those that were left out.
    noscripts: list[etree._Element] = field(default_factory=list)

    def begin_paragraph(self, element: int, after_br: bool) -> None:
        """The next piece is the first of a paragraph."""
        self.paragraph_piece.append(len(self.pieces))
        self.paragraph_element.append(element)
        self.after_br.append(after_br)


class Node(Protocol):
    """What is asked of an element: any node of a tree, or what stands for one."""

    @property
    def tag(self) -> Any: ...
    @property
    def text(self) -> str | None: ...
    @property
    def tail(self) -> str | None: ...
    def __len__(self) -> int: ...


def flatten_visible(walk: Callable[[], Iterator[Any]], first_invisible: int = NOSCRIPT) -> Tables:
    """The tables of what a walk gives, its texts without characters that nobody sees."""
    tables = flatten(walk(), first_invisible)
    for number in unseen_pieces(tables.pieces):
        text = visible_text(tables.pieces[number])
        if not text or text.isspace():  # what has no other begins no paragraph
            return flatten(walk(), first_invisible, visible_text)
        tables.pieces[number] = text
    return tables


def flatten(
    walker: Iterator[Any], first_invisible: int = NOSCRIPT, clean: Callable[[str], str] | None = None
) -> Tables:
    """The tables of what ``root.iter()`` gives; ``first_invisible`` is the number of the first tag that is left out.

    ``clean`` is applied to each text. A ``walker`` gives all children of an element that says it has some, or none.
    """
    tables = Tables()
    elements, codes, parent, ended, end = tables.elements, tables.codes, tables.parent, tables.ended, tables.end
    pieces, holders, behind = tables.pieces, tables.holder, tables.behind
    code_of, first_boundary = NODE_CODES.get, FIRST_BOUNDARY
    boundary = first_boundary  # the last one since the last piece, 0 without one
    # The innermost open element, the innermost open boundary, and how many children are still to come.
    holder, block, left, number = -1, -1, 1, -1
    opened: list[tuple[etree._Element, int, int, int, int]] = []  # with what was so outside of each
    for element in walker:
        left -= 1
        code = code_of(element.tag, 0)
        if code == MARK:
            text, children = None, 0
        else:
            own = number = number + 1
            within = block
            elements.append(element)
            codes.append(code)
            parent.append(holder)
            if code >= first_invisible:
                if code == NOSCRIPT:
                    tables.noscripts.append(element)
                text, children, code = _passed_over(element, code, walker), 0, 0
            else:
                if code >= first_boundary:
                    boundary, within = code, number
                text, children = element.text, len(element)
        while True:  # a text of the element's own, then what stands behind it and behind each that ends with it
            if text and clean is not None:
                text = clean(text)
            if text and not (boundary and text.isspace()):
                if boundary:
                    tables.begin_paragraph(within, boundary == LINE_BREAK)
                    text, boundary = "\n" + text, 0
                pieces.append(text)
                holders.append(own)
                behind.append(number)
            if children > 0:
                opened.append((element, code, holder, block, left))
                holder, block, left = number, within, children
                break
            if children < 0:  # what stands behind it was taken
                if left:
                    break
                ended.append(holder)
                end.append(number + 1)
                element, code, holder, block, left = opened.pop()
            if code >= first_boundary:
                boundary = code
            if not opened:
                break
            text, own, within, children = element.tail, holder, block, -1
    return tables


def _passed_over(element: Any, code: int, walker: Iterator[Any]) -> str | None:
    """What an element says without what is in it: a formula in a line, of most nothing."""
    if len(element):
        deque(zip(element.iterdescendants(), walker, strict=False), maxlen=0)
    return _WRITTEN[code](element) if code in _WRITTEN else None
