"""A request that is not to be sent is never made: nothing downloads, ignores or fails it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler

from newsbody.crawl.ground.scrapy_engine import in_progress, scheduler
from newsbody.crawl.pages.reader import Reader
from newsbody.crawl.spiders.forum import ForumSpider
from tests.e2e.test_shared_queue import site
from tests.e2e.test_spiders import FORUM, posts_of, settings
from tests.e2e.web import LOOK_SECONDS, Crawled, crawl
from tests.lots import lot
from tests.random_forums import HOST, ForumPages, RandomForum


def test_forum_crawl_ignores_no_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[str] = []

    async def note(self: ForumSpider, failure: Any) -> Any:
        failed.append(failure.request.url)
        for item in self.items_of_failed(failure.request):
            yield item

    monkeypatch.setattr(ForumSpider, "failed", note)
    pages = site()
    more = settings(tmp_path, NEWSBODY_SAMPLE_URLS=20, TEST_PATIENT=True)  # or all is fetched before it is learned
    crawled: Crawled = crawl(ForumSpider, pages, more, url=f"{FORUM}/")
    assert crawled.stat("requests_known") > 0
    assert not [name for name in crawled.stats if "IgnoreRequest" in name or "exception" in name]
    assert all(url not in pages for url in failed), "only what the server does not have fails"
    assert len(posts_of(crawled)) > 0
    assert len(crawled.urls) == crawled.stats["downloader/request_count"]


def test_spider_is_told_of_pages_that_are_never_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(self: ForumSpider, request: Any) -> list[Any]:
        asked.append(request.url)
        return []

    monkeypatch.setattr(ForumSpider, "items_of_failed", note)
    more = settings(tmp_path, NEWSBODY_OTHER_PAGES="never", NEWSBODY_SAMPLE_URLS=20, TEST_PATIENT=True)
    pages = site()
    crawled = crawl(ForumSpider, pages, more, url=f"{FORUM}/")
    assert crawled.stat("requests_never") > 0
    left_out = [url for url in asked if url in pages]
    assert left_out
    assert not set(left_out) & set(crawled.urls)


@pytest.mark.parametrize("seconds", lot([100.0, 0.0]))
def test_nothing_is_asked_for_while_the_addresses_of_the_only_site_are_learned_but_not_for_long(
    seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsbody.crawl.learning.pause.MAX_STILL", seconds)
    crawlers: list[Crawler] = []
    left: list[bool] = []
    learn = Reader.learn_addresses

    async def last(self: Reader, *args: Any) -> dict[str, object] | None:
        while in_progress(crawlers[0]):  # what is under way comes
            await asyncio.sleep(LOOK_SECONDS)
        left.append(cast(Scheduler, scheduler(crawlers[0])).has_pending_requests())
        return await learn(self, *args)

    monkeypatch.setattr(Reader, "learn_addresses", last)
    forum = RandomForum(2, threads=30)
    more = settings(tmp_path, NEWSBODY_SAMPLE_URLS=100, TEST_TIMEOUT=120.0)
    crawled = crawl(ForumSpider, ForumPages(forum), more, prepare=crawlers.append, url=f"{HOST}/")
    assert left == [seconds > 0]
    assert len(posts_of(crawled)) == sum(map(len, forum.posts.values()))
