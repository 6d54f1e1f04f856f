"""``auto``, the default extractor: boosted trees on paragraphs, looked at twice, and the best expected F1.

A first ensemble judges each paragraph by itself and its surroundings; where that leaves doubt, a
second one also by what the first thinks of the others. The body is the subtree and threshold of
the largest expected F1 (:mod:`newsbody.extractors.auto.choice`). Where that is still in doubt, a third,
small ensemble says from the page as a whole whether there is a body at all. What is not learned are the
:data:`STEPS` behind the model; ``python -m tests.benchmarks.ablate auto`` says what each of them gains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from newsbody.extractors.auto.additions import filled, with_captions, with_footnotes, with_siblings, with_tables
from newsbody.extractors.auto.boosting import TreeEnsemble
from newsbody.extractors.auto.choice import Choice, Favor, calibrated, choose_body, doubtful, stacked_matrix
from newsbody.extractors.auto.container import by_container, widened, without_boxes, without_end_beside, without_outside
from newsbody.extractors.auto.features import FEATURES, feature_matrix
from newsbody.extractors.auto.kind import (
    PAGE_FEATURES,
    address_of_list,
    leads_by_pictures,
    page_features,
    reads_as_article,
)
from newsbody.extractors.auto.other_voices import (
    without_controls,
    without_headed_comments,
    without_replies,
    without_rights,
)
from newsbody.extractors.auto.site_evidence import evidence_of, in_place, is_everywhere, with_evidence
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.extractors.base import Extractor
from newsbody.extractors.model import Model, ModelError, shipped_model
from newsbody.extractors.page_state import body_of_state
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body, Kind, empty
from newsbody.page.characters import BoolArray

Step = Callable[[ParagraphTable, BoolArray], BoolArray]
#: What is done to the chosen paragraphs, in this order. Comments go first: their dates stand in gaps, too.
STEPS: tuple[Step, ...] = (
    by_container,
    without_replies,
    without_headed_comments,
    filled,
    with_siblings,
    with_tables,
    without_outside,
    without_end_beside,
    without_boxes,
    without_rights,
    without_controls,
    with_footnotes,
)
_ADVICE = "Train one with: newsbody train auto --corpus FOLDER -o FILE"


@dataclass(frozen=True)
class Judgement:
    """What the ensembles say about a page: ``probability`` of each paragraph, shape (k,), and of an article.

    A page whose body is sure is an article. ``boilerplate``: what stands on the other pages of the site, shape (k,).
    """

    table: ParagraphTable
    #: The features of the paragraphs, None where nobody has asked for them.
    seen: Column | None
    probability: Column
    choice: Choice
    article: float
    boilerplate: BoolArray | None = None

    @property
    def features(self) -> Column:
        """The features of the paragraphs, shape ``(k, len(FEATURES))``."""
        return feature_matrix(self.table) if self.seen is None else self.seen


class Auto(Extractor):
    """The extractor with the shipped model, or another one of the same features. Raises ModelError."""

    name: ClassVar[str] = "auto"

    def __init__(self, model: Model | None = None, steps: tuple[Step, ...] = STEPS) -> None:
        data = (model or shipped_model("auto")).data
        if tuple(data.get("features", ())) != FEATURES or tuple(data.get("page_features", ())) != PAGE_FEATURES:
            raise ModelError(f"The model of auto was trained on other features. {_ADVICE}")
        self._first, self._second, self._kind = (_ensemble(data, name) for name in ("first", "second", "kind"))
        self._steps = steps

    def extract(self, page: Page, captions: bool = False, favor: Favor | None = None) -> Body:
        """The body of a page; with ``captions`` those of its pictures are in it."""
        if not len(page):
            return body_of_state(empty(page, source=self.name))
        return self.body(self.judge(page), captions, favor)

    def judge(self, page: Page) -> Judgement:
        """Look at a page that has paragraphs."""
        table = ParagraphTable(page)
        return self.judge_features(table, feature_matrix(table))

    def judge_features(self, table: ParagraphTable, features: Column) -> Judgement:
        """Look at paragraphs by their features, shape ``(k, len(FEATURES))``."""
        rows = table.candidates
        probability = np.zeros(len(features), dtype=np.float32)
        probability[rows] = self._first.probability(features.take(rows, axis=0))
        choice = choose_body(table, calibrated(probability))
        if choice.expected_f1 < THRESHOLDS.sure:
            rows = doubtful(table, probability)
            seen = stacked_matrix(table, features, probability, choice, rows)
            probability[rows] = self._second.probability(seen)
            choice = choose_body(table, calibrated(probability))
        return self._judgement(table, features, probability, choice)

    def first_look(self, features: Column) -> Column:
        """Log odds of rows of features as the first ensemble sees them."""
        return self._first.raw(features)

    def reconsider(self, judgement: Judgement, memory: SiteMemory, key: str) -> Judgement:
        """The judgement with what the memory knows from pages under other keys."""
        table, alone = judgement.table, judgement.choice
        return self.judge_known(table, judgement.probability, memory, key, judgement.seen, alone)

    def judge_known(
        self,
        table: ParagraphTable,
        known: Column,
        memory: SiteMemory,
        key: str,
        features: Column | None = None,
        alone: Choice | None = None,
    ) -> Judgement:
        """What comes of the probabilities ``known`` of a page that was judged before, with what the memory knows.

        A body that the page alone is sure of, and that the site makes less likely, stays without what is everywhere.
        (1,271 pages of sites of three and more, the folds of their sites left out: than alone 30 are better by .02 and
        3 worse; 32 and 10 without this.)
        """
        evidence = evidence_of(memory, key, table, known)
        alone, probability = alone or choose_body(table, calibrated(known)), with_evidence(known, evidence)
        choice = choose_body(table, calibrated(probability))
        if alone.expected_f1 >= THRESHOLDS.sure and choice.expected_f1 < alone.expected_f1:
            probability, choice = known, alone
        again = self._judgement(table, features, probability, choice)
        return replace(again, boilerplate=is_everywhere(evidence))

    def body_in_place(self, judgement: Judgement, memory: SiteMemory, key: str) -> Body | None:
        """What stands where the bodies of the site's other pages do: an article of a line; None where nothing does."""
        table = judgement.table
        places = in_place(evidence_of(memory, key, table, judgement.probability))
        return Body.of_paragraphs(table.page, places, kind="article", source=self.name) if places.any() else None

    def _judgement(
        self, table: ParagraphTable, features: Column | None, probability: Column, choice: Choice
    ) -> Judgement:
        article = 1.0
        if choice.expected_f1 < THRESHOLDS.sure:
            features = feature_matrix(table) if features is None else features
            article = float(self._kind.probability(page_features(table, features, probability, choice)[None])[0])
        return Judgement(table, features, probability, choice, article)

    def body(self, judgement: Judgement, captions: bool = False, favor: Favor | None = None) -> Body:
        """The body that a judgement amounts to; empty for a page that is a list, or nothing at all."""
        if favor:
            choice = choose_body(judgement.table, calibrated(judgement.probability, favor))
            judgement = replace(judgement, choice=choice)
        return body_of_state(self._body_seen(judgement, captions, favor))

    def _body_seen(self, judgement: Judgement, captions: bool, favor: Favor | None) -> Body:
        table, page, chosen = judgement.table, judgement.table.page, judgement.choice.paragraphs
        as_list = 1 - judgement.article
        reads = reads_as_article(table, judgement.choice, as_list)
        if address_of_list(page) or (not reads and as_list >= THRESHOLDS.perhaps_list and leads_by_pictures(page)):
            return empty(page, "list", self.name, max(as_list, judgement.article))
        if as_list >= THRESHOLDS.is_list and not reads:
            chosen = np.zeros_like(chosen)
        elif judgement.choice.expected_f1 < THRESHOLDS.a_guess and favor != "precision":
            chosen = widened(table, chosen)
        for step in self._steps:
            chosen = step(table, chosen)
        if judgement.boilerplate is not None:
            chosen = chosen & ~judgement.boilerplate  # a step may have put it back, by its place
        if not chosen.any():
            kind: Kind = "list" if as_list > judgement.article else "other"
            return empty(page, kind, self.name, max(as_list, judgement.article))
        probability = min(judgement.article, judgement.choice.expected_f1, 1.0)
        if not (chosen & judgement.choice.paragraphs).any():
            probability = THRESHOLDS.contained
        if captions:
            chosen = with_captions(table, judgement.features, chosen)
        return Body.of_paragraphs(page, chosen, probability=probability, source=self.name)


def _ensemble(data: Mapping[str, Any], name: str) -> TreeEnsemble:
    try:
        return TreeEnsemble.from_data(data[name])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"The model of auto is broken, in {name!r} ({error}). {_ADVICE}") from error
