"""What earlier crawls gave out, and what lists say of the pages they link to."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from lxml import html
from sqlalchemy.exc import OperationalError

from newsbody.crawl.known.ledger import STORED, Ledger, LedgerError, Met, RedisLedger, SqliteLedger, open_ledger, told
from newsbody.crawl.known.row_texts import row_dates, row_states
from newsbody.crawl.known.stored import StoredLedger
from newsbody.database import Database, open_database, row_of
from newsbody.items import Article, ForumThread, Post
from tests.redis_server import RedisServer

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)

MET = {
    "/t/1": Met(state="5 replies", page="/t/1?p=2", posts=["a", "b"]),
    "/a/2": Met(modified="2026-01-01"),
    "/空": Met(),
}


def _known_again(ledger: Ledger) -> None:
    ledger.put("paper.test", MET)
    ledger.put("other.test", {"/t/1": Met(state="other")})
    assert {key: ledger.get("paper.test", key) for key in MET} == MET
    assert ledger.get("paper.test", "/t/9") is None
    ledger.put("paper.test", {"/t/1": Met(state="6 replies")})
    assert ledger.get("paper.test", "/t/1") == Met(state="6 replies")
    assert ledger.get("other.test", "/t/1") == Met(state="other")


def test_what_was_met_is_known_by_the_next_crawl(tmp_path: Path) -> None:
    path = str(tmp_path / "profiles.sqlite3")
    with closing(open_ledger(path)) as ledger:
        _known_again(ledger)
    with closing(open_ledger(f"sqlite:///{path}")) as again:
        assert again.get("paper.test", "/a/2") == MET["/a/2"]


def test_what_was_met_is_known_by_other_workers(server: RedisServer) -> None:
    first = open_ledger(server.address)
    _known_again(first)
    first.close()
    with server.client() as client:
        assert RedisLedger(client).get("paper.test", "/a/2") == MET["/a/2"]


def test_of_too_many_pages_those_are_kept_that_were_met_last(tmp_path: Path) -> None:
    with closing(SqliteLedger(tmp_path / "known.sqlite3")) as ledger:
        ledger.put("a.test", {f"/{number}": Met() for number in range(10)})
        ledger.put("b.test", {"/0": Met()})
        ledger.put("a.test", {"/0": Met(modified="again")})
        ledger.forget_oldest(4)
        assert [number for number in range(10) if ledger.get("a.test", f"/{number}")] == [0, 7, 8, 9]
        assert ledger.get("b.test", "/0")


@pytest.mark.parametrize("row", ["", "7", "[1]", "{"])
def test_a_row_that_is_none_says_so(row: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own messages
        Met.from_json(row)


def board(*rows: tuple[int, int, int, str], pager: str = "") -> str:
    """A list of threads: number, replies, views, when somebody wrote last."""
    lines = "".join(
        f'<tr><td><a href="/t/{number}">Thread</a> <a href="/t/{number}?page=2">2</a></td>'
        f'<td>{replies}</td><td>{views}</td><td><a href="/u/3">Ann</a> {when}</td></tr>'
        for number, replies, views, when in rows
    )
    return f'<body><a href="/about">About 3 of us</a><table>{lines}</table>{pager}</body>'


def states(page: str, now: datetime = NOW) -> dict[str, str]:
    def key_of(link: html.HtmlElement) -> str | None:
        address = link.get("href") or ""
        return address.partition("?")[0] if address.startswith("/t/") else None

    return row_states(html.document_fromstring(page), key_of, now)


def test_rows_of_boards_change_with_the_larger_of_their_counts() -> None:
    """Threads and posts: of a board nobody counts the views, and its last thread may not be that of the last post."""

    def index(posts: int) -> dict[str, str]:
        row = '<tr><td><a href="/f/{0}">Board {0}</a></td><td>12</td><td>{1}</td><td>Moss by Ann</td></tr>'
        page = f"<table>{row.format(1, posts)}{row.format(2, 70)}</table>"
        return row_states(html.document_fromstring(page), lambda link: link.get("href"), NOW, lambda _: "/f/{n}")

    assert index(230)["/f/1"] != index(231)["/f/1"]
    assert index(230)["/f/2"] == index(231)["/f/2"]


def test_rows_change_with_replies_and_not_with_views() -> None:
    before = states(board((1, 4, 100, "2026-03-01 10:00"), (2, 0, 7, "2026-03-01 11:00")))
    assert before.keys() == {"/t/1", "/t/2"}
    assert before["/t/1"] != before["/t/2"]
    viewed = states(board((2, 0, 70, "2026-03-01 11:00"), (1, 4, 1_000, "2026-03-01 10:00")))
    assert viewed == before, "neither views nor the order of threads say anything"
    replied = states(board((1, 5, 101, "2026-03-02 09:00"), (2, 0, 7, "2026-03-01 11:00")))
    assert replied["/t/1"] != before["/t/1"]
    assert replied["/t/2"] == before["/t/2"]


def test_times_that_pass_by_themselves_say_nothing() -> None:
    today = states(board((1, 4, 100, "today 10:00"), (2, 3, 50, "3 hours ago")))
    tomorrow = states(board((1, 4, 100, "yesterday 10:00"), (2, 3, 50, "1 day ago")), NOW + timedelta(days=1))
    assert today == tomorrow
    absolute = states(board((1, 4, 100, "2026-03-04 10:00"), (2, 3, 50, "2 days ago")), NOW + timedelta(days=2))
    assert today == absolute


def test_a_row_without_a_number_says_nothing() -> None:
    page = (
        '<body><ul><li><a href="/t/a">Thread</a> by Ann</li><li><a href="/t/b">Other</a> 3</li></ul>'
        '<ul><li><a href="/t/c"><b>2</b></a></li> <li><a href="/t/d">3</a></li></ul></body>'
    )
    assert states(page).keys() == {"/t/b"}, "nor does one whose number is that of a page"


def test_rows_below_a_deep_tree() -> None:
    """Links side by side at the bottom of a deep tree: what is above all of them is asked once."""
    links = "".join(f'<p><a href="/t/{number}">Thread</a> {number}</p>' for number in range(3_000))
    assert len(states("<div>" * 100 + links)) == 3_000


def test_a_ledger_that_is_locked_says_so(tmp_path: Path) -> None:
    path = tmp_path / "known.sqlite3"
    ledger, other = SqliteLedger(path), sqlite3.connect(path, isolation_level=None)
    ledger._file.execute("PRAGMA busy_timeout = 0")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerError, match="locked"):
        ledger.put("a.test", {"/1": Met()})
    other.execute("COMMIT")
    ledger.put("a.test", {"/1": Met()})
    assert ledger.get("a.test", "/1") == Met()
    other.close()
    ledger.close()


def test_what_a_ledger_does_not_know_is_asked_of_the_database(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'items.db'}")
    posts = [Post("7", f"http://forum.test/t/7?page={n // 2}", f"Post {n}", n, postId=str(n)) for n in range(2, 6)]
    thread = ForumThread("7", "http://forum.test/t/7", "Title", posts)
    article = Article("http://paper.test/a/1", articleBody="Body", dateModified="2026-01-02")
    database.write([found for item in (thread, article) if (found := row_of(item))])
    ledger = StoredLedger(SqliteLedger(tmp_path / "profiles.db"), database)
    ledger.put("paper.test", {"page http://paper.test/a/2": MET["/a/2"]})
    assert ledger.get("paper.test", "page http://paper.test/a/2") == MET["/a/2"]
    assert ledger.get("paper.test", "page http://paper.test/a/1") == Met("2026-01-02", STORED)
    last = Met(None, None, "http://forum.test/t/7?page=2", 4, [told(vars(post)) for post in posts[2:]])
    assert ledger.get("forum.test", "thread 7") == last
    assert ledger.get("paper.test", "page http://paper.test/a/3") is None
    ledger.close()


def test_database_that_is_away_is_not_asked_again_at_once(tmp_path: Path) -> None:
    class Away:
        asked = 0

        def known_article(self, address: str) -> None:
            self.asked += 1
            raise OperationalError("SELECT", None, Exception("no answer"))

        def close(self) -> None:
            """Nothing to let go of."""

    away = Away()
    ledger = StoredLedger(SqliteLedger(tmp_path / "profiles.db"), cast(Database, away))
    with pytest.raises(LedgerError, match="no answer"):
        ledger.get("paper.test", "page http://paper.test/a/1")
    assert ledger.get("paper.test", "page http://paper.test/a/1") is None
    assert away.asked == 1
    ledger.close()


@pytest.mark.parametrize(
    "row",
    [
        '<li><a href="/t/{0}">Thread</a> <a href="/b/2">The board</a> {1} replies</li>',
        '<dt><a href="/t/{0}">Thread</a></dt><dd>{1} replies</dd>',
        '<a href="/t/{0}">Thread</a> {1} replies<br>',
    ],
)
def test_a_row_is_what_stands_between_the_links_to_two_threads(row: str) -> None:
    def said(third: int) -> dict[str, str]:
        rows = "".join(row.format(number, third if number == 3 else number) for number in range(1, 6))
        return states(f'<body><a href="/t/">Threads</a><div>{rows}</div><p>{third} visitors</p></body>')

    before, after = said(7), said(8)
    assert {key for key in before if before[key] != after[key]} == {"/t/3"}


def test_the_number_of_a_row_in_its_list_says_nothing_of_its_thread() -> None:
    def said(*threads: int) -> dict[str, str]:
        rows = [f'<li><i>{n}</i> <a href="/t/{thread}">T</a> 5 replies</li>' for n, thread in enumerate(threads, 1)]
        return states(f"<ol>{''.join(rows)}</ol>")

    assert said(1, 2, 3, 4) == said(4, 3, 1, 2)


@pytest.mark.parametrize("value", [None, 5, 1.5, True, "x", [], [5], ["x"], {"a": 1}, [["x"]]])
@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Met)])
def test_rows_of_wrong_types_are_none(name: str, value: object) -> None:
    """Each is read as it was written, or said to be none: what comes of another type ends a crawl later."""
    text = json.dumps({name: value})
    kinds: dict[str, Any] = {
        "posts": list,
        "further": list,
        "standing": list,
        "is_list": bool,
        "listed": bool,
        "needless": int,
        "first": int | None,
    }
    kind = kinds.get(name, str | None)
    is_one = isinstance(value, kind) and value != [5] and value != [["x"]] and (kind is bool or value is not True)
    if is_one:
        assert getattr(Met.from_json(text), name) == value
    else:
        with pytest.raises(ValueError, match="not what is known"):
            Met.from_json(text)


def test_a_time_that_was_told_from_the_moment_of_reading_makes_no_other_post_of_one() -> None:
    once = {
        "threadId": "7",
        "url": "http://forum.test/t/7",
        "text": "It hums again.",
        "datePublished": "2026-11-21T18:06:52Z",
        "datePublishedRaw": "5 hours ago",
    }
    later = {**once, "datePublished": "2026-11-21T18:07:28Z"}
    assert told(once) == told(later)
    for clock in ("2026-11-21 18:07", None):  # somebody says the same a minute later
        assert told({**once, "datePublishedRaw": clock}) != told({**later, "datePublishedRaw": clock})
    assert told(once) != told({**once, "datePublished": "2026-11-22T18:06:52Z"})
    assert told({**once, "postId": "4"}) == told({**once, "postId": "4", "datePublished": None})


def dated_list(rows: Iterable[str]) -> dict[str, str]:
    page = html.document_fromstring(f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>")
    return row_dates(page, lambda link: str(link.get("href")), lambda key: "")


@pytest.mark.parametrize(
    ("form", "days"),
    [
        ("<a href=/{n}>Old bridge {n}</a> <i>2026-03-{n:02}</i>", ["2026-03-01", "2026-03-02", "2026-03-03"]),
        (
            "<b>{n}/4/2026 08:15</b> <a href=/{n}>Old bridge</a> <a href=/{n}>more</a>",
            [f"2026-04-0{n}T08:15:00" for n in (1, 2, 3)],
        ),
        ("<i>03-{n:02}</i> <a href=/{n}>Old bridge</a>", None),  # of which year?
        ("<a href=/{n}>Old bridge, 2026-03-0{n}</a>", None),  # a headline tells of that day
        ("<a href=/{n}>Bridge</a> <i>2026-03-0{n}</i> changed <i>2026-04-0{n}</i>", None),
        ("<a href=/{n}>Bridge</a><p>" + "Built by the town in the winter of that year, 2 March 2026. " * 3, None),
    ],
)
def test_rows_of_a_list_have_a_day(form: str, days: list[str] | None) -> None:
    found = dated_list(form.format(n=n) for n in (1, 2, 3))
    assert found == dict(zip(("/1", "/2", "/3"), days or (), strict=False))


def test_a_list_of_which_some_rows_have_a_day_has_none() -> None:
    rows = [f"<a href=/{n}>Old bridge</a>" + f"<i>2026-03-0{n}</i>" * (n % 2) for n in range(1, 8)]
    assert dated_list(rows) == {}
