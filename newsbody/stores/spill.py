"""A dict of texts that leaves memory when it grows: what a crawl has to remember of every address it met."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, MutableMapping

logger = logging.getLogger(__name__)

#: Entries kept in memory; of an address and what it is called they take 10 MB.
IN_MEMORY = 20_000


class Spill(MutableMapping[str, str]):
    """Entries go to an unnamed file of SQLite, which ends with the process, ``in_memory`` at a time.

    Where that file cannot be written to, they stay in memory, which is said.
    """

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._limit = in_memory
        self._recent: dict[str, str] = {}
        self._disk: sqlite3.Connection | None = None

    def __setitem__(self, key: str, value: str) -> None:
        self._recent[key] = value
        if len(self._recent) > self._limit:
            self._move()

    def __getitem__(self, key: str) -> str:
        if key in self._recent:
            return self._recent[key]
        if self._disk is not None:
            for (value,) in self._disk.execute("SELECT value FROM entries WHERE key = ?", (_bytes(key),)):
                return _text(value)
        raise KeyError(key)

    def __delitem__(self, key: str) -> None:
        found = key in self
        self._recent.pop(key, None)
        if self._disk is not None:
            self._disk.execute("DELETE FROM entries WHERE key = ?", (_bytes(key),))
        if not found:
            raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        if self._disk is not None:
            for (key,) in self._disk.execute("SELECT key FROM entries"):
                if _text(key) not in self._recent:
                    yield _text(key)
        yield from self._recent

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __del__(self) -> None:
        if self._disk is not None:
            self._disk.close()

    def _move(self) -> None:
        try:
            if self._disk is None:
                self._disk = _open()
            with self._disk:
                rows = ((_bytes(key), _bytes(value)) for key, value in self._recent.items())
                self._disk.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?)", rows)
        except sqlite3.Error as error:
            self._limit *= 2
            logger.warning("Addresses are kept in memory: the folder of temporary files does not take them (%s)", error)
        else:
            self._recent.clear()


def _open() -> sqlite3.Connection:
    disk = sqlite3.connect("", check_same_thread=False)
    # Nobody reads it after a crash; a transaction that fails is undone all the same.
    disk.execute("PRAGMA synchronous = OFF")
    disk.execute("CREATE TABLE entries (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
    return disk


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
