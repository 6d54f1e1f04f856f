"""What newsbody gives: articles, threads and posts; field names as in schema.org and zyte-common-items.

Dataclasses: Scrapy's feeds and pipelines take them as they are. An article of :func:`newsbody.extract` makes its fields
when they are asked for, groups of them at a time; from then on, and in a crawl from the start, they are plain values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol

from newsbody.markup.formats import Chunk, chunks_of, tei_of, to_markdown

if TYPE_CHECKING:
    from newsbody.page.body import Body

#: Characters of a value in the ``repr`` of an item: logs are for reading.
SHOWN = 60


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
class Breadcrumb:
    """A step on the way from the front page to an article."""

    name: str
    url: str | None = None


class FieldMaker(Protocol):
    """What an article is made of when it is asked for."""

    @property
    def body(self) -> Body: ...

    def make(self, name: str) -> Mapping[str, Any]:
        """A field and those that are made with it."""


def _unknown() -> None:
    """A default that is made, not kept on the class: there it would hide that a field is not made yet."""


class _Short:
    """Items in logs: long values are cut, as a log is not the place for bodies."""

    def __repr__(self) -> str:
        values = ((f.name, getattr(self, f.name)) for f in fields(self) if f.repr)  # type: ignore[arg-type]
        told = ", ".join(f"{name}={shown(value)}" for name, value in values if value not in (None, "", []))
        return f"{type(self).__name__}({told})"


def shown(value: Any) -> str:
    """A value as a log has it: long texts and lists are cut."""
    if isinstance(value, list) and len(value) > 1:
        return f"[{shown(value[0])}, … {len(value)}]"
    if isinstance(value, str) and len(value) > SHOWN:
        return f"{value[:SHOWN] + '…'!r}"
    return repr(value)


@dataclass(repr=False)
class Post(_Short):
    """One post of a forum thread, or a comment on an article, flat: it names its thread.

    ``position`` counts from 1 over all pages. ``parentId`` is the post that it answers, ``likes`` and ``replyCount``
    are what the page says of it. ``quoteAuthors`` and ``quotePostIds`` say of each of ``quotes`` whose words it holds
    and from which post, "" where the page does not say.
    """

    #: Its own words and what it quotes, as they stand on its page; no field, known where the page was read.
    fullText = ""
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
    parentId: str | None = None
    likes: int | None = None
    replyCount: int | None = None
    quoteAuthors: list[str] = field(default_factory=list)
    quotePostIds: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON primitives."""
        return asdict(self)


@dataclass(repr=False)
class Article(_Short):
    """A news article. Dates are ISO 8601; ``...Raw`` is what stood on the page.

    ``kind`` is what its page is ("article", "list", "other"; "script" shows nothing before its scripts have run),
    ``probability`` how sure the extractor is of it, and ``extractor`` what found the body: an extractor's name,
    "rule", the site's own, or "state", data in the page that scripts draw it from.
    """

    url: str
    headline: str | None = field(default_factory=_unknown)
    articleBody: str = field(default_factory=str)
    articleBodyHtml: str | None = field(default_factory=_unknown)
    datePublished: str | None = field(default_factory=_unknown)
    datePublishedRaw: str | None = field(default_factory=_unknown)
    dateModified: str | None = field(default_factory=_unknown)
    dateModifiedRaw: str | None = field(default_factory=_unknown)
    authors: list[Author] = field(default_factory=list)
    inLanguage: str | None = field(default_factory=_unknown)
    description: str | None = field(default_factory=_unknown)
    mainImage: Image | None = field(default_factory=_unknown)
    images: list[Image] = field(default_factory=list)
    source: str | None = field(default_factory=_unknown)
    canonicalUrl: str | None = field(default_factory=_unknown)
    siteName: str | None = field(default_factory=_unknown)
    articleSection: str | None = field(default_factory=_unknown)
    keywords: list[str] = field(default_factory=list)
    breadcrumbs: list[Breadcrumb] = field(default_factory=list)
    isAccessibleForFree: bool | None = field(default_factory=_unknown)
    commentCount: int | None = field(default_factory=_unknown)
    comments: list[Post] = field(default_factory=list)
    kind: str | None = None
    probability: float | None = None
    extractor: str | None = None

    @classmethod
    def of(cls, parts: FieldMaker, **known: Any) -> Article:
        """An article whose fields are made of ``parts`` when they are asked for, but for those that are known."""
        article = cls.__new__(cls)
        article.__dict__.update(known, _parts=parts)
        return article

    if not TYPE_CHECKING:  # a type checker knows the fields, and no others

        def __getattr__(self, name: str) -> Any:
            parts = self.__dict__.get("_parts")
            if parts is None or name not in _ARTICLE_FIELDS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            for key, value in parts.make(name).items():
                self.__dict__.setdefault(key, value)
            return self.__dict__[name]

    @property
    def body(self) -> Body | None:
        """Where the body stands on its page; None for an article that was not made of one in this process."""
        parts: FieldMaker | None = self.__dict__.get("_parts")
        return parts.body if parts else None

    @property
    def text(self) -> str:
        """The body: paragraphs on lines, "" for a page without one."""
        return self.articleBody

    @property
    def html(self) -> str:
        """The body as clean HTML, see :func:`newsbody.markup.html.body_html`."""
        return self.articleBodyHtml or ""

    @property
    def markdown(self) -> str:
        """The body as Markdown. Raises MissingExtra without the extra ``markdown``."""
        return to_markdown(self.html)

    @property
    def tei(self) -> str:
        """The article as a document of TEI."""
        return tei_of(
            self.html,
            title=self.headline or "",
            authors=[author.name for author in self.authors],
            publisher=self.siteName or "",
            date=self.datePublished or "",
            url=self.url,
            language=self.inLanguage or "",
        )

    def chunks(self, size: int = 1000) -> list[Chunk]:
        """The body in pieces of at most ``size`` characters, whole paragraphs where they fit, with their headings."""
        return list(chunks_of(self.html, size, self.headline or ""))

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON primitives."""
        return asdict(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _ARTICLE_FIELDS}


_ARTICLE_FIELDS = tuple(f.name for f in fields(Article))


@dataclass(repr=False)
class ForumThread(_Short):
    """A thread with the posts of all its pages. ``truncated``: pages of it were not reached."""

    threadId: str
    url: str
    headline: str | None = None
    posts: list[Post] = field(default_factory=list)
    truncated: bool = False

    @property
    def text(self) -> str:
        """What was written in all posts, with an empty line between two."""
        return "\n\n".join(post.text for post in self.posts)

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON primitives."""
        return asdict(self)


def identity(row: Mapping[str, Any]) -> bytes | None:
    """What tells one of our rows from all others, as 16 bytes; None for rows that are none of ours.

    A post is told by its number on the site, else by its text and time: how it is counted in
    its thread may be known better today.
    """
    thread, url = row.get("threadId"), row.get("url")
    key: tuple[object, ...] | None
    if thread is None:
        key = ("article", url) if url and "articleBody" in row else None
    elif row.get("posts") is not None:
        key = ("thread", thread, url)
    elif row.get("postId"):
        key = ("post", thread, row["postId"])
    else:
        key = ("post", thread, url, row.get("text"), row.get("datePublished"))
    if key is None:
        return None
    told = "\0".join(str(part or "") for part in key)
    return hashlib.blake2b(told.encode("utf8", "replace"), digest_size=16).digest()


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
    if isinstance(value, (Author, Breadcrumb)):
        return value.name
    if isinstance(value, Post):
        return value.text
    return value.url if isinstance(value, Image) else str(value)
