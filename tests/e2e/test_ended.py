"""A crawl that ended stays ended: whoever asks for it hears so, and its store is not opened once more."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.test import get_crawler

from newsbody.crawl.session.session import Crawl, CrawlEnded
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.demo import forum_pages
from tests.e2e.test_spiders import FORUM, served, settings
from tests.e2e.web import crawl


def test_nobody_opens_the_store_of_a_crawl_that_is_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    crawlers: list[Crawler] = []

    def ask() -> None:
        Crawl.of(crawlers[0])

    def prepare(crawler: Crawler) -> None:
        crawlers.append(crawler)
        crawler.signals.connect(ask, signal=signals.spider_closed, weak=False)

    pages = served(FORUM, dict(forum_pages()))
    with caplog.at_level(logging.ERROR):
        crawl(ForumSpider, pages, settings(tmp_path), url=f"{FORUM}/", prepare=prepare)
    assert "CrawlEnded" in caplog.text, "it is said in the log"
    assert [path.name for path in tmp_path.glob("profiles*")] == ["profiles.sqlite3"], "there is no log beside it"
    assert Crawl.existing(crawlers[0]) is None
    with pytest.raises(CrawlEnded, match="over"):
        ask()


def test_crawl_that_was_given_up_does_not_begin_after_all(tmp_path: Path) -> None:
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    Crawl.of(crawler).give_up()
    with pytest.raises(CrawlEnded, match="did not begin"):
        Crawl.of(crawler)
