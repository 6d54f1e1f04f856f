"""The addresses of a site while it is crawled: what is learned from them, and which were fetched."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import chain
from typing import Any
from urllib.parse import urldefrag
from zlib import crc32

from newsbody.crawl.addresses.address import Address, look_up, unknown
from newsbody.crawl.addresses.address_life import AddressLife
from newsbody.crawl.addresses.attempts import Tries
from newsbody.crawl.addresses.companions import Satellites
from newsbody.crawl.addresses.link_sample import LinkSample
from newsbody.crawl.addresses.pending import Noted
from newsbody.crawl.addresses.spider_traps import Endless
from newsbody.crawl.addresses.yields import Fruits
from newsbody.stores.spill import Spill
from newsbody.urls.resolver import Resolver

#: Answers kept of what addresses are: one page is asked about a few times, by each link to it.
LOOKS = 4096


class Addresses:
    """The addresses of a site: a sample until its resolver is known, then which were fetched.

    Unless they are ``learned`` from, there is no resolver, whatever was learned in other crawls. ``tried``: pages of
    topics show whether it is right; as long as they have not, all is kept that it is learned from again.
    """

    def __init__(self, sample_urls: int, *, learned: bool = True, tried: bool = False) -> None:
        self._learned, self._tried_on = learned, tried
        self.life = AddressLife()
        self.resolver: Resolver | None = None
        #: What it is learned from, and what waits for it.
        self.sample = LinkSample(sample_urls)
        self.noted = Noted(self.sample.limit)
        self.look: Callable[[str], Address] = unknown
        self.fruits = Fruits()
        self.endless = Endless()
        self.satellites = Satellites()
        #: Does a link to a thread name no place on its page?
        self._without_place = False
        #: Pages that were noted and that only other threads name.
        self._asides: set[str] = set()
        #: Pages that requests went out for since other threads name them.
        self._passed_aside = Spill()
        #: What grows with every address: pages that were fetched, with the address of each; threads that have
        #: an address of their own; pages that requests went out for.
        self._fetched, self._threads, self._passed = Spill(), Spill(), Spill()
        self._tries = Tries()

    def note(self, url: str, asked: Any, *, start: bool = False, came_from: str = "", by_number: bool = False) -> None:
        """Remember ``asked``, which goes out for an address before it is known what that is good for.

        ``asked`` None: nothing is to be asked once more. ``start``: the crawl starts with it. ``came_from``: the page
        that names it, maybe ``by_number``, as pagers do.
        """
        if self.resolver is None:
            self.noted.add(url, asked, start=start)
        if came_from:
            self.noted.named(url, came_from, by_number=by_number)

    def left_out(self, url: str, asked: Any, *, fetched: bool = False) -> None:
        """Remember ``asked``, which does not go out by what is known now, or was ``fetched`` for nothing."""
        if self.resolver is not None and self.life.collects:
            self.noted.left_out(url, asked, fetched=fetched)

    def add(self, url: str, anchor_length: int | None, *, fed: bool = False) -> None:
        """Add an address to the sample, as :meth:`LinkSample.add`, while it is learned from."""
        if self._learned and self.life.collects:
            self.sample.add(url, anchor_length, fed=fed)

    def visited(self, url: str, moved_to: str | None) -> None:
        """A page had its turn."""
        if self.life.collects:
            self.sample.visited(url, moved_to)

    @property
    def sample_full(self) -> bool:
        """Is there no resolver, and enough to learn one from?"""
        return self.resolver is None and self.sample.full

    @property
    def settled(self) -> bool:
        """Is the resolver known, or is there none to be learned from as many addresses as are kept?"""
        return not self._learned or self.resolver is not None or self.sample.exhausted

    @property
    def anything_new(self) -> bool:
        """Is there no resolver, and are there addresses that learning was not tried with?"""
        return self.resolver is None and self.sample.has_more

    @property
    def is_doubted_still(self) -> bool:
        """Was no resolver better than one that pages speak against, and had others their turn, or speak as they do?"""
        return bool(self.life.unanswered) and (self.sample.has_more_pages or self.life.is_doubted_alike)

    def tried_again(self) -> None:
        """It was tried to learn a better resolver from the pages that had their turn."""
        self.sample.tried_again()
        self.life.learned_again()

    def start_with(self, resolver: Resolver, *, pinned: bool = False) -> list[tuple[str, Any]]:
        """Use a resolver; returns what was noted of topics, then lists, that are not fetched yet, each page once.

        Without topics that only other threads name: of these, some are posts.
        """
        if not self._learned:
            return []
        self.resolver = resolver
        self.life.found(pinned=pinned, tried=self._tried_on, numbered=bool(resolver.numberings))
        self.look = lru_cache(LOOKS)(partial(look_up, resolver))
        self._threads, self._passed, self.fruits = Spill(), Spill(), Fruits(resolver.choosers)
        self._asides, self._passed_aside = set(), Spill()
        again = {url for url in self.noted.dismissed if self.look(url).worth == "topic"}
        fetched, self._fetched = self._fetched, Spill()
        self._fetched.update((self.page_name(url), url) for url in fetched.values() if url not in again)
        everything = dict.fromkeys(chain(self.sample.links, self.noted))
        self._without_place = any(self._is_without_place(url) for url in everything)
        topics = [url for url in everything if self.worth(url) == "topic"]
        asides = {url for url in topics if self.noted.is_only_named_by(url, partial(self.is_aside, url))}
        self.fruits.have_led_on(filter(None, map(self.noted.first_named_by, topics)), self.noted.going_on())
        for url in chain(everything, self._fetched.values()):
            if url not in asides:
                self._note_thread(self.look(url))
        wanted: dict[str, dict[str, tuple[str, Any]]] = {"topic": {}, "list": {}, "other": {}}
        # In the order of the sample, which is not that of arrival.
        for url in everything:
            asked, start = self.noted.asked(url)
            if start:
                continue  # what the crawl starts with goes out as it was asked for
            address = self.look(url)
            if self.is_claimed(url):
                continue
            if url in asides:
                self._asides.add(self._whole_id(address))
                continue
            wanted[address.worth or "other"].setdefault(self._whole_id(address), (url, asked))
        self._asides -= wanted["topic"].keys()
        going = [one for kind in ("topic", "list") for one in wanted[kind].values() if one[1] is not None]
        self.noted.go_out(url for url, _ in going)
        if not self.life.collects:
            self.let_go()
        return going

    def drop(self) -> None:
        """The resolver is wrong, and the addresses there are show no other: more may."""
        self.resolver, self.look = None, unknown
        self.life.dropped()
        self.sample.not_enough(len(self.sample.links))

    def let_go(self) -> None:
        """Nothing more is learned from what was kept."""
        self.sample.let_go()
        self.noted.let_go()

    @property
    def kept(self) -> int:
        """How many addresses are kept to learn from."""
        return max(len(self.sample.links), len(self.noted))

    def forget_sample(self) -> bool:
        """There is no room for addresses to learn from: others have to come. The requests for them went out.

        False, and nothing is forgotten, where some were left out and are to go out if the resolver proves wrong.
        """
        if self.noted.has_left_out:
            return False
        self.noted.let_go()
        self.sample.begin_anew()
        return True

    def is_own_claim(self, url: str) -> bool:
        """Is it the very address under which its page was fetched?"""
        return self._fetched.get(self.page_name(url)) == url

    def _note_thread(self, address: Address) -> None:
        """A thread has an address of its own, that of its first page: what names only a place need not be fetched."""
        if address.thread_key is not None and address.page == 1 and not address.is_variant:
            self._threads[address.thread_key] = ""

    def _whole_id(self, address: Address) -> str:
        """One address that names a place in a thread is enough where the thread has none of its own."""
        if self.resolver is None or address.thread_key is None or not address.is_variant:
            return address.page_id
        return f"{self.resolver.page_id(address.thread_key, 1)} ?"

    def page_name(self, url: str) -> str:
        """What the page of an address is claimed by: `/t/5?post=7` and `/t/5?post=9` are one request."""
        return self._whole_id(self.look(url))

    def is_variant(self, url: str) -> bool:
        """Does it only name a place in a thread?"""
        return self.look(url).is_variant

    def worth(self, url: str) -> str | None:
        """What fetching an address is good for: topic, list or other; None before there is a resolver."""
        return self.look(url).worth

    def canonical(self, url: str) -> str:
        """The address without what does not change its page; the address itself before there is a resolver."""
        return self.look(url).canonical

    def claim(self, url: str) -> bool:
        """Note that a page is fetched; False when it already was, under whatever address."""
        if self.is_claimed(url):
            return False
        page = self.page_name(url)
        self._fetched[page] = url
        self._tries.begin(page, url)
        return True

    def are_read(self, urls: Iterable[str]) -> None:
        """What these show was read under another address."""
        for url in urls:
            self._note_thread(self.look(url))
            if self.claim(url):
                self.answered(url)

    def instead(self, url: str, asked: Any) -> bool:
        """``asked`` is for a page that is being fetched under another address: is it kept for when that fails?"""
        return self._tries.instead(self.page_name(url), url, asked)

    def has_come(self, url: str) -> bool:
        """Was the page of an address fetched, and is it not under way any more?"""
        page = self.page_name(url)
        return page in self._fetched and not self._tries.is_under_way(page)

    def lost(self, url: str) -> None:
        """The page of an address, should it be under way here under another, is not any more: that failed elsewhere."""
        page = self.page_name(url)
        if not self.is_own_claim(url) and self._tries.is_under_way(page):
            self._tries.end(page)
            self._fetched.pop(page, None)

    def answered(self, url: str) -> None:
        """The page of an address came: what was asked for it, of which thousands are kept, need not be asked again.

        But where topics are known, and doubted: a page that is none by what is known may be one.
        """
        self._tries.end(self.page_name(url))
        if self.resolver is None:
            self.noted.came(url)

    def failed(self, url: str) -> tuple[bool, Any]:
        """The page of an address cannot be fetched under it.

        Returns whether another address may still be tried, for which the page is free, and what was asked for one.
        """
        page = self.page_name(url)
        free = self._tries.fail(page) and self._fetched.get(page) == url
        other = self._tries.other(page) if free else None
        if other is not None:
            self._fetched[page], asked = other
            return True, asked
        self._tries.end(page)
        if free:
            del self._fetched[page]
        return free, None

    def claim_page(self, url: str, page_id: str) -> bool:
        """Note which page was shown under an address; False when it was fetched under another."""
        return self._fetched.setdefault(page_id, url) == url

    def is_claimed(self, url: str) -> bool:
        """Is the page fetched? Of a place in a thread: has the thread an address of its own, or was one fetched?"""
        address = self.look(url)
        return self._whole_id(address) in self._fetched or self.has_own(address)

    def has_own(self, address: Address) -> bool:
        """Does an address name a place in a thread for which a page's own address is known?"""
        return address.is_variant and address.thread_key is not None and address.thread_key in self._threads

    def is_new_thread(self, url: str) -> bool:
        """Is it of a thread's page for which nothing was asked so far?"""
        page_id = self.page_name(url)
        return self.worth(url) == "topic" and page_id not in self._passed and page_id not in self._fetched

    def is_aside(self, url: str, came_from: str) -> bool:
        """May it be that of a post, which looks like a thread's?

        A thread links to its own posts as to another thread, where each is no letter; and lists to the last ones, by a
        place on the page, where they link to threads without one.
        """
        source, target = self.look(came_from), self.look(url)
        if target.thread_key is None or source.thread_key is not None:
            others = None not in (source.thread_key, target.thread_key) and source.thread_key != target.thread_key
            return others and not self.shows_letters
        return self._without_place and target.page == 1 and _names_place(url)

    def _is_without_place(self, url: str) -> bool:
        return self.look(url).thread_key is not None and not (self.is_variant(url) or _names_place(url))

    def is_noted_aside(self, url: str) -> bool:
        """Did a request go out for it before there was a resolver, for links of other threads alone?"""
        return bool(self._asides) and self.page_name(url) in self._asides

    def named_at_last(self, url: str) -> bool:
        """A page that is no other thread names it, too: was it noted as one that only other threads name?"""
        found = self.is_noted_aside(url)
        self._asides.discard(self.page_name(url) if found else "")
        return found

    def pass_aside(self, url: str) -> bool:
        """Note that a request goes out for the link of another thread; False when one did."""
        page_id = self.page_name(url)
        if page_id in self._passed_aside or page_id in self._passed or page_id in self._asides:
            return False
        self._passed_aside[page_id] = ""
        return True

    def place(self, url: str) -> tuple[str, int, str] | None:
        """The thread, its page and what all addresses of that page have in common; None before there is a resolver."""
        address = self.look(url)
        return (address.thread_key or address.canonical, address.page, address.page_id) if self.resolver else None

    @property
    def meaning(self) -> str:
        """A word for what the addresses mean: workers that know the same say the same; none without a resolver."""
        if self.resolver is None:
            return ""
        return format(crc32(json.dumps(self.resolver.to_dict(), sort_keys=True).encode()), "x")

    @property
    def shows_letters(self) -> str:
        """Is each topic one letter of an archive? What joins them to threads, "" where each topic is one."""
        return self.resolver.letters if self.resolver else ""

    def note_passed(self, url: str, came_from: str) -> None:
        """A request for a topic or list goes out, for a link on the page ``came_from``."""
        address = self.look(url)
        self._note_thread(address)
        self._without_place = self._without_place or self._is_without_place(url)
        page_id = self._whole_id(address)
        is_new = page_id not in self._passed and page_id not in self._fetched
        # Lists that are only sorted otherwise lead to one another: what is new there are topics.
        if is_new and (address.worth == "topic" or not self.fruits.is_filtered(url)):
            self.fruits.bore(came_from)
        self._passed[page_id] = ""


def _names_place(url: str) -> bool:
    """Does a link name a place on the page that it leads to?"""
    return bool(urldefrag(url).fragment)
