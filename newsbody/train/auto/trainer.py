"""Training of `auto`: boosted trees over the paragraphs of labelled pages."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.labels import BODY, IGNORED, NOT_BODY, LabelArray, label_paragraphs, label_segments
from newsbody.extractors.auto.boosting import TreeEnsemble
from newsbody.extractors.auto.choice import calibrated, choose_body, doubtful, stacked_matrix
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.auto.features import FEATURES, feature_matrix
from newsbody.extractors.auto.kind import PAGE_FEATURES, page_features
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.extractors.model import Model
from newsbody.ground.extras import require
from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.train import Trainer
from newsbody.train.auto.augment import conventional, variant
from newsbody.train.auto.synthetic import synthetic_page

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


# --- training of ``auto`` ---------------------------------------------------------------

#: Lengths of paragraphs, in weighted letters, between which their weight in training grows.
SHORTEST, LONGEST = 4, 1500
#: The weights of a page's paragraphs sum up to this: no page counts more for being long.
PAGE_WEIGHT = 100.0
#: Shares of the sites that are kept from the models whose opinions the next model learns from.
FOLDS = 3
#: Pages of a kind are learned from: whole ones, those of which some texts are known, and those without a body.
ARTICLE, SEGMENTS, LIST = "article", "segments", "list"
#: How much a page counts of which some texts are known; others count 1. (Left out one by one, sets weighed by trust and
#: sites alike were no better, F1 .9516 and .9505 and MHR_0.1 .190 and .205, than pages alike.)
PARTLY_KNOWN = 0.5
#: Of paragraphs far from any text, with less than this share of the best run of scores through them, one in so many is
#: learned from, and counts for the others: they are most of a page and teach little.
FAR, ONE_IN = 0.15, 4
#: Other bodies whose paragraphs stand on a variant or a made-up page, and the least length of one.
DONORS, DONOR_LENGTH = 12, 20


#: Each split may choose among some features only: with all, the best one hides the others (MHR_0.1 + 0.005). (A first
#: look by other trees, wcxb and dragnet left out, is no better than one from other random numbers: a quarter of the
#: features, half of the rows, extremely random splits, 16 leaves, sites alike, sets by trust. Trees of depth 3 take a
#: third of the time and cost dragnet_rest 0.02. Nor are words: a linear model of the words, or of pieces of 1 to 5
#: letters, that a paragraph begins and ends with, each seen on 20 sites, takes 3 % off the first look's log loss on
#: other sites. But 11 sets, left out in four groups, have on average F1 - 0.0002 and MHR_0.1 - 0.001 where the second
#: look is told, - 0.0013 and + 0.001 where both are: dragnet + 0.005 and - 0.012, wcxb - 0.009 and + 0.027, 33 of the
#: 34 pages that come to be wrong there for text of the body that is dropped. Nor does a net over the sequence of
#: paragraphs, four convolutions of 48 channels, beside the second look: 1,796 pages of eight sets left out .9466
#: and .190 -> .9481 and .188 as a mean of both, .9447 and .193 alone. Nor do trees that choose among some thirty bodies
#: of a page, the six likeliest subtrees at twelve thresholds, by 200 features of what each has more and less than ours:
#: .099 MHR_0.1 if they chose the best, .162 with ours, .160 to .164 with theirs of other sets, better on as many pages
#: as worse, and .155 where pages of the same sets teach them. Nor by what one block more or less would change: .075
#: by the best of 119,000 such edits, .158 to .162 by those that trees choose.)
_COMMON = {"min_data_in_leaf": 40, "lambda_l2": 5.0, "feature_fraction_bynode": 0.5, "max_depth": 9}


@dataclass
class TrainingSample:
    """A page ready to learn from; ``probability`` comes from models that never saw its site."""

    site: str
    kind: str
    table: ParagraphTable
    labels: LabelArray
    features: Column
    #: How much the page counts beside others.
    weight: float = 1.0
    probability: Column = field(init=False)
    #: The paragraphs that the next look is at, and what it sees of each.
    asked: IntArray = field(init=False)
    #: Whether extraction stops at the first look. The second one is still learned from all pages.
    sure: bool = False
    seen: Column = field(init=False)

    def __post_init__(self) -> None:
        self.probability = np.zeros(len(self.labels), dtype=np.float32)
        self.asked = self.table.candidates
        self.seen = self.features[self.asked]

    def look_again(self) -> None:
        """Turn to the paragraphs of the second look, with what the first one says of them."""
        choice = choose_body(self.table, calibrated(self.probability))
        self.sure = choice.expected_f1 >= THRESHOLDS.sure
        self.asked = doubtful(self.table, self.probability)
        self.seen = stacked_matrix(self.table, self.features, self.probability, choice, self.asked)

    @property
    def fold(self) -> int:
        return crc32(self.site.encode()) % FOLDS


class AutoTrainer(Trainer):
    """Gradient boosting on the paragraphs of articles, on first opinions of them, and on pages."""

    name: ClassVar[str] = "auto"
    packages: ClassVar[Sequence[str]] = ("lightgbm", "numpy", "lxml")
    settings: Mapping[str, Any] = {
        # The share of articles that train once more, changed. (Without any, comments and menus of old pages are taken.)
        "variants": 0.25,
        # Made-up pages for each labelled article. (With 1,145 articles 0.6 gave dragnet's weblogs F1 + 0.012; with 0.2
        # columns of headlines without links are taken.)
        "synthetic": 0.4,
        # Trainings from other random numbers differ by 0.0015 in F1 and 0.004 in MHR_0.1, on a single set by 0.008; the
        # mean of two is steadier, four are no better. 60 trees are as good but for the rules beside them (daniel_rest
        # - 0.004), and leave an eighth more pages for the second look, which takes most of what they save.
        "first": {**_COMMON, "chains": 2, "learning_rate": 0.15, "num_iterations": 100, "num_leaves": 32},
        "second": {**_COMMON, "chains": 2, "learning_rate": 0.12, "num_iterations": 40, "num_leaves": 20},
        # Small trees: as good on folds, and surer of lists of forums, which are not among the training pages.
        "kind": {**_COMMON, "learning_rate": 0.12, "num_iterations": 60, "num_leaves": 4, "min_data_in_leaf": 10},
    }

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        # Other pages with a text of their own (a product, a service) are neither article nor list.
        known = [page for page in pages if page.kind in (ARTICLE, SEGMENTS, LIST)]
        return self.learn(list(_samples(known, self.settings["variants"], self.settings["synthetic"])))

    def learn(self, samples: Sequence[TrainingSample]) -> dict[str, Any]:
        """The data of a model from pages whose features are made."""
        first = _train(samples, self.settings["first"], "first look")
        for sample in samples:
            sample.look_again()
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


class _Labelled(NamedTuple):
    """An article, and the paragraphs of its body that may stand on other pages."""

    gold: GoldPage
    labels: LabelArray
    texts: list[str]


def _samples(pages: Sequence[GoldPage], variants: float, synthetic: float) -> Iterator[TrainingSample]:
    """The pages that have paragraphs, variants of the articles among them, and pages made of their text."""
    articles: list[_Labelled] = []
    for gold in tqdm(pages, unit="page", desc="auto: features"):
        page = Page.parse(gold.html, gold.url)
        if len(page):
            labels = _labels(page, gold)
            yield _sample(gold, gold.kind, page, labels)
            if gold.kind == ARTICLE:
                texts = [page.paragraphs[number] for number in np.flatnonzero(labels == BODY).tolist()]
                articles.append(_Labelled(gold, labels, [text for text in texts if len(text) > DONOR_LENGTH]))
    for article in tqdm(articles, unit="page", desc="auto: variants"):
        gold = article.gold
        draw = random.Random(f"{gold.id} 0")
        if random.Random(gold.id).random() >= variants:
            continue
        # Variants have no address, as many a saved page has none.
        made = variant(Page.parse(gold.html), article.labels, gold.optional, draw, _donated(articles, gold, draw))
        if made and (made[1] == BODY).any():
            yield _sample(gold, ARTICLE, *made)
    for number in tqdm(range(round(synthetic * len(articles))), unit="page", desc="auto: made-up pages"):
        draw = random.Random(number)
        made_up = synthetic_page(draw, _donated(articles, draw.choice(articles).gold, draw))
        page = Page.parse(made_up.html)
        gold = GoldPage(f"made up {number}", Path())
        yield _sample(gold, made_up.kind, page, label_paragraphs(page, made_up.text))


def _labels(page: Page, gold: GoldPage) -> LabelArray:
    if gold.kind == SEGMENTS:
        return label_segments(page, gold.with_, gold.without)
    return label_paragraphs(page, gold.text, gold.optional)


def _donated(articles: Sequence[_Labelled], gold: GoldPage, draw: random.Random) -> list[str]:
    """Paragraphs of other bodies, in the language of a page if there are enough."""
    same = [article for article in articles if article.gold.lang == gold.lang]
    donors = same if len(same) >= DONORS else articles
    return [text for _ in range(DONORS) for text in draw.choice(donors).texts]


def _sample(gold: GoldPage, kind: str, page: Page, labels: LabelArray) -> TrainingSample:
    table = ParagraphTable(page)
    features = feature_matrix(table)
    # The gold text holds a paragraph once, wherever the page says the same.
    says_body = np.isin(table.original, table.original[labels == BODY])
    labels = np.where(says_body & (labels != BODY), IGNORED, conventional(table, features, labels))
    weight = PARTLY_KNOWN if kind == SEGMENTS else 1.0
    return TrainingSample(gold.site or gold.id, kind, table, labels, features, weight)


def _train(samples: Sequence[TrainingSample], settings: Mapping[str, Any], name: str) -> TreeEnsemble:
    """The ensemble from all samples; their probabilities are set by single chains from the other folds."""
    single = {**settings, "chains": 1}
    for fold in tqdm(range(FOLDS), unit="fold", desc=f"auto: {name}"):
        ensemble = _fit([sample for sample in samples if sample.fold != fold], single)
        for sample in samples:
            if sample.fold == fold and not sample.sure:
                sample.probability[sample.asked] = ensemble.probability(sample.seen)
    return _fit(samples, settings)


def _fit(samples: Iterable[TrainingSample], settings: Mapping[str, Any]) -> TreeEnsemble:
    used = [(sample, rows, weights) for sample in samples for rows, weights in [_learned(sample)] if len(rows)]
    return fit_ensemble(
        np.concatenate([sample.seen[rows] for sample, rows, _ in used]),
        np.concatenate([sample.labels[sample.asked[rows]] for sample, rows, _ in used]),
        np.concatenate([weights for *_, weights in used]),
        settings,
    )


def _learned(sample: TrainingSample) -> tuple[IntArray, Column]:
    """Which of the asked paragraphs are learned from, and their weights."""
    labels = sample.labels[sample.asked]
    weights = np.sqrt(np.clip(sample.table.weight[sample.asked], SHORTEST, LONGEST))
    known = labels != IGNORED
    weights *= PAGE_WEIGHT * sample.weight / max(float(weights[known].sum()), 1.0)
    far = (labels == NOT_BODY) & (sample.seen[:, FEATURES.index("through")] < FAR)
    kept = known & ~(far & (sample.asked % ONE_IN != 0))
    rows = np.flatnonzero(kept)
    return rows, np.asarray(weights * np.where(far, ONE_IN, 1))[rows]


def _train_kind(samples: Sequence[TrainingSample], settings: Mapping[str, Any]) -> TreeEnsemble:
    """Article or list, both kinds weighing the same."""
    rows = np.stack([_page_row(sample) for sample in samples])
    articles = np.array([sample.kind != LIST for sample in samples])
    counts = np.bincount(articles, minlength=2)
    weights = len(articles) / np.maximum(counts, 1)[articles.astype(np.int64)] / 2
    return fit_ensemble(rows, articles.astype(np.int8), weights.astype(np.float32), settings)


def _page_row(sample: TrainingSample) -> Column:
    choice = choose_body(sample.table, calibrated(sample.probability))
    return page_features(sample.table, sample.features, sample.probability, choice)
