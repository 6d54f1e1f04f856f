"""What is known of one site while it is learned, and which site lets go first of what all of a crawl keep."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.addresses.start_folder import StartFolders
from newsbody.crawl.addresses.yields import form_of
from newsbody.crawl.learning.reorder_buffer import MAX_AHEAD, PageOrder
from newsbody.crawl.learning.rule_life import RuleLife, State
from newsbody.crawl.learning.visit import PendingPage
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.sources.domains import site_domain
from newsbody.stores import Profile


class Allowance:
    """``limit``: of what is kept, over all sites."""

    def __init__(self, limit: int) -> None:
        self._limit, self._total = limit, 0
        self._kept: dict[str, int] = {}

    def note(self, host: str, kept: int) -> None:
        """A site was met, and keeps so much now."""
        self._total += kept - self._kept.pop(host, 0)
        if kept:
            self._kept[host] = kept

    def over(self) -> Iterator[str]:
        """The sites that are to keep less, as long as all keep too much: first those not met for longest."""
        for host in list(self._kept):
            if self._total <= self._limit:
                return
            yield host


# --- what a running crawl knows of each site: addresses and rules, learned or being learned ---

#: Pages kept of a site whose addresses are not certain.
MAX_SHOWN = 40
#: Pages that are looked at beside those that a rule is learned from.
MAX_BESIDE = 12
#: Sites kept in memory; of more, those that were not met for longest are forgotten (their profile is stored).
MAX_SITES = 1000
#: Addresses that all sites together keep to learn from, each with what was asked for it: 1.8 kB, so some 90 MB. It is
#: as many as twenty large sites keep, or a thousand of fifty.
MAX_ADDRESSES = 50_000


class Site:
    """One site.

    ``loaded``: what was stored of it is in use. ``at_work``: its one task runs, which alone takes turns, learns
    and adopts; ``hurried``: that is to decide with what is there; ``broken``: deciding failed. ``guests``: pages
    of others that had their turn; when they are as many as a sample, they wait no longer. ``waiting``: pages that
    wait until it is learned; ``passed_over``: those of them that are not learned from, since they show no article;
    ``unmatched``: by kind, pages that its rule did not match. ``shown``: pages that tell
    what addresses mean, by whether there are posts on them, as long as that is not certain.
    """

    def __init__(
        self,
        host: str,
        sample_urls: int,
        sample_pages: int,
        ahead: int = MAX_AHEAD,
        *,
        looks_at_addresses: bool = True,
        tries_addresses: bool = False,
        newest_first: bool = False,
    ) -> None:
        self.host = host
        self.profile = Profile(host)
        self.loaded = self.at_work = self.hurried = self.broken = False
        self.guests = 0
        self.addresses = Addresses(sample_urls, learned=looks_at_addresses, tried=tries_addresses)
        self.starts = StartFolders()
        self.order = PageOrder(self.addresses.sample.limit, ahead, newest_first=newest_first)
        self.waiting: list[PendingPage] = []
        self.passed_over: list[PendingPage] = []
        self.unmatched: dict[str, list[PendingPage]] = defaultdict(list)
        self.shown: list[Source] = []
        self._against: set[str] = set()
        self.rules: dict[str, RuleLife] = {}
        self._sample_pages = sample_pages

    def rule(self, kind: str) -> RuleLife:
        """The rule for a kind of page: article or thread."""
        if kind not in self.rules:
            self.rules[kind] = RuleLife(kind, self._sample_pages)
        return self.rules[kind]

    def rule_of(self, page: PendingPage) -> RuleLife:
        return self.rule("article" if page.kind == "article" else "thread")

    def beside(self, life: RuleLife) -> list[Source]:
        """Some pages of the site that the rule of its threads is not learned from: they say what stands everywhere."""
        others = (*self.shown, *life.teaching.values()) if life.kind == "thread" else ()
        taught = {source.url for source in life.lesson}
        left = list({source.url: source for source in others if source.url not in taught}.values())
        return left[:: ceil(len(left) / MAX_BESIDE) or 1]

    def kind(self, url: str) -> str | None:
        """What the resolver says: topic, list or other; None before there is one."""
        return self.addresses.look(url).kind

    def is_elsewhere(self, source: Source) -> bool:
        """Is a page none of a topic, nor named by one? Its posts are a doubt; what a topic names may be one post."""
        return self.kind(source.url) != "topic" and self.kind(source.named_by) != "topic"

    def keep_shown(self, source: Source) -> None:
        """Keep a page from which the meaning of addresses may be learned (again).

        Of many those that speak against what is known, as many topics as others, and as many of each form of address
        (``/topic/7``): the first and the last of a form, be most of a site pages to log in. Names of members right
        behind the host are a form each, and would leave no topic.
        """
        if not self.addresses.life.collects:
            self.shown.clear()
        elif source not in self.shown:
            self.shown.append(source)
            if len(self.shown) > MAX_SHOWN:
                topics = [self.kind(kept.url) == "topic" for kept in self.shown]
                spare = [number for number, kept in enumerate(self.shown) if kept.url not in self._against]
                spare = spare or list(range(len(topics)))  # one page may be kept under several sources
                spare = [number for number in spare if topics[number] == (2 * sum(topics) > MAX_SHOWN)] or spare
                form = {number: form_of(self.shown[number].url) for number in spare}
                ((most, _),) = Counter(form.values()).most_common(1)
                alike = [number for number in spare if form[number] == most]
                del self.shown[alike[len(alike) // 2]]

    def keep_against(self, url: str) -> None:
        """What a page shows speaks against what is known of its address: others go before it."""
        if self.addresses.life.collects and len(self._against) < MAX_SHOWN // 2:
            self._against.add(url)

    def forget_against(self) -> None:
        """Something else is known of the addresses."""
        self._against.clear()

    @property
    def is_patient(self) -> bool:
        """Do pages of others wait?"""
        return self.guests < self._sample_pages

    @property
    def learned(self) -> bool:
        """Is there nothing left to learn?"""
        return self.loaded and self.addresses.settled and self._are_known(self._begun)

    @property
    def may_be_shared(self) -> bool:
        """May several workers read it? Threads are put together by their addresses; for articles the rule is enough."""
        begun = self._begun
        is_enough = all(life.kind == "article" for life in begun) or (self.addresses.settled and not self.waiting)
        return self.loaded and self._are_known(begun) and is_enough

    @property
    def _begun(self) -> list[RuleLife]:
        return [life for life in self.rules.values() if life.state is not State.SAMPLING or life.sample]

    @staticmethod
    def _are_known(rules: list[RuleLife]) -> bool:
        return bool(rules) and all(life.at_once for life in rules)

    @property
    def kept(self) -> int:
        """Bytes of pages that are kept to learn from."""
        of_rules = (source for life in self.rules.values() for source in (*life.sample, *life.teaching.values()))
        return sum(len(source.data) for source in {*self.shown, *of_rules})

    def forget_samples(self) -> None:
        """Keep no pages to learn from; what was learned stays."""
        self.shown.clear()
        for life in self.rules.values():
            life.forget_sample()

    @property
    def busy(self) -> bool:
        """Does anything wait for this site?"""
        return self.at_work or bool(self.waiting) or any(self.unmatched.values())

    @property
    def has_no_topics(self) -> bool:
        """Is no page that was fetched one of a topic, by what is known of the addresses?"""
        return self.loaded and self.addresses.life.is_idle(len(self.shown))

    @property
    def has_more_to_teach(self) -> bool:
        """Are there pages or addresses of a site that learning was not tried with, whether or not anything waits?"""
        more = any(life.state is State.SAMPLING and len(life.sample) > life.tried for life in self.rules.values())
        addresses = self.addresses.anything_new or self.addresses.is_doubted_still
        return self.loaded and not self.broken and (self.has_no_topics or more or addresses)


class Sites:
    """The sites of a crawl, by host. ``waiting_bytes``: of pages that all keep together to learn from."""

    def __init__(
        self,
        sample_urls: int,
        sample_pages: int,
        *,
        looks_at_addresses: bool = True,
        tries_addresses: bool = False,
        newest_first: bool = False,
        waiting_bytes: int,
    ) -> None:
        self._ahead = MAX_AHEAD
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._options = sample_urls, sample_pages
        self._pages, self._addresses = Allowance(waiting_bytes), Allowance(MAX_ADDRESSES)
        self._families: defaultdict[str, list[Site]] = defaultdict(list)
        #: Those that are in no family yet.
        self._newcomers: list[Site] = []
        self._manner = {
            "looks_at_addresses": looks_at_addresses,
            "tries_addresses": tries_addresses,
            "newest_first": newest_first,
        }

    def __iter__(self) -> Iterator[Site]:
        return iter(list(self._sites.values()))

    def get(self, host: str) -> Site:
        site = self._sites.get(host)
        if site is None:
            site = self._sites[host] = Site(host, *self._options, self._ahead, **self._manner)
            self._newcomers.append(site)
        self._sites.move_to_end(host)
        return site

    def family(self, site: Site) -> Sequence[Site]:
        """The hosts of its domain that are kept in memory. Of a single host nobody needs to know the domain."""
        if len(self._sites) == 1:
            return list(self._sites.values())
        return self._by_domain().get(site_domain(site.host), ())

    def _by_domain(self) -> dict[str, list[Site]]:
        for newcomer in self._newcomers:
            self._families[site_domain(newcomer.host)].append(newcomer)
        self._newcomers.clear()
        return self._families

    def look_ahead(self, visits: int) -> None:
        """Let the order of pages hold back so many at most, those of the sites there are and of those to come."""
        self._ahead = visits
        for site in self._sites.values():
            site.order.ahead = visits

    def weigh(self, site: Site) -> None:
        """A site may keep more to learn from, or less. Of too much that goes which is kept for the sites that were not
        met for longest, and for which nothing waits.
        """
        self._pages.note(site.host, site.kept)
        for host in self._pages.over():
            if not self._sites[host].busy:
                self._sites[host].forget_samples()
                self._pages.note(host, 0)
        self._addresses.note(site.host, site.addresses.kept)
        for host in self._addresses.over():
            if not self._sites[host].busy and self._sites[host].addresses.forget_sample():
                self._addresses.note(host, 0)

    def surplus(self) -> list[Site]:
        """Take out the sites over the limit that nothing waits for, oldest first."""
        out = []
        for site in list(self._sites.values()):
            if len(self._sites) <= MAX_SITES:
                break
            if not site.busy:
                out.append(site)
                self._forget(site)
        return out

    def _forget(self, site: Site) -> None:
        del self._sites[site.host]
        for allowance in (self._pages, self._addresses):
            allowance.note(site.host, 0)
        domain = site_domain(site.host)
        family = self._by_domain()[domain]
        family.remove(site)
        if not family:
            del self._families[domain]
