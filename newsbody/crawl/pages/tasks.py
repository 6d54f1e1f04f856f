"""What is done to pages, away from the event loop: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from newsbody import items
from newsbody.article import article_fields
from newsbody.extraction import extract_in_site, extract_site
from newsbody.extractors import get_extractor
from newsbody.metadata import read_metadata
from newsbody.page import Page
from newsbody.pagination import next_page, page_number
from newsbody.rules.articles import apply_article, learn_article_rule
from newsbody.rules.learn import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.sitememory import SiteMemory
from newsbody.threads import Post, read_posts, thread_headline
from newsbody.urls.topics import LinkEvidence, learn_resolver


@dataclass(frozen=True, eq=False)
class Source:
    """A page as it came over the wire. Compared by identity.

    ``encoding`` is what the transport declared; ``fetched`` makes "3 hours ago" a date.
    """

    data: bytes
    url: str
    encoding: str | None = None
    fetched: datetime | None = None


@dataclass(frozen=True)
class Reading:
    """What a page gave. ``fields`` has the field names of the items; ``by_rule``: the site's rule matched.

    ``kind``: "thread", or the extractor's "article", "list", "other"; ``probability``: how sure
    the extractor is of it; ``canonical``: the address that a thread page states for itself;
    ``share``: of the page's text, what an article rule took.
    ``page_number`` and ``next_page`` (its address, None without one) place the page in an article
    of several pages.
    """

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    by_rule: bool = False
    probability: float = 1.0
    canonical: str | None = None
    share: float | None = None
    page_number: int = 1
    next_page: str | None = None

    @property
    def text(self) -> str:
        return str(self.fields.get("articleBody", ""))


#: More of the text of posts is not link text; of the rows of a list it is.
MAX_LINK_SHARE = 0.5
#: A page is taken for an article when the extractor holds that more likely than not.
LIKELY = 0.5
#: What stands for a page that could not be read.
NOTHING = Reading("other", {"articleBody": ""})


def is_article(reading: Reading) -> bool:
    """Does the extractor take a page for an article?"""
    return reading.kind == "article" and reading.probability >= LIKELY


def read(
    source: Source, kind: str, rule: dict[str, Any] | None, memory: SiteMemory, extractor: str, html: bool = True
) -> Reading:
    """Read a page by the rule of its site; by the extractor without one or when it does not match.

    ``memory``: what the extractor knows of other pages of this kind. ``html``: the body is wanted as HTML, too.
    """
    page = Page.parse(source.data, source.url, source.encoding)
    if kind == "thread" and rule:
        posts = read_posts(page, Rule.from_dict(rule), source.fetched)
        if posts:
            return _thread(page, posts)
    body = apply_article(Rule.from_dict(rule), page) if rule and kind == "article" else None
    by_rule = body is not None
    if body is None:
        body = extract_in_site(page, memory, extractor)
    return Reading(
        body.kind,
        article_fields(body, source.fetched, html=html),
        by_rule,
        1.0 if by_rule else body.probability,
        share=len(body.text) / max(1, len(page.text)) if by_rule else None,
        page_number=page_number(page),
        next_page=next_page(page),
    )


def _thread(page: Page, posts: Sequence[Post]) -> Reading:
    fields: dict[str, Any] = {
        "headline": thread_headline(page),
        "articleBody": "\n\n".join(post.text for post in posts),
        "posts": [_post(post) for post in posts],
    }
    # No share: threads of one post and of fifty are both usual.
    return Reading("thread", fields, by_rule=True, canonical=read_metadata(page).canonicalUrl)


def _post(post: Post) -> dict[str, Any]:
    return {
        "text": post.text,
        "position": post.position,
        "postId": post.postId,
        "author": items.Author(post.author.name, post.author.url) if post.author else None,
        "datePublished": post.datePublished,
        "datePublishedRaw": post.dateRaw,
        "quotes": list(post.quotes),
        "images": [items.Image(url) for url in post.images],
    }


@dataclass(frozen=True)
class Learnt:
    """What a few pages of a site taught: a rule, None when they do not show one, and what to remember of them."""

    rule: dict[str, Any] | None
    memory: SiteMemory


def learn(kind: str, sources: Sequence[Source], extractor: str, learned: str) -> Learnt:
    """The rule of a site, and the memory of articles, from some of its pages."""
    # Which page came first is chance; what is learned is not to depend on it.
    ordered = sorted(sources, key=lambda source: (source.url, source.data))
    pages = [Page.parse(source.data, source.url, source.encoding) for source in ordered]
    if kind == "thread":
        rule, memory = learn_thread_rule(pages, learned), SiteMemory()
    else:
        # The evidence of a rule is that bodies agree which were found page by page: without the memory.
        bodies = [get_extractor(extractor).extract(page) for page in pages]
        rule, memory = learn_article_rule(pages, bodies, learned), extract_site(pages, extractor)[1]
    return Learnt(rule.to_dict() if rule else None, memory)


def count_posts(source: Source) -> int:
    """How many repeated pieces of text a page has; 0 when these are mostly links, as in a list of threads."""
    page = Page.parse(source.data, source.url, source.encoding)
    rule = learn_thread_rule([page], "")
    if rule is None:
        return 0
    bodies = rule.select(page)
    links = page.run_sum(page.run_chars * page.run_is_link)[bodies].sum()
    return len(bodies) if links <= MAX_LINK_SHARE * page.run_sum(page.run_chars)[bodies].sum() else 0


def learn_addresses(
    links: Mapping[str, LinkEvidence], topic: str | None, fetched: Sequence[Source]
) -> dict[str, Any] | None:
    """The resolver of a site, None when its addresses do not show one.

    What is known of each address are the links to it and, where its page is among ``fetched``,
    the posts on it.
    """
    posts = {source.url: count_posts(source) for source in fetched if source.url in links}
    known = {url: replace(link, posts=posts.get(url)) for url, link in links.items()}
    resolver = learn_resolver(list(known), topic, known)
    return resolver.to_dict() if resolver else None
