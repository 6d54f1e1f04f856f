"""The few places where newsbody reaches into a running Scrapy engine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response, TextResponse
from scrapy.utils.response import _baseurl_cache, get_base_url

from newsbody.markup.links import base_address

logger = logging.getLogger(__name__)

#: Seconds until it is looked at again whether nothing else is under way.
LOOK_AGAIN = 0.05


@contextmanager
def setting_up() -> Iterator[None]:
    """What is wrong with settings and arguments (ValueError) is logged as the one sentence that it is.

    The crawl fails with it, and ``scrapy crawl`` has its exit status; but Scrapy leaves the error to asyncio, which
    prints a traceback when nobody has looked at it. Somebody has: whoever read the log.
    """
    try:
        yield
    except ValueError as error:
        logger.error("%s", error)
        if (crawl := _task()) is not None:
            crawl.add_done_callback(lambda done: done.cancelled() or done.exception())
        raise


def _task() -> asyncio.Task[Any] | None:
    """What the crawl runs in, where it runs in asyncio."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def is_only_shown(spider: type[Spider]) -> bool:
    """Does ``scrapy parse`` or ``scrapy fetch`` run a spider? They put a start of their own in place of the class's."""
    return spider.start.__module__ in ("scrapy.commands.parse", "scrapy.commands.fetch")


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


def urls_in_progress(crawler: Crawler) -> Iterator[str]:
    """The addresses of the requests that are being fetched."""
    return (request.url for request in in_progress(crawler))


def scheduler(crawler: Crawler) -> object:
    """Where requests wait to be sent; None when nothing is crawled."""
    slot = crawler.engine._slot
    return slot.scheduler if slot else None


def page_base(response: TextResponse) -> str:
    """What the links of a page start from, here and where Scrapy asks for it: ``<base href="http://[x">`` is none."""
    try:
        stated = get_base_url(response)
    except ValueError:
        stated = ""
    base = _baseurl_cache[response] = base_address(response.url, stated)
    return base


def judge_requests(
    crawler: Crawler,
    is_sent: Callable[[Request], bool],
    stays: Callable[[], bool],
    waits: Callable[[Request], bool],
) -> None:
    """Have every request judged when it is taken from the queue, whoever keeps that; what is not sent is left out.

    As long as the queue ``stays`` as it is none is taken. One that ``waits`` is taken when nothing else is under way.
    """
    slot = crawler.engine._slot
    assert slot is not None
    take, is_pending = slot.scheduler.next_request, slot.scheduler.has_pending_requests
    held: list[Request] = []

    def next_request() -> Request | None:
        if stays():
            return None
        while (request := held.pop() if held else take()) is not None:
            if slot.inprogress and waits(request):
                held.append(request)
                slot.nextcall.schedule(LOOK_AGAIN)  # nothing else tells when the last request is done
                return None
            if is_sent(request):
                return request
        return None

    slot.scheduler.next_request = next_request  # type: ignore[method-assign]
    slot.scheduler.has_pending_requests = lambda: bool(held) or is_pending()  # type: ignore[method-assign]


def wake(crawler: Crawler) -> None:
    """Let the engine look again for requests and whether the spider is idle; else it does so every five seconds."""
    slot = crawler.engine._slot
    if slot and not slot.closing:
        slot.nextcall.schedule()
