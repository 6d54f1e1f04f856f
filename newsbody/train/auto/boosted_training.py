"""Boosted trees: trained by LightGBM, taken out of it as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.boosting import TreeEnsemble
from newsbody.ground.extras import require

#: What every training has in common: the same rows give the same trees, on whatever machine. (127 bins for 255 and
#: LightGBM for scikit-learn: a fifth of the time, and figures within what a seed moves.)
_FIXED = {
    "objective": "binary",
    "max_bin": 127,
    "use_missing": False,
    "deterministic": True,
    "force_row_wise": True,
    # More threads gain little, and on a busy machine they wait for each other for minutes.
    "num_threads": 1,
    "verbose": -1,
}


def fit_ensemble(
    rows: NDArray[np.float32],
    labels: NDArray[np.integer],
    weights: NDArray[np.float32],
    settings: Mapping[str, Any],
) -> TreeEnsemble:
    """Boosted trees for the classes 0 and 1, a leaf for the only class when there is one.

    ``rows`` has shape (r, features), the others (r,); ``settings`` are LightGBM's parameters, the
    number of trees among them (``num_iterations``), and ``chains``, how many trainings from other
    random numbers there are (default 1). Raises MissingExtra without LightGBM.
    """
    lightgbm = require("lightgbm", extra="train")
    if len(np.unique(labels)) < 2:
        return _constant(bool(len(labels)) and bool(labels[0]))
    options = {**_FIXED, **settings}
    chains = options.pop("chains", 1)
    data = lightgbm.Dataset(rows, labels, weight=weights / weights.mean(), params=options)
    return export([lightgbm.train({**options, "seed": seed}, data) for seed in range(chains)])


def export(chains: Sequence[Any]) -> TreeEnsemble:
    """The trees of LightGBM's boosters of the same two classes, breadth first."""
    nodes: list[tuple[int, float, int, float]] = []
    roots: list[int] = []
    for booster in chains:
        for tree in booster.dump_model()["tree_info"]:
            roots.append(len(nodes))
            nodes.extend(_nodes(tree["tree_structure"], len(nodes)))
    feature, threshold, child, value = map(np.array, zip(*nodes, strict=True))
    return TreeEnsemble(
        feature=feature.astype(np.int32),
        threshold=_rounded_down(threshold),
        child=child.astype(np.int32),
        value=value.astype(np.float32),
        root=np.array(roots, dtype=np.int32),
        base=0.0,  # what LightGBM starts from is in the values of its first tree
        chains=len(chains),
    )


def _nodes(root: Mapping[str, Any], start: int) -> Iterator[tuple[int, float, int, float]]:
    """Feature, threshold, left child and value of a tree's nodes, breadth first; ``start`` is the root's number."""
    order = [root]
    for number, node in enumerate(order, start):
        if "split_feature" in node:
            child = start + len(order)
            order += [node["left_child"], node["right_child"]]
            yield node["split_feature"], node["threshold"], child, 0.0
        else:
            yield 0, np.inf, number, node["leaf_value"]


def _constant(positive: bool) -> TreeEnsemble:
    """An ensemble of a single leaf: there is nothing to decide."""
    zero = np.zeros(1, dtype=np.int32)
    single = np.zeros(1, dtype=np.float32)
    return TreeEnsemble(zero, single + np.inf, zero, single, zero, 9.0 if positive else -9.0)


def _rounded_down(values: NDArray[np.float64]) -> NDArray[np.float32]:
    """The next single-precision number not above each value: single-precision rows are then sent the same way."""
    single = values.astype(np.float32)
    return np.where(single > values, np.nextafter(single, np.float32(-np.inf)), single)
