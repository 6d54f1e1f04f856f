"""The queue of one process in a JOBDIR: what a kill leaves unfinished is asked again."""

from __future__ import annotations

import logging
import pickle
import sqlite3
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir
from scrapy.utils.request import request_from_dict

from newsbody.crawl.ground.background import once_there_is_room
from newsbody.crawl.ground.scrapy_engine import scheduler
from newsbody.crawl.queue.base import InFlight

#: WAL with NORMAL: every statement survives the process, a power cut leaves a whole file that may lack the last
#: ones. The log beside the file, which is never given back, takes 1 MB: of 6 MB SQLite's own 1,000 pages took 4,
#: beside a file of 84 kB.
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 250;
CREATE TABLE IF NOT EXISTS requests (
    number INTEGER PRIMARY KEY AUTOINCREMENT, fingerprint BLOB UNIQUE,
    priority INTEGER NOT NULL, data BLOB, taken INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS pending ON requests (priority DESC, number) WHERE data IS NOT NULL AND taken = 0;
CREATE TABLE IF NOT EXISTS claims (address TEXT PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_PENDING = "data IS NOT NULL AND taken = 0"


class Journal:
    """One crawl's file. While its disk is full the crawl stands still.

    Raises sqlite3.Error when it cannot be opened, read or written otherwise.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._name = str(path)
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._file.executescript(_SCHEMA)
        # What a process before was not done with is to be done again, and what it had claimed for that is free.
        self._file.execute("DELETE FROM claims WHERE number IN (SELECT number FROM requests WHERE data IS NOT NULL)")
        self._file.execute("UPDATE requests SET taken = 0 WHERE taken = 1 AND data IS NOT NULL")
        #: Did a process before leave anything here, done or not?
        self.resumed = self._one("SELECT EXISTS (SELECT 1 FROM requests)") == 1
        self._pending = self._one(f"SELECT count(*) FROM requests WHERE {_PENDING}")

    def __len__(self) -> int:
        """How many requests are there to be taken."""
        return self._pending

    def push(self, data: bytes, priority: int, fingerprint: bytes | None) -> bool:
        """Add a request; False when one of that fingerprint was ever added. None is never the same as another."""
        added = self._write(
            "INSERT OR IGNORE INTO requests (fingerprint, priority, data, taken) VALUES (?, ?, ?, 0)",
            (fingerprint, priority, data),
        )
        self._pending += added.rowcount
        return added.rowcount == 1

    def seen(self, fingerprint: bytes) -> bool:
        """Note a request that is not kept here; True when one of that fingerprint was ever added."""
        added = self._write(
            "INSERT OR IGNORE INTO requests (fingerprint, priority, taken) VALUES (?, 0, 1)", (fingerprint,)
        )
        return added.rowcount == 0

    def take(self) -> tuple[int, bytes] | None:
        """Number and data of the request of the highest priority that came first; None when there is none."""
        found = self._file.execute(
            f"SELECT number, data FROM requests WHERE {_PENDING} ORDER BY priority DESC, number LIMIT 1"
        ).fetchone()
        if found is None:
            return None
        self._write("UPDATE requests SET taken = 1 WHERE number = ?", found[:1])
        self._pending -= 1
        number, data = found
        return number, data

    def keep(self, data: bytes, priority: int) -> int:
        """Add a request that only a process that goes on is to take; its number."""
        added = self._write("INSERT INTO requests (priority, data, taken) VALUES (?, ?, 1)", (priority, data))
        assert added.lastrowid is not None
        return added.lastrowid

    def done(self, numbers: Iterable[int]) -> None:
        """All that these requests led to is out. Only their fingerprints are kept."""
        once_there_is_room(partial(self._done, [(number,) for number in numbers]), self._name)

    def _done(self, rows: list[tuple[int]]) -> None:
        self._file.execute("BEGIN")
        with self._file:  # all or none: what fails is rolled back
            self._file.executemany("UPDATE requests SET data = NULL WHERE number = ?", rows)
            self._file.executemany("DELETE FROM requests WHERE number = ? AND fingerprint IS NULL", rows)

    def claim(self, address: str, number: int) -> bool:
        """Note that a request fetches a page; False when another did, or does."""
        added = self._write("INSERT OR IGNORE INTO claims VALUES (?, ?)", (address, number))
        return added.rowcount == 1

    def is_over(self, address: str) -> bool:
        """Is the request done that claimed a page?"""
        found = "SELECT 1 FROM claims LEFT JOIN requests USING (number) WHERE address = ? AND data IS NULL"
        return self._file.execute(found, (address,)).fetchone() is not None

    def free(self, address: str) -> None:
        """Let a page be claimed anew."""
        self._write("DELETE FROM claims WHERE address = ?", (address,))

    def note(self, name: str, value: str) -> None:
        """Remember something for the process that goes on."""
        self._write("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def noted(self, name: str) -> str | None:
        """What a process before remembered."""
        found = self._file.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return found[0] if found else None

    def unfinished(self) -> Iterator[bytes]:
        """The data of all requests that are not done, in the order in which they came."""
        for (data,) in self._file.execute("SELECT data FROM requests WHERE data IS NOT NULL ORDER BY number"):
            yield data

    def close(self) -> None:
        """Close the file; another process may go on with it."""
        self._file.close()

    def _write(self, statement: str, values: Sequence[Any]) -> sqlite3.Cursor:
        return once_there_is_room(partial(self._file.execute, statement, values), self._name)

    def _one(self, question: str) -> int:
        number: int = self._file.execute(question).fetchone()[0]
        return number


# --- scrapy's scheduler for a crawl with ``JOBDIR`` -------------------------------------

logger = logging.getLogger(__name__)

#: The journal's name in the folder of the job.
JOURNAL = "newsbody.sqlite3"


class JobFlight(InFlight[int]):
    """The requests that were taken from a journal."""

    def __init__(self, crawler: Crawler, journal: Journal) -> None:
        super().__init__(crawler)
        self._journal = journal
        #: What is kept for when a page cannot be fetched, by its name; by their requests the names of those that ended.
        self._kept = defaultdict[str, list[int]](list)
        self._ends = defaultdict[Request, list[str]](list)
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
        self._ends[request].append(address)
        return False

    def keep(self, address: str, request: Request) -> bool:
        """In the journal, until the page came or failed, and that is done."""
        if self._journal.is_over(address):
            return True
        try:
            data = pickle.dumps(request.to_dict(spider=self._crawler.spider))
        except (ValueError, TypeError, AttributeError, pickle.PicklingError):
            return True  # as such that stand in the queue, which is said there
        self._kept[address].append(self._journal.keep(data, request.priority))
        return True

    def came(self, address: str, request: Request) -> None:
        """Nothing is kept for it as soon as its request is done."""
        self._ends[request].append(address)

    def end(self) -> None:
        """The crawl is over: nothing is to be tried any more."""
        self._journal.done([number for kept in self._kept.values() for number in kept])

    def _acknowledged(self, done: Mapping[Request, int]) -> None:
        ended = [page for request in done for page in self._ends.pop(request, ())]
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
