"""One crawl: its parts are built here, its sites are known here."""

from __future__ import annotations

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
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reader import Reader
from newsbody.crawl.pages.reading import Reading, is_article
from newsbody.crawl.settings import CrawlSettings
from newsbody.crawl.shared.adoption import Sharing
from newsbody.sites import host_of
from newsbody.stores import Learned, ProfileError, open_store

logger = logging.getLogger(__name__)

_crawls: WeakKeyDictionary[Crawler, Crawl] = WeakKeyDictionary()


class Crawl:
    """One per crawler; the only place where the parts of newsbody meet."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.settings = CrawlSettings.from_settings(crawler.settings)
        try:
            self._store = open_store(self.settings.profiles)
        except ProfileError as error:
            raise NotConfigured(f"NEWSBODY_PROFILES: {error}") from error
        self.reader = Reader(self.settings, self.count, self._was_read)
        self.learner = Learner(crawler, self.settings, self._store, self.reader)
        self.background = Background(crawler)
        self.handover = Handover(crawler)
        self.sources = Sources()
        self.study = Study(self)
        self.closing = Closing(crawler, self.background, self.learner, self.study)
        self._sharing = Sharing(self) if self.settings.shared else None

    @classmethod
    def of(cls, crawler: Crawler) -> Crawl:
        """What newsbody is doing in a crawl. Raises NotConfigured for impossible settings."""
        if crawler not in _crawls:
            _crawls[crawler] = cls(crawler)
        return _crawls[crawler]

    @classmethod
    def existing(cls, crawler: Crawler) -> Crawl | None:
        """What newsbody is doing in a crawl, None when nothing asked for it."""
        return _crawls.get(crawler)

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
        return await self.reader.read(source, kind, lesson.entry, lesson.memory)

    def _was_read(self, source: Source, kind: str, entry: Learned | None, reading: Reading) -> None:
        """Note in the life of a rule what it gave; when it is doubted by that, it is learned again."""
        lesson = self.site(source.url).lesson(kind)
        if entry is lesson.entry and lesson.closed:
            self.watch(lesson, source, reading)
            if lesson.doubted and not lesson.learning:
                lesson.learning = True
                self.background.start(self.study.learn(self.site(source.url), lesson))

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
        self.reader.close()
        await self._store.aclose()
        _crawls.pop(self.crawler, None)
