"""The addresses of a site while it is crawled: what is learned from them, and which were fetched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.shapes import PAGE_NAMES
from newsbody.urls.topics import LinkEvidence

#: Addresses kept of a site whose resolver is not learned yet, as multiples of a sample.
MAX_SAMPLES = 8
#: Pages of other kinds are given up when so many, one after another, led to no new topic or list: if one in 20
#: of them were a list that was not recognised, another would have been among them with 92 %.
MAX_FRUITLESS = 50

#: Answers kept of what addresses are: one page is asked about a few times, by each link to it.
LOOKS = 4096


@dataclass(frozen=True, slots=True)
class Address:
    """What is known of an address; before there is a resolver, nothing.

    ``kind``: topic, list or other, as the resolver says. ``canonical``: the one address of the page; ``is_variant``:
    it has another as its own (views, hints; not sessions and the like). ``thread_key``: of which thread it is
    a page, the ``page``-th.
    """

    kind: str | None
    canonical: str
    thread_key: str | None = None
    page: int = 1
    is_variant: bool = False

    @property
    def worth(self) -> str | None:
        """What fetching it is good for. One that names only a post shows a thread that has an address of its own."""
        return "other" if self.kind == "topic" and self.thread_key is None else self.kind


class Addresses:
    """The addresses of a site: a sample until its resolver is known, then which were fetched.

    Unless they are ``learned`` from, there is no resolver, whatever was learned in other crawls.
    """

    def __init__(self, sample_urls: int, *, learned: bool = True) -> None:
        self._learned = learned
        self.resolver: Resolver | None = None
        self.links: dict[str, LinkEvidence] = {}
        self.look: Callable[[str], Address] = partial(Address, None)
        self._noted: dict[str, tuple[Any, bool]] = {}
        self._next_try = sample_urls
        self._limit = MAX_SAMPLES * sample_urls
        self._tried = 0
        self._fetched: set[str] = set()
        self._passed: set[str] = set()
        self._fruitless = 0

    def note(self, url: str, asked: Any, *, start: bool = False) -> None:
        """Remember ``asked``, which goes out for an address before it is known what that is good for.

        ``start``: the crawl starts with it.
        """
        if self.resolver is None and len(self._noted) < self._limit:
            self._noted.setdefault(url, (asked, start))

    @property
    def noted(self) -> int:
        """How many requests of the site went out before it was known what they are good for."""
        return len(self._noted)

    def add(self, url: str, anchor_length: int | None) -> None:
        """Add an address to the sample, and one link to it (None: nobody linked to it, it was a start)."""
        if not self._learned or self.resolver is not None or (url not in self.links and len(self.links) >= self._limit):
            return
        seen = self.links.get(url, LinkEvidence())
        if anchor_length is not None:
            count = seen.count + 1
            mean = seen.anchor_length + (anchor_length - seen.anchor_length) / count
            seen = LinkEvidence(anchor_length=mean, list_pages=count, count=count)
        self.links[url] = seen

    @property
    def sample_full(self) -> bool:
        return self.resolver is None and len(self.links) >= self._next_try

    @property
    def settled(self) -> bool:
        """Is the resolver known, or is there none to be learned from as many addresses as are kept?"""
        return not self._learned or self.resolver is not None or self._next_try > self._limit

    @property
    def anything_new(self) -> bool:
        """Are there addresses that learning was not tried with?"""
        return self.resolver is None and len(self.links) > self._tried

    def not_enough(self, tried: int) -> None:
        """Learning failed with that many addresses: try again with twice as many."""
        self._tried = tried
        self._next_try = 2 * max(tried, self._next_try)

    def start_with(self, resolver: Resolver) -> list[tuple[str, Any]]:
        """Use a resolver; returns what was noted of topics, then lists, that are not fetched yet, each page once."""
        if not self._learned:
            return []
        self.resolver = resolver
        self.look = lru_cache(LOOKS)(partial(_look, resolver))
        # What a variant showed may have been another page of the thread: only the address itself counts.
        self._fetched = {self.canonical(url) for url in self._fetched if not self.is_variant(url)}
        wanted: dict[str, dict[str, tuple[str, Any]]] = {"topic": {}, "list": {}, "other": {}}
        # In the order of the sample, which is not that of arrival.
        for url in {**self.links, **self._noted}:
            asked, start = self._noted.get(url, (None, True))
            if start:
                continue  # what the crawl starts with goes out as it was asked for
            address = self.look(url)
            if address.canonical not in self._fetched:
                wanted[address.worth or "other"].setdefault(address.canonical, (url, asked))
        self._noted, self.links = {}, {}
        return [*wanted["topic"].values(), *wanted["list"].values()]

    def is_variant(self, url: str) -> bool:
        """Is it an address of a page that has another as its own?"""
        return self.look(url).is_variant

    def worth(self, url: str) -> str | None:
        """What fetching an address is good for: topic, list or other; None before there is a resolver."""
        return self.look(url).worth

    def canonical(self, url: str) -> str:
        """The one address of a page; the address itself before there is a resolver."""
        return self.look(url).canonical

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


def _look(resolver: Resolver, url: str) -> Address:
    kind, parts = resolver.kind(url), split_url(url)
    canonical = _canonical(resolver, url, parts, kind)
    is_variant = parts is not None and canonical != parts.unsplit()
    return Address(kind, canonical, resolver.thread_key(url), resolver.page(url), is_variant)


def _canonical(resolver: Resolver, url: str, parts: UrlParts | None, kind: str) -> str:
    """The one address of a page.

    How pages are numbered may not have been in the sample, and a page that is taken for another
    is lost: of lists, and where a page number would be left out, only sessions and the like are.
    """
    canonical = resolver.canonical(url)
    if parts is None:
        return canonical
    if kind != "topic" or _leaves_out_page(parts, canonical, resolver.page(canonical)):
        return parts.unsplit()
    return canonical


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
