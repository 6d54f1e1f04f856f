"""Scrapy's scheduler for a crawl with ``JOBDIR``: nothing is lost, whenever the process is stopped or killed.

With Scrapy's own, requests that were taken are gone with the process, after ``kill -9`` those in
the queue as well, and the start request is filtered. Here it is in flight (:mod:`newsbody.crawl.queue.base`). A crawl
that goes on does again what was in flight; what it had written already the feeds know (see
:mod:`newsbody.crawl.spiders.resumed_feeds`).
"""

from __future__ import annotations

import logging
import pickle
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir
from scrapy.utils.request import request_from_dict

from newsbody.crawl.ground.scrapy_engine import scheduler
from newsbody.crawl.queue.base import InFlight
from newsbody.crawl.queue.journal import Journal

logger = logging.getLogger(__name__)

#: The journal's name in the folder of the job.
JOURNAL = "newsbody.sqlite3"


class JobFlight(InFlight[int]):
    """The requests that were taken from a journal."""

    def __init__(self, crawler: Crawler, journal: Journal) -> None:
        super().__init__(crawler)
        self._journal = journal
        #: What is kept for when a page cannot be fetched, by its name; by their requests the names of those that ended.
        self._kept: dict[str, list[int]] = {}
        self._ends: dict[Request, str] = {}
        self.note, self.noted = journal.note, journal.noted

    def __len__(self) -> int:
        return len(self._flight)

    def add(self, request: Request, number: int) -> None:
        """A request was taken."""
        self._flight[request] = number

    def claim(self, address: str, request: Request) -> bool:
        """By this process or one before."""
        number = self._flight.get(request)
        return number is None or self._journal.claim(address, number)

    def free(self, address: str, request: Request, *, again: bool = True) -> bool:
        """This process knows its own: what is kept is for one that goes on."""
        if again:
            self._journal.free(address)
        self._ends[request] = address
        return False

    def keep(self, address: str, request: Request) -> None:
        """In the journal, until the page came or failed, and that is done."""
        try:
            data = pickle.dumps(request.to_dict(spider=self._crawler.spider))
        except (ValueError, TypeError, AttributeError, pickle.PicklingError):
            return  # as such that stand in the queue, which is said there
        self._kept.setdefault(address, []).append(self._journal.keep(data, request.priority))

    def came(self, address: str, request: Request) -> None:
        """Nothing is kept for it as soon as its request is done."""
        self._ends[request] = address

    def end(self) -> None:
        """The crawl is over: nothing is to be tried any more."""
        self._journal.done([number for kept in self._kept.values() for number in kept])

    def _acknowledged(self, done: Mapping[Request, int]) -> None:
        ended = [self._ends.pop(request) for request in done if request in self._ends]
        self._journal.done([*done.values(), *(number for page in ended for number in self._kept.pop(page, ()))])


def job(crawler: Crawler) -> JobFlight | None:
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
        self.in_flight = JobFlight(self._crawler, self._journal)
        if self._journal.resumed:
            self._crawler.stats.inc_value("newsbody/job_goes_on")
            logger.info("The crawl goes on: %d requests are still to be done", len(self._journal))

    def close(self, reason: str) -> None:
        """What is not done stays in the journal."""
        self.in_flight.acknowledge()
        if reason == "finished":
            self.in_flight.end()
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
