"""Article rules: from a few articles of a site, and the bodies a generic extractor found in them,
to the element that holds the body on every page, and the junk in it that every page repeats.

A rule is only worth having when it is at least as good as the extractor. So the extractor's
bodies are its evidence: what several pages agree on corrects the single page where the
extractor erred, and a rule that the pages do not agree on is not taken.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from newsbody.body import Body
from newsbody.characters import BoolArray
from newsbody.page import Page
from newsbody.rules.apply import body_runs, line_keys, runs_inside
from newsbody.rules.rule import Evidence, Rule
from newsbody.rules.sample import FloatArray
from newsbody.rules.selector import Selector, outermost, selector_of

#: Fewer articles show no pattern.
MIN_ARTICLES = 3
#: Bodies with less text (:attr:`Characters.weight`) are not learned from, and not taken.
MIN_WEIGHT = 200.0
#: The rule must match this share of the articles …
MIN_MATCHED = 0.6
#: … and agree with the extractor this well, measured as F1 of the text they take: on the median page, and on the worst.
MIN_AGREEMENT = 0.9
MIN_WORST = 0.6
#: Elements with less of a body are no candidates.
MIN_SHARE = 0.5
#: A line or element is furniture of the site when this share of the articles have it.
MIN_REPEATED = 0.4
#: The extractor left an element out where it took less than this of its text.
LEFT_OUT = 0.3


@dataclass(frozen=True)
class _Article:
    """A page, the weight of its runs, and which of them the extractor took."""

    page: Page
    weight: FloatArray
    taken: BoolArray

    @property
    def total(self) -> float:
        return float(self.weight[self.taken].sum())


def learn_article_rule(pages: Sequence[Page], bodies: Sequence[Body], learned: str) -> Rule | None:
    """The body rule of a site from some articles and their bodies as an extractor found them.

    ``learned`` is the date that goes into the rule. None when there are too few articles or
    when the pages do not agree on where the body stands.
    """
    articles = [_article(page, body) for page, body in zip(pages, bodies, strict=True) if body.kind == "article"]
    articles = [article for article in articles if article.total >= MIN_WEIGHT]
    articles.sort(key=lambda article: (article.page.text, article.page.url or ""))
    if len(articles) < MIN_ARTICLES:
        return None
    best: Rule | None = None
    best_scores: list[float] = []
    runner_up = 0.0
    for selector in _candidates(articles):
        rule = Rule("article", (selector,))
        rule = replace(rule, leave_out=_left_out(articles, rule), furniture=_repeated_lines(articles, rule))
        scores = [_agreement(article, rule) for article in articles]
        if sum(scores) > sum(best_scores):
            runner_up = sum(best_scores)
            best, best_scores = rule, scores
        else:
            runner_up = max(runner_up, sum(scores))
    matched = [score for score in best_scores if score > 0]
    if best is None or len(matched) < max(MIN_ARTICLES, MIN_MATCHED * len(articles)):
        return None
    if statistics.median(matched) < MIN_AGREEMENT or min(matched) < MIN_WORST:
        return None
    votes = sum(score >= MIN_AGREEMENT for score in matched)
    margin = 1 - runner_up / sum(best_scores)
    evidence = Evidence(len(articles), len(matched), votes, round(margin, 3))
    return replace(best, evidence=evidence, learned=learned)


def apply_article(rule: Rule, page: Page) -> Body | None:
    """The body that a rule finds on a page, None when the rule does not match it."""
    runs = _select(rule, page)
    if runs is None:
        return None
    return Body(page, runs, kind="article", source="rule")


def _select(rule: Rule, page: Page) -> BoolArray | None:
    elements = rule.select(page)
    if not elements:
        return None
    runs = body_runs(page, rule, elements)
    return runs if _weight(page)[runs].sum() >= MIN_WEIGHT else None


def _weight(page: Page) -> FloatArray:
    weight = page.characters.weight
    return np.asarray(weight[page.run_stop] - weight[page.run_start], dtype=np.float64)


def _article(page: Page, body: Body) -> _Article:
    return _Article(page, _weight(page), body.runs)


def _candidates(articles: Sequence[_Article]) -> list[Selector]:
    """Names of elements that hold most of a body, the same on several pages."""
    found: Counter[Selector] = Counter()
    for article in articles:
        page = article.page
        held = np.concatenate(([0.0], np.cumsum(article.weight * article.taken)))
        share = (held[page.last_run] - held[page.first_run]) / article.total
        names = set()
        for index in np.flatnonzero(share >= MIN_SHARE).tolist():
            for steps in (1, 2):
                selector = selector_of(page, index, steps)
                if not selector.steps[0].is_bare:
                    names.add(selector)
                    break
        found.update(names)
    enough = max(2, MIN_REPEATED * len(articles))
    return sorted((selector for selector, count in found.items() if count >= enough), key=str)


def _agreement(article: _Article, rule: Rule) -> float:
    """F1 of the text that the rule takes against what the extractor took; 0 when it does not match."""
    runs = _select(rule, article.page)
    if runs is None:
        return 0.0
    both = float(article.weight[runs & article.taken].sum())
    return 2 * both / (float(article.weight[runs].sum()) + article.total)


def _left_out(articles: Sequence[_Article], rule: Rule) -> tuple[Selector, ...]:
    """The named elements in bodies that the extractor leaves out page after page."""
    seen: Counter[Selector] = Counter()
    taken: dict[Selector, float] = defaultdict(float)
    total: dict[Selector, float] = defaultdict(float)
    matched = 0
    for article in articles:
        page = article.page
        held = np.concatenate(([0.0], np.cumsum(article.weight * article.taken)))
        there = np.concatenate(([0.0], np.cumsum(article.weight)))
        here: dict[Selector, list[int]] = defaultdict(list)
        bodies = rule.select(page)
        matched += bool(bodies)
        for body in bodies:
            for index in range(body + 1, int(page.end[body])):
                selector = selector_of(page, index)
                if not selector.steps[0].is_bare and page.last_run[index] > page.first_run[index]:
                    here[selector].append(index)
        for selector, indices in here.items():
            indices = outermost(page, indices)
            seen[selector] += 1
            taken[selector] += float((held[page.last_run[indices]] - held[page.first_run[indices]]).sum())
            total[selector] += float((there[page.last_run[indices]] - there[page.first_run[indices]]).sum())
    enough = max(2, MIN_REPEATED * matched)
    return tuple(
        sorted(
            (name for name, count in seen.items() if count >= enough and taken[name] < LEFT_OUT * total[name]), key=str
        )
    )


def _repeated_lines(articles: Sequence[_Article], rule: Rule) -> tuple[str, ...]:
    """Lines that stand in the bodies of several articles; labelled ones only where the extractor drops them."""
    seen: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    matched = 0
    for article in articles:
        page = article.page
        bodies = rule.select(page)
        if not bodies:
            continue
        matched += 1
        inside = runs_inside(page, bodies)
        lines = page.paragraphs
        on_page: dict[str, bool] = {}
        for paragraph in np.unique(page.run_paragraph[inside]).tolist():
            runs = slice(page.paragraph_run[paragraph], page.paragraph_run[paragraph + 1])
            for key in line_keys(lines[paragraph]):
                on_page[key] = on_page.get(key, False) or not article.taken[runs].any()
        seen.update(on_page.keys())
        dropped.update(key for key, was_dropped in on_page.items() if was_dropped)
    enough = max(2, MIN_REPEATED * matched)
    return tuple(
        sorted(
            key
            for key, count in seen.items()
            if count >= enough and (not key.endswith("*") or 2 * dropped[key] > count)
        )
    )
