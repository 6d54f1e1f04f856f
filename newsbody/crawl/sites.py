"""What a running crawl knows of each site: addresses and rules, learned or being learned."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from scrapy import Request

from newsbody.crawl.requests import newsbody_meta
from newsbody.crawl.work import Reading, Source
from newsbody.rules.drift import DriftWatch
from newsbody.rules.rule import Rule
from newsbody.sitememory import SiteMemory
from newsbody.stores import Learned, Profile
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.shapes import PAGE_NAMES
from newsbody.urls.topics import LinkEvidence

#: Sites kept in memory; of more, those that were not met for longest are forgotten (their profile is stored).
MAX_SITES = 1000
#: Addresses kept of a site whose resolver is not learned yet, as multiples of a sample.
MAX_SAMPLES = 8
#: Pages of other kinds are given up when so many, one after another, led to no new topic or list: if one in 20
#: of them were a list that was not recognised, another would have been among them with 92 %.
MAX_FRUITLESS = 50


@dataclass(eq=False)
class Waiting:
    """A page that may wait for its site to be learned.

    ``kind``: "article", "thread", or "topic", a thread if its address is one of a topic.
    ``finish`` is awaited exactly once, with what was read, or None for a page that is no topic.
    ``reading``: what the extractor gave, while the rule is not known. ``chosen``: somebody asked
    for this very page.
    """

    source: Source
    kind: str
    finish: Callable[[Reading | None], Awaitable[None]]
    reading: Reading | None = None
    chosen: bool = False


@dataclass
class Lesson:
    """The rule of a site for one kind of page, and the pages that wait for it.

    ``settled``: pages no longer wait, be there a rule or not. ``rules``: how many rules it had,
    one after another. ``next_try``: how many pages
    the sample needs before learning is tried (again). ``memory``: what the extractor knows of
    other pages. ``unmatched``: thread pages that the rule did not match, kept until it is clear
    whether the rule or the page is the odd one.
    """

    kind: str
    next_try: int
    entry: Learned | None = None
    rule: Rule | None = None
    rules: int = 0
    memory: SiteMemory = field(default_factory=SiteMemory)
    settled: bool = False
    learning: bool = False
    sample: list[Source] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    unmatched: list[Waiting] = field(default_factory=list)
    watch: DriftWatch = field(default_factory=DriftWatch)
    matched: int = 0
    missed: int = 0

    @property
    def doubted(self) -> bool:
        """Does the rule no longer match the pages that come?"""
        return self.rule is not None and self.rule.status != "pinned" and self.watch.doubted

    def add_sample(self, source: Source) -> None:
        """Add a page to the sample, once."""
        if all(source.url != other.url for other in self.sample):
            self.sample.append(source)

    def start_with(self, entry: Learned) -> None:
        """Use a rule that is known; raises RuleError when its data is none."""
        self.rule = Rule.from_dict(entry.value)
        self.rules += 1
        self.entry = entry
        self.settled = True
        self.sample.clear()
        self.watch.restart()
        self.matched = self.missed = 0


class Addresses:
    """The addresses of a site: a sample until its resolver is known, then which were fetched."""

    def __init__(self, sample_urls: int) -> None:
        self.resolver: Resolver | None = None
        self.links: dict[str, LinkEvidence] = {}
        self.learning = False
        self._requests: dict[str, Request] = {}
        self._next_try = sample_urls
        self._limit = MAX_SAMPLES * sample_urls
        self._tried = 0
        self._fetched: set[str] = set()
        self._passed: set[str] = set()
        self._fruitless = 0

    def add(self, request: Request, anchor_length: int | None) -> None:
        """Remember a request's address and one link to it (None: nobody linked to it, it was a start)."""
        url = request.url
        if self.resolver is not None or (url not in self.links and len(self.links) >= self._limit):
            return
        seen = self.links.get(url, LinkEvidence())
        if anchor_length is not None:
            count = seen.count + 1
            mean = seen.anchor_length + (anchor_length - seen.anchor_length) / count
            seen = LinkEvidence(anchor_length=mean, list_pages=count, count=count)
        self.links[url] = seen
        self._requests.setdefault(url, request)

    @property
    def sample_full(self) -> bool:
        return self.resolver is None and not self.learning and len(self.links) >= self._next_try

    @property
    def anything_new(self) -> bool:
        """Are there addresses that learning was not tried with?"""
        return self.resolver is None and len(self.links) > self._tried

    def not_enough(self, tried: int) -> None:
        """Learning failed with that many addresses: try again with twice as many."""
        self._tried = tried
        self._next_try = 2 * max(tried, self._next_try)

    def start_with(self, resolver: Resolver) -> list[Request]:
        """Use a resolver; returns requests for the topics, then the lists, that are not fetched yet, each once."""
        self.resolver = resolver
        # What a variant showed may have been another page of the thread: only the address itself counts.
        self._fetched = {self.canonical(url) for url in self._fetched if not self.is_variant(url)}
        wanted: dict[str, dict[str, Request]] = {"topic": {}, "list": {}, "other": {}}
        for url, request in self._requests.items():
            if newsbody_meta(request).get("start"):
                continue  # goes out as it was asked for
            canonical = self.canonical(url)
            if canonical not in self._fetched:
                wanted[self.worth(url) or "other"].setdefault(canonical, request)
        self._requests, self.links = {}, {}
        return [*wanted["topic"].values(), *wanted["list"].values()]

    def is_variant(self, url: str) -> bool:
        """Is it an address of a page that has another as its own (views, hints; not sessions and the like)?"""
        parts = split_url(url)
        return self.resolver is not None and parts is not None and self.canonical(url) != parts.unsplit()

    def worth(self, url: str) -> str | None:
        """What fetching an address is good for: topic, list or other; None before there is a resolver.

        An address that names only a post shows a thread that has an address of its own: other.
        """
        if self.resolver is None:
            return None
        kind = self.resolver.kind(url)
        return "other" if kind == "topic" and self.resolver.thread_key(url) is None else kind

    def canonical(self, url: str) -> str:
        """The one address of a page; the address itself before there is a resolver.

        How pages are numbered may not have been in the sample, and a page that is taken for another
        is lost: of lists, and where a page number would be left out, only sessions and the like are.
        """
        if self.resolver is None:
            return url
        canonical, parts = self.resolver.canonical(url), split_url(url)
        if parts is None:
            return canonical
        if self.resolver.kind(url) != "topic" or _leaves_out_page(parts, canonical, self.resolver.page(canonical)):
            return parts.unsplit()
        return canonical

    def claim(self, url: str) -> bool:
        """Note that a page is fetched; False when it already was, under whatever address."""
        canonical = self.canonical(url)
        if canonical in self._fetched:
            return False
        self._fetched.add(canonical)
        return True

    def is_claimed(self, url: str) -> bool:
        return self.canonical(url) in self._fetched

    def note_passed(self, url: str, *, from_other: bool) -> None:
        """A request for a topic or list goes out; ``from_other``: a page that is neither led to it."""
        canonical = self.canonical(url)
        if from_other and canonical not in self._passed and canonical not in self._fetched:
            self._fruitless = 0
        self._passed.add(canonical)

    def spend_on_other(self) -> bool:
        """Count one more page that is neither topic nor list; may it be fetched?"""
        self._fruitless += 1
        return not self.others_given_up

    @property
    def others_given_up(self) -> bool:
        """Did MAX_FRUITLESS pages that are neither topic nor list lead to nothing new?"""
        return self._fruitless > MAX_FRUITLESS


def _leaves_out_page(parts: UrlParts, canonical: str, page: int) -> bool:
    """Does a canonical address, of that ``page``, leave out what is called a page number in the address itself?"""
    kept = split_url(canonical)
    names = {name for name, _ in kept.query} if kept else set()
    numbers = {
        int(value)
        for name, value in parts.query
        if name not in names and len(name) > 1 and name.lower() in PAGE_NAMES and value.isdecimal()
    }
    return any(number not in (0, 1, page) for number in numbers)


class Site:
    """One site. ``undecided``: pages of which it is not known whether they are topics."""

    def __init__(self, host: str, sample_urls: int, sample_pages: int) -> None:
        self.host = host
        self.profile = Profile(host)
        self.loading = self.loaded = False
        self.addresses = Addresses(sample_urls)
        self.undecided: list[Waiting] = []
        self.lessons: dict[str, Lesson] = {}
        self._sample_pages = sample_pages

    def lesson(self, kind: str) -> Lesson:
        if kind not in self.lessons:
            self.lessons[kind] = Lesson(kind, self._sample_pages)
        return self.lessons[kind]

    def kind(self, url: str) -> str | None:
        """What the resolver says: topic, list or other; None before there is one."""
        return self.addresses.resolver.kind(url) if self.addresses.resolver else None

    @property
    def learning(self) -> bool:
        """Is something of this site being learned right now?"""
        return self.addresses.learning or any(lesson.learning for lesson in self.lessons.values())

    @property
    def busy(self) -> bool:
        """Does anything wait for this site?"""
        lessons = self.lessons.values()
        return bool(self.undecided or any(one.waiting or one.unmatched or one.learning for one in lessons))


class Sites:
    """The sites of a crawl, by host."""

    def __init__(self, sample_urls: int, sample_pages: int) -> None:
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._sample_urls, self._sample_pages = sample_urls, sample_pages

    def __iter__(self) -> Iterator[Site]:
        return iter(list(self._sites.values()))

    def get(self, host: str) -> Site:
        site = self._sites.get(host)
        if site is None:
            site = self._sites[host] = Site(host, self._sample_urls, self._sample_pages)
        self._sites.move_to_end(host)
        return site

    def surplus(self) -> list[Site]:
        """Take out the sites over the limit that nothing waits for, oldest first."""
        out = []
        for host, site in list(self._sites.items()):
            if len(self._sites) <= MAX_SITES:
                break
            if not site.busy:
                out.append(self._sites.pop(host))
        return out
