"""Tables of a body: by themselves they look like nothing, words beside them, or their place, tell them."""

from __future__ import annotations

import numpy as np

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray, IntArray

#: What stands in a cell of a layout and is no body.
_NO_CELLS = ("h1", "figcaption", "caption")


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
    for start, stop in zip(first[partly].tolist(), last[partly].tolist(), strict=True):
        whole[_cells(table, start, stop)] = True
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
            whole[_cells(table, start, stop)] = True
    return whole


def _cells(table: ParagraphTable, start: int, stop: int) -> IntArray:
    """The paragraphs between two that are seen and have no larger share of links."""
    cells = np.arange(start, stop)
    cells = cells[
        (table.link_share[cells] <= THRESHOLDS.line_of_links) & ~table.page.is_tag(*_NO_CELLS)[table.element[cells]]
    ]
    return cells[~table.hidden(cells)]


def _outermost_apart(table: ParagraphTable, index: int, before: IntArray) -> int:
    """The outermost element around one that holds nothing of the body."""
    parent = table.page.parent.item(index)
    while parent > 0 and before[table.last[parent]] == before[table.first[parent]]:
        index, parent = parent, table.page.parent.item(parent)
    return index


def _counted(body: BoolArray) -> IntArray:
    """How many paragraphs of a body stand before each. Shape ``(k + 1,)``."""
    return np.concatenate(([0], np.cumsum(body)))
