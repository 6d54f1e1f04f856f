"""Responses as pages, and what of a page depends on when it was fetched."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from scrapy.http import HtmlResponse, Response

from newsbody.crawl.hooks.responses import Sources, fetched_at
from newsbody.crawl.pages.tasks import Source, read
from newsbody.sitememory import SiteMemory
from tests.e2e.pages import HOST, article_page

NOW = datetime(2024, 5, 6, 12, 30, tzinfo=UTC)
RULE = {
    "kind": "thread", "body": ["div.words"], "post": ["div.post"], "author": "b.who", "time": "span.when",
}  # fmt: skip


def response(date: str | None) -> HtmlResponse:
    headers = {"Content-Type": "text/html; charset=gbk"} | ({"Date": date} if date else {})
    return HtmlResponse(f"{HOST}/", body="<p>你好</p>".encode("gbk"), headers=headers)


def test_a_page_is_fetched_when_its_server_says_so() -> None:
    assert fetched_at(response("Mon, 06 May 2024 12:30:00 GMT")) == NOW


@pytest.mark.parametrize(
    "date", [None, "yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT", "Mon, 99 May"]
)
def test_a_server_without_a_clock_is_not_believed(date: str | None) -> None:
    assert abs(fetched_at(response(date)) - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_response_is_one_page_and_what_is_no_html_is_none() -> None:
    sources, one = Sources(), response(None)
    source = sources.of(one)
    assert source is not None
    assert source is sources.of(one)
    assert (source.url, source.encoding) == (f"{HOST}/", "gb18030")
    assert sources.of(Response(f"{HOST}/a.png")) is None
    assert sources.of(None) is None


def test_times_told_from_now_are_dates_where_it_is_known_when_the_page_was_fetched() -> None:
    posts = "".join(
        f'<div class="post"><b class="who">Ann {n}</b> <span class="when">{when}</span>'
        f'<div class="words">Words {n}</div></div>'
        for n, when in enumerate(("3 hours ago", "昨天 10:20", "2024-01-02 03:04"))
    )
    data = f"<html><body>{posts}</body></html>".encode()
    times = {
        fetched: [
            post["datePublished"]
            for post in read(Source(data, HOST, "utf-8", fetched), "thread", RULE, SiteMemory(), "cecs").fields["posts"]
        ]
        for fetched in (None, NOW)
    }
    assert times[None] == [None, None, "2024-01-02T03:04:00"]
    assert times[NOW] == ["2024-05-06T09:30:00Z", "2024-05-05T10:20:00", "2024-01-02T03:04:00"]


@pytest.mark.parametrize(
    ("line", "date"),
    [("2 hours ago", "2024-05-06T10:30:00Z"), ("today", None), ("3 hours ago, on 2 May 2024", "2024-05-02")],
)
def test_articles_are_dated_from_now_only_where_nothing_else_dates_them(line: str, date: str | None) -> None:
    data = article_page(1).replace("</h1>", f"</h1><p>{line}</p>").encode()
    fields = read(Source(data, f"{HOST}/a.html", "utf-8", NOW), "article", None, SiteMemory(), "cecs").fields
    assert fields["datePublished"] == date


@pytest.mark.parametrize("html", [True, False])
def test_html_of_the_body_is_made_where_it_is_wanted(html: bool) -> None:
    source = Source(article_page(1).encode(), f"{HOST}/a.html")
    fields = read(source, "article", None, SiteMemory(), "cecs", html).fields
    assert ("articleBodyHtml" in fields) == html
    assert fields["articleBody"]
