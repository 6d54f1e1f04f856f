"""The processes of a command, which make something of pages from its beginning to its end."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from time import thread_time
from typing import Any, Self, TypeVar

from newsbody.ground.memory import SPARE, tune_own_process

One = TypeVar("One")
Made = TypeVar("Made")

#: Pages handed to a process at a time: enough to hide the hand-over, few enough for a moving progress bar.
CHUNK = 8
#: Chunks a process may have before it: a web archive is larger than memory.
AHEAD = 4


class Processes:
    """So many processes, which are started while the first pages are fetched; with one all is done here.

    ``preload``: modules that they share, imported before they are forked.
    """

    def __init__(self, jobs: int, preload: Sequence[str] = ()) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            tune_own_process()
            context = get_context("forkserver")
            context.set_forkserver_preload([*preload])
            self._pool = ProcessPoolExecutor(jobs, context, _begin)
            for _ in range(jobs):
                self._pool.submit(_begin)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End; work that was not begun is left."""
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def in_order(
        self,
        work: Callable[[One], Made],
        given: Iterable[One],
        chunk: int = CHUNK,
        is_light: Callable[[One], bool] = lambda one: False,
    ) -> Iterator[tuple[One, Made]]:
        """What ``work`` makes of each: here of what ``is_light``, as it is done sooner than handed to a process.

        Raises OSError when a process is killed.
        """
        if self._pool is None:
            yield from ((one, work(one)) for one in given)
            return
        rest, waiting = iter(given), deque[tuple[list[One], Future[list[Made]]]]()
        try:
            while True:
                while len(waiting) < self._jobs * AHEAD and (some := list(islice(rest, chunk))):
                    submit = _made_here if all(map(is_light, some)) else self._pool.submit
                    waiting.append((some, submit(_each, work, some)))
                if not waiting:
                    return
                some, made = waiting.popleft()
                yield from zip(some, made.result(), strict=True)
        except BrokenProcessPool as error:
            raise OSError(
                "a process that reads pages was killed (is there too little memory?); --resume goes on"
            ) from error


def _made_here(each: Callable[..., list[Made]], *given: Any) -> Future[list[Made]]:
    made = Future[list[Made]]()
    made.set_result(each(*given))
    return made


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tune_own_process()


def _each(work: Callable[[One], Made], some: Sequence[One]) -> list[Made]:
    start = thread_time()
    made = list(map(work, some))
    SPARE.worked(thread_time() - start)
    return made
