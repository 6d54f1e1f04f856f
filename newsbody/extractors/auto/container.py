"""What stands beside an article, amid it or outside of it by the names of elements: comments, boxes, the tail below.

Most programs that make blogs and news sites name the element that holds the text ("entry-content", "post-body",
``itemprop="articleBody"``), and what stands around it ("sidebar", "newsletter-signup", "author-box").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

import numpy as np

from newsbody.extractors.auto.kind import may_be_list
from newsbody.extractors.auto.stated import described, reader
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.tags import CLASS

#: What the element is called, by class, id or itemprop, that holds the text of an article.
_CONTAINER = reader(
    (
        (
            *(
                what + between + part
                for what in ("entry", "post", "article", "story", "news")
                for between in ("", "-", "_", "__")
                for part in ("content", "body", "text", "entry", "main")
            ),
            *("content-body", "contentbody", "content_body", "content-text", "contenttext", "content_text"),
            *("main-text", "maintext", "main_text", "body-text", "bodytext", "body_text", "rich-text", "richtext"),
            *("rich_text", "text-body", "textbody", "text_body", "zhengwen"),
        ),
    )
)
#: What elements are called that stand beside an article, or below it.
_BESIDE = reader(
    (
        (
            *("sidebar", "side-bar", "side_bar", "sidecol", "side-col", "side_col", "widget", "aside", "footer"),
            *("rightcol", "right-col", "right_col", "colright", "col-right", "col_right"),
            *("comment", "disqus", "pinglun", "author", "profile", "byline", "biograph", "avatar", "contributor"),
            *("slideshow", "related", "recommend"),
        ),
    )
)
#: What stands in a container and is no text, by its tag.
_NO_TEXT = ("h1", "figcaption", "caption")
_BESIDE_TAGS = ("aside", "footer", "nav")
_WHOLE = ("html", "body")
_SUBHEADINGS = ("h2", "h3", "h4", "h5", "h6")
_UNNAMED = (*_WHOLE, "h1", *_SUBHEADINGS)
_NAMED_BY = (CLASS, b"id", b"itemprop")
#: What boxes are called that stand amid the text of an article and are none of it.
_BOX = reader(
    (
        (
            *("newsletter", "signup", "sign-up", "sign_up", "sponsor", "donat", "opt-in", "optin", "consent"),
            *("disclaimer", "copyright", "pagination", "breadcrumb", "popup", "share", "sharing", "social", "caption"),
            *("byline", "subscri", "credit", "carousel", "tags", "button"),
        ),
    )
)
_BOX_TAGS = ("form", "nav", "figcaption")
#: Names of boxes of the page's, which some layouts give to all that is in them.
_SIDE_BOX = reader((("widget", "sidebar", "slideshow"),))

_IsOne = Callable[[ParagraphTable, int], bool]


def by_container(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """The text of the only named container, shape ``(k,)``, where the body is none, or stands beside.

    An item of one line among menus passes for a list, the terms of a popup for its text. (Of 5,010 articles, their sets
    left out, 27 have another body by this, all better; of 568 lists at most 11 become articles.)
    """
    taken = body.nonzero()[0]
    weight = float(table.weight[taken].sum())
    if weight > THRESHOLDS.longest_beside or may_be_list(table.page) or not all(_stand_in(table, taken, 0, _is_apart)):
        return body
    containers = _outermost_named(table)
    if len(containers) != 1:
        return body
    if body[table.first[containers[0]] : table.last[containers[0]]].any():
        return body
    rows = _text_in(table, containers[0])
    enough = max(THRESHOLDS.shortest_text, THRESHOLDS.least_of_beside * weight)
    if float(table.plain[rows].sum()) < enough:
        return body
    held = np.zeros_like(body)
    held[rows] = True
    return held


def widened(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body that is but a guess, shape ``(k,)``, with the text of the innermost container around it.

    Above it a line without a sentence is byline, date or button, if it is no subheading. (Of 5,010 articles, their
    sets left out, 30 are better by .02 and nine worse; of 215 services and goods, not looked at, 11 and none.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    inner = table.around(int(taken[0]), int(taken[-1]))
    container = next((index for index in table.page.ancestors(inner) if _is_container(table, index)), None)
    if container is None or all(_stand_in(table, taken, container, _is_beside)):
        return body
    rows = _text_in(table, container)
    said = (table.original[rows] != rows) & np.isin(table.original[rows], rows)
    line = (rows < taken[0]) & (table.stops[rows] == 0) & ~table.page.is_tag(*_SUBHEADINGS)[table.element[rows]]
    more = body.copy()
    more[rows[~(said | line)]] = True
    return more


def without_outside(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, without what stands behind the container of most of it, and lines before that.

    As they are where the page's own description begins like them. (Of 5,735 articles, their sets left out, 76 are
    changed, 38 for the better, two for the worse. Of sentences before the container as many are the standfirst.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    size = table.weight[taken].cumsum()
    middle = int(taken[size.searchsorted(size[-1] / 2)])
    first, last = 0, len(body)
    for container in _outermost_around(table, table.element.item(middle)):
        start, stop = table.first.item(container), table.last.item(container)
        if float(table.weight[start:stop][body[start:stop]].sum()) >= THRESHOLDS.most_inside * float(size[-1]):
            first, last = max(first, start), min(last, stop)
    before, behind = taken[taken < first], taken[taken >= last]
    if not len(before) + len(behind):
        return body
    line = (table.stops[before] == 0) & (table.weight[before] < THRESHOLDS.byline)
    line &= ~table.page.is_tag(*_SUBHEADINGS)[table.element[before]]
    left = body.copy()
    left[behind] = False
    left[before[line]] = False
    return np.asarray(left | (body & described(table)))


def without_end_beside(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, without its end in elements that are called after something else.

    As it is where most of it would go: the name is a layout's. (Of 5,010 articles, their sets left out, 70 are changed,
    49 for the better, four for the worse: MHR_0.1 of wcxb .233 -> .224, of misinfo_sites .112 -> .090.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    # What an element around all of it is called says nothing of its end.
    top = table.around(int(taken[0]), int(taken[-1]))
    beside = sum(1 for _ in takewhile(bool, _stand_in(table, taken[::-1], top, _is_beside)))
    kept = taken[: len(taken) - beside]
    weight = table.weight
    if not beside or float(weight[kept].sum()) < THRESHOLDS.least_before * float(weight[taken].sum()):
        return body
    left = np.zeros_like(body)
    left[kept] = True
    return left


def without_boxes(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, without boxes amid it that are called newsletter, sponsor, consent and so on.

    (Of 5,735 articles, their sets left out, 66 are changed, 33 for the better and one for the worse; captions and
    bylines: 65 more, 29 and 14, eight of these on a site whose labels hold some captions and not others; widgets and
    short ASIDE: 41 more, 18 and four.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    top = table.around(int(taken[0]), int(taken[-1]))
    most = THRESHOLDS.most_boxed * float(table.weight[taken].sum())
    left = body.copy()
    for is_one in (_is_box, _is_side_box):
        boxed = taken[list(_stand_in(table, taken, top, is_one))]
        if float(table.weight[boxed].sum()) <= most:
            left[boxed] = False
    return left


def _text_in(table: ParagraphTable, container: int) -> IntArray:
    """The paragraphs in an element that a reader sees, no headline, captions or lines of links, nor boxes by name."""
    rows = np.arange(table.first[container], table.last[container])
    rows = rows[table.link_share[rows] < THRESHOLDS.line_of_links]
    rows = rows[~table.page.is_tag(*_NO_TEXT)[table.element[rows]]]
    rows = rows[~table.hidden(rows)]
    return rows[[not apart for apart in _stand_in(table, rows, container, _is_apart)]]


def _stand_in(table: ParagraphTable, rows: IntArray, top: int, is_one: _IsOne) -> Iterator[bool]:
    """Of each paragraph whether there is such an element around it, below ``top``."""
    known: dict[int, bool] = {}
    parent = table.page.parent
    for element in table.element[rows].tolist():
        inward: list[int] = []
        while element > top and element not in known:
            inward.append(element)
            element = parent.item(element)
        found = known.get(element, False)
        for inner in reversed(inward):
            found = known[inner] = found or is_one(table, inner)
        yield found


def _outermost_around(table: ParagraphTable, element: int) -> list[int]:
    """The outermost named container that is an element or stands around it, and the outermost ARTICLE or MAIN."""
    around = [index for index in table.page.ancestors(element) if _is_container(table, index)][::-1]
    named = [_is_named(table, index, _CONTAINER) for index in around]
    return [around[named.index(kind)] for kind in (True, False) if kind in named]


def _is_container(table: ParagraphTable, index: int) -> bool:
    element = table.page.elements[index]
    by_tag = element.tag in ("article", "main") or element.get("role") == "main"
    return (by_tag and element.tag not in _WHOLE) or _is_named(table, index, _CONTAINER)


def _is_beside(table: ParagraphTable, index: int) -> bool:
    return table.page.elements[index].tag in _BESIDE_TAGS or _is_named(table, index, _BESIDE)


def _is_apart(table: ParagraphTable, index: int) -> bool:
    return _is_beside(table, index) or _is_box(table, index)


def _is_box(table: ParagraphTable, index: int) -> bool:
    return table.page.elements[index].tag in _BOX_TAGS or _is_named(table, index, _BOX)


def _is_side_box(table: ParagraphTable, index: int) -> bool:
    page = table.page
    if page.elements[index].tag == "aside":
        return float(table.weight[table.first[index] : table.last[index]].sum()) < THRESHOLDS.aside
    return _is_named(table, index, _SIDE_BOX)


def _is_named(table: ParagraphTable, index: int, name: Callable[[str], int]) -> bool:
    """Whether an element has such a name; HTML and BODY are named after what is in them, headings after their text."""
    element = table.page.elements[index]
    if not element.keys() or element.tag in _UNNAMED:  # most paragraphs say nothing
        return False
    return any(name(value) for value in map(element.get, _NAMED_BY) if value)


def _outermost_named(table: ParagraphTable) -> list[int]:
    """The named containers that stand in no other one."""
    found: list[int] = []
    for index in table.shown.tolist():
        if (not found or index >= table.page.end[found[-1]]) and _is_named(table, index, _CONTAINER):
            found.append(index)
    return found
