"""The body by the names of containers, where the paragraphs alone do not tell it: too few, or most of them links.

Most programs that make blogs and news sites name the element that holds the text ("entry-content", "post-body",
``itemprop="articleBody"``). Such a name is no proof: on many a page teasers have it, too. But where nothing is
taken at all, or a text that stands beside the article by its own name, it says more than the paragraphs do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

import numpy as np

from newsbody.extractors.auto.hints import reader
from newsbody.extractors.auto.kind import may_be_list
from newsbody.extractors.auto.table import ParagraphTable
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
_BESIDE_TAGS = ("aside", "footer", "nav")
_WHOLE = ("html", "body")
#: What stands in a container and is no body, by its tag.
_NO_TEXT = ("h1", "figcaption", "caption")
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
#: So large a share of a body at most stands in such boxes: what is more is called after something in it.
MOST_BOXED = 0.3
#: Weighted letters of the longest ASIDE amid a text that is a pull quote or an advertisement, no note of the writer's.
LONGEST_ASIDE = 200.0
#: Weighted letters of the shortest text that a container's name makes a body.
SHORTEST = 20.0
#: So many paragraphs behind the headline its text begins: byline, date, share buttons, a picture's caption.
NEAR_HEADLINE = 8
#: The container has at least this share of what stands beside it: an article's teaser, say, has less.
LEAST_SHARE = 0.1
#: So large a share of a body stands before what stands beside it. (Shares of .05 to .6 are alike.)
LEAST_KEPT = 0.3
#: Weighted letters of the longest text that stands beside an article: what is longer is the article, whatever a page
#: builder or a layout calls its elements. (The longest that was one has 1,482.)
LONGEST_BESIDE = 2000.0
#: A body of less expected F1 is a guess: lists of products, of links with a word on each, hosts of short paragraphs.
UNSURE = 0.55
#: A paragraph with a larger share of links is a line of links.
LINKS = 0.8


def by_container(table: ParagraphTable, chosen: BoolArray) -> BoolArray | None:
    """The paragraphs, shape (k,), of the only named container, where nothing is ``chosen`` or what is stands beside it.

    Or behind it, if it follows the only headline: a notice of the publisher is longer than an item of two lines. None
    where the choice may stand as it is; nothing chosen may be right for a page that is a list by its address.
    (Of 5,010 articles, their sets left out, 27 have another body by this, all better: F1 of dragnet .918 -> .930,
    of blogs .962 -> .966. Of 568 lists at most 11 become articles.)
    """
    taken = chosen.nonzero()[0]
    weight = float(table.weight[taken].sum())
    if len(taken):
        if weight > LONGEST_BESIDE or not (all(stand_beside(table, taken)) or _is_behind(table, taken)):
            return None
    elif may_be_list(table.page):
        return None
    containers = _outermost(table)
    if len(containers) != 1 or chosen[table.first[containers[0]] : table.last[containers[0]]].any():
        return None
    body = _text_in(table, containers[0])
    least = max(SHORTEST, LEAST_SHARE * weight)
    return body if float(table.plain[body].sum()) >= least else None


def _is_behind(table: ParagraphTable, taken: IntArray) -> bool:
    """Whether what is taken stands behind the only named container, and that behind the only headline."""
    if len(table.headlines) != 1:
        return False
    begin, first = int(table.last[table.headlines[0]]), int(taken[0])
    if float(table.plain[begin:first].max(initial=0)) < SHORTEST:  # as on most pages; names take time
        return False
    containers = _outermost(table)
    near = [one for one in containers if begin <= table.first[one] < begin + NEAR_HEADLINE]
    return len(containers) == len(near) == 1 and bool(table.last[near[0]] <= first)


def widened(table: ParagraphTable, body: BoolArray, expected_f1: float) -> BoolArray:
    """A body, shape (k,), with the text of the ARTICLE, MAIN or named container around it, where it is but a guess.

    Nothing of it is headline, caption, or above the body a line that is no sentence and no subheading. (Of 5,010
    articles, their sets left out, 23 are changed: F1 of wcxb, of lists of products, + .003, of postlight + .007, no set
    is lower. With bodies of up to .7 daniel is lower by .002. Of 1,183 made pages of 91 kinds that nobody had looked
    at, without those lines 23 are better, F1 of notices of two lines .869 -> .873, none worse.)
    """
    taken = body.nonzero()[0]
    if not len(taken) or expected_f1 >= UNSURE:
        return body
    inner = table.around(int(taken[0]), int(taken[-1]))
    container = container_around(table, inner)
    if container is None or _is_beside(table, inner):
        return body
    text = _text_in(table, container)
    rows = text.nonzero()[0]
    original = table.original[rows]
    said = (original != rows) & text[original]
    # Above the body a line without a sentence is byline, date or button, or a subheading.
    line = (rows < taken[0]) & (table.stops[rows] == 0) & ~table.page.is_tag(*_SUBHEADINGS)[table.element[rows]]
    text[rows[said | line]] = False
    return np.asarray(text | body)


def without_end_beside(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape (k,), without what stands behind the rest of it in elements that are called after something else.

    As it is where most of it would go: the name is a layout's. (Of 5,010 articles, their sets left out, 70 are changed,
    49 for the better, four for the worse: MHR_0.1 of wcxb .233 -> .224, of misinfo_sites .112 -> .090. What is called
    related or recommended: seven more, six for the better.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    # What an element around all of it is called says nothing of its end.
    top = table.around(int(taken[0]), int(taken[-1]))
    beside = sum(1 for _ in takewhile(bool, stand_beside(table, taken[::-1], top)))
    kept = taken[: len(taken) - beside]
    weight = table.weight
    if not beside or float(weight[kept].sum()) < LEAST_KEPT * float(weight[taken].sum()):
        return body
    left = np.zeros_like(body)
    left[kept] = True
    return left


def without_boxes(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape (k,), without what stands amid it in boxes that are called newsletter, sponsor, consent and so on.

    (Of 5,735 articles, their sets left out, 66 are changed, 33 for the better and one for the worse by two
    hundredths of MCR: MHR_0.1 of the sets that people labelled - .003, of l3s and big9 - .003. What is called after
    sharing, and headings that no longer count as boxes: 35 more, 33 for the better, none for the worse. Captions,
    bylines, subscriptions: 65 more, 29 for the better by more than a fiftieth, 14 for the worse, eight of these on a
    site whose labels hold some captions and not others. FIGCAPTION, credits, carousels, tags, buttons: 76 more, twelve
    for the better, one for the worse: MHR_0.1 - .0013. Widgets, sidebars, slide shows and short ASIDE: 41 more, 18 for
    the better, four for the worse: MHR_0.1 - .0012. With long ones three more are worse, notes of the writer's.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    top = table.around(int(taken[0]), int(taken[-1]))
    most = MOST_BOXED * float(table.weight[taken].sum())
    left = body.copy()
    for is_one in (_is_box, _is_side_box):
        boxed = taken[list(_stand_in(table, taken, top, is_one))]
        if float(table.weight[boxed].sum()) <= most:
            left[boxed] = False
    return left


def container_around(table: ParagraphTable, element: int) -> int | None:
    """The innermost ARTICLE, MAIN or named container that is an element or stands around it."""
    return next(containers_around(table, element), None)


def containers_around(table: ParagraphTable, element: int) -> Iterator[int]:
    """The ARTICLE, MAIN and named containers around an element, or itself, the innermost first."""
    return (index for index in table.page.ancestors(element) if _is_container(table, index))


def outermost_around(table: ParagraphTable, element: int) -> list[int]:
    """The outermost named container that is an element or stands around it, and the outermost ARTICLE or MAIN."""
    around = [*containers_around(table, element)][::-1]
    named = [_is_named(table, index, _CONTAINER) for index in around]
    return [around[named.index(kind)] for kind in (True, False) if kind in named]


def _is_container(table: ParagraphTable, index: int) -> bool:
    element = table.page.elements[index]
    by_tag = element.tag in ("article", "main") or element.get("role") == "main"
    return (by_tag and element.tag not in _WHOLE) or _is_named(table, index, _CONTAINER)


def _text_in(table: ParagraphTable, container: int) -> BoolArray:
    """The paragraphs in an element that are seen, no headline, captions or lines of links, and not beside by name."""
    rows = table.candidates
    rows = rows[(rows >= table.first[container]) & (rows < table.last[container]) & (table.link_share[rows] < LINKS)]
    rows = rows[~table.page.is_tag(*_NO_TEXT)[table.element[rows]]]
    rows = rows[~table.hidden(rows)]
    body = np.zeros(len(table.weight), dtype=np.bool_)
    body[rows] = [not beside for beside in stand_beside(table, rows, container)]
    return body


def stand_beside(table: ParagraphTable, rows: IntArray, top: int = 0) -> Iterator[bool]:
    """Of each paragraph whether an element around it, below ``top``, is called what stands beside an article."""
    return _stand_in(table, rows, top, _is_beside)


def _stand_in(
    table: ParagraphTable, rows: IntArray, top: int, is_one: Callable[[ParagraphTable, int], bool]
) -> Iterator[bool]:
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


def _is_beside(table: ParagraphTable, index: int) -> bool:
    return table.page.elements[index].tag in _BESIDE_TAGS or _is_named(table, index, _BESIDE)


def _is_box(table: ParagraphTable, index: int) -> bool:
    return table.page.elements[index].tag in _BOX_TAGS or _is_named(table, index, _BOX)


def _is_side_box(table: ParagraphTable, index: int) -> bool:
    page = table.page
    if page.elements[index].tag == "aside":
        return float(table.weight[table.first[index] : table.last[index]].sum()) < LONGEST_ASIDE
    return _is_named(table, index, _SIDE_BOX)


def _is_named(table: ParagraphTable, index: int, name: Callable[[str], int]) -> bool:
    """Whether an element has such a name; HTML and BODY are named after what is in them, headings after their text."""
    element = table.page.elements[index]
    if not element.keys() or element.tag in _UNNAMED:  # most paragraphs say nothing
        return False
    return any(name(value) for value in map(element.get, _NAMED_BY) if value)


def _outermost(table: ParagraphTable) -> list[int]:
    """The named containers that stand in no other one."""
    found: list[int] = []
    for index in table.shown.tolist():
        if found and index < table.page.end[found[-1]]:
            continue
        if _is_named(table, index, _CONTAINER):
            found.append(index)
    return found
