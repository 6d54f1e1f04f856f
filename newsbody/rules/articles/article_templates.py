"""One template of a site's articles: elements that hold the bodies of several, and what these show of one another.

The extractor's bodies are the evidence. Each article is compared with what the others teach. One
that differs is left out and is to say so: the rule of the others must not match it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from newsbody.page.characters import BoolArray
from newsbody.rules.apply import runs_inside
from newsbody.rules.articles.article_sample import SampleArticle, Shown, Together
from newsbody.rules.articles.match import is_known, matching_runs
from newsbody.rules.articles.own_words import without_links
from newsbody.rules.naming import selector_of
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import RuleEvidence
from newsbody.rules.selector import Selector, outermost

#: Fewer articles show no pattern.
MIN_ARTICLES = 3
#: A template's rule must match this share of its articles …
MIN_MATCHED = 0.6
#: … and this well on every page, in what it takes and in what it leaves. Measured with the default extractor on
#: 10 sites, learned from 5 pages: where a fifth of the pages may differ more, three sites lose 0.8 to 2.7 points,
#: for what the extractor leaves out on one page it mostly leaves out rightly.
SAME = 0.97
#: Of so many articles one may differ, to this: the more there are, the likelier it is that the extractor erred on one.
MANY = 10
NEARLY = 0.9
#: Elements with less of a body are no candidates.
MIN_SHARE = 0.5
#: Nor are those with so much more text, as a share of the body's: what surrounds bodies is not all alike.
MAX_EXTRA = 0.5


def find_template(rest: Sequence[SampleArticle], articles: Sequence[SampleArticle]) -> Rule | None:
    """The template that most of the ``rest`` of some articles have; None when they do not agree on one."""
    places = sorted(_places(rest), key=lambda place: (-len(place.held), place.extra, str(place.selector)))
    for number, place in enumerate(places):
        rule = _rule_of(place, articles)
        if rule is not None:
            other = max((len(one.held) for one in (*places[:number], *places[number + 1 :])), default=0)
            margin = max(0.0, 1 - other / len(place.held))
            return replace(rule, evidence=replace(rule.evidence, pages=len(articles), margin=round(margin, 3)))
    return None


@dataclass(frozen=True)
class _TemplatePlace:
    """A name of elements, the articles whose bodies these hold, and how much more stands in them, as a share."""

    selector: Selector
    held: list[tuple[SampleArticle, list[int]]]
    extra: float


def _places(articles: Sequence[SampleArticle]) -> list[_TemplatePlace]:
    """Names of elements that hold the bodies of several articles."""
    found = Counter(name for article in articles for name in _names(article))
    places = []
    for selector in (name for name, count in found.items() if count >= MIN_ARTICLES):
        held, extra = [], 0.0
        for article in articles:
            elements = outermost(article.page, selector.select(article.page))
            recall, more = article.share(elements) if elements else (0.0, 0.0)
            if recall >= SAME:
                held.append((article, elements))
                extra += more
        if len(held) >= MIN_ARTICLES and extra <= MAX_EXTRA * len(held):
            places.append(_TemplatePlace(selector, held, round(extra / len(held), 2)))
    return places


def _names(article: SampleArticle) -> set[Selector]:
    """What the elements are called that hold most of a body."""
    page = article.page
    held = np.concatenate(([0.0], np.cumsum(article.weight * article.taken)))
    share = (held[page.last_run] - held[page.first_run]) / article.total
    names = set()
    for index in np.flatnonzero(share >= MIN_SHARE).tolist():
        name = next((name for steps in (1, 2) if not (name := selector_of(page, index, steps)).steps[0].is_bare), None)
        if name is not None:
            names.add(name)
    return names


def _rule_of(place: _TemplatePlace, articles: Sequence[SampleArticle]) -> Rule | None:
    """The rule of those articles that agree with the extractor, each with what the others show.

    None when they are too few, or when it matches an article and differs there.
    """
    shown = [Shown.by(article, elements) for article, elements in place.held]
    least, most_odd = max(MIN_ARTICLES, MIN_MATCHED * len(shown)), len(shown) // MANY
    together = Together(shown)
    agreements = _keep_agreeing(shown, together, least)
    matched = len(agreements) - agreements.count(None)
    if matched < least:
        return None
    rule = together.rule(place.selector)
    if not _agrees(rule, articles, most_odd):
        # What no other article has may be what is wrong.
        for one in (one for one, same in zip(shown, agreements, strict=True) if same is None):
            together.remove(one)
        rule = together.rule(place.selector)
        if not _agrees(rule, articles, most_odd):
            return None
    if sum(matching_runs(rule, one.article.page) is not None for one in shown) < least:
        return None
    once = tuple(filter(together.is_shown_once, rule.seen))
    seen = tuple(kind for kind in rule.seen if kind not in once) or (place.selector,)
    return replace(rule, seen=seen, shown_once=once, evidence=RuleEvidence(posts=matched, votes=matched))


def _keep_agreeing(shown: list[Shown], together: Together, least: float) -> list[float | None]:
    """Leave those articles out that differ from what the others show, one by one; how well the rest agree."""
    while len(shown) >= least:
        agreements = [_agreement(one.article, _taken(together, one)) for one in shown]
        worst = min(((same, number) for number, same in enumerate(agreements) if same is not None), default=(1.0, 0))
        if worst[0] >= SAME:
            return agreements
        together.remove(shown.pop(worst[1]))
    return []


def _agrees(rule: Rule, articles: Sequence[SampleArticle], most_odd: int) -> bool:
    """Whether a rule takes what the extractor took of all articles that it matches; of so many, nearly."""
    found = [_agreement(article, matching_runs(rule, article.page)) for article in articles]
    odd = [same for same in found if same is not None and same < SAME]
    return len(odd) <= most_odd and min(odd, default=1.0) >= NEARLY


def _taken(together: Together, one: Shown) -> BoolArray | None:
    """What the rule of all others takes of an article, None when it does not match it. Shape (m,)."""
    together.remove(one)
    try:
        page = one.article.page
        left = [index for name, found in one.named.items() if together.leaves_out(name) for index in found]
        runs = one.words & ~runs_inside(page, left)
        for paragraph, keys in one.paragraphs.items():
            if any(map(together.repeats, keys)):
                runs[page.paragraph_run[paragraph] : page.paragraph_run[paragraph + 1]] = False
        runs = without_links(page, runs)
        odd = [index for kind, found in one.kinds.items() if together.kinds[kind] <= 0 for index in found]
        unseen = runs_inside(page, odd)
        for kind, part in one.front:
            unseen[part] |= together.before[kind] <= 0
        unseen &= ~one.article.headline
        return runs if is_known(one.article.weight, runs, unseen, int(page.first_run[one.bodies[0]])) else None
    finally:
        together.put_back(one)


def _agreement(article: SampleArticle, runs: BoolArray | None) -> float | None:
    """How well some runs agree with what the extractor took: the lower of precision and recall; None without any."""
    if runs is None:
        return None
    both = float(article.weight[runs & article.taken].sum())
    return both / max(float(article.weight[runs].sum()), article.total)
