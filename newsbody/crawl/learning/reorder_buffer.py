"""The order in which a site is learned from its pages: as if they were fetched one after another.

Which response comes first is chance; what is learned is not to depend on it. So the pages of a
site take turns: first those that the crawl starts with, then those that the first of them
links to, in the order of its links, then those that the second links to, and so on; once it
is known what they are, topics before lists. A page whose turn it is may still be under way;
those behind it are held back until it has come or failed, but not more than a few.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from w3lib.url import canonicalize_url

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.learning.visit import Visit

#: Where the crawl starts comes before all that it finds, and topics come before lists; 0: not known yet.
START = 3
RANKS = {"topic": 2, "list": 1, "other": -1}
#: Pages held back at most. Responses overtake one another by the number of concurrent requests, 8 or 16, and what a
#: sitemap names may be asked for before what the front page links to; a page that so many have overtaken is not waited
#: for any longer. A site of fewer pages has the same order whatever comes first.
MAX_AHEAD = 300


class PageOrder:
    """The turns of the pages of one site.

    ``limit``: addresses whose turn is kept. ``ahead``: visits held back at most; with 0 the order is that of arrival.
    ``newest_first``: of pages of the same rank that which was found last is fetched first, as Scrapy does by itself.
    """

    def __init__(self, limit: int, ahead: int = MAX_AHEAD, *, newest_first: bool = False) -> None:
        #: Nothing is left to learn: no order is kept, and no link needs to be told.
        self.closed = False
        #: A page had its turn.
        self.begun = False
        self.ahead = ahead
        self._limit = limit
        self._key: Callable[[str], str] = canonicalize_url
        self._known: dict[str, str] = {}  # key -> address, also of pages that had their turn
        self._awaited: set[str] = set()
        self._turns: list[tuple[int, int, str]] = []  # a heap: least (-rank, number) first
        self._numbers = count(0, -1 if newest_first else 1)
        self._visits: dict[str, Visit] = {}
        self._failed: set[str] = set()
        self._out_of_turn: deque[Visit] = deque()

    def expect(self, url: str, rank: int = 0) -> bool:
        """A page is going to be fetched: its turn comes after those of the same rank that were expected before.

        True when it came already, from elsewhere: its turn may be now.
        """
        key = self._key(url)
        if self.closed or key in self._known or len(self._known) >= self._limit:
            return False
        if key == url:
            key = url  # it stands in memory once: there are as many as there are pages
        self._known[key] = url
        self._awaited.add(key)
        heappush(self._turns, (-rank, next(self._numbers), key))
        return key in self._visits or key in self._failed

    def awaits(self, url: str) -> bool:
        """Is the turn of a page still to come?"""
        return self._key(url) in self._awaited

    def end(self, visit: Visit) -> None:
        """A page was fetched, and all its links are known."""
        key = self._key(visit.url)
        if self.closed or (key in self._known and key not in self._awaited):
            if visit.pages:  # once more, or too late: no order is left to keep for it
                self._out_of_turn.append(visit)
        else:
            self._visits.setdefault(key, visit)

    def fail(self, url: str) -> None:
        """A page cannot be fetched: nobody waits for its turn."""
        if not self.closed and len(self._failed) < self._limit:
            self._failed.add(self._key(url))

    def take(self, *, started: bool = True, enough: bool = False, hurry: bool = False) -> Visit | None:
        """The page whose turn it is; None while it is under way.

        ``started``: all pages that the crawl starts with are expected. Before, none has its turn unless
        there are ``enough`` of them, and no other page has. ``hurry``: wait for nothing.
        """
        visit = self._out_of_turn.popleft() if self._out_of_turn else self._next(started, enough or self.begun, hurry)
        self.begun |= visit is not None
        return visit

    def _next(self, started: bool, enough: bool, hurry: bool) -> Visit | None:
        full = len(self._visits) > self.ahead
        if full and (unexpected := self._visits.keys() - self._awaited):
            return self._take_unexpected(min(unexpected))
        while self._turns:
            rank, _, key = self._turns[0]
            come = key in self._visits or key in self._failed
            allowed = started or (enough and rank == -START)
            if not (hurry or full or (come and allowed)):
                return None
            heappop(self._turns)
            self._awaited.discard(key)
            self._failed.discard(key)
            if key in self._visits:
                return self._visits.pop(key)
            if not come:
                del self._known[key]  # given up; should it come after all, it has its turn when there is room
        # Empty ones would stay as large in memory as they ever were.
        self._awaited, self._visits = set(), self._visits or {}
        over = hurry or len(self._known) >= self._limit
        return self._take_unexpected(min(self._visits)) if over and self._visits else None

    def _take_unexpected(self, key: str) -> Visit:
        """A page that nothing led to so far; what leads to it later has it awaited no more."""
        visit = self._visits.pop(key)
        self._known.setdefault(key, visit.url)
        return visit

    @property
    def is_over(self) -> bool:
        """Has every page had its turn that is known to be fetched?"""
        return self.begun and self.is_quiet and len(self._known) < self._limit

    @property
    def is_quiet(self) -> bool:
        """Is no page's turn to come? One that came though nothing led to it has its turn when nothing else is left."""
        return not (self._turns or self._out_of_turn)

    def readdress(self, addresses: Addresses) -> None:
        """Pages have one address each now: turns go on under these, topics first, and nobody waits for others."""
        known, awaited, turns, visits, failed = self._known, self._awaited, self._turns, self._visits, self._failed
        self._known, self._awaited, self._turns, self._visits, self._failed = {}, set(), [], {}, set()
        self._key = lambda url: addresses.look(url).page_id
        for key, url in known.items():
            if key not in awaited and not addresses.has_own(addresses.look(url)):
                self._known[self._key(url)] = url
        starts = {key for rank, _, key in turns if rank == -START}
        for key, url in known.items():
            address = addresses.look(url)
            if key in starts or not (address.worth == "other" or addresses.has_own(address)):
                self.expect(url, START if key in starts else RANKS[address.worth or "other"])
        for key, visit in visits.items():
            if key in starts or not (
                addresses.has_own(addresses.look(visit.url)) or addresses.worth(visit.url) == "other"
            ):
                self.end(visit)
        for key in failed & known.keys():
            if not addresses.has_own(addresses.look(known[key])):
                self.fail(known[key])

    def close(self) -> None:
        """Nothing is left to learn."""
        self.closed = True
        for held in (self._known, self._awaited, self._turns, self._visits, self._failed):
            held.clear()
