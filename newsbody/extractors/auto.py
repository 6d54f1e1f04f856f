"""``auto``, the default extractor: boosted trees on paragraphs, and the choice of the best expected F1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from newsbody.body import Body, empty
from newsbody.extractors.base import Extractor
from newsbody.extractors.boosting import TreeEnsemble
from newsbody.extractors.choice import choose_body
from newsbody.extractors.features import FEATURES, feature_matrix
from newsbody.extractors.model import Model, ModelError, shipped_model
from newsbody.extractors.table import Column, ParagraphTable
from newsbody.page import Page


class Auto(Extractor):
    """Gives every paragraph a probability, then takes the subtree and threshold of the largest expected F1."""

    name: ClassVar[str] = "auto"

    def __init__(self, model: Model | None = None) -> None:
        self.paragraphs = _ensembles((model or shipped_model("auto")).data)

    def extract(self, page: Page) -> Body:
        if not len(page):
            return empty(page, source=self.name)
        table = ParagraphTable(page)
        choice = choose_body(table, self.probabilities(table))
        return Body.of_paragraphs(
            page, choice.paragraphs, kind="article", probability=min(choice.expected_f1, 1.0), source=self.name
        )

    def probabilities(self, table: ParagraphTable) -> Column:
        """How likely each paragraph is body. Shape (k,)."""
        return np.asarray(self.paragraphs.probability(feature_matrix(table)))


def _ensembles(data: Mapping[str, Any]) -> TreeEnsemble:
    """The trees of a model. Raises ModelError when it was trained on other features."""
    if tuple(data.get("features", ())) != FEATURES:
        raise ModelError("The model of auto was trained on other features. Train one with: newsbody train auto")
    try:
        return TreeEnsemble.from_data(data["paragraphs"])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"The model of auto is broken ({error}). Train one with: newsbody train auto") from error
