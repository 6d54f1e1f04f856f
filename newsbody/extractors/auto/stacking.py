"""The second look: features of a paragraph from what the first model thinks of the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.choice import Choice
from newsbody.extractors.auto.features import matrix, shifted
from newsbody.extractors.auto.table import Column, ParagraphTable, best_segment, cumulate
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import IntArray

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
