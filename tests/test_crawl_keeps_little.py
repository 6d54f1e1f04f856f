"""Bounds of what a crawl keeps, and of what it looks at, each of which could be left out unnoticed."""

from __future__ import annotations

import gc
import json
import weakref
from pathlib import Path
from typing import Any, cast
from xml.sax.saxutils import escape

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from newsbody.crawl.addresses.link_sample import MAX_SAMPLES, LinkSample
from newsbody.crawl.addresses.spider_traps import MAX_WAY, way_over
from newsbody.crawl.hooks import fetches as visits
from newsbody.crawl.hooks import origins
from newsbody.crawl.hooks.fetches import Visits
from newsbody.crawl.hooks.origins import Handover
from newsbody.crawl.known.row_texts import MAX_CHARS, MAX_DEPTH
from newsbody.crawl.learning.discovery import Discovery
from newsbody.crawl.pages import tasks
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.session.session import Crawl
from newsbody.crawl.sources import listing
from newsbody.crawl.sources.listing import read_listing
from newsbody.crawl.spiders import listings
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.urls.shapes import MAX_SEGMENT, read_shape
from tests.test_crawl_known import states

SITE = "http://news.test"


def test_items_that_never_come_out_let_go_of_their_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origins, "MAX_ITEMS", 3)
    handover = Handover(get_crawler())
    items: list[dict[str, Any]] = [{} for _ in range(5)]
    for item in items:
        handover.give(item, Source(b"", f"{SITE}/"), "article")
    assert [handover.take(item) is None for item in items] == [True, True, False, False, False]


def test_what_a_crawl_without_items_met_is_remembered_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its requests are its own, and nothing is learned before it gives an item, which may never be."""
    monkeypatch.setattr(visits, "MAX_REMEMBERED", 3)
    crawler = get_crawler(settings_dict={"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    seen = Visits(crawler)
    met: list[str] = []
    told = cast(Discovery, _Told(met))
    monkeypatch.setattr(seen, "_discovery", told)
    page = HtmlResponse(f"{SITE}/", request=Request(f"{SITE}/"))
    for number in range(5):
        seen.found(Request(f"{SITE}/{number}"), None, None)
        seen.found(Request(f"{SITE}/{number}"), page, 20)
    assert len(seen.of(cast(Response, page)).links) == 3
    seen.wake()
    assert met == [f"{SITE}/{number}" for number in range(3)]
    Crawl.of(crawler).give_up()


@pytest.mark.parametrize(("meta", "is_kept"), [({}, False), ({"newsbody": False}, True)])
def test_a_response_keeps_no_tree_when_its_callback_is_over(meta: dict[str, Any], is_kept: bool) -> None:
    """It and its selector hold each other: they stay until garbage is collected, which is when there is much of it."""
    seen = Visits(crawler := get_crawler())
    page = HtmlResponse(f"{SITE}/", request=Request(f"{SITE}/", meta=meta), body=b"<p>Rain", encoding="utf-8")
    gone = weakref.ref(page.selector)
    gc.disable()
    try:
        seen.ended(page)
        assert (gone() is not None) == is_kept
    finally:
        gc.enable()
    Crawl.of(crawler).give_up()


class _Told:
    """In place of learning."""

    def __init__(self, met: list[str]) -> None:
        self._met = met

    def found(self, url: str, visit: object, text_length: int | None) -> None:
        self._met.append(url)


def test_the_way_to_a_page_is_remembered_in_part() -> None:
    way: list[str] = []
    for number in range(20):
        way = way_over(f"{SITE}/{chr(97 + number) * 3}/x.html", way)
    assert len(way) == MAX_WAY
    assert "ttt" in way[0], "its own form first"


def test_addresses_to_learn_from_are_bounded() -> None:
    sample = LinkSample(10)
    for number in range(20 * MAX_SAMPLES):
        sample.add(f"{SITE}/{number}", 20)
        sample.visited(f"{SITE}/{number}", f"{SITE}/to/{number}")
    assert len(sample.links) == len(sample.moved) == 10 * MAX_SAMPLES
    sample.add(f"{SITE}/0", 30)
    assert sample.links[f"{SITE}/0"].count == 2, "what is there goes on"


def test_large_feeds_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"url": f"{SITE}/1", "title": "A bridge"}
    feeds = [
        json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": [entry]}).encode(),
        f"<rss><channel><item><link>{escape(entry['url'])}</link></item></channel></rss>".encode(),
    ]
    for feed in feeds:
        monkeypatch.setattr(listing, "MAX_FEED_BYTES", len(feed))
        assert read_listing(feed, f"{SITE}/feed") is not None
        assert read_listing(feed + b" ", f"{SITE}/feed") is None


def test_sitemaps_that_are_asked_for_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "MAX_LISTINGS", 5)
    spider = NewsSpider(url=f"{SITE}/")
    monkeypatch.setattr(spider, "_ask_listing", lambda url: iter([Request(url)]))
    named = [f"http://{host}/sitemap-{number}.xml" for number in range(9) for host in ("news.test", "other.test")]
    assert [request.url for request in spider._further(named)] == named[:10:2]


def test_rules_that_are_kept_as_they_were_read_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "RULES_KEPT", 2)
    tasks._rules.clear()
    rows = [{"kind": "article", "body": [f"div.story{number}"]} for number in range(4)]
    read = [tasks.rule_of(row) for row in rows]
    assert len(tasks._rules) == 2
    assert tasks.rule_of(rows[3]) is read[3]
    tasks._rules.clear()


def test_so_much_of_a_row_is_looked_at() -> None:
    """A number of more digits than Python reads is none."""
    cells = f"<td>4</td><td>{'8' * 2 * MAX_CHARS}</td>"
    assert states(f'<table><tr><td><a href="/t/1">Thread</a></td>{cells}</tr></table>').keys() == {"/t/1"}
    nested = '<a href="/t/1">Thread</a>' + "</div>" * MAX_DEPTH
    around = "<div>" * MAX_DEPTH
    assert states(f"<body><p><i>{around}{nested}</i></p>12 replies</body>") == {}
    assert states(f"<body>{around}<b></b>4 replies {nested}</body>") != {}


def test_a_segment_that_is_no_name_is_not_taken_apart() -> None:
    assert read_shape("7" * MAX_SEGMENT).pattern == "{n}"
    assert read_shape("7" * (MAX_SEGMENT + 1)).pattern == "{s}"
