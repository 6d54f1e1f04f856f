"""Article rules: from a few articles of a site, and the bodies a generic extractor found in them,
to the elements that hold the body on every page, and the junk in them that every page repeats.

A rule is only worth having when it is at least as good as the extractor. So the extractor's
bodies are its evidence, without what the pages together show to be no article's: each page is
compared with what the other pages teach, and a rule that differs anywhere is not taken. What it
then saves is the extractor's time, and its errors on later pages.

A site has several templates (sections, eras, systems): what the first leaves over is looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.rules.articles.article_sample import SampleArticle
from newsbody.rules.articles.article_templates import MIN_ARTICLES, find_template
from newsbody.rules.articles.match import MIN_WEIGHT, matching_runs
from newsbody.rules.articles.own_words import own_words
from newsbody.rules.rule import MAX_TEMPLATES, Rule

#: Bodies of which less than this is the article's own are not learned from: there the extractor was lost.
MIN_OWN = 0.5


def learn_article_rule(pages: Sequence[Page], bodies: Sequence[Body], learned: str) -> Rule | None:
    """The body rule of a site from some articles and their bodies as an extractor found them.

    ``learned`` is the date that goes into the rule. None when there are too few articles or
    when the pages do not agree on where the body stands: each page is compared with what
    the rule would be without it.
    """
    articles = _articles(pages, bodies)
    templates: list[Rule] = []
    rest = articles
    while len(rest) >= MIN_ARTICLES and len(templates) < MAX_TEMPLATES:
        template = find_template(rest, articles)
        if template is None:
            break
        templates.append(replace(template, learned=learned))
        rest = [article for article in rest if matching_runs(template, article.page) is None]
    return replace(templates[0], more=tuple(templates[1:])) if templates else None


def _articles(pages: Sequence[Page], bodies: Sequence[Body]) -> list[SampleArticle]:
    """What can be learned from, in an order that does not depend on that of the pages."""
    found = [(page, body) for page, body in zip(pages, bodies, strict=True) if body.kind == "article"]
    # An article under two addresses is one: else its words stood on two pages, and were the site's.
    once = {body.text: (page, body) for page, body in sorted(found, key=lambda one: _order(one[0]), reverse=True)}
    pages, bodies = [page for page, _ in once.values()], [body for _, body in once.values()]
    words = own_words(pages, bodies)
    articles = [SampleArticle.of(page, runs) for page, runs in zip(pages, words, strict=True)]
    articles = [
        article
        for article, body in zip(articles, bodies, strict=True)
        if article.total >= max(MIN_WEIGHT, MIN_OWN * float(article.weight[body.runs].sum()))
    ]
    return sorted(articles, key=lambda article: _order(article.page))


def _order(page: Page) -> tuple[str, str]:
    return page.text, page.url or ""
