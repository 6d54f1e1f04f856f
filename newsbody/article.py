"""An article out of a body: what its fields are made of, each when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from newsbody.ground.sitememory import NO_FACTS, SiteFacts
from newsbody.items import Article, Author, Breadcrumb, Image, Post
from newsbody.markup.html import body_html, body_images
from newsbody.markup.images import image_addresses
from newsbody.page.body import Body

if TYPE_CHECKING:
    from newsbody.metadata import Metadata

#: Fields that are no metadata: each is made by itself.
_OWN = frozenset(("articleBody", "articleBodyHtml", "images", "comments"))


@dataclass(frozen=True)
class ArticleParts:
    """A body and what stands around it. ``fetched`` makes "3 hours ago" a date; ``comments`` are wanted.

    ``metadata`` gives those of the page where somebody keeps them.
    """

    body: Body
    fetched: datetime | None = None
    comments: bool = False
    #: Links and images in the HTML, and so in Markdown.
    links: bool = True
    images: bool = True
    metadata: Callable[[], Metadata] | None = None
    #: How other pages of the site write dates.
    dates: SiteFacts = NO_FACTS

    def make(self, name: str) -> Mapping[str, Any]:
        """A field of the article and those that are made with it; all of the metadata at once."""
        if name == "articleBody":
            return {name: self.body.text}
        if name == "articleBodyHtml":
            return {name: body_html(self.body, self._images, links=self.links) or None}
        if name == "images":
            return {name: [Image(url) for url in body_images(self.body, self._images)]}
        if name == "comments":
            return {name: self._comments() if self.comments else []}
        return self._metadata()

    @cached_property
    def _images(self) -> dict[int, str]:
        return image_addresses(self.body) if self.images else {}

    def _comments(self) -> list[Post]:
        from newsbody.posts.comments import read_comments  # with all that forums are read by

        return read_comments(self.body, self.fetched)

    def _metadata(self) -> dict[str, Any]:
        from newsbody.metadata import Metadata, read_metadata  # half of the time of importing, and no text needs it
        from newsbody.metadata.language import settled_language

        page = self.body.page
        metadata = self.metadata() if self.metadata else read_metadata(page, self.fetched, (), self.dates)
        return {
            **{f.name: getattr(metadata, f.name) for f in fields(Metadata) if f.name in _METADATA_FIELDS},
            "url": page.url or metadata.canonicalUrl or "",
            "inLanguage": settled_language(metadata.inLanguage, self.body.text),
            "authors": [Author(name, metadata.authorUrls.get(name)) for name in metadata.authors],
            "mainImage": Image(metadata.mainImage) if metadata.mainImage else None,
            "breadcrumbs": [Breadcrumb(name, url) for name, url in metadata.breadcrumbs],
        }


_METADATA_FIELDS = frozenset(f.name for f in fields(Article)) - _OWN
#: What an article may have beside its address.
ARTICLE_FIELDS = tuple(f.name for f in fields(Article) if f.name != "url")


def article_of(parts: ArticleParts) -> Article:
    """The article of a body; its other fields are made when they are asked for."""
    body = parts.body
    known: dict[str, Any] = {
        "kind": body.kind,
        "probability": round(float(body.probability), 4),
        "extractor": body.source or None,
    }
    if body.page.url:
        known["url"] = body.page.url
    return Article.of(parts, **known)


def article_fields(parts: ArticleParts, wanted: Collection[str]) -> dict[str, Any]:
    """Those fields of an article that are ``wanted``, made now; its address is not among them."""
    article = article_of(parts)
    return {name: getattr(article, name) for name in ARTICLE_FIELDS if name in wanted}
