"""Footnotes of a body: notes behind it that it links to, and that link back into it."""

from __future__ import annotations

from urllib.parse import unquote

import numpy as np

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.tags import FIRST_BOUNDARY

#: Links of a text, or of a note, that are looked at: each may lead to a note.
MAX_LINKS = 500


def with_footnotes(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with its footnotes.

    ``<sup id="r1"><a href="#n1">1</a></sup> … <li id="n1">A note. <a href="#r1">↩</a></li>``: software has a name of
    its own for each of these, the two links are the role.
    """
    taken = np.flatnonzero(body)
    if not len(taken):
        return body
    page = table.page
    begin, end = table.element.item(taken[0]), page.end.item(table.element.item(taken[-1]))
    links = np.flatnonzero(page.is_tag("a"))
    called = _places_linked(page, links, begin, end)
    if not called:  # as on most pages
        return body
    callers = {page.elements[index].get("id") for index in range(begin, end)} - {None}
    more = body.copy()
    for index in range(end, len(page.elements)):
        name = page.elements[index].get("id")
        if name in called:
            called.remove(name)
            note = _block_around(page, index)
            if not callers.isdisjoint(_places_linked(page, links, note, page.end.item(note))):
                rows = np.arange(table.first[note], table.last[note])
                more[rows[~table.hidden(rows)]] = True
    return more


def _places_linked(page: Page, links: IntArray, begin: int, end: int) -> set[str]:
    """The places on its own page that links among some elements lead to: ``#fn:1`` → ``fn:1``."""
    first, last = links.searchsorted((begin, end)).tolist()
    addresses = (page.elements[index].get("href", "") for index in links[first : min(last, first + MAX_LINKS)].tolist())
    return {unquote(address[1:]) for address in addresses if address[:1] == "#" and address != "#"}


def _block_around(page: Page, index: int) -> int:
    """The innermost block that is an element or stands around it."""
    return next(block for block in page.ancestors(index) if page.tag_codes[block] >= FIRST_BOUNDARY or not block)
