"""Why ``auto`` takes a paragraph or leaves it: which evidence, replaced by the ordinary, changes its mind most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.choice import shown
from newsbody.extractors.auto.extractor import Auto, Judgement
from newsbody.extractors.auto.features import FEATURES
from newsbody.page import Page

#: What the features of a group tell, by the beginnings of their names; the first that fits counts.
REASONS = {
    "its place relative to the node and segment with most text": ("scope_", "segment_", "through", "text_place"),
    "what else stands in its blocks": ("node",),
    "other paragraphs of the same template": ("pair_", "triple_", "repeated"),
    "the names of the elements around it": ("hint_", "in_"),
    "its links and those around it": ("link_share",),
    "headings, title and description of the page": ("since_", "until_", "described"),
    "the body that the page's own data declare": ("told",),
    "phrases such as copyright or editors' lines": ("literal_",),
    "its neighbours": ("plain+", "plain-", "same_parent", "image_"),
    "its own text: length, sentence ends, tag": ("",),
}
#: What counts beside the features, and the log odds of what is left out for it.
HIDDEN, NEVER = "the page hides it", -9.0
#: What the rules beside the model decide: they take what it leaves, or leave what it takes.
PLACE = "where it stands in the body, or the name of its container"
#: A change of log odds below this is no reason.
LEAST_EFFECT = 0.1


@dataclass(frozen=True)
class Reason:
    """Evidence and what it does to the first look's log odds: positive speaks for body."""

    evidence: str
    effect: float


@dataclass(frozen=True)
class Explanation:
    """One paragraph: whether it was taken, how likely it was, and the main reasons, strongest first."""

    paragraph: int
    text: str
    taken: bool
    probability: float
    reasons: tuple[Reason, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {
            "paragraph": self.paragraph,
            "text": self.text,
            "taken": self.taken,
            "probability": round(self.probability, 4),
            "reasons": {reason.evidence: round(reason.effect, 2) for reason in self.reasons},
        }


def explain(page: Page, auto: Auto, most: int = 3) -> list[Explanation]:
    """An explanation of each paragraph of a page, with up to ``most`` reasons; [] for a page without paragraphs.

    A group of features counts by what changes in the log odds when its values are replaced by
    the page's own medians, that is, when the paragraph is ordinary in that respect. What a page
    hides loses all it had.
    """
    if not len(page):
        return []
    judgement = auto.judge(page)
    taken = np.zeros(len(page), dtype=np.bool_)
    taken[auto.body(judgement).paragraphs] = True
    effects = _effects(auto, judgement)
    effects[PLACE] = (judgement.choice.paragraphs.astype(np.float32) - taken) * np.float32(NEVER)
    return [
        Explanation(
            number, text, bool(taken[number]), float(judgement.probability[number]), _strongest(effects, number, most)
        )
        for number, text in enumerate(page.paragraphs)
    ]


def _effects(auto: Auto, judgement: Judgement) -> dict[str, NDArray[np.float32]]:
    features = judgement.features
    ordinary = np.median(features, axis=0)
    whole = auto.first_look(features)
    effects = {}
    for reason, columns in _groups().items():
        changed = features.copy()
        changed[:, columns] = ordinary[columns]
        effects[reason] = whole - auto.first_look(changed)
    probability = judgement.probability
    lost = shown(judgement.table, probability) < probability
    effects[HIDDEN] = np.where(lost, NEVER - whole, 0).astype(np.float32)
    return effects


def _groups() -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {reason: [] for reason in REASONS}
    for column, name in enumerate(FEATURES):
        reason = next(reason for reason, beginnings in REASONS.items() if name.startswith(beginnings))
        groups[reason].append(column)
    return groups


def _strongest(effects: Mapping[str, NDArray[np.float32]], paragraph: int, most: int) -> tuple[Reason, ...]:
    reasons = [Reason(evidence, float(values[paragraph])) for evidence, values in effects.items()]
    reasons = [reason for reason in reasons if abs(reason.effect) >= LEAST_EFFECT]
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.effect))[:most])
