"""Articles whose pages are read by several workers.

Keys, both beginning with the queue's: ``…:articles`` (by address of the page, when it came, in seconds,
and where it stands in its article) and ``…:articles:pages`` (what was read on it). Articles of one
page are in neither.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy.utils.python import to_unicode

from newsbody.crawl.assembly.articles import MAX_OPEN_PAGES, Place, chains, ended_before, is_whole, join_articles
from newsbody.crawl.assembly.shared_parts import SharedParts
from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.items import Article, Author, Breadcrumb, Image

if TYPE_CHECKING:
    from redis.client import Pipeline


class SharedArticles(SharedParts[Article]):
    """Puts articles together, as :class:`~newsbody.crawl.assembly.articles.ArticlePages` does for one worker."""

    def __init__(self, queue: SharedQueue, address_of: Callable[[str], str]) -> None:
        super().__init__(queue, "articles")
        self._address_of = address_of
        self._pages = f"{self._key}:pages"
        #: By the first page of what this worker gives out: all its pages, and whether it is an article.
        self._noted: dict[str, tuple[list[str], bool]] = {}

    def add(self, article: Article, place: Place) -> list[Article]:
        """Add a page; returns the article that is complete by it, and those given up for want of room."""
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

    def holds(self, url: str) -> bool:
        """Is a page part of an article that is not out?"""
        return bool(self._server.hexists(self._key, url))

    def _placed(self, pipeline: Pipeline, new: dict[str, Place]) -> list[Article]:
        """All in one transaction: of several workers that add a page at once, one sees that none is missing."""
        now = time.time()
        pipeline.hset(self._key, mapping={url: json.dumps([now, *astuple(place)]) for url, place in new.items()})
        pipeline.hgetall(self._key)
        places = _read(pipeline.execute()[-1])
        found, unfinished = [], []
        for chain in chains(places, self._address_of):
            if not is_whole(chain, places):
                unfinished.append(chain)
            elif not new.keys().isdisjoint(chain):
                found.append(chain)
        keys = [self._note(chain, places) for chain in (*found, *self._surplus(unfinished, places))]
        return [article for key in keys for article in self._joined(key)]

    def _surplus(self, unfinished: list[list[str]], places: dict[str, Place]) -> Iterator[list[str]]:
        """What is given out for want of room, the oldest first; what another worker gives out now counts, too."""
        over = sum(map(len, unfinished)) - MAX_OPEN_PAGES
        for chain in unfinished:
            if over <= 0:
                return
            over -= len(chain)
            if not places[chain[0]].sure:
                self._forget_now(self._note(chain, places))
            elif self._take_turn(chain[0]):
                yield chain

    def _places(self) -> dict[str, Place]:
        return _read(self._server.hgetall(self._key))

    def _note(self, chain: list[str], places: dict[str, Place]) -> str:
        """Keep which pages are given out as one, so that nobody has to look again; returns their key."""
        self._noted[chain[0]] = chain, places[chain[0]].sure
        return chain[0]

    def _open(self) -> list[str]:
        places = self._places()
        return [self._note(chain, places) for chain in chains(places, self._address_of)]

    def _joined(self, key: str) -> list[Article]:
        chain, sure = self._noted.get(key, ([], False))
        stored = [row for row in self._server.hmget(self._pages, chain) if row is not None] if sure else []
        return [join_articles([_article(json.loads(row)) for row in stored])] if stored else []

    def _forgetting(self, key: str) -> Callable[[Pipeline], None]:
        chain, _ = self._noted.pop(key, ([key], False))
        return partial(self._forget, chain)

    def _forget(self, chain: list[str], pipeline: Pipeline) -> None:
        pipeline.sadd(self._out, *chain)
        pipeline.hdel(self._key, *chain)
        pipeline.hdel(self._pages, *chain)
        pipeline.delete(self._turn_key(chain[0]))

    def _key_of(self, whole: Article) -> str:
        return whole.url


def _read(stored: dict[Any, Any]) -> dict[str, Place]:
    """The places by address, the oldest first: an order that is the same for every worker."""
    rows = {to_unicode(url): json.loads(row) for url, row in stored.items()}
    return {url: Place(*rows[url][1:]) for url in sorted(rows, key=lambda url: (rows[url][0], url))}


def _article(row: dict[str, Any]) -> Article:
    return Article(
        **{
            **row,
            "authors": [Author(**author) for author in row["authors"]],
            "mainImage": Image(**row["mainImage"]) if row["mainImage"] else None,
            "images": [Image(**image) for image in row["images"]],
            "breadcrumbs": [Breadcrumb(**step) for step in row.get("breadcrumbs", ())],
        }
    )
