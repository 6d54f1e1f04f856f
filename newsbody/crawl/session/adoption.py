"""Several workers on the same sites: who goes first, what the others learned meanwhile, and which sites are over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import create_looping_call

from newsbody.crawl.learning.actions import Changed, Work, ask
from newsbody.crawl.learning.reorder_buffer import MAX_AHEAD
from newsbody.crawl.learning.site import Sites
from newsbody.crawl.learning.study import Study
from newsbody.crawl.queue.going_first import Lead
from newsbody.crawl.queue.shared_queue import SharedQueue, shared_queue
from newsbody.stores import ProfileError

logger = logging.getLogger(__name__)

#: Between two looks at what other workers learned.
REFRESH_SECONDS = 2.0


class Adoption:
    """One per crawl whose profiles other workers use, too. ``spawn`` has work done beside the crawl."""

    def __init__(
        self, crawler: Crawler, sites: Sites, study: Study, spawn: Callable[[Work[None]], asyncio.Future[None]]
    ) -> None:
        self._crawler, self._sites, self._study, self._spawn = crawler, sites, study, spawn
        self._refreshing = create_looping_call(self._refresh)
        self._under_way: asyncio.Future[None] | None = None
        #: Sites of which something is to be taken over.
        self._changed: set[str] = set()
        self._complained = False
        crawler.signals.connect(self._spider_opened, signal=signals.spider_opened)

    def _spider_opened(self) -> None:
        queue = shared_queue(self._crawler)
        if queue is not None:
            queue.first.learned, queue.first.adopts = self._has_learned, True
        self._look_who_goes_first()
        self._refreshing.start(REFRESH_SECONDS, now=False)

    def stop(self) -> None:
        """Look no more."""
        if self._refreshing.running:
            self._refreshing.stop()

    def _has_learned(self) -> bool:
        return any(site.may_be_shared for site in self._sites)

    def _look_who_goes_first(self) -> None:
        """Who works alone learns from pages in their own order; of those that many share, each sees some."""
        queue = shared_queue(self._crawler)
        if queue is not None:
            self._sites.look_ahead(MAX_AHEAD if queue.first.leads else 0)

    def _refresh(self) -> None:
        # One look after the other: at a thousand sites one may take longer than the time between two.
        if self._under_way is None or self._under_way.done():
            self._under_way = self._spawn(self._adopt())

    def _changes(self) -> Work[frozenset[str] | None]:
        try:
            return (yield from ask(Changed()))
        except ProfileError as error:
            if not self._complained:
                logger.warning("Each site is asked for what other workers learned of it: %s", error)
            self._complained = True
            return None

    def _adopt(self) -> Work[None]:
        """Use what other workers learned meanwhile; of a site at which this one is at work just now, the next time."""
        queue = shared_queue(self._crawler)
        first_is_done = queue is not None and queue.first.lead is Lead.ADOPTING
        changed = yield from self._changes()
        hosts = {site.host for site in self._sites}
        self._changed = hosts if changed is None else hosts & (self._changed | changed)
        for site in self._sites:
            if site.host in self._changed and site.loaded and not site.at_work:
                self._changed.discard(site.host)
                yield from self._study.adopt(site)
        if queue is not None and first_is_done:
            queue.first.adopted()
        self._look_who_goes_first()
        self._decide_what_is_over(queue)

    def _decide_what_is_over(self, queue: SharedQueue | None) -> None:
        """Let the sites decide of which nothing is left that could teach them."""
        sites = {site.host: site for site in self._sites if self._study.decides_when_over(site)}
        over = [host for host in sites if sites[host].order.is_over] if queue is None else queue.over(list(sites))
        for host in over:
            self._study.decide(sites[host])
