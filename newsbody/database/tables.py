"""The tables of a database of items: their columns are called as the fields of the items are.

``articles`` by canonical address, ``threads`` by (site, thread), ``posts`` by (site, thread, post), ``versions``: what
articles were before they changed, ``bands``: where near-duplicates are looked up. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import Any, get_args, get_type_hints

from sqlalchemy import JSON, Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text
from sqlalchemy.types import TypeEngine

from newsbody.items import Article, ForumThread, Post

_TYPES: dict[Any, type[TypeEngine[Any]]] = {str: Text, int: Integer, bool: Boolean, float: Float}
METADATA = MetaData()
#: Bytes of a key. PostgreSQL indexes rows of 2,704 bytes, and those of posts have three keys.
LONGEST_KEY = 800


def _columns(cls: type, *left_out: str) -> list[Column[Any]]:
    """A column for each field of an item; what is no string or number is JSON."""
    hints = get_type_hints(cls)
    found = []
    for field in fields(cls):
        if field.name not in left_out:
            (kind, *others) = [part for part in get_args(hints[field.name]) if part is not type(None)] or [
                hints[field.name]
            ]
            column = JSON(none_as_null=True) if others or kind not in _TYPES else _TYPES[kind]()
            found.append(Column(field.name, column))
    return found


ARTICLES = Table(
    "articles",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("site", Text, nullable=False, index=True),
    *_columns(Article),
    # The address of the first article that says nearly the same, on this site or another.
    Column("duplicateOf", Text, index=True),
    Column("firstSeen", String(32), nullable=False),
    # When headline or body last became others.
    Column("changed", String(32), nullable=False),
    Column("digest", String(32), nullable=False),
    Column("signature", LargeBinary),
)
THREADS = Table(
    "threads",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("threadId", Text, primary_key=True),
    *_columns(ForumThread, "threadId", "posts"),
    Column("firstSeen", String(32), nullable=False),
)
POSTS = Table(
    "posts",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("threadId", Text, primary_key=True),
    # Its id on the site, "#" and its number in the thread where it has none.
    Column("post", Text, primary_key=True),
    *_columns(Post, "threadId"),
    Column("firstSeen", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
    Column("digest", String(32), nullable=False),
)
VERSIONS = Table(
    "versions",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("digest", String(32), primary_key=True),
    # From when to when the article was so.
    Column("changed", String(32), primary_key=True),
    Column("replaced", String(32), nullable=False),
    *_columns(Article),
)
BANDS = Table(
    "bands",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("band", Integer, primary_key=True),
    Column("value", Integer, nullable=False),
    Index("bands_by_value", "band", "value"),
)
#: What can be exported, by name.
EXPORTED = {table.name: table for table in (ARTICLES, THREADS, POSTS, VERSIONS)}
#: Columns that serve the database alone.
INTERNAL = ("digest", "signature")


def fitted(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with values that the columns take: whatever a project's own items hold goes in, as text if need be."""
    values = {name: _fitted(table.columns[name].type, value) for name, value in row.items()}
    return {name: key(value) if table.columns[name].primary_key else value for name, value in values.items()}


def key(text: str) -> str:
    """A text by which rows are looked up: what is too long for an index is known by its beginning and a digest."""
    data = text.encode("utf-8", "replace")
    if len(data) <= LONGEST_KEY:
        return text
    return data[: LONGEST_KEY // 2].decode("utf-8", "ignore") + "…" + blake2b(data, digest_size=16).hexdigest()


def _fitted(column: TypeEngine[Any], value: Any) -> Any:
    if value is None or isinstance(column, (JSON, LargeBinary)):
        return value
    if isinstance(column, (Integer, Float)):
        number = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**31
        return column.python_type(value) if number else None
    if isinstance(column, Boolean):
        return bool(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
