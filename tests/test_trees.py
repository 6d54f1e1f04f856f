from __future__ import annotations

import numpy as np
import pytest

from newsbody.extractors.model import DecisionTree

# x0 <= 1 ? (x1 <= -2 ? .1 : .7) : .9
DATA = {
    "feature": [0, 1, -1, -1, -1],
    "threshold": [1.0, -2.0, 0.0, 0.0, 0.0],
    "left": [1, 2, -1, -1, -1],
    "right": [4, 3, -1, -1, -1],
    "value": [0.0, 0.0, 0.1, 0.7, 0.9],
}


def test_rows_go_left_up_to_the_threshold() -> None:
    rows = np.array([[1.0, -2.0], [1.0, -1.9], [1.1, -5.0], [np.inf, 0.0]])
    assert DecisionTree.from_data(DATA).predict(rows).tolist() == [0.1, 0.7, 0.9, 0.9]


def test_a_single_leaf_and_no_rows() -> None:
    leaf = DecisionTree.from_data({"feature": [-1], "threshold": [0.0], "left": [-1], "right": [-1], "value": [0.3]})
    assert leaf.predict(np.zeros((2, 0))).tolist() == [0.3, 0.3]
    assert DecisionTree.from_data(DATA).predict(np.zeros((0, 2))).shape == (0,)


def test_data_comes_back() -> None:
    assert DecisionTree.from_data(DATA).to_data() == DATA


@pytest.mark.parametrize(
    "changes",
    [
        {"left": [0, 2, -1, -1, -1]},  # a circle
        {"right": [5, 3, -1, -1, -1]},  # a child that is not there
        {"value": [0.5]},
        {key: [] for key in DATA},
    ],
)
def test_other_arrays_are_refused(changes: dict[str, list[float]]) -> None:
    with pytest.raises(ValueError, match="no decision tree"):
        DecisionTree.from_data(DATA | changes)
