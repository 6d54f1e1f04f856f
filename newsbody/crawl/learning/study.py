"""Sites are learned from their pages, which take turns."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from newsbody.crawl.addresses.address_life import Fault
from newsbody.crawl.ground.to_do import ToDo
from newsbody.crawl.learning.actions import Promote, Read, ShowsPosts, Together, Work, ask
from newsbody.crawl.learning.discovery import Discovery
from newsbody.crawl.learning.learner import Learner, UnderWay
from newsbody.crawl.learning.rule_life import RuleLife, State
from newsbody.crawl.learning.site import Site, Sites
from newsbody.crawl.learning.visit import PageState, PendingPage, Visit
from newsbody.crawl.learning.waiting_room import WaitingRoom
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading, is_article
from newsbody.stores import Learned

if TYPE_CHECKING:
    from newsbody.crawl.ground.settings import CrawlSettings

logger = logging.getLogger(__name__)


class Study:
    """One per crawl. What happens comes in as calls; what is to be done about it is given to ``spawn`` as work.

    ``site_of`` gives the site of an address, ``count`` is for the stats.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        sites: Sites,
        site_of: Callable[[str], Site],
        spawn: Callable[[Work[None]], object],
        count: Callable[[str], None],
    ) -> None:
        self._settings, self._sites = settings, sites
        self._site_of, self._spawn, self._count = site_of, spawn, count
        self.learner = Learner(settings, count)
        self.discovery = Discovery(settings, site_of, self.wake)
        self.room = WaitingRoom(settings, site_of, self.decide, spawn, count, self.weigh, self.show)
        self._turns = itertools.count(1)

    # --- what happens -------------------------------------------------------------------------

    def load(self, site: Site) -> Work[None]:
        """A site was met for the first time."""
        yield from self.learner.load(site)
        for surplus in self._sites.surplus():
            yield from self.learner.save_evidence(surplus)
        if site.addresses.resolver:
            yield from self._use_addresses(site, [])
        self.wake(site)

    def starts_are_over(self) -> None:
        """No more requests that the crawl starts with are to come."""
        self.discovery.started = True
        for site in self._sites:
            self.wake(site)

    def was_read(self, source: Source, kind: str, entry: Learned | None, reading: Reading) -> None:
        """A page was read with a rule, or without one."""
        site = self._site_of(source.url)
        life = site.rule(kind)
        if entry is not life.entry or not life.at_once:
            return
        if life.read(source, reading) is ToDo.LEARN:
            self.wake(site)
        elif life.sample:
            self._sites.weigh(site)

    def weigh(self, url: str, fault: Fault | None) -> None:
        """A page fits what is known of its address, or speaks against it."""
        site = self._site_of(url)
        life, resolver = site.addresses.life, site.addresses.resolver
        if fault is Fault.ELSEWHERE and resolver is not None and resolver.posts_named:
            return  # any post's page shows its thread, whatever else is said of the post there
        if fault is not None:
            site.keep_against(url)
        collected, to_do = life.collects, life.weigh(fault)
        if collected and not life.collects:
            site.addresses.let_go()
            site.shown.clear()
        if to_do is ToDo.LEARN:
            self.wake(site)

    def adopt(self, site: Site) -> Work[None]:
        """Other workers learned something of a site."""
        if not site.loaded or site.at_work:
            return  # whoever learns looks himself before
        site.at_work = True
        try:
            before = {kind: life.rules for kind, life in site.rules.items()}
            under_way = yield from self.learner.adopt(site)
            if under_way is not None:
                yield from self._use_addresses(site, under_way)
            for life in list(site.rules.values()):
                if life.state is not State.SAMPLING:
                    yield from self._use_rule(site, life, before.get(life.kind, 0))
        finally:
            site.at_work = False
        self.wake(site)

    def show(self, source: Source) -> None:
        """A page tells what addresses mean: it is kept as long as that is not certain, and there is room."""
        site = self._site_of(source.url)
        site.keep_shown(source)
        self._sites.weigh(site)

    # --- the one task of a site ---------------------------------------------------------------

    def wake(self, site: Site) -> None:
        """Something may be to be done for a site."""
        if site.loaded and not site.at_work:
            site.at_work = True
            self._spawn(self._work(site))

    def decide(self, site: Site) -> None:
        """Let a site decide with what is there; afterwards no page of it waits."""
        site.hurried = True
        self.wake(site)

    def _work(self, site: Site) -> Work[None]:
        try:
            while (yield from self._step(site)):
                pass
            self.room.go_on(site)
        finally:
            site.at_work = False
            self._sites.weigh(site)
            self._wake_family(site)

    def _wake_family(self, site: Site) -> None:
        """The last host of a domain of which nothing is left lets the others decide, too."""
        for other in self._sites.family(site):
            if other is not site and self._is_over(other):
                self.wake(other)

    def _step(self, site: Site) -> Work[bool]:
        """The next thing to do; False when there is none."""
        enough = site.addresses.sample_full or site.addresses.resolver is not None
        lives = site.rules.values()
        found_wanting = next((life for life in lives if life.at_once and (life.doubted or life.incomplete)), None)
        if site.addresses.life.doubted:
            yield from self._doubt_addresses(site)
        elif found_wanting:
            yield from self._learn(site, found_wanting)
        elif visit := site.order.take(started=self.discovery.started, enough=enough, hurry=site.hurried):
            yield from self._take_turn(site, visit)
        elif (over := self._is_over(site)) and (visit := site.order.take(hurry=True)):
            yield from self._take_turn(site, visit)  # nothing led to it, and nothing else is left that could
        elif site.hurried or over:
            site.hurried = False
            yield from self._decide(site)
        else:
            return False
        return True

    def _is_over(self, site: Site) -> bool:
        """Is nothing of a site left in the queue that could teach it, while its pages wait?

        Other hosts of its domain may still link to it. Who shares that queue with others asks it.
        """
        alone = not self._settings.shared and self.decides_when_over(site) and site.order.is_over
        return alone and all(other.order.is_quiet for other in self._sites.family(site))

    def decides_when_over(self, site: Site) -> bool:
        """Do pages wait until nothing of their site is left to fetch? Where all pages take turns: others may come."""
        settings = self._settings
        all_take_turns = settings.other_pages == "last" and not settings.once
        return all_take_turns and self.discovery.started and bool(site.waiting)

    def _take_turn(self, site: Site, visit: Visit) -> Work[None]:
        for url, text_length in visit.links:
            self.discovery.expect(url, text_length, fed=visit.is_feed)
        site.addresses.visited(visit.url, visit.moved_to)
        if visit.moved_to:
            self.discovery.moved(visit.moved_to)
        for page in visit.pages:
            page.turn = next(self._turns)
            if page.kind == "topic":
                site.keep_shown(page.source)  # the last ones, too: the first may all ask for a login
        if site.addresses.sample_full:
            yield from self._learn_addresses(site)
        for page in visit.pages:
            yield from self._learn_from(site, page)
            if page.guest and site.is_patient:
                yield from self._count_guest(site)
        self.room.go_on(site)

    def _count_guest(self, site: Site) -> Work[None]:
        """As many pages of others as a sample had their turn: what they show is learned, and they go out with it."""
        site.guests += 1
        if not site.is_patient:
            for life in list(site.rules.values()):
                if life.state is State.SAMPLING and len(life.sample) > life.tried:
                    yield from self._learn(site, life)
            self.room.release_guests(site)

    def _learn_from(self, site: Site, page: PendingPage) -> Work[None]:
        """A page that had its turn, and is known to be what was asked for."""
        yield from self._join_sample(site, page)
        yield from self._try_rule(site, page)

    def _takes_part(self, site: Site, page: PendingPage, state: State) -> bool:
        present = page.state is PageState.WAITING or page.guest  # what is out is learned from all the same
        if page.told or not present or site.rule_of(page).state is not state or not self.room.is_wanted(site, page):
            return False
        page.told = True
        return True

    def _join_sample(self, site: Site, page: PendingPage) -> Work[None]:
        if not self._takes_part(site, page, State.SAMPLING):
            return
        life = site.rule_of(page)
        if life.kind == "article":
            # A page without an article says nothing of where articles stand.
            reading = yield from ask(Read(page.source, life.kind))
            if not is_article(reading) or site.kind(page.source.url) == "list":
                self.room.pass_over(site, page)
                return
        if life.sampled(page.source) is ToDo.LEARN:
            yield from self._learn(site, life)

    def _try_rule(self, site: Site, page: PendingPage) -> Work[None]:
        """Does a rule of an earlier crawl still match?"""
        if not self._takes_part(site, page, State.ON_TRIAL):
            return
        life = site.rule_of(page)
        page.reading = yield from ask(Read(page.source, life.kind))
        to_do = life.read(page.source, page.reading)
        if page.state is PageState.WAITING and life.is_odd(page.reading):
            yield from self.room.keep_unmatched(site, page)
        elif page.state is PageState.WAITING:
            yield from self.room.let_out(page, page.reading)
        if to_do is ToDo.LEARN:
            yield from self._learn(site, life)
        elif to_do is ToDo.LET_OUT:
            yield from self.room.let_out_unmatched(site, life.kind)

    # --- learning -----------------------------------------------------------------------------

    def _learn_addresses(self, site: Site) -> Work[None]:
        """Learn which addresses of a site are topics, from those of the pages that had their turn."""
        under_way = yield from self.learner.learn_addresses(site)
        if under_way is not None:
            yield from self._use_addresses(site, under_way)

    def _doubt_addresses(self, site: Site) -> Work[None]:
        """Learn again which addresses are topics; what was left out, or fetched for nothing, goes out if it is one."""
        under_way = yield from self.learner.doubt_addresses(site)
        if under_way is not None:
            site.rule("thread").readdressed(lambda url: site.kind(url) == "topic")
            yield from self._use_addresses(site, under_way)

    def _look_elsewhere(self, site: Site, entry: Learned) -> Work[None]:
        """Do pages show posts, by a rule that is new, that were not read since they are no topics?"""
        for source in filter(site.is_elsewhere, site.shown[:]):
            if (yield from ask(ShowsPosts(source, entry.value))):
                self.weigh(source.url, Fault.ELSEWHERE)

    def _use_addresses(self, site: Site, under_way: UnderWay) -> Work[None]:
        """Put the topics before all else, and let the pages go on that waited to know what they are."""
        site.forget_against()
        if not site.addresses.life.collects:
            site.shown.clear()
        if self._settings.once:
            for url, asked in under_way:
                address = site.addresses.look(url)
                self._count("requests_promoted")
                yield from ask(Promote(asked, url, address.worth or "other"))
            site.order.readdress(site.addresses)
        for page in _by_turn(page for page in site.waiting if page.turn):
            yield from self._learn_from(site, page)
        self.room.go_on(site)

    def _learn(self, site: Site, life: RuleLife) -> Work[None]:
        """Learn a rule and finish the pages that waited for it."""
        before = life.rules
        if life.doubted:
            self._count("drift")
        under_way = yield from self.learner.learn_rule(site, life)
        if under_way is not None:
            yield from self._use_addresses(site, under_way)
        if life.kind == "thread" and life.rule is None and not site.addresses.life.doubted:
            for source in life.sample:  # pages of topics that have nothing in common that could be posts
                self.weigh(source.url, Fault.NO_POSTS)
        if before == 0 and life.kind == "thread" and life.rule is not None:
            waiting = _by_turn(page for page in site.waiting if page.turn and self.room.is_wanted(site, page))
            if len(waiting) > life.tried:
                yield from self.learner.learn_on(site, life, [page.source for page in waiting])
        yield from self._use_rule(site, life, before)

    def _use_rule(self, site: Site, life: RuleLife, before: int) -> Work[None]:
        """Finish the pages that waited; those that the rule ``before`` did not match only with another."""
        self.room.go_on(site)
        if life.rules > before:
            yield from self.room.read_unmatched(site, life.kind)
            if before == 0 and life.kind == "thread" and life.entry is not None:
                yield from self._look_elsewhere(site, life.entry)

    def _decide(self, site: Site) -> Work[None]:
        """Decide with what is there; afterwards no page of the site waits, whatever went wrong."""
        try:
            yield from self._learn_from_the_rest(site)
        except Exception:
            logger.exception("%s: learning at the end failed, its pages go out with what is known", site.host)
            self._count("errors")
            site.broken = True
        for kind in list(site.unmatched):
            yield from self.room.let_out_unmatched(site, kind)
        for page in site.waiting[:]:
            self.room.release(site, page)

    def _learn_from_the_rest(self, site: Site) -> Work[None]:
        """Learn from fewer addresses and pages than are asked for at other times."""
        if site.addresses.anything_new:
            yield from self._learn_addresses(site)
        elif site.has_no_topics:
            for _ in site.shown:
                site.addresses.life.weigh(Fault.NOTHING)
            yield from self._doubt_addresses(site)
        elif site.addresses.is_doubted_still:
            yield from self._doubt_addresses(site)
        undecided = [page for page in site.waiting if self.room.is_wanted(site, page) is None]
        for page in undecided:
            page.turn = page.turn or next(self._turns)
        undecided = _by_turn(undecided)
        shown = yield from ask(Together([ask(ShowsPosts(page.source)) for page in undecided]))
        for page, is_thread in zip(undecided, shown, strict=True):
            # Without a resolver a page is a topic when it looks like one.
            page.kind = "thread" if is_thread else page.kind
            yield from self._join_sample(site, page)
        for life in list(site.rules.values()):
            waiting = (page for page in site.unmatched[life.kind] if self.room.is_wanted(site, page) is not False)
            left = life.take_left([page.source for page in waiting])
            if left or (life.state is State.SAMPLING and len(life.sample) > life.tried):
                yield from self._learn(site, life)


def _by_turn(pages: Iterable[PendingPage]) -> list[PendingPage]:
    return sorted(pages, key=lambda page: page.turn or 0)
