"""Threads whose pages several workers read: joined as one worker joins them, and lost with none of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
import redis
from scrapy import Request

from newsbody.crawl.assembly.threads import SharedThreads, ThreadCollector
from newsbody.crawl.queue.base import Phase
from newsbody.items import Author, ForumThread, Image, Post
from tests.shared_workers import at_work, end, rest, worker

PAGES = 4


def address(number: int) -> str:
    return f"http://f.test/7-{number}"


def page(number: int, pages: int = PAGES) -> tuple[ForumThread, int, str, list[str]]:
    """One page of a thread with links to its neighbours, as the arguments of ``add``."""
    post = Post(
        "7", address(number), f"说 {number}", number, f"p{number}", Author("Ann", "http://f.test/ann"),
        quotes=["a quote"], images=[Image("http://f.test/1.png")], headline="A wheel",
    )  # fmt: skip
    others = [address(other) for other in (number - 1, number + 1) if 1 <= other <= pages]
    return ForumThread("7", address(number), "A wheel", [post]), number, address(number), others


def alone(order: Sequence[int]) -> list[ForumThread]:
    collector = ThreadCollector()
    return [thread for number in order for thread in collector.add(*page(number))]


@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3)])
def test_pages_of_two_workers_become_one_thread(client: redis.Redis, order: tuple[int, ...]) -> None:
    workers = [SharedThreads(worker(client)) for _ in range(2)]
    found = [thread for place, number in enumerate(order) for thread in workers[place % 2].add(*page(number))]
    assert found == alone(order)
    assert [post.position for post in found[0].posts] == [1, 2, 3, 4]


def test_page_that_cannot_be_fetched_is_not_waited_for(client: redis.Redis) -> None:
    one, two = SharedThreads(worker(client)), SharedThreads(worker(client))
    assert one.add(*page(1)) == two.add(*page(2)) == one.add(*page(4)) == []
    (thread,) = two.fail("7", address(3))
    assert thread.truncated
    assert [post.position for post in thread.posts] == [1, 2, 4]


def test_page_that_came_and_failed_for_another_worker_is_no_loss(client: redis.Redis) -> None:
    one, two = SharedThreads(worker(client)), SharedThreads(worker(client))
    assert one.add(*page(1, 2)) == []
    assert two.fail("7", address(1)) == []
    (thread,) = one.add(*page(2, 2))
    assert not thread.truncated


def test_page_that_failed_at_first_and_came_then_is_no_loss(client: redis.Redis) -> None:
    threads = SharedThreads(worker(client))
    assert threads.fail("7", address(1)) == []
    (thread,) = threads.add(*page(1, 1))
    assert not thread.truncated


def test_thread_is_forgotten_when_it_is_out(client: redis.Redis) -> None:
    queue = worker(client)
    threads = SharedThreads(queue)
    request = at_work(queue, address(1))
    found = threads.add(*page(1, 1))
    threads.forget(found, request)
    assert client.keys("*:threads*") != []
    queue.release(request)
    queue.acknowledge()
    assert client.keys("*:threads*") == []


def test_worker_that_is_killed_before_a_thread_is_out_takes_no_part_with_it(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    at_work(one, address(4))
    for number in (1, 2, 3):
        SharedThreads(one).add(*page(number))
    assert len(SharedThreads(one).add(*page(4))) == 1  # and is killed before it is exported
    end(one, two)
    assert two.pop() is not None
    assert SharedThreads(two).add(*page(4)) == alone((1, 2, 3, 4))


def test_what_is_incomplete_is_given_out_once_when_nobody_is_at_work(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    SharedThreads(one).add(*page(1))
    SharedThreads(one).fail("8", address(9))  # a thread of which nothing was read
    assert rest(SharedThreads(one)) == []
    two.agree(Phase.COLLECTING)
    (thread,) = rest(SharedThreads(one))
    assert thread.truncated
    assert [post.position for post in thread.posts] == [1]
    assert rest(SharedThreads(two)) == []
    assert client.keys("*:threads*") == []


def test_what_a_worker_was_giving_out_when_it_was_killed_another_gives_out(
    client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = worker(client), worker(client)
    monkeypatch.setattr(one, "lease", 1)
    SharedThreads(one).add(*page(1))
    two.agree(Phase.COLLECTING)

    async def begin() -> None:
        threads = SharedThreads(one).rest()
        await anext(threads)
        # Not asked for more, as if it were killed: nothing is deleted.

    asyncio.run(begin())
    end(one, two)
    assert [thread.threadId for thread in rest(SharedThreads(two))] == ["7"]


def test_page_that_comes_again_when_its_thread_is_out_is_no_second_thread(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    SharedThreads(one).add(*page(1, 2))  # and is killed before its request is acknowledged
    two.push(Request(address(2)))
    request = two.pop()
    found = SharedThreads(two).add(*page(2, 2))
    SharedThreads(two).forget(found, request)
    end(one, two)
    assert SharedThreads(two).add(*page(1, 2)) == []
    assert len(found) == 1
    assert rest(SharedThreads(two)) == []
