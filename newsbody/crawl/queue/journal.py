"""The requests of a crawl in one SQLite file: each stands there until all that it led to is out.

Scrapy's own queues on disk are whole only after a clean stop, and what was taken from them is
gone with the process. Here taking a request is a note for the running process only; when the
file is opened again, whatever was not done is there to be taken once more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from newsbody.crawl.ground.full_disk import once_there_is_room

#: WAL with NORMAL: every statement survives the process, a power cut leaves a whole file that may lack the last ones.
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS requests (
    number INTEGER PRIMARY KEY AUTOINCREMENT, fingerprint BLOB UNIQUE,
    priority INTEGER NOT NULL, data BLOB, taken INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS pending ON requests (priority DESC, number) WHERE data IS NOT NULL AND taken = 0;
CREATE TABLE IF NOT EXISTS claims (address TEXT PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_PENDING = "data IS NOT NULL AND taken = 0"


class Journal:
    """One crawl's file. While its disk is full the crawl stands still.

    Raises sqlite3.Error when it cannot be opened, read or written otherwise.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._name = str(path)
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._file.executescript(_SCHEMA)
        # What a process before was not done with is to be done again, and what it had claimed for that is free.
        self._file.execute("DELETE FROM claims WHERE number IN (SELECT number FROM requests WHERE data IS NOT NULL)")
        self._file.execute("UPDATE requests SET taken = 0 WHERE taken = 1 AND data IS NOT NULL")
        #: Did a process before leave anything here, done or not?
        self.resumed = self._one("SELECT EXISTS (SELECT 1 FROM requests)") == 1
        self._pending = self._one(f"SELECT count(*) FROM requests WHERE {_PENDING}")

    def __len__(self) -> int:
        """How many requests are there to be taken."""
        return self._pending

    def push(self, data: bytes, priority: int, fingerprint: bytes | None) -> bool:
        """Add a request; False when one of that fingerprint was ever added. None is never the same as another."""
        added = self._write(
            "INSERT OR IGNORE INTO requests (fingerprint, priority, data, taken) VALUES (?, ?, ?, 0)",
            (fingerprint, priority, data),
        )
        self._pending += added.rowcount
        return added.rowcount == 1

    def seen(self, fingerprint: bytes) -> bool:
        """Note a request that is not kept here; True when one of that fingerprint was ever added."""
        added = self._write(
            "INSERT OR IGNORE INTO requests (fingerprint, priority, taken) VALUES (?, 0, 1)", (fingerprint,)
        )
        return added.rowcount == 0

    def take(self) -> tuple[int, bytes] | None:
        """Number and data of the request of the highest priority that came first; None when there is none."""
        found = self._file.execute(
            f"SELECT number, data FROM requests WHERE {_PENDING} ORDER BY priority DESC, number LIMIT 1"
        ).fetchone()
        if found is None:
            return None
        self._write("UPDATE requests SET taken = 1 WHERE number = ?", found[:1])
        self._pending -= 1
        number, data = found
        return number, data

    def keep(self, data: bytes, priority: int) -> int:
        """Add a request that only a process that goes on is to take; its number."""
        added = self._write("INSERT INTO requests (priority, data, taken) VALUES (?, ?, 1)", (priority, data))
        assert added.lastrowid is not None
        return added.lastrowid

    def done(self, numbers: Iterable[int]) -> None:
        """All that these requests led to is out. Only their fingerprints are kept."""
        once_there_is_room(partial(self._done, [(number,) for number in numbers]), self._name)

    def _done(self, rows: list[tuple[int]]) -> None:
        self._file.execute("BEGIN")
        with self._file:  # all or none: what fails is rolled back
            self._file.executemany("UPDATE requests SET data = NULL WHERE number = ?", rows)
            self._file.executemany("DELETE FROM requests WHERE number = ? AND fingerprint IS NULL", rows)

    def claim(self, address: str, number: int) -> bool:
        """Note that a request fetches a page; False when another did, or does."""
        added = self._write("INSERT OR IGNORE INTO claims VALUES (?, ?)", (address, number))
        return added.rowcount == 1

    def free(self, address: str) -> None:
        """Let a page be claimed anew."""
        self._write("DELETE FROM claims WHERE address = ?", (address,))

    def note(self, name: str, value: str) -> None:
        """Remember something for the process that goes on."""
        self._write("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def noted(self, name: str) -> str | None:
        """What a process before remembered."""
        found = self._file.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return found[0] if found else None

    def unfinished(self) -> Iterator[bytes]:
        """The data of all requests that are not done, in the order in which they came."""
        for (data,) in self._file.execute("SELECT data FROM requests WHERE data IS NOT NULL ORDER BY number"):
            yield data

    def close(self) -> None:
        """Close the file; another process may go on with it."""
        self._file.close()

    def _write(self, statement: str, values: Sequence[Any]) -> sqlite3.Cursor:
        return once_there_is_room(partial(self._file.execute, statement, values), self._name)

    def _one(self, question: str) -> int:
        number: int = self._file.execute(question).fetchone()[0]
        return number
