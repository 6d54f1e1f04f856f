"""What every assembly does: parts come one by one and become wholes, in this process or, of many workers, in Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Protocol, TypeVar

from scrapy import Request

from newsbody.crawl.assembly.articles import Place
from newsbody.items import Article, ForumThread

Whole = TypeVar("Whole")


class Assembly(Protocol[Whole]):
    """``add`` (its arguments tell where a part belongs) and ``fail`` give the wholes that are finished by them."""

    def forget(self, wholes: Iterable[Whole], request: Request | None) -> None:
        """Keep nothing more of some wholes once the request with whose items they go out is done."""

    def rest(self) -> AsyncIterator[Whole]:
        """What is not complete when the crawl ends."""


class ThreadAssembly(Assembly[ForumThread], Protocol):
    """Pages of forum threads become threads."""

    def add(self, page: ForumThread, number: int, address: str, others: Iterable[str]) -> list[ForumThread]:
        """Add one page of a thread.

        ``number`` orders the pages, ``address`` is the canonical address of this one, ``others``
        are those of the pages of the same thread that it links to.
        """

    def fail(self, thread_id: str, address: str, *, known: bool = False) -> list[ForumThread]:
        """A page cannot be fetched: its thread does not wait for it. ``known``: its posts were given out already."""

    def lacking(self) -> list[str]:
        """The canonical addresses of pages that threads which are not out yet wait for, or that failed."""

    def readdress(self, host: str) -> None:
        """The addresses of a site mean something else now: its pages belong to other threads, whole when all ends."""


class ArticleAssembly(Assembly[Article], Protocol):
    """Pages of articles become articles."""

    def add(self, article: Article, place: Place) -> list[Article]:
        """Add a page; those given up for want of room are among the wholes."""

    def fail(self, address: str) -> list[Article]:
        """A page cannot be fetched: the article that leads to it ends before it."""

    def holds(self, url: str) -> bool:
        """Is a page part of an article that is not out?"""
