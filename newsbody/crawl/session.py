"""Reads the pages of a crawl: by the rule of their site, or by the extractor where there is none."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from newsbody.crawl.closing import Closing
from newsbody.crawl.engine import Background, shared_queue
from newsbody.crawl.hooks.origins import Handover
from newsbody.crawl.hooks.responses import Sources
from newsbody.crawl.learning.learner import Learner
from newsbody.crawl.learning.site import Lesson, Site
from newsbody.crawl.learning.study import Study
from newsbody.crawl.learning.visits import Waiting
from newsbody.crawl.pages.executor import Workers
from newsbody.crawl.pages.tasks import NOTHING, Reading, Source, count_posts, is_article, read
from newsbody.crawl.settings import CrawlSettings
from newsbody.crawl.shared.adoption import Sharing
from newsbody.sitememory import SiteMemory
from newsbody.sites import host_of
from newsbody.stores import Learned, ProfileError, open_store

logger = logging.getLogger(__name__)

_readers: WeakKeyDictionary[Crawler, Reader] = WeakKeyDictionary()


class Reader:
    """One per crawl, shared by the middleware, the pipeline and the spiders."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.settings = CrawlSettings.from_settings(crawler.settings)
        try:
            self._store = open_store(self.settings.profiles)
        except ProfileError as error:
            raise NotConfigured(f"NEWSBODY_PROFILES: {error}") from error
        self._workers = Workers(self.settings.processes)
        self.learner = Learner(crawler, self.settings, self._store, self._workers)
        self.background = Background(crawler)
        self.handover = Handover(crawler)
        self.sources = Sources()
        self.study = Study(self)
        self.closing = Closing(crawler, self.background, self.learner, self.study)
        self._readings: WeakKeyDictionary[Source, tuple[str, Learned | None, SiteMemory, asyncio.Future[Reading]]]
        self._readings = WeakKeyDictionary()
        self._sharing = Sharing(self) if self.settings.shared else None

    @classmethod
    def of(cls, crawler: Crawler) -> Reader:
        """The reader of a crawl. Raises NotConfigured for impossible settings."""
        if crawler not in _readers:
            _readers[crawler] = cls(crawler)
        return _readers[crawler]

    @classmethod
    def existing(cls, crawler: Crawler) -> Reader | None:
        """The reader of a crawl, None when nothing asked for it."""
        return _readers.get(crawler)

    def site(self, url: str) -> Site:
        """What is known of the site of an address; its profile is being loaded when nothing is."""
        site = self.learner.sites.get(host_of(url))
        if not site.loading:
            site.loading = True
            self.background.start(self._load(site))
        return site

    async def known_site(self, url: str) -> Site:
        """The site of an address, with its profile loaded."""
        site = self.learner.sites.get(host_of(url))
        if not site.loading:
            site.loading = True
            await self._load(site)
        return site

    async def _load(self, site: Site) -> None:
        await self.learner.load(site)
        for surplus in self.learner.sites.surplus():
            await self.learner.save_evidence(surplus)
        if site.addresses.resolver:
            await self.study.use_addresses(site, [])
        self.study.soon(site)

    def count(self, what: str) -> None:
        self.crawler.stats.inc_value(f"newsbody/{what}")

    # --- requests that this worker shares with others -----------------------------------------

    def hold(self, request: Request | None) -> None:
        """A page may wait: until it is released its request is this worker's to finish."""
        if request is not None and (queue := shared_queue(self.crawler)) is not None:
            queue.hold(request)

    def release(self, request: Request | None) -> None:
        """All that a page gave is out."""
        if request is not None and (queue := shared_queue(self.crawler)) is not None:
            queue.release(request)

    def claim(self, url: str, *, again: int = 0) -> bool:
        """Note that a page is fetched; False when it was before, under whatever address and by whatever worker.

        ``again``: how often its request was taken back from a worker that ended, whose claims do not count.
        """
        addresses, queue = self.site(url).addresses, shared_queue(self.crawler)
        # What another worker fetches is not noted as this one's: it may end, and the page come here.
        if queue is not None and not queue.claim(addresses.canonical(url), again):
            return False
        return addresses.claim(url)

    # --- reading --------------------------------------------------------------------------

    async def read(self, source: Source, kind: str) -> Reading:
        """Read a page now, by rule where there is one. A page that breaks the reading gives NOTHING."""
        lesson = self.site(source.url).lesson(kind)
        known = self._readings.get(source)
        broken = known and known[3].done() and known[3].result() is NOTHING
        if known is None or (known[:3] != (kind, lesson.entry, lesson.memory) and not broken):
            future = asyncio.ensure_future(self._read(source, lesson))
            known = self._readings[source] = (kind, lesson.entry, lesson.memory, future)
        return await known[3]

    @property
    def _wants_html(self) -> bool:
        """Does any item get its body as HTML?"""
        own = getattr(self.crawler.spider, "reads_pages", False)
        return own or self.settings.fields is None or "articleBodyHtml" in self.settings.fields

    async def _read(self, source: Source, lesson: Lesson) -> Reading:
        entry = lesson.entry
        rule = entry.value if entry else None
        try:
            reading = await self._workers.run(
                read, source, lesson.kind, rule, lesson.memory, self.settings.extractor, self._wants_html
            )
        except Exception:
            logger.exception("newsbody could not read %s: its item stays without a body", source.url)
            self.count("errors")
            return NOTHING
        self.count("pages_by_rule" if reading.by_rule else "pages_by_extractor")
        if entry is lesson.entry and lesson.closed:
            self.watch(lesson, source, reading)
            if lesson.doubted and not lesson.learning:
                lesson.learning = True
                self.background.start(self.study.learn(self.site(source.url), lesson))
        return reading

    def watch(self, lesson: Lesson, source: Source, reading: Reading) -> None:
        """Count whether the rule matched."""
        if reading.by_rule:
            lesson.matched += 1
        elif lesson.kind == "article" and not is_article(reading):
            return
        if lesson.rule:
            lesson.missed += not reading.by_rule
            lesson.watch.add(matched=reading.by_rule, shape=reading.share)
            if lesson.watch.odd_in_a_row:
                lesson.add_sample(source)
                del lesson.sample[: -lesson.next_try]

    async def shows_posts(self, source: Source) -> bool:
        """Does a page look like one of a thread?"""
        try:
            return await self._workers.run(count_posts, source) > 0
        except Exception:
            logger.exception("newsbody could not read %s", source.url)
            self.count("errors")
            return False

    def waits(self, page: Waiting, response: Response) -> bool:
        """Must a page wait for its site to be learned? See :meth:`WaitingRoom.waits`."""
        return self.study.room.waits(page, self.study.frontier.visit(response))

    def is_settled(self, url: str, kind: str) -> bool:
        """Can a page of this kind be read at once, without waiting for a rule?"""
        site = self.site(url)
        return site.loaded and site.lesson(kind).closed

    async def close(self) -> None:
        """Report what was learned and let go of the workers and the store."""
        if self._sharing:
            self._sharing.stop()
        self.learner.report()
        self._workers.close()
        await self._store.aclose()
        _readers.pop(self.crawler, None)
