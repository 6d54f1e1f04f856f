"""What is no address costs nothing but itself, wherever it stands."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor
from scrapy.utils.test import get_crawler

from newsbody import extract, extract_thread
from newsbody.crawl.addresses.address import plain
from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.hooks.guard import RefreshMiddleware
from newsbody.crawl.hooks.origins import LinkTexts
from newsbody.crawl.sources.listing import Listing, read_listing, read_robots
from newsbody.database import open_database, row_of
from newsbody.database.tables import ARTICLES
from newsbody.items import Article
from newsbody.markup.links import web_address
from tests.article_pages import article

SITE = "http://news.test"
#: Ports that are none, brackets, halves of characters, hosts that are none, other schemes.
BAD = (
    f"{SITE}:99999/x", f"{SITE}:abc/x", f"{SITE}:-1/x", f"{SITE}:٣/x", f"{SITE}:+80/x", "http://[bad/x", "http://[x]/",
    "http://[::1/x", "//[/x", "http://@/x", "https://?x", f"{SITE}/\ud83d", "http://ne\ud83dws.test/x", "http://ℂ℀.test/x",
    "http://ne<s.test/x", "javascript:void(0)",
)  # fmt: skip
#: XML and bytes on the wire hold no half of a character as such.
WRITTEN = tuple(bad for bad in BAD if bad.isprintable() or bad.isascii())
GOOD = [f"{SITE}/n/{number}.html" for number in range(12)]


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_address(bad: str) -> None:
    assert len(BAD) == 16
    assert web_address(f"{SITE}/", bad) == ""
    assert plain(bad)  # somebody else's item may have it


@pytest.mark.parametrize(
    "good", [*GOOD, f"{SITE}:8080/x", "http://[::1]:80/x", "http://münchen.test/ä?ö", "http://a_b.test"]
)
def test_what_is_one_can_be_asked_for(good: str) -> None:
    assert web_address(f"{SITE}/", good) == good
    assert Request(web_address(f"{SITE}/", good))


# --- lists ------------------------------------------------------------------------------------


def sitemap(bad: str) -> bytes:
    rows = "".join(f"<url><loc>{address}</loc></url>" for address in (*GOOD[:6], bad, *GOOD[6:]))
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'.encode("utf-8", "replace")


def index(bad: str) -> bytes:
    return sitemap(bad).replace(b"urlset", b"sitemapindex").replace(b"url>", b"sitemap>")


def rss(bad: str) -> bytes:
    rows = "".join(f"<item><link>{address}</link></item>" for address in (bad, *GOOD))
    return f"<rss version='2.0'><channel>{rows}</channel></rss>".encode("utf-8", "replace")


def rss_base(bad: str) -> bytes:
    return rss("").replace(b"<rss", f'<rss xml:base="{bad}"'.encode("utf-8", "replace"))


def atom(bad: str) -> bytes:
    rows = "".join(f"<entry><link href='{address}'/></entry>" for address in (bad, *GOOD))
    following = f"<link rel='next' href='{bad}'/>"
    return f"<feed xmlns='http://www.w3.org/2005/Atom'>{following}{rows}</feed>".encode("utf-8", "replace")


def json_feed(bad: str) -> bytes:
    feed = {"version": "https://jsonfeed.org/version/1.1", "next_url": bad, "items": [{"url": u} for u in (bad, *GOOD)]}
    return json.dumps(feed).encode()


def text(bad: str) -> bytes:
    return "\n".join([GOOD[0], bad if bad.startswith("http") else "http://[", *GOOD[1:]]).encode("utf-8", "replace")


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("listing", [sitemap, rss, rss_base, atom, json_feed, text], ids=lambda made: made.__name__)
def test_a_list_loses_that_entry_alone(listing: Callable[[str], bytes], bad: str) -> None:
    found = read_listing(listing(bad), f"{SITE}/list")
    assert found is not None
    assert sorted(page.url for page in found.pages if page.url in GOOD) == sorted(GOOD)
    asked = [Request(page.url) for page in (*found.pages, *found.further)]  # each can be asked for
    assert len(asked) <= len(GOOD) + 2  # in UTF-8 half a character is another one, which an address may hold


@pytest.mark.parametrize("bad", BAD)
def test_an_index_and_a_robots_txt_as_well(bad: str) -> None:
    def named(found: Listing | None) -> list[str]:
        return [entry.url for entry in found.further if entry.url in GOOD] if found else []

    assert named(read_listing(index(bad), f"{SITE}/list")) == GOOD
    lines = "\n".join(f"Sitemap: {address}" for address in (bad, *GOOD, bad))
    assert named(read_robots(lines.encode("utf-8", "replace"), f"{SITE}/robots.txt")) == GOOD


# --- pages ------------------------------------------------------------------------------------

#: Where a page holds an address.
PLACES = {
    "canonical": '<link rel="canonical" href="{}">',
    "og:url": '<meta property="og:url" content="{}">',
    "og:image": '<meta property="og:image" content="{}">',
    "base": '<base href="{}">',
    "refresh": '<meta http-equiv="refresh" content="0;url={}">',
    "next": '<link rel="next" href="{}">',
    "json-ld": '<script type="application/ld+json">{{"@type": "NewsArticle", "url": "{0}", "image": "{0}",'
    ' "author": {{"name": "Ann Lee", "url": "{0}"}}, "mainEntityOfPage": "{0}"}}</script>',
    "link": '<a href="{}">Another story of the town</a><a rel="author" href="{0}">Ann Lee</a>',
    "picture": '<img src="{}" srcset="{0} 2x">',
}


def page_with(place: str, bad: str, number: int = 1) -> str:
    html, _ = article(number)
    written = PLACES[place].replace("{}", "{0}").format(bad)
    in_body = place in ("link", "picture")
    return html.replace("<p>", f"<p>{written}", 1) if in_body else html.replace("</head>", f"{written}</head>")


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("place", PLACES)
def test_a_page_gives_its_article(place: str, bad: str) -> None:
    whole = extract(article(1)[0], url=GOOD[1])
    found = extract(page_with(place, bad), url=GOOD[1])
    assert found.headline == whole.headline
    assert found.articleBody.split()[-20:] == whole.articleBody.split()[-20:]
    for address in (found.canonicalUrl, *(image.url for image in found.images or ())):
        assert address is None or Request(address)
    extract_thread(page_with(place, bad), url=GOOD[1])


@pytest.mark.parametrize("bad", BAD)
def test_a_page_that_is_said_to_stand_there(bad: str) -> None:
    assert extract(article(1)[0], url=bad).articleBody == extract(article(1)[0], url=GOOD[1]).articleBody
    extract_thread(article(1)[0], url=bad)


@pytest.mark.parametrize("bad", BAD)
def test_scrapy_finds_the_links_of_a_page_whatever_its_base(bad: str) -> None:
    links = '<a href="/a">One</a><a href="/b">Two of them</a>'
    body = f"<html><head>{PLACES['base'].format(bad)}</head>{links}".encode("utf-8", "replace")
    page = HtmlResponse(f"{SITE}/", body=body, encoding="utf-8")
    length = LinkTexts().length(Request(f"{SITE}/b"), page)
    if web_address("", bad.encode("utf-8", "replace").decode()):
        return  # an address by now
    assert page_base(page) == page.url
    assert [link.url for link in LinkExtractor().extract_links(page)] == [f"{SITE}/a", f"{SITE}/b"]
    assert length == len("Two of them")


REFRESHES: Mapping[str, bool] = {
    **dict.fromkeys(
        ("60;url=/", "0", "5; url=#top", f"1;url={SITE}", "0;url=/?PHPSESSID=1234567890abcdef12", ""), False
    ),
    **dict.fromkeys(("0;url=/n/1.html", f"5;url={SITE}/?page=2"), True),
    **{f"0;url={bad}": False for bad in WRITTEN},
}


@pytest.mark.parametrize("content", REFRESHES)
def test_a_refresh_to_oneself_is_none(content: str) -> None:
    class Spider:
        def stays_on(self, url: str) -> bool:
            return True

    crawler = get_crawler()
    crawler.spider = Spider()  # type: ignore[assignment]
    body = f'<html><head><meta http-equiv="refresh" content="{content}"></head>'.encode()
    request = Request(f"{SITE}/")
    page = HtmlResponse(request.url, body=body, encoding="utf-8", request=request)
    assert asyncio.run(RefreshMiddleware.from_crawler(crawler).process_response(request, page)) is page
    leads = content not in ("0", "")  # tried again, a page without an address may be redirected
    assert request.meta.get("dont_redirect", False) is (leads and not REFRESHES[content])
    onward = Request(f"{SITE}/n/1.html", meta={"redirect_urls": [f"{SITE}/n/0.html", f"{SITE}/"]})
    again = page.replace(url=onward.url, request=onward)
    asyncio.run(RefreshMiddleware.from_crawler(crawler).process_response(onward, again))
    assert onward.meta.get("dont_redirect", False) is (leads and content != f"5;url={SITE}/?page=2")


class Engine:
    """Gives the same page for whatever is asked for, or fails."""

    def __init__(self, body: bytes, *, fails: bool) -> None:
        self.body, self.fails = body, fails
        self.sent: list[str] = []

    async def download_async(self, other: Request) -> HtmlResponse:
        self.sent.append(other.url)
        if self.fails:
            raise TimeoutError
        return HtmlResponse(other.url, body=self.body, request=other)


def crawler_with_engine(body: bytes, *, fails: bool) -> tuple[Crawler, Engine]:
    class Spider:
        def stays_on(self, url: str) -> bool:
            return True

    crawler, engine = get_crawler(), Engine(body, fails=fails)
    crawler.spider, crawler.engine = Spider(), engine  # type: ignore[assignment]
    return crawler, engine


@pytest.mark.parametrize(
    ("link", "asked"),
    [
        ("/t/7/?noscript", "/t/7/?noscript"),
        ("?no_js=1&amp;x=2#top", ""),
        ("/t/8/?noscript", ""),
        ("?page=2", ""),
        ("?js=off", "/t/7/?js=off"),
    ],
)
@pytest.mark.parametrize("fails", [False, True])
def test_a_page_for_readers_without_scripts_is_read_in_place_of_the_one_that_names_it(
    link: str, asked: str, fails: bool
) -> None:
    crawler, engine = crawler_with_engine(b"<p>All of it", fails=fails)
    request = Request(f"{SITE}/t/7/")
    page = HtmlResponse(request.url, body=f'<noscript><a href="{link}">All</a></noscript>'.encode(), request=request)
    read = asyncio.run(RefreshMiddleware(crawler).process_response(request, page))
    assert engine.sent == ([SITE + asked] if asked else [])
    assert (read.body == b"<p>All of it") is (bool(asked) and not fails)
    assert read.url == request.url
    assert read.request is request


@pytest.mark.parametrize(("body", "at_once"), [(b"<p>All of it, and more</p>" * 9, True), (b"<p>Less", False)])
@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("key", ["noscript", "js=0"])
def test_pages_like_others_that_show_more_without_scripts_are_asked_for_there_at_once(
    body: bytes, at_once: bool, fails: bool, key: str
) -> None:
    crawler, engine = crawler_with_engine(body, fails=False)
    middleware = RefreshMiddleware(crawler)
    for number in (5, 6, 7):
        request = Request(f"{SITE}/t/{number}/?page=2")
        assert asyncio.run(middleware.process_request(request)) is None
        link = f'<noscript><a href="?page=2&amp;{key}">All</a></noscript>'
        page = HtmlResponse(request.url, body=link.encode(), request=request)
        asyncio.run(middleware.process_response(request, page))
    engine.sent.clear()
    engine.fails = fails
    request = Request(f"{SITE}/t/8/?page=2")
    read = asyncio.run(middleware.process_request(request))
    assert engine.sent == ([f"{SITE}/t/8/?page=2&{key}"] if at_once else [])
    assert (read is not None) is (at_once and not fails)
    assert read is None or (read.url, read.body, read.request) == (request.url, body, request)
    for other in (f"{SITE}/t/8/?page=2&{key}", f"{SITE}/u/8/?page=2"):
        assert asyncio.run(middleware.process_request(Request(other))) is None


# --- the database -----------------------------------------------------------------------------


def test_items_at_bad_addresses_are_stored_with_the_others(tmp_path: Path) -> None:
    rows = [row_of(Article(url=url, articleBody="Some text.")) for url in (*BAD, *GOOD)]
    database = open_database(f"sqlite:///{tmp_path / 'items.db'}")
    assert database.write([row for row in rows if row])["articles_new"] == len(BAD) + len(GOOD)
    kept: list[Any] = [row["url"] for row in database.read(ARTICLES)]
    assert set(GOOD) < set(kept)
