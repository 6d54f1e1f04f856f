"""A page as a sequence of blocks (Zhang 2011): tree reduction, segmentation, merging."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from newsbody.characters import BoolArray
from newsbody.extractors.trees import FloatArray
from newsbody.page import Page

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: HTML5 elements that stand where pages of the paper's time have a DIV (decided).
SECTIONS = ("section", "article", "main", "header", "footer", "nav", "aside")
#: A node with none of these below becomes a leaf that keeps its text. TITLE, the paper's fourth, is a
#: block of its own anyway.
KEPT_TAGS = ("div", "p", "td", *SECTIONS)
#: Decided: an inner node with a container or a heading below is descended into. The rules as printed
#: would make one block of every node whose children differ, BODY first of all.
CONTAINERS = ("div", "table", "tr", "td", "th", *SECTIONS)
#: Neighbours with larger shares of link text than this are one block.
LINK_BLOCK = 0.55

TEXT_TAG = "#text"
TITLE_TAG = "title"


@dataclass(frozen=True)
class Block:
    """A piece of the page: the runs ``range(first, last)``; the title block has none."""

    tag: str
    first: int
    last: int
    #: The node of the reduced tree that it is a child of.
    parent: int = -1
    #: H1 … H6 when it is, or stands in, a heading, TITLE for the title block, else "".
    mark: str = ""


def blocks_of(page: Page) -> list[Block]:
    """The page's title, then its blocks in document order, neighbours of a kind merged."""
    title = [Block(TITLE_TAG, 0, 0, mark="TITLE")] if page.title else []
    return [*title, *_merged(page, _segments(page))]


def link_shares(page: Page, blocks: Sequence[Block]) -> FloatArray:
    """Share of link text in each block, 0 for a block without text."""
    first = np.array([block.first for block in blocks], dtype=np.int64)
    last = np.array([block.last for block in blocks], dtype=np.int64)
    linked = np.concatenate(([0], np.cumsum(page.run_chars * page.run_is_link)))
    total = np.concatenate(([0], np.cumsum(page.run_chars)))
    chars = total[last] - total[first]
    shares: FloatArray = np.zeros(len(blocks))
    np.divide(linked[last] - linked[first], chars, out=shares, where=chars > 0)
    return shares


def _segments(page: Page) -> Iterator[Block]:
    """The block nodes of the reduced tree, depth first."""
    if not len(page):
        return
    is_leaf = _none_below(page, page.is_tag(*KEPT_TAGS))
    is_block = is_leaf | _none_below(page, page.is_tag(*CONTAINERS, *HEADINGS))
    heading = page.innermost(page.is_tag(*HEADINGS))
    waiting = [(0, False, -1)]
    while waiting:
        node, is_run, parent = waiting.pop()
        holder = int(page.run_element[node]) if is_run else node
        mark = page.tags[heading[holder]].upper() if heading[holder] >= 0 else ""
        if is_run:
            yield Block(TEXT_TAG, node, node + 1, parent, mark)
        elif is_leaf[node]:
            yield Block(page.tags[node], int(page.first_run[node]), int(page.last_run[node]), parent, mark)
        else:
            children = [child for child in page.contents(node) if child[1] or _has_text(page, child[0])]
            if len(children) == 1:  # replaced by its child
                waiting.append((*children[0], parent))
            elif is_block[node]:
                yield Block(page.tags[node], int(page.first_run[node]), int(page.last_run[node]), parent, mark)
            else:
                waiting.extend((*child, node) for child in reversed(children))


def _none_below(page: Page, marked: BoolArray) -> BoolArray:
    return np.asarray(page.subtree_sum(marked) == marked)


def _has_text(page: Page, element: int) -> bool:
    return bool(page.last_run[element] > page.first_run[element])


def _merged(page: Page, segments: Iterator[Block]) -> list[Block]:
    blocks: list[Block] = []
    linked = np.concatenate(([0], np.cumsum(page.run_chars * page.run_is_link)))
    total = np.concatenate(([0], np.cumsum(page.run_chars)))

    def mostly_links(block: Block) -> bool:
        return bool(linked[block.last] - linked[block.first] > LINK_BLOCK * (total[block.last] - total[block.first]))

    for block in segments:
        before = blocks[-1] if blocks else None
        if before and (_are_alike(before, block) or (mostly_links(before) and mostly_links(block))):
            tag = before.tag if before.tag == block.tag else TEXT_TAG
            parent = before.parent if before.parent == block.parent else -1
            blocks[-1] = replace(before, tag=tag, parent=parent, last=block.last)
        else:
            blocks.append(block)
    return blocks


def _are_alike(one: Block, two: Block) -> bool:
    """Siblings with the same tag, or a link beside a text.

    Decided: two containers side by side are not merged, they are what segmentation has just parted;
    nor is a heading merged with what is none.
    """
    if one.parent != two.parent or one.mark != two.mark:
        return False
    if {one.tag, two.tag} == {"a", TEXT_TAG}:
        return True
    return one.tag == two.tag and one.tag not in CONTAINERS
