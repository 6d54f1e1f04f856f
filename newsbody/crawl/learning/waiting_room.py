"""Where pages wait until their site is learned.

They wait *outside* of Scrapy: their items are not in the pipelines and hold no place in the
scraper slot, so that waiting can neither stop the crawl nor keep it from being idle. They go on
when their site is learned, when too many bytes wait, when the spider is idle, or when it is
closed, whatever comes first. Each is let out once: the state of a page says where it is, and
only this room moves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from newsbody.crawl.addresses.address_life import Fault
from newsbody.crawl.learning.actions import LetOut, Read, ShowsPosts, Together, Work, ask
from newsbody.crawl.learning.rule_life import MAX_SAMPLE_PAGES, State
from newsbody.crawl.learning.site import Site
from newsbody.crawl.learning.visit import PageState, PendingPage, Visit
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.rules.drift import WINDOW

if TYPE_CHECKING:
    from newsbody.crawl.ground.settings import CrawlSettings


class WaitingRoom:
    """One per crawl. ``spawn`` has work done; ``decide`` is told of a site that is to decide with what is there.

    ``weigh`` is told what a page says for its address, or against it; ``show`` of pages that tell what addresses mean.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        site_of: Callable[[str], Site],
        decide: Callable[[Site], None],
        spawn: Callable[[Work[None]], object],
        count: Callable[[str], None],
        weigh: Callable[[str, Fault | None], None],
        show: Callable[[Source], None],
    ) -> None:
        self._settings = settings
        self._site_of, self._decide, self._spawn, self._count = site_of, decide, spawn, count
        self._weigh, self._show = weigh, show
        #: How many pages came so far.
        self.pages = 0
        self._held = Counter[Source]()
        self._bytes = Counter[Site]()

    def waits(self, page: PendingPage, visit: Visit) -> bool:
        """A page came: must it wait for its site to be learned? Then it is finished later; else :meth:`finish` it."""
        self.pages += 1
        site = self._site_of(page.source.url)
        wanted, life = self.is_wanted(site, page), site.rule_of(page)
        if site.loaded and (wanted is False or (site.order.closed and life.at_once)):
            return False
        visit.pages.append(page)
        if page.guest and site.loaded and not site.is_patient:
            return False
        self._put(site, page, PageState.WAITING)
        if wanted is None or life.state is State.SAMPLING:
            self._count("pages_waited")
        # What is not learned from is read by the rule, once there is one.
        to_learn_from = page.kind == "article" and len(site.waiting) <= life.next_try
        page.ahead = site.loaded and (to_learn_from or bool(wanted and life.state is State.ON_TRIAL))
        if page.ahead:
            self._spawn(self._read_ahead(life.kind, page))
        if self._bytes.total() > self._settings.waiting_bytes:
            self._count("waits_cut_short")
            self._decide(max(self._bytes, key=self._bytes.__getitem__))
        return True

    def is_wanted(self, site: Site, page: PendingPage) -> bool | None:
        """Is a page what was asked for, and not fetched under its own address as well? None: not known yet."""
        if page.kind != "topic":
            return True
        if site.addresses.resolver is None:
            return None
        address = site.addresses.look(page.source.url)
        variant = self._settings.once and not page.chosen and site.addresses.has_own(address)
        return address.kind == "topic" and not variant

    def _read_ahead(self, kind: str, page: PendingPage) -> Work[None]:
        yield from ask(Read(page.source, kind))

    def finish(self, page: PendingPage) -> Work[None]:
        """Read a page that need not wait (any longer)."""
        site = self._site_of(page.source.url)
        if not self.is_wanted(site, page):
            yield from self.let_out(page, None)
            return
        life, read_with, odd = site.rule_of(page), -1, True
        while odd and read_with != life.rules:  # another one may be learned meanwhile
            read_with = life.rules
            page.reading = yield from ask(Read(page.source, life.kind))
            odd = life.is_odd(page.reading)
        # Articles that no template matches may be copies in print, and what is known of these shows when they go out.
        may_wait = page.kind == "topic" or (page.reading is not None and page.reading.by_rule)
        if odd and may_wait and life.rule:
            yield from self.keep_unmatched(site, page)
        else:
            yield from self.let_out(page, page.reading)

    def let_out(self, page: PendingPage, reading: Reading | None) -> Work[None]:
        """A page goes out, once."""
        if page.state is PageState.OUT:
            return
        site = self._site_of(page.source.url)
        self._put(site, page, PageState.OUT)
        if page.kind == "topic" and site.addresses.resolver is not None:
            yield from self._weigh_page(site, page.source, reading)
        yield from ask(LetOut(page, reading))

    def _weigh_page(self, site: Site, source: Source, reading: Reading | None) -> Work[None]:
        """Does a page show posts where it should, and none where it should not?"""
        self._show(source)
        life, address = site.rule("thread"), site.addresses.look(source.url)
        if reading is not None and address.kind == "topic":
            self._weigh(source.url, None if reading.by_rule else Fault.NO_POSTS)
            return
        entry = life.entry if reading is None and site.addresses.life.collects else None
        if entry and site.is_elsewhere(source) and (yield from ask(ShowsPosts(source, entry.value))):
            self._weigh(source.url, Fault.ELSEWHERE)

    def keep_unmatched(self, site: Site, page: PendingPage) -> Work[None]:
        """Keep a page until it is clear whether the rule or the page is the odd one; of many, the oldest goes: of more
        than are learned from next.

        Not while the site learns, which takes longer than many pages need to come: they are read by what it learns.
        """
        self._put(site, page, PageState.UNMATCHED)
        pages = self._unmatched(site, page)
        for oldest in pages[: -max(WINDOW, site.rule_of(page).next_try)] if not site.at_work else ():
            yield from self.let_out(oldest, oldest.reading)

    def let_out_unmatched(self, site: Site, kind: str) -> Work[None]:
        """The pages that a rule did not match go out as the extractor read them."""
        yield from ask(Together([self.let_out(page, page.reading) for page in site.unmatched[kind][:]]))

    def read_unmatched(self, site: Site, kind: str) -> Work[None]:
        """The pages that a rule did not match are read by the next one."""
        yield from ask(Together([self._read_again(kind, page) for page in site.unmatched[kind][:]]))

    def _read_again(self, kind: str, page: PendingPage) -> Work[None]:
        """Where addresses mean something else by now it may be no topic."""
        unwanted = self.is_wanted(self._site_of(page.source.url), page) is False
        reading = None if unwanted else (yield from ask(Read(page.source, kind)))
        yield from self.let_out(page, reading)

    def pass_over(self, site: Site, page: PendingPage) -> None:
        """A page that waits is not learned from, since it shows no article; of many, the oldest goes."""
        if page.state is PageState.WAITING and page not in site.passed_over:
            site.passed_over.append(page)
        if len(site.passed_over) > MAX_SAMPLE_PAGES:
            self.release(site, site.passed_over[0])

    def release(self, site: Site, page: PendingPage) -> None:
        """Have a page finished that waited."""
        self._put(site, page, PageState.ARRIVED)
        self._spawn(self.finish(page))

    def late(self, page: PendingPage) -> None:
        """A page waited for as long as it may."""
        if page.state in (PageState.WAITING, PageState.UNMATCHED):
            self.release(self._site_of(page.source.url), page)

    def release_guests(self, site: Site) -> None:
        """Have the pages of others finished that had their turn."""
        kept = [page for pages in site.unmatched.values() for page in pages]
        for page in [*site.waiting, *kept]:
            if page.guest and page.turn is not None:
                self.release(site, page)

    def go_on(self, site: Site) -> None:
        """Have the pages finished that need not wait any longer."""
        if site.learned:
            site.order.close()
        for page in site.waiting[:]:
            wanted = self.is_wanted(site, page)
            had_turn = page.turn is not None or site.order.closed
            if wanted is False or (wanted and had_turn and site.rule_of(page).at_once):
                self.release(site, page)

    def _put(self, site: Site, page: PendingPage, state: PageState) -> None:
        """Move a page, and count the bytes of pages that wait, each page once."""
        before, page.state = page.state, state
        if before is PageState.WAITING:
            site.waiting.remove(page)
            if page in site.passed_over:
                site.passed_over.remove(page)
        elif before is PageState.UNMATCHED:
            self._unmatched(site, page).remove(page)
        if state is PageState.WAITING:
            site.waiting.append(page)
        elif state is PageState.UNMATCHED:
            self._unmatched(site, page).append(page)
        waits = (PageState.WAITING, PageState.UNMATCHED)
        self._count_bytes(site, page.source, (state in waits) - (before in waits))

    def _unmatched(self, site: Site, page: PendingPage) -> list[PendingPage]:
        return site.unmatched[site.rule_of(page).kind]

    def _count_bytes(self, site: Site, source: Source, change: int) -> None:
        before = self._held[source]
        self._held[source] += change
        if before == 0 or self._held[source] == 0:
            self._bytes[site] += change * len(source.data)
        if not self._held[source]:
            del self._held[source]
        if not self._bytes[site]:
            del self._bytes[site]
