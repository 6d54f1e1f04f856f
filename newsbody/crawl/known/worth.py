"""What a link is worth to somebody who wants what is new."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from zlib import crc32

from newsbody.crawl.addresses.spider_traps import name_of
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


def state_on(page: str, said: str) -> str:
    """What a row of a list says of a page, with the form of the list's address: others say it in other words."""
    return f"{crc32(name_of(page).encode()):08x}:{said}"


def says_of(met: Met, state: str) -> str | None:
    """What a list of that form said when the page was met, None when none was read then."""
    return _by_form(met.state or "").get(_form(state))


def joined_states(states: str, state: str) -> str:
    """What lists say of a page, of each form of list once."""
    return " ".join(f"{form}:{said}" for form, said in {**_by_form(states), **_by_form(state)}.items())


def _by_form(states: str) -> dict[str, str]:
    return {_form(state): state.partition(":")[2] for state in states.split() if ":" in state}


def _form(state: str) -> str:
    return state.partition(":")[0]


def changed(met: Met, modified: str | None, state: str | None) -> bool:
    """Does the site say that something happened since? A page of which it says nothing is what it was."""
    if met.state == UNFINISHED:
        return True
    if state is not None and met.state != STORED and (met.state is None or says_of(met, state) is not None):
        return says_of(met, state) != state.partition(":")[2]
    # One says the day, another the minute: as far as both go.
    return bool(modified and met.modified and met.modified < modified[: len(met.modified)])
