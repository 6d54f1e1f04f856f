"""The pause of a crawl while addresses of its only site are learned: hundreds of requests would go out for nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice

from newsbody.crawl.learning.site import Sites

#: Seconds for which nothing goes out while addresses are learned. That takes one or two; on a machine whose processors
#: others use it may take a minute, and the crawl goes on.
MAX_STILL = 10.0


class Pause:
    """One per crawl. ``learns``: are addresses of any site being learned at this moment?"""

    def __init__(self, sites: Sites, learns: Callable[[], bool]) -> None:
        self._sites, self._learns = sites, learns
        self._since: float | None = None

    def is_on(self) -> bool:
        """Are addresses being learned, of the only site, or soon learned again, and not for long yet?"""
        first = list(islice(self._sites, 2))
        again = any(site.at_work and site.addresses.life.doubted for site in first)
        if len(first) != 1 or not (again or self._learns()):
            self._since = None
            return False
        now = time.monotonic()
        self._since = self._since or now
        return now - self._since < MAX_STILL
