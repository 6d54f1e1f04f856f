"""Tables of a body: by themselves they look like nothing, words beside them, or their place, tell them."""

from __future__ import annotations

import numpy as np

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.tags import TAG_CODES

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
        whole[_cells(table, index)] = True
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
            whole[_cells(table, index)] = True
    return whole


def _cells(table: ParagraphTable, index: int) -> IntArray:
    """The paragraphs of a table that are seen, have no larger share of links, and do not number lines of code."""
    cells = np.arange(table.first[index], table.last[index])
    cells = cells[table.link_share[cells] <= THRESHOLDS.line_of_links]
    cells = cells[~np.isin(table.page.tag_codes[table.element[cells]], _NO_CELLS)]
    cells = cells[~np.isin(cells, _line_numbers(table, index))]
    return cells[~table.hidden(cells)]


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
