"""What sitemaps and feeds list, and which hosts are one site."""

from __future__ import annotations

import gzip
import json
import re
import time
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.crawl.sources import listing
from newsbody.crawl.sources.domains import Hosts, site_domain
from newsbody.crawl.sources.listing import MAX_ENTRIES, Listed, read_listing

URL = "http://paper.test/sitemap.xml"

SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
  <url><loc> http://paper.test/about </loc></url>
  <url><loc>http://paper.test/a/1.html</loc><lastmod>2026-02-01</lastmod></url>
  <url><loc>/a/2.html</loc><lastmod>2026-02-03T10:00:00Z</lastmod>
    <news:news><news:title>Two</news:title></news:news></url>
  <url><lastmod>2026-02-09</lastmod></url>
</urlset>"""
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc>http://paper.test/old.xml.gz</loc><lastmod>2020-01-01</lastmod></sitemap>
  <sitemap><loc>http://paper.test/new.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>"""
RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Paper</title><link>http://paper.test/</link>
  <item><title>Über die Brücke</title><link>http://paper.test/a/9.html</link>
    <pubDate>Sun, 01 Feb 2026 10:00:00 GMT</pubDate></item>
  <item><title>No address</title></item></channel></rss>""".encode()
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="/feed?page=2"/>
  <entry><title>Nine</title><link href="/a/9.html"/><updated>2026-02-01T10:00:00Z</updated></entry></feed>"""
JSON_FEED = {
    "version": "https://jsonfeed.org/version/1.1",
    "next_url": "/feed.json?page=2",
    "items": [{"url": "/a/9.html", "title": "Nine", "date_published": "2026-02-01T10:00:00Z"}, {"id": 3}, 7],
}


def test_sitemap_lists_pages_newest_first() -> None:
    found = read_listing(SITEMAP, URL)
    assert found is not None
    assert [page.url for page in found.pages] == [
        "http://paper.test/a/2.html",
        "http://paper.test/a/1.html",
        "http://paper.test/about",
    ]
    assert found.pages[1].modified == "2026-02-01"
    assert not found.further
    assert not found.is_feed


@pytest.mark.parametrize(
    ("dates", "with_all"),
    [
        ([f"2026-02-01T10:{minute:02}:09Z" for minute in range(20)], [True] * 20),
        (["2026-02-01"] * 20, [True] * 20),
        ([*["2026-02-01"] * 19, "2026-02-02"], [False, *[True] * 19]),
        ([f"2026-02-01T{hour:02}:00:00Z" for hour in range(20)], [False] * 20),
        (["2026-02-01"] * 9, [False] * 9),
        ([*["2026-02-01"] * 15, *[""] * 5], [False] * 20),
        ([""] * 20, [False] * 20),
    ],
)
def test_a_time_that_nearly_all_pages_share_is_that_of_the_sitemap(dates: list[str], with_all: list[bool]) -> None:
    rows = "".join(f"<url><loc>/a/{n}</loc><lastmod>{date}</lastmod></url>" for n, date in enumerate(dates))
    found = read_listing(f"<urlset>{rows}</urlset>".encode(), URL)
    assert found is not None
    assert [page.with_all for page in found.pages] == with_all
    assert sum(bool(page.modified) for page in found.pages) == sum(map(bool, dates))


def test_a_sitemap_of_news_alone_lists_articles() -> None:
    news = b"<news:news><news:title>T</news:title></news:news>"
    found = read_listing(re.sub(rb"(?<!news>)\s*</url>", news + b"</url>", SITEMAP), URL)
    assert found is not None
    assert len(found.pages) == 3
    assert found.is_feed


def test_sitemap_index_lists_sitemaps_newest_first_and_gzip_is_read() -> None:
    found = read_listing(gzip.compress(INDEX), URL)
    assert found is not None
    assert [entry.url for entry in found.further] == ["http://paper.test/new.xml", "http://paper.test/old.xml.gz"]
    assert not found.pages


def test_sitemap_as_text() -> None:
    found = read_listing(b"\xef\xbb\xbfhttp://paper.test/1\nhttp://paper.test/2\n".removeprefix(b"\xef\xbb\xbf"), URL)
    assert found is not None
    assert [page.url for page in found.pages] == ["http://paper.test/1", "http://paper.test/2"]


@pytest.mark.parametrize("body", [RSS, ATOM, json.dumps(JSON_FEED).encode()], ids=["rss", "atom", "json"])
def test_feeds_list_articles(body: bytes) -> None:
    found = read_listing(body, "http://paper.test/feed")
    assert found is not None
    assert found.is_feed
    assert [page.url for page in found.pages] == ["http://paper.test/a/9.html"]
    assert (found.pages[0].modified or "").startswith("2026-02-01T10:00")
    assert found.pages[0].title in ("Nine", "Über die Brücke")
    if body is not RSS:
        assert [entry.url.partition("?")[2] for entry in found.further] == ["page=2"]


@pytest.mark.parametrize(
    "body",
    [
        b"", b"   ", b"User-agent: *\nDisallow: /", b"<html><body><a href=/>x</a></body></html>", b"{}", b'{"a": 1}',
        b"<", b"\x1f\x8bnot gzip", gzip.compress(SITEMAP, mtime=0)[:40], b"[" * 100_000,
        b'{"version":' + b"[" * 100_000, b"<!DOCTYPE a [<!ENTITY b 'c'>]><x/>",
    ],
)  # fmt: skip
def test_what_lists_nothing_is_no_listing(body: bytes) -> None:
    assert read_listing(body, URL) is None


def test_what_is_no_address_of_a_page_is_left_out() -> None:
    addresses = ("http://[", "mailto:a@b.test", "javascript:x()", "http://p.test/1")
    body = "<urlset>" + "".join(f"<url><loc>{address}</loc></url>" for address in addresses) + "</urlset>"
    found = read_listing(body.encode(), URL)
    assert found is not None
    assert found.pages == [Listed("http://p.test/1")]


@pytest.mark.parametrize("half", ["&#xd83d;", "&#55357;", "&#x00DFFF", "&#57343"])
@pytest.mark.parametrize("place", ["<loc>http://p.test/2{}</loc>", "<loc>http://p.test/2</loc><title>{}</title>",
                                   "<loc>http://p.test/2</loc><x xmlns:z='{}'><z:y/></x>"])  # fmt: skip
def test_half_a_character_costs_no_other_address(half: str, place: str) -> None:
    rows = ["<loc>http://p.test/1</loc>", place.format(half), "<loc>http://p.test/3&#55295;</loc>"]
    sitemap = "<urlset>" + "".join(f"<url>{row}</url>" for row in rows) + "</urlset>"
    feed = "<rss version='2.0'><channel>" + "".join(f"<item>{row}</item>" for row in rows) + "</channel></rss>"
    for body in (sitemap, feed.replace("loc>", "link>")):
        found = read_listing(body.encode(), URL)
        assert found is not None
        assert {"http://p.test/1", "http://p.test/3\ud7ff"} <= {page.url for page in found.pages}


def test_half_a_character_that_a_repair_leaves_costs_no_other_address() -> None:
    body = "<rss><channel><item><link>/1&#xd8\x1b3d;</link></item><item><link>/2</link></item></channel></rss>"
    found = read_listing(body.encode(), URL)
    assert found is not None
    assert [page.url for page in found.pages][-1] == "http://paper.test/2"


def test_no_more_than_a_sitemap_may_hold() -> None:
    body = b"<urlset>" + b"<url><loc>http://paper.test/1</loc></url>" * (MAX_ENTRIES + 10) + b"</urlset>"
    found = read_listing(body, URL)
    assert found is not None
    assert len(found.pages) == MAX_ENTRIES


def in_rss(inside: str) -> bytes:
    return f"<rss version='2.0'><channel><item><link>/a</link>{inside}</item></channel></rss>".encode()


#: Feeds that are not as they should be, and what the first two entries say: link, date, title.
SLIPS: dict[str, tuple[str, list[tuple[str, str | None, str]]]] = {
    "addresses with parameters": (
        "<item><title>A & B&nbsp;&eacute;</title><link>/1?a=1&b=2</link></item>"
        "<item><link><![CDATA[ /2?a=1&b=2 ]]></link></item>",
        [("/1?a=1&b=2", None, "A & B\xa0é"), ("/2?a=1&b=2", None, "")],
    ),
    "elements that are not closed": (
        "<item><title>A<link>/1</link></item><item><title>B</title><link>/2</link></item>",
        [("/1", None, "A"), ("/2", None, "B")],
    ),
    "markup in texts": (
        "<item><description><p>so <br> & so</description><link>/1</link></item>"
        "<item><title>a < b</title><link>/2</link></item>",
        [("/1", None, ""), ("/2", None, "a  b")],
    ),
    "prefixes that stand for nothing": (
        "<item><dc:date>2026-02-01</dc:date><link>/1</link></item><item><media:title>M</media:title><link>/2</link></item>",
        [("/1", "2026-02-01", ""), ("/2", None, "M")],
    ),
    "identifiers": (
        "<item><guid>http://paper.test/1</guid></item><item><guid isPermaLink='false'>http://p.test/x</guid></item>"
        "<item><guid>77</guid></item><item><a:link xmlns:a='http://www.w3.org/2005/Atom' rel='replies' href='/c'/>"
        "<a:link xmlns:a='http://www.w3.org/2005/Atom' href='/2'/></item>",
        [("/1", None, ""), ("/2", None, "")],
    ),
    "controls": (
        "<item><title>A\x01B</title><link>/1</link></item><ITEM><LINK>/2</LINK></ITEM>",
        [("/1", None, "AB"), ("/2", None, "")],
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_feeds_with_slips_are_read_as_far_as_they_can_be(slip: str) -> None:
    items, expected = SLIPS[slip]
    found = read_listing(f"\n<rss version='2.0'><channel>{items}</channel></rss>".encode(), "http://paper.test/feed")
    assert found is not None
    assert found.pages == [Listed(f"http://paper.test{path}", modified, title) for path, modified, title in expected]


@pytest.mark.parametrize("declared", ["{}", "utf-8"], ids=["declared", "wrongly declared"])
@pytest.mark.parametrize("encoding", ["gb18030", "big5"])
def test_feeds_in_any_encoding_also_one_that_is_not_declared(encoding: str, declared: str) -> None:
    title = "市政府今天宣布新的計畫"
    items = "".join(f"<item><title>{title}</title><link>/{number}</link></item>" for number in range(9))
    begin = f"<?xml version='1.0' encoding='{declared.format(encoding)}'?><rss version='2.0'><channel>"
    found = read_listing(f"{begin}{items}</channel></rss>".encode(encoding), URL)
    assert found is not None
    assert [page.title for page in found.pages] == [title] * 9


def test_addresses_of_a_feed_are_relative_to_its_base() -> None:
    body = ATOM.replace(b"<feed ", b"<feed xml:base='http://paper.test/b/' ").replace(b'"/a/9', b'"9')
    found = read_listing(body, URL)
    assert found is not None
    assert found.pages[0].url == "http://paper.test/b/9.html"
    assert found.further[0].url == "http://paper.test/feed?page=2"


#: What is meant to take long, so many bytes of it.
HARD: dict[str, Callable[[int], bytes]] = {
    "author": lambda size: in_rss(f"<author>{'a.' * (size // 2)}</author>"),
    "author in pieces": lambda size: in_rss(f"<author>{'aaaa<b/>' * (size // 8)}</author>"),
    "categories": lambda size: in_rss("".join(f"<category>{n}</category>" for n in range(size // 28))),
    "attributes": lambda size: in_rss(f"<x {' '.join(f'a{n}=1' for n in range(size // 9))}/>"),
    "items in items": lambda size: in_rss("<item><title>a" * (size // 14)),
    "base": lambda size: (
        f"<feed xml:base='http://p.test/{'b/' * (size // 4)}'>".encode()
        + b"<entry><link href='a'/></entry>" * (size // 62)
    ),
    "references": lambda size: in_rss(f"<title>{'&' * size}"),
    "pieces that are not closed": lambda size: in_rss("<![CDATA[&" * (size // 10)),
    "entities": lambda size: b"<!DOCTYPE rss [" + b"<!ENTITY a 'b'>" * (size // 15) + b"]><rss>&a;</rss>",
    "dates": lambda size: in_rss(f"<pubDate>{'2020-' * (size // 5)}</pubDate>"),
    "JSON": lambda size: b'{"version":"https://jsonfeed.org/version/1","items":[' + b"[]," * (size // 3) + b"0]}",
    "sitemap without addresses": lambda size: b"<urlset>" + b"<url/>" * (size // 6),
}


@pytest.mark.parametrize("case", HARD)
def test_what_is_meant_to_take_long_does_not(case: str) -> None:
    began = time.process_time()
    read_listing(HARD[case](1_000_000), URL)
    assert time.process_time() - began < 30.0  # about one second; what is quadratic takes minutes


def test_entries_in_entries_take_no_more_memory_than_others() -> None:
    """Each title holds all that stands below it."""
    body = in_rss("".join(f"<item><title>{'a' * 20_000}" for _ in range(120)))
    tracemalloc.start()
    read_listing(body, URL)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * len(body)


def test_as_much_of_a_sitemap_is_read_as_a_whole_one_may_say(monkeypatch: pytest.MonkeyPatch) -> None:
    assert listing.MAX_SITEMAP_TAGS == 600_000, "50,000 addresses of ten tags each, and a fifth more"
    monkeypatch.setattr(listing, "MAX_SITEMAP_TAGS", 1_000)
    address = b"<url><loc>http://paper.test/1</loc></url>"
    found = read_listing(b"<urlset>" + address + b"<a/>" * 1_000 + address + b"</urlset>", URL)
    assert found is not None
    assert len(found.pages) == 1


@given(st.binary(max_size=300))
def test_any_bytes_list_web_addresses_or_nothing(body: bytes) -> None:
    for start in (b"", b"<urlset>", b"<rss>", b"{", b"\x1f\x8b"):
        found = read_listing(start + body, URL)
        listed = [*found.pages, *found.further] if found else []
        assert all(entry.url.startswith(("http://", "https://")) for entry in listed)


def test_entries_that_do_not_say_when_stand_last_in_their_order() -> None:
    body = b"<urlset>" + b"".join(b"<url><loc>http://p.test/%d</loc></url>" % n for n in range(5)) + b"</urlset>"
    found = read_listing(body, URL)
    assert found is not None
    assert found.pages == [Listed(f"http://p.test/{number}") for number in range(5)]


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("news.sina.com.cn", "sina.com.cn"), ("sina.com.cn", "sina.com.cn"), ("sports.bbc.co.uk", "bbc.co.uk"),
        ("ann.github.io", "ann.github.io"), ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1:8080", "127.0.0.1:8080"), ("paper.test", "paper.test"), ("", ""),
    ],
)  # fmt: skip
def test_registered_domain(host: str, domain: str) -> None:
    assert site_domain(host) == domain


def test_a_site_is_its_registered_domain() -> None:
    hosts = Hosts(["http://www.example.com/"])
    assert "http://sports.example.com/1" in hosts
    assert "https://example.com/" in hosts
    assert "http://example.org/" not in hosts
    assert "mailto:a@example.com" not in hosts
    hosts.add("http://moved.example.org/start")
    assert "http://example.org/" in hosts


def test_named_hosts_narrow_it() -> None:
    hosts = Hosts(["http://www.example.com/"], ["news.example.com", "https://blog.example.com/x"])
    assert "http://news.example.com/1" in hosts
    assert "http://live.news.example.com/1" in hosts
    assert "http://blog.example.com/" in hosts
    assert "http://example.com/" not in hosts
    assert "http://evilnews.example.com.test/" not in hosts
