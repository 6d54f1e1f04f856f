"""Choosing a body when each paragraph has a probability: the largest expected F1."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsbody.characters import BoolArray
from newsbody.extractors.table import ParagraphTable, cumulate

#: Cuts that are tried. Finer steps change no measured figure.
THRESHOLDS = np.arange(0.1, 0.81, 0.05)

#: Boosted trees are a little too sure of pages of other sites: their log odds count so much.
#: (0.7 to 0.9 are alike, 1 and 0.6 worse by 0.005 MHR_0.1.)
CONFIDENCE = 0.8
_LIMIT = 1e-4


def calibrated(probability: NDArray[np.floating]) -> NDArray[np.float64]:
    """Probabilities of a model as they hold for sites it was not trained on."""
    p = np.clip(probability.astype(np.float64), _LIMIT, 1 - _LIMIT)
    return np.asarray(1 / (1 + np.exp(-CONFIDENCE * np.log(p / (1 - p)))))


class Choice(NamedTuple):
    """Chosen paragraphs (shape ``(k,)``), the element they lie in, and the expected F1 by length."""

    paragraphs: BoolArray
    element: int
    expected_f1: float


def choose_body(table: ParagraphTable, probability: NDArray[np.floating]) -> Choice:
    """The paragraphs S of one subtree above one threshold with the largest expected F1.

    With probability p and length l of each paragraph that is
    ``2 * sum(p * l over S) / (sum(l over S) + sum(p * l over the page))``: nothing to tune,
    and pages whose probabilities are low all over get a low threshold by themselves.
    """
    k = len(table.weight)
    if not k:
        return Choice(np.zeros(0, dtype=np.bool_), 0, 0.0)
    length = table.weight.astype(np.float64)
    expected = probability * length
    above = probability[:, None] >= THRESHOLDS
    parent = table.holder[table.element]
    elements = np.unique(np.concatenate([table.element, parent, table.holder[parent], [0]]))
    hit = table.subtree(cumulate(above * expected[:, None]), elements)
    taken = table.subtree(cumulate(above * length[:, None]), elements)
    f1 = 2 * hit / np.maximum(taken + expected.sum(), 1e-9)
    place, cut = divmod(int(np.argmax(f1)), len(THRESHOLDS))
    element = int(elements[place])
    chosen = np.zeros(k, dtype=np.bool_)
    inside = slice(table.first[element], table.last[element])
    chosen[inside] = above[inside, cut]
    return Choice(chosen, element, float(f1[place, cut]))
