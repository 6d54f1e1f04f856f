"""Site profiles in one SQLite file: the default, for one machine.

An upsert takes about 50 µs, so the crawl calls it inside the event loop; connections do
not move between threads. Several processes may share the file (write-ahead log).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from newsbody.stores.base import Profile, ProfileError, ProfileStore

#: PRAGMA user_version of the file: the layout of the table, not of the profiles in it.
TABLE_VERSION = 1
#: Seconds that a writer waits for another process to finish its transaction.
LOCK_TIMEOUT = 10.0


class SqliteStore(ProfileStore):
    """``path`` may be ``:memory:``. Missing folders are made.

    Raises ProfileError when the file is of a later layout or no SQLite database at all.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        if self.path != ":memory:":
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(self.path, timeout=LOCK_TIMEOUT, isolation_level=None)
        try:
            with self._errors():
                self._open()
        except ProfileError:
            self._connection.close()
            raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """ProfileError for a file that is locked, damaged, on a full disk, …"""
        try:
            yield
        except sqlite3.Error as error:
            raise ProfileError(f"{self.path} cannot be used for site profiles: {error}") from error

    def _open(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
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

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:  # commits, or rolls back
                yield

    def load(self, host: str) -> Profile | None:
        with self._errors():
            row = self._connection.execute("SELECT profile FROM profiles WHERE host = ?", (host,)).fetchone()
        return Profile.from_json(row[0]) if row else None

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

    def close(self) -> None:
        self._connection.close()
