"""One crawl: its parts, the sites it knows, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.utils.misc import load_object

from newsbody.crawl.addresses.address import plain
from newsbody.crawl.addresses.aliases import Twins
from newsbody.crawl.ground.background import Background
from newsbody.crawl.ground.meta import promoted
from newsbody.crawl.ground.scrapy_engine import send_request, setting_up, wake
from newsbody.crawl.ground.settings import CrawlSettings, WrongSetting
from newsbody.crawl.learning.actions import Promote, Work
from newsbody.crawl.learning.pause import Pause
from newsbody.crawl.learning.site import Site, Sites
from newsbody.crawl.learning.study import Study
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reader import Reader
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.queue.base import Phase
from newsbody.crawl.queue.job_scheduler import job
from newsbody.crawl.queue.shared_queue import shared_queue
from newsbody.crawl.session.adoption import Adoption
from newsbody.crawl.session.claims import Claims
from newsbody.crawl.session.performer import Performer
from newsbody.page.sites import host_of
from newsbody.stores import Learned, ProfileError, open_store


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


# --- one crawl: its parts are built here, its sites are known here ----------------------

T = TypeVar("T")


class Ended(Enum):
    """Why there is no crawl, and will be none; the value says it."""

    GIVEN_UP = "it did not begin"
    CLOSED = "it is over, and its store is closed"


class CrawlEnded(RuntimeError):
    """Somebody asked for a crawl that ended. To make another would open its store once more, and leave it open."""


_crawls: WeakKeyDictionary[Crawler, Crawl | Ended] = WeakKeyDictionary()


class Crawl:
    """One per crawler; the only place where the parts of newsbody meet."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.settings = CrawlSettings.from_settings(crawler.settings)
        try:
            self._store = open_store(self.settings.profiles)
        except ProfileError as error:
            raise WrongSetting(f"NEWSBODY_PROFILES: {error}") from error
        self._parts: dict[Callable[[Crawler], Any], Any] = {}
        self._ready: WeakKeyDictionary[Site, asyncio.Future[None]] = WeakKeyDictionary()
        self.background = Background(lambda: self.count("errors"), lambda: wake(crawler))
        self.sites = Sites(
            self.settings.sample_urls,
            self.settings.sample_pages,
            looks_at_addresses=self.settings.looks_at_addresses,
            tries_addresses=self.settings.topics and getattr(crawler.spider, "reads_pages", False),
            newest_first=self.settings.newest_first,
            waiting_bytes=self.settings.waiting_bytes,
        )
        self.reader = Reader(self.settings, self.count, self._was_read, partial(self.count, "extraction_seconds"))
        keeps = not getattr(crawler.spider, "only_shown", False)
        self._performer = Performer(
            self.reader, self._store, self.read, self._promote, partial(wake, crawler), keeps=keeps
        )
        self.pause = Pause(self.sites, lambda: self._performer.sites_learned > 0)
        self.study = Study(self.settings, self.sites, self.site, self.spawn, self.count)
        self.twins = Twins()
        self.claims = Claims(crawler, lambda url: self.site(url).addresses, self.count)
        self.closing = Closing(crawler, self.background, self.sites, self.study)
        self._adoption = Adoption(crawler, self.sites, self.study, self.spawn) if self.settings.shared else None

    @classmethod
    def of(cls, crawler: Crawler) -> Crawl:
        """What newsbody is doing in a crawl. Raises WrongSetting, and CrawlEnded at the end."""
        found = _crawls.get(crawler)
        if isinstance(found, Ended):
            raise CrawlEnded(f"newsbody is asked for a crawl, but {found.value}")
        if found is None:
            with setting_up():
                if require := getattr(load_object(crawler.settings["SCHEDULER"]), "require", None):
                    require(crawler.settings)  # what a scheduler of ours needs is missed before its engine is there
                found = _crawls[crawler] = cls(crawler)
        return found

    @classmethod
    def existing(cls, crawler: Crawler) -> Crawl | None:
        """What newsbody is doing in a crawl, None when nothing asked for it, and at its end."""
        found = _crawls.get(crawler)
        return None if isinstance(found, Ended) else found

    def part(self, cls: Callable[[Crawler], T]) -> T:
        """The one instance of a class that several hooks share; made when it is first asked for."""
        if cls not in self._parts:
            self._parts[cls] = cls(self.crawler)
        return cast(T, self._parts[cls])

    def count(self, what: str, number: float = 1) -> None:
        self.crawler.stats.inc_value(f"newsbody/{what}", number)  # type: ignore[arg-type]  # seconds, too

    # --- sites --------------------------------------------------------------------------------

    def site(self, url: str) -> Site:
        """What is known of the site of an address; its profile is being loaded when nothing is."""
        site = self.sites.get(host_of(url))
        if site not in self._ready:
            self._ready[site] = self.spawn(self.study.load(site))
            own = job(self.crawler)
            if own is not None and (noted := own.noted(f"endless {site.host}")):
                site.addresses.endless.go_on(noted)
        return site

    def canonical(self, url: str) -> str:
        """What all addresses of a page have in common, by what is known of its site."""
        return self.site(url).addresses.canonical(plain(url))

    async def known_site(self, url: str) -> Site:
        """The site of an address, with its profile loaded."""
        site = self.site(url)
        await asyncio.wait([self._ready[site]])
        return site

    def note_endless(self, site: Site) -> None:
        """Remember what came of a site's pages for the process that goes on."""
        own = job(self.crawler)
        if own is not None and site.addresses.endless.anything:
            own.note(f"endless {site.host}", site.addresses.endless.to_json())

    def is_settled(self, url: str, kind: str) -> bool:
        """Can a page of this kind be read at once, without waiting for a rule?"""
        site = self.site(url)
        return site.loaded and site.rule(kind).at_once

    # --- what learning asks for, and is told --------------------------------------------------

    def spawn(self, work: Work[None]) -> asyncio.Future[None]:
        """Have some work of learning done beside the crawl."""
        return self.background.start(self._performer.run(work))

    async def run(self, work: Work[None]) -> None:
        """Do some work of learning now."""
        await self._performer.run(work)

    async def read(self, source: Source, kind: str) -> Reading:
        """Read a page now, by rule where there is one. A page that breaks the reading gives NOTHING."""
        life = self.site(source.url).rule(kind)
        closely = life.looks_closely(source.url)
        return await self.reader.read(source, kind, life.entry, life.memory, closely=closely)

    def _was_read(self, source: Source, kind: str, entry: Learned | None, reading: Reading) -> None:
        self.study.was_read(source, kind, entry, reading)

    def _promote(self, action: Promote) -> None:
        again = promoted(action.asked, action.url, action.kind)
        queue = shared_queue(self.crawler)
        # Where others are at work on the same queue, a request that passes by the filter goes out from each.
        send_request(self.crawler, again.replace(dont_filter=queue is None or queue.first.leads))

    # --- the end ------------------------------------------------------------------------------

    async def finish_all(self) -> None:
        """Finish every page that waits, and keep what the rules proved to be worth: the spider is being closed."""
        await self.closing.finish_all()
        for site in self.sites:
            self.note_endless(site)
            await self.run(self.study.learner.save_evidence(site))

    def give_up(self) -> None:
        """Let go of the store: the crawl does not begin."""
        self._store.close()
        _crawls[self.crawler] = Ended.GIVEN_UP

    async def close(self) -> None:
        """Report what was learned and let go of the reader and the store."""
        if self._adoption:
            self._adoption.stop()
        self.study.learner.report()
        self.reader.close()
        await self._store.aclose()
        _crawls[self.crawler] = Ended.CLOSED
