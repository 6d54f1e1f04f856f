"""Boosted trees: trained by scikit-learn, taken out of it as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.boosting import TreeEnsemble
from newsbody.extras import require


def fit_ensemble(
    rows: NDArray[np.float32],
    labels: NDArray[np.integer],
    weights: NDArray[np.float32],
    settings: Mapping[str, Any],
) -> TreeEnsemble:
    """Boosted trees for the classes 0 and 1, a leaf for the only class when there is one.

    ``rows`` has shape (r, features), the others (r,); ``settings`` are those of scikit-learn's
    HistGradientBoostingClassifier, and ``chains``, how many of these are trained (default 1).
    Raises MissingExtra without scikit-learn.
    """
    ensemble = require("sklearn.ensemble", extra="train")
    if len(np.unique(labels)) < 2:
        return _constant(bool(len(labels)) and bool(labels[0]))
    options = dict(settings)
    count = options.pop("chains", 1)
    chains = [
        ensemble.HistGradientBoostingClassifier(early_stopping=False, random_state=number, **options)
        for number in range(count)
    ]
    # More threads gain little, and on a busy machine they wait for each other for minutes.
    with require("threadpoolctl", extra="train").threadpool_limits(1):
        for classifier in chains:
            classifier.fit(rows, labels, sample_weight=weights)
    return export(chains)


def export(chains: Sequence[Any]) -> TreeEnsemble:
    """The trees of fitted HistGradientBoostingClassifiers of the same two classes, breadth first."""
    parts: list[tuple[NDArray[Any], ...]] = []
    roots: list[int] = []
    size = 0
    for (tree,) in chain.from_iterable(classifier._predictors for classifier in chains):
        nodes = tree.nodes
        order = _breadth_first(nodes["left"], nodes["right"], nodes["is_leaf"])
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order)) + size
        nodes = nodes[order]
        leaf = nodes["is_leaf"].astype(bool)
        child = np.where(leaf, np.arange(len(order)) + size, place[nodes["left"]])
        threshold = np.where(leaf, np.float32(np.inf), _rounded_down(nodes["num_threshold"]))
        feature = np.where(leaf, 0, nodes["feature_idx"])
        parts.append((feature, threshold, child, np.where(leaf, nodes["value"], 0)))
        roots.append(size)
        size += len(order)
    feature, threshold, child, value = (np.concatenate(part) for part in zip(*parts, strict=True))
    return TreeEnsemble(
        feature=feature.astype(np.int32),
        threshold=threshold.astype(np.float32),
        child=child.astype(np.int32),
        value=value.astype(np.float32),
        root=np.array(roots, dtype=np.int32),
        base=float(np.ravel(chains[0]._baseline_prediction)[0]),
        chains=len(chains),
    )


def _constant(positive: bool) -> TreeEnsemble:
    """An ensemble of a single leaf: there is nothing to decide."""
    zero = np.zeros(1, dtype=np.int32)
    single = np.zeros(1, dtype=np.float32)
    return TreeEnsemble(zero, single + np.inf, zero, single, zero, 9.0 if positive else -9.0)


def _breadth_first(left: NDArray[Any], right: NDArray[Any], leaf: NDArray[Any]) -> list[int]:
    order = [0]
    for node in order:
        if not leaf[node]:
            order += [int(left[node]), int(right[node])]
    return order


def _rounded_down(values: NDArray[np.float64]) -> NDArray[np.float32]:
    """The next single-precision number not above each value: single-precision rows are then sent the same way."""
    single = values.astype(np.float32)
    return np.where(single > values, np.nextafter(single, np.float32(-np.inf)), single)
