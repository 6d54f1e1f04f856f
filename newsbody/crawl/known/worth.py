"""What a link is worth to somebody who wants what is new."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from newsbody.crawl.known.ledger import STORED, UNFINISHED, Met


class Worth(Enum):
    """What a link is worth to somebody who wants what is new."""

    #: Something happened there, or nobody was there before.
    NEW = "new"
    #: A list that nobody says anything of: worth a look where lists are looked through anyway.
    LOOK = "look"
    #: A list that told nothing of its own so far: worth a look where most of what is linked to is new.
    SPARE = "spare"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Link:
    """What a link is worth, and the address to fetch: of a thread its last known page."""

    url: str
    worth: Worth


def changed(met: Met, modified: str | None, state: str | None) -> bool:
    """Does the site say that something happened since? A page of which it says nothing is what it was."""
    if met.state == UNFINISHED:
        return True
    if state is not None and met.state != STORED:
        return state != met.state
    # One says the day, another the minute: as far as both go.
    return bool(modified and met.modified and met.modified < modified[: len(met.modified)])
