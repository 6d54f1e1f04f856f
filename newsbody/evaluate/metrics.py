"""Extracted text against gold text: the field's metrics, page by page and over a set.

* Shingle F1, precision, recall: multisets of 4 tokens, as the article extraction benchmark of
  Zyte counts them. A CJK character is a token of its own, any other run of letters is one.
* Page accuracy: share of pages whose tokens equal the gold tokens (Wang et al. 2009).
* Character F1, precision, recall: longest common subsequence of the visible characters
  (Xie et al. 2016, formulas 8–10).
* MCR: (characters wrongly taken + missed) / body characters, and MHR_t: the share of pages
  with a larger MCR than t (Hu et al. 2006, section 5.2).
* ScopeP, ScopeR, ScopeF: paragraphs of the scope against those of the body (same section).
"""

from __future__ import annotations

import random
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from newsbody.evaluate.labels import BODY, IGNORED, LabelArray
from newsbody.ground.extras import require
from newsbody.page.characters import BoolArray

#: Tokens of a shingle.
SHINGLE = 4
#: The paper's thresholds of MHR.
MHR_THRESHOLDS = (0.0, 0.05, 0.1)
#: Samples for the standard deviation of F1.
BOOTSTRAP = 500

# The benchmark's own ranges: Hangul, which newsbody.page.characters counts as CJK, is written in words.
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_INVISIBLE = re.compile(r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+")
#: Shorter optional lines would be found by chance.
_SHORTEST_OPTIONAL = 3


@dataclass(frozen=True)
class PageScore:
    """How well one page was extracted."""

    #: Shingles found, wrongly taken and missed, as shares of all of them.
    shingles: tuple[float, float, float]
    exact: bool
    empty: bool
    char_f1: float
    char_precision: float
    char_recall: float
    mcr: float
    scope: tuple[float, float, float] = (0.0, 0.0, 0.0)
    failed: bool = False


def score_page(
    gold: str,
    predicted: str,
    optional: Sequence[str] = (),
    scope: tuple[float, float, float] = (0.0, 0.0, 0.0),
    failed: bool = False,
) -> PageScore:
    """Scores of one page. Raises MissingExtra without rapidfuzz."""
    predicted = without_optional(predicted, gold, optional)
    gold_tokens, tokens = _TOKEN.findall(gold), _TOKEN.findall(predicted)
    gold_chars, chars = visible(gold), visible(predicted)
    common = _longest_common_subsequence()(gold_chars, chars)
    both = len(gold_chars) + len(chars)
    return PageScore(
        shingles=_compare_shingles(gold_tokens, tokens),
        exact=gold_tokens == tokens,
        empty=not chars,
        char_f1=2 * common / both if both else 1.0,
        char_precision=common / len(chars) if chars else float(not gold_chars),
        char_recall=common / len(gold_chars) if gold_chars else 1.0,
        mcr=(both - 2 * common) / len(gold_chars) if gold_chars else float(bool(chars)),
        scope=scope,
        failed=failed,
    )


def visible(text: str) -> str:
    """The text without white space and invisible characters."""
    return _INVISIBLE.sub("", text)


def without_optional(predicted: str, gold: str, optional: Iterable[str]) -> str:
    """The prediction without the first occurrence of every optional line that is no part of the gold text."""
    gold_chars = None
    for line in optional:
        chars = visible(line)
        gold_chars = visible(gold) if gold_chars is None else gold_chars
        if len(chars) > _SHORTEST_OPTIONAL and chars not in gold_chars:
            predicted = re.sub(r"\s*".join(map(re.escape, chars)), " ", predicted, count=1)
    return predicted


def scope_score(labels: LabelArray, scope: BoolArray) -> tuple[float, float, float]:
    """ScopeP, ScopeR and ScopeF of the paragraphs of a scope; both arguments have shape (k,)."""
    body, taken = labels == BODY, scope & (labels != IGNORED)
    common = int(np.count_nonzero(body & taken))
    if not body.any() or not taken.any():
        both_empty = float(not body.any() and not taken.any())
        return both_empty, both_empty, both_empty
    precision, recall = common / int(taken.sum()), common / int(body.sum())
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0


def summarise(scores: Sequence[PageScore]) -> dict[str, float]:
    """The metrics of a set of pages, in the order of the table's columns. Raises ValueError for none."""
    if not scores:
        raise ValueError("There are no pages to summarise.")
    shingles = [score.shingles for score in scores]
    f1, precision, recall = _f1_of_means(shingles)
    mcr = [score.mcr for score in scores]
    scope = np.mean([score.scope for score in scores], axis=0).tolist()
    return {
        "n": len(scores),
        "F1": f1,
        "+-": _spread(shingles),
        "P": precision,
        "R": recall,
        "acc": statistics.fmean(score.exact for score in scores),
        "cF1": statistics.fmean(score.char_f1 for score in scores),
        "cP": statistics.fmean(score.char_precision for score in scores),
        "cR": statistics.fmean(score.char_recall for score in scores),
        "MCR": statistics.fmean(mcr),
        "MCRmed": statistics.median(mcr),
        **{f"MHR_{t:g}": statistics.fmean(value > t + 1e-12 for value in mcr) for t in MHR_THRESHOLDS},
        **dict(zip(("ScopeP", "ScopeR", "ScopeF"), scope, strict=True)),
        "empty": sum(score.empty for score in scores),
        "err": sum(score.failed for score in scores),
    }


def _compare_shingles(gold: Sequence[str], predicted: Sequence[str]) -> tuple[float, float, float]:
    expected, found = _shingles(gold), _shingles(predicted)
    common = sum((expected & found).values())
    wrong, missed = sum(found.values()) - common, sum(expected.values()) - common
    total = common + wrong + missed
    return (common / total, wrong / total, missed / total) if total else (0.0, 0.0, 0.0)


def _shingles(tokens: Sequence[str]) -> Counter[tuple[str, ...]]:
    """All runs of SHINGLE tokens; a shorter text is a single one, an empty text none."""
    if not tokens:
        return Counter()
    return Counter(tuple(tokens[i : i + SHINGLE]) for i in range(max(1, len(tokens) - SHINGLE + 1)))


def _f1_of_means(shingles: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """F1 of the mean precision (of pages with output) and the mean recall (of pages with a body)."""
    precisions = [tp / (tp + fp) for tp, fp, _ in shingles if tp + fp]
    recalls = [tp / (tp + fn) for tp, _, fn in shingles if tp + fn]
    precision = statistics.fmean(precisions) if precisions else 0.0
    recall = statistics.fmean(recalls) if recalls else 0.0
    return (2 * precision * recall / (precision + recall) if precision + recall else 0.0), precision, recall


def _spread(shingles: Sequence[tuple[float, float, float]]) -> float:
    """Standard deviation of F1 over bootstrap samples of the pages."""
    dice = random.Random(0)
    samples = (_f1_of_means(dice.choices(shingles, k=len(shingles)))[0] for _ in range(BOOTSTRAP))
    return statistics.stdev(samples)


@cache
def _longest_common_subsequence() -> Callable[[str, str], int]:
    similarity: Callable[[str, str], int] = require("rapidfuzz.distance", "train").LCSseq.similarity
    return similarity
