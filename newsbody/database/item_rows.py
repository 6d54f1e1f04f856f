"""Items as rows and back, posts that are stored, near-duplicates among both."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from hashlib import blake2b
from math import isfinite
from typing import Any, Literal

from itemadapter import ItemAdapter
from sqlalchemy import Connection, delete, insert, or_, select, tuple_
from w3lib.url import canonicalize_url

from newsbody.database.tables import ARTICLES, BANDS, POSTS, THREADS, fitted, in_parts, key
from newsbody.ground.text_signature import SAME, bands, likeness, signature
from newsbody.items import Article, ForumThread, Post
from newsbody.markup.links import web_address
from newsbody.page.sites import host_of

_ARTICLE, _POST, _THREAD = (tuple(f.name for f in fields(cls)) for cls in (Article, Post, ForumThread))
#: What no database takes as text: NUL, and halves of characters.
_REFUSED = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, eq=False)
class Row:
    """An item on its way into the database; ``posts`` are those of a thread that is whole."""

    kind: Literal["article", "post", "thread"]
    values: dict[str, Any]
    posts: tuple[Row, ...] = ()


def row_of(
    item: Any, names: Mapping[str, str] | None = None, address_of: Callable[[str], str] = canonicalize_url
) -> Row | None:
    """The row of an item: a thread has ``threadId`` and ``posts``, a post ``threadId`` and ``text``, an article
    ``articleBody``, and all have ``url``; None for others.

    ``names``: our field name -> the item's, where they differ; ``address_of``: url -> what an article is kept by.
    """
    if not ItemAdapter.is_item(item):
        return None
    names, adapter = names or {}, ItemAdapter(item)
    if not (url := _plain(str(adapter.get(names.get("url", "url")) or ""))):
        return None
    if adapter.get("threadId") and isinstance(adapter.get("posts"), list):
        posts = tuple(row for post in adapter["posts"] if (row := row_of(post)) and row.kind == "post")
        return Row("thread", fitted(THREADS, _values(adapter, _THREAD, {}, "posts")), posts)
    if adapter.get("threadId") and adapter.get("text") is not None:
        return Row("post", _with_digest(fitted(POSTS, _values(adapter, _POST, {}))))
    if adapter.get(names.get("articleBody", "articleBody")) is not None:
        values = {"address": address_of(url) if web_address("", url) else url, **_values(adapter, _ARTICLE, names)}
        return Row("article", _with_digest(fitted(ARTICLES, values)))
    return None


def _values(adapter: ItemAdapter, wanted: tuple[str, ...], names: Mapping[str, str], *left_out: str) -> dict[str, Any]:
    values = {name: _plain(adapter.get(names.get(name, name))) for name in wanted if name not in left_out}
    return {"site": key(host_of(str(values["url"]))), **values}


def _plain(value: Any) -> Any:
    """JSON primitives, in which there is nothing that a database refuses."""
    if isinstance(value, str):
        return _REFUSED.sub("�", value)
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    elif ItemAdapter.is_item(value):
        value = ItemAdapter(value).asdict()
    if isinstance(value, Mapping):
        return {_plain(str(name)): _plain(part) for name, part in value.items()}
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int)) else _plain(str(value))


def _with_digest(values: dict[str, Any]) -> dict[str, Any]:
    """``digest`` tells whether anything changed."""
    text = json.dumps(values, sort_keys=True)
    return {**values, "digest": blake2b(text.encode(), digest_size=16).hexdigest()}


# --- which stored post is the one that was read again -----------------------------------

#: Columns that tell one post from another.
_TOLD_BY = ("post", "postId", "position", "text", "digest", "firstSeen")


class KnownPosts:
    """The stored posts of one thread that could be those of ``rows``.

    Rules change: the same post may have been read without its id before, or without it now. Then it is the one
    with the same number and the same text.
    """

    def __init__(self, connection: Connection, site: str, thread: str, rows: Sequence[Mapping[str, Any]]) -> None:
        self._by_key: dict[str, Mapping[str, Any]] = {}
        self._by_id: dict[str, Mapping[str, Any]] = {}
        self._by_place: dict[tuple[int, str], Mapping[str, Any]] = {}
        columns = POSTS.c
        ids = sorted({row["postId"] for row in rows if row["postId"]})
        keys = sorted({_key(row) for row in rows})
        places = sorted({row["position"] for row in rows if row["position"]})
        either = or_(columns.post.in_(keys), columns.postId.in_(ids), columns.position.in_(places))
        wanted = select(*(columns[name] for name in _TOLD_BY))
        there = wanted.where(columns.site == site, columns.threadId == thread, either)
        self._note(connection.execute(there).mappings().all())

    def _note(self, rows: Iterable[Mapping[Any, Any]]) -> None:
        for row in rows:
            self._by_key[row["post"]] = row
            if row["postId"]:
                self._by_id[row["postId"]] = row
            if row["position"]:
                self._by_place[row["position"], row["text"]] = row

    def add(self, row: Mapping[str, Any], now: str) -> tuple[str, dict[str, Any]]:
        """``new``, ``changed`` or ``same``, and the row as it is to be stored."""
        old = self._found(row)
        if old and old["digest"] == row["digest"]:
            return "same", dict(row)
        seen = old["firstSeen"] if old else now
        whole = {**row, "post": old["post"] if old else self._free_key(row), "firstSeen": seen, "changed": now}
        if old and not row["postId"]:
            whole["postId"] = old["postId"]
        self._note([whole])
        return "changed" if old else "new", whole

    def _free_key(self, row: Mapping[str, Any]) -> str:
        wanted = _key(row)
        return f"={row['digest']}" if wanted in self._by_key else wanted

    def _found(self, row: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if row["postId"] and row["postId"] in self._by_id:
            return self._by_id[row["postId"]]
        old = self._by_place.get((row["position"], row["text"])) if row["position"] else None
        if old and not (row["postId"] and old["postId"]):
            return old
        old = self._by_key.get(_key(row))
        return None if old and old["postId"] and not row["postId"] else old


def _key(row: Mapping[str, Any]) -> str:
    if row["postId"]:
        return key(str(row["postId"]))
    return f"#{row['position']}" if row["position"] else f"={row['digest']}"


# --- articles that say nearly what another says, on the same site or on another one -----

#: Candidates compared with one article, those stored first: a bound where thousands say the same.
MOST_CANDIDATES = 50


class Originals:
    """Within one transaction: the first article that says what another says, among those stored and those added."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._added: dict[str, tuple[bytes | None, list[int], str | None]] = {}
        self._by_band: dict[tuple[int, int], list[str]] = defaultdict(list)

    def add(self, address: str, text: str) -> tuple[bytes | None, str | None]:
        """The signature of an article, and the address of its original; None where it is one itself."""
        mark = signature(text)
        values = bands(mark) if mark else []
        best = max(self._candidates(address, mark, values), default=(0.0, None)) if mark else (0.0, None)
        original = best[1] if best[0] >= SAME else None
        self._added[address] = mark, values, original
        for place in enumerate(values):
            self._by_band[place].append(address)
        return mark, original

    def _candidates(self, address: str, mark: bytes, values: list[int]) -> list[tuple[float, str]]:
        """Likeness and original of all that share a band."""
        places, found = list(enumerate(values)), []
        here = dict.fromkeys(other for place in places for other in self._by_band[place][:MOST_CANDIDATES])
        for other in here:
            its_mark, _, original = self._added[other]
            if its_mark and other != address:
                found.append((likeness(mark, its_mark), original or other))
        key = tuple_(BANDS.c.band, BANDS.c.value)
        alike = select(BANDS.c.address).where(key.in_(places)).distinct()
        stored = select(ARTICLES.c.address, ARTICLES.c.signature, ARTICLES.c.duplicateOf)
        stored = stored.where(ARTICLES.c.address.in_(alike), ARTICLES.c.address != address)
        rows = self._connection.execute(stored.order_by(ARTICLES.c.firstSeen).limit(MOST_CANDIDATES)).all()
        rest = [row for row in rows if row.signature and row.duplicateOf != address and row.address not in self._added]
        return found + [(likeness(mark, row.signature), row.duplicateOf or row.address) for row in rest]

    def save(self) -> None:
        """Store where the added ones are looked up."""
        for some in in_parts(self._added):
            self._connection.execute(delete(BANDS).where(BANDS.c.address.in_(some)))
        rows = [
            {"address": address, "band": band, "value": value}
            for address, (_, values, _) in self._added.items()
            for band, value in enumerate(values)
        ]
        if rows:
            self._connection.execute(insert(BANDS), rows)
