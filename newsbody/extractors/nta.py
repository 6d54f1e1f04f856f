"""NTA: node type annotation (Xie et al. 2016).

Every node is typed by what it has most of, compared with the whole page: text, links or
pictures. The cohesion of a node is the share of its leaves that have its type; coherent text
nodes are the body.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsbody.body import Body
from newsbody.characters import BoolArray, IntArray
from newsbody.extractors.base import Extractor, is_dropped
from newsbody.page import Page

#: Table 1 of the paper, without BR: it never holds text, and parts leaves as the paper wants it.
IGNORABLE_TAGS = "script iframe style noscript button input select option label form map area embed".split()
#: Section 5.2: the threshold of text density and of cohesion at which the paper's tool does best.
THRESHOLD = 0.9
#: Section 4.2.2, table 2: narrower pictures (pixels) are icons.
MIN_IMAGE_WIDTH = 100

NONE, TEXT, ANCHOR, IMAGE = range(4)


class Nta(Extractor):
    """Coherent text nodes below the smallest but one node that has nearly all text of the page."""

    name = "nta"

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self.threshold = threshold

    def extract(self, page: Page) -> Body:
        nodes = annotate(page)
        taken = np.zeros(len(page.run_start), dtype=np.bool_)
        images: list[int] = []
        start = self._start(page, nodes)
        if start is not None:
            self._prune(page, nodes, start, taken, images)
        return Body(
            page,
            taken & nodes.kept[page.run_element],
            kind="article" if taken.any() else "other",
            source=self.name,
            images=tuple(sorted(images)),
        )

    def _start(self, page: Page, nodes: Nodes) -> int | None:
        """The second text node from below with a text density over the threshold; the first when it is alone."""
        dense = np.flatnonzero((nodes.types == TEXT) & (nodes.density > self.threshold) & nodes.kept)
        if not len(dense):
            return None
        # Nodes with nearly all text lie inside each other, so the deeper one ends the earlier.
        from_below = dense[np.lexsort((-page.depth[dense], page.end[dense]))]
        return int(from_below[min(1, len(from_below) - 1)])

    def _prune(self, page: Page, nodes: Nodes, start: int, taken: BoolArray, images: list[int]) -> None:
        """Top down from ``start``: coherent text is taken whole, incoherent text descended into."""
        waiting = [start]
        while waiting:
            node = waiting.pop()
            role = self._role(nodes, node)
            if nodes.types[node] == TEXT and nodes.cohesion[node] > self.threshold:
                taken[page.first_run[node] : page.last_run[node]] = True
                images.extend(_pictures(page, nodes, node))
            elif role == IMAGE:
                images.extend(_pictures(page, nodes, node))
            elif role == TEXT:
                children = list(_children(page, nodes, node))
                types = [TEXT if is_run else self._role(nodes, child) for child, is_run in children]
                for place, (child, is_run) in enumerate(children):
                    if is_run:
                        taken[child] = True
                    elif types[place] != ANCHOR:
                        waiting.append(child)
                    elif TEXT in types[max(0, place - 1) : place + 2]:
                        taken[page.first_run[child] : page.last_run[child]] = True

    def _role(self, nodes: Nodes, node: int) -> int:
        """The type of a node for the way down.

        Decided: the frame of a page has all of its links and may lack a little of its text, and then
        is an anchor node by formula 2. With a text density over the threshold it is descended into.
        """
        return TEXT if nodes.density[node] > self.threshold else int(nodes.types[node])


class Nodes(NamedTuple):
    """The annotation of all elements; arrays of shape (n,)."""

    types: IntArray
    cohesion: NDArray[np.float64]
    density: NDArray[np.float64]
    #: Not ignorable, and not in an ignorable one.
    kept: BoolArray
    #: Pictures that are no links.
    pictures: BoolArray


def annotate(page: Page) -> Nodes:
    """Type, cohesion (formula 6) and text density (formula 7) of every element."""
    kept = ~is_dropped(page, *IGNORABLE_TAGS)
    is_run = kept[page.run_element]
    link_chars = page.run_sum(page.run_chars * (page.run_is_link & is_run))
    text_chars = page.run_sum(page.run_chars * (~page.run_is_link & is_run))
    is_anchor = page.is_tag("a") & page.is_link & kept
    links = page.subtree_sum(is_anchor)
    pictures = page.is_tag("img") & kept & ~page.is_link
    images = page.subtree_sum(pictures)

    body = _body(page)
    density = _share(text_chars, text_chars[body])
    linked = (_share(link_chars, link_chars[body]) > density) | (_share(links, links[body]) > density)
    types = np.where(linked, ANCHOR, np.where(text_chars > 0, TEXT, np.where(images > 0, IMAGE, NONE)))
    # Leaves are typed by what they are: a link, a picture, or text (section 3.1).
    types[page.is_link] = ANCHOR
    leaf = page.subtree_sum(kept & ~page.is_tag("br")) == 1
    types[leaf & (text_chars > 0)] = TEXT

    leaves = np.stack((page.run_sum(~page.run_is_link & is_run), links, images))
    own = np.select([types == TEXT, types == ANCHOR, types == IMAGE], list(leaves), 0)
    total = leaves.sum(axis=0)
    cohesion = np.divide(own, total, out=np.ones(len(total)), where=total > 0)
    return Nodes(types, cohesion, density, kept, pictures)


def _body(page: Page) -> int:
    found = np.flatnonzero(page.is_tag("body"))
    return int(found[0]) if len(found) else 0


def _share(counts: IntArray, whole: int) -> NDArray[np.float64]:
    return counts / whole if whole else np.zeros(len(counts))


def _children(page: Page, nodes: Nodes, node: int) -> Iterator[tuple[int, bool]]:
    """Child elements and loose runs, in order, without ignorable and empty elements."""
    for number, is_run in page.contents(node):
        if is_run or (nodes.kept[number] and nodes.types[number] != NONE):
            yield number, is_run


def _pictures(page: Page, nodes: Nodes, node: int) -> Iterator[int]:
    """The pictures of a subtree that are not known to be icons."""
    for index in (np.flatnonzero(nodes.pictures[node : page.end[node]]) + node).tolist():
        width = (page.elements[index].get("width") or "").removesuffix("px").strip()
        if not width.isdecimal() or int(width) >= MIN_IMAGE_WIDTH:
            yield index
