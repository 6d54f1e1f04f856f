"""What is lost of the queue when a worker is killed, or an answer lost, at any of its commands to Redis: nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
import redis
from redis.backoff import ConstantBackoff
from redis.connection import AbstractConnection
from scrapy import Request
from scrapy.settings import Settings

from newsbody.crawl.queue.going_first import Lead
from newsbody.crawl.queue.shared_scheduler import SharedScheduler
from tests.redis_server import RedisServer
from tests.shared_workers import end, spider

dupefilter = pytest.importorskip("scrapy_redis.dupefilter", reason="scrapy-redis is not installed")

PARENT, CHILDREN = "http://f.test/", [f"http://f.test/{number}" for number in range(3)]
#: More commands than are sent in any test.
MANY = 200


class Killed(BaseException):
    """No code is run after it."""


def scheduler(client: redis.Redis) -> SharedScheduler:
    """One more worker, after the first one learned."""
    queue = "newsbody.crawl.queue.shared_queue.SharedQueue"
    made = SharedScheduler(
        client, persist=True, queue_key="%(spider)s:requests", queue_cls=queue,
        dupefilter=dupefilter.RFPDupeFilter(client, "forum:dupefilter"),
    )  # fmt: skip
    own = spider()
    made.stats = own.crawler.stats
    made.open(own)
    made.queue.first.lead = Lead.OPEN
    return made


@contextmanager
def killed_at(number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Before a command is sent."""
    numbers, send = count(1), AbstractConnection.send_packed_command

    def send_or_die(*args: Any, **options: Any) -> None:
        if next(numbers) == number:
            raise Killed
        send(*args, **options)  # type: ignore[no-untyped-call]

    with monkeypatch.context() as patched:
        patched.setattr(AbstractConnection, "send_packed_command", send_or_die)
        yield


@contextmanager
def without_answer(number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What Redis did is not heard of; gives the answer that was lost."""
    numbers, read, lost = count(1), AbstractConnection.read_response, list[object]()

    def read_or_lose(*args: Any, **options: Any) -> Any:
        answer = read(*args, **options)
        if next(numbers) == number:
            lost.append(answer)
            raise redis.ConnectionError("reset by peer")
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(AbstractConnection, "read_response", read_or_lose)
        yield lost


def crawl(worker: SharedScheduler, given: Counter[str]) -> None:
    """Fetch what is in the queue, each page once; the first one leads to the others."""
    worker.enqueue_request(Request(PARENT))
    while request := worker.queue.pop():
        if not worker.queue.claim(request.url, request):
            continue
        worker.queue.hold(request)
        for url in CHILDREN if request.url == PARENT else ():
            worker.enqueue_request(Request(url))
        given[request.url] += 1
        worker.queue.release(request)
    worker.queue.acknowledge()


def test_each_page_once_where_nothing_happens(client: redis.Redis) -> None:
    given = Counter[str]()
    crawl(scheduler(client), given)
    crawl(scheduler(client), given)
    assert given == Counter([PARENT, *CHILDREN])


def killed_everywhere(
    client: redis.Redis,
    monkeypatch: pytest.MonkeyPatch,
    work: Callable[[SharedScheduler, Counter[str]], None],
    wanted: Collection[str],
) -> tuple[int, str]:
    """Have a worker killed at each command in turn, and another one go on: all is given, and one page twice at most.

    Returns how many commands there are, and the queue's key.
    """
    for number in range(1, MANY):
        client.flushall()
        one, two, given = scheduler(client), scheduler(client), Counter[str]()
        try:
            with killed_at(number, monkeypatch):
                work(one, given)
        except Killed:
            end(one.queue, two.queue)
            work(two, given)
            assert given.keys() == set(wanted), number
            assert given.total() <= len(given) + 1, number
        else:
            return number - 1, one.queue.key
    pytest.fail("it sends ever more commands")


def test_nothing_is_lost_at_whichever_command_a_worker_is_killed(
    client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands, _ = killed_everywhere(client, monkeypatch, crawl, [PARENT, *CHILDREN])
    assert commands >= 15


def test_nothing_is_lost_with_whichever_answer_of_redis(client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, MANY):
        client.flushall()
        worker, given = scheduler(client), Counter[str]()
        with without_answer(number, monkeypatch) as lost:
            crawl(worker, given)
        worker.queue.agree(0)  # puts back what it was given and never heard of
        crawl(worker, given)
        assert given == Counter([PARENT, *CHILDREN]), number
        if not lost:
            assert number > 15
            return
    pytest.fail("it sends ever more commands")


def try_two(worker: SharedScheduler, given: Counter[str]) -> None:
    """Fetch a page that has two addresses, the first of which is dead."""
    for address in ("dead", "alive"):
        worker.enqueue_request(Request(f"{PARENT}{address}"))
    worker.queue.beat()
    while taken := [request for _ in range(2) if (request := worker.queue.pop()) and not worker.queue.hold(request)]:
        free = [one for one in taken if one.meta.get("has") or worker.queue.claim("page", one)]
        for request in taken:
            has = request.replace(meta={"has": True})
            if request not in free and not worker.queue.keep("page", has):
                worker.enqueue_request(request.replace(dont_filter=True))
        for request in free:
            if request.url.endswith("dead"):
                worker.queue.free("page", request)
            else:
                given[request.url] += 1
                worker.queue.came("page", request)
        for request in taken:
            worker.queue.release(request)
    worker.queue.acknowledge()


def test_page_whose_first_address_is_dead_is_not_lost_at_whichever_command_a_worker_is_killed(
    client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands, key = killed_everywhere(client, monkeypatch, try_two, [f"{PARENT}alive"])
    assert commands >= 8
    assert client.hlen(f"{key}:others") == 0


def test_page_whose_first_address_is_dead_is_not_lost_with_whichever_answer(
    client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, MANY):
        client.flushall()
        worker, given = scheduler(client), Counter[str]()
        with without_answer(number, monkeypatch) as lost:
            try_two(worker, given)
        worker.queue.agree(0)
        try_two(worker, given)
        assert given == Counter([f"{PARENT}alive"]), number
        if not lost:
            assert number > 8
            return
    pytest.fail("it sends ever more commands")


@pytest.mark.parametrize("act", [lambda one: one.enqueue_request(Request(PARENT)), lambda one: one.queue.beat()])
def test_while_redis_is_full_nothing_is_lost(
    client: redis.Redis, server: RedisServer, monkeypatch: pytest.MonkeyPatch, act: Callable[[SharedScheduler], None]
) -> None:
    one = scheduler(client)
    failures = list[int]()

    def compute(_: ConstantBackoff, failed: int) -> float:
        failures.append(failed)
        if failed == 2:
            with server.client() as other:
                other.config_set("maxmemory", 0)
        return 0.01

    monkeypatch.setattr(ConstantBackoff, "compute", compute)
    client.config_set("maxmemory", 1)
    act(one)
    assert failures == [1, 2]
    given = Counter[str]()
    crawl(one, given)
    assert given == Counter([PARENT, *CHILDREN])


@pytest.mark.parametrize("once", [False, True])
def test_links_that_differ_in_their_session_are_one_request(client: redis.Redis, once: bool) -> None:
    """But where pages are claimed: there a page is known by more, and its other addresses are for when one fails."""
    worker = scheduler(client)
    worker.spider.settings = Settings({"NEWSBODY_ONCE": once})
    assert worker.enqueue_request(Request(f"{PARENT}x;jsessionid=0A1B"))
    assert worker.enqueue_request(Request(f"{PARENT}x;jsessionid=0A1C")) == once
    assert worker.enqueue_request(Request(f"{PARENT}x")) == once
    assert worker.enqueue_request(Request(f"{PARENT}x?t=7"))
