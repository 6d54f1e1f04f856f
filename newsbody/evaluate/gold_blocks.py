"""Gold states of a page's blocks, and how many of them a chain gives rightly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from newsbody.evaluate.labels import BODY as IS_BODY
from newsbody.evaluate.labels import IGNORED, LabelArray
from newsbody.extractors.crf.blocks import Block, blocks_of
from newsbody.extractors.crf.extractor import BODY, HEADING, NOISE, STATES, TITLE, Crf
from newsbody.page import Page
from newsbody.page.characters import IntArray

#: Fewer characters that stand in the page's title may do so by chance.
HEADING_CHARACTERS = 4
#: Share of a heading's characters that its stretch of the page's title has; the title may cut it.
HEADING_SHARE = 0.8

Classes = dict[str, tuple[int, int, int]]


def gold_states(page: Page, blocks: Sequence[Block], labels: LabelArray) -> IntArray:
    """The state of every block, from the labels of the paragraphs (shape (k,)).

    Body: most of its characters stand in body paragraphs. Heading: the last block before the body
    (anywhere, without a body) whose text the page's title repeats. Title: the title block.
    """
    is_body = (labels == IS_BODY)[page.run_paragraph]
    body = np.concatenate(([0], np.cumsum(page.run_chars * is_body)))
    total = np.concatenate(([0], np.cumsum(page.run_chars)))
    states = np.full(len(blocks), NOISE, dtype=np.int64)
    for place, block in enumerate(blocks):
        if block.mark == "TITLE":
            states[place] = TITLE
        elif 2 * (body[block.last] - body[block.first]) > total[block.last] - total[block.first]:
            states[place] = BODY
    heading = _heading(page, blocks, states)
    if heading is not None:
        states[heading] = HEADING
    return states


def _heading(page: Page, blocks: Sequence[Block], states: IntArray) -> int | None:
    title = _letters(page.title)
    bodies = np.flatnonzero(states == BODY)
    limit = int(bodies[0]) if len(bodies) else len(blocks)
    for place in range(limit - 1, -1, -1):
        block = blocks[place]
        if states[place] != NOISE or block.first == block.last:
            continue
        start, stop = int(page.run_start[block.first]), int(page.run_stop[block.last - 1])
        if stop - start > 4 * len(page.title):  # with all its white space no heading
            continue
        text = _letters(page.text[start:stop])
        needed = text[: max(HEADING_CHARACTERS, int(HEADING_SHARE * len(text)))]
        if len(text) >= HEADING_CHARACTERS and needed in title:
            return place
    return None


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def class_counts(extractor: Crf, page: Page, labels: LabelArray) -> Classes:
    """Blocks rightly given, wrongly given and missed, by state; blocks that do not count are left out."""
    blocks = blocks_of(page)
    expected = gold_states(page, blocks, labels)
    found = extractor.states(page, blocks)
    ignored = np.concatenate(([0], np.cumsum((labels == IGNORED)[page.run_paragraph])))
    counted = np.array([ignored[block.last] == ignored[block.first] for block in blocks], dtype=np.bool_)
    return {
        name: (
            int(np.count_nonzero(counted & (found == state) & (expected == state))),
            int(np.count_nonzero(counted & (found == state) & (expected != state))),
            int(np.count_nonzero(counted & (found != state) & (expected == state))),
        )
        for state, name in enumerate(STATES)
    }
