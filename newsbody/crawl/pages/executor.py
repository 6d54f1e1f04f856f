"""Work that would stall the event loop: in threads, or by setting in processes.

Threads cost nothing to start and share the interpreter; processes keep the loop free: measured
on Scrapy 2.19, the loop's delay at p95 is 160 to 220 ms with threads and 5 ms with a pool of them.
What takes too long is left behind: its process is ended, its thread is no longer waited for.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import Any, ParamSpec, TypeVar

from newsbody.crawl.pages.memory import SPARE
from newsbody.crawl.pages.worker import OneProcess, OneThread

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: How many times as long as work may be at work it may take in all: what sleeps, or waits for what never comes, is
#: given up then. A machine with 14 processes at work on 2 processors needs seven times as long.
MAX_WAIT = 10
#: Seconds after which it is looked at again whether work takes too long, once it was longer under way than it may work.
LOOK_AGAIN = 0.1


class TookTooLong(Exception):
    """Some work was not done within its time, and was left behind."""


class Workers:
    """Runs functions of plain data beside the event loop; ``processes`` 0 means threads.

    ``seconds``: how long a piece of work may be at work; it may take MAX_WAIT times as long in all. ``spent`` is told
    how much processor time it took.
    """

    def __init__(
        self, processes: int = 0, seconds: float = float("inf"), spent: Callable[[float], None] | None = None
    ) -> None:
        self._new = OneProcess if processes else OneThread
        self._seconds, self._spent = seconds, spent
        # Learning takes a second or two; reading of other sites' pages goes on beside it.
        self._count = processes or max(2, os.cpu_count() or 1)
        self._idle: list[OneThread | OneProcess] = []
        self._busy: set[OneThread | OneProcess] = set()
        # What waits for its turn does so here, so that time is counted from when work begins.
        self._free = asyncio.Semaphore(self._count)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The function's value, or its exception. What was done in a process that died is done again, once.

        Raises TookTooLong.
        """
        assert not kwargs  # executors pass positional arguments only
        async with self._free:
            try:
                return await self._run(self._idle.pop() if self._idle else self._new(), function, *args)
            except BrokenExecutor:
                logger.warning("A worker process of newsbody died; its work is done again in a new one")
                return await self._run(self._new(), function, *args)

    async def _run(self, worker: OneThread | OneProcess, function: Callable[..., T], *args: Any) -> T:
        future: asyncio.Future[tuple[T, float]] = asyncio.wrap_future(worker.submit(timed, function, *args))
        self._busy.add(worker)
        try:
            await self._in_time(future, worker)
            result, took = await future
        except (TookTooLong, BrokenExecutor, asyncio.CancelledError):
            self._busy.discard(worker)
            future.cancel()
            worker.leave_behind()
            raise
        finally:
            if worker in self._busy:  # it is not, where all were told to stop meanwhile
                self._busy.remove(worker)
                self._idle.append(worker)
        if self._spent:
            self._spent(took)
        return result

    async def _in_time(self, future: asyncio.Future[Any], worker: OneThread | OneProcess) -> None:
        """Wait for some work. Raises TookTooLong."""
        before, since = worker.seconds(), time.monotonic()
        worked = waited = 0.0
        while not future.done():
            left = min(self._seconds - worked, MAX_WAIT * self._seconds - waited)
            if left <= 0:
                raise TookTooLong(f"not done after {worked:.0f} seconds of work, {waited:.0f} in all")
            await asyncio.wait([future], timeout=None if left == float("inf") else max(left, LOOK_AGAIN))
            worked, waited = worker.seconds() - before, time.monotonic() - since

    def close(self) -> None:
        """Stop; waits for what is running, but not for what was left behind."""
        workers = [*self._idle, *self._busy]
        self._idle.clear()
        self._busy.clear()
        for worker in workers:
            worker.shutdown(cancel_futures=True)


def timed(function: Callable[..., T], *args: Any) -> tuple[T, float]:
    """What a function gives, and the seconds of processor time that it took."""
    start = time.thread_time()
    result = function(*args)
    SPARE.worked(time.thread_time() - start)
    return result, time.thread_time() - start
