"""What the lists of a forum say of its threads: at once, or when it is known which pages are lists."""

from __future__ import annotations

from scrapy.http import HtmlResponse

from newsbody.crawl.spiders.shown_page import MAX_UNSAID, RowsOfLists

SITE = "http://forum.example"


class Forum:
    """A site of which first nothing is known, then that its boards are lists."""

    def __init__(self) -> None:
        self.known = False
        self.asked = 0
        self.rows = RowsOfLists(self.worth, self.key)

    def worth(self, url: str) -> str | None:
        if not self.known:
            return None
        return "list" if "/board/" in url else "topic" if "/t/" in url else "other"

    def key(self, url: str) -> str | None:
        self.asked += 1
        return f"thread {url}" if "/t/" in url else None


def board(url: str) -> HtmlResponse:
    rows = '<tr><td><a href="/t/1">Seats</a><td>12 replies</tr><tr><td><a href="//[bad">-</a></tr>'
    return HtmlResponse(f"{SITE}{url}", body=f"<table>{rows}</table>".encode())


def test_what_a_list_says_is_read_once() -> None:
    forum = Forum()
    forum.known = True
    page = board("/board/1")
    assert set(forum.rows.of(page) or ()) == {f"thread {SITE}/t/1"}
    asked = forum.asked
    assert set(forum.rows.of(page) or ()) == {f"thread {SITE}/t/1"}
    assert forum.asked == asked
    assert forum.rows.of(board("/t/1")) is None  # no list
    assert set(forum.rows.of(board("/")) or ()) == {f"thread {SITE}/t/1"}  # the start is looked through as one
    assert not list(forum.rows.late())


def test_lists_that_came_too_early_are_read_later_and_once() -> None:
    forum = Forum()
    for url in ("/board/1", "/t/1", "/"):
        assert forum.rows.of(board(url)) is None
    forum.known = True
    assert [url for url, said in forum.rows.late() if said] == [f"{SITE}/board/1", f"{SITE}/"]
    assert not list(forum.rows.late())


def test_no_more_pages_are_kept_than_are_wanted() -> None:
    forum = Forum()
    for number in range(MAX_UNSAID + 10):
        forum.rows.of(board(f"/board/{number}"))
    forum.known = True
    assert len(list(forum.rows.late())) == MAX_UNSAID
