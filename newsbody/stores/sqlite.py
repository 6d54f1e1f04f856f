"""Site profiles in one SQLite file: the default, for one machine.

An upsert takes about 50 µs, so the crawl calls it inside the event loop; connections do
not move between threads. Several processes may share the file (write-ahead log). Where another one holds
it the loop does not wait: what was learned is kept, and saved when the file is free. A file that is as it
should be is opened without writing, and one that cannot be written to (a full disk) is still read.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from newsbody.stores.base import Profile, ProfileError, ProfileStore, read_profile

logger = logging.getLogger(__name__)

#: PRAGMA user_version of the file: the layout of the table, not of the profiles in it.
TABLE_VERSION = 1
#: Seconds that a writer waits for another process to finish its transaction.
LOCK_TIMEOUT = 10.0
#: Seconds for which a file that could not be written to is not asked again.
RETRY_SECONDS = 30.0


class SqliteStore(ProfileStore):
    """``path`` may be ``:memory:``. Missing folders are made.

    Raises ProfileError when the file is of a later layout, no SQLite database at all, or cannot be opened.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        #: What could not be saved yet.
        self._unsaved: dict[str, Profile] = {}
        self._away_until = 0.0
        self._is_as_it_was = False
        with self._errors():
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self.path, timeout=LOCK_TIMEOUT, isolation_level=None)
        try:
            with self._errors():
                self._open()
        except ProfileError:
            self._connection.close()
            if not self._open_as_it_is():
                raise

    @classmethod
    def at(cls, address: str) -> Self:
        """The file at a path, or as SQLAlchemy writes it: ``sqlite:///relative``, ``sqlite:////absolute``."""
        _, separator, rest = address.partition("://")
        return cls(rest.removeprefix("/") if separator else address)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """ProfileError for a file that is locked, damaged, on a full disk, in a folder that cannot be made, …"""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise ProfileError(f"{self.path} cannot be used for site profiles: {error}") from error

    def _open(self) -> None:
        self._connection.execute("PRAGMA synchronous = NORMAL")
        (mode,) = self._connection.execute("PRAGMA journal_mode").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if mode == "wal" and version == TABLE_VERSION:
            self._connection.execute("SELECT 1 FROM profiles LIMIT 1").fetchone()
            return
        self._connection.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version > TABLE_VERSION:
                raise ProfileError(
                    f"{self.path} was written by a later newsbody (layout {version}, this one knows {TABLE_VERSION}): "
                    "update newsbody or name another file in NEWSBODY_PROFILES"
                )
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS profiles (host TEXT PRIMARY KEY, profile TEXT NOT NULL) WITHOUT ROWID"
            )
            self._connection.execute(f"PRAGMA user_version = {TABLE_VERSION}")

    def _open_as_it_is(self) -> bool:
        """Open a store that cannot be written to, as it was when it was last closed; False when it is none."""
        path = Path(self.path)
        if not path.is_file() or not path.stat().st_size:
            return False
        self._connection = sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True, isolation_level=None)
        try:
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            self._connection.execute("SELECT 1 FROM profiles LIMIT 1").fetchone()
        except sqlite3.Error:
            version = None
        if version != TABLE_VERSION:
            self._connection.close()
            return False
        self._is_as_it_was = True
        logger.warning("%s cannot be written to: what is learned is kept in memory, and saved if that changes", path)
        return True

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:  # commits, or rolls back
                yield

    def load(self, host: str) -> Profile | None:
        with self._errors():
            row = self._connection.execute("SELECT profile FROM profiles WHERE host = ?", (host,)).fetchone()
        return read_profile(row[0], host) if row else None

    def save(self, profile: Profile) -> Profile:
        with self._transaction():
            stored = self.load(profile.host)
            merged = stored.merged(profile) if stored else profile
            self._write(merged)
        return merged

    def replace(self, profile: Profile) -> None:
        with self._transaction():
            self._write(profile)

    def _write(self, profile: Profile) -> None:
        self._connection.execute(
            "INSERT INTO profiles VALUES (?, ?) ON CONFLICT (host) DO UPDATE SET profile = excluded.profile",
            (profile.host, profile.to_json()),
        )

    def forget(self, host: str) -> bool:
        with self._errors():
            return self._connection.execute("DELETE FROM profiles WHERE host = ?", (host,)).rowcount > 0

    def hosts(self) -> Iterator[str]:
        with self._errors():
            rows = self._connection.execute("SELECT host FROM profiles ORDER BY host").fetchall()
        for (host,) in rows:
            yield host

    async def merge(self, profile: Profile) -> Profile:
        """``save`` without waiting on the loop; what cannot be saved now is kept, and saved with the next."""
        waiting = self._unsaved.get(profile.host)
        self._unsaved[profile.host] = waiting.merged(profile) if waiting else profile
        saved = await self._save_all()
        return saved.get(profile.host) or self._unsaved[profile.host]

    async def fetch(self, host: str, *, fresh: bool = False) -> Profile | None:
        """What is stored, with what is not saved yet."""
        stored, waiting = self.load(host), self._unsaved.get(host)
        return stored.merged(waiting) if stored and waiting else stored or waiting

    async def _save_all(self) -> dict[str, Profile]:
        """What was saved; nothing while the file is held by somebody, or cannot be written to."""
        saved: dict[str, Profile] = {}
        if time.monotonic() < self._away_until:
            return saved
        for host, profile in list(self._unsaved.items()):
            try:
                saved[host] = await self._save_aside(profile)
            except ProfileError as error:
                if not self._is_away(error):
                    self._unsaved.pop(host, None)
                    raise
                logger.warning("%s; what is learned is kept in memory and saved later", error)
                self._away_until = time.monotonic() + RETRY_SECONDS
                break
            if self._unsaved.get(host) is profile:
                del self._unsaved[host]
        return saved

    async def _save_aside(self, profile: Profile) -> Profile:
        """Save at once where nobody else is writing; otherwise wait for them in a thread."""
        with self._errors():
            self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            return self.save(profile)
        except ProfileError as error:
            if self.path == ":memory:" or not (self._is_as_it_was or self._is_busy(error)):
                raise
            return await asyncio.to_thread(_save, self.path, profile)
        finally:
            with self._errors():
                self._connection.execute(f"PRAGMA busy_timeout = {int(1000 * LOCK_TIMEOUT)}")

    def _is_busy(self, error: ProfileError) -> bool:
        cause = error.__cause__
        return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY

    def _is_away(self, error: ProfileError) -> bool:
        """Held by another process, or on a disk that is full or takes nothing: that may change."""
        return isinstance(error.__cause__, sqlite3.OperationalError)

    async def aclose(self) -> None:
        """Save what is not saved yet, if the file takes it now, and close it."""
        self._away_until = 0.0
        try:
            await self._save_all()
        except ProfileError as error:
            logger.warning("%s", error)
        if self._unsaved:
            logger.error("%s: what was learned of %s is lost", self.path, ", ".join(self._unsaved))
        self.close()

    def close(self) -> None:
        self._connection.close()


def _save(path: str, profile: Profile) -> Profile:
    """Save by a connection of its own, as connections do not move between threads."""
    store = SqliteStore(path)
    try:
        return store.save(profile)
    finally:
        store.close()
