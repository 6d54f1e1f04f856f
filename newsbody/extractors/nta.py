"""NTA: node type annotation (Xie et al. 2016).

Every node is typed by what it has most of, compared with the whole page: text, links or
pictures. The cohesion of a node is the share of its leaves that have its type; coherent text
nodes are the body.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.base import Extractor, is_dropped
from newsbody.markup.images import stated_pixels
from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.characters import BoolArray, IntArray

#: Table 1 of the paper, without BR: it never holds text, and parts leaves as the paper wants it.
IGNORABLE_TAGS = "script iframe style noscript button input select option label form map area embed".split()
#: Section 5.2: the threshold of text density and of cohesion at which the paper's tool does best.
THRESHOLD = 0.9
#: Section 4.2.2, table 2: narrower pictures (pixels) are icons.
MIN_IMAGE_WIDTH = 100
#: An element with more of the page's text than this is a frame of the page, whatever its type.
FRAME_DENSITY = 0.5
#: Longer runs (characters) are text and no mark, whatever they consist of.
MAX_MARK = 3

NONE, TEXT, ANCHOR, IMAGE = range(4)


class Nta(Extractor):
    """Coherent text nodes below the smallest but one node that has nearly all text of the page."""

    name = "nta"

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self.threshold = threshold

    def extract(self, page: Page) -> Body:
        nodes = annotate(page)
        start = self._start(page, nodes)
        if start is None:
            return empty(page, source=self.name)
        whole, entered = self._pruned(page, nodes, start)
        inside = page.inside(whole)
        runs = (inside | entered)[page.run_element] & nodes.kept[page.run_element]
        pictures = np.flatnonzero(inside & nodes.pictures).tolist()
        return Body(
            page,
            runs,
            kind="article" if runs.any() else "other",
            source=self.name,
            images=tuple(index for index in pictures if not _is_icon(page, index)),
        )

    def _start(self, page: Page, nodes: Nodes) -> int | None:
        """The second text node from below with a text density over the threshold; the first when it is alone."""
        dense = np.flatnonzero((nodes.types == TEXT) & (nodes.density > self.threshold) & nodes.kept)
        if not len(dense):
            return None
        from_below = dense[np.lexsort((-dense, page.end[dense]))]  # of those that end together the innermost first
        return int(from_below[min(1, len(from_below) - 1)])

    def _pruned(self, page: Page, nodes: Nodes, start: int) -> tuple[BoolArray, BoolArray]:
        """Top down from ``start``: which elements are taken whole, and which are entered. Shapes (n,).

        Of an entered element only the text is taken that no child of it holds.

        Decided: "a link node beside a text node is kept" (section 4.2.2) speaks of links in the text.
        What is no link but holds more links than text (a list of related news, a paragraph with many
        links) is entered where it stands beside text.
        """
        whole = ((nodes.types == TEXT) & (nodes.cohesion > self.threshold)) | (nodes.roles == IMAGE) | page.is_link
        barred = (nodes.roles == NONE) | ((nodes.roles == ANCHOR) & ~_beside_text(page, nodes.roles))
        outside = np.ones(len(whole), dtype=np.bool_)
        outside[start : page.end[start]] = False
        whole[outside] = False
        barred[: start + 1] = False
        reached = ~(outside | page.inside(barred) | page.inside(whole, strictly=True))
        return reached & whole, reached & ~whole


class Nodes(NamedTuple):
    """The annotation of all elements; arrays of shape (n,)."""

    types: IntArray
    #: The types as they count on the way down: TEXT for a frame, NONE for what is ignorable.
    roles: IntArray
    cohesion: NDArray[np.float64]
    density: NDArray[np.float64]
    #: Not ignorable, and not in an ignorable one.
    kept: BoolArray
    #: Pictures that are no links.
    pictures: BoolArray


def annotate(page: Page) -> Nodes:
    """Type, cohesion (formula 6) and text density (formula 7) of every element.

    Decided: a frame of the page has nearly all of its links and may lack some of its text (a sidebar,
    a footer), and then is a link node by formula 2, though the body lies in it. What has more than
    half of the text has the role of a text node.
    """
    kept = ~is_dropped(page, *IGNORABLE_TAGS)
    is_run = kept[page.run_element]
    is_text = is_run & ~page.run_is_link
    text_chars = page.run_sum(page.run_chars * is_text)
    link_chars = page.run_sum(page.run_chars * is_run) - text_chars
    texts = page.run_sum(is_text)
    links = page.subtree_sum(page.is_tag("a") & page.is_link & kept)
    pictures = page.is_tag("img") & kept & ~page.is_link
    images = page.subtree_sum(pictures)

    body = page.tags.index("body") if "body" in page.tags else 0
    density = _share(text_chars, body)
    linked = np.maximum(_share(link_chars, body), _share(links, body)) > density
    # A leaf with text is a text node by these as well, for it has no links.
    types = np.where(linked | page.is_link, ANCHOR, np.where(text_chars > 0, TEXT, np.where(images > 0, IMAGE, NONE)))
    own = np.where(types == TEXT, texts, np.where(types == ANCHOR, links, images))
    cohesion = own / np.maximum(texts + links + images, 1)
    roles = np.where(density > FRAME_DENSITY, TEXT, types) * kept
    return Nodes(types, roles, cohesion, density, kept, pictures)


def _share(counts: IntArray, body: int) -> NDArray[np.float64]:
    """Of what the body has, 0 where it has none."""
    return counts / counts[body] if counts[body] else np.zeros(len(counts))


def _beside_text(page: Page, roles: IntArray) -> BoolArray:
    """Which elements have text right before or behind them, among what their parent contains. Shape (n,)."""
    elements = np.flatnonzero((page.last_run > page.first_run) | page.has_picture)
    count = len(page.run_start)
    parent = np.concatenate((page.parent[elements], page.run_element))
    place = np.concatenate((page.first_run[elements], np.arange(count)))
    # Contents of one parent side by side, in their order; an element comes before the run behind its start.
    order = np.argsort(parent * (count + 1) + place, kind="stable")
    is_text = np.concatenate((roles[elements] == TEXT, _is_text(page)))[order]
    parent = parent[order]
    siblings = parent[1:] == parent[:-1]
    near = np.zeros(len(order), dtype=np.bool_)
    near[1:] = siblings & is_text[:-1]
    near[:-1] |= siblings & is_text[1:]
    beside = np.empty_like(near)
    beside[order] = near
    found = np.zeros(len(roles), dtype=np.bool_)
    found[elements] = beside[: len(elements)]
    return found


def _is_text(page: Page) -> BoolArray:
    """Runs that are no link and have a letter or digit: the marks between links ("|", "·") have none. Shape (m,)."""
    found = ~page.run_is_link
    short = np.flatnonzero(found & (page.run_chars <= MAX_MARK))
    intervals = zip(page.run_start[short].tolist(), page.run_stop[short].tolist(), strict=True)
    found[short] = [any(map(str.isalnum, page.text[start:stop])) for start, stop in intervals]
    return found


def _is_icon(page: Page, index: int) -> bool:
    """Whether an IMG says that it is narrow."""
    width = stated_pixels(page.elements[index], "width")
    return width is not None and width < MIN_IMAGE_WIDTH
