"""Known threads in lists whose rows do not say whether anything happened: their last pages are asked for, by a budget.

Lists with the last posts first have what is new among their first rows: as long as one of a batch brought something,
the next one is asked for.
"""

from __future__ import annotations

#: Last pages that are asked for at once, and in one crawl.
BATCH, MAX_ASKED = 24, 480


class SilentRows:
    """One per crawl."""

    def __init__(self) -> None:
        #: By key, the last known page of each thread; in the order in which lists name them.
        self._silent: dict[str, str] = {}
        self._told = set[str]()
        #: Keys of the last batch, those that brought something, and how many were asked for.
        self._batch: list[str] = []
        self._fruitful = False
        self.asked = 0

    def met(self, key: str, page: str, *, is_told: bool) -> None:
        """A list names a thread. ``is_told``: its row says whether anything happened."""
        if is_told:
            self._told.add(key)
            self._silent.pop(key, None)
        elif key not in self._told:
            self._silent.setdefault(key, page)

    def __len__(self) -> int:
        return len(self._silent)

    def bore(self, key: str) -> None:
        """Something new was found in a thread."""
        self._fruitful = self._fruitful or key in self._batch

    def next_batch(self) -> list[str]:
        """The pages to ask for now; none when the last batch brought nothing, or the budget is spent."""
        if self._batch and not self._fruitful:
            return []
        left = [key for key in self._silent if key not in self._told][: min(BATCH, MAX_ASKED - self.asked)]
        self._told.update(left)
        self._batch, self._fruitful = left, False
        self.asked += len(left)
        return [self._silent[key] for key in left]
