"""The few places where newsbody reaches into a running Scrapy engine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

logger = logging.getLogger(__name__)


async def send_item(crawler: Crawler, item: Any, response: Response | None) -> None:
    """Send an item through all pipelines to the feeds, as if the spider had yielded it now."""
    scraper = crawler.engine.scraper
    await scraper.start_itemproc_async(item, response=response)
    # Scrapy looks whether a closing spider is done when a *response* is done; this item has none.
    slot = scraper.slot
    spider = crawler.engine.spider
    if spider and slot and slot.closing and not slot.closing.called and slot.is_idle():
        slot.closing.callback(spider)


def send_request(crawler: Crawler, request: Request) -> None:
    """Schedule a request that no callback yields; nothing happens when the spider is closing."""
    slot = crawler.engine._slot
    if slot and not slot.closing:
        crawler.engine.crawl(request)


class Background:
    """Work beside the crawl. The spider does not close before it is done."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._tasks: set[asyncio.Future[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start some work; an exception that leaves it is logged and counted."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error:
            logger.error("newsbody: work beside the crawl failed", exc_info=error)
            self._crawler.stats.inc_value("newsbody/errors")
        if not self._tasks:
            self._wake()

    def _wake(self) -> None:
        """Let the engine look again whether the spider is idle; else it does so every five seconds."""
        slot = self._crawler.engine._slot
        if slot and not slot.closing:
            slot.nextcall.schedule()

    async def done(self) -> None:
        """Wait for all work, also for what it starts in turn."""
        while self._tasks:
            await asyncio.wait(self._tasks)
