"""Is what is crawled as a news site a forum? Asked where nobody has said which it is."""

from __future__ import annotations

import logging
from bisect import insort
from zlib import crc32

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from newsbody.crawl.ground.meta import is_listing
from newsbody.crawl.hooks.fetches import Sources
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.session.session import Crawl

logger = logging.getLogger(__name__)

#: Pages that are looked at, of so many that were fetched: threads stand behind the lists of the first. Which ones their
#: addresses say, not the order in which they come.
LOOKED_AT, FETCHED = 14, 40
#: So many of them that look like pages of threads, where few look like articles, are no accident.
LIKE_THREADS = 2


class KindOfSite:
    """Extension of the command ``newsbody crawl``, for sites that it took for news by their address."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._pages = 0
        #: The last of these go when others come; by numbers that their addresses have.
        self._sources: list[tuple[int, str, Source]] = []
        self._asked = False
        crawler.signals.connect(self.response_received, signal=signals.response_received)
        crawler.signals.connect(self.spider_idle, signal=signals.spider_idle)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> KindOfSite:
        return cls(crawler)

    def response_received(self, response: Response, request: Request) -> None:
        """Keep some pages, and look at them when they are enough."""
        if self._asked or response.status != 200 or is_listing(request):
            return
        crawl = Crawl.of(self._crawler)
        source = crawl.part(Sources).of(response)
        if source is None:
            return
        self._pages += 1
        address = source.url.partition("//")[2].partition("/")[2]
        insort(self._sources, (crc32(address.encode()), address, source), key=lambda kept: kept[:2])
        del self._sources[LOOKED_AT:]
        if self._pages == FETCHED:
            self._ask(crawl)

    def spider_idle(self) -> None:
        """Of a small site there are no more pages."""
        if self._sources:
            self._ask(Crawl.of(self._crawler))
            raise DontCloseSpider

    def _ask(self, crawl: Crawl) -> None:
        self._asked = True
        crawl.background.start(self._look(crawl))

    async def _look(self, crawl: Crawl) -> None:
        looked_at, self._sources = [source for *_, source in self._sources], []
        threads = await crawl.reader.threads_among(looked_at)
        if threads >= LIKE_THREADS:
            logger.warning(
                "%d of %d pages look like threads of a forum, which have posts and no article. If it is one, stop and "
                "write: newsbody crawl --forum",
                threads,
                len(looked_at),
            )
