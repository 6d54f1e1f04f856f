"""Articles whose pages are read by several workers.

Keys, both beginning with the queue's: ``…:articles`` (by address of the page, where it stands
in its article) and ``…:articles:pages`` (what was read on it). Articles of one page are in neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple
from typing import TYPE_CHECKING, Any

from scrapy.utils.python import to_unicode

from newsbody.crawl.article_pages import Place, chains, ended_before, is_whole, join_articles
from newsbody.crawl.shared_parts import SharedParts
from newsbody.crawl.shared_queue import SharedQueue
from newsbody.items import Article, Author, Image

if TYPE_CHECKING:
    from redis.client import Pipeline


class SharedArticles(SharedParts[Article]):
    """Puts articles together, as :class:`~newsbody.crawl.article_pages.ArticlePages` does for one worker."""

    def __init__(self, queue: SharedQueue, address_of: Callable[[str], str]) -> None:
        super().__init__(queue, "articles")
        self._address_of = address_of
        self._pages = f"{self._key}:pages"

    def add(self, article: Article, place: Place) -> list[Article]:
        """Add a page; returns the article when it is complete by it."""
        if place.is_alone:
            return [article] if place.sure else []
        if self._is_out(article.url):
            return []
        with self._server.pipeline() as pipeline:
            pipeline.hset(self._pages, article.url, json.dumps(asdict(article), ensure_ascii=False))
            return self._placed(pipeline, {article.url: place})

    def fail(self, address: str) -> list[Article]:
        """A page cannot be fetched: the article that leads to it ends before it."""
        ended = ended_before(address, self._places(), self._address_of)
        if not ended:
            return []
        with self._server.pipeline() as pipeline:
            return self._placed(pipeline, ended)

    def _placed(self, pipeline: Pipeline, new: dict[str, Place]) -> list[Article]:
        """All in one transaction: of several workers that add a page at once, one sees that none is missing."""
        pipeline.hset(self._key, mapping={url: json.dumps(astuple(place)) for url, place in new.items()})
        pipeline.hgetall(self._key)
        places = _read(pipeline.execute()[-1])
        return [
            article
            for chain in self._chains(places)
            if not new.keys().isdisjoint(chain) and is_whole(chain, places)
            for article in self._join(chain, places)
        ]

    def _places(self) -> dict[str, Place]:
        return _read(self._server.hgetall(self._key))

    def _chains(self, places: dict[str, Place]) -> Iterator[list[str]]:
        return chains(places, self._address_of)

    def _open(self) -> list[str]:
        return [chain[0] for chain in self._chains(self._places())]

    def _joined(self, key: str) -> list[Article]:
        places = self._places()
        return [article for chain in self._chains(places) if chain[0] == key for article in self._join(chain, places)]

    def _join(self, chain: list[str], places: dict[str, Place]) -> list[Article]:
        if not places[chain[0]].sure:
            return []
        stored = [row for row in self._server.hmget(self._pages, chain) if row is not None]
        return [join_articles([_article(json.loads(row)) for row in stored])] if stored else []

    def _forget(self, key: str, pipeline: Pipeline) -> None:
        for chain in self._chains(self._places()):
            if chain[0] == key:
                pipeline.sadd(self._out, *chain)
                pipeline.hdel(self._key, *chain)
                pipeline.hdel(self._pages, *chain)

    def _key_of(self, whole: Article) -> str:
        return whole.url


def _read(stored: dict[Any, Any]) -> dict[str, Place]:
    """The places by address, in an order that is the same for every worker."""
    return {to_unicode(url): Place(*json.loads(row)) for url, row in sorted(stored.items())}


def _article(row: dict[str, Any]) -> Article:
    return Article(
        **{
            **row,
            "authors": [Author(**author) for author in row["authors"]],
            "mainImage": Image(**row["mainImage"]) if row["mainImage"] else None,
            "images": [Image(**image) for image in row["images"]],
        }
    )
