"""Gaps of a body: what is of it although it looks like nothing by itself, and when what is beyond is of it no more.

Lines of code and of a log, cells of tables, items of lists, subheadings: paragraph by paragraph they are unlikely
bodies, where they stand tells more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.families import Families
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.tags import CLASS

#: Paragraphs below this are out of the question, those with a larger share of links are lines of links. (Above
#: .001 and up to .008 F1 is as good; lines of links among them cost big9 .0007.)
IN_QUESTION, LINKS = 0.004, 0.8
#: Preformatted paragraphs with a larger share of digits number the lines beside them.
NUMBERS = 0.9
#: So many siblings of the paragraphs around them may stand among what is not.
FEW = 2
#: Elements of lists and tables; without a class they are the writer's, with one often a box of the page's.
_PLAIN = frozenset("ul ol li dl dt dd table tbody thead tfoot tr td th p blockquote".split())
#: A body of so many paragraphs is short, and weighted letters and share of links of a sentence beside it.
FEW_OF_ALL, SENTENCE, FEW_LINKS = 3, 20.0, 0.3
#: Pictures with their captions.
_PICTURES = ("figure", "figcaption", "caption")
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
#: An end of a body behind a gap of so many paragraphs is of it if its mean probability is so high, or it is longer
#: than so large a share of the longest part. (Gaps of 15 cost zh_cwced .002; .7 costs zh_archive .003.)
FAR, LIKELY, LONG = 30, 0.6, 0.5


def without_far_ends(table: ParagraphTable, probability: NDArray[np.floating], body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, without short and unlikely first and last parts that are far from the rest: teasers.

    (Of 5,010 articles, their sets left out, 30 are changed: MHR_0.1 of fundus_more .321 -> .226, of dragnet_rest
    .173 -> .166, F1 of zh_archive - .0015.)
    """
    taken = body.nonzero()[0]
    cuts = (np.diff(taken) >= FAR).nonzero()[0] + 1
    if not len(cuts):
        return body
    parts = np.split(taken, cuts)
    weights = [float(table.weight[part].sum()) for part in parts]
    left = body.copy()
    for part, weight in ((parts[0], weights[0]), (parts[-1], weights[-1])):
        likely = float(probability[part] @ table.weight[part]) >= LIKELY * weight
        if not likely and weight < LONG * max(weights):
            left[part] = False
    return left


def filled(table: ParagraphTable, probability: NDArray[np.floating], body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with what stands in its gaps and belongs to it by its place.

    That are siblings of the paragraphs around a gap, if there are few or nothing else is in it; headings of what is
    next; lists and tables without classes, or with the text's or one of its family; and PRE. ``probability`` as the
    model has it; what the page hides, or says once more, stays out. (Sets left out, found on blogs: F1 .950 -> .959,
    MHR_0.1 .229 -> .165. Of the others, which were not looked at, wcxb .931 -> .934 and .251 -> .238, postlight .289 ->
    .274, none lower by more than .0005; l3s and big9 lower by .0001. Quotes without classes: 28 more, 27 for the
    better, F1 of dragnet + .0009. Headings of what is next, and items in elements of its class: 67 more, seven for the
    better by more than a fiftieth, three for the worse, most of the others better by less. Lists and tables with a
    class of the body's families: 23 more, nine for the better, one for the worse: F1 of wcxb + .0005, MHR_0.1 - .0026.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    inside = np.arange(taken[0], taken[-1])
    rows = inside[~body[inside] & (probability[inside] >= IN_QUESTION) & (table.link_share[inside] < LINKS)]
    rows = rows[~table.page.is_tag(*_PICTURES)[table.element[rows]]]
    if not len(rows):
        return body
    right = taken.searchsorted(rows)
    rows = rows[_are_of_body(table, rows, taken[right - 1], taken[right], body)]
    original = table.original[rows]
    rows = rows[(original == rows) | ~body[original]]
    more = body.copy()
    more[rows[~table.hidden(rows)]] = True
    return more


def with_siblings(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, of a few paragraphs with the sentences that follow or precede them as their siblings.

    Of an item of two lines each paragraph is as short as a caption. (Of 5,735 articles, their sets left out, eleven are
    changed, ten for the better: .23 -> .46, .46 -> .79, .68 -> .86, seven more; .35 -> .24, another block before, too.)
    """
    taken = np.flatnonzero(body)
    if not 0 < len(taken) <= FEW_OF_ALL:
        return body
    more = body.copy()
    for end, step in ((int(taken[-1]), 1), (int(taken[0]), -1)):
        row = end + step
        while 0 <= row < len(body) and _is_sentence_beside(table, row, end):
            more[row] = True
            row += step
    return more


def _is_sentence_beside(table: ParagraphTable, row: int, other: int) -> bool:
    """Whether a paragraph that is seen is like another one, its sibling, and a sentence."""
    element, page = table.element, table.page
    alike = table.signature[element[row]] == table.signature[element[other]]
    sibling = page.parent[element[row]] == page.parent[element[other]]
    says_more = table.weight[row] >= SENTENCE and table.stops[row] >= 1 and table.link_share[row] < FEW_LINKS
    return bool(alike and sibling and says_more and table.original[row] == row and not table.hidden(np.array([row]))[0])


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
            alone[i] = j - i <= FEW + 1 or bool((parent[i + 1 : j] == parent.item(i)).all())
        return alone[i]

    of_body = _in_pre(table)[rows] | _head(table, rows, right) | _are_items(table, rows, left, right)
    places = (of_body, siblings, table.element[rows], left, right)
    return [
        sure or (sibling and among_siblings(i, j)) or by_name(element, i, j)
        for sure, sibling, element, i, j in zip(*(column.tolist() for column in places), strict=True)
    ]


def _head(table: ParagraphTable, rows: IntArray, right: IntArray) -> BoolArray:
    """Which of some paragraphs are the headings of what is next, siblings of it, whatever stands before them."""
    parent, heading = table.page.parent[table.element], table.page.is_tag(*_HEADINGS)[table.element]
    next_to = (right == rows + 1) & (parent[rows] == parent[right])
    return np.asarray(heading[rows] & next_to & (table.link_share[rows] < FEW_LINKS))


def _are_items(table: ParagraphTable, rows: IntArray, left: IntArray, right: IntArray) -> BoolArray:
    """Which of some paragraphs are items of lists or quotes, in elements of the class of what is next."""
    kind = table.signature[table.element]
    alike = (kind[rows] == kind[left]) | (kind[rows] == kind[right])
    item = table.page.is_tag("li", "blockquote")[table.page.parent[table.element[rows]]]
    classed = [bool(table.page.elements[index].get(CLASS, "").strip()) for index in table.element[rows].tolist()]
    return np.asarray(alike & item & classed & (table.link_share[rows] < FEW_LINKS))


def _in_pre(table: ParagraphTable) -> BoolArray:
    """Which paragraphs are preformatted, and not the numbers of lines. Shape (k,)."""
    inside = np.zeros(len(table.weight), dtype=np.bool_)
    for index in table.page.is_tag("pre").nonzero()[0].tolist():
        inside[table.first[index] : table.last[index]] = True
    return np.asarray(inside & (table.digits < NUMBERS * table.weight))


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
