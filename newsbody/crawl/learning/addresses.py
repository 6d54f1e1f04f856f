"""The addresses of a site while it is crawled: what is learned from them, and which were fetched."""

from __future__ import annotations

from scrapy import Request

from newsbody.crawl.meta import newsbody_meta
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.shapes import PAGE_NAMES
from newsbody.urls.topics import LinkEvidence

#: Addresses kept of a site whose resolver is not learned yet, as multiples of a sample.
MAX_SAMPLES = 8
#: Pages of other kinds are given up when so many, one after another, led to no new topic or list: if one in 20
#: of them were a list that was not recognised, another would have been among them with 92 %.
MAX_FRUITLESS = 50


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

    def note(self, request: Request) -> None:
        """Remember a request that goes out before it is known what it is good for."""
        if self.resolver is None and len(self._requests) < self._limit:
            self._requests.setdefault(request.url, request)

    @property
    def noted(self) -> int:
        """How many requests of the site went out before it was known what they are good for."""
        return len(self._requests)

    def add(self, url: str, anchor_length: int | None) -> None:
        """Add an address to the sample, and one link to it (None: nobody linked to it, it was a start)."""
        if self.resolver is not None or (url not in self.links and len(self.links) >= self._limit):
            return
        seen = self.links.get(url, LinkEvidence())
        if anchor_length is not None:
            count = seen.count + 1
            mean = seen.anchor_length + (anchor_length - seen.anchor_length) / count
            seen = LinkEvidence(anchor_length=mean, list_pages=count, count=count)
        self.links[url] = seen

    @property
    def sample_full(self) -> bool:
        return self.resolver is None and not self.learning and len(self.links) >= self._next_try

    @property
    def settled(self) -> bool:
        """Is the resolver known, or is there none to be learned from as many addresses as are kept?"""
        return self.resolver is not None or self._next_try > self._limit

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
        # In the order of the sample, which is not that of arrival.
        for url in {**self.links, **self._requests}:
            request = self._requests.get(url)
            if request is None or newsbody_meta(request).get("start"):
                continue  # what the crawl starts with goes out as it was asked for
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
