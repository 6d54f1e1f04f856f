"""The tables of items, and a connection to SQLite or PostgreSQL that has them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Dialect,
    Engine,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.schema import CreateColumn, CreateTable
from sqlalchemy.types import TIMESTAMP, TypeEngine

from newsbody.dates import moment_of
from newsbody.items import Article, ForumThread, Post

logger = logging.getLogger(__name__)
_TYPES: dict[Any, type[TypeEngine[Any]]] = {str: Text, int: Integer, bool: Boolean, float: Float}
METADATA = MetaData()
#: Fields that are times.
_TIMES = ("datePublished", "dateModified")
#: Bytes of a key. PostgreSQL indexes rows of 2,704 bytes, and those of posts have three keys.
LONGEST_KEY = 800


class Moment(TypeDecorator[str]):
    """ISO 8601: in PostgreSQL a real time, in UTC where it says no zone; in SQLite, which has none, text."""

    impl, cache_ok = Text, True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """What the column is."""
        return TIMESTAMP(timezone=True) if dialect.name == "postgresql" else Text()

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        """What is stored."""
        return moment_of(value) if dialect.name == "postgresql" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """What is read."""
        return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


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
            found.append(Column(field.name, Moment() if field.name in _TIMES else column))
    # What was said of its times, which may be a day without an hour, or in another zone.
    return [*found, Column("times", JSON(none_as_null=True))] if set(_TIMES) & hints.keys() else found


ARTICLES = Table(
    "articles",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("site", Text, nullable=False, index=True),
    *_columns(Article),
    # The address of the first article that says nearly the same, on this site or another.
    Column("duplicateOf", Text, index=True),
    Column("firstSeen", Moment, nullable=False),
    # When headline or body last became others.
    Column("changed", Moment, nullable=False),
    Column("digest", String(32), nullable=False),
    Column("signature", LargeBinary),
)
THREADS = Table(
    "threads",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("threadId", Text, primary_key=True),
    *_columns(ForumThread, "threadId", "posts"),
    Column("firstSeen", Moment, nullable=False),
)
POSTS = Table(
    "posts",
    METADATA,
    Column("site", Text, primary_key=True),
    Column("threadId", Text, primary_key=True),
    # Its id on the site, "#" and its number in the thread where it has none.
    Column("post", Text, primary_key=True),
    *_columns(Post, "threadId"),
    Column("firstSeen", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("digest", String(32), nullable=False),
)
VERSIONS = Table(
    "versions",
    METADATA,
    Column("address", Text, primary_key=True),
    Column("digest", String(32), primary_key=True),
    # From when to when the article was so.
    Column("changed", Moment, primary_key=True),
    Column("replaced", Moment, nullable=False),
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
#: A time of a text, in UTC where it says no zone; none where it says anything else.
_MOMENT = """
CREATE OR REPLACE FUNCTION pg_temp.moment(said text) RETURNS timestamptz LANGUAGE plpgsql SET timezone = 'UTC' AS $$
BEGIN RETURN CASE WHEN said ~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}' THEN said::timestamptz END;
EXCEPTION WHEN others THEN RETURN NULL;
END $$"""
#: What can be exported, by name.
EXPORTED = {table.name: table for table in (ARTICLES, THREADS, POSTS, VERSIONS)}
#: Columns that serve the database alone.
INTERNAL = ("digest", "signature", "times")


def with_times(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that is to be stored, with what is said of its times."""
    return {**row, "times": {name: row[name] for name in _TIMES if row.get(name)} or None}


def as_said(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A stored row, its times as they were said."""
    return {name: value for name, value in row.items() if name != "times"} | (row.get("times") or {})


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


# --- the connection to a database of items: opened, its tables made and completed, its faults told apart ---

#: What to write, for sentences about wrong addresses.
EXAMPLES = "sqlite:///items.db or postgresql+psycopg://user:password@host/name"
#: Seconds that a connection may take, and that SQLite waits for another process to finish its transaction.
CONNECT_SECONDS = 10
#: The lock that all writers of one PostgreSQL database take in turn; any number that others do not use.
LOCK = 0x6E657773
#: Keys asked for in one statement: SQLite takes 32,766 values.
MOST_KEYS = 1000
#: Faults that pass: of SQLite by result code, of PostgreSQL by class of SQLSTATE (connection, rolled back for another,
#: resources, in use, shut down, system).
PASSING = (
    "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_NOMEM",
    "08", "40", "53", "55", "57", "58",
)  # fmt: skip
_DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}

T = TypeVar("T")


class DatabaseError(ValueError):
    """A database that cannot be used; the message says what to do."""


def is_away(error: SQLAlchemyError) -> bool:
    """May the same work succeed later (server restarted, disk full, locked), or is it the data that is refused?"""
    if not isinstance(error, DBAPIError):
        return False
    told = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    if told is None:  # nobody answered
        return isinstance(error, (InterfaceError, OperationalError))
    return error.connection_invalidated or str(told).startswith(PASSING)


def open_engine(address: str) -> Engine:
    """An engine with all tables there. Raises DatabaseError for an address that is none, or does not answer."""
    url = _url(address)
    engine = _engine(url)
    try:
        with writing(engine) as connection:
            _complete(connection)
    except SQLAlchemyError as error:
        engine.dispose()
        raise DatabaseError(
            f"{url.render_as_string()} does not answer ({_first_line(error)}). Start it, or write another address: "
            f"{EXAMPLES}"
        ) from error
    return engine


def is_there(address: str) -> bool:
    """Has the file of an SQLite database been made? A server is asked when it is opened. Raises DatabaseError."""
    url = _url(address)
    return url.get_backend_name() != "sqlite" or not url.database or Path(url.database).exists()


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise DatabaseError(f"{address!r} is no address of a database: write {EXAMPLES}") from error
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError(f"{url.get_backend_name()} is no database for items: write {EXAMPLES}")
    return url


def _engine(url: URL) -> Engine:
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite and url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    options = {"timeout": CONNECT_SECONDS} if sqlite else {"connect_timeout": CONNECT_SECONDS}
    try:
        engine = create_engine(url, connect_args=options, pool_pre_ping=True)
    except (ImportError, NoSuchModuleError) as error:
        raise DatabaseError(
            f"{url.render_as_string()}: {error}. Install its driver: pip install 'newsbody[database]'"
        ) from error
    if sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: object) -> None:
    # Transactions are begun by _begin_sqlite and not by the driver, which would begin those that read, too.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    # An item that was reported as written outlives a power cut.
    connection.execute("PRAGMA synchronous = FULL")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("newsbody_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction of the one who writes now: others wait until it is committed or rolled back."""
    with engine.connect().execution_options(newsbody_writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        yield connection


def in_parts(values: Iterable[T]) -> Iterator[list[T]]:
    """As many values at a time as one statement may ask for."""
    rest = iter(values)
    while some := list(islice(rest, MOST_KEYS)):
        yield some


def _complete(connection: Connection) -> None:
    """Make what is missing: tables, and columns of fields that a later newsbody knows."""
    inspector = inspect(connection)
    there = set(inspector.get_table_names())
    for table in METADATA.sorted_tables:
        if table.name not in there:
            connection.execute(CreateTable(table))
            for index in sorted(table.indexes, key=lambda index: str(index.name)):
                index.create(connection)
            continue
        known = {column["name"]: column["type"] for column in inspector.get_columns(table.name)}
        table_name = connection.dialect.identifier_preparer.quote(table.name)
        for column in table.columns:
            if column.name not in known:
                added = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table_name} ADD COLUMN {added}")
        texts = [name for name, kind in known.items() if isinstance(kind, String) and _is_time(table, name)]
        if texts and connection.dialect.name == "postgresql":
            _make_times(connection, table_name, texts)


def _is_time(table: Table, name: str) -> bool:
    return name in table.columns and isinstance(table.columns[name].type, Moment)


def _make_times(connection: Connection, table: str, columns: Sequence[str]) -> None:
    """Make times of the texts that an earlier newsbody stored; what they said is kept beside them."""
    connection.exec_driver_sql(_MOMENT)
    said = ", ".join(f"'{name}', \"{name}\"" for name in columns if name in _TIMES)
    if said:
        connection.exec_driver_sql(f"UPDATE {table} SET times = json_strip_nulls(json_build_object({said}))")
    for name in columns:
        made = f'ALTER COLUMN "{name}" TYPE timestamptz USING pg_temp.moment("{name}")'
        connection.exec_driver_sql(f"ALTER TABLE {table} {made}")
    logger.info("%s: %s are times now; they were text", table, ", ".join(columns))


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
