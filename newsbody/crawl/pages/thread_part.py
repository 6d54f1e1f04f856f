"""A page of a thread as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from newsbody.crawl.pages.fetched import Opened, Source
from newsbody.crawl.pages.reading import Reading
from newsbody.ground.remembered import meanwhile
from newsbody.items import Post
from newsbody.metadata import canonical_url
from newsbody.page import Page
from newsbody.posts.letters import answered
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.learn_thread import likeliest_bodies
from newsbody.rules.rule import Rule
from newsbody.rules.templates import holds_more

#: The fields of a post that its page tells; in which thread it stands the crawl knows.
_OF_A_POST = tuple(field.name for field in fields(Post) if field.name not in ("threadId", "url", "headline"))


@meanwhile()
def read_thread(opened: Opened, rule: Rule | None, source: Source) -> Reading | None:
    """The posts of a page by the rule of its site, or by what the page itself shows; None where there are none."""
    page = opened.page
    posts = _oldest_first(read_posts(page, rule, source.fetched))
    if not posts:
        return None
    fields: dict[str, Any] = {
        "headline": thread_headline(page, len(posts), rule, source.called()),
        "articleBody": "\n\n".join(post.text for post in posts),
        "answers": answered(page) if len(posts) == 1 else None,
        "posts": [{name: getattr(post, name) for name in _OF_A_POST} for post in posts],
    }
    # No share: threads of one post and of fifty are both usual.
    by_rule = rule is not None and not _shows_more(page, rule, posts)
    shows_more = rule is not None and holds_more(page, rule)
    return Reading(
        "thread",
        fields,
        by_rule=by_rule,
        canonical=canonical_url(page),
        asked=source.wanted,
        unread=page.unread,
        shows_more=shows_more,
    )


def _oldest_first(posts: list[Post]) -> list[Post]:
    """The posts of a page in the order in which they were written, where it shows the newest first.

    A day and a time of that day do not tell which is the newer one.
    """
    times = [post.datePublished or "" for post in posts]
    turned = (
        all(times)
        and len(set(map(len, times))) == 1
        and times == sorted(times, reverse=True)
        and times[:1] > times[-1:]
    )
    return posts[::-1] if turned else posts


def _shows_more(page: Page, rule: Rule, posts: Sequence[Post]) -> bool:
    """Whether a page has more than a rule finds on it that was learned from threads of one post each.

    The first pages of a crawl may all be of threads that nobody answered: answers are made otherwise on many sites.
    """
    if any(template.evidence.posts > template.evidence.pages for template in rule.templates):
        return False
    if len(posts) > 1 and any(post.author is None and post.datePublishedRaw is None for post in posts):
        return True
    likely = likeliest_bodies(page)
    return likely is not None and likely[2] and len(likely[1]) > len(posts)
