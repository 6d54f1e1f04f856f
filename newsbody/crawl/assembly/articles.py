"""The parts of an article to a whole, in one process or among several."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.utils.python import to_unicode

from newsbody.crawl.assembly.shared_parts import SharedParts
from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.items import Article, Author, Breadcrumb, Image
from newsbody.urls.article_pages import join_pages

if TYPE_CHECKING:
    from redis.client import Pipeline

#: Pages of unfinished articles kept in memory; of more, the oldest is given out as far as it goes.
MAX_OPEN_PAGES = 2_000


@dataclass(frozen=True)
class Place:
    """Where a page stands in its article: ``following`` is the address of the next page, None on the last.

    ``sure``: it is an article by itself. A page that is not (a short last page, but also the
    second page of a list) only counts as what a sure one goes on with.
    """

    number: int = 1
    following: str | None = None
    sure: bool = True
    headline: str | None = None
    published: str | None = None

    @property
    def is_alone(self) -> bool:
        """Is it the only page of its article?"""
        return self.number <= 1 and not self.following

    @property
    def begins(self) -> bool:
        """Does an article begin with it?"""
        return self.sure and self.number <= 1

    def is_another(self, other: Place) -> bool:
        """Is it of another article than a page that leads to it, as ``/post/13`` is? It has another name and date."""
        pairs = (self.headline, other.headline), (self.published, other.published)
        return all(one and another and one != another for one, another in pairs)


def parted(places: Mapping[str, Place], address_of: Callable[[str], str]) -> dict[str, Place]:
    """The places of pages, none of which leads from one article to another."""
    found, urls = dict(places), {address_of(url): url for url in places}
    for url, place in places.items():
        other = urls.get(address_of(place.following)) if place.following else None
        if other and places[other].is_another(place):
            found[url] = replace(found[url], following=None)
            found[other] = replace(found[other], number=1)
    return found


def chains(places: Mapping[str, Place], address_of: Callable[[str], str]) -> Iterator[list[str]]:
    """The pages that follow one another, by address, each run from the first page that was met."""
    urls = {address_of(url): url for url in places}
    following = {key: address_of(places[url].following or "") for key, url in urls.items() if places[url].following}
    led_to = set(following.values())
    met: set[str] = set()
    # Pages that lead to each other in a circle have no head; they are met last.
    for key in (*(key for key in urls if key not in led_to), *urls):
        chain = []
        while key in urls and key not in met:
            met.add(key)
            chain.append(urls[key])
            key = following.get(key, "")
        if chain:
            yield chain


def is_whole(chain: Sequence[str], places: Mapping[str, Place]) -> bool:
    """Are the pages that follow one another an article from its first page to its last?"""
    return places[chain[0]].begins and not places[chain[-1]].following


def ended_before(address: str, places: Mapping[str, Place], address_of: Callable[[str], str]) -> dict[str, Place]:
    """The pages that lead to one that cannot be fetched, as the last of their articles."""
    address = address_of(address)
    return {
        url: replace(place, following=None)
        for url, place in places.items()
        if place.following and address_of(place.following) == address
    }


def join_articles(parts: Sequence[Article]) -> Article:
    """One article of its pages: what is said of it on the first, with the bodies and images of all."""
    images = {image.url: image for part in parts for image in part.images}
    return replace(
        parts[0],
        articleBody=join_pages([part.articleBody for part in parts]),
        articleBodyHtml=join_pages([part.articleBodyHtml or "" for part in parts]) or None,
        images=[Image(url) for url in images],
    )


class ArticlePages:
    """Puts articles together. One is complete when its pages lead from the first to one without a next.

    ``address_of`` gives the one address of a page; it may change its mind while the site is learned.
    """

    def __init__(self, address_of: Callable[[str], str]) -> None:
        self._address_of = address_of
        self._places: dict[str, Place] = {}
        self._articles: dict[str, Article] = {}

    def add(self, article: Article, place: Place) -> list[Article]:
        """Add a page; returns the articles that are complete by it, and those given up for want of room."""
        if place.is_alone:
            return [article] if place.sure else []
        self._articles[article.url] = article
        self._places = parted({**self._places, article.url: place}, self._address_of)
        finished = self._finished()
        if len(self._places) > MAX_OPEN_PAGES:
            finished += self._taken(next(self._chains()))
        return finished

    def fail(self, address: str) -> list[Article]:
        """A page cannot be fetched: the article that leads to it ends before it."""
        self._places.update(ended_before(address, self._places, self._address_of))
        return self._finished()

    def forget(self, wholes: Iterable[Article], request: Request | None) -> None:
        """What is given out is forgotten already."""

    async def rest(self) -> AsyncIterator[Article]:
        """What there is of the articles that are not complete when the crawl ends."""
        sure = [chain for chain in self._chains() if self._places[chain[0]].sure]
        for article in [article for chain in sure for article in self._taken(chain)]:
            yield article

    def holds(self, url: str) -> bool:
        """Is a page part of an article that is not out?"""
        return url in self._places

    def _chains(self) -> Iterator[list[str]]:
        return chains(self._places, self._address_of)

    def _finished(self) -> list[Article]:
        whole = [chain for chain in self._chains() if is_whole(chain, self._places)]
        return [article for chain in whole for article in self._taken(chain)]

    def _taken(self, chain: Sequence[str]) -> list[Article]:
        """Take out the pages that follow one another, as one article if the first is sure to be one."""
        sure = self._places[chain[0]].sure
        parts = [self._articles.pop(url) for url in chain]
        for url in chain:
            del self._places[url]
        return [join_articles(parts)] if sure else []


# --- articles whose pages are read by several workers -----------------------------------


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
        places = parted(_read(pipeline.execute()[-1]), self._address_of)
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
        places = parted(self._places(), self._address_of)
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
