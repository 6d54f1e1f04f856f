"""The database of items, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from newsbody.cli import main
from newsbody.database import Database, DatabaseError, Row, open_database, row_of
from newsbody.database.tables import ARTICLES, POSTS, THREADS, VERSIONS, is_away, writing
from newsbody.items import Article, Author, ForumThread, Image, Post
from tests.e2e.pages import article_url, headline, paragraphs
from tests.postgres_server import PostgresServer

#: A key that no index takes.
TOO_LONG = "INSERT INTO bands SELECT string_agg(md5(n::text), ''), 1, 1 FROM generate_series(1, 999) n"


@pytest.fixture
def database(database_address: str) -> Iterator[Database]:
    found = open_database(database_address, versions=True)
    yield found
    found.close()


def article(number: int, body: str | None = None, **more: Any) -> Row:
    text = "\n".join(paragraphs(number)) if body is None else body
    return row(Article(article_url(number), headline(number), text, **more))


def post(position: int | None, text: str = "Hello", post_id: str | None = None, thread: str = "7", **more: Any) -> Row:
    return row(Post(thread, f"http://forum.test/t/{thread}", text, position, post_id, **more))


def row(item: object) -> Row:
    found = row_of(item)
    assert found is not None
    return found


def stored(database: Database) -> list[tuple[Any, ...]]:
    return [(post["post"], post["position"], post["postId"], post["text"]) for post in database.read(POSTS)]


def test_an_article_is_kept_once_with_all_it_says(database: Database) -> None:
    said: dict[str, Any] = {
        "authors": [Author("Jane", "http://news.test/jane")],
        "mainImage": Image("http://news.test/1.png"),
    }
    assert database.write([article(1, **said)]) == {"articles_new": 1, "duplicates": 0}
    assert database.write([article(1, **said)]) == {"articles_same": 1}
    (found,) = database.read(ARTICLES)
    assert (found["address"], found["site"], found["headline"]) == (article_url(1), "news.test", headline(1))
    assert found["authors"] == [{"name": "Jane", "url": "http://news.test/jane"}]
    assert found["mainImage"] == {"url": "http://news.test/1.png"}
    assert found["articleBody"] == "\n".join(paragraphs(1))


def test_a_changed_article_keeps_its_versions(database: Database) -> None:
    database.write([article(1, "First.")])
    assert database.write([article(1, "Second.")])["articles_changed"] == 1
    assert database.write([article(1, "Second.", source="Town Paper")]) == {"articles_same": 1, "duplicates": 0}
    database.write([article(1, "Third.")])
    (found,) = database.read(ARTICLES)
    assert (found["articleBody"], found["source"]) == ("Third.", None)
    assert {version["articleBody"] for version in database.read(VERSIONS)} == {"First.", "Second."}


def test_versions_are_kept_only_when_asked_for(database_address: str) -> None:
    database = open_database(database_address)
    database.write([article(1, "First.")])
    database.write([article(1, "Second.")])
    assert database.counts() == {"articles": 1, "threads": 0, "posts": 0, "versions": 0}
    database.close()


def test_a_page_that_was_read_in_vain_takes_nothing_away(database: Database) -> None:
    database.write([article(1)])
    assert database.write([article(1, "")]) == {"articles_same": 1}
    assert database.write([article(2, ""), article(2), article(2, "")])["articles_new"] == 1
    assert all(found["articleBody"] for found in database.read(ARTICLES))


def test_near_duplicates_are_marked(database: Database) -> None:
    body = paragraphs(1)
    copies = {
        "http://other.test/copy": "\n".join([*body[:-1], "Subscribe now."]),  # a line is another
        "http://third.test/copy": " ".join(body).upper(),
        "http://fourth.test/part": "\n".join(body[:20]),  # half of it is another text
    }
    database.write([article(1), article(2)])
    assert database.write([row(Article(url, "Copied", text)) for url, text in copies.items()])["duplicates"] == 2
    originals = {found["url"]: found["duplicateOf"] for found in database.read(ARTICLES)}
    assert originals == {
        article_url(1): None,
        article_url(2): None,
        "http://other.test/copy": article_url(1),
        "http://third.test/copy": article_url(1),
        "http://fourth.test/part": None,
    }
    # Of those that come together, too.
    database.write([article(3), row(Article("http://other.test/3", "Copied", "\n".join(paragraphs(3))))])
    assert {found["url"]: found["duplicateOf"] for found in database.read(ARTICLES)}["http://other.test/3"]


def test_a_post_is_kept_once_by_its_id_or_its_number(database: Database) -> None:
    rows = [post(1, "One", "11"), post(2, "Two", "12"), post(3, "No id"), post(None, "No number", "14")]
    assert database.write(rows)["posts_new"] == 4
    assert database.write([*rows, post(2, "Two, edited", "12")]) == {"posts_same": 4, "posts_changed": 1}
    expected = [("11", 1, "11", "One"), ("12", 2, "12", "Two, edited"), ("#3", 3, None, "No id")]
    assert sorted(stored(database)) == sorted([*expected, ("14", None, "14", "No number")])


def test_a_post_read_with_and_without_its_id_is_one(database: Database) -> None:
    database.write([post(1, "One"), post(2, "Two", "12")])
    database.write([post(1, "One", "11"), post(2, "Two"), post(1, "One", "11")])
    assert stored(database) == [("#1", 1, "11", "One"), ("12", 2, "12", "Two")]
    database.write([post(5, "One, moved and edited", "11")])
    assert ("#1", 5, "11", "One, moved and edited") in stored(database)


def test_posts_without_an_id_do_not_take_the_place_of_others(database: Database) -> None:
    database.write([post(1, "One", "#2"), post(2, "Two")])
    assert {text for *_, text in stored(database)} == {"One", "Two"}


def test_threads_of_two_sites_with_the_same_id_are_two(database: Database) -> None:
    database.write([post(1), row(Post("7", "http://other.test/t/7", "Hello", 1))])
    assert database.counts()["posts"] == 2


def test_a_thread_brings_its_posts(database: Database) -> None:
    posts = [Post("7", "http://forum.test/t/7", f"Post {n}", n) for n in (1, 2)]
    thread = row(ForumThread("7", "http://forum.test/t/7", "Title", posts, truncated=True))
    first = database.write([thread, row(posts[0])])
    assert (first["threads_new"], first["posts_new"], first["posts_same"]) == (1, 2, 0)
    assert database.write([thread]) == {"threads_same": 1, "posts_same": 2}
    (found,) = database.read(THREADS)
    assert (found["headline"], found["truncated"]) == ("Title", True)


def test_a_post_that_comes_again_with_its_thread_is_counted_once(database: Database) -> None:
    posts = [Post("7", "http://forum.test/t/7", f"Post {n}", n) for n in (1, 2, 3)]
    thread = row(ForumThread("7", "http://forum.test/t/7", "Title", posts))
    for what in ("new", "same"):
        counts = Counter[str]()
        for rows in ([row(posts[0])], [row(posts[1]), row(posts[2])], [thread]):
            counts += database.write(rows)
        assert counts == {f"threads_{what}": 1, f"posts_{what}": 3}


def test_what_is_known_can_be_asked(database: Database) -> None:
    database.write([article(1, dateModified="2026-01-02"), article(2, ""), post(1)])
    database.write([row(Post("7", "http://forum.test/t/7/page2", "Last", 12))])
    known = database.known_article(article_url(1))
    assert known is not None
    assert known.modified == "2026-01-02"
    assert [database.known_article(article_url(n)) for n in (2, 3)] == [None, None]
    posts, truncated = database.last_page("forum.test", "7")
    assert [(post["url"], post["text"], post["position"]) for post in posts] == [
        ("http://forum.test/t/7/page2", "Last", 12)
    ]
    assert not truncated
    assert database.last_page("forum.test", "8") == ([], False)


def test_items_of_others_are_understood() -> None:
    names = {"articleBody": "content", "headline": "title"}
    found = row_of({"url": "http://a.test/1?b=2&a=1", "content": "Body", "title": ["odd"]}, names)
    assert found is not None
    assert found.values["address"] == "http://a.test/1?a=1&b=2"
    assert (found.values["articleBody"], found.values["headline"]) == ("Body", '["odd"]')
    assert row_of({"url": "http://a.test/1"}) is None
    assert row_of({"price": 3}) is None
    assert row_of("text") is None


def test_values_that_no_database_takes_do_not_lose_an_item(database: Database) -> None:
    odd = {
        "url": "http://a.test/1",
        "articleBody": "a\0b\ud83d",
        "headline": ["a", {"b": "\ud83d"}],
        "authors": {1: {2}},
    }
    other = {"url": "http://a.test/t", "threadId": 7, "text": ["a"], "position": "first", "postId": 9, "quotes": (1,)}
    database.write([row(odd), row(other)])
    (found,) = database.read(ARTICLES)
    assert found["articleBody"] == "a�b�"
    (found,) = database.read(POSTS)
    assert (found["threadId"], found["position"], found["postId"]) == ("7", None, "9")


def test_a_database_of_an_earlier_newsbody_gets_its_columns(database_address: str) -> None:
    database = open_database(database_address)
    database.write([article(1)])
    with writing(database._engine) as connection:
        connection.execute(text('ALTER TABLE articles DROP COLUMN "description"'))
    database.close()
    database = open_database(database_address)
    assert [row["description"] for row in database.read(ARTICLES)] == [None]
    database.close()


MOMENTS = {
    "2026-02-01": "2026-02-01 00:00",
    "2026-02-01T09:30+08:00": "2026-02-01 01:30",
    "2026-02-01T09:30:05": "2026-02-01 09:30",
}


def test_times_are_times_in_postgresql_and_read_as_they_were_said(postgres: PostgresServer) -> None:
    database = open_database(postgres.new_database("times"), versions=True)
    for body in ("Once.", "Then."):
        database.write([article(n, body, datePublished=said, dateModified="soon") for n, said in enumerate(MOMENTS)])
    database.write([post(n, datePublished=said) for n, said in enumerate(MOMENTS, 1)])
    for table in (ARTICLES, POSTS, VERSIONS):
        assert {row["datePublished"] for row in database.read(table)} == set(MOMENTS)
        assert not any("times" in row for row in database.read(table))
    assert {row["dateModified"] for row in database.read(ARTICLES)} == {"soon"}
    assert [post["datePublished"] for post in database.last_page("forum.test", "7")[0]] == list(MOMENTS)
    known = database.known_article(article_url(0))
    assert known is not None
    assert known.modified == "soon"
    query = """SELECT to_char("datePublished" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') FROM articles
        WHERE "dateModified" IS NULL AND "firstSeen" > now() - interval '1 hour' ORDER BY address"""
    with writing(database._engine) as connection:
        assert list(connection.execute(text(query)).scalars()) == list(MOMENTS.values())
    assert database.write([article(0, "Then.", datePublished="2026-02-01", dateModified="soon")])["articles_same"] == 1
    database.close()


def test_texts_that_were_stored_for_times_become_times(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    address = postgres.new_database("texts")
    database = open_database(address, versions=True)
    for body in ("Once.", "Then."):
        database.write([article(n, body, datePublished=said, dateModified="soon") for n, said in enumerate(MOMENTS)])
    database.write([post(n, datePublished=said) for n, said in enumerate(MOMENTS, 1)])
    before = {table.name: list(database.read(table)) for table in (ARTICLES, POSTS, VERSIONS, THREADS)}
    zone = """to_char("{0}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')"""
    with writing(database._engine) as connection:  # as an earlier newsbody had it
        for table in (ARTICLES, POSTS, VERSIONS, THREADS):
            for name in {"firstSeen", "changed", "replaced"} & set(table.columns.keys()):
                made = f'ALTER COLUMN "{name}" TYPE varchar(32) USING {zone.format(name)}'
                connection.execute(text(f"ALTER TABLE {table.name} {made}"))
            for name in {"datePublished", "dateModified"} & set(table.columns.keys()):
                made = f"""ALTER COLUMN "{name}" TYPE text USING times ->> '{name}'"""
                connection.execute(text(f"ALTER TABLE {table.name} {made}"))
            connection.execute(text(f"ALTER TABLE {table.name} DROP COLUMN IF EXISTS times"))
    database.close()
    with caplog.at_level("INFO"):
        database = open_database(address)
    assert sum("are times now; they were text" in message for message in caplog.messages) == 4
    assert {table.name: list(database.read(table)) for table in (ARTICLES, POSTS, VERSIONS, THREADS)} == before
    with writing(database._engine) as connection:
        known = connection.execute(text('SELECT "datePublished", "dateModified" FROM articles ORDER BY address')).all()
    assert [(f"{row[0]:%Y-%m-%d %H:%M}", row[1]) for row in known] == [(said, None) for said in MOMENTS.values()]
    database.close()
    caplog.clear()
    open_database(address).close()
    assert not caplog.messages


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("items.db", "is no address of a database: write sqlite:///items.db or"),
        ("mysql://localhost/items", "mysql is no database for items"),
        ("postgresql://user:secret@127.0.0.1:1/items", "user:***@127.0.0.1:1/items does not answer"),
        ("sqlite:////proc/items.db", "does not answer"),
    ],
)
def test_an_impossible_address_says_what_to_write(address: str, says: str) -> None:
    with pytest.raises(DatabaseError, match=r"sqlite:///items\.db") as raised:
        open_database(address)
    assert says in str(raised.value)


def test_reading_makes_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path}/itmes.db"
    for command in (["export", address, "posts"], ["report", "--items", address, "--store", str(tmp_path / "p.db")]):
        assert main(command) == 2
        assert f"{address} is not there" in capsys.readouterr().err
    assert list(tmp_path.glob("itmes*")) == []
    open_database(address).close()
    assert main(["export", address, "posts", "-o", str(tmp_path / "posts.csv")]) == 0


def test_folders_are_made(tmp_path: Path) -> None:
    open_database(f"sqlite:///{tmp_path}/new/items.db").close()
    assert (tmp_path / "new/items.db").exists()


def test_addresses_and_ids_of_any_length_are_kept_apart(database: Database) -> None:
    # So that they cannot be pressed together, as PostgreSQL does before it looks at their length.
    noise = "".join(random.Random(0).choices("0123456789abcdef", k=20_000))
    items = [Article(f"http://a.test/{noise}{end}", "Long", f"Body {end}") for end in "ab"]
    posts = [Post(noise, f"http://a.test/{noise}", "Text", 1, f"{noise}{end}") for end in "ab"]
    rows = [row(item) for item in (*items, *posts)]
    for _ in range(2):
        database.write(rows)
    assert [len(found["url"]) for found in database.read(ARTICLES)] == [20_015] * 2
    assert database.counts() == {"articles": 2, "threads": 0, "posts": 2, "versions": 0}


@pytest.mark.parametrize(
    ("statement", "away"),
    [
        ("SELECT pg_terminate_backend(pg_backend_pid())", True),
        (TOO_LONG, False),
        ("SELECT nothing", False),
        ("SELECT 1 / 0", False),
    ],
)
def test_what_may_succeed_later(statement: str, away: bool, postgres: PostgresServer) -> None:
    database = open_database(postgres.new_database(f"test{uuid4().hex}"))
    with pytest.raises(SQLAlchemyError) as raised, writing(database._engine) as connection:
        connection.execute(text(statement))
    database.close()
    assert is_away(raised.value) is away


def test_a_locked_file_may_be_free_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.database.tables.CONNECT_SECONDS", 0.05)
    first, second = (open_database(f"sqlite:///{tmp_path}/items.db") for _ in range(2))
    with writing(first._engine), pytest.raises(SQLAlchemyError) as raised:
        second.write([article(1)])
    assert is_away(raised.value)
    assert second.write([article(1)])["articles_new"] == 1
    first.close()
    second.close()
