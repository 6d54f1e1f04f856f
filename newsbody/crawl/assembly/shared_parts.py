"""What is put together of pages that several workers read: the parts stand in Redis, whoever adds the last joins them.

Nothing is in one worker's memory alone. A part is stored before the request of its page is
done, and the parts are deleted together with the last of these, when the whole is out; so a
worker that is killed takes no part with it.

Keys, behind the queue's: ``…:out`` (the pages of what is out), ``…:NAME:turn:KEY`` (who gives out what is incomplete).
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

from scrapy import Request

from newsbody.crawl.queue.base import Phase
from newsbody.crawl.queue.shared_queue import SharedQueue

if TYPE_CHECKING:
    from redis.client import Pipeline

#: Seconds until what another worker is giving out is looked at again.
RETRY_SECONDS = 1.0

Whole = TypeVar("Whole")


class SharedParts(ABC, Generic[Whole]):
    """One worker's side of what is put together; ``name`` is what it is called in Redis."""

    def __init__(self, queue: SharedQueue, name: str) -> None:
        self._queue = queue
        self._server = queue.server
        self._key = f"{queue.key}:{name}"
        self._out = f"{queue.key}:out"

    def forget(self, wholes: Iterable[Whole], request: Request | None) -> None:
        """Delete the parts of wholes as soon as they are out, which is when a request is done."""
        for whole in wholes:
            if request is not None:
                self._queue.when_done(request, self._forgetting(self._key_of(whole)))

    async def rest(self) -> AsyncIterator[Whole]:
        """What is not complete when all workers are done; nothing while one is at work."""
        while self._queue.agree(Phase.COLLECTING) and (keys := self._open()):
            for key in keys:
                await asyncio.sleep(0)  # the sign of life comes between
                if self._take_turn(key):
                    for whole in self._joined(key):
                        yield whole
                    self._forget_now(key)
            # Another worker gives out what is left now; if it ends before, this one does.
            await asyncio.sleep(RETRY_SECONDS)

    def _take_turn(self, key: str) -> bool:
        """Is it this worker that gives out what is incomplete?"""
        turn = self._turn_key(key)
        return bool(self._server.set(turn, self._queue.worker, nx=True, ex=self._queue.lease))

    def _forget_now(self, key: str) -> None:
        with self._server.pipeline() as pipeline:
            self._forgetting(key)(pipeline)
            pipeline.execute()

    def _turn_key(self, key: str) -> str:
        return f"{self._key}:turn:{key}"

    def _is_out(self, address: str) -> bool:
        """Is a page out? It may come again, taken back from a worker that ended."""
        return bool(self._server.sismember(self._out, address))

    @abstractmethod
    def _key_of(self, whole: Whole) -> str:
        """What a whole is known by among those that are open."""

    @abstractmethod
    def _open(self) -> list[str]:
        """The keys of those of which there are parts, in order."""

    @abstractmethod
    def _joined(self, key: str) -> list[Whole]:
        """The parts as they are now, as one; nothing when they are none."""

    @abstractmethod
    def _forgetting(self, key: str) -> Callable[[Pipeline], None]:
        """What deletes the parts and the turn, and notes that their pages are out; done again if Redis fails."""
