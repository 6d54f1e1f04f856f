"""What a project may count on that has a spider and items of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from newsbody.crawl.addon import ITEMS_OF_A_PAGE
from newsbody.crawl.pages.fetched import OpenPages
from newsbody.page.parse import parse
from tests.e2e.pages import article_page, article_url, news_site, without_template
from tests.e2e.test_drop_in import TownSpider, bodies, expected, settings
from tests.e2e.web import crawl


class Watched:
    """In which order pages came and items went out."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def __call__(self, crawler: Crawler) -> None:
        """Listen to a crawl."""
        crawler.signals.connect(self._came, signal=signals.response_received)
        crawler.signals.connect(self._went, signal=signals.item_scraped)

    def _came(self, response: Response) -> None:
        if "/local/" in response.url:
            self.events.append("came")

    def _went(self) -> None:
        self.events.append("went")

    @property
    def first_went_before_last_came(self) -> bool:
        return "came" in self.events[self.events.index("went") :]


def test_items_wait_for_as_many_pages_as_a_sample_though_the_site_shows_no_rule(tmp_path: Path) -> None:
    watched, one_by_one = Watched(), settings(tmp_path, CONCURRENT_REQUESTS=1, TEST_PATIENT=True)
    crawled = crawl(TownSpider, without_template(news_site(12)), one_by_one, prepare=watched)
    assert len(crawled.items) == 12
    assert crawled.stat("rules_not_found") >= 1
    assert watched.first_went_before_last_came


def test_items_wait_no_longer_than_they_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.hooks.topic_middleware.MAX_WAIT", 0.1)
    watched = Watched()
    crawled = crawl(
        TownSpider, news_site(4), settings(tmp_path, CONCURRENT_REQUESTS=1, TEST_LATENCY=0.3), prepare=watched
    )
    assert all(expected(4)[url] in body for url, body in bodies(crawled).items())
    assert watched.first_went_before_last_came


@pytest.mark.parametrize("requests", [1, 8])
@pytest.mark.parametrize("shows_a_rule", [False, True])
def test_crawl_that_is_to_give_ten_items_gives_no_more_than_wait_then(
    shows_a_rule: bool, requests: int, tmp_path: Path
) -> None:
    more = settings(tmp_path, CLOSESPIDER_ITEMCOUNT=10, CONCURRENT_REQUESTS=requests, TEST_PATIENT=True)
    more["CONCURRENT_REQUESTS_PER_DOMAIN"] = requests
    pages, watched = news_site(80), Watched()
    crawled = crawl(TownSpider, pages if shows_a_rule else without_template(pages), more, prepare=watched)
    assert crawled.stats["finish_reason"] == "closespider_itemcount"
    tenth = [place for place, event in enumerate(watched.events) if event == "went"][9]
    waiting = watched.events[:tenth].count("came") - 9
    under_way = watched.events[tenth:].count("came")
    assert under_way <= requests
    assert 10 <= len(crawled.items) <= 9 + waiting + under_way < 80


def test_pipelines_at_work_on_one_page_are_few_unless_the_project_says_how_many(tmp_path: Path) -> None:
    for own, expected_count in (({}, ITEMS_OF_A_PAGE), ({"CONCURRENT_ITEMS": 7}, 7)):
        crawlers: list[Crawler] = []
        crawl(TownSpider, news_site(1), settings(tmp_path, **own), prepare=crawlers.append)
        assert crawlers[0].settings.getint("CONCURRENT_ITEMS") == expected_count


# --- several items of a page --------------------------------------------------------------


def test_items_that_are_parts_of_a_page_get_no_body_of_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class CommentsSpider(TownSpider):
        """An item for the story, which is a class of its own, and one for each comment."""

        def parse_story(self, response: Response) -> Iterator[Any]:
            yield {"url": response.url, "comment": "first", "content": "own words"}
            yield {"url": response.url}
            for number in range(3):
                yield {"url": response.url, "comment": str(number), "content": None}

    crawled = crawl(CommentsSpider, news_site(8), settings(tmp_path))
    comments = [item for item in crawled.items if "comment" in item]
    assert [item["content"] for item in comments if item["comment"] == "first"] == ["own words"] * 8
    assert [item["content"] for item in comments if item["comment"] != "first"] == [None] * 24
    assert {item["url"]: item["content"] for item in crawled.items if "comment" not in item} == expected(8)
    assert caplog.text.count("several items of one page") == 1
    assert [item["comment"] for item in comments if item["url"] == article_url(1)] == ["first", "0", "1", "2"]


def test_item_before_a_fault_of_the_spider_is_not_lost(tmp_path: Path) -> None:
    class FaultySpider(TownSpider):
        def parse_story(self, response: Response) -> Iterator[Any]:
            yield from super().parse_story(response)
            raise ValueError("a fault of the spider")

    crawled = crawl(FaultySpider, news_site(6), settings(tmp_path))
    assert bodies(crawled) == expected(6)
    assert crawled.stats["spider_exceptions/ValueError"] == 6


class HostsSpider(TownSpider):
    """Looks for something on each page, with CSS."""

    async def start(self) -> AsyncIterator[Request]:
        for url in self.settings["TEST_PAGES"]:
            yield Request(url, self.parse_story)

    def parse_story(self, response: Response) -> Iterator[Any]:
        yield {"url": response.url, "title": response.css("title::text").get()}


def test_a_page_of_many_hosts_is_read_from_the_tree_that_the_spider_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many wait for their sites at once: without the tree of one that is being read it is parsed twice."""
    monkeypatch.setattr(OpenPages.__init__, "__defaults__", (0,))
    parsed = Mock(side_effect=parse)
    monkeypatch.setattr("newsbody.crawl.pages.fetched.parse", parsed)
    pages = {f"http://host{number}.test/news": article_page(number) for number in range(1, 31)}
    crawled = crawl(HostsSpider, pages, settings(tmp_path, CONCURRENT_REQUESTS=30, CONCURRENT_REQUESTS_PER_DOMAIN=30))
    assert len(bodies(crawled)) == len(pages)
    assert all(bodies(crawled).values())
    assert parsed.call_count == 0


# --- a spider without items -----------------------------------------------------------------


def test_nothing_is_made_of_a_crawl_without_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    for name in ("found", "expect", "ended", "failed"):
        monkeypatch.setattr(f"newsbody.crawl.learning.discovery.Discovery.{name}", lambda *_, **__: told.append("told"))

    class LinksSpider(TownSpider):
        def parse_story(self, response: Response) -> Iterator[Any]:
            yield response.follow("/about", self.parse_story)

    crawled = crawl(LinksSpider, news_site(8), settings(tmp_path))
    assert len(crawled.urls) >= 9
    assert told == []
    crawl(TownSpider, news_site(8), settings(tmp_path))
    assert told
