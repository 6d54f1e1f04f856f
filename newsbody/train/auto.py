"""Training of ``auto``: paragraphs of labelled pages, boosted trees, and their export as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.labels import IGNORED, LabelArray, label_paragraphs
from newsbody.extractors.auto import Auto
from newsbody.extractors.boosting import TreeEnsemble
from newsbody.extractors.features import FEATURES, feature_matrix
from newsbody.extractors.model import Model
from newsbody.extractors.table import ParagraphTable
from newsbody.extras import require
from newsbody.page import Page
from newsbody.train.base import Trainer

#: Lengths of paragraphs, in weighted letters, between which their weight in training grows.
SHORTEST, LONGEST = 4, 1500


class AutoTrainer(Trainer):
    """Gradient boosting on the paragraphs of articles."""

    name: ClassVar[str] = "auto"
    settings: Mapping[str, Any] = {
        "max_iter": 100,
        "max_leaf_nodes": 31,
        "learning_rate": 0.1,
        "min_samples_leaf": 40,
        "l2_regularization": 5.0,
    }

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        samples = [_sample(page) for page in tqdm(pages, unit="page", desc="auto") if page.kind == "article"]
        rows, labels, weights = (np.concatenate(part) for part in zip(*samples, strict=True))
        counts = labels != IGNORED
        paragraphs = fit_ensemble(rows[counts], labels[counts], weights[counts], self.settings)
        return {"features": list(FEATURES), "paragraphs": paragraphs.to_data()}

    def extractor(self, data: Mapping[str, Any], **options: Any) -> Auto:
        return Auto(Model(self.name, data, {}), **options)


def _sample(gold: GoldPage) -> tuple[NDArray[np.float32], LabelArray, NDArray[np.float32]]:
    """Features, labels and weights of a page's paragraphs."""
    page = Page.parse(gold.html, gold.url)
    if not len(page):
        return np.zeros((0, len(FEATURES)), np.float32), np.zeros(0, np.int8), np.zeros(0, np.float32)
    table = ParagraphTable(page)
    weights = np.sqrt(np.clip(table.weight, SHORTEST, LONGEST))
    return feature_matrix(table), label_paragraphs(page, gold.text, gold.optional), weights


def fit_ensemble(
    rows: NDArray[np.float32], labels: LabelArray, weights: NDArray[np.float32], settings: Mapping[str, Any]
) -> TreeEnsemble:
    """Boosted trees for two classes. Raises MissingExtra without scikit-learn."""
    ensemble = require("sklearn.ensemble", extra="train")
    classifier = ensemble.HistGradientBoostingClassifier(early_stopping=False, random_state=0, **settings)
    classifier.fit(rows, labels, sample_weight=weights)
    return export(classifier)


def export(classifier: Any) -> TreeEnsemble:
    """scikit-learn's boosted trees as flat arrays with the children of a node beside each other."""
    parts: list[tuple[NDArray[Any], ...]] = []
    roots: list[int] = []
    size = depth = 0
    for (tree,) in classifier._predictors:
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
        depth = max(depth, int(nodes["depth"].max()))
    feature, threshold, child, value = (np.concatenate(part) for part in zip(*parts, strict=True))
    base = float(np.ravel(classifier._baseline_prediction)[0])
    return TreeEnsemble(
        feature.astype(np.int64), threshold.astype(np.float32), child.astype(np.int64),
        value.astype(np.float32), np.array(roots), depth, base,
    )  # fmt: skip


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
