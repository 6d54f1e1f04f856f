"""Noticing that a site changed: a rule that no longer matches, or matches something else.

A :class:`DriftWatch` is told of every page the rule was tried on. Single odd pages (a login
form, a picture page) are no change; a template that changed is noticed within :data:`WINDOW`
pages.
"""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass, field

#: Pages that are looked back on: a change is noticed within so many pages.
WINDOW = 20
#: A rule is doubted when so many of them were odd, …
MAX_ODD = 10
#: … or all since the last good page, when there are at least so many.
ALL_ODD = 5
#: Pages that tell what bodies of this site look like.
REFERENCE = 5
#: A body is odd when its share of the page's text is this many times smaller or larger than usual.
MAX_RATIO = 4.0


@dataclass
class DriftWatch:
    """The recent pages of one rule.

    ``shape`` of a page is the share of its text that the rule took as body, 0 to 1.
    """

    usual: list[float] = field(default_factory=list)
    recent: deque[bool] = field(default_factory=lambda: deque(maxlen=WINDOW))
    odd_in_a_row: int = 0

    def add(self, *, matched: bool, shape: float | None = None) -> None:
        """Note a page: whether the rule matched, and the share of the text it took, where known."""
        good = matched and (shape is None or self._is_usual(shape))
        if good and shape is not None and len(self.usual) < REFERENCE:
            self.usual.append(shape)
        self.recent.append(good)
        self.odd_in_a_row = 0 if good else self.odd_in_a_row + 1

    def _is_usual(self, shape: float) -> bool:
        if len(self.usual) < REFERENCE:
            return True
        middle = statistics.median(self.usual)
        return middle <= MAX_RATIO * shape and shape <= MAX_RATIO * middle

    @property
    def knows_usual(self) -> bool:
        """Whether enough pages told what bodies of the site look like."""
        return len(self.usual) >= REFERENCE

    @property
    def doubted(self) -> bool:
        """Whether the rule is to be learned again."""
        return self.odd_in_a_row >= ALL_ODD or self.recent.count(False) >= MAX_ODD

    def restart(self) -> None:
        """Begin again, with a rule learned anew."""
        self.usual.clear()
        self.recent.clear()
        self.odd_in_a_row = 0
