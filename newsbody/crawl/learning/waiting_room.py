"""Where pages wait until their site is learned.

They wait *outside* of Scrapy: their items are not in the pipelines and hold no place in the
scraper slot, so that waiting can neither stop the crawl nor keep it from being idle. They go on
when their site is learned, when too many bytes wait, when the spider is idle, or when it is
closed, whatever comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from newsbody.crawl.learning.site import Lesson, Site
from newsbody.crawl.learning.visits import Visit, Waiting
from newsbody.rules.drift import WINDOW

if TYPE_CHECKING:
    from newsbody.crawl.session import Crawl


class WaitingRoom:
    """One per crawl. ``study`` is told of a site that is to decide with what is there."""

    def __init__(self, crawl: Crawl, study: Callable[[Site], None]) -> None:
        self._crawl = crawl
        self._settings = crawl.settings
        self._study = study
        #: How many pages came so far.
        self.pages = 0
        self._bytes = 0

    def waits(self, page: Waiting, visit: Visit) -> bool:
        """Must a page wait for its site to be learned? Then it is finished later; else :meth:`finish` it now."""
        self.pages += 1
        site = self._crawl.site(page.source.url)
        wanted, lesson = self.is_wanted(site, page), site.lesson_of(page)
        if site.loaded and (wanted is False or (site.order.closed and lesson.closed)):
            return False
        visit.pages.append(page)
        site.waiting.append(page)
        self._bytes += len(page.source.data)
        if wanted is None or not lesson.settled:
            self._crawl.count("pages_waited")
        if site.loaded and (page.kind == "article" or (wanted and not lesson.proven)):
            self._crawl.background.start(self._read_ahead(lesson, page))
        if self._bytes > self._settings.waiting_bytes:
            self._crawl.count("waits_cut_short")
            site.hurried = True
            self._study(site)
        return True

    def is_wanted(self, site: Site, page: Waiting) -> bool | None:
        """Is a page what was asked for, and not fetched under its own address as well? None: not known yet."""
        url = page.source.url
        if page.kind != "topic":
            return True
        if site.addresses.resolver is None:
            return None
        variant = self._settings.once and not page.chosen and site.addresses.is_variant(url)
        return site.kind(url) == "topic" and not variant

    async def _read_ahead(self, lesson: Lesson, page: Waiting) -> None:
        await self._crawl.read(page.source, lesson.kind)

    async def finish(self, page: Waiting) -> None:
        """Read a page that need not wait (any longer)."""
        site = self._crawl.site(page.source.url)
        if not self.is_wanted(site, page):
            await page.finish(None)
            return
        lesson = site.lesson_of(page)
        page.reading = await self._crawl.read(page.source, lesson.kind)
        if page.kind == "topic" and lesson.rule and not page.reading.by_rule:
            await self.keep_unmatched(lesson, page)
        else:
            await page.finish(page.reading)

    async def keep_unmatched(self, lesson: Lesson, page: Waiting) -> None:
        """Keep a page until it is clear whether the rule or the page is the odd one; of many, the oldest goes."""
        lesson.unmatched.append(page)
        self._bytes += len(page.source.data)
        if len(lesson.unmatched) > WINDOW:
            oldest = lesson.unmatched.pop(0)
            self._bytes -= len(oldest.source.data)
            await oldest.finish(oldest.reading)

    def taken_unmatched(self, lesson: Lesson) -> list[Waiting]:
        """Take out the pages that the rule did not match."""
        pages = lesson.unmatched[:]
        lesson.unmatched.clear()
        self._bytes -= sum(len(page.source.data) for page in pages)
        return pages

    def take_out(self, site: Site, page: Waiting) -> None:
        """A page waits no longer."""
        site.waiting.remove(page)
        self._bytes -= len(page.source.data)

    def release(self, site: Site, page: Waiting) -> None:
        """Finish a page that waited."""
        self.take_out(site, page)
        self._crawl.background.start(self.finish(page))

    def go_on(self, site: Site) -> None:
        """Finish the pages that need not wait any longer."""
        if site.learned:
            site.order.close()
        for page in site.waiting[:]:
            wanted = self.is_wanted(site, page)
            had_turn = page.turn is not None or site.order.closed
            if wanted is False or (wanted and had_turn and site.lesson_of(page).settled):
                self.release(site, page)
