"""Decision trees as arrays: what is left of a trained tree when it only has to decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsbody.page.characters import IntArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class DecisionTree:
    """A binary tree of ``t`` nodes, the root first; each array has shape ``(t,)``.

    An inner node sends a row left when ``row[feature] <= threshold``. Children stand behind
    their parent. A leaf has -1 as its feature; ``value`` is its probability of the positive class.
    """

    feature: IntArray
    threshold: FloatArray
    left: IntArray
    right: IntArray
    value: FloatArray

    def __post_init__(self) -> None:
        size = len(self.feature)
        inner = self.feature >= 0
        places = np.arange(size)
        children = np.concatenate((self.left[inner], self.right[inner]))
        if (
            not size
            or any(len(part) != size for part in (self.threshold, self.left, self.right, self.value))
            or (children <= np.concatenate((places[inner], places[inner]))).any()
            or (children >= size).any()
        ):
            raise ValueError("These arrays are no decision tree.")

    def predict(self, rows: FloatArray) -> FloatArray:
        """Probability of the positive class; ``rows`` of shape (r, features) give shape (r,)."""
        node = np.zeros(len(rows), dtype=np.int64)
        active = np.arange(len(rows)) if self.feature[0] >= 0 else np.zeros(0, dtype=np.int64)
        while len(active):
            here = node[active]
            goes_left = rows[active, self.feature[here]] <= self.threshold[here]
            node[active] = np.where(goes_left, self.left[here], self.right[here])
            active = active[self.feature[node[active]] >= 0]
        return self.value[node]

    def to_data(self) -> dict[str, Any]:
        """JSON primitives. Values and thresholds keep single precision, as scikit-learn compares."""
        return {
            "feature": self.feature.tolist(),
            "threshold": [float(f"{value:.9g}") for value in self.threshold],
            "left": self.left.tolist(),
            "right": self.right.tolist(),
            "value": [float(f"{value:.6g}") for value in self.value],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> DecisionTree:
        """The tree that ``to_data`` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            np.asarray(data["feature"], dtype=np.int64),
            np.asarray(data["threshold"], dtype=np.float64),
            np.asarray(data["left"], dtype=np.int64),
            np.asarray(data["right"], dtype=np.int64),
            np.asarray(data["value"], dtype=np.float64),
        )


@dataclass(frozen=True)
class Committee:
    """Several trees that were asked the same question."""

    trees: tuple[DecisionTree, ...]

    def predict(self, rows: FloatArray) -> FloatArray:
        """The mean of their probabilities; ``rows`` of shape (r, features) give shape (r,)."""
        return np.asarray(np.mean([tree.predict(rows) for tree in self.trees], axis=0))

    @classmethod
    def from_data(cls, data: Sequence[Mapping[str, Any]]) -> Committee:
        """The committee of these trees' data. Raises KeyError, TypeError or ValueError for anything else."""
        if not data:
            raise ValueError("A committee has a tree or more.")
        return cls(tuple(DecisionTree.from_data(tree) for tree in data))
