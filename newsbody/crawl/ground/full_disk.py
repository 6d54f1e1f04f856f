"""A disk that is full, a quota that is used up: what is to be written waits until somebody has made room."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

logger = logging.getLogger(__name__)

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
