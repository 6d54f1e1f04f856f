"""Threads whose pages are read by several workers: the parts stand in Redis, and whoever adds the last one joins them.

Nothing of a thread is in one worker's memory alone. A part is stored before the request of its
page is done, and the parts are deleted together with the last of these, when the thread is out;
so a worker that is killed takes no part of a thread with it.

Keys, all beginning with the queue's: ``…:threads`` (which are open), and of each thread
``…:threads:ID:pages`` (posts by address of the page), ``…:linked``, ``…:read`` and ``…:failed`` (addresses).
``…:out`` are the pages of threads that are out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy import Request

from newsbody.crawl.engine import Phase
from newsbody.crawl.shared_queue import SharedQueue
from newsbody.items import Author, ForumThread, Image, Post
from newsbody.sites import host_of

if TYPE_CHECKING:
    from redis.client import Pipeline

#: Seconds until a thread that another worker is giving out is looked at again.
RETRY_SECONDS = 1.0
_PARTS = ("pages", "linked", "read", "failed", "turn")


class SharedThreads:
    """Puts threads together, as :class:`~newsbody.crawl.collector.ThreadCollector` does for one worker."""

    def __init__(self, queue: SharedQueue) -> None:
        self._queue = queue
        self._server = queue.server
        self._key = f"{queue.key}:threads"

    def add(self, page: ForumThread, number: int, address: str, others: Iterable[str]) -> list[ForumThread]:
        """Add one page of a thread; returns the thread when it is complete by it. Arguments as of the collector.

        A page that comes again, taken back from a worker that ended, may be out with its thread already.
        """
        if self._server.sismember(f"{self._queue.key}:out", address):
            return []
        key = self._thread_key(page.threadId, address)
        with self._server.pipeline() as pipeline:
            pipeline.sadd(self._key, key)
            pipeline.hset(f"{key}:pages", address, json.dumps([number, asdict(page)], ensure_ascii=False))
            pipeline.sadd(f"{key}:linked", address, *others)
            pipeline.srem(f"{key}:failed", address)
            return self._added(pipeline, key, address)

    def fail(self, thread_id: str, address: str) -> list[ForumThread]:
        """A page cannot be fetched: its thread does not wait for it."""
        key = self._thread_key(thread_id, address)
        with self._server.pipeline() as pipeline:
            pipeline.sadd(self._key, key)
            pipeline.sadd(f"{key}:failed", address)
            return self._added(pipeline, key, address)

    def forget(self, threads: Iterable[ForumThread], request: Request | None) -> None:
        """Delete the parts of threads as soon as they are out, which is when a request is done."""
        for thread in threads:
            if request is not None:
                key = self._thread_key(thread.threadId, thread.url)
                self._queue.when_done(request, partial(self._forget, key))

    async def rest(self) -> AsyncIterator[ForumThread]:
        """The threads that are not complete when all workers are done; none while one is at work."""
        while self._queue.agree(Phase.COLLECTING) and (keys := self._server.smembers(self._key)):
            for key in sorted(key if isinstance(key, str) else key.decode() for key in keys):
                if not self._server.set(f"{key}:turn", self._queue.worker, nx=True, ex=self._queue.lease):
                    continue
                for thread in self._joined(key):
                    yield thread
                with self._server.pipeline() as pipeline:
                    self._forget(key, pipeline)
                    pipeline.execute()
            # Another worker gives out what is left now; if it ends before, this one does.
            await asyncio.sleep(RETRY_SECONDS)

    def _added(self, pipeline: Pipeline, key: str, address: str) -> list[ForumThread]:
        """All in one transaction: of several workers that add a page at once, one sees that none is missing."""
        pipeline.sadd(f"{key}:read", address)
        pipeline.sdiff([f"{key}:linked", f"{key}:read"])
        pipeline.exists(f"{key}:pages")
        *_, missing, has_pages = pipeline.execute()
        return [] if missing or not has_pages else self._joined(key)

    def _joined(self, key: str) -> list[ForumThread]:
        stored = self._server.hgetall(f"{key}:pages")
        if not stored:
            return []
        found = [(number, address, page) for address, text in stored.items() for number, page in (json.loads(text),)]
        pages = [page for _, _, page in sorted(found, key=lambda part: part[:2])]
        thread = ForumThread(**{**pages[0], "posts": [_post(row) for page in pages for row in page["posts"]]})
        missing = self._server.sdiff([f"{key}:linked", f"{key}:read"])
        thread.truncated = bool(missing or self._server.sinter([f"{key}:linked", f"{key}:failed"]))
        return [thread]

    def _forget(self, key: str, pipeline: Pipeline) -> None:
        pages = self._server.hkeys(f"{key}:pages")
        if pages:
            pipeline.sadd(f"{self._queue.key}:out", *pages)
        pipeline.srem(self._key, key)
        pipeline.delete(*(f"{key}:{part}" for part in _PARTS))

    def _thread_key(self, thread_id: str, address: str) -> str:
        return f"{self._key}:{host_of(address)}:{thread_id}"


def _post(row: dict[str, Any]) -> Post:
    author = Author(**row["author"]) if row["author"] else None
    return Post(**{**row, "author": author, "images": [Image(**image) for image in row["images"]]})
