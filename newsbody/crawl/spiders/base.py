"""What the spiders for news and forums share: where they start, what they follow, their defaults."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, ClassVar, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

from newsbody.crawl.addon import Addon
from newsbody.crawl.engine import send_item
from newsbody.crawl.learning.visits import Waiting
from newsbody.crawl.meta import KnownPage, newsbody_meta
from newsbody.crawl.pages.tasks import Reading
from newsbody.crawl.session import Crawl
from newsbody.crawl.spiders.feeds import FlatCsvItemExporter
from newsbody.items import Article, ForumThread, Post
from newsbody.sites import host_of

#: Between two URLs of one argument. A comma alone may stand in an address.
_BETWEEN_URLS = re.compile(r"\s+|,(?=\w+://)|,\s*$")

#: Settings of these spiders unless the project, or the command line, says otherwise.
DEFAULTS: dict[str, Any] = {
    "ROBOTSTXT_OBEY": True,
    "AUTOTHROTTLE_ENABLED": True,
    # Scrapy begins with five seconds; the delay adapts to the answers from the first one on.
    "AUTOTHROTTLE_START_DELAY": 0.5,
    "REMOTE_CONTROL_ENABLED": False,
    # First come, first served: a site is learned from what its front page links to first, not from what stands
    # in the footer (archives, mobile views), and two crawls go the same way.
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "FEED_EXPORT_ENCODING": "utf-8",
    "FEED_EXPORTERS": {"csv": FlatCsvItemExporter},
    "FEEDS": {
        f"%(out)s/{name}.{suffix}": {"format": form, "item_classes": [cls], "overwrite": True, "store_empty": False}
        for name, cls in (("articles", Article), ("threads", ForumThread), ("posts", Post))
        for form, suffix in (("jsonlines", "jsonl"), ("csv", "csv"))
        if (name, form) != ("threads", "csv")
    },
}


class SiteSpider(Spider):
    """Follows the links of whole sites and gives what it reads on their pages.

    Arguments: ``url``, one or several (separated by commas or blanks); ``topic``, the address
    of one article or thread, where the addresses alone leave it open; ``depth``, how many links
    away from the start; ``pages``, after how many pages to stop; ``out``, the folder for the
    feeds.
    """

    #: Items of this spider are whole; the pipeline has nothing to add.
    reads_pages: ClassVar[bool] = True
    #: What its pages are: see :class:`~newsbody.crawl.learning.visits.Waiting`.
    page_kind: ClassVar[str]

    def __init__(self, url: str = "", out: str = "out", **arguments: Any) -> None:
        super().__init__(**arguments)
        self.out = out
        found = [part for part in _BETWEEN_URLS.split(url.strip()) if part]
        self.start_urls = [part if "://" in part else f"http://{part}" for part in found]
        if not self.start_urls:
            raise ValueError(f"Where to start? Write: scrapy crawl {self.name} -a url=https://example.com/")
        self._hosts = {host_of(start) for start in self.start_urls}
        self._extractor = LinkExtractor()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Defaults of these spiders; whatever the project says wins."""
        super().update_settings(settings)
        settings.setdefault_in_component_priority_dict("ADDONS", Addon, 500)
        # Scrapy's runners write their settings over a crawler's once more, where the priority is not higher.
        priority = max(settings.getpriority("ADDONS") or 0, SETTINGS_PRIORITIES["addon"])
        settings.set("ADDONS", settings.getdict("ADDONS"), priority=priority)
        for name, value in DEFAULTS.items():
            settings.set(name, value, priority="addon")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Turns the arguments that limit the crawl into Scrapy's settings."""
        limits = {"depth": "DEPTH_LIMIT", "pages": "CLOSESPIDER_PAGECOUNT", "topic": "NEWSBODY_TOPIC"}
        for argument, setting in limits.items():
            if kwargs.get(argument):
                crawler.settings.set(setting, kwargs.pop(argument), priority="cmdline")
        return super().from_crawler(crawler, *args, **kwargs)

    async def start(self) -> AsyncIterator[Any]:
        """The start requests."""
        for url in self.start_urls:
            yield Request(url, errback=self.failed)

    @property
    def crawl(self) -> Crawl:
        return Crawl.of(self.crawler)

    async def parse(self, response: Response) -> AsyncIterator[Any]:
        """The links of a page, then what is read on it."""
        if not isinstance(response, HtmlResponse):
            return
        if self.is_start(response):
            self._hosts.add(host_of(response.url))
        links = list(self.links(response))
        for request in links:
            yield request
        for item in await self._read(response, [request.url for request in links]):
            yield item

    def is_start(self, response: Response) -> bool:
        """Is it the page of a start URL, perhaps under the address it was redirected to?"""
        return newsbody_meta(response.request).get("start", False) is True

    def links(self, response: HtmlResponse) -> Iterator[Request]:
        """Requests for the pages of the same sites that a page links to."""
        for link in self._extractor.extract_links(response):
            if host_of(link.url) in self._hosts:
                yield Request(link.url, errback=self.failed, meta={"link_text": link.text.strip()})

    async def _read(self, response: HtmlResponse, links: list[str]) -> list[Any]:
        """The items of a page; those of a page that waits for its site are sent when it is read."""
        crawl, request = self.crawl, response.request
        source = crawl.sources.of(response)
        now: list[Any] | None = []

        async def finish(reading: Reading | None) -> None:
            try:
                for item in self.items_of(response, reading, links) if reading else ():
                    if now is not None:
                        now.append(item)
                    else:
                        await send_item(self.crawler, item, response)
            finally:
                crawl.release(request)

        if source is None:
            return []
        crawl.hold(request)
        page = Waiting(source, self.page_kind, finish, chosen=self.is_start(response))
        if not crawl.waits(page, response):
            await crawl.study.room.finish(page)
        items, now = now, None
        return items or []

    @abstractmethod
    def items_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str]) -> list[Any]:
        """The items of a page that was read. ``links``: the addresses on its own site that it links to."""

    async def failed(self, failure: Any) -> AsyncIterator[Any]:
        """A page that cannot be fetched; Scrapy has logged it. What is fetched otherwise has not failed."""
        for item in () if failure.check(KnownPage) else self.items_of_failed(failure.request):
            yield item

    def items_of_failed(self, request: Request) -> list[Any]:
        """What is to be given out when a page cannot be fetched."""
        return []
