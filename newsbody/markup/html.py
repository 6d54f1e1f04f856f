"""The body as clean HTML: its structure, links and images without anything of the page around it.

Built anew from the chosen runs; the page's own tree is only read. Each run brings along the
elements around it that mean something; neighbours share those they have in common.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
from lxml import etree

from newsbody.markup.images import image_addresses, media_addresses
from newsbody.markup.links import base_url, web_address
from newsbody.markup.outline import CELLS, INLINE, STRUCTURE, TEXT_BLOCKS, cell_positions, kept_elements
from newsbody.page.body import Body

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACE = re.compile(r"\s+")
#: Blocks that neither text nor an image stands in directly.
_NOT_AROUND_TEXT = STRUCTURE - {"blockquote"}
_NOT_AROUND_IMAGES = _NOT_AROUND_TEXT - {"figure"}

#: An element of the page (its number) or, as a negative number, a block made for a paragraph or an image.
Key = int


def xml_of(html: str) -> etree._Element:
    """The clean HTML of a body as a tree, below a DIV."""
    return etree.fromstring(f"<div>{html}</div>", etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False))


def body_html(body: Body, images: Mapping[int, str] | None = None, *, links: bool = True) -> str:
    """The body as well-formed HTML with absolute addresses, "" for a page without a body.

    Tags: p, h1 to h6, ul, ol, li, dl, dt, dd, blockquote, pre, table and its parts, figure,
    figcaption, a, img, strong, em, code, sub, sup, br. Attributes: href, src, alt, colspan,
    rowspan. ``images``: its :func:`~newsbody.markup.images.image_addresses`, where somebody has them. Without
    ``links`` their words stay.
    """
    return _Builder(body, image_addresses(body) if images is None else images, links).build()


def body_images(body: Body, images: Mapping[int, str] | None = None) -> list[str]:
    """The absolute addresses of the body's images in order, each once; ``images`` as above."""
    return list(dict.fromkeys((image_addresses(body) if images is None else images).values()))


class _Builder:
    """Grows the new tree run by run. Open elements are a stack; text is written when one opens or closes."""

    def __init__(self, body: Body, images: Mapping[int, str], links: bool) -> None:
        self.body = body
        self.base = base_url(body.page)
        media = media_addresses(body) if links else {}
        self.images = dict(sorted({**images, **media}.items())) if media else images
        self.parent: list[int] = body.page.parent.tolist()
        self.kept = kept_elements(body, self.images, self.base, links=links)
        self.cell_position = cell_positions(body)
        self.root = etree.Element("div")
        #: What the open elements stand for; what was made of them, below the root; the last child of each.
        self.keys: list[Key] = []
        self.made: list[etree._Element] = [self.root]
        self.last_child: list[etree._Element | None] = [None]
        self.cells_made: dict[Key, int] = {}
        self.pending: list[str] = []
        self.is_xml = _NOT_XML.search(body.page.text) is None
        self.after_space = True

    def build(self) -> str:
        page = self.body.page
        images = list(self.images)
        behind = page.first_run[images].tolist()
        chosen = np.flatnonzero(self.body.runs)
        columns = (chosen, page.run_paragraph[chosen], page.run_element[chosen])
        last, last_paragraph = -1, -1
        position = 0
        for run, paragraph, element in zip(*(column.tolist() for column in columns), strict=True):
            while position < len(images) and behind[position] <= run:
                self._add_image(images[position])
                position += 1
            continues = paragraph == last_paragraph
            # The white space between a run and the one before it belongs to the text.
            begin = page.run_stop[last] if continues and last == run - 1 else page.run_start[run]
            self._add_run(page.text[begin : page.run_stop[run]], element, paragraph, continues)
            last, last_paragraph = run, paragraph
        for index in images[position:]:
            self._add_image(index)
        self._write()
        return _serialise(self.root)

    def _add_run(self, text: str, element: int, paragraph: int, continues: bool) -> None:
        page = self.body.page
        blocks, inlines = self._around(element)
        while blocks and page.tags[blocks[-1]] in _NOT_AROUND_TEXT:
            blocks.pop()
        if not blocks or page.tags[blocks[-1]] not in TEXT_BLOCKS:
            blocks.append(-1 - paragraph)
        verbatim = any(key >= 0 and page.tags[key] == "pre" for key in blocks)
        if not continues and self.keys[: len(blocks)] == blocks:
            self._open(blocks)
            self._break_line(verbatim)
        self._open([*blocks, *inlines])
        self._add_text(text, continues, verbatim)

    def _add_text(self, text: str, continues: bool, verbatim: bool) -> None:
        if not verbatim:
            text = _SPACE.sub(" ", text)
            if not continues or self.after_space:
                text = text.lstrip()
        if text:
            self.after_space = text[-1] == " "
            self.pending.append(text)

    def _break_line(self, verbatim: bool) -> None:
        if verbatim:
            self.pending.append("\n")
        else:
            self._add_child("br")

    def _add_image(self, index: int) -> None:
        page = self.body.page
        blocks, _ = self._around(index)
        while blocks and page.tags[blocks[-1]] in _NOT_AROUND_IMAGES:
            blocks.pop()
        if not blocks or page.tags[blocks[-1]] == "blockquote":
            blocks.append(-1 - len(page) - index)
        self._open(blocks)
        if page.tags[index] != "img":
            self._add_link(index)
            return
        image = self._add_child("img")
        image.set("src", _clean(self.images[index]))
        alt = _clean(" ".join((page.elements[index].get("alt") or "").split()))
        if alt:
            image.set("alt", alt)

    def _add_link(self, index: int) -> None:
        """A link to what a frame or a film shows."""
        link = self._add_child("a")
        link.set("href", _clean(self.images[index]))
        link.text = _clean(" ".join((self.body.page.elements[index].get("title") or self.images[index]).split()))

    def _around(self, index: int) -> tuple[list[Key], list[Key]]:
        """The kept blocks and the kept inline elements around an element, outermost first."""
        page = self.body.page
        blocks: list[Key] = []
        inlines: list[Key] = []
        position = self.kept.get(index, -1)
        while position >= 0:
            (inlines if page.tags[position] in INLINE else blocks).append(position)
            position = self.kept.get(self.parent[position], -1)
        return blocks[::-1], inlines[::-1]

    def _open(self, keys: list[Key]) -> None:
        """Close what is not among the keys and open what is missing."""
        common = 0
        while common < min(len(keys), len(self.keys)) and keys[common] == self.keys[common]:
            common += 1
        if len(self.keys) > common:
            self._write()
            del self.keys[common:], self.made[common + 1 :], self.last_child[common + 1 :]
        for key in keys[common:]:
            made = self._make(key)
            self.keys.append(key)
            self.made.append(made)
            self.last_child.append(None)

    def _write(self) -> None:
        """Put the collected text where it belongs: behind the last child, or in front of the first."""
        if not self.pending:
            return
        text = "".join(self.pending)
        self.pending.clear()
        if not self.is_xml:
            text = _clean(text)
        child = self.last_child[-1]
        if child is not None:
            child.tail = text
        else:
            self.made[-1].text = text

    def _add_child(self, tag: str) -> etree._Element:
        self._write()
        child = etree.SubElement(self.made[-1], tag)
        self.last_child[-1] = child
        return child

    def _make(self, key: Key) -> etree._Element:
        page = self.body.page
        if key < 0:
            return self._add_child("p" if key >= -len(page) else "figure")
        element, tag = page.elements[key], page.tags[key]
        if tag in CELLS and self.keys and page.tags[self.keys[-1]] == "tr":
            self._fill_cells(self.keys[-1], self.cell_position[key])
        made = self._add_child(INLINE.get(tag, tag))
        if tag == "a":
            made.set("href", _clean(web_address(self.base, element.get("href") or "")))
        for name in ("colspan", "rowspan") if tag in CELLS else ():
            if (element.get(name) or "").isdecimal():
                made.set(name, element.get(name) or "")
        return made

    def _fill_cells(self, row: Key, position: int) -> None:
        """Empty cells for those of the row in front of this one that the body has nothing of."""
        for _ in range(self.cells_made.get(row, 0), position):
            self._add_child("td").text = ""
        self.cells_made[row] = position + 1


def _clean(text: str) -> str:
    return _NOT_XML.sub("", text)


def _serialise(root: etree._Element) -> str:
    for block in root.iter(*(TEXT_BLOCKS - {"pre"})):
        if len(block):
            block[-1].tail = (block[-1].tail or "").rstrip()
        else:
            block.text = (block.text or "").rstrip()
    return "\n".join(etree.tostring(child, encoding="unicode").strip() for child in root)
