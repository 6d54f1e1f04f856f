"""Two crawls of the same pages give the same, in whichever order the responses come."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider
from scrapy.http import Response

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.items import ForumThread, Post
from newsbody.rules.rule import Rule
from newsbody.stores import SqliteStore
from tests.e2e.pages import HOST, article_url, headline, paragraphs
from tests.e2e.web import Crawled, Pages, crawl
from tests.forum_pages import AUTHORS, Written, thread
from tests.lots import lot, rows
from tests.random_portals import ROOT, Portal

FORUM = "http://wheels.test"
THREADS, BOARDS, A_PAGE = 24, 3, 4
#: Each kind of note stands on some pages only: which of them a rule knows depends on what it is learned from.
NOTES = 5
ARTICLES = 30


def note(kind: int) -> str:
    return f'<p class="note{kind}">Notice number {kind} of the house, to be read by all who write here.</p>'


def links(addresses: list[str], text: str) -> str:
    return "".join(f'<li><a href="{address}">{text} {address[-9:]}</a></li>' for address in addresses)


def thread_url(number: int, page: int = 1) -> str:
    return f"{FORUM}/thread-{number}-{page}.html"


def thread_page(number: int, page: int, posts: list[Written]) -> str:
    """A page without numbers of posts; its pager leads to the pages beside it and the first."""
    last = -(-len(posts) // A_PAGE)
    shown = "".join(
        f'<div class="post"><b class="nick"><a href="{FORUM}/user-{AUTHORS.index(post.author)}.html">{post.author}</a>'
        f'</b><span class="at">{post.time}</span><div class="says">{note(number % NOTES)}<p>{post.text}</p></div></div>'
        for post in posts[(page - 1) * A_PAGE : page * A_PAGE]
    )
    beside = [other for other in (1, page - 1, page + 1) if 1 <= other <= last and other != page]
    pager = links([thread_url(number, other) for other in beside], "page")
    return (
        f"<html><head><title>Wheel {number} that hums</title></head><body><div class='nav'><a href='/'>Home</a></div>"
        f"<h1>Wheel {number} that hums</h1>{shown}<ul class='pager'>{pager}</ul></body></html>"
    )


def forum_pages() -> dict[str, str]:
    """The front page leads to boards, these to threads of one to three pages, the threads to members that are gone."""
    pages = {}
    for number in range(1, THREADS + 1):
        posts = thread(number, 2 + number % 9)
        for page in range(1, -(-len(posts) // A_PAGE) + 1):
            pages[thread_url(number, page)] = thread_page(number, page, posts)
    for board in range(BOARDS):
        own = [thread_url(number) for number in range(1, THREADS + 1) if number % BOARDS == board]
        pages[f"{FORUM}/board-{board}.html"] = (
            f"<html><body><ul>{links(own, 'A wheel that hums and')}</ul></body></html>"
        )
    boards = links([f"{FORUM}/board-{board}.html" for board in range(BOARDS)], "Board")
    pages[f"{FORUM}/"] = f"<html><body><ul>{boards}</ul></body></html>"
    return pages


def news_pages() -> dict[str, str]:
    """The front page leads to sections, and these to articles."""
    pages = {}
    for number in range(1, ARTICLES + 1):
        text = "".join(f"<p>{line}</p>" for line in paragraphs(number)[: 12 + number % 5])
        pages[article_url(number)] = (
            f"<html><head><title>{headline(number)}</title></head><body><h1>{headline(number)}</h1>"
            f'<div class="story">{text}{note(number % 7 // 4)}</div></body></html>'
        )
    for section in range(3):
        own = [article_url(number) for number in range(1, ARTICLES + 1) if number % 3 == section]
        pages[f"{HOST}/section{section}/"] = f"<html><body><ul>{links(own, 'Report on the town')}</ul></body></html>"
    sections = links([f"{HOST}/section{section}/" for section in range(3)], "Section")
    pages[f"{HOST}/"] = f'<html><body><ul class="list">{sections}</ul></body></html>'
    return pages


def run(spider: type[Spider], pages: Pages, folder: Path, seed: int, **more: Any) -> Crawled:
    """A crawl whose responses overtake one another in an order of their own."""
    url = more.pop("url", None)
    settings = {
        "NEWSBODY_PROFILES": str(folder / f"{seed}.sqlite3"),
        "NEWSBODY_SAMPLE_URLS": 20,
        "TEST_LATENCY": 0.03,
        "TEST_SEED": seed,
        **more,
    }
    return crawl(spider, pages, settings, **({"url": url} if url else {}))


def learned(folder: Path, seed: int, host: str) -> list[str]:
    """The rules and the resolver, as they are stored."""
    store = SqliteStore(folder / f"{seed}.sqlite3")
    profile = store.load(host)
    store.close()
    assert profile is not None
    values = [Rule.from_dict(entry.value).without_evidence().to_dict() for entry in profile.rules.values()]
    values += [profile.resolver.value] if profile.resolver else []
    return [json.dumps(value, sort_keys=True) for value in values]


def given(crawled: Crawled) -> list[str]:
    return sorted(map(str, crawled.items))


SEEDS = (1, 2, 3)


@pytest.mark.parametrize("sample", lot([20, 300]))
def test_forum_in_any_order_gives_the_same_posts_threads_and_rules(sample: int, tmp_path: Path) -> None:
    more = {"url": f"{FORUM}/", "NEWSBODY_SAMPLE_URLS": sample}
    runs = [run(ForumSpider, forum_pages(), tmp_path, seed, **more) for seed in SEEDS]
    assert len({tuple(crawled.urls) for crawled in runs}) == len(SEEDS)
    assert all(given(crawled) == given(runs[0]) for crawled in runs)
    assert all(learned(tmp_path, seed, "wheels.test") == learned(tmp_path, 1, "wheels.test") for seed in SEEDS)
    posts = [item for item in runs[0].items if isinstance(item, Post)]
    expected = [(str(number), place + 1) for number in range(1, THREADS + 1) for place in range(2 + number % 9)]
    assert sorted((post.threadId, post.position) for post in posts) == sorted(expected)
    assert len([item for item in runs[0].items if isinstance(item, ForumThread)]) == THREADS


def test_small_slot_changes_nothing_and_little_room_loses_nothing(tmp_path: Path) -> None:
    usual, small, little = (
        run(ForumSpider, forum_pages(), tmp_path, seed, url=f"{FORUM}/", **more)
        for seed, more in enumerate(({}, {"SCRAPER_SLOT_MAX_ACTIVE_SIZE": 2_000}, {"NEWSBODY_WAITING_BYTES": 9_000}))
    )
    assert given(small) == given(usual)
    assert little.stat("waits_cut_short") > 0
    written = {post.text for number in range(1, THREADS + 1) for post in thread(number, 2 + number % 9)}
    texts = "\n".join(item.text for item in little.items if isinstance(item, Post))
    assert all(text in texts for text in written)
    assert {crawled.stats["finish_reason"] for crawled in (small, little)} == {"finished"}


@pytest.mark.slow
def test_threads_to_start_with_are_learned_from_in_any_order(tmp_path: Path) -> None:
    starts = ",".join(thread_url(number) for number in range(1, THREADS + 1))
    runs = [run(ForumSpider, forum_pages(), tmp_path, seed, url=starts) for seed in SEEDS]
    assert len({tuple(crawled.urls) for crawled in runs}) == len(SEEDS)
    assert all(given(crawled) == given(runs[0]) for crawled in runs)
    assert all(learned(tmp_path, seed, "wheels.test") == learned(tmp_path, 1, "wheels.test") for seed in SEEDS)


def test_news_site_in_any_order_gives_the_same_articles_and_rules(tmp_path: Path) -> None:
    runs = [run(NewsSpider, news_pages(), tmp_path, seed, url=f"{HOST}/") for seed in SEEDS]
    assert len({tuple(crawled.urls) for crawled in runs}) == len(SEEDS)
    assert {item.url for item in runs[0].items} == {article_url(number) for number in range(1, ARTICLES + 1)}
    assert all(given(crawled) == given(runs[0]) for crawled in runs)
    assert all(learned(tmp_path, seed, "news.test") == learned(tmp_path, 1, "news.test") for seed in SEEDS)


@pytest.mark.slow
def test_a_portal_whose_sitemap_may_come_before_its_front_page_is_learned_alike(tmp_path: Path) -> None:
    """Most of its articles are asked for before what the front page links to, if the sitemap comes first."""
    portal, more = Portal(107), {"NEWSBODY_SAMPLE_URLS": 300, "TEST_TIMEOUT": 150.0}
    runs = [run(NewsSpider, portal.pages(116), tmp_path, seed, url=f"{ROOT}/", **more) for seed in (0, 1)]
    assert all({item.url for item in crawled.items} == set(map(portal.url, range(1, 117))) for crawled in runs)
    assert learned(tmp_path, 0, "example.com") == learned(tmp_path, 1, "example.com")
    assert [crawled.stat("resolvers_learned") for crawled in runs] == [1, 1]


class SectionSpider(Spider):
    """A spider of somebody else's project, with Scrapy's own queue: what was found last goes out first."""

    name = "sections"
    start_urls = [f"{HOST}/"]  # noqa: RUF012
    custom_settings = {"ADDONS": {"newsbody.Addon": 500}, "NEWSBODY_FIELDS": {"articleBody": "content"}}  # noqa: RUF012

    def parse(self, response: Response) -> Iterator[Any]:
        if "/local/" in response.url:
            yield {"url": response.url}
        for link in response.css("li a"):
            yield response.follow(link.attrib["href"], self.parse)


def test_spider_of_a_project_gives_the_same_in_any_order(tmp_path: Path) -> None:
    runs = [run(SectionSpider, news_pages(), tmp_path, seed) for seed in SEEDS]
    assert len({tuple(crawled.urls) for crawled in runs}) == len(SEEDS)
    assert len(runs[0].items) == ARTICLES
    assert all(given(crawled) == given(runs[0]) for crawled in runs)
    assert all(learned(tmp_path, seed, "news.test") == learned(tmp_path, 1, "news.test") for seed in SEEDS)


def changed(pages: dict[str, str]) -> dict[str, str]:
    """The pages in another template."""
    return {
        url: page.replace('class="story"', 'class="prose"').replace('"says"', '"words"') for url, page in pages.items()
    }


@pytest.mark.parametrize(
    ("spider", "pages", "host"),
    rows([(SectionSpider, news_pages(), None), (NewsSpider, news_pages(), HOST), (ForumSpider, forum_pages(), FORUM)]),
)
def test_template_that_changed_since_the_last_crawl_is_learned_in_any_order(
    spider: type[Spider], pages: dict[str, str], host: str | None, tmp_path: Path
) -> None:
    more = {"url": f"{host}/"} if host else {}
    run(spider, pages, tmp_path, 0, **more)
    runs = []
    for seed in SEEDS:
        shutil.copy(tmp_path / "0.sqlite3", tmp_path / f"{seed}.sqlite3")
        runs.append(run(spider, changed(pages), tmp_path, seed, **more))
    assert [crawled.stat("rules_learned_again") for crawled in runs] == [1, 1, 1]
    assert all(given(crawled) == given(runs[0]) for crawled in runs)
    name = (host or HOST).removeprefix("http://")
    assert all(learned(tmp_path, seed, name) == learned(tmp_path, 1, name) for seed in SEEDS)
