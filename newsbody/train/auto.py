"""Training of ``auto``: labelled pages and variants of them, three ensembles of boosted trees."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.labels import BODY, IGNORED, LabelArray, label_paragraphs
from newsbody.extractors.auto import Auto
from newsbody.extractors.boosting import TreeEnsemble
from newsbody.extractors.choice import calibrated, choose_body
from newsbody.extractors.features import FEATURES, feature_matrix
from newsbody.extractors.kind import PAGE_FEATURES, page_features
from newsbody.extractors.model import Model
from newsbody.extractors.stacking import stacked_matrix
from newsbody.extractors.table import Column, ParagraphTable
from newsbody.page import Page
from newsbody.train.augment import variant
from newsbody.train.base import Trainer
from newsbody.train.boosting import fit_ensemble

#: Lengths of paragraphs, in weighted letters, between which their weight in training grows.
SHORTEST, LONGEST = 4, 1500
#: The weights of a page's paragraphs sum up to this: no page counts more for being long.
PAGE_WEIGHT = 100.0
#: Shares of the sites that are kept from the models whose opinions the next model learns from.
FOLDS = 3
#: Other bodies whose paragraphs serve as comments of a variant, and the least length of one.
FOREIGN_BODIES, FOREIGN_LENGTH = 6, 20


_COMMON = {"learning_rate": 0.1, "min_samples_leaf": 40, "l2_regularization": 5.0}


@dataclass
class Sample:
    """A page ready to learn from; ``probability`` comes from models that never saw its site."""

    site: str
    article: bool
    table: ParagraphTable
    labels: LabelArray
    features: Column
    probability: Column = field(init=False)

    def __post_init__(self) -> None:
        self.probability = np.zeros(len(self.labels), dtype=np.float32)

    @property
    def fold(self) -> int:
        return crc32(self.site.encode()) % FOLDS

    @property
    def rows(self) -> NDArray[np.int64]:
        """The paragraphs that are learned from; a list page shows what is no body anywhere."""
        rows = self.table.candidates
        return np.asarray(rows[self.labels[rows] != IGNORED])


class AutoTrainer(Trainer):
    """Gradient boosting on the paragraphs of articles, on first opinions of them, and on pages."""

    name: ClassVar[str] = "auto"
    settings: Mapping[str, Any] = {
        "variants": 1,
        # Each split may choose among some features only: with all, the best one hides the others (MHR_0.1 + 0.005).
        "first": {**_COMMON, "max_iter": 200, "max_leaf_nodes": 31, "max_features": 0.5},
        "second": {**_COMMON, "max_iter": 60, "max_leaf_nodes": 24, "max_features": 0.5},
        "kind": {**_COMMON, "max_iter": 60, "max_leaf_nodes": 6, "min_samples_leaf": 10},
    }

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        samples = list(_samples(pages, self.settings["variants"]))
        first = _train(samples, self.settings["first"], "first look")
        for sample in samples:
            sample.features = stacked_matrix(sample.table, sample.features, sample.probability)
        second = _train(samples, self.settings["second"], "second look")
        return {
            "features": list(FEATURES),
            "page_features": list(PAGE_FEATURES),
            "first": first.to_data(),
            "second": second.to_data(),
            "kind": _train_kind(samples, self.settings["kind"]).to_data(),
        }

    def extractor(self, data: Mapping[str, Any], **options: Any) -> Auto:
        return Auto(Model(self.name, data, {}), **options)


def _samples(pages: Sequence[GoldPage], variants: int) -> Iterator[Sample]:
    """The pages that have paragraphs, and variants of the articles among them."""
    labelled: list[tuple[GoldPage, LabelArray, list[str]]] = []
    for gold in tqdm(pages, unit="page", desc="auto: features"):
        page = Page.parse(gold.html, gold.url)
        if len(page):
            labels = label_paragraphs(page, gold.text, gold.optional)
            yield _sample(gold, page, labels)
            if gold.kind == "article":
                texts = [page.paragraphs[number] for number in np.flatnonzero(labels == BODY).tolist()]
                labelled.append((gold, labels, [text for text in texts if len(text) > FOREIGN_LENGTH]))
    for gold, labels, _ in tqdm(labelled, unit="page", desc="auto: variants"):
        for number in range(variants):
            draw = random.Random(f"{gold.id} {number}")
            foreign = [text for _ in range(FOREIGN_BODIES) for text in draw.choice(labelled)[2]]
            # Variants have no address, as many a saved page has none.
            made = variant(Page.parse(gold.html), labels, gold.optional, draw, foreign)
            if made and (made[1] == BODY).any():
                yield _sample(gold, *made)


def _sample(gold: GoldPage, page: Page, labels: LabelArray) -> Sample:
    table = ParagraphTable(page)
    return Sample(gold.site or gold.id, gold.kind == "article", table, labels, feature_matrix(table))


def _train(samples: Sequence[Sample], settings: Mapping[str, Any], name: str) -> TreeEnsemble:
    """The ensemble from all samples; their probabilities are set by ensembles from the other folds."""
    for fold in tqdm(range(FOLDS), unit="fold", desc=f"auto: {name}"):
        ensemble = _fit([sample for sample in samples if sample.fold != fold], settings)
        for sample in samples:
            if sample.fold == fold:
                rows = sample.table.candidates
                sample.probability[rows] = ensemble.probability(sample.features[rows])
    return _fit(samples, settings)


def _fit(samples: Iterable[Sample], settings: Mapping[str, Any]) -> TreeEnsemble:
    used = [sample for sample in samples if len(sample.rows)]
    return fit_ensemble(
        np.concatenate([sample.features[sample.rows] for sample in used]),
        np.concatenate([sample.labels[sample.rows] for sample in used]),
        np.concatenate([_weights(sample) for sample in used]),
        settings,
    )


def _weights(sample: Sample) -> Column:
    weights = np.sqrt(np.clip(sample.table.weight[sample.rows], SHORTEST, LONGEST))
    return np.asarray(weights * (PAGE_WEIGHT / weights.sum()))


def _train_kind(samples: Sequence[Sample], settings: Mapping[str, Any]) -> TreeEnsemble:
    """Article or list, both kinds weighing the same."""
    rows = np.stack([_page_row(sample) for sample in samples])
    articles = np.array([sample.article for sample in samples])
    counts = np.bincount(articles, minlength=2)
    weights = len(articles) / np.maximum(counts, 1)[articles.astype(np.int64)] / 2
    return fit_ensemble(rows, articles.astype(np.int8), weights.astype(np.float32), settings)


def _page_row(sample: Sample) -> Column:
    choice = choose_body(sample.table, calibrated(sample.probability))
    return page_features(sample.table, sample.features, sample.probability, choice)
