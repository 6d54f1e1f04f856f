"""What is done to pages, away from the event loop: plain data in, plain data out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from newsbody import items
from newsbody.article import ArticleParts, article_fields
from newsbody.crawl.pages.fetched import Opened, Source
from newsbody.crawl.pages.reading import BODY_ONLY, PLACE, Reading
from newsbody.gates import gate_of
from newsbody.metadata import canonical_url
from newsbody.page import Page
from newsbody.page.excerpt import text_size
from newsbody.pagination import place_of
from newsbody.rules.article_text import article_text
from newsbody.rules.articles import apply_article, learn_article_rule
from newsbody.rules.learn import Method, learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.sitememory import SiteMemory
from newsbody.threads import Post, read_posts, thread_headline

#: Fewer articles of a site show nothing of it.
LEAST_ARTICLES = 2
#: Rules that are kept as they were read; to read one costs as much as applying it.
RULES_KEPT = 256
_rules: OrderedDict[int, tuple[dict[str, Any], Rule]] = OrderedDict()


def rule_of(row: dict[str, Any]) -> Rule:
    """The rule of a dict that says the same for as long as it lives; read once."""
    known = _rules.get(id(row))
    if known is None or known[0] is not row:
        known = _rules[id(row)] = row, Rule.from_dict(row)
        if len(_rules) > RULES_KEPT:
            _rules.popitem(last=False)
    return known[1]


def read(source: Source, kind: str, rule: dict[str, Any] | None, memory: SiteMemory, extractor: str) -> Reading:
    """Read a page by the rule of its site; by the extractor without one or when it does not match.

    ``memory``: what the extractor knows of other pages of this kind. Of the fields those are made that are wanted.
    """
    opened, wanted = source.open(extractor), source.wanted
    if kind == "thread":
        posts = read_posts(opened.page, rule_of(rule) if rule else None, source.fetched)
        if posts:
            return _thread(opened.page, posts, wanted, by_rule=rule is not None)
    body = None
    if rule and kind == "article":
        if wanted == BODY_ONLY and not opened.is_flattened:
            text = article_text(rule_of(rule), opened.root, opened.whole)
            if text is not None:
                return _by_rule(opened, {"articleBody": text})
        else:
            body = apply_article(rule_of(rule), opened.page)
    by_rule = body is not None
    if body is None:
        body = opened.judged.body(memory)
    fields = article_fields(ArticleParts(body, source.fetched, "comments" in wanted, metadata=opened.metadata), wanted)
    number, following = place_of(opened.page) if PLACE in wanted else (1, None)
    place: dict[str, Any] = {"page_number": number, "next_page": following, "asked": wanted, "hidden": body.hidden}
    if by_rule:
        return _by_rule(opened, fields, **place)
    return Reading(gate_of(body) or body.kind, fields, probability=body.probability, unread=opened.unread, **place)


def _by_rule(opened: Opened, fields: dict[str, Any], **place: Any) -> Reading:
    share = len(fields["articleBody"]) / max(1, text_size(opened.root))
    return Reading("article", fields, by_rule=True, share=share, unread=opened.unread, **place)


def _thread(page: Page, posts: Sequence[Post], wanted: frozenset[str], *, by_rule: bool) -> Reading:
    fields: dict[str, Any] = {
        "headline": thread_headline(page),
        "articleBody": "\n\n".join(post.text for post in posts),
        "posts": [_post(post) for post in posts],
    }
    # No share: threads of one post and of fifty are both usual.
    return Reading("thread", fields, by_rule=by_rule, canonical=canonical_url(page), asked=wanted, unread=page.unread)


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
        "parentId": post.parentId,
        "likes": post.likes,
        "replyCount": post.replyCount,
    }


@dataclass(frozen=True)
class Learnt:
    """What a few pages of a site taught: a rule, None when they do not show one, and what to remember of them."""

    rule: dict[str, Any] | None
    memory: SiteMemory


def learn(kind: str, sources: Sequence[Source], extractor: str, learned: str, method: Method = "slots") -> Learnt:
    """The rule of a site, and the memory of articles, from some of its pages; ``method`` finds thread rules."""
    # Which page came first is chance; what is learned is not to depend on it.
    ordered = sorted(sources, key=lambda source: (source.url, source.data))
    if kind == "thread":
        pages = [source.open(extractor).page for source in ordered]
        rule, memory = learn_thread_rule(pages, learned, method), SiteMemory()
    else:
        judged, memory = [source.open(extractor).judged for source in ordered], SiteMemory()
        # The evidence of a rule is that bodies agree which were found page by page: without the memory.
        rule = learn_article_rule([one.page for one in judged], [one.body() for one in judged], learned)
        for one in judged:
            one.remember_in(memory)
    return Learnt(rule.to_dict() if rule else None, memory)
