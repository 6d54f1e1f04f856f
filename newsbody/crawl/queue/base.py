"""One contract of a queue whose requests are in flight until acknowledged: what every store of it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
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
