"""The two-layer decision (Hu et al. 2006): first where the body stands, then which paragraphs are body.

Both layers are decision trees. The faithful form takes the candidate with the highest scope
probability, and of its paragraphs those that are body by the second tree. Repairs are options: of
what the paper lists as its errors (sections 5.6 and 6) several body blocks on a page, and pages
without a body; and of what a single tree learns from few pages, a committee of trees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.model import Committee, DecisionTree, FloatArray, ModelError, shipped_model
from newsbody.extractors.twolayer.layers import Candidates, paragraph_features, paragraph_letters, table_scope
from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.characters import BoolArray, IntArray

#: A paragraph is body, and a page has one, when its tree finds it more likely than not.
LIKELY = 0.5
#: Repair of several body blocks: the scope rises while so much of the text it gains is body by itself.
#: Measured on the Chinese training pages: any share from 0.5 to 0.8 gives the same.
GAIN_OF_BODY = 0.6
SCOPES = ("tree", "table", "page")
PARAGRAPHS = ("tree", "all")


@dataclass(frozen=True)
class Layers:
    """The trees for pages of one script."""

    scope: DecisionTree | Committee
    #: Body or not, for paragraphs below the scope node.
    paragraph: DecisionTree | Committee
    #: The same for paragraphs anywhere: layer two without layer one.
    any_paragraph: DecisionTree

    @classmethod
    def from_data(cls, data: Mapping[str, Any], committee: bool = False) -> Layers:
        """Raises KeyError, TypeError or ValueError for what is no such data."""
        any_paragraph = DecisionTree.from_data(data["any_paragraph"])
        if committee:
            members = data["committee"]
            scope, paragraph = (Committee.from_data(members[name]) for name in ("scope", "paragraph"))
            return cls(scope, paragraph, any_paragraph)
        return cls(DecisionTree.from_data(data["scope"]), DecisionTree.from_data(data["paragraph"]), any_paragraph)


class TwoLayer(Extractor):
    """Scope by a tree, then paragraphs by a tree.

    ``scope`` and ``paragraphs`` choose the baselines of the paper's tables 2 and 3: the TABLE rule,
    or the whole page, in place of the scope tree; all paragraphs of the scope in place of the second.
    ``several``, ``bodiless`` and ``committee`` switch the repairs on.
    """

    name = "twolayer"

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        scope: str = "tree",
        paragraphs: str = "tree",
        several: bool = False,
        bodiless: bool = False,
        committee: bool = False,
    ) -> None:
        """Raises ModelError for data without trees, ValueError for an option that is none."""
        if scope not in SCOPES or paragraphs not in PARAGRAPHS:
            raise ValueError(f"scope is one of {', '.join(SCOPES)}, paragraphs one of {', '.join(PARAGRAPHS)}.")
        data = shipped_model(self.name).data if data is None else data
        try:
            self.layers = {script: Layers.from_data(data[script], committee) for script in SCRIPTS}
            self.has_body = DecisionTree.from_data(data["has_body"])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"This model does not hold the trees of {self.name} ({error!r}).") from error
        self.scope_by = scope
        self.paragraphs_by = paragraphs
        self.several = several
        self.bodiless = bodiless

    def extract(self, page: Page) -> Body:
        if not len(page):
            return empty(page, source=self.name)
        layers = self.layers[script_of(page)]
        covered, probability = self._scope(page, layers)
        chosen = covered
        if self.paragraphs_by == "tree":
            # A page without tables is all of it the TABLE rule's scope: nothing was decided there either.
            undecided = self.scope_by == "page" or (self.scope_by == "table" and bool(covered.all()))
            tree = layers.any_paragraph if undecided else layers.paragraph
            chosen = covered & (tree.predict(paragraph_features(page)) >= LIKELY)
        if self.bodiless:
            probability = float(self.has_body.predict(page_features(page, covered, chosen, probability)[None, :])[0])
            if probability < LIKELY:
                return empty(page, kind="list", source=self.name)
        kind = "article" if chosen.any() else "other"
        return Body.of_paragraphs(page, chosen, kind=kind, probability=probability, source=self.name)

    def scope(self, page: Page) -> BoolArray:
        """The paragraphs of the scope, shape (k,)."""
        return self._scope(page, self.layers[script_of(page)])[0] if len(page) else np.zeros(0, dtype=np.bool_)

    def _scope(self, page: Page, layers: Layers) -> tuple[BoolArray, float]:
        if self.scope_by == "page":
            return np.ones(len(page), dtype=np.bool_), 1.0
        if self.scope_by == "table":
            return table_scope(page), 1.0
        candidates = Candidates.of(page)
        probability = layers.scope.predict(candidates.features())
        best = _lowest(candidates, np.flatnonzero(probability == probability.max()))
        covered = candidates.covered(best)
        if self.several:
            covered = _risen(candidates, best, layers.any_paragraph.predict(paragraph_features(page)) >= LIKELY)
        return covered, float(probability[best])


def _lowest(candidates: Candidates, equals: IntArray) -> int:
    """Of equally probable candidates those that hold no other, as the scope is the lowest node that covers
    the body; of these the one with most text outside of links.

    On the Chinese training pages, 4-fold, MHR_0.1 is 0.21 by page and 0.22 by site so, 0.22 and 0.26 with
    the one that has most text.
    """
    first, last = candidates.first[equals], candidates.last[equals]
    order = np.lexsort((-last, first))
    # Candidates lie in each other or apart, so what the next one does not begin in holds none.
    holds_next = np.append(first[order][1:] <= last[order][:-1], False)
    lowest = equals[order][~holds_next]
    return int(lowest[np.argmax(candidates.plain[lowest])])


def _risen(candidates: Candidates, scope: int, likely: BoolArray) -> BoolArray:
    """The paragraphs of the scope, risen while what it gains is mostly likely body (shape (k,))."""
    letters = np.add(*paragraph_letters(candidates.page))
    above = int(candidates.above[scope])
    while above >= 0:
        gained = candidates.covered(above) & ~candidates.covered(scope)
        if letters[gained & likely].sum() < GAIN_OF_BODY * letters[gained].sum():
            break
        scope, above = above, int(candidates.above[above])
    return candidates.covered(scope)


#: What tells a page with a body from one without; the columns of page_features. With the last five, on sites
#: never trained on, 45 of 101 lists are found instead of 28, and 48 of 1,145 articles get no body instead of 44.
PAGE_FEATURES = (
    *("scope_probability", "letters", "share_of_page", "stops", "links_of_page"),
    *("paragraphs", "letters_a_paragraph", "longest", "links_of_scope", "stops_a_paragraph"),
)


def page_features(page: Page, covered: BoolArray, chosen: BoolArray, scope_probability: float) -> FloatArray:
    """What the scope and the chosen paragraphs (both of shape (k,)) are of the page. Shape (len(PAGE_FEATURES),)."""
    plain, link = paragraph_letters(page)
    letters = plain + link
    stops = page.characters.stops[page.paragraph_stop] - page.characters.stops[page.paragraph_start]
    paragraphs = int(np.count_nonzero(chosen))
    taken, stopped = float(letters[chosen].sum()), float(stops[chosen].sum())
    linked = float((page.run_chars * page.run_is_link).sum()) / max(1.0, float(page.run_chars.sum()))
    row = (
        *(scope_probability, taken, taken / max(1.0, float(letters.sum())), stopped, linked),
        *(paragraphs, taken / max(1, paragraphs), float(letters[chosen].max(initial=0.0))),
        *(float(link[covered].sum()) / max(1.0, float(letters[covered].sum())), stopped / max(1, paragraphs)),
    )
    return np.array(row, dtype=np.float32).astype(np.float64)
