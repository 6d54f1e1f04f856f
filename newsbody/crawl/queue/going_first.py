"""Which of several workers goes first: a site is learned by one of them, and the others take that over."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum

logger = logging.getLogger(__name__)

#: What many workers fetch comes in no order, and a site is learned from its pages in theirs. So one goes first until it
#: has learned the site, for so many pages at most: 40 of a kind, and as many addresses as are kept, are among them.
#: Pages and not seconds: a slow site, or machine, is learned as a fast one.
LEAD_PAGES = 300


class Lead(Enum):
    """Where a worker stands while one of them goes first.

    FOLLOWING → LEADING when nobody goes first (any more); LEADING → OPEN when it has learned, or took enough
    pages; FOLLOWING → ADOPTING → OPEN when another has, and what it learned is to be taken over before; → OPEN
    where nobody takes it over.
    """

    #: Another goes first: nothing is taken from the queue.
    FOLLOWING = "following"
    #: It works alone until it has learned.
    LEADING = "leading"
    #: The first has learned: nothing is taken from the queue before that is known here, too.
    ADOPTING = "adopting"
    #: All may work.
    OPEN = "open"


#: What a worker says when it comes to stand somewhere.
SAID = {
    Lead.FOLLOWING: "Another worker goes first and learns the site; this one begins when it has",
    Lead.LEADING: "This worker goes first and learns the site; others begin when it has",
    Lead.OPEN: "The site is learned: this worker takes its share of the pages",
}


class GoingFirst:
    """Where one worker stands.

    ``ask`` is told whether this one has gone first long enough, and says who does now: "this", "another", or "done"
    for nobody any more. ``learned``: asked whether a worker that goes first has learned; ``adopts``: somebody takes
    over what the first one learned, and says when (:meth:`adopted`).
    """

    def __init__(self, ask: Callable[[bool], bytes]) -> None:
        self._ask = ask
        self.lead, self.adopts = Lead.FOLLOWING, False
        self.learned: Callable[[], bool] = bool
        self._taken = 0
        self._said: Lead | None = None

    @property
    def leads(self) -> bool:
        """Does this worker go first?"""
        return self.lead is Lead.LEADING

    @property
    def may_take(self) -> bool:
        """May it take requests from the queue?"""
        return self.lead in (Lead.LEADING, Lead.OPEN)

    def took(self) -> None:
        """It took a request."""
        self._taken += 1

    def adopted(self) -> None:
        """What the first one learned is known here."""
        if self.lead is Lead.ADOPTING:
            self.lead = Lead.OPEN
            self.say()

    def look(self) -> None:
        """See who goes first now."""
        if self.lead in (Lead.ADOPTING, Lead.OPEN):
            return
        first = self._ask(self.leads and (self.learned() or self._taken >= LEAD_PAGES))
        if first == b"done":
            self.lead = Lead.ADOPTING if self.adopts and not self.leads else Lead.OPEN
        else:
            self.lead = Lead.LEADING if first == b"this" else Lead.FOLLOWING
        self.say()

    def say(self) -> None:
        """Say where it stands, once."""
        if self.lead is not self._said and self.lead in SAID:
            logger.info("%s", SAID[self.lead])
            self._said = self.lead
