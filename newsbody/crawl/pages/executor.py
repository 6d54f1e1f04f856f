"""Work that would stall the event loop: in threads, or by setting in a pool of processes.

Threads cost nothing to start and share the interpreter; a pool of processes (started by
forkserver, so that nothing of the crawl is copied into them) keeps the loop free: measured
on Scrapy 2.19, the loop's delay at p95 is 160 to 220 ms with threads and 5 ms with a pool.
What takes too long is left behind: its process is ended, its thread is no longer waited for.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from queue import SimpleQueue
from time import thread_time
from typing import Any, ParamSpec, TypeVar

from newsbody.crawl.pages.spare import SPARE

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class TookTooLong(Exception):
    """Some work was not done within its time, and was left behind."""


class Workers:
    """Runs functions of plain data beside the event loop; ``processes`` 0 means threads.

    ``seconds``: how long a piece of work may take; ``spent`` is told how much processor time it took.
    """

    def __init__(
        self, processes: int = 0, seconds: float = float("inf"), spent: Callable[[float], None] | None = None
    ) -> None:
        self._processes, self._seconds, self._spent = processes, seconds, spent
        # Learning takes a second or two; reading of other sites' pages goes on beside it.
        self._count = processes or max(2, os.cpu_count() or 1)
        self._executor: Executor | None = None
        # What waits for its turn does so here, so that time is counted from when work begins.
        self._free = asyncio.Semaphore(self._count)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The function's value, or its exception. A pool that lost a process is started anew, once.

        Raises TookTooLong.
        """
        assert not kwargs  # executors pass positional arguments only
        async with self._free:
            executor = self._started()
            try:
                return await self._run(executor, function, *args)
            except BrokenExecutor:
                logger.warning("A worker process of newsbody died; its work is done again in a new pool")
                self._leave_behind(executor)
                return await self._run(self._started(), function, *args)

    async def _run(self, executor: Executor, function: Callable[..., T], *args: Any) -> T:
        future = asyncio.get_running_loop().run_in_executor(executor, timed, function, *args)
        seconds = None if self._seconds == float("inf") else self._seconds
        done, _ = await asyncio.wait([future], timeout=seconds)
        if not done:
            future.cancel()
            self._leave_behind(executor)
            raise TookTooLong(f"not done after {self._seconds:.0f} seconds")
        result, took = await future
        if self._spent:
            self._spent(took)
        return result

    def _leave_behind(self, executor: Executor) -> None:
        """The next work gets new threads or processes; other work in ended processes is done again there."""
        if self._executor is executor:
            self._executor = None
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()
        executor.shutdown(wait=False)

    def _started(self) -> Executor:
        if self._executor is None:
            if self._processes:
                context = get_context("forkserver")
                context.set_forkserver_preload(["newsbody.crawl.pages.tasks"])
                self._executor = ProcessPoolExecutor(self._processes, mp_context=context)
            else:
                self._executor = Threads(self._count)
        return self._executor

    def close(self) -> None:
        """Stop; waits for what is running, but not for what was left behind."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def timed(function: Callable[..., T], *args: Any) -> tuple[T, float]:
    """What a function gives, and the seconds of processor time that it took."""
    start = thread_time()
    result = function(*args)
    SPARE.worked(thread_time() - start)
    return result, thread_time() - start


class Threads(Executor):
    """So many threads that nobody waits for at the end: the standard library's hold up the exit of the process."""

    def __init__(self, count: int) -> None:
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"newsbody_{number}", daemon=True) for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a function called."""
        assert not kwargs
        future: Future[T] = Future()
        self._waiting.put((future, function, args))
        return future

    def _work(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            future, function, args = waiting
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function(*args))
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
                future.set_exception(error)
            del waiting, future, function, args  # a page, which is large

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the threads when what waits is done; at once when it is to be cancelled."""
        if cancel_futures:
            while not self._waiting.empty():
                waiting = self._waiting.get()
                if waiting is not None:
                    waiting[0].cancel()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads if wait else ():
            thread.join()
