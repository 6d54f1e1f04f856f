"""Sites are learned from their pages, which take turns."""

from __future__ import annotations

import asyncio
import logging
from itertools import count
from typing import TYPE_CHECKING

from scrapy import Request, signals

from newsbody.crawl.engine import send_request, shared_queue
from newsbody.crawl.learning.discovery import Frontier
from newsbody.crawl.learning.site import MAX_SAMPLE_PAGES, Lesson, Site
from newsbody.crawl.learning.visits import Visit, Waiting
from newsbody.crawl.learning.waiting_room import WaitingRoom
from newsbody.crawl.meta import promoted
from newsbody.crawl.pages.reading import is_article
from newsbody.rules.drift import REFERENCE

if TYPE_CHECKING:
    from newsbody.crawl.session import Crawl

logger = logging.getLogger(__name__)


class Study:
    """One per crawl; what is read, learned and stored is its crawl's."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._settings = crawl.settings
        self.frontier = Frontier(crawl.settings, crawl.site, self.soon)
        self.room = WaitingRoom(crawl, self.soon)
        self._turns = count(1)
        crawl.crawler.signals.connect(self._dropped, signal=signals.request_dropped)

    def _dropped(self, request: Request) -> None:
        self.frontier.redirected(request)  # to an address that was asked for already

    def starts_are_over(self) -> None:
        """No more requests that the crawl starts with are to come."""
        self.frontier.started = True
        for site in self._crawl.learner.sites:
            self.soon(site)

    def soon(self, site: Site) -> None:
        """Let the pages take their turns that can."""
        if site.loaded and not site.studying:
            self._crawl.background.start(self.now(site))

    async def now(self, site: Site) -> None:
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
            self.room.go_on(site)
        finally:
            site.studying = False

    async def _take_turn(self, site: Site, visit: Visit) -> None:
        for url, text_length in visit.links:
            self.frontier.expect(url, text_length)
        if visit.moved_to:
            self._crawl.site(visit.moved_to).order.expect(visit.moved_to)
        for page in visit.pages:
            page.turn = next(self._turns)
            if page.kind == "topic" and len(site.shown) < MAX_SAMPLE_PAGES:
                site.shown.append(page.source)
        if site.addresses.sample_full:
            await self.learn_addresses(site)
        for page in visit.pages:
            await self._join_sample(site, page)
            await self._try_rule(site, page)
        self.room.go_on(site)

    async def _join_sample(self, site: Site, page: Waiting) -> None:
        lesson = site.lesson_of(page)
        if lesson.settled or page not in site.waiting or not self.room.is_wanted(site, page):
            return
        if lesson.kind == "article":
            # A page without an article says nothing of where articles stand.
            reading = await self._crawl.read(page.source, lesson.kind)
            if not is_article(reading) or site.kind(page.source.url) == "list":
                return
        lesson.add_sample(page.source)
        if len(lesson.sample) >= lesson.next_try:
            await self.learn(site, lesson)

    async def _try_rule(self, site: Site, page: Waiting) -> None:
        """Does a rule of an earlier crawl still match?"""
        lesson = site.lesson_of(page)
        if lesson.proven or page not in site.waiting or not self.room.is_wanted(site, page):
            return
        page.reading = await self._crawl.read(page.source, lesson.kind)
        self._crawl.watch(lesson, page.source, page.reading)
        if not page.reading.by_rule and (lesson.kind == "thread" or is_article(page.reading)):
            self.room.take_out(site, page)
            await self.room.keep_unmatched(lesson, page)
        if lesson.doubted:
            await self.learn(site, lesson)
        lesson.proven |= lesson.watch.recent.count(True) >= REFERENCE
        if lesson.proven:
            await asyncio.gather(*(odd.finish(odd.reading) for odd in self.room.taken_unmatched(lesson)))

    # --- learning -------------------------------------------------------------------------

    async def learn_addresses(self, site: Site) -> None:
        """Learn which addresses of a site are topics, from those of the pages that had their turn."""
        under_way = await self._crawl.learner.learn_addresses(site)
        if under_way is not None:
            await self.use_addresses(site, under_way)

    async def use_addresses(self, site: Site, under_way: list[Request]) -> None:
        """Put the topics before all else, and let the pages go on that waited to know what they are."""
        site.shown.clear()
        if self._settings.once:
            queue = shared_queue(self._crawl.crawler)
            for request in under_way:
                kind = site.addresses.worth(request.url) or "other"
                self._crawl.count("requests_promoted")
                again = promoted(request, site.addresses.canonical(request.url), kind)
                # Where others are at work on the same queue, a request that passes by the filter goes out from each.
                send_request(self._crawl.crawler, again.replace(dont_filter=queue is None or queue.goes_first))
            site.order.readdress(site.addresses)
        for page in sorted((page for page in site.waiting if page.turn), key=lambda page: page.turn or 0):
            await self._join_sample(site, page)
        self.room.go_on(site)

    async def learn(self, site: Site, lesson: Lesson) -> None:
        """Learn a rule and finish the pages that waited for it."""
        before = lesson.rules
        if lesson.rule:
            self._crawl.count("drift")
        under_way = await self._crawl.learner.learn_rule(site, lesson)
        if under_way is not None:
            await self.use_addresses(site, under_way)
        await self.use_rule(site, lesson, before)

    async def use_rule(self, site: Site, lesson: Lesson, before: int) -> None:
        """Finish the pages that waited; those that the rule ``before`` did not match only with another."""
        self.room.go_on(site)
        if lesson.rules > before:
            await asyncio.gather(*(self._finish_unmatched(lesson, page) for page in self.room.taken_unmatched(lesson)))

    async def _finish_unmatched(self, lesson: Lesson, page: Waiting) -> None:
        await page.finish(await self._crawl.read(page.source, lesson.kind))

    async def _decide(self, site: Site) -> None:
        """Decide with what is there; afterwards no page of the site waits, whatever went wrong."""
        try:
            await self._learn_from_the_rest(site)
        except Exception:
            logger.exception("%s: learning at the end failed, its pages go out with what is known", site.host)
            self._crawl.count("errors")
        for lesson in list(site.lessons.values()):
            for page in self.room.taken_unmatched(lesson):
                await page.finish(page.reading)
        for page in site.waiting[:]:
            self.room.release(site, page)

    async def _learn_from_the_rest(self, site: Site) -> None:
        """Learn from fewer addresses and pages than are asked for at other times."""
        if site.addresses.anything_new and not site.addresses.learning:
            await self.learn_addresses(site)
        undecided = [page for page in site.waiting if self.room.is_wanted(site, page) is None]
        for page in undecided:
            page.turn = page.turn or next(self._turns)
        undecided.sort(key=lambda page: page.turn or 0)
        shown = await asyncio.gather(*(self._crawl.reader.shows_posts(page.source) for page in undecided))
        for page, is_thread in zip(undecided, shown, strict=True):
            # Without a resolver a page is a topic when it looks like one.
            page.kind = "thread" if is_thread else page.kind
            await self._join_sample(site, page)
        for lesson in list(site.lessons.values()):
            if not lesson.settled and len(lesson.sample) > lesson.tried:
                await self.learn(site, lesson)
