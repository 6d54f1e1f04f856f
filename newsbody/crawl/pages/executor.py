"""Pages read off the loop: the processes, and what runs in them."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from newsbody.ground.memory import SPARE

# --- one thread, or one process, that does one piece of work at a time; and how long it was at work ---

T = TypeVar("T")


class OneThread(Executor):
    """A thread that nobody waits for at the end: the standard library's hold up the exit of the process."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="newsbody", daemon=True)
        self._thread.start()
        # To ask for the clock of a thread that has ended may end the process; this one is there, and waits for work.
        self._clock = time.pthread_getcpuclockid(self._thread.ident or 0) if sys.platform == "linux" else None

    def seconds(self) -> float:
        """How long it has worked, since whenever."""
        return seconds_of(self._clock)

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
        """End the thread when its work is done."""
        self._waiting.put(None)
        if wait:
            self._thread.join()

    def leave_behind(self) -> None:
        """Wait for it no longer; it ends when, and if, its work is done."""
        self.shutdown(wait=False)


class OneProcess(ProcessPoolExecutor):
    """A process started by forkserver at its first work, so that nothing of the crawl is copied into it."""

    def __init__(self) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(["newsbody.crawl.pages.tasks"])
        super().__init__(1, mp_context=context)
        self._clock: int | None = None

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a function called, with plain data."""
        future = super().submit(function, *args, **kwargs)
        if self._clock is None:
            (pid,) = self._processes
            self._clock = clock_of_process(pid)
        return future

    def seconds(self) -> float:
        """How long it has worked, since whenever."""
        return seconds_of(self._clock)

    def leave_behind(self) -> None:
        """End it, whatever it does."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.shutdown(wait=False)


def clock_of_process(pid: int) -> int | None:
    """The clock of a process's processor time; None where the system does not tell it."""
    clock = ctypes.c_int()
    found = sys.platform == "linux" and ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)) == 0
    return clock.value if found else None


def seconds_of(clock: int | None) -> float:
    """What a clock of processor time says; the clock on the wall for None. That of what has ended says 0."""
    if clock is None or sys.platform == "win32":
        return time.monotonic()
    try:
        return time.clock_gettime(clock)
    except OSError:
        return 0.0  # its work fails, and that is told elsewhere


# --- work that would stall the event loop: in threads, or by setting in processes -------

logger = logging.getLogger(__name__)

P = ParamSpec("P")

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
