"""Pages through a function in several processes, in their order, a bounded number of them at a time."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

One = TypeVar("One")
Made = TypeVar("Made")

#: Pages handed to a process at a time: enough to hide the hand-over, few enough for a moving progress bar.
CHUNK = 8
#: Chunks a process may have before it: a web archive is larger than memory.
AHEAD = 4


def in_order(work: Callable[[One], Made], given: Iterable[One], jobs: int) -> Iterator[tuple[One, Made]]:
    """What ``work`` makes of each. Raises OSError when a process is killed."""
    if jobs == 1:
        yield from ((one, work(one)) for one in given)
        return
    rest, waiting = iter(given), deque[tuple[list[One], Future[list[Made]]]]()
    pool = ProcessPoolExecutor(jobs, get_context("forkserver"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        while True:
            while len(waiting) < jobs * AHEAD and (chunk := list(islice(rest, CHUNK))):
                waiting.append((chunk, pool.submit(_each, work, chunk)))
            if not waiting:
                return
            chunk, made = waiting.popleft()
            yield from zip(chunk, made.result(), strict=True)
    except BrokenProcessPool as error:
        raise OSError(
            "a process that reads pages was killed (is there too little memory?); --resume goes on"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _each(work: Callable[[One], Made], some: Sequence[One]) -> list[Made]:
    return list(map(work, some))
