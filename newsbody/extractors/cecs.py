"""CECS: content extraction by characteristic symbols (Wang et al. 2009).

Sentence ends stand in the body, links stand around it. A page is pruned, cut into a block a
DIV, and every block with more sentence ends than links is body (section 4, formulas 1–3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.base import Extractor, is_dropped
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.characters import IntArray

#: Section 3, step d: tags of interaction and display. Decided: and those that HTML5 has made since for what
#: stands around the body (F1 of wcxb + 0.008, of fundus + 0.02).
DROPPED_TAGS = "script noscript input button link style select embed object iframe form applet textarea".split()
DROPPED_HTML5_TAGS = "nav aside footer figcaption".split()
#: Section 4 cuts by DIV. Decided: and by what HTML5 has put beside it (wcxb + 0.005, fundus + 0.02).
BLOCK_TAGS = "div section article main header".split()
#: A cell with any of these lays out the page and is a block, one without holds data (zh_cwced + 0.05).
LAID_OUT_TAGS = "div p table ul ol dl h1 h2 h3 h4 h5 h6".split()
#: A block is body when it has fewer links than this for a sentence end (algorithm 1).
MAX_CORRELATIVITY = 1.0


class Cecs(Extractor):
    """Blocks of a page in which there are fewer links than sentence ends."""

    name = "cecs"

    def extract(self, page: Page) -> Body:
        owner = blocks(page)
        chosen = np.append(correlativity(page, owner) < MAX_CORRELATIVITY, False)  # the last stands for no block, -1
        runs = chosen[owner[page.run_element]]
        return Body(page, runs, kind="article" if runs.any() else "other", source=self.name)


def correlativity(page: Page, owner: IntArray) -> NDArray[np.float64]:
    """Links for a sentence end of each block, 1 without a sentence end (formula 1).

    ``owner`` names the block of each element, -1 for none; shape (n,). The result has shape
    (n,) too; it is 1 for elements that own no block.
    """
    size = len(owner) + 1
    has_text = page.last_run > page.first_run  # step e: what holds no text at all is pruned
    links = np.bincount(owner[page.is_tag("a") & has_text] + 1, minlength=size)[1:]
    ends = page.characters.single_stops
    counts = ends[page.run_stop] - ends[page.run_start]
    ending = np.flatnonzero(counts)
    holder = page.run_element[ending]
    # Decided: the sentence end of a link's text speaks for a teaser, not for the body.
    counts = counts[ending] * ~page.linked(holder)
    stops = np.bincount(owner[holder] + 1, weights=counts, minlength=size)[1:]
    return np.divide(links, stops, out=np.ones(size - 1), where=stops > 0)


def blocks(page: Page) -> IntArray:
    """The block of each element, -1 for what is pruned: its innermost DIV or the like. Shape (n,).

    Decided: tables, which section 3 keeps beside the DIVs and lets stand inside of them, are cut at
    each TABLE and TD where they lie outside of any DIV or lay out the page themselves; a page without
    any of these is one block, its BODY.
    """
    divisions = page.is_tag(*BLOCK_TAGS)
    cells = page.is_tag("table", "td")
    if cells.any():
        inner = page.is_tag(*LAID_OUT_TAGS)
        divisions |= cells & ((page.subtree_sum(inner) > inner) | ~page.inside(divisions))
    body = page.is_tag("body")
    owner = page.innermost(divisions if divisions.any() else body)
    owner[is_dropped(page, *DROPPED_TAGS, *DROPPED_HTML5_TAGS)] = -1
    if body.any():
        owner[~page.inside(body)] = -1
    return owner
