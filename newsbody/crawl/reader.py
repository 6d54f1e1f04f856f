"""Reads the pages of a crawl: by the rule of their site, which is learned from the first of them.

Pages whose site is not learned yet wait *outside* of Scrapy: their items are not in the
pipelines and hold no place in the scraper slot, so that waiting can neither stop the crawl
nor keep it from being idle. They go on when the sample is full, when too many bytes wait,
when the spider is idle, or when it is closed, whatever comes first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.utils.asyncio import create_looping_call
from w3lib.encoding import http_content_type_encoding

from newsbody.crawl.engine import Background, Phase, send_request, shared_queue
from newsbody.crawl.handover import Handover
from newsbody.crawl.learner import MAX_SAMPLE_PAGES, Learner
from newsbody.crawl.requests import promoted
from newsbody.crawl.settings import CrawlSettings
from newsbody.crawl.sites import Lesson, Site, Waiting
from newsbody.crawl.work import NOTHING, Reading, Source, count_posts, is_article, read
from newsbody.crawl.workers import Workers
from newsbody.rules.drift import WINDOW
from newsbody.sitememory import SiteMemory
from newsbody.sites import host_of
from newsbody.stores import Learned, ProfileError, open_store

logger = logging.getLogger(__name__)

#: Between two looks at what other workers learned.
REFRESH_SECONDS = 2.0

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
        #: Awaited when nothing else is left to do, before the spider closes; again when pages came afterwards.
        self.at_end: list[Callable[[], Awaitable[None]]] = []
        self._ended = False
        self._waiting_bytes = 0
        # Several items may come from one page: it is handed over once and read once.
        self._sources: WeakKeyDictionary[Response, Source] = WeakKeyDictionary()
        self._readings: WeakKeyDictionary[Source, tuple[str, Learned | None, SiteMemory, asyncio.Future[Reading]]]
        self._readings = WeakKeyDictionary()
        crawler.signals.connect(self._spider_idle, signal=signals.spider_idle)
        self._refreshing = create_looping_call(self._refresh)
        if self.settings.shared:
            crawler.signals.connect(self._spider_opened, signal=signals.spider_opened)

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
        await self._decide(site)

    def count(self, what: str) -> None:
        self.crawler.stats.inc_value(f"newsbody/{what}")

    # --- with other workers ---------------------------------------------------------------

    def _spider_opened(self) -> None:
        self._refreshing.start(REFRESH_SECONDS, now=False)

    def _refresh(self) -> None:
        self.background.start(self._adopt())

    async def _adopt(self) -> None:
        """Use what other workers learned meanwhile: at once where pages wait for it, else after a while."""
        for site in self.learner.sites:
            if not site.loaded or site.learning:
                continue
            before = {kind: lesson.rules for kind, lesson in site.lessons.items()}
            under_way = await self.learner.adopt(site, fresh=site.addresses.resolver is None or site.busy)
            if under_way is not None:
                await self._use_addresses(site, under_way)
            for lesson in list(site.lessons.values()):
                if lesson.settled and not lesson.learning:
                    await self._use_rule(lesson, before.get(lesson.kind, 0))

    def hold(self, request: Request | None) -> None:
        """A page may wait: until it is released its request is this worker's to finish."""
        if request is not None and (queue := shared_queue(self.crawler)) is not None:
            queue.hold(request)

    def release(self, request: Request | None, *, with_request: Request | None = None) -> None:
        """All that a page gave is out, or will be when another request is done."""
        queue = shared_queue(self.crawler)
        if request is not None and queue is not None:
            if with_request is None:
                queue.release(request)
            else:
                queue.when_done(with_request, lambda _: queue.release(request))

    def claim(self, url: str, *, again: bool = False) -> bool:
        """Note that a page is fetched; False when it was before, under whatever address and by whatever worker.

        ``again``: its request was taken back from a worker that ended, whose claims do not count.
        """
        addresses, queue = self.site(url).addresses, shared_queue(self.crawler)
        return addresses.claim(url) and (again or queue is None or queue.claim(addresses.canonical(url)))

    # --- reading --------------------------------------------------------------------------

    def source_of(self, response: Response | None) -> Source | None:
        """The page of a response as plain data, None for what is no HTML page."""
        if not isinstance(response, HtmlResponse):
            return None
        if response not in self._sources:
            content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
            encoding = http_content_type_encoding(content_type)
            self._sources[response] = Source(response.body, response.url, encoding)
        return self._sources[response]

    async def read(self, source: Source, kind: str) -> Reading:
        """Read a page now, by rule where there is one. A page that breaks the reading gives NOTHING."""
        lesson = self.site(source.url).lesson(kind)
        known = self._readings.get(source)
        if known is None or known[:3] != (kind, lesson.entry, lesson.memory):
            future = asyncio.ensure_future(self._read(source, lesson))
            known = self._readings[source] = (kind, lesson.entry, lesson.memory, future)
        return await known[3]

    async def _read(self, source: Source, lesson: Lesson) -> Reading:
        entry = lesson.entry
        rule = entry.value if entry else None
        try:
            reading = await self._workers.run(read, source, lesson.kind, rule, lesson.memory, self.settings.extractor)
        except Exception:
            logger.exception("newsbody could not read %s: its item stays without a body", source.url)
            self.count("errors")
            return NOTHING
        self.count("pages_by_rule" if reading.by_rule else "pages_by_extractor")
        if entry is lesson.entry and lesson.settled:
            self._watch(self.site(source.url), lesson, source, reading)
        return reading

    def _watch(self, site: Site, lesson: Lesson, source: Source, reading: Reading) -> None:
        """Count whether the rule matched; learn it (again) when it is time to."""
        if reading.by_rule:
            lesson.matched += 1
        elif lesson.kind == "article" and not is_article(reading):
            return
        if lesson.rule:
            lesson.missed += not reading.by_rule
            lesson.watch.add(matched=reading.by_rule, shape=reading.share)
            if lesson.watch.odd_in_a_row:
                lesson.add_sample(source)
                del lesson.sample[: -self.settings.sample_pages]
            if lesson.doubted and not lesson.learning:
                self.count("drift")
                lesson.learning = True
                self.background.start(self._learn(site, lesson))
        elif len(lesson.sample) < MAX_SAMPLE_PAGES:
            lesson.add_sample(source)
            if len(lesson.sample) >= lesson.next_try and not lesson.learning:
                lesson.learning = True
                self.background.start(self._learn(site, lesson))

    # --- waiting --------------------------------------------------------------------------

    def is_settled(self, url: str, kind: str) -> bool:
        """Can a page of this kind be read at once, without waiting for a rule?"""
        site = self.site(url)
        return site.loaded and site.lesson(kind).settled

    async def admit(self, page: Waiting) -> None:
        """Finish a page: now, or when its site is learned."""
        self._ended = False
        site = self.site(page.source.url)
        address = site.kind(page.source.url) if page.kind == "topic" else "topic"
        if not site.loaded or address is None:
            await self._wait(site, site.undecided, page)
            return
        variant = self.settings.once and not page.chosen and site.addresses.is_variant(page.source.url)
        if address != "topic" or (page.kind == "topic" and variant):
            await page.finish(None)  # no topic, or one that is fetched under its own address as well
            return
        kind = "article" if page.kind == "article" else "thread"
        lesson = site.lesson(kind)
        if not lesson.settled:
            await self._join_sample(site, lesson, page)
            return
        reading = await self.read(page.source, kind)
        if page.kind == "topic" and lesson.rule and not reading.by_rule:
            page.reading = reading
            await self._keep_unmatched(lesson, page)
        else:
            await page.finish(reading)

    async def _join_sample(self, site: Site, lesson: Lesson, page: Waiting) -> None:
        if lesson.kind == "article":
            # A page without an article says nothing of where articles stand, and need not wait.
            page.reading = await self.read(page.source, lesson.kind)
            if not is_article(page.reading) or lesson.settled or site.kind(page.source.url) == "list":
                await page.finish(await self.read(page.source, lesson.kind))
                return
        if not lesson.learning:
            lesson.add_sample(page.source)
        full = len(lesson.sample) >= lesson.next_try and not lesson.learning
        await self._wait(site, lesson.waiting, page)
        if full and not lesson.settled and not lesson.learning:
            await self._learn(site, lesson)

    async def _wait(self, site: Site, queue: list[Waiting], page: Waiting) -> None:
        queue.append(page)
        self.count("pages_waited")
        self._waiting_bytes += len(page.source.data)
        if self._waiting_bytes > self.settings.waiting_bytes:
            self.count("waits_cut_short")
            await self._flush(site)

    def _taken(self, queue: list[Waiting]) -> list[Waiting]:
        """Take all pages out of a queue."""
        pages = queue[:]
        queue.clear()
        self._waiting_bytes -= sum(len(page.source.data) for page in pages)
        return pages

    async def _keep_unmatched(self, lesson: Lesson, page: Waiting) -> None:
        lesson.unmatched.append(page)
        self._waiting_bytes += len(page.source.data)
        if len(lesson.unmatched) > WINDOW:
            oldest = lesson.unmatched.pop(0)
            self._waiting_bytes -= len(oldest.source.data)
            await oldest.finish(oldest.reading)

    # --- learning -------------------------------------------------------------------------

    def learn_addresses_when_full(self, site: Site) -> None:
        """Start learning when there are enough addresses; the requests do not wait for it."""
        if site.addresses.sample_full:
            site.addresses.learning = True
            self.background.start(self.learn_addresses(site))

    async def learn_addresses(self, site: Site) -> None:
        """Learn which addresses of a site are topics, from those seen so far."""
        under_way = await self.learner.learn_addresses(site)
        if under_way is not None:
            await self._use_addresses(site, under_way)

    async def _use_addresses(self, site: Site, under_way: list[Request]) -> None:
        """Put the topics before all else, and let the pages go on that waited to know what they are."""
        if self.settings.once:
            for request in under_way:
                kind = site.addresses.worth(request.url) or "other"
                self.count("requests_promoted")
                again = promoted(request, site.addresses.canonical(request.url), kind)
                # Where many workers share a filter of duplicates, a request that passes by it goes out from each.
                send_request(self.crawler, again.replace(dont_filter=not self.settings.shared))
        await self._decide(site)

    async def _decide(self, site: Site) -> None:
        """Let the pages go on that waited to know whether they are topics."""
        await asyncio.gather(*(self.admit(page) for page in self._taken(site.undecided)))

    async def _learn(self, site: Site, lesson: Lesson, *, last: bool = False) -> None:
        """Learn a rule and finish the pages that waited for it; the ``last`` time also without one."""
        before = lesson.rules
        await self.learner.learn_rule(site, lesson, last=last)
        if lesson.settled:
            await self._use_rule(lesson, before)

    async def _use_rule(self, lesson: Lesson, before: int) -> None:
        """Finish the pages that waited; those that the rule ``before`` did not match only with another."""
        pages = self._taken(lesson.waiting)
        if lesson.rules > before:
            pages += self._taken(lesson.unmatched)
        await asyncio.gather(*(self._finish(lesson, page) for page in pages))

    async def _finish(self, lesson: Lesson, page: Waiting) -> None:
        """What the extractor gave before the site was known is not left different from what comes later."""
        if page.reading is None or lesson.rule or len(lesson.memory):
            page.reading = await self.read(page.source, lesson.kind)
        await page.finish(page.reading)

    # --- the end --------------------------------------------------------------------------

    def _phase(self) -> Phase:
        if any(site.busy for site in self.learner.sites):
            return Phase.WAITING
        return Phase.COLLECTING if self.at_end and not self._ended else Phase.DONE

    def _spider_idle(self) -> None:
        if self.background:
            raise DontCloseSpider
        phase, queue = self._phase(), shared_queue(self.crawler)
        if queue is not None and not queue.agree(phase):
            raise DontCloseSpider
        if phase is not Phase.DONE:
            self.background.start(self._before_close())
            raise DontCloseSpider

    async def _before_close(self) -> None:
        busy = [site for site in self.learner.sites if site.busy]
        for site in busy:
            await self._flush(site)
        if not busy:
            await self._finish_at_end()

    async def _finish_at_end(self) -> None:
        if not self._ended:
            self._ended = True
            for finish in self.at_end:
                await finish()

    async def _flush(self, site: Site) -> None:
        """Decide with what is there; afterwards no page of the site waits."""
        if not site.loaded:
            return
        if site.addresses.anything_new and not site.addresses.learning:
            await self.learn_addresses(site)
        undecided = self._taken(site.undecided)
        await asyncio.gather(*(self._decide_by_structure(site, page) for page in undecided))
        for lesson in list(site.lessons.values()):
            if lesson.waiting and not lesson.learning:
                await self._learn(site, lesson, last=True)
            await asyncio.gather(*(page.finish(page.reading) for page in self._taken(lesson.unmatched)))

    async def _decide_by_structure(self, site: Site, page: Waiting) -> None:
        """Without a resolver a page is a topic when it looks like one."""
        try:
            is_thread = await self._workers.run(count_posts, page.source) > 0
        except Exception:
            logger.exception("newsbody could not read %s", page.source.url)
            self.count("errors")
            is_thread = False
        if is_thread:
            page.kind = "thread"
            await self.admit(page)
        else:
            await page.finish(None)

    async def finish_all(self) -> None:
        """Finish every page that waits, for the spider is being closed."""
        await self.background.done()
        while busy := [site for site in self.learner.sites if site.busy]:
            for site in busy:
                await self._flush(site)
            await self.background.done()
        await self._finish_at_end()
        for site in self.learner.sites:
            await self.learner.save_evidence(site)

    async def close(self) -> None:
        """Report what was learned and let go of the workers and the store."""
        if self._refreshing.running:
            self._refreshing.stop()
        self.learner.report()
        self._workers.close()
        await self._store.aclose()
        _readers.pop(self.crawler, None)
