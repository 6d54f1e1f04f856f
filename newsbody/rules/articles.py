"""Article rules: from a few articles of a site, and the bodies a generic extractor found in them,
to the element that holds the body on every page, and the junk in it that every page repeats.

A rule is only worth having when it is at least as good as the extractor. So the extractor's
bodies are its evidence, without what the pages together show to be no article's: each page is
compared with what the other pages teach, and a rule that differs anywhere is not taken. What it
then saves is the extractor's time, and its errors on later pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from lxml import etree

from newsbody.body import Body
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.page.excerpt import excerpt
from newsbody.rules.apply import body_runs, runs_inside
from newsbody.rules.article_sample import SampleArticle, Shown, left_out, repeated_lines
from newsbody.rules.kinds import unseen_runs, weight_of_runs
from newsbody.rules.own_words import MIN_REPEATED, headline_runs, own_words, without_links
from newsbody.rules.rule import Evidence, Rule
from newsbody.rules.selector import Selector, selector_of

#: Fewer articles show no pattern.
MIN_ARTICLES = 3
#: Bodies with less text (:attr:`Characters.weight`) are not learned from, and not taken.
MIN_WEIGHT = 200.0
#: Nor are those of which less than this is the article's own: there the extractor was lost.
MIN_OWN = 0.5
#: The rule must match this share of the articles …
MIN_MATCHED = 0.6
#: … and this well on every page, in what it takes and in what it leaves. Measured with the default extractor on
#: 10 sites, learned from 5 pages: where a fifth of the pages may differ more, three sites lose 0.8 to 2.7 points,
#: for what the extractor leaves out on one page it mostly leaves out rightly.
SAME = 0.97
#: A page with more of its body in elements of kinds that no other body had, or with more sentences in front of it in
#: such as no other page had there, is of another template.
MAX_UNSEEN = 0.02
#: Elements with less of a body are no candidates.
MIN_SHARE = 0.5


def learn_article_rule(pages: Sequence[Page], bodies: Sequence[Body], learned: str) -> Rule | None:
    """The body rule of a site from some articles and their bodies as an extractor found them.

    ``learned`` is the date that goes into the rule. None when there are too few articles or
    when the pages do not agree on where the body stands: each page is compared with what
    the rule would be without it.
    """
    found = [(page, body) for page, body in zip(pages, bodies, strict=True) if body.kind == "article"]
    pages, bodies = [page for page, _ in found], [body for _, body in found]
    words = own_words(pages, bodies)
    articles = [SampleArticle.of(page, runs) for page, runs in zip(pages, words, strict=True)]
    articles = [
        article
        for article, body in zip(articles, bodies, strict=True)
        if article.total >= max(MIN_WEIGHT, MIN_OWN * float(article.weight[body.runs].sum()))
    ]
    articles.sort(key=lambda article: (article.page.text, article.page.url or ""))
    if len(articles) < MIN_ARTICLES:
        return None
    trials = [_Trial.of(articles, selector) for selector in _candidates(articles)]
    if not trials:
        return None
    trials.sort(key=lambda trial: (-round(trial.score, 2), trial.extra, str(trial.selector)))
    best = trials[0]
    if not best.convinces(len(articles)):
        return None
    other = max((trial.score for trial in trials[1:]), default=0.0)
    agreeing = len(best.agreements)
    evidence = Evidence(len(articles), agreeing, agreeing, round(max(0.0, 1 - other / best.score), 3))
    return replace(best.rule, evidence=evidence, learned=learned)


@dataclass(frozen=True)
class _Agreement:
    """What a rule took of a page against what the extractor took, by weight of text."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True)
class _Trial:
    """A candidate, tried on each page with what is learned from the other pages.

    ``rule``: what is learned from all of them. ``extra``: how much text its elements have beside
    what the extractor takes, as a share of that.
    """

    selector: Selector
    rule: Rule
    agreements: list[_Agreement]
    score: float
    extra: float

    @classmethod
    def of(cls, articles: Sequence[SampleArticle], selector: Selector) -> _Trial:
        """Try a candidate on every page."""
        agreements = []
        inside = taken = 0.0
        shown = [Shown.by(Rule("article", (selector,)), article) for article in articles]
        for place, article in enumerate(articles):
            agreement = _agreement(article, _rule(selector, [*shown[:place], *shown[place + 1 :]]))
            if agreement is not None:
                agreements.append(agreement)
                inside += float(article.weight[runs_inside(article.page, selector.select(article.page))].sum())
                taken += article.total
        score = sum(agreement.f1 for agreement in agreements) / len(articles)
        return cls(selector, _rule(selector, shown), agreements, score, round(inside / taken - 1, 2) if taken else 0.0)

    def convinces(self, articles: int) -> bool:
        """Whether the pages agree well enough with the extractor, each with what the others show."""
        if len(self.agreements) < max(MIN_ARTICLES, MIN_MATCHED * articles):
            return False
        return all(min(agreement.precision, agreement.recall) >= SAME for agreement in self.agreements)


def _rule(selector: Selector, shown: Sequence[Shown]) -> Rule:
    """The rule for some elements, with the junk in them that articles show."""
    seen = {kind for one in shown for kind in one.kinds}
    before = {kind for one in shown for kind in one.before}
    return Rule(
        "article",
        (selector,),
        leave_out=left_out(shown),
        furniture=repeated_lines(shown),
        seen=tuple(sorted(seen, key=str)) or (selector,),
        before=tuple(sorted(before, key=str)),
    )


def apply_article(rule: Rule, page: Page) -> Body | None:
    """The body that a rule finds on a page, None when the rule does not match it."""
    runs = _select(rule, page)
    if runs is None:
        return None
    return Body(page, runs, kind="article", source="rule")


def apply_article_to_tree(rule: Rule, root: etree._Element, whole: Callable[[], Page]) -> Body | None:
    """The same of the few elements that the rule names: the body's page is an excerpt, unless it takes the whole."""
    found = rule.find(root)
    if not found:
        return None
    page = excerpt(root, found)
    return apply_article(rule, whole() if page is None else page)


def _select(rule: Rule, page: Page) -> BoolArray | None:
    elements = rule.select(page)
    if not elements:
        return None
    headline = headline_runs(page)
    runs = without_links(page, body_runs(page, rule, elements) & ~headline)
    weight = weight_of_runs(page)
    total = weight[runs].sum()
    before = np.arange(len(runs)) < page.first_run[elements[0]]
    unseen = unseen_runs(rule, page, elements) & (runs | before) & ~headline
    return None if total < MIN_WEIGHT or weight[unseen].sum() > MAX_UNSEEN * total else runs


def _candidates(articles: Sequence[SampleArticle]) -> list[Selector]:
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


def _agreement(article: SampleArticle, rule: Rule) -> _Agreement | None:
    """How well a rule agrees with the extractor on a page; None when it does not match."""
    runs = _select(rule, article.page)
    if runs is None:
        return None
    both = float(article.weight[runs & article.taken].sum())
    return _Agreement(both / float(article.weight[runs].sum()), both / article.total)
