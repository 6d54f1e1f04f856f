"""Conditional random field over the blocks of a page (Zhang 2011).

Every block is described by a few coarse observations; a linear chain gives each one of four
states. Training is python-crfsuite's work; what it learns is a table of weights, and decoding is
the Viterbi recursion on that table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.crf.blocks import Block, blocks_of, link_shares
from newsbody.extractors.decision_trees import FloatArray
from newsbody.extractors.model import ModelError, shipped_model
from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.characters import IntArray

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
