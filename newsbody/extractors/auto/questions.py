"""Questions with their answers behind an article and in its gaps: the writer's, in boxes that open one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from newsbody.extractors.auto.container import stand_beside
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page.characters import BoolArray, IntArray

#: What a question ends with; behind it may stand the sign of the control that opens the answer.
_MARKS = "?？؟"
_SIGNS = "+-–−×▾▼▽⌄›> \n\t\u00a0" + _MARKS
#: So many questions of one template there are at least, and so large a share of all of this template, and of their
#: answers are alike.
LEAST, MOSTLY = 3, 0.7
#: Weighted letters of the longest question, and of the shortest answer.
LONGEST, SHORTEST = 200.0, 40.0
#: A question or answer with a larger share of links leads elsewhere: questions of other pages with a line of each.
LINKS = 0.3
#: At most so many paragraphs stand between a body and its questions, in an answer, and between these and a heading.
BEHIND, MOST, ABOVE = 20, 12, 3
#: Of a question that is missing less than this share, its answer's with it, is of the body.
MISSING = 0.5
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")


class _Asked(NamedTuple):
    question: int
    answer: IntArray


def with_questions(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with questions of one template and their answers that stand amid or right behind it.

    (Of 5,735 articles, their sets left out, 18 are changed, 13 for the better by more than a fiftieth, two for the
    worse: F1 of wcxb .9481 -> .9494, MHR_0.1 .196 -> .186. Of questions outside of the container that holds the body as
    many are none of it.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    questions = _questions(table, int(taken[0]))
    template = table.templates[0]
    added: list[IntArray] = []
    for number in sorted(set(template[questions].tolist())) if len(questions) >= LEAST else ():
        own = questions[template[questions] == number]
        before = taken[taken < own[0]]
        # Where each question and what stands behind it is there, as in most texts that ask, nothing is missing.
        there = body[own[:-1]] & body[own[:-1] + 1]
        if len(own) >= LEAST and len(before) and own[0] - before[-1] <= BEHIND and not there.all():
            asked = [one for one in _asked(table, own) if _is_missing(table, body, one)]
            if asked:
                added += [_heading(table, int(before[-1]), asked[0].question)]
                added += [np.append(one.answer, one.question) for one in asked]
    if not added:
        return body
    rows = np.unique(np.concatenate(added))
    rows = rows[~table.hidden(rows) & ((table.original[rows] == rows) | ~body[table.original[rows]])]
    top = table.around(int(taken[0]), int(taken[-1]))
    more = body.copy()
    more[rows[[not beside for beside in stand_beside(table, rows, top)]]] = True
    return more


def _questions(table: ParagraphTable, first: int) -> IntArray:
    """The short paragraphs from one on that end with a question mark."""
    page = table.page
    places = sorted(_places(page.text, page.paragraph_start.item(first)))
    if len(places) < LEAST:  # as on most pages
        return np.arange(0)
    around = page.paragraph_start.searchsorted(places, "right") - 1
    last = np.flatnonzero(np.diff(around, append=-1))  # of each paragraph: the work is linear in a line of marks
    rows = around[last]
    stops = page.paragraph_stop[rows].tolist()
    ending = [not page.text[places[i] + 1 : stop].strip(_SIGNS) for i, stop in zip(last.tolist(), stops, strict=True)]
    rows = rows[np.array(ending, dtype=np.bool_)]
    return rows[(table.weight[rows] < LONGEST) & (table.link_share[rows] < LINKS)]


def _places(text: str, start: int) -> Iterator[int]:
    """Where question marks stand, each kind in its order."""
    for mark in _MARKS:
        place = text.find(mark, start)  # a pattern takes ten times as long
        while place >= 0:
            yield place
            place = text.find(mark, place + 1)


def _asked(table: ParagraphTable, own: IntArray) -> list[_Asked]:
    """Questions of one template with their answers; none where too few have one, or where other lines are like them."""
    template = table.templates[0]
    number = int(template[own[0]])
    alike = np.count_nonzero(template[own[0] : own[-1] + 1] == number)
    if len(own) < max(LEAST, MOSTLY * alike):
        return []
    stops = [*own[1:].tolist(), len(table.weight)]
    found = [_Asked(row, _answer(table, row, stop)) for row, stop in zip(own.tolist(), stops, strict=True)]
    found = [one for one in found if len(one.answer)]
    if len(found) < LEAST:
        return []
    # Nothing ends the last one but that it is like the others.
    known = np.concatenate([template[one.answer] for one in found[:-1]])
    last = found.pop()
    found.append(_Asked(last.question, last.answer[np.isin(template[last.answer], known)]))
    kinds = [int(template[one.answer[0]]) for one in found if len(one.answer)]
    kind = max(kinds, key=kinds.count)
    found = [one for one in found if len(one.answer) and template[one.answer[0]] == kind]
    return found if kind != number and len(found) >= max(LEAST, MOSTLY * len(own)) else []


def _answer(table: ParagraphTable, row: int, stop: int) -> IntArray:
    """The paragraphs between a question and the next one, at ``stop``, that answer it; none that looks like an answer.

    They are in the outermost element that begins with the question and holds no other, or are siblings behind that.
    """
    page = table.page
    item = table.element.item(row)
    parent = page.parent.item(item)
    while parent > 0 and table.first.item(parent) >= row and table.last.item(parent) <= stop:
        item, parent = parent, page.parent.item(parent)
    end = min(int(table.last[item]), stop)
    if end == row + 1:
        while end < min(stop, row + MOST) and _is_sibling(table, end, parent):
            end += 1
    rows = np.arange(row + 1, end)
    rows = rows[table.link_share[rows] < LINKS]
    answers = bool(len(rows)) and float(table.plain[rows].max()) >= SHORTEST and float(table.stops[rows].sum()) >= 1
    return rows if answers else rows[:0]


def _is_sibling(table: ParagraphTable, row: int, parent: int) -> bool:
    """Whether a paragraph stands in a child of an element, or is it, that is no heading."""
    page, outer = table.page, table.element.item(row)
    while outer > 0 and page.parent.item(outer) != parent:
        outer = page.parent.item(outer)
    return outer > 0 and page.tags[outer] not in _HEADINGS


def _is_missing(table: ParagraphTable, body: BoolArray, asked: _Asked) -> bool:
    rows = np.append(asked.answer, asked.question)
    weight = table.weight[rows]
    return float(weight[body[rows]].sum()) < MISSING * float(weight.sum())


def _heading(table: ParagraphTable, last: int, question: int) -> IntArray:
    """The heading between a body and its first question, near that. Shape (at most 1,)."""
    rows = np.arange(max(last + 1, question - ABOVE), question)
    return rows[table.page.is_tag(*_HEADINGS)[table.element[rows]]][-1:]
