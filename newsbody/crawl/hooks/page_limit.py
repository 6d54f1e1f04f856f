"""``pages=40`` fetches 40: towards the end no more requests are under way than pages are still wanted.

Scrapy's CLOSESPIDER_PAGECOUNT ends a crawl at the page that was the last one wanted, and waits for what is under way.
"""

from __future__ import annotations

from typing import Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured


class PageLimit:
    """Extension of newsbody's own spiders."""

    def __init__(self, crawler: Crawler, pages: int) -> None:
        self._crawler, self._left = crawler, pages
        self._most = crawler.settings.getint("CONCURRENT_REQUESTS") or pages
        crawler.signals.connect(self._narrow, signal=signals.engine_started)
        crawler.signals.connect(self._received, signal=signals.response_received)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raises NotConfigured where any number of pages is wanted."""
        pages = crawler.settings.getint("CLOSESPIDER_PAGECOUNT")
        if not pages:
            raise NotConfigured  # in silence: it is the rule
        return cls(crawler, pages)

    def _received(self) -> None:
        self._left -= 1
        self._narrow()

    def _narrow(self) -> None:
        if self._crawler.engine:
            self._crawler.engine.downloader.total_concurrency = max(1, min(self._most, self._left))
