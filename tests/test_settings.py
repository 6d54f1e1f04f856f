"""The settings of this repository as Scrapy reads them."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings
from scrapy.spiderloader import SpiderLoader
from scrapy.utils.misc import load_object

import settings.default
import settings.redis
from newsbody.crawl.ground.settings import CrawlSettings, WrongSetting
from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.crawl.spiders.feeds import UnbufferedFileStorage


def read(module: object) -> Settings:
    found = Settings()
    found.setmodule(module)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("module", [settings.default, settings.redis])
def test_both_spiders_are_found_and_the_add_on_is_there(module: object) -> None:
    found = read(module)
    assert sorted(SpiderLoader.from_settings(found).list()) == ["forum", "news"]
    assert [load_object(addon).__name__ for addon in found.getdict("ADDONS")] == ["Addon"]


@pytest.mark.parametrize("name", ["NEWSBODY_TOPICS", "NEWSBODY_ONCE", "NEWSBODY_OVERWRITE"])
def test_what_is_no_answer_to_yes_or_no(name: str) -> None:
    with pytest.raises(WrongSetting, match=f"{name} = 'maybe' must be True or False"):
        CrawlSettings.from_settings(Settings({name: "maybe"}))


def test_many_workers_share_queue_filter_and_profiles() -> None:
    found = read(settings.redis)
    assert found["NEWSBODY_PROFILES"] == found["REDIS_URL"]
    assert load_object(found["SCHEDULER_QUEUE_CLASS"]) is SharedQueue
    assert {load_object(storage) for storage in found.getdict("FEED_STORAGES").values()} == {UnbufferedFileStorage}
    pytest.importorskip("scrapy_redis", reason="scrapy-redis is not installed")
    assert issubclass(load_object(found["SCHEDULER"]), load_object("scrapy_redis.scheduler.Scheduler"))
    assert load_object(found["DUPEFILTER_CLASS"]).__module__ == "scrapy_redis.dupefilter"
