"""How far a worker is."""

from __future__ import annotations

from enum import IntEnum


class Phase(IntEnum):
    """Where several share a queue, none takes a step towards the end while one is behind.

    Otherwise a worker whose queue is empty for a moment would decide with the few pages that it
    has what all of them together will soon know.
    """

    AT_WORK = 0
    #: Nothing to fetch; pages still wait for their site to be learned.
    WAITING = 1
    #: No page waits; what is put together of several pages may be unfinished.
    COLLECTING = 2
    DONE = 3
