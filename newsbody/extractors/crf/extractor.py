"""Conditional random field over the blocks of a page (Zhang 2011)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.model import FloatArray, ModelError, shipped_model
from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.characters import BoolArray, IntArray

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: HTML5 elements that stand where pages of the paper's time have a DIV (decided).
SECTIONS = ("section", "article", "main", "header", "footer", "nav", "aside")
#: A node with none of these below becomes a leaf that keeps its text. TITLE, the paper's fourth, is a
#: block of its own anyway.
KEPT_TAGS = ("div", "p", "td", *SECTIONS)
CONTAINERS = ("div", "table", "tr", "td", "th", *SECTIONS)
#: Decided (the translation lost the condition): an inner node that holds large containers is descended
#: into. A container is large from this share of the page's characters on. With none small, as bodies of
#: today are written (a DIV a picture, a table a list of figures), a body falls into dozens of blocks
#: that look like noise; the paper has 1.4 body blocks and 22.6 blocks a page. Compared on train/, by
#: sets never trained on: 0.01, 0.03 and 0.1 differ by less than their noise.
LARGE = 0.03
#: A small container with one of these is descended into: the heading of the page may stand there.
HEADLINES = ("h1", "h2")
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
    #: A container that is not LARGE.
    small: bool = False

    @property
    def is_flow(self) -> bool:
        """Neither a container nor a heading: running text, lists, quotations."""
        return not self.mark and self.tag not in CONTAINERS


def blocks_of(page: Page) -> list[Block]:
    """The page's title, then its blocks in document order, neighbours of a kind merged."""
    title = [Block(TITLE_TAG, 0, 0, mark="TITLE")] if page.title else []
    return [*title, *_merged(_segments(page), _Links(page))]


def link_shares(page: Page, blocks: Sequence[Block]) -> FloatArray:
    """Share of link text in each block, 0 for a block without text. Shape (blocks,)."""
    links = _Links(page)
    return np.array([links.share(block) for block in blocks], dtype=np.float64)


class _Links:
    """How much of a block's text is links."""

    def __init__(self, page: Page) -> None:
        self._linked = np.concatenate(([0], np.cumsum(page.run_chars * page.run_is_link))).tolist()
        self._total = np.concatenate(([0], np.cumsum(page.run_chars))).tolist()

    def share(self, block: Block) -> float:
        chars = self._total[block.last] - self._total[block.first]
        return float((self._linked[block.last] - self._linked[block.first]) / chars) if chars else 0.0

    def prevail(self, block: Block) -> bool:
        return self.share(block) > LINK_BLOCK


def _segments(page: Page) -> Iterator[Block]:
    """The block nodes of the reduced tree, depth first."""
    if not len(page):
        return
    chars = page.run_sum(page.run_chars)
    is_small = page.is_tag(*CONTAINERS) & (chars < LARGE * chars[0])
    is_leaf = _none_below(page, page.is_tag(*KEPT_TAGS))
    has_headline = page.subtree_sum(page.is_tag(*HEADLINES)) > 0
    is_block = _none_below(page, page.is_tag(*CONTAINERS, *HEADINGS)) | (is_small & ~has_headline)
    heading = page.innermost(page.is_tag(*HEADINGS))
    waiting = [(0, False, -1)]
    while waiting:
        node, is_run, parent = waiting.pop()
        holder = int(page.run_element[node]) if is_run else node
        mark = page.tags[heading[holder]].upper() if heading[holder] >= 0 else ""
        if is_run:
            yield Block(TEXT_TAG, node, node + 1, parent, mark)
            continue
        children = [child for child in page.contents(node) if child[1] or _has_text(page, child[0])]
        if len(children) == 1 and not is_leaf[node]:  # replaced by its child
            waiting.append((*children[0], parent))
        elif is_leaf[node] or is_block[node]:
            first, last = int(page.first_run[node]), int(page.last_run[node])
            yield Block(page.tags[node], first, last, parent, mark, bool(is_small[node]))
        else:
            waiting.extend((*child, node) for child in reversed(children))


def _none_below(page: Page, marked: BoolArray) -> BoolArray:
    return np.asarray(page.subtree_sum(marked) == marked)


def _has_text(page: Page, element: int) -> bool:
    return bool(page.last_run[element] > page.first_run[element])


def _merged(segments: Iterable[Block], links: _Links) -> list[Block]:
    blocks: list[Block] = []
    for block in segments:
        if blocks and (_are_alike(blocks[-1], block, links) or (links.prevail(blocks[-1]) and links.prevail(block))):
            block = _joined(blocks.pop(), block)
        flow = _interrupted_flow(blocks, block, links)
        if flow is not None:
            block = _joined(blocks[flow], block)
            del blocks[flow:]
        blocks.append(block)
    return blocks


def _joined(one: Block, two: Block) -> Block:
    siblings = one.parent == two.parent
    return replace(
        one,
        tag=one.tag if one.tag == two.tag else TEXT_TAG,
        last=two.last,
        parent=one.parent if siblings else -1,
        mark=one.mark if one.mark == two.mark else "",
        small=one.small and two.small,
    )


def _are_alike(one: Block, two: Block, links: _Links) -> bool:
    """Siblings with the same tag, or a link beside a text.

    Decided: two containers side by side are merged when both are small: large ones are what
    segmentation has just parted. A heading is not merged with what is none. Siblings of the flow are
    alike whatever their tags, P beside UL, unless one of them is mostly links: what differs among them
    is the text's form.
    """
    if one.parent != two.parent or one.mark != two.mark:
        return False
    if {one.tag, two.tag} == {"a", TEXT_TAG}:
        return True
    if one.is_flow and two.is_flow:
        return one.tag == two.tag or links.prevail(one) == links.prevail(two)
    return one.tag == two.tag and (bool(one.mark) or (one.small and two.small))


def _interrupted_flow(blocks: Sequence[Block], block: Block, links: _Links) -> int | None:
    """The place of the flow that goes on with this block, over headings and small containers only.

    Decided: what interrupts a text does not end it (a subheading, a picture, advertising), as long as
    all are siblings and neither part is mostly links.
    """
    if not block.is_flow or links.prevail(block):
        return None
    for place in range(len(blocks) - 1, -1, -1):
        other = blocks[place]
        if other.parent != block.parent:
            return None
        if other.is_flow:
            return None if links.prevail(other) else place
        if not (other.mark or other.small):
            return None
    return None


# --- conditional random field over the blocks of a page (Zhang 2011) --------------------

STATES = ("title", "heading", "body", "noise")
TITLE, HEADING, BODY, NOISE = range(len(STATES))
#: Shares are told in tenths.
STEPS = 10
START, END = "start", "end"


@dataclass(frozen=True)
class Chain:
    """The weights of a chain: of each observation for each state, and of transitions (from, to)."""

    states: Mapping[str, FloatArray]
    transitions: FloatArray

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Chain:
        """Raises AttributeError, KeyError, TypeError or ValueError for what are no weights."""
        states = {name: np.asarray(row, dtype=np.float64) for name, row in data["states"].items()}
        transitions = np.asarray(data["transitions"], dtype=np.float64)
        size = len(STATES)
        if transitions.shape != (size, size) or any(row.shape != (size,) for row in states.values()):
            raise ValueError(f"weights for {size} states are needed")
        return cls(states, transitions)

    def decode(self, observations: Sequence[Sequence[str]]) -> IntArray:
        """The most probable states of a sequence of observations, shape (length,)."""
        scores = np.zeros((len(observations), len(STATES)))
        for place, names in enumerate(observations):
            for name in names:
                if name in self.states:
                    scores[place] += self.states[name]
        return viterbi(scores, self.transitions)


class Crf(Extractor):
    """The blocks of a page whose state is body."""

    name = "crf"

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        """Raises ModelError for data that are no weights."""
        data = shipped_model(self.name).data if data is None else data
        try:
            self.chains = {script: Chain.from_data(data[script]) for script in SCRIPTS}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ModelError(f"This model does not hold the weights of {self.name} ({error!r}).") from error

    def extract(self, page: Page) -> Body:
        blocks = blocks_of(page)
        runs = np.zeros(len(page.run_start), dtype=np.bool_)
        for block, state in zip(blocks, self.states(page, blocks), strict=True):
            if state == BODY:
                runs[block.first : block.last] = True
        return Body(page, runs, source=self.name) if runs.any() else empty(page, source=self.name)

    def states(self, page: Page, blocks: Sequence[Block]) -> IntArray:
        """The state of each block, shape (blocks,)."""
        return self.chains[script_of(page)].decode(observe(page, blocks))


def observe(page: Page, blocks: Sequence[Block]) -> list[list[str]]:
    """What the chain sees of each block: state features of the paper's section 2.2.

    T the tag mark, A the link share, C the share of the page's text outside of links, S the place on
    the page, each by itself and all together, as the paper writes them (``TA0C0S0``); the first block
    starts the page and the last one ends it.
    """
    links = link_shares(page, blocks)
    plain = np.concatenate(([0], np.cumsum(page.run_chars * ~page.run_is_link)))
    total = max(1, int(plain[-1]))
    observations = []
    for place, (block, link) in enumerate(zip(blocks, links.tolist(), strict=True)):
        content = float(plain[block.last] - plain[block.first]) / total
        parts = [f"T{block.mark}", f"A{_tenths(link)}", f"C{_tenths(content)}", f"S{_tenths(place / len(blocks))}"]
        observations.append([*parts, "".join(parts)])
    if observations:
        observations[0].append(START)
        observations[-1].append(END)
    return observations


def _tenths(share: float) -> int:
    return min(STEPS - 1, int(share * STEPS))


def viterbi(scores: FloatArray, transitions: FloatArray) -> IntArray:
    """The best path through state scores (length, states) and transition scores (from, to)."""
    length, states = scores.shape
    path = np.zeros(length, dtype=np.int64)
    if not length:
        return path
    before = np.zeros((length, states), dtype=np.int64)
    best = scores[0]
    for place in range(1, length):
        arrivals = best[:, None] + transitions
        before[place] = arrivals.argmax(axis=0)
        best = arrivals.max(axis=0) + scores[place]
    path[-1] = best.argmax()
    for place in range(length - 1, 0, -1):
        path[place - 1] = before[place, path[place]]
    return path
