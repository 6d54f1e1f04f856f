"""A page that cannot be fetched under one address is fetched under another, whoever met that; few are tried."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import pytest
import redis
from scrapy import Request
from scrapy.core.engine import ExecutionEngine
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from newsbody.crawl.addresses.attempts import MAX_TRIES
from newsbody.crawl.hooks.once_middleware import OnceMiddleware
from newsbody.crawl.session.session import Crawl
from newsbody.ground.text_signature import key_of
from tests.shared_workers import Forum, end, worker
from tests.test_crawl_parts import resolver


def address(session: int) -> str:
    """One of the addresses of a page."""
    return f"http://f.test/thread-1-1.html?sid={session:017x}"


class Worker:
    """One whose site is known, and what Scrapy does with its requests, step by step."""

    def __init__(self, client: redis.Redis, folder: Path) -> None:
        self.queue = worker(client)
        self.crawler = get_crawler(
            Forum, {"NEWSBODY_PROFILES": str(folder / f"{id(self)}.sqlite3"), "NEWSBODY_ONCE": True}
        )
        queues = SimpleNamespace(queue=self.queue)
        slot = SimpleNamespace(scheduler=queues, inprogress=(), closing=None, nextcall=Mock())
        self.crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=slot))
        self.once = OnceMiddleware(self.crawler)

    async def opened(self) -> None:
        await Crawl.of(self.crawler).known_site(address(0))
        Crawl.of(self.crawler).site(address(0)).addresses.start_with(resolver())

    def take(self) -> Request | None:
        """The next request that is sent; it is in flight. What is not sent is done."""
        while request := self.queue.pop():
            if self.once.is_sent(request):
                self.queue.hold(request)
                return request
        return None

    def answer(self, request: Request, status: int) -> None:
        """What came of it."""
        again = self.once.process_response(request, Response(request.url, status=status, request=request))
        if isinstance(again, Request):
            self.queue.push(again)
        self.queue.release(request)
        self.queue.acknowledge()


def play(client: redis.Redis, folder: Path, act: Callable[[Worker, Worker], None]) -> None:
    """Let two workers do something."""

    async def run() -> None:
        workers = Worker(client, folder), Worker(client, folder)
        for one in workers:
            await one.opened()
        act(*workers)
        for one in workers:
            await Crawl.of(one.crawler).close()

    asyncio.run(run())


def both_ask(one: Worker, two: Worker, more: int = 1) -> Request:
    """One fetches the page; two meets other addresses of it, which it does not fetch."""
    for session in range(1 + more):
        one.queue.push(Request(address(session)))
    request = one.take()
    assert request is not None
    assert two.take() is None
    return request


def test_address_that_another_worker_met_is_tried(client: redis.Redis, tmp_path: Path) -> None:
    def act(one: Worker, two: Worker) -> None:
        one.answer(both_ask(one, two), 404)
        again = two.take()
        assert again is not None
        assert again.url == address(1)
        two.answer(again, 200)
        assert client.hlen(f"{one.queue.key}:others") == 0
        one.queue.push(Request(address(2)))
        assert one.take() is two.take() is None
        assert one.queue.over(["f.test"]) == ["f.test"]

    play(client, tmp_path, act)


@pytest.mark.parametrize("known", [True, False])
def test_address_is_tried_though_the_first_failed_at_another_worker_than_it_began(
    client: redis.Redis, tmp_path: Path, known: bool
) -> None:
    def act(one: Worker, two: Worker) -> None:
        first = both_ask(one, two, more=int(known))
        retry = first.replace(dont_filter=True)
        one.queue.push(retry)
        one.queue.release(first)
        moved = two.take()
        assert moved is not None
        two.answer(moved, 404)
        if not known:
            one.queue.push(Request(address(1)))
        again = one.take()
        assert again is not None
        assert again.url == address(1)

    play(client, tmp_path, act)


def test_few_addresses_of_a_page_are_kept_and_tried(client: redis.Redis, tmp_path: Path) -> None:
    def act(one: Worker, two: Worker) -> None:
        request: Request | None = both_ask(one, two, more=50)
        tried = []
        while request is not None:
            tried.append(request.url)
            one.answer(request, 404)
            one.queue.push(Request(address(100 + len(tried))))
            request = one.take()
        assert tried == [address(session) for session in range(MAX_TRIES)]
        assert client.hlen(f"{one.queue.key}:others") == 0

    play(client, tmp_path, act)


def test_nothing_is_kept_for_a_page_that_came(client: redis.Redis, tmp_path: Path) -> None:
    def act(one: Worker, two: Worker) -> None:
        one.answer(both_ask(one, two), 200)
        assert client.hlen(f"{one.queue.key}:others") == 0
        one.queue.push(Request(address(2)))
        assert two.take() is None
        assert client.hlen(f"{one.queue.key}:others") == 0

    play(client, tmp_path, act)


def test_address_is_tried_when_a_request_fails_that_was_taken_back(client: redis.Redis, tmp_path: Path) -> None:
    def act(one: Worker, two: Worker) -> None:
        both_ask(one, two)
        end(one.queue, two.queue)
        again = two.take()
        assert again is not None
        assert again.url == address(0), "it has the page still"
        two.answer(again, 404)
        other = two.take()
        assert other is not None
        assert other.url == address(1)

    play(client, tmp_path, act)


def copied_and_killed(one: Worker, two: Worker, text: str) -> tuple[Request, Request, Request]:
    """An article that one worker claims, its copy that the other gives up, and the article again, as one is killed."""
    for path in ("3.html", "3.html?print=1"):
        one.queue.push(Request(f"http://f.test/{path}"))
    original, copy = one.take(), two.take()
    assert original is not None
    assert copy is not None
    assert Crawl.of(one.crawler).claims.claim_text(text, original)
    assert not Crawl.of(two.crawler).claims.claim_text(text, copy)
    two.answer(copy, 200)
    end(one.queue, two.queue)
    again = two.take()
    assert again is not None
    return original, copy, again


def test_an_article_and_its_copy_are_given_out_once_whoever_reads_them(client: redis.Redis, tmp_path: Path) -> None:
    """Also when the one who claimed its text is killed before it was out."""
    text = key_of("Council meets about bridge 3").hex()

    def act(one: Worker, two: Worker) -> None:
        original, _, again = copied_and_killed(one, two, text)
        assert again.url == original.url
        assert Crawl.of(two.crawler).claims.claim_text(text, again)
        two.answer(again, 200)
        assert not client.hexists(f"{two.queue.key}:others", text)

    play(client, tmp_path, act)


def test_an_article_is_given_by_its_copy_when_it_fails_for_good_after_a_kill(
    client: redis.Redis, tmp_path: Path
) -> None:
    text = key_of("Council meets about bridge 3").hex()

    def act(one: Worker, two: Worker) -> None:
        _, copy, again = copied_and_killed(one, two, text)
        two.answer(again, 404)
        instead = two.take()
        assert instead is not None
        assert instead.url == copy.url
        assert Crawl.of(two.crawler).claims.claim_text(text, instead)
        two.answer(instead, 200)
        assert two.take() is None
        assert client.hlen(f"{two.queue.key}:others") == 0

    play(client, tmp_path, act)


@pytest.mark.parametrize("fate", ["fails", "comes", "comes without them"])
def test_posts_are_given_by_another_page_when_theirs_does_not_show_them_after_a_kill(
    client: redis.Redis, tmp_path: Path, fate: str
) -> None:
    posts = [b"post 7", b"post 8"]

    def act(one: Worker, two: Worker) -> None:
        for path in ("a/1", "b/1"):
            one.queue.push(Request(f"http://f.test/{path}"))
        first, second = one.take(), two.take()
        assert first is not None
        assert second is not None
        claims, others = Crawl.of(one.crawler).claims, Crawl.of(two.crawler).claims
        assert claims.claim_posts(first, posts) == [True, True]
        assert others.claim_posts(second, posts) == [False, False]
        two.answer(second, 200)
        end(one.queue, two.queue)
        again = two.take()
        assert again is not None
        assert again.url == first.url
        if fate == "comes":
            assert others.claim_posts(again, posts) == [True, True]
        two.answer(again, 404 if fate == "fails" else 200)
        instead = two.take()
        if fate == "comes":
            assert instead is None
            assert client.hlen(f"{two.queue.key}:others") == 0
        else:
            assert instead is not None
            assert instead.url == second.url
            assert others.claim_posts(instead, posts) == [True, True]

    play(client, tmp_path, act)


def test_address_of_a_post_is_tried_though_the_worker_that_met_it_was_killed(
    client: redis.Redis, tmp_path: Path
) -> None:
    """It only names a place in a thread, of which no page's own address is known."""

    def place(number: int) -> str:
        return f"http://f.test/thread-1-1.html?goto={number}"

    def act(one: Worker, two: Worker) -> None:
        for number in (1, 2, 3):
            one.queue.push(Request(place(number)))
        first = one.take()
        assert first is not None
        assert Crawl.of(one.crawler).site(first.url).addresses.is_variant(first.url)
        assert one.take() is two.take() is None, "one of a thread is enough, whichever worker met it"
        end(one.queue, two.queue)
        again = two.take()
        assert again is not None
        two.answer(again, 404)
        other = two.take()
        assert other is not None
        assert other.url == place(2)
        two.answer(other, 200)
        assert two.take() is None

    play(client, tmp_path, act)
