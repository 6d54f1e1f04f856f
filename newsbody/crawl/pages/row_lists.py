"""Pages whose text is rows that each begin with a link: lists, in whatever element they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import numpy as np

from newsbody.crawl.sources.domains import site_domain
from newsbody.markup.links import base_url, web_address
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.sites import host_of

#: Weighted letters of a link that is a headline; less is a name, a number or a word as "more".
MIN_HEADLINE = 12.0
#: Fewer headlines stand in the text of articles, as what else was written of something.
LEAST_ROWS = 3
#: Articles that a page shows whole, or with their beginnings: of each the headline leads to its page.
LEAST_SHOWN = 2
#: Paragraphs of a row: headline, summary, date, what it is about.
MAX_PARAGRAPHS = 4
#: Of the text so much stands in the rows.
IN_ROWS = 0.9
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
#: Characters of a heading that is told from the name of a site or a list by standing in the title of its page.
LEAST_TITLE = 8
#: Weighted letters of a paragraph; longer ones are written to be read where they stand.
MAX_SUMMARY = 400.0


def is_rows(body: Body) -> bool:
    """Is what was taken for the body of a page a list of links to pages of the same site, with summaries or without?

    Of some 1,950 articles of 12 sets one is, the teaser of an article with others below it. Linear in the page.
    """
    page = body.page
    runs = np.flatnonzero(body.runs)
    if not len(runs):
        return False
    # The headline of the first row may not have been taken.
    first, last = max(0, int(page.run_paragraph[runs[0]]) - 1), int(page.run_paragraph[runs[-1]])
    inside = np.arange(int(page.paragraph_run[first]), int(page.paragraph_run[last + 1]))
    weight, paragraph = page.run_weight[inside], page.run_paragraph[inside] - first
    is_link, count = page.run_is_link[inside], last + 1 - first
    # A single letter is a bullet.
    begins, begin = np.unique(paragraph[weight > 1], return_index=True)
    runs_of = np.flatnonzero(weight > 1)[begin]
    linked = np.bincount(paragraph, weights=np.where(is_link, weight, 0.0), minlength=count)
    is_head = is_link[runs_of] & (linked[begins] >= MIN_HEADLINE)
    heads = begins[is_head]
    if len(heads) < LEAST_ROWS:
        return False
    elements = page.run_element[inside[runs_of[is_head]]]
    targets = _targets(body, elements)
    if len(targets) < LEAST_ROWS:
        return False
    taken = np.bincount(paragraph, weights=np.where(body.runs[inside], weight, 0.0), minlength=count)
    if taken.max() <= MAX_SUMMARY and count <= MAX_PARAGRAPHS * len(targets):
        row = int(np.median(np.diff(heads)))
        if taken[heads[0] : heads[-1] + row].sum() >= IN_ROWS * taken.sum():
            return True
    linked = _linked_headings(page, elements, int(inside[-1]))
    under = page.run_paragraph[page.first_run[linked]] - first
    if not len(linked) or not _have_boxes(page, linked, body.runs):
        return False
    return bool(taken[under[0] : under[-1] + np.diff(under).max()].sum() >= IN_ROWS * taken.sum())


def _linked_headings(page: Page, elements: IntArray, last: int) -> IntArray:
    """The headings that hold some elements, where they are of one kind, and all others of it among them are links.

    From the first of the elements to a ``last`` run; so a list shows whole articles, each below its own headline. The
    headings within these may have the same tag.
    """
    none = np.zeros(0, dtype=int)
    held = [next((up for up in _around(page, index) if page.elements[up].tag in _HEADINGS), -1) for index in elements]
    kinds = Counter(_kind(page, index) for index in held if index >= 0)
    # In each row its date or section may be a link, too; in some alone that is one of a text.
    if len(kinds) != 1 or kinds.total() < LEAST_ROWS or 0 < held.count(-1) < kinds.total():
        return none
    found = _of_kind(page, np.flatnonzero(page.is_tag(*_HEADINGS)), *kinds)
    found = found[(found >= min(index for index in held if index >= 0)) & (page.first_run[found] <= last)]
    return found if page.run_is_link[page.first_run[found]].all() else none


def shows_others(body: Body) -> bool:
    """Is what was taken for the body of a page one of several articles that it shows, each with a page of its own?

    So the headlines above all of them, in elements of one kind, lead to other pages. Of articles on a page of their own
    none does, or to that page itself.
    """
    page, runs = body.page, np.flatnonzero(body.runs)
    headings = np.flatnonzero(page.is_tag(*_HEADINGS))
    above = headings[page.first_run[headings] <= runs[0]] if len(runs) else headings[:0]
    if not len(above):
        return False
    alike = _of_kind(page, headings, _kind(page, int(above[-1])))
    begins = page.first_run[alike]
    if len(alike) < LEAST_SHOWN or not page.run_is_link[begins].all() or _has_headline(page, headings, begins[0]):
        return False
    own, targets = urlsplit(base_url(page)).path, _targets(body, page.run_element[begins])
    if len(targets) < len(alike) or any(urlsplit(url).path == own for url in targets):
        return False
    cells, ends = _cells(page, alike)
    if len({_kind(page, index) for index in cells.tolist()}) > 1:
        return False
    within = np.searchsorted(cells, page.run_element[runs], side="right") - 1
    is_in = (within >= 0) & (page.run_element[runs] < ends[within])
    return bool(page.run_weight[runs[is_in]].sum() >= IN_ROWS * page.run_weight[runs].sum())


def _has_headline(page: Page, headings: IntArray, first: int) -> bool:
    """Does a headline of its own stand above the ``first`` run of others, as in an article that speaks of others?"""
    own = headings[(page.first_run[headings] < first) & ~page.run_is_link[page.first_run[headings]]]
    texts = (page.paragraphs[page.run_paragraph[page.first_run[index]]].strip() for index in own.tolist())
    return any(len(text) >= LEAST_TITLE and text in page.title for text in texts)


def _cells(page: Page, headings: IntArray) -> tuple[IntArray, IntArray]:
    """The outermost element around each of some headings that holds none of the others, and where its text ends.

    Behind a heading that stands alone that is the end of the element beside it, unless it is one paragraph.
    """
    cells = np.array([_cell(page, index, headings) for index in headings.tolist()])
    ends = page.end[cells]
    for number, (heading, end) in enumerate(zip(headings.tolist(), ends.tolist(), strict=True)):
        alone = page.last_run[cells[number]] == page.last_run[heading] and end < len(page.elements)
        if alone and page.parent[end] == page.parent[cells[number]] and page.elements[end].tag not in _HEADINGS | {"p"}:
            ends[number] = page.end[end]
    return cells, ends


def _cell(page: Page, heading: int, headings: IntArray) -> int:
    cell = heading
    for up in _around(page, heading):
        first, last = headings.searchsorted([up, page.end[up]])
        if last - first > 1:
            break
        cell = up
    return cell


def _kind(page: Page, index: int) -> tuple[str, str | None]:
    element = page.elements[index]
    return str(element.tag), element.get("class")


def _of_kind(page: Page, elements: IntArray, kind: tuple[str, str | None]) -> IntArray:
    return np.array([index for index in elements.tolist() if _kind(page, index) == kind], dtype=int)


def _have_boxes(page: Page, headings: IntArray, runs: BoolArray) -> bool:
    """Does the text behind each of some headings stand in an element of its own, with the heading or beside it?

    In an article they stand in the element of all its text.
    """
    for heading, end in zip(headings.tolist(), _cells(page, headings)[1].tolist(), strict=True):
        text = np.flatnonzero(runs[page.last_run[heading] :])
        if not len(text) or page.run_element[page.last_run[heading] + text[0]] >= end:
            return False
    return True


def _around(page: Page, index: int) -> Iterator[int]:
    """An element, and those around it."""
    while index >= 0:
        yield int(index)
        index = int(page.parent[index])


def _targets(body: Body, elements: IntArray) -> set[str]:
    """The pages of the same site to which links lead that hold some elements."""
    page, base = body.page, base_url(body.page)
    links = np.flatnonzero(page.is_tag("a"))
    holding = links[np.searchsorted(links, elements, side="right") - 1]
    found = (web_address(base, page.elements[index].get("href") or "").partition("#")[0] for index in holding.tolist())
    domain = site_domain(host_of(base))
    return {url for url in found if url and site_domain(host_of(url)) == domain} - {base}
