"""What is of a body by its place, although by itself it looks like nothing: gaps, tables, footnotes, captions."""

from __future__ import annotations

import re
from functools import cached_property
from urllib.parse import unquote

import numpy as np

from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.tags import CLASS, FIRST_BOUNDARY, TAG_CODES

_COLUMN = {name: number for number, name in enumerate(FEATURES)}
_CAPTION_TAG = 9


def are_captions(table: ParagraphTable, features: Column, rows: IntArray) -> BoolArray:
    """Which of some paragraphs are the captions of pictures. Shape of ``rows``."""
    weight = table.weight[rows]
    tagged = features[rows, _COLUMN["tag"]] == _CAPTION_TAG
    in_figure = (features[rows, _COLUMN["in_figure"]] > 0) & (weight < THRESHOLDS.figure_text)
    named = (features[rows, _COLUMN["hint_caption"]] > 0) & (weight < THRESHOLDS.named_caption)
    return np.asarray(
        tagged | in_figure | (named & (features[rows, _COLUMN["image_before"]] <= THRESHOLDS.near_picture))
    )


def with_captions(table: ParagraphTable, features: Column, body: BoolArray) -> BoolArray:
    """The body, shape ``(k,)``, with the captions in its midst and right before it that are seen."""
    places = body.nonzero()[0]
    if not len(places):
        return body
    rows = np.arange(max(int(places[0]) - THRESHOLDS.picture_before, 0), int(places[-1]) + 1)
    rows = rows[~body[rows] & np.isin(rows, table.candidates)]
    rows = rows[are_captions(table, features, rows)]
    more = body.copy()
    more[rows[~table.hidden_beside(body, rows)]] = True
    return more


# --- footnotes of a body: notes behind it that it links to, and that link back into it ---

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
                more[rows[~table.hidden_beside(body, rows)]] = True
    return more


def _places_linked(page: Page, links: IntArray, begin: int, end: int) -> set[str]:
    """The places on its own page that links among some elements lead to: ``#fn:1`` → ``fn:1``."""
    first, last = links.searchsorted((begin, end)).tolist()
    addresses = (page.elements[index].get("href", "") for index in links[first : min(last, first + MAX_LINKS)].tolist())
    return {unquote(address[1:]) for address in addresses if address[:1] == "#" and address != "#"}


def _block_around(page: Page, index: int) -> int:
    """The innermost block that is an element or stands around it."""
    return next(block for block in page.ancestors(index) if page.tag_codes[block] >= FIRST_BOUNDARY or not block)


# --- classes of one family --------------------------------------------------------------

#: A class of two words and more; all but the last one are the family.
_STEM = re.compile(r"([a-z][a-z\d]*(?:[-_]+[a-z\d]+)*)[-_]+[a-zA-Z]+")


class Families:
    """The families of the elements that hold the paragraphs of a body."""

    def __init__(self, table: ParagraphTable, body: BoolArray) -> None:
        self._table, self._body = table, body

    def are_own(self, element: int) -> bool:
        """Whether an element has no class, or one of the body's families."""
        name = self._table.page.elements[element].get(CLASS, "")
        return not name.strip() or not self._known.isdisjoint(_stems(name))

    @cached_property
    def _known(self) -> frozenset[str]:
        # The table has each class once; paragraphs that are links alone are not in it.
        (names, numbers), shown = self._table.classes, self._table.shown
        own = self._table.element[self._body]
        place = np.minimum(shown.searchsorted(own), len(shown) - 1)
        known = set(numbers[place[shown[place] == own]].tolist()) if len(shown) else ()
        return frozenset(stem for number in known for stem in _stems(names[number]))


def _stems(classes: str) -> list[str]:
    return [found[1] for found in map(_STEM.fullmatch, classes.split()) if found]


# --- gaps of a body: what is of it although it looks like nothing by itself -------------

#: Elements of lists and tables; without a class they are the writer's, with one often a box of the page's.
_PLAIN = frozenset("ul ol li dl dt dd table tbody thead tfoot tr td th p blockquote".split())
#: Captions, and text of a picture itself; what is in a PRE or table in a FIGURE has elements of its own.
_CAPTIONS = ("figure", "figcaption", "caption")


def filled(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with what stands in its gaps and belongs to it by its place.

    Siblings of the paragraphs around a gap, if there are few or nothing else is in it; lists and tables without
    classes, or with the text's or one of its family; and PRE. What the page hides, or says once more, stays out.
    (1,554 pages that nobody looked at for it: 137 change, F1 + .0007.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    inside = np.arange(taken[0], taken[-1])
    rows = inside[~body[inside] & (table.link_share[inside] < THRESHOLDS.line_of_links)]
    rows = rows[~table.page.is_tag(*_CAPTIONS)[table.element[rows]]]
    if not len(rows):
        return body
    right = taken.searchsorted(rows)
    rows = rows[_are_of_body(table, rows, taken[right - 1], taken[right], body)]
    original = table.original[rows]
    rows = rows[(original == rows) | ~body[original]]
    more = body.copy()
    more[rows[~table.hidden_beside(body, rows)]] = True
    return more


def with_siblings(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, of a few paragraphs with the sentences that follow or precede them as their siblings.

    Of an item of two lines each paragraph is as short as a caption. (5,010 articles: 6 better, none worse.)
    """
    taken = np.flatnonzero(body)
    if not 0 < len(taken) <= THRESHOLDS.few_paragraphs:
        return body
    more = body.copy()
    for end, step in ((int(taken[-1]), 1), (int(taken[0]), -1)):
        row = end + step
        while 0 <= row < len(body) and _is_sentence_beside(table, body, row, end):
            more[row] = True
            row += step
    return more


def _is_sentence_beside(table: ParagraphTable, body: BoolArray, row: int, other: int) -> bool:
    """Whether a paragraph that is seen is like another one, its sibling, and a sentence."""
    element, page = table.element, table.page
    alike = table.signature[element[row]] == table.signature[element[other]]
    sibling = page.parent[element[row]] == page.parent[element[other]]
    text = table.weight[row] >= THRESHOLDS.sentence and table.link_share[row] < THRESHOLDS.few_links
    says_more = text and table.stops[row] >= 1
    like = alike and sibling and says_more and table.original[row] == row
    return bool(like and not table.hidden_beside(body, np.array([row]))[0])


def _are_of_body(table: ParagraphTable, rows: IntArray, left: IntArray, right: IntArray, body: BoolArray) -> list[bool]:
    """Which of some paragraphs belong to the body by their place between the two that are next. Length of ``rows``."""
    parent = table.page.parent[table.element]
    siblings = (parent[rows] == parent[left]) & (parent[rows] == parent[right])
    alone: dict[int, bool] = {}
    top: dict[int, int] = {}
    named = _Named(table, body)

    def by_name(element: int, i: int, j: int) -> bool:
        around = named.around(element)
        if around > table.element.item(i):
            return False
        if i not in top:
            top[i] = table.around(i, j)
        return around <= top[i]

    def among_siblings(i: int, j: int) -> bool:
        if i not in alone:
            alone[i] = j - i <= THRESHOLDS.few_siblings + 1 or bool((parent[i + 1 : j] == parent.item(i)).all())
        return alone[i]

    places = (_in_pre(table)[rows], siblings, table.element[rows], left, right)
    return [
        sure or (sibling and among_siblings(i, j)) or by_name(element, i, j)
        for sure, sibling, element, i, j in zip(*(column.tolist() for column in places), strict=True)
    ]


def _in_pre(table: ParagraphTable) -> BoolArray:
    """Which paragraphs are preformatted, and not the numbers of lines. Shape (k,)."""
    inside = np.zeros(len(table.weight), dtype=np.bool_)
    for index in table.page.is_tag("pre").nonzero()[0].tolist():
        inside[table.first[index] : table.last[index]] = True
    return np.asarray(inside & (table.digits < THRESHOLDS.line_numbers * table.weight))


class _Named:
    """Of each element the innermost around it, or itself, that is no part of a list or table or has a class."""

    def __init__(self, table: ParagraphTable, body: BoolArray) -> None:
        self._page = table.page
        self._known = {0: 0, -1: -1}
        self._families = Families(table, body)

    def around(self, element: int) -> int:
        inward: list[int] = []
        while element not in self._known and self._is_plain(element):
            inward.append(element)
            element = int(self._page.parent[element])
        found = self._known.setdefault(element, element)
        self._known.update(dict.fromkeys(inward, found))
        return found

    def _is_plain(self, element: int) -> bool:
        # Asking the few elements for their classes costs less than asking the page for all of them.
        node = self._page.elements[element]
        return node.tag in _PLAIN and self._families.are_own(element)


# --- tables of a body: by themselves they look like nothing, words beside them, or their place, tell them ---

#: What stands in a cell of a layout and is no body.
_NO_CELLS = [TAG_CODES[name] for name in ("h1", "figcaption", "caption")]


def with_tables(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with all of the tables that it has most of, or most rows of, and those amid it.

    (Of 5,735 articles, their sets left out, 92 are changed, 25 for the better by more than a fiftieth, nine for the
    worse: F1 of zh_saved_blogs + .0015, of wcxb + .0009, its MHR_0.1 - .005; no set is lower by more than .0001. By
    rows, and without a header: 36 more, 17 for the better, three for the worse: F1 of wcxb + .0006, MHR_0.1 - .004.)
    """
    tables = np.flatnonzero(table.page.is_tag("table"))
    if not len(tables) or not body.any():
        return body
    return _with_those_amid(table, _with_whole(table, body, tables), tables)


def _with_whole(table: ParagraphTable, body: BoolArray, tables: IntArray) -> BoolArray:
    """With all cells of the tables of which it has most: the numbers beside the words."""
    first, last, before = table.first[tables], table.last[tables], _counted(body)
    own = before[last] - before[first]
    most = (own >= THRESHOLDS.most_cells * (last - first)) | _in_most_rows(table, tables, before)
    partly = most & (own < last - first) & (own <= THRESHOLDS.layout * before[-1])
    if not partly.any():
        return body
    # Of code only the numbers of its lines are missing.
    verbatim = np.flatnonzero(table.page.is_tag("pre"))
    partly &= verbatim.searchsorted(tables) == verbatim.searchsorted(table.page.end[tables])
    whole = body.copy()
    for index in tables[partly].tolist():
        whole[_cells(table, body, index)] = True
    return whole


def _in_most_rows(table: ParagraphTable, tables: IntArray, before: IntArray) -> BoolArray:
    """Which tables amid a body have a cell of it in nearly each of several rows: the words beside the numbers."""
    rows = np.flatnonzero(table.page.is_tag("tr"))
    rows = rows[table.last[rows] > table.first[rows]]
    touched = _counted(before[table.last[rows]] > before[table.first[rows]])
    start, stop = rows.searchsorted(tables), rows.searchsorted(table.page.end[tables])
    amid = (before[table.first[tables]] > 0) & (before[table.last[tables]] < before[-1])
    return np.asarray(
        amid
        & (stop - start >= THRESHOLDS.least_rows)
        & (touched[stop] - touched[start] >= THRESHOLDS.most_rows * (stop - start))
    )


def _with_those_amid(table: ParagraphTable, body: BoolArray, elements: IntArray) -> BoolArray:
    """With the elements amid it that have few links and less text, and stand among its paragraphs as these do."""
    taken, before, length = np.flatnonzero(body), _counted(body), float(table.weight[body].sum())
    whole = body.copy()
    for index in elements.tolist():
        start, stop = int(table.first[index]), int(table.last[index])
        place = int(taken.searchsorted(start))
        if before[start] != before[stop] or not 0 < place < len(taken):
            continue
        weight, linked = float(table.weight[start:stop].sum()), float(table.link[start:stop].sum())
        beside = table.page.parent[table.element[taken[place - 1 : place + 1]]]
        among = (beside == table.page.parent[_outermost_apart(table, index, before)]).all()
        if among and linked <= THRESHOLDS.few_links * weight and weight < length:
            whole[_cells(table, body, index)] = True
    return whole


def _cells(table: ParagraphTable, body: BoolArray, index: int) -> IntArray:
    """The paragraphs of a table that are seen, have no larger share of links, and do not number lines of code."""
    cells = np.arange(table.first[index], table.last[index])
    cells = cells[table.link_share[cells] <= THRESHOLDS.line_of_links]
    cells = cells[~np.isin(table.page.tag_codes[table.element[cells]], _NO_CELLS)]
    cells = cells[~np.isin(cells, _line_numbers(table, index))]
    return cells[~table.hidden_beside(body, cells)]


def _line_numbers(table: ParagraphTable, index: int) -> list[int]:
    """The paragraphs of cells that count, ``<td><pre>1<br>2<br>3</pre></td>``, beside as many lines of code."""
    page, first, last = table.page, table.first, table.last
    within = np.flatnonzero(page.tag_codes[index : page.end[index]] == TAG_CODES["td"]) + index
    rows: list[int] = []
    for cell in within[last[within] > first[within]].tolist():
        begin, end = first.item(cell), last.item(cell)
        if page.text.startswith("1", page.paragraph_start.item(begin)):
            numbers = page.text[page.paragraph_start.item(begin) : page.paragraph_stop.item(end - 1)].split()
            if len(numbers) > 1 and numbers == [str(number) for number in range(1, len(numbers) + 1)]:
                rows += range(begin, end)
    return rows


def _outermost_apart(table: ParagraphTable, index: int, before: IntArray) -> int:
    """The outermost element around one that holds nothing of the body."""
    parent = table.page.parent.item(index)
    while parent > 0 and before[table.last[parent]] == before[table.first[parent]]:
        index, parent = parent, table.page.parent.item(parent)
    return index


def _counted(body: BoolArray) -> IntArray:
    """How many paragraphs of a body stand before each. Shape ``(k + 1,)``."""
    return np.concatenate(([0], np.cumsum(body)))
