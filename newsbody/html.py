"""The body as clean HTML: its structure, links and images without anything of the page around it.

Built anew from the chosen runs; the page's own tree is only read. Each run brings along the
elements around it that mean something; neighbours share those they have in common.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from lxml import etree

from newsbody.body import Body
from newsbody.characters import BoolArray, IntArray
from newsbody.images import body_image_elements, image_address
from newsbody.links import base_url, join
from newsbody.region import common_ancestor

#: Blocks that may hold text directly …
_TEXT_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li dt dd td th figcaption caption pre".split())
#: … and those that only hold other blocks.
_STRUCTURE = frozenset("ul ol dl table thead tbody tfoot tr blockquote figure".split())
_TABLE_PARTS = frozenset("table thead tbody tfoot tr td th caption".split())
_CELLS = frozenset(("td", "th"))
_INLINE = {
    "a": "a", "b": "strong", "strong": "strong", "i": "em", "em": "em", "code": "code", "sub": "sub", "sup": "sup"
}  # fmt: skip
#: The element all of the body stands in belongs to it when it is one of these.
_MEANT_AS_WHOLE = frozenset("ul ol dl table blockquote pre p".split())
#: Deeper nesting is not followed: no article needs it, and trees that have it are broken.
MAX_NESTING = 40
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACE = re.compile(r"\s+")

#: An element of the page (its number) or, as a negative number, a block made for a paragraph.
Key = int


def body_html(body: Body) -> str:
    """The body as well-formed HTML with absolute addresses, "" for a page without a body.

    Tags: p, h1 to h6, ul, ol, li, dl, dt, dd, blockquote, pre, table and its parts, figure,
    figcaption, a, img, strong, em, code, sub, sup, br. Attributes: href, src, alt, colspan,
    rowspan.
    """
    return _Builder(body).build()


def body_images(body: Body) -> list[str]:
    """The absolute addresses of the body's images in order, each once."""
    base = base_url(body.page)
    addresses = (image_address(body.page.elements[index], base) for index in body_image_elements(body))
    return list(dict.fromkeys(filter(None, addresses)))


@dataclass
class _Builder:
    body: Body
    root: etree._Element = field(default_factory=lambda: etree.Element("div"))
    #: The elements open at the moment: what they stand for, and what was made of it.
    keys: list[Key] = field(default_factory=list)
    made: list[etree._Element] = field(default_factory=list)

    def build(self) -> str:
        page = self.body.page
        chosen = np.flatnonzero(self.body.runs).tolist()
        self.base = base_url(page)
        self.kept = _kept(self.body)
        images = list(body_image_elements(self.body))
        behind = [int(page.first_run[index]) for index in images]
        last = -1
        position = 0
        for run in chosen:
            while position < len(images) and behind[position] <= run:
                self._add_image(images[position])
                position += 1
            self._add_run(run, last)
            last = run
        for index in images[position:]:
            self._add_image(index)
        return _serialise(self.root)

    def _add_run(self, run: int, last: int) -> None:
        page = self.body.page
        paragraph = int(page.run_paragraph[run])
        blocks, inlines = self._around(int(page.run_element[run]))
        while blocks and page.tags[blocks[-1]] in _STRUCTURE - {"blockquote"}:
            blocks.pop()
        if not blocks or page.tags[blocks[-1]] not in _TEXT_BLOCKS:
            blocks.append(-1 - paragraph)
        continues = last >= 0 and int(page.run_paragraph[last]) == paragraph
        new_line = not continues and self.keys[: len(blocks)] == blocks
        verbatim = "pre" in (page.tags[key] for key in blocks if key >= 0)
        if new_line:
            self._open(blocks)
            self._break_line(verbatim)
        self._open([*blocks, *inlines])
        text = page.text[page.run_start[run] : page.run_stop[run]]
        if continues and last == run - 1:
            text = page.text[page.run_stop[last] : page.run_start[run]] + text
        if not verbatim:
            text = _SPACE.sub(" ", text)
        _append_text(self.made[-1], text if continues or verbatim else text.lstrip())

    def _break_line(self, verbatim: bool) -> None:
        if verbatim:
            _append_text(self.made[-1], "\n")
        else:
            etree.SubElement(self.made[-1], "br")

    def _add_image(self, index: int) -> None:
        element = self.body.page.elements[index]
        address = image_address(element, self.base)
        if not address:
            return
        blocks, _ = self._around(index)
        tags = [self.body.page.tags[key] for key in blocks]
        while tags and tags[-1] in _STRUCTURE - {"figure", "blockquote"}:
            tags.pop()
            blocks.pop()
        if not tags or tags[-1] == "blockquote":
            self._open(blocks)
            parent = etree.SubElement(self.made[-1] if self.made else self.root, "figure")
        else:
            self._open(blocks)
            parent = self.made[-1]
        image = etree.SubElement(parent, "img", src=_clean(address))
        alt = _clean(" ".join((element.get("alt") or "").split()))
        if alt:
            image.set("alt", alt)

    def _around(self, index: int) -> tuple[list[Key], list[Key]]:
        """The kept blocks and the kept inline elements around an element, outermost first."""
        blocks: list[Key] = []
        inlines: list[Key] = []
        position = int(self.kept[index])
        while position >= 0:
            (inlines if self.body.page.tags[position] in _INLINE else blocks).append(position)
            above = int(self.body.page.parent[position])
            position = int(self.kept[above]) if above >= 0 else -1
        return blocks[::-1], inlines[::-1]

    def _open(self, keys: list[Key]) -> None:
        """Close what is not among the keys and open what is missing."""
        common = 0
        while common < min(len(keys), len(self.keys)) and keys[common] == self.keys[common]:
            common += 1
        self._close(common)
        for key in keys[common:]:
            parent = self.made[-1] if self.made else self.root
            self.made.append(self._make(parent, key))
            self.keys.append(key)

    def _close(self, depth: int) -> None:
        del self.keys[depth:], self.made[depth:]

    def _make(self, parent: etree._Element, key: Key) -> etree._Element:
        if key < 0:
            return etree.SubElement(parent, "p")
        page = self.body.page
        element, tag = page.elements[key], page.tags[key]
        if tag in _CELLS and parent.tag == "tr":
            _fill_cells(parent, element)
        made = etree.SubElement(parent, _INLINE.get(tag, tag))
        if tag == "a":
            made.set("href", _clean(join(self.base, element.get("href") or "")))
        for name in ("colspan", "rowspan") if tag in _CELLS else ():
            if (element.get(name) or "").isdecimal():
                made.set(name, element.get(name) or "")
        return made


def _kept(body: Body) -> IntArray:
    """For each element the innermost element at or above it that is kept, -1 without one."""
    page = body.page
    marked = np.zeros(len(page.tags), dtype=np.bool_)
    top = common_ancestor(body)
    if top is None:
        return page.innermost(marked)
    base = base_url(page)
    depth = {top: 0}
    layout = _layout_tables(body)
    holds_body = page.run_sum(body.runs) > 0
    holds_body[list(body_image_elements(body))] = True
    holds_body = page.subtree_sum(holds_body) > 0
    for index in (np.flatnonzero(holds_body[top : page.end[top]]) + top).tolist():
        tag = page.tags[index]
        kept = tag in _TEXT_BLOCKS or tag in _STRUCTURE or tag in _INLINE
        if index == top:
            kept = tag in _MEANT_AS_WHOLE
        elif tag == "a":
            kept = bool(join(base, page.elements[index].get("href") or ""))
        nesting = depth.get(int(page.parent[index]), 0)
        kept = kept and nesting < MAX_NESTING and not (tag in _TABLE_PARTS and layout[index])
        marked[index] = kept
        depth[index] = nesting + kept
    return page.innermost(marked)


def _layout_tables(body: Body) -> BoolArray:
    """The parts of tables that have body text in one cell only: they are there for the layout."""
    page = body.page
    tables = page.is_tag("table")
    if not tables.any():
        return ~tables
    table_of = page.innermost(tables)
    cell_of = page.innermost(page.is_tag(*_CELLS))[page.run_element[body.runs]]
    cells = np.unique(cell_of[cell_of >= 0])
    count = np.bincount(table_of[cells][table_of[cells] >= 0], minlength=len(page.tags))
    return np.asarray((table_of < 0) | (count[table_of] < 2))


def _fill_cells(row: etree._Element, cell: etree._Element) -> None:
    """Empty cells of the row for those in front of this one that the body has nothing of."""
    before = sum(1 for sibling in cell.itersiblings("td", "th", preceding=True))
    for _ in range(before - len(row)):
        etree.SubElement(row, "td").text = ""


def _append_text(element: etree._Element, text: str) -> None:
    text = _clean(text)
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _clean(text: str) -> str:
    return _NOT_XML.sub("", text)


def _serialise(root: etree._Element) -> str:
    for block in root.iter(*(_TEXT_BLOCKS - {"pre"})):
        if len(block):
            block[-1].tail = (block[-1].tail or "").rstrip()
        else:
            block.text = (block.text or "").rstrip()
    return "\n".join(etree.tostring(child, encoding="unicode").strip() for child in root)
