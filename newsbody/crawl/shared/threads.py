"""Threads whose pages are read by several workers.

Keys, all beginning with the queue's: ``…:threads`` (which are open), and of each thread
``…:threads:HOST:ID:pages`` (posts by address of the page), ``…:linked``, ``…:read`` and ``…:failed`` (addresses).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy.utils.python import to_unicode

from newsbody.crawl.shared.parts import SharedParts
from newsbody.crawl.shared.queue import SharedQueue
from newsbody.items import Author, ForumThread, Image, Post
from newsbody.sites import host_of

if TYPE_CHECKING:
    from redis.client import Pipeline

_PARTS = ("pages", "linked", "read", "failed")


class SharedThreads(SharedParts[ForumThread]):
    """Puts threads together, as :class:`~newsbody.crawl.assembly.threads.ThreadCollector` does for one worker."""

    def __init__(self, queue: SharedQueue) -> None:
        super().__init__(queue, "threads")

    def add(self, page: ForumThread, number: int, address: str, others: Iterable[str]) -> list[ForumThread]:
        """Add one page of a thread; returns the thread when it is complete by it. Arguments as of the collector."""
        if self._is_out(address):
            return []
        key = self._thread_key(page.threadId, address)
        with self._server.pipeline() as pipeline:
            pipeline.sadd(self._key, key)
            pipeline.hset(f"{key}:pages", address, json.dumps([number, asdict(page)], ensure_ascii=False))
            pipeline.sadd(f"{key}:linked", address, *others)
            pipeline.srem(f"{key}:failed", address)
            return self._added(pipeline, key, address)

    def fail(self, thread_id: str, address: str, *, known: bool = False) -> list[ForumThread]:
        """A page cannot be fetched: its thread does not wait for it. ``known``: its posts were given out already."""
        key = self._thread_key(thread_id, address)
        with self._server.pipeline() as pipeline:
            pipeline.sadd(self._key, key)
            if not known:
                pipeline.sadd(f"{key}:failed", address)
            return self._added(pipeline, key, address)

    def readdress(self, place: Callable[[str], tuple[str, int, str]]) -> None:
        """Nothing: other workers may still go by what addresses meant, so a thread is what its pages were read as."""

    def _added(self, pipeline: Pipeline, key: str, address: str) -> list[ForumThread]:
        """All in one transaction: of several workers that add a page at once, one sees that none is missing."""
        pipeline.sadd(f"{key}:read", address)
        pipeline.sdiff([f"{key}:linked", f"{key}:read"])
        pipeline.exists(f"{key}:pages")
        *_, missing, has_pages = pipeline.execute()
        return [] if missing or not has_pages else self._joined(key)

    def _open(self) -> list[str]:
        return sorted(map(to_unicode, self._server.smembers(self._key)))

    def _joined(self, key: str) -> list[ForumThread]:
        stored = self._server.hgetall(f"{key}:pages")
        if not stored:
            return []
        found = [(number, address, page) for address, row in stored.items() for number, page in (json.loads(row),)]
        pages = [page for _, _, page in sorted(found, key=lambda part: part[:2])]
        thread = ForumThread(**{**pages[0], "posts": [_post(row) for page in pages for row in page["posts"]]})
        missing = self._server.sdiff([f"{key}:linked", f"{key}:read"])
        thread.truncated = bool(missing or self._server.sinter([f"{key}:linked", f"{key}:failed"]))
        return [thread]

    def _forgetting(self, key: str) -> Callable[[Pipeline], None]:
        return partial(self._forget, key)

    def _forget(self, key: str, pipeline: Pipeline) -> None:
        pages = self._server.hkeys(f"{key}:pages")
        if pages:
            pipeline.sadd(self._out, *pages)
        pipeline.srem(self._key, key)
        pipeline.delete(*(f"{key}:{part}" for part in _PARTS), self._turn_key(key))

    def _key_of(self, whole: ForumThread) -> str:
        return self._thread_key(whole.threadId, whole.url)

    def _thread_key(self, thread_id: str, address: str) -> str:
        return f"{self._key}:{host_of(address)}:{thread_id}"


def _post(row: dict[str, Any]) -> Post:
    author = Author(**row["author"]) if row["author"] else None
    return Post(**{**row, "author": author, "images": [Image(**image) for image in row["images"]]})
