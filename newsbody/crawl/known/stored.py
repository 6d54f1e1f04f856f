"""What a database of items knows, for crawls whose profiles are new or gone: on another machine, after a loss."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING

from newsbody.crawl.known.ledger import MAX_PAGES, STORED, UNFINISHED, Ledger, LedgerError, Met, open_ledger, told

if TYPE_CHECKING:
    from newsbody.database import Database

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
            if kind in ("text", "twins", "beside"):
                return None
            return self._thread(host, name) if kind == "thread" else self._article(name)
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
