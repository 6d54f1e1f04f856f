"""Several workers on the same sites: who goes first, and what the others learned meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from newsbody.crawl.engine import shared_queue
from newsbody.crawl.learning.turns import MAX_AHEAD

if TYPE_CHECKING:
    from newsbody.crawl.session import Crawl

#: Between two looks at what other workers learned.
REFRESH_SECONDS = 2.0


class Sharing:
    """One per crawl whose profiles other workers use, too."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._crawler = crawl.crawler
        self._refreshing = create_looping_call(self._refresh)
        self._crawler.signals.connect(self._spider_opened, signal=signals.spider_opened)

    def _spider_opened(self) -> None:
        queue = shared_queue(self._crawler)
        if queue is not None:
            queue.waits = not queue.open and not queue.goes_first
        self._look_who_goes_first()
        self._refreshing.start(REFRESH_SECONDS, now=False)

    def stop(self) -> None:
        """Look no more."""
        if self._refreshing.running:
            self._refreshing.stop()

    def _look_who_goes_first(self) -> None:
        """Who works alone learns from pages in their own order; of those that many share, each sees some."""
        queue, sites = shared_queue(self._crawler), self._crawl.learner.sites
        if queue is not None:
            queue.learned = any(site.learned for site in sites) and not any(site.waiting for site in sites)
            sites.look_ahead(MAX_AHEAD if queue.goes_first else 0)

    def _refresh(self) -> None:
        self._crawl.background.start(self._adopt())

    async def _adopt(self) -> None:
        """Use what other workers learned meanwhile: at once where pages wait for it, else after a while."""
        queue = shared_queue(self._crawler)
        first_is_done = queue is not None and queue.open and queue.waits
        for site in self._crawl.learner.sites:
            if not site.loaded or site.learning:
                continue
            before = {kind: lesson.rules for kind, lesson in site.lessons.items()}
            fresh = first_is_done or site.addresses.resolver is None or site.busy
            under_way = await self._crawl.learner.adopt(site, fresh=fresh)
            if under_way is not None:
                await self._crawl.study.use_addresses(site, under_way)
            for lesson in list(site.lessons.values()):
                if lesson.settled and not lesson.learning:
                    await self._crawl.study.use_rule(site, lesson, before.get(lesson.kind, 0))
        if queue is not None and first_is_done:
            queue.waits = False
        self._look_who_goes_first()
