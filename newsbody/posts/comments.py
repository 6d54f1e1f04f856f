"""What readers wrote below an article, as posts: found by the learner of forum threads, beside the body.

Comments repeat as the posts of a thread do, with authors and times around them; so the same learner finds them, in the
part of the page that is named after comments, or in what follows the body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

import numpy as np

from newsbody.items import Post
from newsbody.markup.links import base_url
from newsbody.page import Page
from newsbody.page.body import Body, common_ancestor
from newsbody.posts.read import posts_in_markup
from newsbody.posts.relations import relations
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.record import Record
from newsbody.rules.records import read_records

#: What the part of a page with comments is called, by class or id.
_NAMED = re.compile(
    r"comment|disqus|discussion|respond|replies|reply|reader-?voice|kommentar|commentaire|comentario|commenti|pinglun|liuyan",
    re.IGNORECASE,
)
#: Parts that are looked at: a page has one, in rare cases two.
MAX_PARTS = 4
#: A part with less of the page's text (characters) holds no comments.
MIN_CHARS = 15
#: A part of which the body has so few characters has but lent it its heading.
MAX_LENT = 40
#: Of a part that is named after nothing, so many must say who wrote them and when: teasers have headlines, or dates.
MIN_UNNAMED = 2


def read_comments(body: Body, now: datetime | None = None) -> list[Post]:
    """The comments on an article, in the order of the page, [] for a page that shows none.

    ``now``, when the page was fetched, makes 3 hours ago a date. ``parentId`` is that of the comment which one answers.
    """
    page = body.page
    url = page.url or ""
    for index, is_named in islice(_parts(body), MAX_PARTS):
        part = Page(page.elements[index], base_url(page) or None)
        rule = learn_thread_rule([part], "")
        if rule is None:
            continue
        both = zip(posts_in_markup(part, rule, now), read_records(part, rule), strict=True)
        posts = [(post, record) for post, (_, record) in both if post.text]
        signed = sum(post.author is not None and post.datePublished is not None for post, _ in posts)
        if posts and (is_named or signed >= MIN_UNNAMED):
            found = [replace(post, threadId=url, url=url, position=at) for at, (post, _) in enumerate(posts, 1)]
            return _related(part, [record for _, record in posts], found)
    return []


def _parts(body: Body) -> Iterator[tuple[int, bool]]:
    """Elements that may hold the comments, and whether they are named after them, the likeliest first."""
    page = body.page
    chars = page.run_sum(page.run_chars)
    lent = page.run_sum(page.run_chars * body.runs)
    free = (lent <= MAX_LENT) & (chars >= MIN_CHARS)
    named = np.fromiter((free[i] and _is_named(page, i) for i in range(len(page.tags))), np.bool_, len(page.tags))
    outer = named & ~page.inside(named, strictly=True)
    yield from ((index, True) for index in sorted(np.flatnonzero(outer).tolist(), key=lambda index: -chars[index]))
    yield from ((index, False) for index in _behind(body) if free[index] and not named[index])


def _is_named(page: Page, index: int) -> bool:
    name = f"{page.classes[index]} {page.elements[index].get('id') or ''}"
    return page.tags[index] not in ("body", "html") and _NAMED.search(name) is not None


def _behind(body: Body) -> list[int]:
    """The elements that follow the body, beside it or beside what holds it, the one with the most text first."""
    page, top = body.page, common_ancestor(body)
    if top is None:
        return []
    held = {index for index in page.ancestors(top) if index > 0}
    beside = np.isin(page.parent, [int(page.parent[index]) for index in held]) & (np.arange(len(page.tags)) > top)
    found = [index for index in np.flatnonzero(beside).tolist() if index not in held and page.tags[index] != "script"]
    chars = page.run_sum(page.run_chars)
    return sorted(found, key=lambda index: -chars[index])


def _related(page: Page, found: Sequence[Record], posts: list[Post]) -> list[Post]:
    """The comments with what their markup says of each other."""
    ids = [post.postId for post in posts]
    authors = [post.author.name if post.author else None for post in posts]
    said = relations(page, found, ids, own_ids=True, authors=authors)
    return (
        [
            replace(
                post,
                postId=one.own_id,
                parentId=one.parent_id or (str(one.parent + 1) if one.parent is not None else None),
                likes=one.likes,
                replyCount=one.replies,
            )
            for post, one in zip(posts, said, strict=True)
        ]
        if said
        else posts
    )
