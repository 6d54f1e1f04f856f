"""Which stored post is the one that was read again: by its id, or by its number where a page gives no ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, or_, select

from newsbody.database.tables import POSTS, key

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
