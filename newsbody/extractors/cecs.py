"""CECS: content extraction by characteristic symbols (Wang et al. 2009).

Sentence ends stand in the body, links stand around it. A page is pruned, cut into a block a
DIV, and every block with more sentence ends than links is body (section 4, formulas 1–3).
"""

from __future__ import annotations

import numpy as np

from newsbody.body import Body
from newsbody.characters import BoolArray, IntArray
from newsbody.extractors.base import Extractor, is_dropped
from newsbody.page import Page

#: Section 3, step d: tags of interaction and display.
DROPPED_TAGS = "script noscript input button link style select embed object iframe form applet textarea".split()
#: A block is body when it has fewer links than this for a sentence end (algorithm 1).
MAX_CORRELATIVITY = 1.0


class Cecs(Extractor):
    """Blocks of a page in which there are fewer links than sentence ends."""

    name = "cecs"

    def extract(self, page: Page) -> Body:
        kept = ~_pruned(page)
        owner = _blocks(page)
        chosen = correlativity(page, owner, kept) < MAX_CORRELATIVITY
        holder = page.run_element
        runs = kept[holder] & (owner[holder] >= 0) & chosen[owner[holder]]
        return Body(page, runs, kind="article" if runs.any() else "other", source=self.name)


def correlativity(page: Page, owner: IntArray, kept: BoolArray) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Links for a sentence end of each block, 1 without a sentence end (formula 1).

    ``owner`` names the block of each element, ``kept`` what the pruner left, both of shape
    (n,). The result has shape (n,) too; it is 1 for elements that own no block.
    """
    size = len(page.tags)
    has_text = page.run_sum(page.run_chars > 0) > 0  # step e: what holds no text at all is pruned
    links = page.is_tag("a") & kept & has_text & (owner >= 0)
    link_count = np.bincount(owner[links], minlength=size)
    stops = page.characters.stops[page.run_stop] - page.characters.stops[page.run_start]
    # Decided: the sentence end of a link's text speaks for a teaser, not for the body.
    counted = kept[page.run_element] & (owner[page.run_element] >= 0) & ~page.run_is_link
    stop_count = np.bincount(owner[page.run_element[counted]], weights=stops[counted], minlength=size)
    return np.divide(link_count, stop_count, out=np.ones(size), where=stop_count > 0)


def _pruned(page: Page) -> BoolArray:
    """Elements outside of BODY, outside of every DIV and TABLE, and those of DROPPED_TAGS. Shape (n,)."""
    pruned = is_dropped(page, *DROPPED_TAGS)
    body = page.is_tag("body")
    if body.any():
        pruned |= ~page.inside(body)
    containers = page.is_tag("div", "table")
    if containers.any():
        pruned |= ~page.inside(containers)
    return pruned


def _blocks(page: Page) -> IntArray:
    """The block of each element, -1 without: its innermost DIV. Shape (n,).

    Decided: what no DIV holds goes by its innermost TABLE or TD (section 3 keeps top-level
    tables, section 4 cuts by DIV alone), on a page with neither by BODY.
    """
    divisions = page.is_tag("div")
    blocks = divisions | (page.is_tag("table", "td") & ~page.inside(divisions))
    if not blocks.any():
        blocks = page.is_tag("body")
    return page.innermost(blocks)
