"""One contract of a queue whose requests are in flight until acknowledged: what every store of it does."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from typing import Generic, TypeVar

from scrapy import Request
from scrapy.crawler import Crawler

from newsbody.crawl.ground.scrapy_engine import in_progress


class Phase(IntEnum):
    """Where several share a queue, none takes a step towards the end while one is behind.

    Otherwise a worker whose queue is empty for a moment would decide with the few pages that it
    has what all of them together will soon know.
    """

    AT_WORK = 0
    #: Nothing to fetch; pages still wait for their site to be learned.
    WAITING = 1
    #: No page waits; what is put together of several pages may be unfinished.
    COLLECTING = 2
    DONE = 3


# --- the contract of a queue whose requests are in flight until they are acknowledged ---

#: What a request is called in its store.
Place = TypeVar("Place")


class InFlight(ABC, Generic[Place]):
    """The requests of this process that were taken and are not done; two requests for the same page are two."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._flight: dict[Request, Place] = {}
        self._held = Counter[Request]()
        self._with: dict[Request, list[Request]] = {}

    def hold(self, request: Request) -> None:
        """Keep a request in flight until it is released as often, though Scrapy is done with it."""
        self._held[request] += 1

    def release(self, request: Request) -> None:
        """What was held is out."""
        self._held[request] -= 1

    def release_with(self, requests: Iterable[Request], request: Request | None) -> None:
        """What these were held for goes out with the items of another; where that is not in flight, it is out."""
        for released in requests:
            if request in self._flight and released is not request:
                self._with.setdefault(request, []).append(released)
            else:
                self.release(released)

    def acknowledge(self) -> None:
        """Let go of the requests whose links are in the queue and whose items are out."""
        busy = in_progress(self._crawler)
        done = [request for request in self._flight if request not in busy and self._held[request] <= 0]
        for request in done:
            for released in self._with.pop(request, ()):
                self.release(released)
                if self._held[released] <= 0 and released not in busy and released in self._flight:
                    done.append(released)  # in the same step: a thread is out with its last page, or not at all
        if done:
            self._acknowledged({request: self._flight[request] for request in done})
        for request in done:
            self._flight.pop(request, None)
            self._held.pop(request, None)

    @abstractmethod
    def _acknowledged(self, done: Mapping[Request, Place]) -> None:
        """Let the store forget these, all or none."""

    # --- a page is fetched for one request ------------------------------------------------------

    @abstractmethod
    def claim(self, address: str, request: Request) -> bool:
        """Note that a page is fetched for a request; False when it is, or was, for another."""

    @abstractmethod
    def free(self, address: str, request: Request, *, again: bool = True) -> bool:
        """The page that was claimed cannot be fetched by a request: another one may, as far as this process knows.

        True when one was kept (:meth:`keep`): it is in the queue now, and has the page.
        """

    @abstractmethod
    def keep(self, address: str, request: Request) -> bool:
        """Keep one for another address of a claimed page until that came; False when nobody claims it any more."""

    def came(self, address: str, request: Request) -> None:
        """A page that was claimed was fetched."""

    def claim_posts(self, prints: Sequence[bytes], request: Request) -> list[bool]:
        """Note that posts stand on the page of a request; False for each that stood on that of another before."""
        return [True] * len(prints)


# --- which of several workers goes first: a site is learned by one of them, and the others take that over ---

logger = logging.getLogger(__name__)

#: What many workers fetch comes in no order, and a site is learned from its pages in theirs. So one goes first until it
#: has learned the site, for so many pages at most: 40 of a kind, and as many addresses as are kept, are among them.
#: Pages and not seconds: a slow site, or machine, is learned as a fast one.
LEAD_PAGES = 300


class Lead(Enum):
    """Where a worker stands while one of them goes first.

    FOLLOWING → LEADING when nobody goes first (any more); LEADING → OPEN when it has learned, or took enough
    pages; FOLLOWING → ADOPTING → OPEN when another has, and what it learned is to be taken over before; → OPEN
    where nobody takes it over.
    """

    #: Another goes first: nothing is taken from the queue.
    FOLLOWING = "following"
    #: It works alone until it has learned.
    LEADING = "leading"
    #: The first has learned: nothing is taken from the queue before that is known here, too.
    ADOPTING = "adopting"
    #: All may work.
    OPEN = "open"


#: What a worker says when it comes to stand somewhere.
SAID = {
    Lead.FOLLOWING: "Another worker goes first and learns the site; this one begins when it has",
    Lead.LEADING: "This worker goes first and learns the site; others begin when it has",
    Lead.OPEN: "The site is learned: this worker takes its share of the pages",
}


class GoingFirst:
    """Where one worker stands.

    ``ask`` is told whether this one has gone first long enough, and says who does now: "this", "another", or "done"
    for nobody any more. ``learned``: asked whether a worker that goes first has learned; ``adopts``: somebody takes
    over what the first one learned, and says when (:meth:`adopted`).
    """

    def __init__(self, ask: Callable[[bool], bytes]) -> None:
        self._ask = ask
        self.lead, self.adopts = Lead.FOLLOWING, False
        self.learned: Callable[[], bool] = bool
        self._taken = 0
        self._said: Lead | None = None

    @property
    def leads(self) -> bool:
        """Does this worker go first?"""
        return self.lead is Lead.LEADING

    @property
    def may_take(self) -> bool:
        """May it take requests from the queue?"""
        return self.lead in (Lead.LEADING, Lead.OPEN)

    def took(self) -> None:
        """It took a request."""
        self._taken += 1

    def adopted(self) -> None:
        """What the first one learned is known here."""
        if self.lead is Lead.ADOPTING:
            self.lead = Lead.OPEN
            self.say()

    def look(self) -> None:
        """See who goes first now."""
        if self.lead in (Lead.ADOPTING, Lead.OPEN):
            return
        first = self._ask(self.leads and (self.learned() or self._taken >= LEAD_PAGES))
        if first == b"done":
            self.lead = Lead.ADOPTING if self.adopts and not self.leads else Lead.OPEN
        else:
            self.lead = Lead.LEADING if first == b"this" else Lead.FOLLOWING
        self.say()

    def say(self) -> None:
        """Say where it stands, once."""
        if self.lead is not self._said and self.lead in SAID:
            logger.info("%s", SAID[self.lead])
            self._said = self.lead
