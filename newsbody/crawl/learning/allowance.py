"""How much all sites of a crawl keep of something together, and which of them is to let go of it first."""

from __future__ import annotations

from collections.abc import Iterator


class Allowance:
    """``limit``: of what is kept, over all sites."""

    def __init__(self, limit: int) -> None:
        self._limit, self._total = limit, 0
        self._kept: dict[str, int] = {}

    def note(self, host: str, kept: int) -> None:
        """A site was met, and keeps so much now."""
        self._total += kept - self._kept.pop(host, 0)
        if kept:
            self._kept[host] = kept

    def over(self) -> Iterator[str]:
        """The sites that are to keep less, as long as all keep too much: first those not met for longest."""
        for host in list(self._kept):
            if self._total <= self._limit:
                return
            yield host
