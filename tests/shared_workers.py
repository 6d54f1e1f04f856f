"""Workers on one queue in Redis, for tests of what they share: made, at work, and ended."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TypeVar, cast

import redis
from scrapy import Request, Spider
from scrapy.core.engine import ExecutionEngine
from scrapy.utils.test import get_crawler

from newsbody.crawl.assembly.base import Assembly
from newsbody.crawl.queue.going_first import Lead
from newsbody.crawl.queue.shared_queue import SharedQueue

Whole = TypeVar("Whole")


class Forum(Spider):
    name = "forum"


def worker(client: redis.Redis) -> SharedQueue:
    """One more worker on the queue."""
    queue = SharedQueue(client, spider(), "%(spider)s:requests")
    queue.first.lead = Lead.OPEN  # the first has learned
    return queue


def spider() -> Spider:
    """A spider of a crawl that fetches nothing."""
    crawler = get_crawler(Forum)
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    return crawler._create_spider()


def end(queue: SharedQueue, *others: SharedQueue) -> None:
    """What its lease running out does: the key is gone, and the others have been there for long enough."""
    queue.server.delete(f"{queue.key}:lease:{queue.worker}")
    for other in others:
        other._takes_back_from = 0.0
        other.beat()


def at_work(queue: SharedQueue, address: str = "http://f.test/1") -> Request:
    """A request that a worker took and is not done with."""
    queue.push(Request(address))
    request = queue.pop()
    assert request is not None
    queue.hold(request)
    return request


def rest(parts: Assembly[Whole]) -> list[Whole]:
    """What is given out at the end."""

    async def run() -> list[Whole]:
        return [whole async for whole in parts.rest()]

    return asyncio.run(run())
