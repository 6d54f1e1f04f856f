"""Scrapy's scheduler for a crawl with ``JOBDIR``: nothing is lost, whenever the process is stopped or killed.

With Scrapy's own, requests that were taken are gone with the process, after ``kill -9`` those in
the queue as well, and the start request is filtered. Here a request is *in flight* until
everything that it led to is out: its links stand in the journal, its items in the feeds. A crawl that
goes on does again what was in flight; what it had written already the feeds know (see
:mod:`newsbody.crawl.spiders.resumed_feeds`).
"""

from __future__ import annotations

import logging
import pickle
from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir
from scrapy.utils.request import request_from_dict

from newsbody.crawl.ground.scrapy_engine import in_progress, scheduler
from newsbody.crawl.queue.journal import Journal

logger = logging.getLogger(__name__)

#: The journal's name in the folder of the job.
JOURNAL = "newsbody.sqlite3"


class InFlight:
    """The requests that were taken and are not done.

    What is known of one is kept by identity: two requests for the same page are two.
    """

    def __init__(self, crawler: Crawler, journal: Journal) -> None:
        self._crawler = crawler
        self._journal = journal
        self.note, self.noted = journal.note, journal.noted
        self._numbers: dict[Request, int] = {}
        self._held = Counter[Request]()
        self._with: dict[Request, list[Request]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, request: Request, number: int) -> None:
        """A request was taken."""
        self._numbers[request] = number

    def hold(self, request: Request) -> None:
        """Keep a request in flight until it is released as often, though Scrapy is done with it."""
        self._held[request] += 1

    def release(self, request: Request) -> None:
        """What was held is out."""
        self._held[request] -= 1

    def release_with(self, requests: Iterable[Request], request: Request | None) -> None:
        """What these were held for goes out with the items of another; without one, it is out."""
        for released in requests:
            if request in self._numbers and released is not request:
                self._with.setdefault(request, []).append(released)
            else:
                self.release(released)

    def claim(self, address: str, request: Request) -> bool:
        """Note that a page is fetched; False when it was, by this process or one before."""
        number = self._numbers.get(request)
        return number is None or self._journal.claim(address, number)

    def free(self, address: str) -> None:
        """A page cannot be fetched by the request that claimed it: another one may."""
        self._journal.free(address)

    def acknowledge(self) -> None:
        """Let go of the requests whose links are in the journal and whose items are out."""
        busy = in_progress(self._crawler)
        done = [request for request in self._numbers if request not in busy and self._held[request] <= 0]
        for request in done:
            for released in self._with.pop(request, ()):
                self.release(released)
                if self._held[released] <= 0 and released not in busy and released in self._numbers:
                    done.append(released)  # in the same step: a thread is out with its last page, or not at all
        numbers = [self._numbers.pop(request) for request in dict.fromkeys(done)]
        if numbers:
            self._journal.done(numbers)
        for request in done:
            self._held.pop(request, None)


def job(crawler: Crawler) -> InFlight | None:
    """What a crawl with JOBDIR has in flight; None for a crawl that cannot be resumed."""
    return getattr(scheduler(crawler), "in_flight", None)


class JobScheduler(BaseScheduler):
    """Requests by priority, those of the same priority as they came; each address once.

    What cannot be stored (a callback that is no method of the spider) is kept in memory, said
    once in the log, and lost with the process.
    """

    def __init__(self, crawler: Crawler, folder: Path) -> None:
        self._crawler = crawler
        self._folder = folder
        self._unstored: deque[Request] = deque()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raises ValueError without a JOBDIR."""
        folder = job_dir(crawler.settings)
        if folder is None:
            raise ValueError("JobScheduler keeps its requests in a folder. Name one: -s JOBDIR=jobs/example")
        return cls(crawler, Path(folder))

    def open(self, spider: Spider) -> None:
        """Go on with what a process before left."""
        self._spider = spider
        self._journal = Journal(self._folder / JOURNAL)
        self.in_flight = InFlight(self._crawler, self._journal)
        if self._journal.resumed:
            self._crawler.stats.inc_value("newsbody/job_goes_on")
            logger.info("The crawl goes on: %d requests are still to be done", len(self._journal))

    def close(self, reason: str) -> None:
        """What is not done stays in the journal."""
        self.in_flight.acknowledge()
        if left := len(self._journal) + len(self.in_flight):
            logger.info("%d requests are left; the same command with this JOBDIR goes on with them", left)
        self._journal.close()

    def __len__(self) -> int:
        return len(self._journal) + len(self._unstored)

    def has_pending_requests(self) -> bool:
        """Is there anything to take?"""
        return len(self) > 0

    @property
    def unfinished(self) -> list[Request]:
        """The requests that a process before was not done with, in the order in which they came."""
        return [self._request(data) for data in self._journal.unfinished()]

    def enqueue_request(self, request: Request) -> bool:
        """Store a request; False when its address was asked for before and it does not say ``dont_filter``."""
        fingerprinter = self._crawler.request_fingerprinter
        assert fingerprinter is not None
        fingerprint = None if request.dont_filter else fingerprinter.fingerprint(request)
        try:
            data = pickle.dumps(request.to_dict(spider=self._spider))
        except (ValueError, TypeError, AttributeError, pickle.PicklingError) as error:
            return self._keep_in_memory(request, fingerprint, error)
        if not self._journal.push(data, request.priority, fingerprint):
            self._crawler.stats.inc_value("dupefilter/filtered")
            return False
        self._crawler.stats.inc_value("scheduler/enqueued")
        return True

    def _keep_in_memory(self, request: Request, fingerprint: bytes | None, error: Exception) -> bool:
        if fingerprint is not None and self._journal.seen(fingerprint):
            self._crawler.stats.inc_value("dupefilter/filtered")
            return False
        if not self._unstored:
            logger.warning("%s cannot be stored and is lost if the crawl is stopped: %s", request, error)
        self._crawler.stats.inc_value("scheduler/unserializable")
        self._unstored.append(request)
        return True

    def next_request(self) -> Request | None:
        """Take the next request; it is in flight until it is acknowledged."""
        self.in_flight.acknowledge()
        if self._unstored:
            return self._unstored.popleft()
        found = self._journal.take()
        if found is None:
            return None
        number, data = found
        request = self._request(data)
        self.in_flight.add(request, number)
        self._crawler.stats.inc_value("scheduler/dequeued")
        return request

    def _request(self, data: bytes) -> Request:
        # The file is this crawl's own: whoever can write to it can write to the project as well.
        return request_from_dict(pickle.loads(data), spider=self._spider)
