"""Entropy trees with cost-complexity pruning, by scikit-learn, as plain arrays."""

from __future__ import annotations

import numpy as np

from newsbody.characters import BoolArray
from newsbody.extractors.trees import FloatArray, Tree
from newsbody.extras import require

#: A split stays when it saves this many bits of the labels' code length. So pruning does not get
#: harsher with more pages, as a fixed alpha would. Measured on the Chinese training pages, 4-fold: 2 to 8
#: give the same figures within noise.
PRUNING_BITS = 4.0
#: Rows of a leaf, at least: 2 is worse by 0.01 scope F, 10 by 0.02 (the same run).
LEAF_ROWS = 5


def fit_tree(
    rows: FloatArray, positive: BoolArray, positive_weight: float = 1.0, pruning_bits: float = PRUNING_BITS
) -> Tree:
    """A tree of these rows (r, features) and labels (r,). Raises MissingExtra without scikit-learn.

    Leaf values are smoothed by one row of each class (Laplace), as C4.5 ranks its leaves: a pure
    leaf of many rows is more probable than one of a few.
    """
    classifier = require("sklearn.tree", "train").DecisionTreeClassifier
    weight = np.where(positive, positive_weight, 1.0)
    model = classifier(
        criterion="entropy",
        ccp_alpha=pruning_bits / weight.sum(),
        min_samples_leaf=min(LEAF_ROWS, max(1, len(rows) // 2)),
        random_state=0,
    )
    inner = model.fit(rows, positive, sample_weight=weight).tree_
    counts = inner.value[:, 0, :] / inner.value[:, 0, :].sum(axis=1, keepdims=True)
    positives = counts[:, -1] if positive.any() else np.zeros(inner.node_count)
    if positive.all():
        positives = np.ones(inner.node_count)
    size = inner.weighted_n_node_samples
    is_leaf = inner.children_left < 0
    return Tree(
        feature=np.where(is_leaf, -1, inner.feature).astype(np.int64),
        threshold=np.where(is_leaf, 0.0, inner.threshold),
        left=inner.children_left.astype(np.int64),
        right=inner.children_right.astype(np.int64),
        value=(positives * size + 1) / (size + 2),
    )
