"""The pages of an article come one by one; here they become one article."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from newsbody.items import Article, Image
from newsbody.pagination import join_pages

#: Pages of unfinished articles kept in memory; of more, the oldest is given out as far as it goes.
MAX_OPEN_PAGES = 2_000


@dataclass
class _Part:
    """One page: ``following`` is the address of the next one, None on the last.

    ``sure``: it is an article by itself, not only as what another page goes on with.
    """

    article: Article
    number: int
    following: str | None
    sure: bool


class ArticlePages:
    """Puts articles together. One is complete when its pages lead from the first to one without a next.

    ``key`` gives the one address of a page; it may change its mind while the site is learned.
    """

    def __init__(self, key: Callable[[str], str]) -> None:
        self._key = key
        self._open: dict[str, _Part] = {}

    def add(self, article: Article, number: int, following: str | None, *, sure: bool = True) -> list[Article]:
        """Add a page; returns the articles that are complete by it, and those given up for want of room.

        A page that is not ``sure`` (a short last page, but also the second page of a list) only
        counts as what a sure one goes on with.
        """
        if number <= 1 and not following:
            return [article] if sure else []
        self._open[article.url] = _Part(article, number, following, sure)
        finished = self._finished()
        if len(self._open) > MAX_OPEN_PAGES:
            oldest = next(self._chains())
            finished += [self._join(oldest)] if oldest[0].sure else []
            for part in oldest:
                self._open.pop(part.article.url, None)
        return finished

    def is_open(self, url: str) -> bool:
        """Is a page kept for others of its article?"""
        return url in self._open

    def fail(self, address: str) -> list[Article]:
        """A page cannot be fetched: the article that leads to it ends before it."""
        address = self._key(address)
        for part in self._open.values():
            if part.following and self._key(part.following) == address:
                part.following = None
        return self._finished()

    def rest(self) -> list[Article]:
        """What there is of the articles that are not complete when the crawl ends."""
        return [self._join(chain) for chain in self._chains() if chain[0].sure]

    def _finished(self) -> list[Article]:
        return [
            self._join(chain)
            for chain in self._chains()
            if chain[0].sure and chain[0].number <= 1 and not chain[-1].following
        ]

    def _chains(self) -> Iterator[list[_Part]]:
        """The pages that follow one another, each run from the first page that was met."""
        by_key = {self._key(url): part for url, part in self._open.items()}
        led_to = {self._key(part.following) for part in by_key.values() if part.following}
        heads = [key for key in by_key if key not in led_to]
        met: set[str] = set()
        # Pages that lead to each other in a circle have no head; they are met last.
        for start in (*heads, *by_key):
            chain = []
            key = start
            while key in by_key and key not in met:
                met.add(key)
                chain.append(by_key[key])
                following = by_key[key].following
                key = self._key(following) if following else ""
            if chain:
                yield chain

    def _join(self, chain: list[_Part]) -> Article:
        parts = [part.article for part in chain]
        for part in parts:
            del self._open[part.url]
        images = {image.url: image for part in parts for image in part.images}
        return replace(
            parts[0],
            articleBody=join_pages([part.articleBody for part in parts]),
            articleBodyHtml=join_pages([part.articleBodyHtml or "" for part in parts]) or None,
            images=[Image(url) for url in images],
        )
