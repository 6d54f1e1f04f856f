"""``auto``, the default extractor: boosted trees on paragraphs, looked at twice, and the best expected F1.

A first ensemble judges each paragraph by itself and its surroundings; where that leaves doubt, a
second one also by what the first thinks of the others. The body is the subtree and threshold of
the largest expected F1 (:mod:`newsbody.extractors.auto.choice`). Where that is still in doubt, a third,
small ensemble says from the page as a whole whether there is a body at all. What is not learned: what stands
in the gaps of a body, articles and comments that follow, ends beside it, outside of its container or far from it, and a
body that only its running text or the name of its container tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from newsbody.extractors.auto.announced import with_announced
from newsbody.extractors.auto.body_tables import with_lists, with_tables
from newsbody.extractors.auto.boosting import TreeEnsemble
from newsbody.extractors.auto.captions import with_captions
from newsbody.extractors.auto.choice import Choice, calibrated, choose_body
from newsbody.extractors.auto.container import by_container, widened, without_boxes, without_end_beside
from newsbody.extractors.auto.features import FEATURES, feature_matrix
from newsbody.extractors.auto.following import of_first_article, of_first_like_it
from newsbody.extractors.auto.gaps import filled, with_siblings, without_far_ends
from newsbody.extractors.auto.kind import PAGE_FEATURES, address_of_list, page_features, reads_as_article, says_article
from newsbody.extractors.auto.questions import with_questions
from newsbody.extractors.auto.replies import without_headed_comments, without_replies
from newsbody.extractors.auto.rights import without_controls, without_rights
from newsbody.extractors.auto.sections import with_sections
from newsbody.extractors.auto.site_evidence import evidence_of, with_evidence
from newsbody.extractors.auto.stacking import SURE, doubtful, stacked_matrix
from newsbody.extractors.auto.standfirst import only_described, with_standfirst
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.extractors.auto.within import without_outside
from newsbody.extractors.base import Extractor
from newsbody.extractors.model import Model, ModelError, shipped_model
from newsbody.extractors.page_state import body_of_state
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body, Kind, empty

#: From this probability of being a list on a page has no body. An article that passes for a list is
#: lost, a list that passes for an article costs a wrong item. Three folds by site over 5,010 articles and 568 lists:
#: 1.0 % of the articles pass for lists here and 16 % of the lists for articles; with what the name of a container says
#: (:mod:`newsbody.extractors.auto.container`) 0.7 % and 17 %, and with what running text says 0.4 % and 18 %. (Of three
#: forums' 57 lists none passes.)
LIST_PROBABILITY = 0.9
#: How sure a body is that only the name of its container tells: of 568 lists and 5,010 articles 11 and 27 have one.
CONTAINED = 0.5
#: From less than this expected F1 on a body is not even a guess, and the page's own description says more.
HOPELESS = 0.2
_ADVICE = "Train one with: newsbody train auto --corpus FOLDER -o FILE"


@dataclass(frozen=True)
class Judgement:
    """What the ensembles say about a page: ``probability`` of each paragraph, shape (k,), and of an article.

    A page whose body is sure is an article.
    """

    table: ParagraphTable
    features: Column
    probability: Column
    choice: Choice
    article: float


class Auto(Extractor):
    """The extractor with the shipped model, or another one of the same features. Raises ModelError."""

    name: ClassVar[str] = "auto"

    def __init__(self, model: Model | None = None) -> None:
        data = (model or shipped_model("auto")).data
        if tuple(data.get("features", ())) != FEATURES or tuple(data.get("page_features", ())) != PAGE_FEATURES:
            raise ModelError(f"The model of auto was trained on other features. {_ADVICE}")
        self._first, self._second, self._kind = (_ensemble(data, name) for name in ("first", "second", "kind"))

    def extract(self, page: Page, captions: bool = False) -> Body:
        """The body of a page; with ``captions`` those of its pictures are in it."""
        if not len(page):
            return body_of_state(empty(page, source=self.name))
        return self.body(self.judge(page), captions)

    def judge(self, page: Page) -> Judgement:
        """Look at a page that has paragraphs."""
        table = ParagraphTable(page)
        features = feature_matrix(table)
        rows = table.candidates
        probability = np.zeros(len(page), dtype=np.float32)
        probability[rows] = self._first.probability(features.take(rows, axis=0))
        choice = choose_body(table, calibrated(probability))
        if choice.expected_f1 < SURE:
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
        table, probability = judgement.table, judgement.probability
        probability = with_evidence(probability, evidence_of(memory, key, table, probability))
        return self._judgement(table, judgement.features, probability, choose_body(table, calibrated(probability)))

    def _judgement(self, table: ParagraphTable, features: Column, probability: Column, choice: Choice) -> Judgement:
        article = 1.0
        if choice.expected_f1 < SURE:
            article = float(self._kind.probability(page_features(table, features, probability, choice)[None])[0])
        return Judgement(table, features, probability, choice, article)

    def body(self, judgement: Judgement, captions: bool = False) -> Body:
        """The body that a judgement amounts to; empty for a page that is a list, or nothing at all."""
        return body_of_state(self._body_seen(judgement, captions))

    def _body_seen(self, judgement: Judgement, captions: bool) -> Body:
        table, page = judgement.table, judgement.table.page
        as_list = 1 - judgement.article
        # First: their dates stand in gaps, too, and look like a part of the body there.
        chosen = without_headed_comments(table, without_replies(table, judgement.choice.paragraphs))
        chosen = with_sections(table, filled(table, judgement.probability, chosen))
        chosen = with_lists(table, with_tables(table, with_siblings(table, chosen)))
        chosen = with_questions(table, with_announced(table, chosen))
        chosen = of_first_like_it(table, of_first_article(table, chosen))
        probability = min(judgement.article, judgement.choice.expected_f1, 1.0)
        is_list = address_of_list(page) or (as_list >= LIST_PROBABILITY and not says_article(page))
        contained = by_container(table, np.zeros_like(chosen) if is_list else chosen)
        if contained is not None:
            chosen, probability = contained, CONTAINED
        elif is_list and not reads_as_article(table, judgement.choice):
            chosen = np.zeros_like(chosen)
        else:
            chosen = widened(table, chosen, judgement.choice.expected_f1)
        chosen = without_boxes(table, without_end_beside(table, without_outside(table, chosen)))
        chosen = without_controls(table, without_rights(table, without_far_ends(table, judgement.probability, chosen)))
        chosen = with_standfirst(table, chosen)
        if not chosen.any() or judgement.choice.expected_f1 < HOPELESS:
            told = only_described(table)
            if told.any() and not chosen[told].any():
                chosen, probability = told, CONTAINED
        if not chosen.any():
            kind: Kind = "list" if is_list or as_list > judgement.article else "other"
            return Body(
                page, empty(page).runs, kind=kind, probability=max(as_list, judgement.article), source=self.name
            )
        if captions:
            chosen = with_captions(table, judgement.features, chosen)
        return Body.of_paragraphs(page, chosen, probability=probability, source=self.name)


def _ensemble(data: Mapping[str, Any], name: str) -> TreeEnsemble:
    try:
        return TreeEnsemble.from_data(data[name])
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"The model of auto is broken, in {name!r} ({error}). {_ADVICE}") from error
