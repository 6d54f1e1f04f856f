"""How sites receive a visitor: with a cookie and the same address again, in frames, with a login."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request, signals
from scrapy.crawler import Crawler

from newsbody.crawl.spiders import base
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.items import Article
from tests.e2e.pages import HOST, article_page, article_url, front_page, headline, news_site, paragraphs
from tests.e2e.web import Crawled, crawl

FRONT = f"{HOST}/"


class Wall(dict[str, Any]):
    """Whoever comes without a cookie gets one, and is sent to the same address, or there by way of another."""

    asked = 0

    def get(self, url: str, default: Any = None) -> Any:
        self.asked += 1
        return (302, url) if self.asked == 1 else super().get(url, default)


class LongWall(Wall):
    """By way of another address."""

    def get(self, url: str, default: Any = None) -> Any:
        self.asked += 1
        if self.asked < 3:
            return 302, FRONT if url != FRONT else f"{HOST}/cookie"
        return dict.get(self, url, default)


def run(
    pages: Any,
    tmp_path: Path,
    url: str = FRONT,
    spider: Any = NewsSpider,
    prepare: Callable[[Crawler], None] | None = None,
    **settings: Any,
) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), **settings}
    return crawl(spider, pages, settings, prepare=prepare, url=url)


def articles(crawled: Crawled) -> list[str]:
    return sorted(item.url for item in crawled.items if isinstance(item, Article))


@pytest.mark.parametrize("wall", [Wall, LongWall])
def test_who_is_sent_back_with_a_cookie_gets_in(wall: Any, tmp_path: Path) -> None:
    crawled = run(wall(news_site(7)), tmp_path)
    assert articles(crawled) == sorted(article_url(number) for number in range(1, 8))


@pytest.mark.parametrize("spider", [NewsSpider, ForumSpider])
def test_a_page_that_only_redirects_is_given_up(spider: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        crawled = run({FRONT: (302, FRONT)}, tmp_path, spider=spider)
    assert crawled.urls.count(FRONT) == 2 + base.MAX_AGAIN
    assert crawled.stat("redirects_given_up") == 1
    assert "1 page only redirects, again and again: cookies may be wanted" in caplog.text


def test_pages_in_frames_are_followed(tmp_path: Path) -> None:
    pages = {
        FRONT: '<html><frameset cols="20%,*"><frame src="/menu.html"><frame src="/main.html"></frameset></html>',
        f"{HOST}/main.html": front_page(7),
        **{article_url(number): article_page(number) for number in range(1, 8)},
    }
    assert articles(run(pages, tmp_path)) == sorted(article_url(number) for number in range(1, 8))


def test_a_login_in_the_address_is_for_that_host_alone(tmp_path: Path) -> None:
    """Scrapy takes it for a part of the host; one that a link names is not used."""
    sent: list[Request] = []

    def listen(crawler: Crawler) -> None:
        crawler.signals.connect(
            lambda request: sent.append(request), signal=signals.request_reached_downloader, weak=False
        )

    pages = news_site(7)
    pages[FRONT] = pages[FRONT].replace(article_url(3), article_url(3).replace("://", "://x:y@"))
    elsewhere = "http://other.test/"
    pages[elsewhere] = "<title>Other</title>"
    start = FRONT.replace("://", "://ada:p%40ss@")
    crawled = run(pages, tmp_path, f"{start} {elsewhere}", prepare=listen)
    assert articles(crawled) == sorted(article_url(number) for number in range(1, 8))
    logins = {request.url.split("/")[2]: request.headers.get("Authorization") for request in sent}
    assert logins == {HOST.split("/")[2]: b"Basic YWRhOnBAc3M=", "other.test": None}


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((404, ""), "1 answer was 404: the site has no such page."),
        ("<title>Front</title><a href='/a.html'>A link that is not followed</a>", "no links were followed (depth=0)"),
    ],
)
def test_what_robots_txt_is_says_nothing_of_pages(
    answer: Any, sentence: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pages = {} if isinstance(answer, tuple) else {FRONT: answer}
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "ROBOTSTXT_OBEY": True}
    with caplog.at_level(logging.WARNING):
        crawl(NewsSpider, pages, settings, url=FRONT, depth="0")
    (said,) = [record.message for record in caplog.records if record.message.startswith("Nothing was found")]
    assert said.removesuffix(".").endswith(sentence.removesuffix("."))


class Sessions(dict[str, Any]):
    """A session for whoever comes without a cookie, which is everybody, every time: all links carry a new one."""

    form, redirects, asked = ";jsessionid={}", False, 0

    def get(self, url: str, default: Any = None) -> Any:
        self.asked += 1
        token = f"{self.asked:032x}"
        plain = re.sub(r";jsessionid=\w+|[?]PHPSESSID=\w+", "", url)
        page = super().get(plain, default)
        if self.redirects and plain == url and page is not None:
            return 302, url + self.form.format(token)
        if not isinstance(page, str):
            return page
        return re.sub(r'href="([^"#]*)"', lambda link: f'href="{link[1]}{self.form.format(token)}"', page)


class InQuery(Sessions):
    form = "?PHPSESSID={}"


class Redirecting(InQuery):
    redirects = True


@pytest.mark.parametrize("sessions", [Sessions, InQuery, Redirecting])
def test_a_site_that_gives_each_page_links_of_its_own_comes_to_an_end(sessions: Any, tmp_path: Path) -> None:
    """Each page is fetched once, and what was given out is known when it is asked for what is new."""
    site = news_site(20)
    for new in ("", "1"):
        settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "CLOSESPIDER_PAGECOUNT": 200}
        crawled = crawl(NewsSpider, sessions(site), settings, url=FRONT, new=new)
        assert crawled.stats["finish_reason"] == "finished"
        assert len(articles(crawled)) == (0 if new else 20)
    assert len(crawled.urls) <= 12, "of 26 pages"


def test_an_article_stands_in_the_database_once_whatever_session_it_was_fetched_with(tmp_path: Path) -> None:
    site, store = InQuery(news_site(7)), f"sqlite:///{tmp_path / 'items.db'}"
    for what in ("new", "same"):
        crawled = run(site, tmp_path, NEWSBODY_STORE=store, NEWSBODY_EXTRACTOR="cecs")
        assert len(articles(crawled)) == crawled.stat(f"store_articles_{what}") == 7
        (tmp_path / "profiles.sqlite3").unlink()  # nothing is known of its addresses
        site = InQuery(site)
        site.asked = 1_000


def test_a_front_page_that_shows_the_newest_article_whole_is_none_at_its_other_address_either(tmp_path: Path) -> None:
    newest = "".join(f"<p>{line}</p>" for line in paragraphs(7))
    shown = f"<a href=/index.html>Home</a><h1>{headline(7)}</h1><div class=story-text>{newest}</div>"
    shown += f"<h1>{headline(6)}</h1><p>{paragraphs(6)[0]}</p><p>{paragraphs(6)[1]}</p><div"
    front = front_page(7).replace("<div", shown, 1)
    crawled = run({**news_site(7), FRONT: front, f"{HOST}/index.html": front}, tmp_path)
    assert articles(crawled) == sorted(article_url(number) for number in range(1, 8))
