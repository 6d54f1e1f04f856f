"""Choosing a body when each paragraph has a probability, and the second look that follows from the first choice."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.features import matrix, shifted
from newsbody.extractors.auto.table import Column, ParagraphTable, best_segment, cumulate
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray, IntArray

#: Where the threshold may lie if one is drawn for the whole page: paragraphs then stand or fall together. Errors of one
#: page are much alike, so that by half of the expected F1 they do. (Sets never trained on, F1 and MHR_0.1: dragnet
#: .922/.285 -> .925/.279, daniel .949/.250 -> .951/.238, l3s and big9 as before; all or none of it is worse.)
_THRESHOLDS = (np.arange(10) + 0.5) / 10

_LIMIT = 1e-4
#: What is worse: a paragraph that is none of the body, or one that is missed?
Favor = Literal["precision", "recall"]


def calibrated(probability: NDArray[np.floating], favor: Favor | None = None) -> NDArray[np.float64]:
    """Probabilities of a model as they hold for sites it was not trained on; all are less, or more, by ``favor``."""
    p = probability.astype(np.float64).clip(_LIMIT, 1 - _LIMIT)
    shift = {"precision": -THRESHOLDS.favor, "recall": THRESHOLDS.favor}.get(favor or "", 0.0)
    return np.asarray(1 / (1 + np.exp(-THRESHOLDS.confidence * np.log(p / (1 - p)) - shift)))


class Choice(NamedTuple):
    """Chosen paragraphs (shape ``(k,)``), the element they lie in, and the expected F1 by length."""

    paragraphs: BoolArray
    element: int
    expected_f1: float


def choose_body(table: ParagraphTable, probability: NDArray[np.floating]) -> Choice:
    """The most probable paragraphs S of one subtree, as many as have the largest expected F1 and a clear edge.

    With probability p and length l of each paragraph the expected F1 is
    ``2 * sum(p * l over S) / (sum(l over S) + sum(p * l over the page))``: pages whose probabilities
    are low all over get a low cut by themselves. The mean of this and of the one where a paragraph is
    body if its p is above a threshold, any being as likely, is taken: errors of one page are alike.
    To it adds, times the gain of a gap, how far the least probable paragraph taken is above the most
    probable one left. Of paragraphs that say the same the first is taken: pages hold their text
    twice for wide and for narrow screens. What a page hides is left out. (Folds: F1 + 0.001,
    MHR_0.1 - 0.0035; no page is worse by 0.02.)
    """
    choice = _choose(table, probability)
    # Asking what is hidden costs nearly as much as choosing, and most pages take nothing that is.
    if table.hidden(choice.paragraphs.nonzero()[0]).any():
        choice = _choose(table, shown(table, probability))
    return choice


def _choose(table: ParagraphTable, probability: NDArray[np.floating]) -> Choice:
    """The choice as if nothing were hidden."""
    chosen = np.zeros(len(table.weight), dtype=np.bool_)
    rows = (probability >= THRESHOLDS.lowest).nonzero()[0]
    p, length = probability[rows].astype(np.float64), table.weight[rows].astype(np.float64)
    total = float(probability @ table.weight)
    best, taken, element, expected_f1 = -np.inf, rows[:0], 0, 0.0
    within = cumulate(p * length)
    above = cumulate(length[:, None] * (p[:, None] > _THRESHOLDS))
    subtrees = _subtrees(table, rows, within)
    first, last = np.array([span for span, _ in subtrees], dtype=np.int64).reshape(-1, 2).T
    held, standing = within[last] - within[first], above[last] - above[first]
    # With all of it for certain, whatever the threshold, and a gap of 1, none is better.
    bound = _mean_f1(held / np.maximum(held + total, 1e-9), standing, standing, above[-1]) + THRESHOLDS.gap_gain
    for number in (-bound).argsort(kind="stable").tolist():
        if bound[number] < best:
            break
        (begin, end), node = subtrees[number]
        order = (-p[begin:end]).argsort(kind="stable") + begin
        weight, likely = length[order], p[order]
        size = weight.cumsum()
        share = (likely * weight).cumsum() / np.maximum(size + total, 1e-9)
        left = np.zeros_like(likely)
        left[:-1] = likely[1:]
        left = np.maximum(left, max(p[:begin].max(initial=0), p[end:].max(initial=0)))
        f1 = _mean_f1(share, np.minimum(size[:, None], standing[number]), size[:, None], above[-1])
        score = f1 + THRESHOLDS.gap_gain * (likely - left)
        cut = int(score.argmax())
        if score[cut] > best:
            best, taken, element, expected_f1 = score[cut], rows[order[: cut + 1]], node, float(2 * share[cut])
    taken.sort()
    original = table.original[taken]
    if (original != taken).any():
        # Copies stand elsewhere: what one element holds twice is said twice. (Of 5,010 articles 147 are better for it,
        # lines of code and refrains, and 47 worse.)
        holder = table.levels[0]
        original = np.where(holder[original] == holder[taken], taken, original)
        taken = taken[np.unique(original, return_index=True)[1]]
    chosen[taken] = True
    return Choice(chosen, element, expected_f1)


def _mean_f1(
    share: NDArray[np.float64], right: NDArray[np.float64], size: NDArray[np.float64], body: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The mean of two expected F1: ``2 * share``, and that of taking ``size`` letters, ``right`` of them, of ``body``.

    The last axis of the three are the thresholds.
    """
    return np.asarray(share + (right / np.maximum(size + body, 1e-9)).sum(axis=-1) / len(_THRESHOLDS))


def shown(table: ParagraphTable, probability: NDArray[np.floating]) -> NDArray[np.floating]:
    """The probabilities, shape ``(k,)``, 0 where the page hides a paragraph that may be body.

    As they are where it hides most of what may be: such a page shows itself when its scripts have run.
    """
    rows = (probability >= THRESHOLDS.lowest).nonzero()[0]
    hidden = rows[table.hidden(rows)]
    expected = probability * table.weight
    if not len(hidden) or expected[hidden].sum() >= THRESHOLDS.believed_hidden * expected[rows].sum():
        return probability
    left = probability.copy()
    left[hidden] = 0
    return left


def _subtrees(table: ParagraphTable, rows: IntArray, within: NDArray[np.float64]) -> list[tuple[tuple[int, int], int]]:
    """The elements around these paragraphs, each behind the first and one behind the last of ``rows`` in it.

    Those with more expected letters (a difference of ``within``) come first; of those with the same
    paragraphs there is only the outermost.
    """
    if not len(rows):
        return []
    inner = table.element[rows]
    parent = table.holder[inner]
    nodes = sorted({0, *inner.tolist(), *parent.tolist(), *table.holder[parent].tolist()})
    first, last = rows.searchsorted(table.first[nodes]), rows.searchsorted(table.last[nodes])
    spans: dict[tuple[int, int], int] = {}
    for span, node in zip(zip(first.tolist(), last.tolist(), strict=True), nodes, strict=True):
        spans.setdefault(span, node)
    sums = within.tolist()
    return sorted(spans.items(), key=lambda found: sums[found[0][0]] - sums[found[0][1]])


# --- the second look: features of a paragraph from what the first model thinks of the others ---

#: A paragraph's gain per letter in the best segment is its probability less this.
SEGMENT_CUT = 0.4
_LOGIT_LIMIT = 1e-4


def stacked_columns(
    table: ParagraphTable, probability: NDArray[np.floating], choice: Choice
) -> dict[str, NDArray[np.generic]]:
    """Features of shape ``(k,)`` from the first model's probabilities and its body, in a fixed order."""
    p = probability.astype(np.float64).clip(_LOGIT_LIMIT, 1 - _LOGIT_LIMIT)
    length = table.weight.astype(np.float64)
    expected = p * length
    total = max(float(expected.sum()), 1e-6)
    sums = cumulate(np.array([expected, length]).T)
    place = np.arange(len(p))
    columns: dict[str, NDArray[np.generic]] = {"logit": np.log(p / (1 - p))}
    for by in (-1, 1):
        columns[f"p{by:+d}"] = shifted(p, by)
    columns["page_expected"] = np.full(len(p), np.log1p(total))
    first, last = table.spans
    within = sums.take(last, axis=0) - sums.take(first, axis=0)
    node_p = within[:, :, 0] / np.maximum(within[:, :, 1], 1e-6)
    node_expected = within[:, :, 0] / total
    for level in range(len(node_p)):
        columns[f"node{level + 1}_p"] = node_p[level]
        columns[f"node{level + 1}_expected"] = node_expected[level]
    for name, group in zip(("pair", "triple"), table.templates, strict=True):
        inside = np.bincount(group, expected)
        columns[f"{name}_p"] = (inside / np.maximum(np.bincount(group, length), 1e-6))[group]
        columns[f"{name}_expected"] = (inside / total)[group]
    columns.update(_chosen(table, p, place, choice))
    return columns


def _chosen(
    table: ParagraphTable, p: NDArray[np.float64], place: NDArray[np.int64], choice: Choice
) -> dict[str, NDArray[np.generic]]:
    """Where the paragraph stands to the body and the best segment that the first model gives."""
    start, stop, through = best_segment((p - SEGMENT_CUT) * table.weight)
    chosen = choice.paragraphs.nonzero()[0]
    first, last = (int(chosen[0]), int(chosen[-1])) if len(chosen) else (0, 0)
    inside = (place - start) / max(stop - start, 1)
    return {
        "through_p": through / max(float(through.max()), 1.0),
        "segment_place_p": np.where(place < start, place - start, np.where(place >= stop, place - stop + 2, inside)),
        "chosen": choice.paragraphs,
        "chosen_place": np.where(place < first, place - first, np.maximum(place - last, 0)),
        "chosen_sure": np.full(len(p), choice.expected_f1),
    }


def doubtful(table: ParagraphTable, probability: NDArray[np.floating]) -> IntArray:
    """The paragraphs that are looked at twice. Shape (at most k,)."""
    return table.candidates[probability[table.candidates] >= THRESHOLDS.doubtful]


def stacked_matrix(
    table: ParagraphTable, features: Column, probability: NDArray[np.floating], choice: Choice, rows: IntArray
) -> Column:
    """The first look's features of some paragraphs beside the stacked ones: shape ``(rows, features + stacked)``."""
    stacked = matrix(stacked_columns(table, probability, choice))
    return np.concatenate([features.take(rows, axis=0), stacked.take(rows, axis=0)], axis=1)
