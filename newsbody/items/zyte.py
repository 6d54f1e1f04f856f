"""Our results as items of zyte-common-items (extra ``zyte``).

What is called alike is taken over in the types of theirs. A post's ``images`` become ``mediaUrls``, a thread's
``headline`` its ``topic``. They have no place for the rest: an author's name in a social media post, quotes,
positions, sections, keywords.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from newsbody.ground.extras import require
from newsbody.items import Article, ForumThread, Post
from newsbody.items.fitting import fit


def to_zyte(item: Article | ForumThread | Post) -> Any:
    """An Article, ForumThread or SocialMediaPost of zyte-common-items. Raises MissingExtra without the package."""
    theirs = require("zyte_common_items", "zyte")
    if isinstance(item, Article):
        return fit(_row(item) | {"metadata": {"probability": item.probability}}, theirs.Article)
    if isinstance(item, Post):
        return fit(_post(item), theirs.SocialMediaPost)
    posts = [_post(post) for post in item.posts]
    return fit(_row(item) | {"topic": {"name": item.headline}, "posts": posts}, theirs.ForumThread)


def _row(item: Article | ForumThread | Post) -> dict[str, Any]:
    return {f.name: getattr(item, f.name) for f in fields(item)}


def _post(post: Post) -> Mapping[str, Any]:
    return _row(post) | {"mediaUrls": [{"url": image.url} for image in post.images]}
