"""When a site is over that several workers crawl: random histories of workers that take, wait, end and come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest
import redis
from scrapy import Request
from scrapy.core.engine import ExecutionEngine
from scrapy.utils.python import to_unicode

from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.page.sites import host_of
from tests.lots import lot
from tests.shared_workers import end, worker

HOSTS = [f"h{number}.test" for number in range(4)]
HISTORIES, STEPS = (range(8), range(8, 25)), 120


@dataclass
class Worker:
    """``at_work``: what is being fetched, or read; ``waiting``: read, and held until its site is learned."""

    queue: SharedQueue
    at_work: list[Request] = field(default_factory=list)
    waiting: list[Request] = field(default_factory=list)

    @classmethod
    def begun(cls, client: redis.Redis) -> Worker:
        made = cls(worker(client))
        slot = SimpleNamespace(inprogress=made.at_work)
        made.queue._spider.crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=slot))
        return made


class History:
    """Workers whose steps come at random. Each page of a site links to some of the others, now and then elsewhere."""

    def __init__(self, client: redis.Redis, random: Random, *, killed: bool) -> None:
        self._client, self._random, self._killed = client, random, killed
        self.workers = [Worker.begun(client) for _ in range(random.randint(1, 4))]
        self._pages = {host: random.randint(1, 8) for host in HOSTS}
        self._asked: set[str] = set()
        self.fetched: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        self.found_over = 0
        for host in HOSTS:
            self._ask(f"http://{host}/0")

    def _ask(self, url: str) -> None:
        if url not in self._asked:
            self._asked.add(url)
            self._random.choice(self.workers).queue.push(Request(url))

    def step(self) -> None:
        one = self._random.choice(self.workers)
        steps: list[Callable[[], None]] = [
            lambda: self._take(one),
            lambda: self._read(one),
            one.queue.beat,
            lambda: self._look(one),
        ]
        if self._killed and self._random.random() < 0.03:
            self._kill(one)
        else:
            self._random.choice(steps)()

    def _take(self, one: Worker) -> None:
        request = one.queue.pop()
        if request is not None:
            self.fetched[request.url] += 1
            one.at_work.append(request)

    def _read(self, one: Worker) -> None:
        if not one.at_work:
            return
        request = one.at_work[self._random.randrange(len(one.at_work))]
        host = host_of(request.url)
        for _ in range(3):
            other = host if self._random.random() < 0.9 else self._random.choice(HOSTS)
            self._ask(f"http://{other}/{self._random.randrange(self._pages[other])}")
        if self._random.random() < 0.7:
            one.queue.hold(request)
            one.waiting.append(request)
        one.at_work.remove(request)

    def _look(self, one: Worker) -> None:
        """A site that is said to be over is; what waits of it goes out."""
        for host in one.queue.over(HOSTS):
            self.found_over += 1
            assert not self._to_do(host)
            self._let_out(one, host)

    def _to_do(self, host: str) -> list[str]:
        """What stands in Redis of a site and is to be done (again), by looking at every row."""
        read = {row for one in self.workers for request, row in one.queue._flight.items() if request not in one.at_work}
        keys = ["forum:requests", *map(to_unicode, self._client.keys("*:flight:*"))]
        urls = [_url(self.workers[0], row) for key in keys for row in _rows(self._client, key) if row not in read]
        return [url for url in urls if host_of(url) == host]

    @staticmethod
    def _let_out(one: Worker, host: str) -> None:
        for request in [request for request in one.waiting if host_of(request.url) == host]:
            one.queue.release(request)
            one.waiting.remove(request)

    def _kill(self, one: Worker) -> None:
        new = Worker.begun(self._client)
        self.workers[self.workers.index(one)] = new
        if self._random.random() < 0.5:
            end(one.queue, *(other.queue for other in self.workers))
        else:  # nobody has seen it yet
            self._client.delete(f"{one.queue.key}:lease:{one.queue.worker}")

    def finish(self) -> None:
        """Until nothing is left: each site is over at some time, and what waits goes out with that alone."""
        for _ in range(100):
            for one in self.workers:
                one.queue._takes_back_from = 0.0
                one.queue.beat()
                self._take(one)
                self._read(one)
                self._look(one)
        for one in self.workers:
            one.queue.acknowledge()
            assert (one.at_work, one.waiting) == ([], [])


def _rows(client: redis.Redis, key: str) -> list[bytes]:
    return [row for row in client.zrange(key, 0, -1) if isinstance(row, bytes)]


def _url(one: Worker, member: bytes) -> str:
    request = one.queue._request(member)
    assert request is not None
    return request.url


@pytest.mark.parametrize("killed", lot([True, False]))
@pytest.mark.parametrize("histories", lot(HISTORIES))
def test_site_is_over_when_nothing_of_it_is_left_but_what_waits(
    client: redis.Redis, histories: range, killed: bool
) -> None:
    found_over = 0
    for seed in histories:
        client.flushall()
        history = History(client, Random(seed), killed=killed)
        for _ in range(STEPS):
            history.step()
        found_over += history.found_over
        history.finish()
        assert history.fetched.keys() == history._asked
        assert killed or set(history.fetched.values()) == {1}
        assert client.keys("*:left:*") == []
        assert client.keys("*:waiting:*") == []
    assert found_over > len(histories)


def test_what_is_given_up_keeps_no_site_from_being_over(client: redis.Redis, caplog: pytest.LogCaptureFixture) -> None:
    one = Worker.begun(client)
    one.queue.push(Request(f"http://{HOSTS[0]}/0"))
    client.zadd("forum:requests:suspected", {_rows(client, "forum:requests")[0]: 1000})
    assert one.queue.over(HOSTS[:1]) == []
    assert one.queue.pop() is None
    assert "is given up" in caplog.text
    assert one.queue.over(HOSTS[:1]) == HOSTS[:1]
    assert one.queue.over([]) == []
