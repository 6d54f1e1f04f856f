"""Training of the two-layer decision (Hu et al. 2006, sections 4.2 and 4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from newsbody.characters import BoolArray
from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.labels import BODY, IGNORED, label_paragraphs
from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.scope import Candidates
from newsbody.extractors.trees import FloatArray
from newsbody.extractors.twolayer import TwoLayer, page_features
from newsbody.extractors.twolayer_paragraphs import paragraph_features
from newsbody.page import Page
from newsbody.train.base import Trainer
from newsbody.train.trees import LEAF_ROWS, PRUNING_BITS, fit_tree


@dataclass(frozen=True)
class _Rows:
    """What one page adds to the training rows."""

    script: str
    scope: tuple[FloatArray, BoolArray]
    paragraph: tuple[FloatArray, BoolArray]
    any_paragraph: tuple[FloatArray, BoolArray]


class TwoLayerTrainer(Trainer):
    """Trees of both layers for each script, and the tree of the repair for pages without a body."""

    name = "twolayer"

    def __init__(self) -> None:
        self.settings: Mapping[str, Any] = {
            "tree": "entropy, cost-complexity pruning",
            "pruning_bits": PRUNING_BITS,
            "leaf_rows": LEAF_ROWS,
        }

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """Raises ValueError without a single page that has a body, MissingExtra without scikit-learn."""
        rows = [row for gold in tqdm(pages, "features", unit="page", disable=None) if (row := _rows(gold))]
        if not rows:
            raise ValueError("No page of this corpus has a body that stands on it.")
        data: dict[str, Any] = {}
        for script in SCRIPTS:
            # A corpus of one script serves both.
            own = [row for row in rows if row.script == script] or rows
            data[script] = {
                "scope": fit_tree(*_joined([row.scope for row in own])).to_data(),
                "paragraph": fit_tree(*_joined([row.paragraph for row in own])).to_data(),
                "any_paragraph": fit_tree(*_joined([row.any_paragraph for row in own])).to_data(),
            }
        data["has_body"] = fit_tree(*_page_rows(pages, data)).to_data()
        return data

    def extractor(self, data: Mapping[str, Any], **options: Any) -> Extractor:
        """TwoLayer with these trees."""
        return TwoLayer(data, **options)


def _rows(gold: GoldPage) -> _Rows | None:
    """None for a page without a body."""
    page = Page.parse(gold.html, gold.url)
    labels = label_paragraphs(page, gold.text, gold.optional)
    candidates = Candidates.of(page)
    scope = candidates.lowest_cover(labels == BODY)
    if scope is None:
        return None
    counted = labels != IGNORED
    below = counted & candidates.covered(scope)
    features = paragraph_features(page)
    return _Rows(
        script_of(page),
        (candidates.features(), np.arange(len(candidates)) == scope),
        (features[below], labels[below] == BODY),
        (features[counted], labels[counted] == BODY),
    )


def _page_rows(pages: Sequence[GoldPage], data: Mapping[str, Any]) -> tuple[FloatArray, BoolArray]:
    """What the trees choose on every page, and whether the page has a body."""
    always = {"feature": [-1], "threshold": [0.0], "left": [-1], "right": [-1], "value": [1.0]}
    extractor = TwoLayer({**data, "has_body": always})
    rows = []
    for gold in tqdm(pages, "pages without a body", unit="page", disable=None):
        # Parsed again: all pages at once would take gigabytes.
        page = Page.parse(gold.html, gold.url)
        body = extractor.extract(page)
        chosen = np.zeros(len(page), dtype=np.bool_)
        chosen[body.paragraphs] = True
        rows.append(page_features(page, chosen, body.probability))
    return np.stack(rows), np.array([bool(gold.text.strip()) for gold in pages], dtype=np.bool_)


def _joined(parts: Sequence[tuple[FloatArray, BoolArray]]) -> tuple[FloatArray, BoolArray]:
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([labels for _, labels in parts])
