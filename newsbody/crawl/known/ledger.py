"""What was given out, by site: articles, threads and lists, each with what it takes to know it again.

Beside the profiles, in the same SQLite file or the same Redis. Rows are written when an item is
out; a process that is killed in between gives that item once more.
"""

from __future__ import annotations

import json
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from newsbody.items import identity
from newsbody.stores import DEFAULT_STORE, is_shared

if TYPE_CHECKING:
    from redis import Redis

#: Pages kept of a site; of more, those that were met longest ago are forgotten, and given out as new if they come.
MAX_PAGES = 1_000_000


#: In place of what a list says of a thread: there is more of it than was given out.
UNFINISHED = "unfinished"
#: In place of what a list says of an article: only the database of items knows it, and that notes no lists.
STORED = "stored"
#: Characters of a post's identity that are kept: 64 bits tell the posts of one page apart.
_DIGITS = 16
_CLOCK = re.compile(r"\d:\d\d")


class LedgerError(ValueError):
    """What was met cannot be looked up or noted; the message says where and why."""


@dataclass
class Met:
    """What is known of an article, a thread or a list.

    ``modified``: when it was changed last, as the site or the page says (ISO 8601); ``state``: what the
    list that links to it said of it (see :mod:`newsbody.crawl.known.row_texts`). Of a thread, ``page`` is the address
    of its last page, ``first`` the number of the first post there, and ``posts`` tells the posts on it, each by the
    identity that feeds know it by; ``opener`` the first of the thread, which some sites show on each page, ``overlap``
    the last of the page before, with which some begin the next, ``standing`` what else stood on several pages (comments
    on the opener). A letter of an archive, which stays as it is, has no
    more than a ``page``. A list is
    worth another look also when nobody says that it changed, but for so many crawls as it is ``needless``
    (:mod:`.addresses.list_cover`); ``listed``: by sitemaps and feeds.
    ``further``: the sitemaps that a robots.txt names. ``called``: the thread by the name that its posts are told by,
    which its address had when they were out first, or that a post opens.
    """

    modified: str | None = None
    state: str | None = None
    page: str | None = None
    first: int | None = None
    posts: list[str] = field(default_factory=list)
    is_list: bool = False
    needless: int = 0
    listed: bool = False
    further: list[str] = field(default_factory=list)
    opener: str | None = None
    overlap: str | None = None
    standing: list[str] = field(default_factory=list)
    called: str | None = None

    @property
    def is_letter(self) -> bool:
        return self.page is not None and not self.posts

    def to_json(self) -> str:
        """As it is stored: what is not known is left out."""
        return json.dumps({name: value for name, value in asdict(self).items() if value}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Met:
        """Raises ValueError for what is none."""
        row = json.loads(text)
        found = {name: row.get(name, old) for name, old in asdict(cls()).items()} if isinstance(row, dict) else {}
        if not found or not all(_is_as_said(name, value) for name, value in found.items()):
            raise ValueError(f"not what is known of a page: {text!r:.80}")
        return cls(**found)


#: Fields of Met that are lists.
_LISTS = ("posts", "further", "standing")


def _is_as_said(name: str, value: object) -> bool:
    """Has a field the type that it is said to have?"""
    if isinstance(value, list):
        return name in _LISTS and all(isinstance(one, str) for one in value)
    if name in ("is_list", "listed"):
        return isinstance(value, bool)
    if name in ("first", "needless"):
        return type(value) is int or (value is None and name == "first")
    return name not in _LISTS and (value is None or isinstance(value, str))


def told(post: Mapping[str, Any]) -> str:
    """What tells a post from the others of its page: its number, or its text and time.

    Of a time without a clock the day: "5 hours ago" is another minute with each crawl. With one, "Thanks" at 10:15 and
    at 10:20 are two posts.
    """
    raw = post.get("datePublishedRaw")
    if raw and not _CLOCK.search(raw):
        post = {**post, "datePublished": (post.get("datePublished") or "")[:10]}
    return (identity(post) or b"").hex()[:_DIGITS]


def told_anywhere(post: Mapping[str, Any]) -> str:
    """What tells a post from others on whichever page of its thread it stands."""
    return told({name: post[name] for name in ("threadId", "text", "datePublished", "datePublishedRaw")})


def told_opener(post: Mapping[str, Any]) -> str:
    """What tells the post that opens a thread from those that open others of its site, at whatever address."""
    return told_anywhere({**post, "threadId": post["headline"] or ""})


class Ledger(ABC):
    """All that was met, by host (as :func:`newsbody.page.sites.host_of` gives it) and key of a page.

    Everything raises LedgerError while the store is locked, full or away.
    """

    @abstractmethod
    def get(self, host: str, key: str) -> Met | None:
        """What is known of a page, None for a new one."""

    @abstractmethod
    def put(self, host: str, met: Mapping[str, Met]) -> None:
        """Note pages by key, in place of what was known of them."""

    @abstractmethod
    def forget_oldest(self, kept: int = MAX_PAGES) -> None:
        """Keep so many pages of each site, those that were met last."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the store."""


class SqliteLedger(Ledger):
    """In a table of its own in the file of the profiles."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        with self._errors():
            if self._path != ":memory:":
                Path(self._path).parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS met (number INTEGER PRIMARY KEY AUTOINCREMENT, "
                "host TEXT NOT NULL, key TEXT NOT NULL, row TEXT NOT NULL, UNIQUE (host, key) ON CONFLICT REPLACE)"
            )

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise LedgerError(f"{self._path}: {error}") from error

    def get(self, host: str, key: str) -> Met | None:
        with self._errors():
            found = self._file.execute("SELECT row FROM met WHERE host = ? AND key = ?", (host, key)).fetchone()
            return Met.from_json(found[0]) if found else None

    def put(self, host: str, met: Mapping[str, Met]) -> None:
        rows = [(host, key, known.to_json()) for key, known in met.items()]
        with self._errors(), self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT INTO met (host, key, row) VALUES (?, ?, ?)", rows)

    def forget_oldest(self, kept: int = MAX_PAGES) -> None:
        with self._errors():
            for (host,) in self._file.execute("SELECT DISTINCT host FROM met").fetchall():
                self._file.execute(
                    "DELETE FROM met WHERE host = :host AND number <= "
                    "(SELECT number FROM met WHERE host = :host ORDER BY number DESC LIMIT 1 OFFSET :kept)",
                    {"host": host, "kept": kept},
                )

    def close(self) -> None:
        self._file.close()


class RedisLedger(Ledger):
    """In a hash for each host, ``newsbody:met:HOST``, for many workers."""

    def __init__(self, server: Redis) -> None:
        self._server = server

    @contextmanager
    def _errors(self) -> Iterator[None]:
        from redis import RedisError

        try:
            yield
        except RedisError as error:
            raise LedgerError(f"Redis: {error}") from error

    def get(self, host: str, key: str) -> Met | None:
        with self._errors():
            row: Any = self._server.hget(f"newsbody:met:{host}", key)
            return Met.from_json(row) if row else None

    def put(self, host: str, met: Mapping[str, Met]) -> None:
        rows: dict[Any, Any] = {key: known.to_json() for key, known in met.items()}
        with self._errors():
            if rows:
                self._server.hset(f"newsbody:met:{host}", mapping=rows)

    def forget_oldest(self, kept: int = MAX_PAGES) -> None:
        """Nothing: a Redis has its own limit of memory, and says when it is reached."""

    def close(self) -> None:
        self._server.close()


def open_ledger(profiles: str) -> Ledger:
    """The ledger beside the profiles of that address (``NEWSBODY_PROFILES``): in the same Redis, or in a file."""
    if is_shared(profiles):
        from redis import Redis

        return RedisLedger(Redis.from_url(profiles))
    scheme, separator, rest = profiles.partition("://")
    if not separator:
        return SqliteLedger(profiles)
    return SqliteLedger((rest.removeprefix("/") or ":memory:") if scheme == "sqlite" else DEFAULT_STORE)
