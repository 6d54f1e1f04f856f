from __future__ import annotations

import json
import tracemalloc
from typing import Any

import numpy as np
import pytest

from newsbody.extractors.auto.boosting import FIRST_TREES, FURTHER, ROWS_AT_ONCE, TreeEnsemble
from newsbody.train.auto.trainer import fit_ensemble

# Two trees: x0 <= 1 ? 0.5 : (x1 <= 0 ? -1 : 2)   and a single leaf of 0.25; from a base of 1.
INFINITE = np.inf
ENSEMBLE = TreeEnsemble(
    feature=np.array([0, 0, 1, 0, 0, 0], dtype=np.int32),
    threshold=np.array([1, INFINITE, 0, INFINITE, INFINITE, INFINITE], dtype=np.float32),
    child=np.array([1, 1, 3, 3, 4, 5], dtype=np.int32),
    value=np.array([0, 0.5, 0, -1, 2, 0.25], dtype=np.float32),
    root=np.array([0, 5], dtype=np.int32),
    base=1.0,
)
ROWS = np.array([[1, 5], [1.5, 0], [1.5, 0.1]], dtype=np.float32)


def test_values_of_all_trees_add_up() -> None:
    assert ENSEMBLE.raw(ROWS).tolist() == [1.75, 0.25, 3.25]
    assert ENSEMBLE.probability(ROWS)[1] == pytest.approx(1 / (1 + np.exp(-0.25)))


def test_hopeless_rows_are_not_asked_by_all_trees() -> None:
    """One stump says -1.5 or 2; there are as many of it as are asked of every row, and ten more."""
    count = FIRST_TREES + 10
    ensemble = stumps(count, -1.5, 2, chains=1)
    rows = np.array([[-1], [1]], dtype=np.float32)
    assert ensemble.raw(rows).tolist() == [FURTHER * (FIRST_TREES * -1.5 + 0.5), count * 2 + 0.5]
    assert [float(ensemble.raw(row[None])[0]) for row in rows] == ensemble.raw(rows).tolist()


def stumps(count: int, left: float, right: float, chains: int) -> TreeEnsemble:
    """So many trees of one comparison, of a value with 0."""
    return TreeEnsemble(
        feature=np.zeros(3 * count, dtype=np.int32),
        threshold=np.tile(np.array([0, INFINITE, INFINITE], dtype=np.float32), count),
        child=(np.tile([1, 1, 2], count) + np.repeat(np.arange(count) * 3, 3)).astype(np.int32),
        value=np.tile(np.array([0, left, right], dtype=np.float32), count),
        root=np.arange(count, dtype=np.int32) * 3,
        base=0.5,
        chains=chains,
    )


@pytest.mark.parametrize("length", [1, FIRST_TREES, FIRST_TREES + 6])
def test_chains_say_their_mean(length: int) -> None:
    rows = np.array([[-1], [1]], dtype=np.float32)
    found = stumps(3 * length, -0.01, 2, chains=3).raw(rows)
    assert found == pytest.approx([0.5 - 0.01 * length, 0.5 + 2 * length], abs=1e-4)


def test_many_rows_take_hardly_more_memory_than_few() -> None:
    ensemble = stumps(100, -0.1, 0.2, chains=1)

    def peak(rows: int) -> int:
        tracemalloc.start()
        found = ensemble.raw(np.linspace(-1, 1, rows, dtype=np.float32)[:, None])
        assert np.array_equal(found > 0, np.linspace(-1, 1, rows) > 0)
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return taken

    assert peak(20 * ROWS_AT_ONCE + 1) < 3 * peak(ROWS_AT_ONCE)


def test_no_rows() -> None:
    assert ENSEMBLE.raw(np.zeros((0, 2), dtype=np.float32)).shape == (0,)


def test_data_comes_back_through_json() -> None:
    back = TreeEnsemble.from_data(json.loads(json.dumps(ENSEMBLE.to_data())))
    assert back.raw(ROWS).tolist() == ENSEMBLE.raw(ROWS).tolist()


@pytest.mark.parametrize(
    "changes",
    [
        {"value": ENSEMBLE.to_data()["root"]},
        {"child": "AAAA"},
        {"root": ENSEMBLE.to_data()["threshold"]},
        {"chains": 0},
        {"chains": 3},
    ],
)
def test_other_arrays_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no tree ensemble"):
        TreeEnsemble.from_data(ENSEMBLE.to_data() | changes)


@pytest.mark.parametrize("chains", [1, 2])
def test_exported_trees_say_what_the_trained_ones_say(chains: int) -> None:
    draw = np.random.default_rng(0)
    rows = draw.normal(size=(600, 5)).astype(np.float32)
    rows[:, 4] = np.rint(rows[:, 4])  # values that are thresholds themselves
    labels = ((rows[:, 0] * rows[:, 1] > 0) | (rows[:, 4] > 0)).astype(np.int8)
    settings = {"num_iterations": FIRST_TREES, "feature_fraction_bynode": 0.5, "num_leaves": 24, "learning_rate": 0.2}
    weights = draw.uniform(0.5, 1.5, size=600).astype(np.float32)
    lightgbm = pytest.importorskip("lightgbm")
    exported = fit_ensemble(rows, labels, weights, {**settings, "chains": chains})
    alike = {**settings, "objective": "binary", "max_bin": 127, "num_threads": 1, "deterministic": True, "verbose": -1}
    odds = [
        lightgbm.train(
            {**alike, "seed": number}, lightgbm.Dataset(rows, labels, weight=weights / weights.mean())
        ).predict(rows, raw_score=True)
        for number in range(chains)
    ]
    trained = 1 / (1 + np.exp(-np.mean(odds, axis=0)))
    assert exported.probability(rows) == pytest.approx(trained, abs=1e-5)


@pytest.mark.parametrize(("label", "expected"), [(0, 0.0), (1, 1.0)])
def test_a_single_class_needs_no_trees(label: int, expected: float) -> None:
    pytest.importorskip("lightgbm")
    labels = np.full(4, label, dtype=np.int8)
    ensemble = fit_ensemble(np.zeros((4, 2), dtype=np.float32), labels, np.ones(4, dtype=np.float32), {})
    assert ensemble.probability(np.zeros((1, 2), dtype=np.float32))[0] == pytest.approx(expected, abs=0.001)
