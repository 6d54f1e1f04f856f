"""What the articles of a sample show of their bodies, once it is said which elements hold these.

Each article is looked at once (:class:`Shown`); any of them are then put together to a rule.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import MAX_LABELLED_CHARS, line_keys, runs_inside
from newsbody.rules.furniture import name_inside
from newsbody.rules.kinds import kinds_inside, sentences_before, weight_of_runs
from newsbody.rules.own_words import LEFT_OUT, MIN_REPEATED
from newsbody.rules.rule import Rule
from newsbody.rules.sample import FloatArray
from newsbody.rules.selector import Selector, outermost

#: What (nearly) all of so many articles have is furniture whatever the extractor says.
MIN_ALWAYS = 4
ALWAYS = 0.8


@dataclass(frozen=True)
class SampleArticle:
    """A page, the weight of its runs, and which of them the extractor took; both of shape (m,)."""

    page: Page
    weight: FloatArray
    taken: BoolArray

    @classmethod
    def of(cls, page: Page, taken: BoolArray) -> SampleArticle:
        return cls(page, weight_of_runs(page), taken)

    @property
    def total(self) -> float:
        return float(self.weight[self.taken].sum())


@dataclass(frozen=True)
class Shown:
    """What an article shows of the bodies that some elements hold.

    ``kinds``: of elements in them. ``before``: of elements with sentences in front that the
    extractor left out. ``texts``: of the elements of each name, the text the extractor took and
    all of it. ``lines``: the keys of the lines, and whether the extractor dropped one of them.
    """

    has_body: bool
    kinds: frozenset[Selector]
    before: frozenset[Selector]
    texts: dict[Selector, tuple[float, float]]
    lines: dict[str, bool]

    @classmethod
    def by(cls, rule: Rule, article: SampleArticle) -> Shown:
        """Look at an article with only ``rule.body`` known."""
        page = article.page
        bodies = rule.select(page)
        # What the extractor took in front is body on some pages, and never goes without saying.
        before = {kind for kind, runs in sentences_before(page, bodies) if not article.taken[runs].any()}
        kinds = frozenset(kinds_inside(page, bodies))
        return cls(bool(bodies), kinds, frozenset(before), _texts(article, bodies), _lines(article, bodies))


def _texts(article: SampleArticle, bodies: Sequence[int]) -> dict[Selector, tuple[float, float]]:
    page = article.page
    held = np.concatenate(([0.0], np.cumsum(article.weight * article.taken)))
    there = np.concatenate(([0.0], np.cumsum(article.weight)))
    found: dict[Selector, list[int]] = defaultdict(list)
    for body in bodies:
        for index in range(body + 1, int(page.end[body])):
            selector = name_inside(page, index, body)
            if selector is not None and page.last_run[index] > page.first_run[index]:
                found[selector].append(index)
    texts = {}
    for selector, indices in found.items():
        indices = outermost(page, indices)
        first, last = page.first_run[indices], page.last_run[indices]
        texts[selector] = float((held[last] - held[first]).sum()), float((there[last] - there[first]).sum())
    return texts


def _lines(article: SampleArticle, bodies: Sequence[int]) -> dict[str, bool]:
    page = article.page
    lines = page.paragraphs
    dropped: dict[str, bool] = {}
    for paragraph in np.unique(page.run_paragraph[runs_inside(page, bodies)]).tolist():
        runs = slice(page.paragraph_run[paragraph], page.paragraph_run[paragraph + 1])
        for key in line_keys(lines[paragraph]):
            dropped[key] = dropped.get(key, False) or not article.taken[runs].any()
    return dropped


def left_out(shown: Sequence[Shown]) -> tuple[Selector, ...]:
    """The kinds of elements in bodies that the extractor leaves out wherever they stand."""
    taken: dict[Selector, float] = defaultdict(float)
    total: dict[Selector, float] = defaultdict(float)
    for one in shown:
        for selector, (here, whole) in one.texts.items():
            taken[selector] += here
            total[selector] += whole
    return tuple(sorted((name for name in total if taken[name] < LEFT_OUT * total[name]), key=str))


def repeated_lines(shown: Sequence[Shown]) -> tuple[str, ...]:
    """Lines in bodies that are the site's: the extractor drops them wherever they stand, or on most
    of several articles; or all articles have them.
    """
    seen: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    for one in shown:
        seen.update(one.lines.keys())
        dropped.update(key for key, was_dropped in one.lines.items() if was_dropped)
    matched = sum(one.has_body for one in shown)
    return tuple(
        sorted(
            key
            for key, count in seen.items()
            if (dropped[key] == count and (count > 1 or len(key) <= MAX_LABELLED_CHARS) and not key.endswith("*"))
            or (2 * dropped[key] > count >= max(2, MIN_REPEATED * matched))
            or count >= max(MIN_ALWAYS, ALWAYS * matched)
        )
    )
