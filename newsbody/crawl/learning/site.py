"""What a running crawl knows of each site: addresses and rules, learned or being learned."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from newsbody.crawl.learning.addresses import MAX_SAMPLES, Addresses
from newsbody.crawl.learning.turns import MAX_AHEAD, PageOrder
from newsbody.crawl.learning.visits import Waiting
from newsbody.crawl.pages.fetched import Source
from newsbody.rules.drift import WINDOW, DriftWatch
from newsbody.rules.rule import Rule
from newsbody.sitememory import SiteMemory
from newsbody.stores import Learned, Profile

#: Sites kept in memory; of more, those that were not met for longest are forgotten (their profile is stored).
MAX_SITES = 1000
#: After this many pages without a rule in them a site is read by the extractor for good.
MAX_SAMPLE_PAGES = 40


@dataclass
class Lesson:
    """The rule of a site for one kind of page, and the pages it is learned from.

    ``sample_pages``: how many it is learned from at first; ``next_try``: how many the sample needs
    before learning is tried (again); ``tried``: with how many it was. ``rules``: how many rules it
    had, one after another. ``proven``: the rule was learned from pages of this crawl or matched
    some. ``memory``: what the extractor knows of other pages. ``unmatched``: pages that the rule
    did not match, kept until it is clear whether the rule or the page is the odd one.
    """

    kind: str
    sample_pages: int
    entry: Learned | None = None
    rule: Rule | None = None
    rules: int = 0
    proven: bool = True
    memory: SiteMemory = field(default_factory=SiteMemory)
    tried: int = 0
    learning: bool = False
    sample: list[Source] = field(default_factory=list)
    unmatched: list[Waiting] = field(default_factory=list)
    watch: DriftWatch = field(default_factory=DriftWatch)
    matched: int = 0
    missed: int = 0

    def __post_init__(self) -> None:
        self.next_try = self.sample_pages

    @property
    def settled(self) -> bool:
        """Pages no longer wait to be learned from, be there a rule or not."""
        return self.rule is not None or self.tried >= MAX_SAMPLE_PAGES

    @property
    def closed(self) -> bool:
        """Pages are read as they come."""
        return self.settled and self.proven

    @property
    def doubted(self) -> bool:
        """Does the rule no longer match the pages that come, of which there are enough to learn from?"""
        enough = self.watch.doubted and len(self.sample) >= min(self.next_try, WINDOW)
        return enough and self.rule is not None and self.rule.status != "pinned"

    def add_sample(self, source: Source) -> None:
        """Add a page to the sample, once."""
        if all(source.url != other.url for other in self.sample):
            self.sample.append(source)

    def start_with(self, entry: Learned) -> None:
        """Use a rule that is known; raises RuleError when its data is none."""
        self.rule = Rule.from_dict(entry.value)
        self.rules += 1
        self.proven = True
        self.entry = entry
        self.next_try = self.sample_pages
        self.sample.clear()
        self.watch.restart()
        self.matched = self.missed = 0


class Site:
    """One site.

    ``waiting``: pages that wait until it is learned; ``shown``: those pages that tell, before
    anything is known of the addresses, whether there are posts on them. ``studying``: pages take
    their turns right now; ``hurried``: afterwards it is decided with what is there.
    """

    def __init__(self, host: str, sample_urls: int, sample_pages: int, ahead: int = MAX_AHEAD) -> None:
        self.host = host
        self.profile = Profile(host)
        self.loading = self.loaded = False
        self.studying = self.hurried = False
        self.addresses = Addresses(sample_urls)
        self.order = PageOrder(MAX_SAMPLES * sample_urls, ahead)
        self.waiting: list[Waiting] = []
        self.shown: list[Source] = []
        self.lessons: dict[str, Lesson] = {}
        self._sample_pages = sample_pages

    def lesson(self, kind: str) -> Lesson:
        if kind not in self.lessons:
            self.lessons[kind] = Lesson(kind, self._sample_pages)
        return self.lessons[kind]

    def lesson_of(self, page: Waiting) -> Lesson:
        return self.lesson("article" if page.kind == "article" else "thread")

    def kind(self, url: str) -> str | None:
        """What the resolver says: topic, list or other; None before there is one."""
        return self.addresses.resolver.kind(url) if self.addresses.resolver else None

    @property
    def learning(self) -> bool:
        """Is something of this site being learned right now?"""
        return self.addresses.learning or any(lesson.learning for lesson in self.lessons.values())

    @property
    def learned(self) -> bool:
        """Is there nothing left to learn?"""
        begun = [lesson for lesson in self.lessons.values() if lesson.settled or lesson.sample]
        return self.loaded and self.addresses.settled and bool(begun) and all(lesson.closed for lesson in begun)

    @property
    def busy(self) -> bool:
        """Does anything wait for this site?"""
        return bool(self.waiting or any(lesson.unmatched or lesson.learning for lesson in self.lessons.values()))


class Sites:
    """The sites of a crawl, by host."""

    def __init__(self, sample_urls: int, sample_pages: int) -> None:
        self._ahead = MAX_AHEAD
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._options = sample_urls, sample_pages

    def __iter__(self) -> Iterator[Site]:
        return iter(list(self._sites.values()))

    def get(self, host: str) -> Site:
        site = self._sites.get(host)
        if site is None:
            site = self._sites[host] = Site(host, *self._options, self._ahead)
        self._sites.move_to_end(host)
        return site

    def look_ahead(self, visits: int) -> None:
        """Let the order of pages hold back so many at most, those of the sites there are and of those to come."""
        self._ahead = visits
        for site in self._sites.values():
            site.order.ahead = visits

    def surplus(self) -> list[Site]:
        """Take out the sites over the limit that nothing waits for, oldest first."""
        out = []
        for host, site in list(self._sites.items()):
            if len(self._sites) <= MAX_SITES:
                break
            if not site.busy:
                out.append(self._sites.pop(host))
        return out
