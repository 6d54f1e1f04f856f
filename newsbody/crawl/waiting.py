"""Where pages wait until their site is learned, and take turns at being learned from.

They wait *outside* of Scrapy: their items are not in the pipelines and hold no place in the
scraper slot, so that waiting can neither stop the crawl nor keep it from being idle. They go on
when their site is learned, when too many bytes wait, when the spider is idle, or when it is
closed, whatever comes first.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import count
from typing import TYPE_CHECKING

from scrapy import Request, signals
from scrapy.http import Response

from newsbody.crawl.engine import send_request
from newsbody.crawl.frontier import Frontier
from newsbody.crawl.requests import promoted
from newsbody.crawl.sites import MAX_SAMPLE_PAGES, Lesson, Site
from newsbody.crawl.visits import Visit, Waiting
from newsbody.crawl.work import is_article
from newsbody.rules.drift import REFERENCE, WINDOW

if TYPE_CHECKING:
    from newsbody.crawl.reader import Reader

logger = logging.getLogger(__name__)


class WaitingRoom:
    """One per crawl; what is read, learned and stored is its reader's."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._settings = reader.settings
        self.frontier = Frontier(reader.settings, reader.site, self.study_soon)
        #: How many pages came so far.
        self.pages = 0
        self._turns = count(1)
        self._bytes = 0
        reader.crawler.signals.connect(self._dropped, signal=signals.request_dropped)

    def _dropped(self, request: Request) -> None:
        self.frontier.redirected(request)  # to an address that was asked for already

    def starts_are_over(self) -> None:
        """No more requests that the crawl starts with are to come."""
        self.frontier.started = True
        for site in self._reader.learner.sites:
            self.study_soon(site)

    # --- waiting --------------------------------------------------------------------------

    def waits(self, page: Waiting, response: Response) -> bool:
        """Must a page wait for its site to be learned? Then it is finished later; else :meth:`finish` it now."""
        self.pages += 1
        site = self._reader.site(page.source.url)
        wanted, lesson = self._is_wanted(site, page), site.lesson_of(page)
        if site.loaded and (wanted is False or (site.order.closed and lesson.closed)):
            return False
        self.frontier.visit(response).pages.append(page)
        site.waiting.append(page)
        self._bytes += len(page.source.data)
        if wanted is None or not lesson.settled:
            self._reader.count("pages_waited")
        if site.loaded and (page.kind == "article" or (wanted and not lesson.proven)):
            self._reader.background.start(self._read_ahead(lesson, page))
        if self._bytes > self._settings.waiting_bytes:
            self._reader.count("waits_cut_short")
            site.hurried = True
            self.study_soon(site)
        return True

    def _is_wanted(self, site: Site, page: Waiting) -> bool | None:
        """Is a page what was asked for, and not fetched under its own address as well? None: not known yet."""
        url = page.source.url
        if page.kind != "topic":
            return True
        if site.addresses.resolver is None:
            return None
        variant = self._settings.once and not page.chosen and site.addresses.is_variant(url)
        return site.kind(url) == "topic" and not variant

    async def _read_ahead(self, lesson: Lesson, page: Waiting) -> None:
        await self._reader.read(page.source, lesson.kind)

    async def finish(self, page: Waiting) -> None:
        """Read a page that need not wait (any longer)."""
        site = self._reader.site(page.source.url)
        if not self._is_wanted(site, page):
            await page.finish(None)
            return
        lesson = site.lesson_of(page)
        page.reading = await self._reader.read(page.source, lesson.kind)
        if page.kind == "topic" and lesson.rule and not page.reading.by_rule:
            await self._keep_unmatched(lesson, page)
        else:
            await page.finish(page.reading)

    async def _keep_unmatched(self, lesson: Lesson, page: Waiting) -> None:
        lesson.unmatched.append(page)
        self._bytes += len(page.source.data)
        if len(lesson.unmatched) > WINDOW:
            oldest = lesson.unmatched.pop(0)
            self._bytes -= len(oldest.source.data)
            await oldest.finish(oldest.reading)

    def _taken_unmatched(self, lesson: Lesson) -> list[Waiting]:
        pages = lesson.unmatched[:]
        lesson.unmatched.clear()
        self._bytes -= sum(len(page.source.data) for page in pages)
        return pages

    def _take_out(self, site: Site, page: Waiting) -> None:
        site.waiting.remove(page)
        self._bytes -= len(page.source.data)

    def _release(self, site: Site, page: Waiting) -> None:
        self._take_out(site, page)
        self._reader.background.start(self.finish(page))

    def _go_on(self, site: Site) -> None:
        """Finish the pages that need not wait any longer."""
        if site.learned:
            site.order.close()
        for page in site.waiting[:]:
            wanted = self._is_wanted(site, page)
            had_turn = page.turn is not None or site.order.closed
            if wanted is False or (wanted and had_turn and site.lesson_of(page).settled):
                self._release(site, page)

    # --- taking turns ---------------------------------------------------------------------

    def study_soon(self, site: Site) -> None:
        """Let the pages take their turns that can."""
        if site.loaded and not site.studying:
            self._reader.background.start(self.study(site))

    async def study(self, site: Site) -> None:
        """Take the pages whose turn it is; afterwards, if the site is hurried, decide with what is there."""
        if site.studying:
            return
        site.studying = True
        try:
            while True:
                enough = site.addresses.sample_full or site.addresses.resolver is not None
                visit = site.order.take(started=self.frontier.started, enough=enough, hurry=site.hurried)
                if visit is not None:
                    await self._take_turn(site, visit)
                elif site.hurried:
                    site.hurried = False
                    await self._decide(site)
                else:
                    break
            self._go_on(site)
        finally:
            site.studying = False

    async def _take_turn(self, site: Site, visit: Visit) -> None:
        for url, text_length in visit.links:
            self.frontier.expect(url, text_length)
        if visit.moved_to:
            self._reader.site(visit.moved_to).order.expect(visit.moved_to)
        for page in visit.pages:
            page.turn = next(self._turns)
            if page.kind == "topic" and len(site.shown) < MAX_SAMPLE_PAGES:
                site.shown.append(page.source)
        if site.addresses.sample_full:
            await self.learn_addresses(site)
        for page in visit.pages:
            await self._join_sample(site, page)
            await self._try_rule(site, page)
        self._go_on(site)

    async def _join_sample(self, site: Site, page: Waiting) -> None:
        lesson = site.lesson_of(page)
        if lesson.settled or page not in site.waiting or not self._is_wanted(site, page):
            return
        if lesson.kind == "article":
            # A page without an article says nothing of where articles stand.
            reading = await self._reader.read(page.source, lesson.kind)
            if not is_article(reading) or site.kind(page.source.url) == "list":
                return
        lesson.add_sample(page.source)
        if len(lesson.sample) >= lesson.next_try:
            await self.learn(site, lesson)

    async def _try_rule(self, site: Site, page: Waiting) -> None:
        """Does a rule of an earlier crawl still match?"""
        lesson = site.lesson_of(page)
        if lesson.proven or page not in site.waiting or not self._is_wanted(site, page):
            return
        page.reading = await self._reader.read(page.source, lesson.kind)
        self._reader.watch(lesson, page.source, page.reading)
        if not page.reading.by_rule and (lesson.kind == "thread" or is_article(page.reading)):
            self._take_out(site, page)
            await self._keep_unmatched(lesson, page)
        if lesson.doubted:
            await self.learn(site, lesson)
        lesson.proven |= lesson.watch.recent.count(True) >= REFERENCE
        if lesson.proven:
            await asyncio.gather(*(odd.finish(odd.reading) for odd in self._taken_unmatched(lesson)))

    # --- learning -------------------------------------------------------------------------

    async def learn_addresses(self, site: Site) -> None:
        """Learn which addresses of a site are topics, from those of the pages that had their turn."""
        under_way = await self._reader.learner.learn_addresses(site)
        if under_way is not None:
            await self.use_addresses(site, under_way)

    async def use_addresses(self, site: Site, under_way: list[Request]) -> None:
        """Put the topics before all else, and let the pages go on that waited to know what they are."""
        site.shown.clear()
        if self._settings.once:
            for request in under_way:
                kind = site.addresses.worth(request.url) or "other"
                self._reader.count("requests_promoted")
                again = promoted(request, site.addresses.canonical(request.url), kind)
                # Where many workers share a filter of duplicates, a request that passes by it goes out from each.
                send_request(self._reader.crawler, again.replace(dont_filter=not self._settings.shared))
            site.order.readdress(site.addresses)
        for page in sorted((page for page in site.waiting if page.turn), key=lambda page: page.turn or 0):
            await self._join_sample(site, page)
        self._go_on(site)

    async def learn(self, site: Site, lesson: Lesson) -> None:
        """Learn a rule and finish the pages that waited for it."""
        before = lesson.rules
        if lesson.rule:
            self._reader.count("drift")
        await self._reader.learner.learn_rule(site, lesson)
        await self.use_rule(site, lesson, before)

    async def use_rule(self, site: Site, lesson: Lesson, before: int) -> None:
        """Finish the pages that waited; those that the rule ``before`` did not match only with another."""
        self._go_on(site)
        if lesson.rules > before:
            await asyncio.gather(*(self._finish_unmatched(lesson, page) for page in self._taken_unmatched(lesson)))

    async def _finish_unmatched(self, lesson: Lesson, page: Waiting) -> None:
        await page.finish(await self._reader.read(page.source, lesson.kind))

    async def _decide(self, site: Site) -> None:
        """Decide with what is there; afterwards no page of the site waits."""
        if site.addresses.anything_new and not site.addresses.learning:
            await self.learn_addresses(site)
        undecided = [page for page in site.waiting if self._is_wanted(site, page) is None]
        for page in undecided:
            page.turn = page.turn or next(self._turns)
        undecided.sort(key=lambda page: page.turn or 0)
        shown = await asyncio.gather(*(self._reader.shows_posts(page.source) for page in undecided))
        for page, is_thread in zip(undecided, shown, strict=True):
            # Without a resolver a page is a topic when it looks like one.
            page.kind = "thread" if is_thread else page.kind
            await self._join_sample(site, page)
        for lesson in list(site.lessons.values()):
            if not lesson.settled and len(lesson.sample) > lesson.tried:
                await self.learn(site, lesson)
            for page in self._taken_unmatched(lesson):
                await page.finish(page.reading)
        for page in site.waiting[:]:
            self._release(site, page)
