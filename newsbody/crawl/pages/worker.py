"""One thread, or one process, that does one piece of work at a time; and how long it was at work.

Where others use the processors as well the clock on the wall does not tell that: with seven times as much to do as
there are processors a second of work takes seven. Linux tells the processor time of any thread of this process, and
of any process; elsewhere it is the clock on the wall.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from queue import SimpleQueue
from typing import Any, TypeVar

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
