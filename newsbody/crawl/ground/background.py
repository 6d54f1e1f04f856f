"""Work in the background, and what is done about a full disk."""

from __future__ import annotations

import asyncio
import errno
import logging
import sqlite3
from collections.abc import Callable, Coroutine
from time import monotonic, sleep
from typing import Any, TypeVar

logger = logging.getLogger(__name__)


class Background:
    """``failed`` is told of work that an exception left; ``idle`` when nothing is left to do."""

    def __init__(self, failed: Callable[[], None], idle: Callable[[], None]) -> None:
        self._failed, self._idle = failed, idle
        self._tasks: set[asyncio.Future[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        """Start some work; an exception that leaves it is logged and counted."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error:
            logger.error("newsbody: work beside the crawl failed", exc_info=error)
            self._failed()
        if not self._tasks:
            self._idle()

    async def done(self) -> None:
        """Wait until nothing is left to do."""
        while self._tasks:
            await asyncio.wait(self._tasks)


# --- A disk that is full, a quota that is used up ---------------------------------------

T = TypeVar("T")

#: What a disk that is full says, a quota, and a limit of the process; and what SQLite makes of these.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
SQLITE_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
#: Seconds that somebody has to make room, and between two looks whether somebody has; a worker among others gives a
#: sign of life with each.
FULL_SECONDS, LOOK_SECONDS = 3600.0, 1.0


def once_there_is_room(write: Callable[[], T], name: str, meanwhile: Callable[[], object] | None = None) -> T:
    """Write, and again while the disk is full: the crawl stands still, which is said once.

    ``meanwhile`` is called every LOOK_SECONDS. Raises what ``write`` raises for anything else that is wrong with the
    disk, and when it has been full for FULL_SECONDS.
    """
    full_since = None
    while True:
        try:
            return write()
        except (OSError, sqlite3.OperationalError) as error:
            if not is_full(error) or (full_since and monotonic() - full_since > FULL_SECONDS):
                raise
            if full_since is None:
                full_since = monotonic()
                reason = error.strerror if isinstance(error, OSError) else error
                logger.error("%s: %s. The crawl stands still until there is room", name, reason)
            if meanwhile:
                meanwhile()
            sleep(LOOK_SECONDS)


def is_full(error: Exception) -> bool:
    """Does an error say that there is no room?"""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return getattr(error, "errno", None) in FULL or code in SQLITE_FULL
