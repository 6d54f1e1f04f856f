"""Crawls that share what they learn in Redis."""

from __future__ import annotations

import logging
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from newsbody.crawl.spiders.news import NewsSpider
from newsbody.stores import Profile
from newsbody.stores.redis import KEY
from tests.e2e.pages import HOST, news_site
from tests.e2e.web import Crawled, crawl
from tests.redis_server import RedisServer


def worker(address: str, count: int = 12) -> tuple[dict[str, str], int, int]:
    """One crawl: its bodies, how many rules it learned, how many sites it knew before."""
    crawled: Crawled = crawl(NewsSpider, news_site(count), {"NEWSBODY_PROFILES": address}, url=f"{HOST}/")
    bodies = {item.url: item.articleBody for item in crawled.items}
    return bodies, crawled.stat("rules_learned"), crawled.stat("sites_known")


def stored(server: RedisServer) -> Profile:
    return Profile.from_json(server.get(f"{KEY}news.test"))


def test_second_worker_starts_with_what_the_first_learned(server: RedisServer) -> None:
    first, learned, _ = worker(server.address)
    second, learned_again, known = worker(server.address)
    assert (learned, learned_again, known) == (1, 0, 1)
    assert first == second


def test_workers_at_the_same_time_agree_with_one_alone(server: RedisServer, tmp_path: Path) -> None:
    alone, *_ = worker(str(tmp_path / "alone.sqlite3"))
    with ProcessPoolExecutor(2, mp_context=get_context("forkserver")) as pool:
        results = list(pool.map(worker, [server.address] * 2))
    assert [bodies for bodies, *_ in results] == [alone, alone]
    profile = stored(server)
    assert profile.rules["article"].value["body"] == ["div.story-text"]
    assert profile.rules["article"].generation == 1


def test_crawl_goes_on_while_redis_is_away(
    server: RedisServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    alone, *_ = worker(str(tmp_path / "alone.sqlite3"))
    server.stop()
    with caplog.at_level(logging.INFO):
        bodies, learned, _ = worker(server.address)
    assert bodies == alone
    assert learned == 1
    assert "is away" in caplog.text
    assert "what was learned of news.test is lost" in caplog.text


def test_damaged_profile_is_learned_anew(server: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    server.set(f"{KEY}news.test", '{"host": "news.te')
    bodies, learned, known = worker(server.address)
    assert len(bodies) == 12
    assert (learned, known) == (1, 0)
    assert "the stored profile is not usable and is learned anew" in caplog.text
