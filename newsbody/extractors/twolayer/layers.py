"""The features of both layers (Hu et al. 2006): candidates for the scope (4.2), and paragraphs (4.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from newsbody.extractors.model import FloatArray
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray

#: Tags whose place on the path to the next candidate above is a feature (feature 5).
PATH_TAGS = ("table", "div", "tr", "td")
#: The columns of Candidates.features, in the order of the paper's list.
SCOPE_FEATURES = (
    "plain",  # 1: letters outside of links (CJK characters weighed)
    "plain_of_root",
    "link",  # 2: letters of links
    "link_share",
    "plain_of_above",  # 3
    "children",  # 4
    *(f"path_{tag}" for tag in PATH_TAGS),  # 5
    "p",  # 6
    "p_of_page",
    "br",
    "br_of_page",
    "link_beside",  # 7
    "link_share_beside",
    "in_table",  # 8
)


@dataclass(frozen=True)
class Candidates:
    """The ``c`` candidates of a page with ``k`` paragraphs: nodes in document order, then all paragraphs.

    ``element`` is -1 for a paragraph. The paragraphs of a candidate are ``range(first, last + 1)``.
    ``above`` is the number of the next candidate above, -1 for the topmost. All of shape (c,).
    """

    page: Page
    element: IntArray
    first: IntArray
    last: IntArray
    above: IntArray

    @classmethod
    def of(cls, page: Page) -> Candidates:
        """The candidates of a page; none for a page without text."""
        count = len(page)
        nodes, first, last = _nodes(page)
        number = np.full(len(page.end), -1, dtype=np.int64)
        number[nodes] = np.arange(len(nodes))
        is_node = number >= 0
        innermost = page.innermost(is_node)
        parents = page.parent[nodes]
        above_nodes = np.where(parents >= 0, innermost[parents], -1)
        above = np.concatenate((above_nodes, _holders(page, innermost)))
        above = np.where(above >= 0, number[above], -1)
        paragraphs = np.arange(count)
        return cls(
            page,
            np.concatenate((nodes, np.full(count, -1, dtype=np.int64))),
            np.concatenate((first, paragraphs)),
            np.concatenate((last, paragraphs)),
            above,
        )

    def __len__(self) -> int:
        return len(self.first)

    def covered(self, candidate: int) -> BoolArray:
        """The paragraphs of a candidate, shape (k,)."""
        paragraphs = np.arange(len(self.page))
        return np.asarray((paragraphs >= self.first[candidate]) & (paragraphs <= self.last[candidate]))

    def lowest_cover(self, body: BoolArray) -> int | None:
        """The scope node of these paragraphs (shape (k,)), None for no paragraph."""
        wanted = np.flatnonzero(body)
        if not len(wanted):
            return None
        covers = np.flatnonzero((self.first <= wanted[0]) & (self.last >= wanted[-1]))
        # Of two that cover the same the later one is the deeper, or the paragraph itself.
        size = self.last[covers] - self.first[covers]
        return int(covers[len(size) - 1 - np.argmin(size[::-1])]) if len(covers) else None

    @cached_property
    def plain(self) -> FloatArray:
        """Letters outside of links, shape (c,)."""
        return self._sum(paragraph_letters(self.page)[0])

    @cached_property
    def link(self) -> FloatArray:
        """Letters of links, shape (c,)."""
        return self._sum(paragraph_letters(self.page)[1])

    def _sum(self, per_paragraph: FloatArray) -> FloatArray:
        total = np.concatenate(([0.0], np.cumsum(per_paragraph)))
        return total[self.last + 1] - total[self.first]

    def features(self) -> FloatArray:
        """Shape (c, len(SCOPE_FEATURES)); single precision, as the trees were trained on."""
        plain, link, above = self.plain, self.link, self.above
        has_above = above >= 0
        above_plain, above_link = np.where(has_above, plain[above], plain), np.where(has_above, link[above], link)
        beside_link, beside_plain = above_link - link, above_plain - plain
        columns = [
            plain,
            _ratio(plain, plain.max(initial=0.0)),
            link,
            _ratio(link, link + plain),
            _ratio(plain, above_plain),
            np.bincount(above[has_above], minlength=len(self)),
            *self._path_columns(),
            *self._tag_columns("p"),
            *self._tag_columns("br"),
            beside_link,
            _ratio(beside_link, beside_link + beside_plain),
            self.page.inside(self.page.is_tag("table"))[self._standing_in],
        ]
        return np.stack(columns, axis=1).astype(np.float32).astype(np.float64)

    @cached_property
    def _standing_in(self) -> IntArray:
        """The element of each candidate; of a paragraph the element that holds it. Shape (c,)."""
        nodes = len(self) - len(self.page)
        return np.concatenate((self.element[:nodes], self.page.paragraph_element))

    def _path_columns(self) -> list[BoolArray]:
        """Which tags occur from the candidate (included) up to the next candidate above (excluded)."""
        columns = []
        for tag in PATH_TAGS:
            on_path = _ancestor_counts(self.page, self.page.is_tag(tag))
            here = on_path[self._standing_in]
            there = np.where(self.above >= 0, on_path[self._standing_in[self.above]], 0)
            columns.append(here > there)
        return columns

    def _tag_columns(self, tag: str) -> list[FloatArray]:
        """How many of these elements the candidate holds, and as a share of the page's."""
        counts = self.page.subtree_sum(self.page.is_tag(tag))
        held = np.where(self.element >= 0, counts[self.element], 0).astype(np.float64)
        return [held, _ratio(held, float(counts[0]))]


def paragraph_letters(page: Page) -> tuple[FloatArray, FloatArray]:
    """Letters outside of links and letters of links, CJK characters weighed; both of shape (k,)."""
    weight = page.run_weight
    plain = np.zeros(len(page))
    link = np.zeros(len(page))
    np.add.at(plain, page.run_paragraph, weight * ~page.run_is_link)
    np.add.at(link, page.run_paragraph, weight * page.run_is_link)
    return plain, link


def _nodes(page: Page) -> tuple[IntArray, IntArray, IntArray]:
    """Elements with more than one child, and their first and last paragraph."""
    runs = page.last_run > page.first_run
    if not runs.any():
        return (np.zeros(0, dtype=np.int64),) * 3
    elements = np.flatnonzero(runs)
    first = page.run_paragraph[page.first_run[elements]]
    last = page.run_paragraph[page.last_run[elements] - 1]
    # An element whose next inner element covers the same paragraphs has a single child.
    several = last > first
    elements, first, last = elements[several], first[several], last[several]
    order = np.lexsort((elements, -last, first))
    same_as_next = (first[order][:-1] == first[order][1:]) & (last[order][:-1] == last[order][1:])
    kept = np.sort(order[np.append(~same_as_next, True)]) if len(order) else order
    return elements[kept], first[kept], last[kept]


def _holders(page: Page, innermost: IntArray) -> IntArray:
    """The innermost node that holds each paragraph whole, shape (k,)."""
    head = innermost[page.run_element[page.paragraph_run[:-1]]]
    tail = innermost[page.run_element[page.paragraph_run[1:] - 1]]
    return np.where(head == tail, head, innermost[page.paragraph_element])


def _ancestor_counts(page: Page, marked: BoolArray) -> IntArray:
    """How many marked elements each element is or stands in, shape (n,)."""
    change = np.zeros(len(page.end) + 1, dtype=np.int64)
    change[:-1] += marked
    np.subtract.at(change, page.end[marked], 1)
    return np.cumsum(change[:-1])


def _ratio(part: FloatArray, whole: FloatArray | float) -> FloatArray:
    whole = np.broadcast_to(whole, part.shape)
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


#: The earlier rule that the paper compares with (its reference 7, tuned in section 5.3): a table is
#: descended into when it has more characters outside of links than P and at least the share T of those of
#: the table above it.
TABLE_LENGTH = 55
TABLE_SHARE = 0.60


def table_scope(page: Page) -> BoolArray:
    """The paragraphs of the TABLE that the earlier rule finds, of the whole page without one. Shape (k,)."""
    plain = page.run_sum(page.run_chars * ~page.run_is_link)
    is_table = page.is_tag("table")
    above = page.innermost(is_table)[page.parent]
    inner: dict[int, list[int]] = {}
    for table in np.flatnonzero(is_table).tolist():
        inner.setdefault(int(above[table]), []).append(table)
    scope, whole = -1, int(plain[0])
    while True:
        best = max(inner.get(scope, ()), key=lambda table: (plain[table], -table), default=None)
        if best is None or plain[best] <= TABLE_LENGTH or plain[best] < TABLE_SHARE * whole:
            break
        scope, whole = best, int(plain[best])
    covered = np.zeros(len(page), dtype=np.bool_)
    first, last = (page.first_run[scope], page.last_run[scope]) if scope >= 0 else (0, len(page.run_start))
    covered[page.run_paragraph[first:last]] = True
    return covered


# --- layer two of the two-layer decision: features of a paragraph (Hu et al. 2006, section 4.3) ---

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Feature 1; its values in the column "tag", 0 for none of them.
NEAREST_TAGS = ("p", "br", *HEADINGS, "li")
#: Feature 6: 本报讯, 新华社…电. The agency's opening stands among the first characters.
DATELINE = re.compile("[讯電电訊]")
DATELINE_LENGTH = 16
#: Feature 7: 22 words that speak against a paragraph. The paper prints 相关新闻, 下一页, 版权所有,
#: Copyright and 转载; the others are of the same kinds: related news, paging, rights, reprints, comments.
MARKERS = (
    *("相关新闻", "相关报道", "相关专题", "相关链接", "相关阅读", "更多", "下一页", "上一页", "版权所有", "版权声明"),
    *("转载", "责任编辑", "免责声明", "发表评论", "网友评论", "推荐给朋友", "打印本页"),
    *("copyright", "all rights reserved", "related", "next page", "comments"),
)
PARAGRAPH_FEATURES = (
    *(f"tag_{tag}" for tag in NEAREST_TAGS),
    *("link_share", "plain", "link", "of_picture", "centred", "dateline", "marker", "hidden"),
)
#: What a picture and its caption share (decided in feature 4).
PICTURE_FRAMES = ("figure", "td", "th", "div")

_MARKER = re.compile("|".join(map(re.escape, MARKERS)), re.IGNORECASE)


def paragraph_features(page: Page) -> FloatArray:
    """Shape (k, len(PARAGRAPH_FEATURES)); single precision, as the trees were trained on."""
    plain, link = paragraph_letters(page)
    total = plain + link
    texts = page.paragraphs
    holder = page.paragraph_element
    tag = _nearest_tag(page)
    columns = [
        *(tag == number for number in range(1, len(NEAREST_TAGS) + 1)),
        np.divide(link, total, out=np.zeros(len(total)), where=total > 0),
        plain,
        link,
        _of_picture(page),
        _is_centred(page)[holder],
        np.array([bool(DATELINE.search(text, 0, DATELINE_LENGTH)) for text in texts], dtype=np.bool_),
        np.array([bool(_MARKER.search(text)) for text in texts], dtype=np.bool_),
        page.hidden(holder.tolist()),
    ]
    return np.stack(columns, axis=1).astype(np.float32).astype(np.float64)


def _nearest_tag(page: Page) -> IntArray:
    """1 + place in NEAREST_TAGS of the innermost such element, BR when one begins the paragraph. Shape (k,)."""
    value = np.zeros(len(page.end), dtype=np.int64)
    for number, tag in enumerate(NEAREST_TAGS, 1):
        value[page.is_tag(tag)] = number
    br = NEAREST_TAGS.index("br") + 1
    nearest = page.innermost((value > 0) & (value != br))[page.paragraph_element]
    found = np.where(nearest >= 0, value[nearest], 0)
    return np.where(page.after_br, br, found)


def _of_picture(page: Page) -> BoolArray:
    """Paragraphs alone with a picture in a FIGURE, table cell or DIV. Shape (k,)."""
    pictures = page.subtree_sum(page.is_tag("img"))
    innermost = page.innermost(page.is_tag(*PICTURE_FRAMES))[page.paragraph_element]
    frame = np.where(innermost >= 0, innermost, page.paragraph_element)
    alone = page.run_paragraph[page.first_run[frame]] == page.run_paragraph[page.last_run[frame] - 1]
    in_figure = page.inside(page.is_tag("figure"))[page.paragraph_element]
    return np.asarray((innermost >= 0) & (pictures[frame] > 0) & (alone | in_figure))


def _is_centred(page: Page) -> BoolArray:
    """Elements aligned to the centre by CENTER, their align attribute or their style, shape (n,).

    The alignment is inherited until an element sets another one.
    """
    centred: list[bool] = []
    for index, (element, parent) in enumerate(zip(page.elements, page.parent.tolist(), strict=True)):
        inherited = centred[parent] if parent >= 0 else False
        own = _alignment(element.get("align"), element.get("style"))
        centred.append(own == "center" if own else page.tags[index] == "center" or inherited)
    return np.array(centred, dtype=np.bool_)


def _alignment(attribute: str | None, style: str | None) -> str:
    if style:
        for declaration in style.lower().split(";"):
            name, _, value = declaration.partition(":")
            if name.strip() == "text-align":
                return value.split("!")[0].strip()
    return attribute.strip().lower() if attribute else ""
