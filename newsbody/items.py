"""The items that newsbody's own spiders give; field names as in schema.org and zyte-common-items.

Plain dataclasses: Scrapy's feeds and pipelines take them as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass
class Author:
    """Who wrote it. ``url`` is the page of the author, where there is one."""

    name: str
    url: str | None = None


@dataclass
class Image:
    """A picture, by its absolute address."""

    url: str


@dataclass
class Article:
    """A news article. Dates are ISO 8601; ``...Raw`` is what stood on the page."""

    url: str
    headline: str | None = None
    articleBody: str = ""
    articleBodyHtml: str | None = None
    datePublished: str | None = None
    datePublishedRaw: str | None = None
    dateModified: str | None = None
    dateModifiedRaw: str | None = None
    authors: list[Author] = field(default_factory=list)
    inLanguage: str | None = None
    description: str | None = None
    mainImage: Image | None = None
    images: list[Image] = field(default_factory=list)
    source: str | None = None


@dataclass
class Post:
    """One post of a forum thread, flat: it names its thread. ``position`` counts from 1 over all pages."""

    threadId: str
    url: str
    text: str
    position: int | None = None
    postId: str | None = None
    author: Author | None = None
    datePublished: str | None = None
    datePublishedRaw: str | None = None
    quotes: list[str] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    headline: str | None = None


@dataclass
class ForumThread:
    """A thread with the posts of all its pages. ``truncated``: pages of it were not reached."""

    threadId: str
    url: str
    headline: str | None = None
    posts: list[Post] = field(default_factory=list)
    truncated: bool = False


def flat(item: Article | Post) -> dict[str, Any]:
    """An item as one row of a table: ``author.name``, ``author.url``; several values on lines.

    Every item of a class gives the same columns, whatever of it is known.
    """
    row: dict[str, Any] = {}
    for name in (f.name for f in fields(item)):
        value = getattr(item, name)
        if name == "author":
            row["author.name"], row["author.url"] = (value.name, value.url) if value else (None, None)
        elif isinstance(value, list):
            row[name] = "\n".join(_cell(part) for part in value)
        else:
            row[name] = _cell(value) if isinstance(value, (Author, Image)) else value
    return row


def _cell(value: object) -> str:
    if isinstance(value, Author):
        return value.name
    return value.url if isinstance(value, Image) else str(value)
