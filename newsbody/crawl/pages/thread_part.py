"""A page of a thread as plain data."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from newsbody.crawl.pages.fetched import Opened
from newsbody.crawl.pages.reading import Reading
from newsbody.items import Author, Image
from newsbody.metadata import canonical_url
from newsbody.posts.read import Post, read_posts, thread_headline
from newsbody.rules.rule import Rule


def read_thread(opened: Opened, rule: Rule | None, fetched: datetime | None, wanted: frozenset[str]) -> Reading | None:
    """The posts of a page by the rule of its site, or by what the page itself shows; None where there are none."""
    page = opened.page
    posts = read_posts(page, rule, fetched)
    if not posts:
        return None
    fields: dict[str, Any] = {
        "headline": thread_headline(page),
        "articleBody": "\n\n".join(post.text for post in posts),
        "posts": [_post(post) for post in posts],
    }
    # No share: threads of one post and of fifty are both usual.
    return Reading(
        "thread", fields, by_rule=rule is not None, canonical=canonical_url(page), asked=wanted, unread=page.unread
    )


def _post(post: Post) -> dict[str, Any]:
    return {
        "text": post.text,
        "position": post.position,
        "postId": post.postId,
        "author": Author(post.author.name, post.author.url) if post.author else None,
        "datePublished": post.datePublished,
        "datePublishedRaw": post.dateRaw,
        "quotes": list(post.quotes),
        "images": [Image(url) for url in post.images],
        "parentId": post.parentId,
        "likes": post.likes,
        "replyCount": post.replyCount,
        "quoteAuthors": list(post.quoteAuthors),
        "quotePostIds": list(post.quotePostIds),
    }
