"""``scrapy crawl forum -a url=https://forum.example.com/``: the threads and posts of forums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import gcd
from typing import Any

from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import BaseSettings

from newsbody.crawl.assembly.threads import ThreadCollector
from newsbody.crawl.engine import send_item
from newsbody.crawl.meta import asked_url
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.shared.queue import shared_queue
from newsbody.crawl.shared.threads import SharedThreads
from newsbody.crawl.spiders.base import SiteSpider
from newsbody.items import ForumThread, Post
from newsbody.urls.resolver import Resolver

#: No forum shows fewer posts a page; a pager that leaves page numbers out still names neighbours.
LEAST_OFFSET = 5


class ForumSpider(SiteSpider):
    """Gives a :class:`~newsbody.items.Post` for every post, and every thread as a whole when it is complete."""

    name = "forum"
    page_kind = "topic"

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """A page of a thread is fetched once; profiles, forms and the like only while they lead to threads."""
        super().update_settings(settings)
        own = {"NEWSBODY_KIND": "thread", "NEWSBODY_ONCE": True, "NEWSBODY_OTHER_PAGES": "useful"}
        settings.setdict(own, priority="addon")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._threads: ThreadCollector | SharedThreads = ThreadCollector()

    async def start(self) -> Any:
        """The start requests; and threads that are not complete at the end are given out then."""
        queue = shared_queue(self.crawler)
        if queue is not None:
            self._threads = SharedThreads(queue)
        self.crawl.closing.at_end.append(self._finish)
        async for request in super().start():
            yield request

    def items_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str]) -> list[Any]:
        """The posts of a page, as far as their numbers are known, and the threads that are complete by it."""
        addresses = self.crawl.site(response.url).addresses
        resolver = addresses.resolver
        shown = self._shown(response, reading)
        has_rule = self.crawl.site(response.url).rule("thread").rule is not None
        rows = reading.fields.get("posts") or ([] if has_rule else _whole_page(reading))
        if shown is None or not rows:
            return []
        address = addresses.canonical(shown)
        thread_id = _thread_id(resolver, shown) or address
        number = resolver.page(shown) if resolver else 1
        url = response.url if self.is_start(response) else address
        headline = reading.fields.get("headline")
        others = [addresses.canonical(other) for other in links if _thread_id(resolver, other) == thread_id]
        first = _first_position(number, [resolver.page(other) for other in others] if resolver else [])
        posts = []
        for index, row in enumerate(rows):
            position = row.get("position") or (first + index if first else None)
            posts.append(Post(thread_id, url, headline=headline, **{**row, "position": position}))
        page = ForumThread(thread_id, url, headline, posts)
        self._keep(response.request, thread_id)
        now = posts if _is_numbered(posts) else []
        return [*now, *self._out_with(response.request, self._threads.add(page, number, address, others))]

    def _out_with(self, request: Request | None, threads: list[ForumThread]) -> list[Post | ForumThread]:
        if isinstance(self._threads, SharedThreads):
            self._threads.forget(threads, request)
        self._let_go((thread.threadId for thread in threads), request)
        return [item for thread in threads for item in self._whole(thread)]

    def _whole(self, thread: ForumThread) -> list[Post | ForumThread]:
        """A thread, and before it those of its posts that were waiting to be numbered."""
        resolver = self.crawl.site(thread.url).addresses.resolver
        pages = [list(posts) for _, posts in groupby(thread.posts, lambda post: post.url)]
        return [*number_posts([(resolver.page(posts[0].url) if resolver else 1, posts) for posts in pages]), thread]

    def _shown(self, response: HtmlResponse, reading: Reading) -> str | None:
        """The address of the thread page that is shown under an address; None when it was read before.

        It differs where the address names only a post, and the page says which thread it is of.
        """
        stated, resolver = reading.canonical, self.crawl.site(response.url).addresses.resolver
        if not stated or _thread_id(resolver, response.url) or not _thread_id(resolver, stated):
            return response.url
        assert response.request is not None
        return stated if self.crawl.claim(stated, response.request) else None

    def items_of_failed(self, request: Request) -> list[Any]:
        """Threads that only waited for the page that cannot be fetched; it has to be fetched under its own address."""
        url = asked_url(request)
        addresses = self.crawl.site(url).addresses
        thread_id = _thread_id(addresses.resolver, url)
        if thread_id is None or addresses.is_variant(url):
            return []
        return self._out_with(request, self._threads.fail(thread_id, addresses.canonical(url)))

    async def _finish(self) -> None:
        if isinstance(self._threads, SharedThreads):
            async for thread in self._threads.rest():
                await self._send(thread)
        else:
            for thread in self._threads.rest():
                await self._send(thread)

    async def _send(self, thread: ForumThread) -> None:
        for item in self._whole(thread):
            await send_item(self.crawler, item, None)
        self._let_go([thread.threadId], None)


def _thread_id(resolver: Resolver | None, url: str) -> str | None:
    return resolver.thread_key(url) if resolver else None


def _whole_page(reading: Reading) -> list[dict[str, Any]]:
    """A thread page of a site without a rule: what the extractor found, as one post."""
    return [{"text": reading.text}] if reading.kind == "article" and reading.text else []


def _first_position(number: int, others: Iterable[int]) -> int | None:
    """The number of the first post of a page; None where it depends on how many the pages before it show.

    ``number``: the page number, or the offset, in its address; ``others``: those of the pages of the
    thread that it links to. Offsets (start=20) have a large common divisor, page numbers have none.
    """
    if number > 1 and gcd(number, *(other for other in others if other > 1)) >= LEAST_OFFSET:
        return number + 1
    return None if number > 1 else 1


def _is_numbered(posts: Iterable[Post]) -> bool:
    return all(post.position is not None for post in posts)


def number_posts(pages: Sequence[tuple[int, list[Post]]]) -> list[Post]:
    """Number the posts of a thread on pages that do not tell, by the fullest page; returns the posts of these.

    ``pages``: number and posts of all pages there are, so that it does not matter which was read first.
    """
    size = max((len(posts) for _, posts in pages), default=0)
    late = []
    for number, posts in pages:
        if not _is_numbered(posts):
            late += posts
            for index, post in enumerate(posts):
                post.position = post.position or (number - 1) * size + 1 + index
    return late
