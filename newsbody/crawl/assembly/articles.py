"""The pages of an article come one by one; here they become one article."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scrapy import Request

from newsbody.items import Article, Image
from newsbody.urls.article_pages import join_pages

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

    @property
    def is_alone(self) -> bool:
        """Is it the only page of its article?"""
        return self.number <= 1 and not self.following

    @property
    def begins(self) -> bool:
        """Does an article begin with it?"""
        return self.sure and self.number <= 1


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
        self._places[article.url], self._articles[article.url] = place, article
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
