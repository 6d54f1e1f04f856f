"""A site that means harm, crawled: every item is in the feeds, none is of somebody else, and the crawl ends."""

from __future__ import annotations

import csv
import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import SURE, Reading, is_article
from newsbody.crawl.pages.tasks import read
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.database import open_written
from newsbody.database.tables import ARTICLES
from newsbody.ground.sitememory import SiteMemory
from tests.article_pages import article
from tests.e2e.web import Crawled, crawl
from tests.hostile_pages import CASES
from tests.lots import lot

SITE = "http://gazette.test"
ELSEWHERE = ("http://127.0.0.1:6379/", "http://169.254.169.254/latest/meta-data", "http://other.test/n/1.html")
#: Bytes of each hostile page.
SIZE = 8_000


def story(number: int, more: str = "", head: str = "", paragraphs: int = 6) -> str:
    html, _ = article(number, paragraphs=paragraphs)
    return html.replace("</head>", f"{head}</head>").replace("</body>", f"{more}</body>")


def site(stories: Mapping[str, str]) -> dict[str, Any]:
    links = "".join(f'<li><a href="{path}">Council meets about bridge {path}</a></li>' for path in stories)
    pages: dict[str, Any] = {f"{SITE}/": f"<title>News</title><ul>{links}</ul>"}
    return pages | {SITE + path: page for path, page in stories.items()}


def read_alone(page: str) -> Reading:
    return read(Source(page.encode(), f"{SITE}/n/0.html"), "article", None, SiteMemory(), "auto")


def news(tmp_path: Path, pages: dict[str, Any], **more: Any) -> Crawled:
    own = {
        "NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"),
        "NEWSBODY_EXTRACTOR": "auto",
        "TEST_TIMEOUT": 280.0,
        **more,
    }
    return crawl(NewsSpider, pages, own, url=f"{SITE}/", out=str(tmp_path / "out"))


def test_redirects_lead_to_no_other_host(tmp_path: Path) -> None:
    pages = site({f"/n/{number}.html": story(number) for number in range(40)})
    for number in range(12):
        pages[f"{SITE}/n/{number}.html"] = (302, ELSEWHERE[number % 3])
    for number in range(12, 16):  # what leads on within the site is followed
        pages[f"{SITE}/m/{number}.html"] = pages[f"{SITE}/n/{number}.html"]
        pages[f"{SITE}/n/{number}.html"] = (301, f"{SITE}/m/{number}.html")
    pages |= {address: story(99, head="<title>Secret</title>") for address in ELSEWHERE}
    crawled = news(tmp_path, pages)
    assert not set(ELSEWHERE) & set(crawled.urls)
    assert len(crawled.items) == 28
    assert all(item.url.startswith(SITE) for item in crawled.items)
    assert crawled.stat("redirects_offsite") == 3  # the same address is not asked for twice


def test_a_start_may_lead_to_another_host_but_not_into_our_network(tmp_path: Path) -> None:
    stories = {f"/n/{number}.html": story(number) for number in range(8)}
    moved = {page.replace("gazette", "paper"): content for page, content in site(stories).items()}
    crawled = news(tmp_path, moved | {f"{SITE}/": (302, "http://paper.test/")})
    assert len(crawled.items) == 8
    inside = {page.replace("gazette.test", "127.0.0.1:8080"): content for page, content in site(stories).items()}
    crawled = news(tmp_path, inside | {f"{SITE}/": (302, "http://127.0.0.1:8080/")})
    assert all(url.startswith(SITE) for url in crawled.urls)
    assert not crawled.items


@pytest.mark.slow
def test_every_story_of_a_hostile_site_is_in_the_feeds(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    said = '{"@type":"NewsArticle","headline":"=1+1 \\ud83d","description":"\\u001b[31m"}'
    head = f'<script type="application/ld+json">{said}</script>'
    stories: dict[str, str] = {}
    for number, make in enumerate(CASES.values()):
        # The story stands in front of what is meant to break its reading.
        stories[f"/n/{number}.html"] = story(number, make(SIZE), head, paragraphs=80)
    out = tmp_path / "feeds"
    feeds = {str(out / f"a.{suffix}"): {"format": name} for suffix, name in (("jsonl", "jsonlines"), ("csv", "csv"))}
    crawled = news(tmp_path, site(stories), FEEDS=feeds)
    assert crawled.stat("errors") == 0
    # What was added outweighs the story on some pages; all that are articles for sure are there.
    readings = {SITE + path: read_alone(page) for path, page in stories.items()}
    expected = {url for url, one in readings.items() if is_article(one) and one.probability >= SURE}
    assert len(expected) >= 0.7 * len(stories)
    assert {item.url for item in crawled.items} >= expected
    items = {item.url for item in crawled.items}
    lines = (out / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["url"] for line in lines} == items
    with (out / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["url"] for row in rows} == items
    assert not any(cell and cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    everything = "\n".join(lines) + caplog.text
    assert not any(chr(code) in everything for code in (1, 8, 27, 127, 0x9B, 0x200B))
    assert "\\u001b" not in everything


def test_pages_beyond_their_limits_give_what_could_be_had(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stories: dict[str, str] = {f"/n/{number}.html": story(number) for number in range(10)}
    stories["/n/3.html"] = story(3, more=f"<script>{'more of it; ' * 10_000}</script>")
    stories["/n/4.html"] = story(4, more='<p style="display:none">' + "Praise the harbour company. " * 9 + "</p>")
    crawled = news(tmp_path, site(stories), NEWSBODY_MAX_PAGE_BYTES=20_000)
    assert len(crawled.items) == 10
    assert crawled.stat("pages_cut") == 1
    assert [record for record in caplog.records if "it is too large" in record.getMessage()]
    long = next(item for item in crawled.items if item.url.endswith("/3.html"))
    assert "(3.5)" in long.articleBody
    assert not any("harbour" in item.articleBody for item in crawled.items)


def test_pages_in_front_of_others_and_texts_at_many_addresses_are_no_articles(tmp_path: Path) -> None:
    stories = {f"/n/{number}.html": story(number) for number in range(40)}
    login = "<title>The Gazette</title><div><h1>Sign in</h1><p>Sign in to go on. It is free.</p><input type=password>"
    for number in range(5):
        stories[f"/n/{number}.html"] = f"{login}</div>"
        stories[f"/n/{number + 10}.html"] = story(50)  # a teaser for subscribers, at five addresses
    crawled = news(tmp_path, site(stories))
    given = {item.url.removeprefix(SITE) for item in crawled.items}
    assert not given & {f"/n/{number}.html" for number in range(5)}
    assert len(given & {f"/n/{number}.html" for number in range(10, 15)}) == 1  # the first one that is read
    assert given >= {f"/n/{number}.html" for number in (*range(5, 10), *range(15, 40))}
    assert crawled.stat("pages_gate") >= 5
    assert crawled.stat("pages_repeated") == 4


def stories_of(host: str, count: int, more: str = "") -> dict[str, Any]:
    """A front page and its stories, which say the same on every host."""
    found = site({f"/n/{number}.html": story(number, more) for number in range(count)})
    return {url.replace(SITE, f"http://{host}"): page for url, page in found.items()}


@pytest.mark.parametrize("order", lot([("gazette.test", "copier.test"), ("copier.test", "gazette.test")]))
def test_a_site_that_copies_another_takes_no_article_from_it(order: tuple[str, str], tmp_path: Path) -> None:
    """Whoever comes first, also where the copy names the original as its own address, or links to all of it."""
    pages = stories_of("gazette.test", 20)
    for url, page in stories_of("copier.test", 20).items():
        original = url.replace("copier", "gazette")
        links = "".join(f'<a href="http://gazette.test/n/{number}.html">x</a>' for number in range(20))
        named = f'<link rel="canonical" href="{original}"></head>'
        pages[url] = page.replace("</head>", named).replace("</body>", f"{links}</body>") if "/n/" in url else page
    own = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "NEWSBODY_EXTRACTOR": "auto"}
    starts = ",".join(f"http://{host}/" for host in order)
    given = [item.url for item in crawl(NewsSpider, pages, own, url=starts, out=str(tmp_path / "out")).items]
    assert sorted(given) == sorted(url for url in pages if "/n/" in url)


def test_an_agency_text_on_three_sites_is_given_thrice_and_its_originals_are_named(tmp_path: Path) -> None:
    hosts = ("one.test", "two.test", "three.test")
    pages = {url: page for host in hosts for url, page in stories_of(host, 6).items()}
    own = {
        "NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "NEWSBODY_EXTRACTOR": "auto",
        "NEWSBODY_STORE": f"sqlite:///{tmp_path / 'items.db'}",
    }  # fmt: skip
    starts = ",".join(f"http://{host}/" for host in hosts)
    assert len(crawl(NewsSpider, pages, own, url=starts, out=str(tmp_path / "out")).items) == 18
    stored = list(open_written(own["NEWSBODY_STORE"]).read(ARTICLES))
    originals = {row["url"]: row["duplicateOf"] for row in stored}
    assert len(originals) == 18
    assert sum(map(bool, originals.values())) >= 12


@pytest.mark.parametrize("bad", [f"{SITE}:99999/x", "http://[bad", f"{SITE}:٣/x"])
def test_bad_addresses_everywhere_lose_no_story(bad: str, tmp_path: Path) -> None:
    """In lists, heads and links, as base, refresh and redirect; a front page that loads itself again each minute."""
    named = (
        f'<link rel="canonical" href="{bad}">', f'<meta property="og:url" content="{bad}">', f'<base href="{bad}">',
        f'<meta http-equiv="refresh" content="1;url={bad}">', f'<link rel="next" href="{bad}">',
        '<meta http-equiv="refresh" content="60;url=#top">',
        f'<link rel="alternate" type="application/rss+xml" href="{bad}">',
    )  # fmt: skip
    paths = [f"/n/{number}.html" for number in range(14)]
    pages = site({path: story(place, f'<a href="{bad}">x</a>', named[place % 7]) for place, path in enumerate(paths)})
    head = f'<meta http-equiv="refresh" content="60;url=/"><base href="{bad}">'
    front = pages[f"{SITE}/"].replace("<title>", f"{head}<title>").replace("<ul>", f'<ul><li><a href="{bad}">Bad</a>')
    locs = "".join(f"<url><loc>{loc}</loc></url>" for loc in (f"{SITE}/m/1.html", bad, f"{SITE}/m/2.html"))
    pages |= {
        f"{SITE}/": front,
        f"{SITE}/robots.txt": f"Sitemap: {bad}\nSitemap: {SITE}/sitemap.xml".encode(),
        f"{SITE}/sitemap.xml": f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{locs}</urlset>".encode(),
        f"{SITE}/m/1.html": story(101),
        f"{SITE}/m/2.html": (302, f"{SITE}/m/3.html"),
        f"{SITE}/m/3.html": story(103),
        f"{SITE}/m/4.html": (302, bad.encode().decode("latin-1")),
    }
    crawled = news(tmp_path, pages)
    assert sorted(item.url for item in crawled.items) == sorted(
        SITE + path for path in (*paths, "/m/1.html", "/m/3.html")
    )
