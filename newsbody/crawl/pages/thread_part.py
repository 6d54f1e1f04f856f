"""A page of a thread as plain data."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import Any

from newsbody.crawl.pages.fetched import Opened
from newsbody.crawl.pages.reading import Reading
from newsbody.items import Post
from newsbody.metadata import canonical_url
from newsbody.posts.letters import answered
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.rule import Rule

#: The fields of a post that its page tells; in which thread it stands the crawl knows.
_OF_A_POST = tuple(field.name for field in fields(Post) if field.name not in ("threadId", "url", "headline"))


def read_thread(opened: Opened, rule: Rule | None, fetched: datetime | None, wanted: frozenset[str]) -> Reading | None:
    """The posts of a page by the rule of its site, or by what the page itself shows; None where there are none."""
    page = opened.page
    posts = read_posts(page, rule, fetched)
    if not posts:
        return None
    fields: dict[str, Any] = {
        "headline": thread_headline(page, len(posts), rule),
        "articleBody": "\n\n".join(post.text for post in posts),
        "answers": answered(page) if len(posts) == 1 else None,
        "posts": [{name: getattr(post, name) for name in _OF_A_POST} for post in posts],
    }
    # No share: threads of one post and of fifty are both usual.
    return Reading(
        "thread", fields, by_rule=rule is not None, canonical=canonical_url(page), asked=wanted, unread=page.unread
    )
