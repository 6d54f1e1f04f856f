"""A database of items: each article, thread and post once, and what is known of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, func, select, tuple_
from sqlalchemy import Row as SqlRow
from sqlalchemy.dialects import postgresql, sqlite

from newsbody.database.item_rows import KnownPosts, Originals, Row
from newsbody.database.tables import (
    ARTICLES,
    INTERNAL,
    POSTS,
    THREADS,
    VERSIONS,
    DatabaseError,
    as_said,
    in_parts,
    is_there,
    key,
    open_engine,
    with_times,
    writing,
)

#: Rows held in memory while a table is read.
READ_ROWS = 500
#: Open threads whose posts are known to be counted; of more, those of the first ones count once more with their thread.
MAX_OPEN_THREADS = 10_000


@dataclass(frozen=True)
class KnownArticle:
    """What is known of an article: its date as it stood on the page, and when it last became another (UTC)."""

    modified: str | None
    changed: str


def open_database(address: str, *, versions: bool = False) -> Database:
    """The database at an address such as ``sqlite:///items.db`` or ``postgresql+psycopg://HOST/NAME``, with its tables.

    ``versions``: articles that change keep what they were. Raises DatabaseError when it cannot be used.
    """
    return Database(address, versions=versions)


def open_written(address: str) -> Database:
    """The database that an earlier crawl wrote. Raises DatabaseError where there is none: reading makes no file."""
    if not is_there(address):
        raise DatabaseError(f"{address} is not there. Write the address that NEWSBODY_STORE had in the crawl")
    return Database(address)


class Database:
    """See :func:`open_database`. All methods wait for the database: a crawl calls them off its loop.

    They raise ``sqlalchemy.exc.SQLAlchemyError``; :func:`.connection.is_away` says whether to try again.
    """

    def __init__(self, address: str, *, versions: bool = False) -> None:
        self._engine = open_engine(address)
        self._versions = versions
        self._insert = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        #: By site and thread the digests of posts that came before their thread, which brings them once more.
        self._counted: dict[tuple[str, str], set[str]] = {}

    def close(self) -> None:
        """Let go of the connections; the database is not used afterwards."""
        self._engine.dispose()

    # --- writing ------------------------------------------------------------------------------

    def write(self, rows: Sequence[Row]) -> Counter[str]:
        """Write all or nothing; the same rows once more change nothing.

        Counts what it met: ``articles_new``, ``articles_changed``, ``articles_same``, and so for posts and threads;
        ``duplicates`` are new articles that say nearly what another says.
        """
        of_kind: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            of_kind[row.kind].append(row)
        alone = [row.values for row in of_kind["post"]]
        brought = [post.values for row in of_kind["thread"] for post in row.posts]
        counts: Counter[str] = Counter()
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with writing(self._engine) as connection:
            self._write_articles(connection, [row.values for row in of_kind["article"]], now, counts)
            self._write_threads(connection, [row.values for row in of_kind["thread"]], now, counts)
            self._write_posts(connection, [*alone, *brought], len(alone), now, counts)
        for values in alone:
            self._counted.setdefault((values["site"], values["threadId"]), set()).add(values["digest"])
        for row in of_kind["thread"]:
            self._counted.pop((row.values["site"], row.values["threadId"]), None)
        for thread in list(self._counted)[: max(0, len(self._counted) - MAX_OPEN_THREADS)]:
            del self._counted[thread]
        return counts

    def _write_articles(
        self, connection: Connection, rows: Sequence[dict[str, Any]], now: str, counts: Counter[str]
    ) -> None:
        # Of an address that comes twice the last one counts, unless it was read in vain.
        newest = {row["address"]: row for row in sorted(rows, key=lambda row: bool(row["articleBody"]))}
        known = {row.address: row for row in self._articles(connection, newest)}
        originals, written, replaced = Originals(connection), [], []
        for address, row in newest.items():
            old: Any = known.get(address)
            what = _compared(old, row)
            counts[f"articles_{what}"] += 1
            if what == "same" and (not row["articleBody"] or old.digest == row["digest"]):
                continue
            if what == "changed":
                replaced.append(address)
            mark, original = originals.add(address, row["articleBody"])
            counts["duplicates"] += what == "new" and original is not None
            times = {"firstSeen": old.firstSeen if old else now, "changed": old.changed if what == "same" else now}
            written.append({**row, **times, "signature": mark, "duplicateOf": original})
        if self._versions:
            self._keep_versions(connection, replaced, now)
        self._upsert(connection, ARTICLES, written)
        originals.save()

    def _articles(self, connection: Connection, addresses: Iterable[str]) -> Iterator[SqlRow[Any]]:
        columns = ARTICLES.c
        wanted = [columns[name] for name in ("address", "digest", "headline", "articleBody", "firstSeen", "changed")]
        for some in in_parts(addresses):
            yield from connection.execute(select(*wanted).where(columns.address.in_(some)))

    def _keep_versions(self, connection: Connection, addresses: Sequence[str], now: str) -> None:
        kept = [column.name for column in VERSIONS.columns if column.name != "replaced"]
        for some in in_parts(addresses):
            old = select(*(ARTICLES.c[name] for name in kept)).where(ARTICLES.c.address.in_(some))
            rows = [{**row, "replaced": now} for row in connection.execute(old).mappings()]
            connection.execute(self._insert(VERSIONS).on_conflict_do_nothing(), rows)

    def _write_threads(
        self, connection: Connection, rows: Sequence[dict[str, Any]], now: str, counts: Counter[str]
    ) -> None:
        newest = {(row["site"], row["threadId"]): row for row in rows}
        known: dict[tuple[str, str], Any] = {}
        key = tuple_(THREADS.c.site, THREADS.c.threadId)
        for some in in_parts(newest):
            known |= {(row.site, row.threadId): row for row in connection.execute(select(THREADS).where(key.in_(some)))}
        for identity in newest:
            counts["threads_same" if identity in known else "threads_new"] += 1
        seen = {identity: known[identity].firstSeen for identity in known}
        self._upsert(connection, THREADS, [{**row, "firstSeen": seen.get(key, now)} for key, row in newest.items()])

    def _write_posts(
        self, connection: Connection, rows: Sequence[dict[str, Any]], alone: int, now: str, counts: Counter[str]
    ) -> None:
        """``alone``: so many of them come by themselves, the others with their threads, where most came before."""
        by_thread: dict[tuple[str, str], list[tuple[int, dict[str, Any]]]] = defaultdict(list)
        for place, row in enumerate(rows):
            by_thread[row["site"], row["threadId"]].append((place, row))
        written: dict[tuple[str, str, str], dict[str, Any]] = {}
        for (site, thread), of_thread in by_thread.items():
            known = KnownPosts(connection, site, thread, [row for _, row in of_thread])
            counted = {
                *self._counted.get((site, thread), ()),
                *(row["digest"] for place, row in of_thread if place < alone),
            }
            for place, row in of_thread:
                what, whole = known.add(row, now)
                counts[f"posts_{what}"] += place < alone or what != "same" or row["digest"] not in counted
                if what != "same":
                    written[site, thread, whole["post"]] = whole
        self._upsert(connection, POSTS, list(written.values()))

    def _upsert(self, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        if not rows:
            return
        rows = list(map(with_times, rows)) if "times" in table.columns else rows
        statement = self._insert(table)
        keys = [column.name for column in table.primary_key]
        others = {name: statement.excluded[name] for name in rows[0] if name not in keys}
        connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=others), rows)

    # --- what is known ------------------------------------------------------------------------

    def known_article(self, address: str) -> KnownArticle | None:
        """The article of a canonical address, if it is stored with a body."""
        columns = ARTICLES.c
        wanted = select(columns.dateModified, columns.changed, columns.times).where(columns.address == key(address))
        with self._engine.connect() as connection:
            row = connection.execute(wanted.where(columns.articleBody != "")).mappings().first()
        return KnownArticle(as_said(row)["dateModified"], row["changed"]) if row else None

    def last_page(self, site: str, thread: str) -> tuple[list[dict[str, Any]], bool]:
        """The posts on the page of a thread's last post, in their order, and whether pages of the thread are missing.

        ``site``: its host. There are none of a thread that is not stored.
        """
        columns, place = POSTS.c, POSTS.c.position
        with self._engine.connect() as connection:
            own = select(POSTS).where(columns.site == key(site), columns.threadId == key(thread))
            last = connection.execute(own.order_by(place.desc().nulls_last()).limit(1)).first()
            if last is None:
                return [], False
            rows = connection.execute(own.where(columns.url == last.url).order_by(place)).mappings().all()
            of_thread = THREADS.c.site == key(site), THREADS.c.threadId == key(thread)
            truncated = connection.execute(select(THREADS.c.truncated).where(*of_thread)).scalar()
        return list(map(as_said, rows)), bool(truncated)

    def counts(self) -> dict[str, int]:
        """How many rows each table holds."""
        with self._engine.connect() as connection:
            tables = (ARTICLES, THREADS, POSTS, VERSIONS)
            return {t.name: connection.execute(select(func.count()).select_from(t)).scalar_one() for t in tables}

    def read(self, table: Table) -> Iterator[dict[str, Any]]:
        """All rows of a table by its key, without the columns that serve the database alone."""
        wanted = [column for column in table.columns if column.name not in INTERNAL or column.name == "times"]
        keys = [POSTS.c.site, POSTS.c.threadId, POSTS.c.position] if table is POSTS else list(table.primary_key)
        with self._engine.connect().execution_options(yield_per=READ_ROWS) as connection:
            for row in connection.execute(select(*wanted).order_by(*keys)).mappings():
                yield as_said(row)


def _compared(old: Any, row: Mapping[str, Any]) -> str:
    """``new``, ``changed`` (headline or body) or ``same``. A page that was read in vain takes nothing away."""
    if old is None:
        return "new"
    if old.articleBody and not row["articleBody"]:
        return "same"
    texts = old.headline, old.articleBody
    return "same" if texts == (row["headline"], row["articleBody"]) else "changed"
