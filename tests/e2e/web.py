"""Whole crawls in this process: pages come from a dict, there is neither a network nor a reactor."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.http import HtmlResponse, Response

from newsbody.crawl.ground.scrapy_engine import in_progress
from newsbody.crawl.session.session import Crawl

#: Seconds until a crawl is taken to hang; they take tenths of one.
TIMEOUT = 30.0
#: Seconds between two looks whether something is done.
LOOK_SECONDS = 0.001

HTML = {"Content-Type": "text/html; charset=utf-8"}

#: Absolute URL -> HTML, or bytes with their own declaration, or a redirect: (status, address).
Pages = Mapping[str, "str | bytes | tuple[int, str]"]


class FakeHandler(BaseDownloadHandler):
    """Answers from the setting TEST_PAGES, what is not there with 404; notes what was asked for.

    Answers take TEST_LATENCY seconds; with TEST_SEED any time up to that, by which they overtake one another. With
    TEST_PATIENT none comes before all is done with those before it, however long that takes on a busy machine.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pages: Pages = crawler.settings["TEST_PAGES"]
        self._latency = crawler.settings.getfloat("TEST_LATENCY")
        seed = crawler.settings["TEST_SEED"]
        self._random = None if seed is None else random.Random(seed)
        self._seen: list[str] = crawler.settings["TEST_SEEN"].urls
        self._is_patient = crawler.settings.getbool("TEST_PATIENT")
        self._turn, self._last = asyncio.Lock(), Request("data:,")

    async def download_request(self, request: Request) -> Response:
        """A page after a while, as if it came over a wire."""
        await asyncio.sleep(self._random.uniform(0, self._latency) if self._random else self._latency)
        if self._is_patient:
            await self._all_done(request)
        self._seen.append(request.url)
        page = self._pages.get(request.url)
        if page is None:
            return HtmlResponse(request.url, status=404, headers=HTML, body=b"<title>404</title>", request=request)
        if isinstance(page, tuple):
            status, address = page
            return Response(request.url, status=status, headers={"Location": address}, request=request)
        body = page.encode() if isinstance(page, str) else page
        headers = HTML if isinstance(page, str) else {"Content-Type": "text/html"}
        made = Response if request.url.endswith(".rst.txt") else HtmlResponse
        return made(request.url, headers=headers, body=body, request=request)

    async def _all_done(self, request: Request) -> None:
        """Wait until the page before is through the spider and the pipelines, was read and learned from."""
        async with self._turn:
            while self._last in in_progress(self.crawler) or self._is_at_work():
                await asyncio.sleep(LOOK_SECONDS)
            self._last = request

    def _is_at_work(self) -> bool:
        newsbody, scraper = Crawl.existing(self.crawler), self.crawler.engine.scraper.slot
        return bool(newsbody and newsbody.background) or bool(scraper and not scraper.is_idle())


@dataclass
class Seen:
    """The addresses that were asked for. Settings are copied deeply; this is not."""

    urls: list[str] = field(default_factory=list)

    def __deepcopy__(self, memo: object) -> Seen:
        return self


@dataclass
class Crawled:
    """What a crawl gave."""

    items: list[Any]
    stats: dict[str, Any]
    urls: list[str]

    def stat(self, name: str) -> Any:
        """One of newsbody's own stats, 0 when it was not counted."""
        return self.stats.get(f"newsbody/{name}", 0)


def crawl(
    spider: type[Spider],
    pages: Pages,
    settings: Mapping[str, Any],
    *,
    prepare: Callable[[Crawler], None] | None = None,
    **arguments: Any,
) -> Crawled:
    """Crawl until the spider is closed. Raises TimeoutError when it hangs."""
    seen = Seen()
    items: list[Any] = []
    stats: dict[str, Any] = {}

    async def run() -> None:
        runner = AsyncCrawlerRunner(
            {
                "TWISTED_REACTOR_ENABLED": False,
                "DOWNLOAD_HANDLERS": {"http": FakeHandler, "https": None},
                "ROBOTSTXT_OBEY": False,
                "AUTOTHROTTLE_ENABLED": False,
                "FEEDS": {},
                "LOG_LEVEL": "DEBUG",
                "NEWSBODY_EXTRACTOR": "cecs",
                "TEST_PAGES": pages,
                "TEST_SEEN": seen,
                **settings,
            }
        )
        crawler = runner.create_crawler(spider)
        crawler.signals.connect(lambda item: items.append(item), signal=signals.item_scraped, weak=False)
        if prepare:
            prepare(crawler)
        await runner.crawl(crawler, **arguments)
        task = asyncio.current_task()
        if task and task.cancelling():  # Scrapy's engine takes it for its own end
            raise TimeoutError
        stats.update(crawler.stats.get_stats())

    asyncio.run(asyncio.wait_for(run(), settings.get("TEST_TIMEOUT", TIMEOUT)))
    return Crawled(items, stats, seen.urls)
