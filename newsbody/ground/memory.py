"""How much memory a process of ours holds: what is free goes back."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from functools import cache

#: Seconds of work on pages after which it is done; it takes a hundredth of them. (1,000 pages of a site: 243 MB at the
#: end without, 184 when done every second, 145 without newsbody.)
EVERY_SECONDS = 2.0
#: Bytes from which on a piece of memory stands for itself, and is given back at once. glibc begins with this, and goes
#: up to 32 MB when it sees such pieces freed: pages, and arrays over them, then leave holes. (1,400 pages of 100 sites:
#: 333 MB at the end with that, 306 with this, and no more time.) And what ``mallopt`` calls it.
LARGE, _M_MMAP_THRESHOLD = 131_072, -3


class Spare:
    """Gives back what is free after so many seconds of work; ``trim`` None: this system's allocator cannot."""

    def __init__(self, trim: Callable[[int], object] | None, every: float = EVERY_SECONDS) -> None:
        self._trim, self._every = trim, every
        self._worked = 0.0

    def worked(self, seconds: float) -> None:
        """A piece of work is done, and took that long."""
        self._worked += seconds
        if self._trim is not None and self._worked >= self._every:
            self._worked = 0.0
            self._trim(0)


@cache
def tune_own_process() -> None:
    """Set the collector and the allocator of a process of ours, for as long as it lives: our spiders' and commands'.

    The collector of cycles passes over what there is when the first work begins, modules mostly: it looks through
    everything when a quarter more has come, and each page brings a thousand elements. (110 pages of as many sites:
    .26 s of 3.4 for three times, .09 so.) Large pieces of memory stand for themselves, unless the user said otherwise.
    """
    gc.freeze()
    said = {"MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"} & os.environ.keys()
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" and not said else None
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, LARGE)


def malloc_trim() -> Callable[[int], object] | None:
    """What glibc has for it; None where another library allocates."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


#: One a process, as the allocator is.
SPARE = Spare(malloc_trim())
