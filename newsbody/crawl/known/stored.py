"""What earlier crawls left: of a page, of its site, and whether a page is worth asking for again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING
from zlib import crc32

from newsbody.crawl.addresses.address import plain
from newsbody.crawl.addresses.aliases import Twins
from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.crawl.known.ledger import MAX_PAGES, STORED, UNFINISHED, Ledger, LedgerError, Met, open_ledger, told
from newsbody.page.sites import host_of

if TYPE_CHECKING:
    from newsbody.crawl.addresses.address import Address
    from newsbody.database import Database

#: What the key of a page begins with that is none of a thread.
PAGE = "page"
#: And that of one.
THREAD = "thread"
#: What the key of the post begins with that opens a thread.
OPENER = "opener"
#: And that of the last page of a thread, by its address.
LAST = "last"
#: Under which key it is known which forms the links on a host have.
FORMS = "forms"


class Names:
    """``look`` says what an address is; ``twins``, which are of one page, as far as that is known."""

    def __init__(self, look: Callable[[str], Address], twins: Twins) -> None:
        self._look, self._twins = look, twins

    def key(self, url: str) -> str:
        """Under which key a page is known: of all pages of a thread the same."""
        thread = self._look(url).thread_key
        return f"{PAGE} {self.plain(url)}" if thread is None else f"{THREAD} {thread}"

    def plain(self, url: str) -> str:
        """What a page is known by, at whatever of its addresses."""
        return plain(self._twins.name(url))

    def host(self, url: str) -> str:
        """The host under which that is noted."""
        return host_of(self._twins.name(url))

    def earlier(self, page: str) -> list[tuple[str, str]]:
        """Under which hosts and keys a page was known before more was learned, from the first one on."""
        return [(host_of(name), f"{PAGE} {plain(name)}") for name in self._twins.names(page)]


def page_of(key: str) -> str | None:
    """The address in the key of a page; None in that of a thread."""
    kind, _, page = key.partition(" ")
    return page if kind == PAGE else None


# --- what earlier crawls noted, and what this one does ----------------------------------

logger = logging.getLogger(__name__)


class Notes:
    """A ledger that nobody has to ask whether it works; it says once that it does not."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self._complained = ledger, False

    def get(self, host: str, key: str) -> Met | None:
        """What is known of a page, None for a new one, and where that cannot be looked up."""
        try:
            return self._ledger.get(host, key)
        except ValueError as error:  # also a row that is none
            self.complain(error)
            return None

    def put(self, host: str, met: Mapping[str, Met]) -> None:
        """Note pages by key, in place of what was known of them."""
        try:
            self._ledger.put(host, met)
        except LedgerError as error:
            self.complain(error)

    def close(self) -> None:
        """The crawl is over."""
        try:
            self._ledger.forget_oldest()
            self._ledger.close()
        except LedgerError as error:
            self.complain(error)

    def complain(self, error: ValueError) -> None:
        """What is not known is new, and given out: that is twice at the worst, and never lost."""
        if not self._complained:
            logger.error("What earlier crawls gave out cannot be looked up or noted: %s", error)
        self._complained = True


# --- what a database of items knows, for crawls whose profiles are new or gone ----------

#: Seconds for which a database that is away is not asked again.
AWAY_SECONDS = 60.0


class StoredLedger(Ledger):
    """A ledger; what it does not know is asked of the database."""

    def __init__(self, ledger: Ledger, database: Database) -> None:
        self._ledger, self._database = ledger, database
        self._away_until = 0.0

    def get(self, host: str, key: str) -> Met | None:
        met = self._ledger.get(host, key)
        if met is not None or monotonic() < self._away_until:
            return met
        from sqlalchemy.exc import SQLAlchemyError

        kind, _, name = key.partition(" ")
        try:
            if kind not in (PAGE, THREAD):
                return None
            return self._thread(host, name) if kind == THREAD else self._article(name)
        except SQLAlchemyError as error:
            self._away_until = monotonic() + AWAY_SECONDS
            raise LedgerError(f"the database of items: {error}") from error

    def _article(self, address: str) -> Met | None:
        known = self._database.known_article(address)
        return Met(modified=known.modified, state=STORED) if known else None

    def _thread(self, host: str, thread: str) -> Met | None:
        posts, truncated = self._database.last_page(host, thread)
        if not posts:
            return None
        state = UNFINISHED if truncated else None
        return Met(None, state, posts[0]["url"], posts[0]["position"], [told(post) for post in posts])

    def put(self, host: str, met: Mapping[str, Met]) -> None:
        self._ledger.put(host, met)

    def forget_oldest(self, kept: int = MAX_PAGES) -> None:
        self._ledger.forget_oldest(kept)

    def close(self) -> None:
        self._database.close()
        self._ledger.close()


def open_known(profiles: str, database: str | None) -> Ledger:
    """The ledger beside the profiles (``NEWSBODY_PROFILES``), before a database of items (``NEWSBODY_STORE``) if one
    is named.
    """
    ledger = open_ledger(profiles)
    if not database:
        return ledger
    from newsbody.database import open_database

    return StoredLedger(ledger, open_database(database))


# --- what a link is worth to somebody who wants what is new -----------------------------


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
    """What a link is worth, and the address to fetch: of a thread its last known page.

    ``met``: what is known of a page that need not be fetched again and is no list.
    """

    url: str
    worth: Worth
    met: Met | None = None


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
