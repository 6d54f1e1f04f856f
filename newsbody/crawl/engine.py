"""The few places where newsbody reaches into a running Scrapy engine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

if TYPE_CHECKING:
    from newsbody.crawl.shared.queue import SharedQueue

logger = logging.getLogger(__name__)


class Phase(IntEnum):
    """How far a worker is. Where several share a queue, none takes a step towards the end while one is behind.

    Otherwise a worker whose queue is empty for a moment would decide with the few pages that it
    has what all of them together will soon know.
    """

    AT_WORK = 0
    #: Nothing to fetch; pages still wait for their site to be learned.
    WAITING = 1
    #: No page waits; what is put together of several pages may be unfinished.
    COLLECTING = 2
    DONE = 3


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


def in_progress(crawler: Crawler) -> Collection[Request]:
    """The requests that are being fetched, or whose items are still on their way through the pipelines."""
    slot = crawler.engine._slot
    return slot.inprogress if slot else ()


def shared_queue(crawler: Crawler) -> SharedQueue | None:
    """The queue that this worker shares with others, which may be empty; None where it works alone."""
    slot = crawler.engine._slot
    queue = getattr(slot.scheduler, "queue", None) if slot else None
    return queue if hasattr(queue, "agree") else None


def wake(crawler: Crawler) -> None:
    """Let the engine look again for requests and whether the spider is idle; else it does so every five seconds."""
    slot = crawler.engine._slot
    if slot and not slot.closing:
        slot.nextcall.schedule()


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
            wake(self._crawler)

    async def done(self) -> None:
        """Wait for all work, also for what it starts in turn."""
        while self._tasks:
            await asyncio.wait(self._tasks)
