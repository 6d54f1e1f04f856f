"""The queue that workers share: in order, never lost with one of them, and ended together."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
import redis
from redis.backoff import ConstantBackoff
from scrapy import Request
from scrapy.core.engine import ExecutionEngine
from scrapy.utils.test import get_crawler

from newsbody.crawl.queue.base import Phase
from newsbody.crawl.queue.scripts import SUSPECT
from newsbody.crawl.queue.shared_queue import MAX_SUSPICION, SUSPICION, SUSPICION_WAITING, SharedQueue
from newsbody.crawl.session.session import Crawl
from tests.redis_server import RedisServer
from tests.shared_workers import Forum, at_work, end, spider, worker


def url(number: int) -> str:
    return f"http://f.test/{number}"


def popped(queue: SharedQueue) -> list[str]:
    """The addresses of all requests, each done before the next."""
    found: list[Request] = []
    while request := queue.pop():
        found.append(request)
    return [request.url for request in found]


def test_first_come_first_served_within_a_priority(client: redis.Redis) -> None:
    queue = worker(client)
    for number, priority in enumerate([0, 5, 0, 5, -5, 0]):
        queue.push(Request(url(number), priority=priority))
    assert len(queue) == 6
    assert popped(queue) == [url(number) for number in (1, 3, 0, 2, 5, 4)]
    assert len(queue) == 0


def test_request_comes_back_as_it_went(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1), method="POST", body="a=1", meta={"depth": 2}, priority=3))
    request = worker(client).pop()
    assert request is not None
    assert (request.url, request.method, request.body, request.meta, request.priority) == (
        url(1), "POST", b"a=1", {"depth": 2}, 3,
    )  # fmt: skip


def test_what_a_worker_that_ended_was_not_done_with_comes_again_first(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    for number in range(4):
        one.push(Request(url(number)))
    done, held = one.pop(), one.pop()
    assert done
    assert held
    one.hold(held)
    one.acknowledge()
    end(one, two)
    again = two.pop()
    assert again is not None
    assert again.url == url(1)
    assert popped(two) == [url(2), url(3)]
    assert worker(client).pop() is None


def test_requests_of_workers_that_were_only_late_are_not_given_up(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    one.push(Request(url(1)))
    for _ in range(MAX_SUSPICION // SUSPICION + 2):
        request = one.pop()
        assert request is not None
        one.hold(request)
        end(one, two)
        one.beat()
        one.release(request)
    assert popped(two) == [url(1)]


def test_worker_that_gives_signs_of_life_keeps_what_it_has(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    at_work(one)
    one.beat()
    two._takes_back_from = 0.0
    two.beat()
    assert two.pop() is None


def test_worker_that_just_came_takes_nothing_back(client: redis.Redis) -> None:
    one = worker(client)
    at_work(one)
    end(one)  # all leases are gone, as after Redis was away
    two = worker(client)
    two.beat()
    assert two.pop() is None


def test_held_request_is_done_when_released_as_often(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    request = at_work(one)
    one.hold(request)
    one.release(request)
    one.acknowledge()
    assert client.zcard(f"{one.key}:flight:{one.worker}") == 1
    one.release(request)
    one.when_done(request, lambda pipeline: pipeline.set("out", "yes"))
    one.acknowledge()
    assert client.get("out") == b"yes"
    end(one, two)
    assert two.pop() is None


@pytest.mark.parametrize("is_killed", [True, False])
def test_what_is_held_for_another_request_is_done_after_it_and_comes_again_with_it(
    is_killed: bool, client: redis.Redis
) -> None:
    """A page that stands at two addresses, of which one is under way."""
    one, two = worker(client), worker(client)
    asked, twin = at_work(one), at_work(one, url(2))
    one.acknowledge()
    if not is_killed:
        one.release_with([twin], asked)
        one.acknowledge()
        one.release(asked)
        for _ in range(2):
            one.acknowledge()
        assert client.zcard(f"{one.key}:flight:{one.worker}") == 0
    end(one, two)
    assert popped(two) == [asked.url, twin.url] * is_killed


def test_what_is_held_for_a_request_that_is_done_is_done(client: redis.Redis) -> None:
    queue = worker(client)
    twin = at_work(queue)
    queue.release_with([twin], Request(url(2)))
    queue.acknowledge()
    assert client.zcard(f"{queue.key}:flight:{queue.worker}") == 0


def test_request_that_no_worker_survives_is_given_up(client: redis.Redis, caplog: pytest.LogCaptureFixture) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    for _ in range(MAX_SUSPICION // SUSPICION + 1):
        victim = worker(client)
        request = victim.pop()
        assert request is not None
        victim.hold(request)
        end(victim, queue)
    assert worker(client).pop() is None
    assert "is given up" in caplog.text


def all_at_work(queue: SharedQueue) -> list[Request]:
    """The requests that a worker takes before it is done with any."""
    found: list[Request] = []
    cast("Any", queue._spider.crawler.engine)._slot = SimpleNamespace(inprogress=found)
    while request := queue.pop():
        found.append(request)
    return found


def test_suspects_are_worked_on_last_and_one_at_a_time(client: redis.Redis) -> None:
    queue = worker(client)
    for number in range(3):
        queue.push(Request(url(number)))
    for _ in range(SUSPECT // SUSPICION):
        victim = worker(client)
        assert len(all_at_work(victim)) == 3
        end(victim, queue)
    queue.push(Request(url(3), priority=-9))
    taken = all_at_work(queue)
    assert [request.url for request in taken] == [url(3), url(0)]
    assert len(queue) == 2
    del taken[:]
    assert [request.url for request in all_at_work(queue)] == [url(1)]


def test_a_suspect_comes_behind_the_others_each_time(client: redis.Redis) -> None:
    queue = worker(client)
    for number in range(3):
        queue.push(Request(url(number)))
    taken = []
    for _ in range(SUSPECT // SUSPICION + 4):
        victim = worker(client)
        taken.append([request.url for request in all_at_work(victim)])
        end(victim, queue)
    alone = [[url(number)] for number in (0, 1, 2, 0)]
    assert taken == [[url(0), url(1), url(2)]] * (SUSPECT // SUSPICION) + alone


def test_nothing_is_kept_of_requests_that_are_done(client: redis.Redis) -> None:
    first, other = worker(client), worker(client)
    for number in range(3):
        at_work(first, f"http://f.test/{number}")
    end(first, other)
    assert client.zcard(f"{other.key}:suspected") == client.zcard(f"{other.key}:again") == 3
    while other.pop() is not None:
        pass
    other.acknowledge()
    assert not client.zcard(f"{other.key}:suspected")
    assert not client.zcard(f"{other.key}:again")
    other._run("acquit", [f"{other.key}:blamed:{first.worker}", f"{other.key}:suspected"], [])
    assert not client.zcard(f"{other.key}:suspected")


def test_only_the_suspect_answers_for_the_end_of_a_worker(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(0)))
    for _ in range(SUSPECT // SUSPICION):
        victim = worker(client)
        assert len(all_at_work(victim)) == 1
        end(victim, queue)
    queue.push(Request(url(1)))
    for _ in range(2):
        victim = worker(client)
        assert [request.url for request in all_at_work(victim)] == [url(1), url(0)]
        end(victim, queue)
    assert popped(queue) == [url(1)]


def test_page_that_ends_workers_is_given_up_and_those_beside_it_are_not(client: redis.Redis) -> None:
    queue = worker(client)
    for number in range(16):
        queue.push(Request(url(number)))
    done, ends = [], 0
    while taken := all_at_work(victim := worker(client)):
        if url(5) in [request.url for request in taken]:
            ends += 1
            end(victim, queue)
        else:
            done += [request.url for request in taken]
            del taken[:]
            victim.acknowledge()
    assert sorted(done) == sorted(url(number) for number in range(16) if number != 5)
    assert ends == MAX_SUSPICION // SUSPICION + 1


def a_page_waits(queue: SharedQueue) -> Request:
    """Scrapy is done with the request; its page waits for others of its site, and the next sign of life says so."""
    request = queue.pop()
    assert request is not None
    queue.hold(request)
    queue.beat()
    return request


def test_pages_that_only_waited_when_workers_were_killed_are_not_given_up_soon(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    for _ in range(MAX_SUSPICION // SUSPICION_WAITING):
        victim = worker(client)
        a_page_waits(victim)
        end(victim, queue)
    assert popped(queue) == [url(1)]


def test_page_that_waited_for_all_that_were_killed_is_given_up_in_the_end(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    for _ in range(MAX_SUSPICION // SUSPICION_WAITING + 1):
        victim = worker(client)
        a_page_waits(victim)
        end(victim, queue)
    assert popped(queue) == []


def test_what_a_stopped_worker_leaves_is_not_suspected(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    for _ in range(MAX_SUSPICION // SUSPICION + 1):
        stopped = worker(client)
        request = stopped.pop()
        assert request is not None
        stopped.hold(request)
        stopped._closed()
    assert popped(queue) == [url(1)]


def test_what_waited_and_is_out_leaves_nothing_behind(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    request = a_page_waits(queue)
    assert client.scard(f"{queue.key}:waiting:{queue.worker}") == 1
    queue.release(request)
    queue.acknowledge()
    assert client.scard(f"{queue.key}:waiting:{queue.worker}") == 0


def test_request_that_was_late_and_then_killed_is_claimed_anew(client: redis.Redis) -> None:
    one, two, three = worker(client), worker(client), worker(client)
    one.push(Request(url(1)))
    late = at_work(one)
    end(one, two)
    assert one.claim("page", late)
    taken = two.pop()
    assert taken is not None
    assert two.claim("page", taken)
    one.beat()  # it was only late
    end(two, three)
    again = three.pop()
    assert again is not None
    assert three.claim("page", again)
    assert late.url == again.url


def test_posts_are_those_of_the_first_request_on_whose_page_they_stand(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    asked, other = at_work(one, url(1)), at_work(two, url(2))
    assert one.claim_posts([b"a", b"b"], asked) == [True, True]
    assert two.claim_posts([b"b", b"c"], other) == [False, True]
    assert two.claim_posts([], other) == []
    assert two.claim("page", other)
    assert not one.claim("page", at_work(one, url(3)))
    end(one, two)  # before its posts were out: they come with its request, though another has its page by now
    for address, is_first in ((url(1), True), (url(3), False)):
        again = two.pop()
        assert again is not None
        two.hold(again)
        assert again.url == address
        assert two.claim("page", again) == is_first
        assert two.claim_posts([b"a"], again) == [is_first]
        two.release(again)
    two.acknowledge()
    assert client.scard(f"{two.key}:readers") == 1  # of the other one, which is not done


def test_answer_that_was_lost_with_a_connection_is_put_back(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    queue.pop()
    queue._flight.clear()  # Redis took it for this worker, which never heard of it
    assert not queue.agree(Phase.DONE)
    assert popped(queue) == [url(1)]
    assert queue.agree(Phase.DONE)


@pytest.mark.parametrize(
    ("phases", "agreed"),
    [
        ([Phase.WAITING, Phase.AT_WORK], [False, False]),
        ([Phase.WAITING, Phase.WAITING], [False, True]),
        ([Phase.DONE, Phase.COLLECTING], [False, True]),
        ([Phase.COLLECTING, Phase.DONE], [False, False]),
        ([Phase.DONE, Phase.DONE], [False, True]),
    ],
)
def test_no_step_towards_the_end_before_the_others(
    client: redis.Redis, phases: list[Phase], agreed: list[bool]
) -> None:
    workers = [worker(client) for _ in phases]
    said = [one.agree(phase) if phase else False for one, phase in zip(workers, phases, strict=True)]
    assert said == agreed


def test_nobody_ends_while_a_worker_that_was_killed_is_missed(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    assert not two.agree(Phase.DONE)
    end(one, two)
    assert two.agree(Phase.DONE)


def test_worker_that_is_stopped_gives_back_what_it_has(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    at_work(one)
    one._run("leave", [one.key], [one.worker])
    assert popped(two) == [url(1)]
    assert two.agree(Phase.DONE)


def test_page_is_claimed_once(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    first, second, third = at_work(one), at_work(two), at_work(two)
    claims = [one.claim("a", first), two.claim("a", second), two.claim("b", second), two.claim("b", third)]
    assert claims == [True, False, True, False]
    one.free("a", first)
    assert [two.claim("a", second), one.claim("a", first)] == [True, False], "the request that had claimed it failed"


def test_queue_is_forgotten_with_all_it_knows(client: redis.Redis) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    queue.push(Request(url(2)))
    request = queue.pop()
    assert request is not None
    queue.claim(url(1), request)
    queue.clear()
    assert client.keys("*") == []


def test_nothing_is_lost_while_redis_is_away(
    client: redis.Redis, server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = worker(client)
    queue.push(Request(url(1)))
    back = threading.Event()

    def compute(_: ConstantBackoff, failures: int) -> float:
        if failures == 2 and not back.is_set():
            server.start()
            back.set()
        return 0.01

    monkeypatch.setattr(ConstantBackoff, "compute", compute)
    server.stop()
    queue.push(Request(url(2)))
    assert back.is_set()
    assert popped(queue) == [url(1), url(2)]


def test_serializer_of_the_project(client: redis.Redis) -> None:
    calls: list[str] = []

    class Serializer:
        def dumps(self, data: Any) -> bytes:
            calls.append("dumps")
            return str(data["url"]).encode()

        def loads(self, data: bytes) -> Any:
            calls.append("loads")
            return {"url": data.decode()}

    queue = SharedQueue(client, spider(), "forum:requests", Serializer())
    queue.push(Request(url(1)))
    assert popped(queue) == [url(1)]
    assert calls == ["dumps", "loads"]


def test_page_of_a_worker_that_ended_is_fetched_though_it_was_asked_for_before(
    client: redis.Redis, tmp_path: Path
) -> None:
    one, two = worker(client), worker(client)
    crawler = get_crawler(Forum, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    slot = SimpleNamespace(scheduler=SimpleNamespace(queue=two), inprogress=(), closing=None, nextcall=Mock())
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=slot))

    async def run() -> list[bool]:
        own = Crawl.of(crawler)
        await own.known_site(url(1))
        one.claim(url(1), at_work(one))
        end(one, two)
        again = two.pop()
        assert again is not None
        two.hold(again)
        asked = at_work(two)
        claims = [
            own.claims.claim(*page) for page in ((url(1), asked), (url(1), again), (url(2), asked), (url(2), asked))
        ]
        await own.close()
        return claims

    assert asyncio.run(run()) == [False, True, True, False]


def test_page_that_two_requests_of_a_worker_that_ended_lead_to_is_claimed_once(client: redis.Redis) -> None:
    one, two, three = (worker(client) for _ in range(3))
    assert one.claim("page", at_work(one))
    at_work(one)
    end(one, two, three)
    taken = [(queue, queue.pop()) for queue in (two, three)]
    assert [request is not None and queue.claim("page", request) for queue, request in taken] == [True, False]


def newcomer(client: redis.Redis) -> SharedQueue:
    """A worker as it is made by the scheduler."""
    return SharedQueue(client, spider(), "forum:requests")


def test_others_wait_until_the_first_has_learned(client: redis.Redis) -> None:
    first, second = newcomer(client), newcomer(client)
    for number in range(4):
        second.push(Request(url(number)))
    second.beat()
    assert second.pop() is None
    assert first.pop() is not None
    first.first.learned = lambda: True
    for queue in (first, second):
        queue.beat()
        assert queue.pop() is not None
    assert newcomer(client).pop() is not None


def test_others_take_over_what_was_learned_before_they_begin(client: redis.Redis) -> None:
    first, second = newcomer(client), newcomer(client)
    second.first.adopts = True
    first.push(Request(url(1)))
    first.first.learned = lambda: True
    for queue in (first, second):
        queue.beat()
    assert second.pop() is None
    second.first.adopted()
    assert popped(second) == [url(1)]


@pytest.mark.parametrize("killed", [True, False])
def test_another_goes_first_when_the_first_ends(client: redis.Redis, killed: bool) -> None:
    first, second = newcomer(client), newcomer(client)
    first.push(Request(url(1)))
    if killed:
        client.delete(f"{first.key}:first")  # it runs out with the worker's lease
    else:
        first._run("leave", [first.key], [first.worker])
    second.beat()
    assert second.first.leads
    assert popped(second) == [url(1)]


def test_nobody_goes_first_for_more_pages_than_it_may(client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.queue.going_first.LEAD_PAGES", 2)
    first, second = newcomer(client), newcomer(client)
    for number in range(3):
        first.push(Request(url(number)))
    for _ in range(2):
        first.beat()
        second.beat()
        assert second.pop() is None
        assert first.pop() is not None
    first.beat()
    second.beat()
    assert popped(second) == [url(2)]
