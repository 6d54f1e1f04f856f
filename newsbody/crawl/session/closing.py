"""The end of a crawl: nothing is left to fetch, but pages still wait, or threads and articles are incomplete."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider

from newsbody.crawl.ground.background import Background
from newsbody.crawl.learning.site import Sites
from newsbody.crawl.learning.study import Study
from newsbody.crawl.queue.job_scheduler import job
from newsbody.crawl.queue.phase import Phase
from newsbody.crawl.queue.shared_queue import shared_queue


class Closing:
    """One per crawl; keeps the spider open until everything is out."""

    def __init__(self, crawler: Crawler, background: Background, sites: Sites, study: Study) -> None:
        #: Awaited when nothing else is left to do, before the spider closes; again when pages came afterwards.
        self.at_end: list[Callable[[], Awaitable[None]]] = []
        #: Asked before that: does anything more go out? A crawl that is stopped asks nothing.
        self.before_end: list[Callable[[], bool]] = []
        self._crawler, self._background, self._sites, self._study = crawler, background, sites, study
        self._pages_before = -1
        crawler.signals.connect(self._spider_idle, signal=signals.spider_idle)

    @property
    def _ended(self) -> bool:
        return self._pages_before == self._study.room.pages

    def _phase(self) -> Phase:
        if any(site.busy or site.has_more_to_teach for site in self._sites):
            return Phase.WAITING
        return Phase.COLLECTING if self.at_end and not self._ended else Phase.DONE

    def _spider_idle(self) -> None:
        if self._background:
            raise DontCloseSpider
        phase, queue = self._phase(), shared_queue(self._crawler)
        if queue is not None and not queue.agree(phase):
            raise DontCloseSpider
        if phase is not Phase.DONE:
            self._background.start(self._before_close())
            raise DontCloseSpider
        if self._asks_further():  # pages failed since everything was out
            raise DontCloseSpider

    def _asks_further(self) -> bool:
        return sum(asks() for asks in self.before_end) > 0

    async def _before_close(self) -> None:
        if not self._hurry() and not self._asks_further():
            await self._finish_at_end()

    def _hurry(self) -> bool:
        """Let the sites decide for which anything waits, or that have more to teach; False without any."""
        busy = [site for site in self._sites if site.busy or site.has_more_to_teach]
        for site in busy:
            self._study.decide(site)
        return bool(busy)

    async def _finish_at_end(self) -> None:
        if not self._ended:
            self._pages_before = self._study.room.pages
            for finish in self.at_end:
                await finish()

    async def finish_all(self) -> None:
        """Finish every page that waits, for the spider is being closed; a job goes on with them another time."""
        if job(self._crawler) is not None:
            await self._background.done()
            return
        await self.hurry_all()
        await self._finish_at_end()

    async def hurry_all(self) -> None:
        """Let all sites decide with what is there, so that no page waits any more."""
        await self._background.done()
        while self._hurry():
            await self._background.done()
