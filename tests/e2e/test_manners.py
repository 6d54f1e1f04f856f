"""In a project of others nothing changes that was not asked for."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import scrapy
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.settings import Settings

from newsbody.crawl.ground.settings import NAMES, CrawlSettings, WrongSetting
from tests.e2e.pages import HOST, news_site
from tests.e2e.web import crawl

ROOT = Path(__file__).parents[2]


class TownSpider(scrapy.Spider):
    """Has priorities, a list of its own and an item a page; follows whatever there is."""

    name = "town"
    start_urls = [f"{HOST}/"]  # noqa: RUF012

    def parse(self, response: Response) -> Iterator[Any]:
        yield {"page": response.url, "articleBody": None}
        for number, link in enumerate(response.css("a")):
            yield response.follow(link.attrib["href"], priority=number % 3)


def run(settings: dict[str, Any], tmp_path: Path, spider: type[scrapy.Spider] = TownSpider) -> dict[str, Any]:
    scheduled: list[tuple[str, int, str, bool]] = []

    def note(crawler: Crawler) -> None:
        crawler.signals.connect(noted, scrapy.signals.request_scheduled, weak=False)

    def noted(request: scrapy.Request) -> None:
        scheduled.append((request.url, request.priority, request.method, request.dont_filter))

    own = {
        "NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "CONCURRENT_REQUESTS": 1, "TEST_LATENCY": 0.05,
        "FEEDS": {tmp_path / f"items.{name}": {"format": name, "overwrite": True} for name in ("jsonlines", "csv")},
    }  # fmt: skip
    crawled = crawl(spider, news_site(20), {**own, **settings}, prepare=note)
    with (tmp_path / "items.jsonlines").open(encoding="utf8") as lines, (tmp_path / "items.csv").open() as table:
        feeds = [without_body(map(json.loads, lines)), without_body(csv.DictReader(table))]
    counts = {name: value for name, value in crawled.stats.items() if name.startswith(("downloader/re", "scheduler/"))}
    return {
        "scheduled": scheduled,
        "fetched": crawled.urls,
        "items": without_body(crawled.items),
        "feeds": feeds,
        "counts": counts,
        "crawled": crawled,
    }


def without_body(rows: Iterable[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
    return sorted([(name, value) for name, value in row.items() if name != "articleBody"] for row in rows)


COMPARED = ("scheduled", "fetched", "items", "feeds", "counts")
ADDON = {"ADDONS": {"newsbody.Addon": 500}}


def test_project_with_the_add_on_differs_in_nothing_but_the_bodies(tmp_path: Path) -> None:
    without = run({}, tmp_path / "without")
    for number in range(2):  # the second crawl starts with what the first learned
        with_it = run(ADDON, tmp_path)
        assert {name: with_it[name] for name in COMPARED} == {name: without[name] for name in COMPARED}, number
        assert sum(bool(item["articleBody"]) for item in with_it["crawled"].items) >= 20
    assert not any(item["articleBody"] for item in without["crawled"].items)


def test_requests_are_ordered_where_that_is_asked_for(tmp_path: Path) -> None:
    ordered = run({**ADDON, "NEWSBODY_TOPICS": True}, tmp_path)
    assert {priority for _, priority, _, _ in ordered["scheduled"]} - {0, 1, 2}


def test_spider_may_do_without(tmp_path: Path) -> None:
    class PlainSpider(TownSpider):
        custom_settings = {"NEWSBODY_ENABLED": False}  # noqa: RUF012

    plain = run(ADDON, tmp_path, PlainSpider)
    assert not any(item["articleBody"] for item in plain["crawled"].items)
    assert not any(name.startswith("newsbody/") for name in plain["crawled"].stats)


def test_unknown_setting_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match=r"no setting NEWSBODY_FEILDS\. Did you mean NEWSBODY_FIELDS\?"):
        CrawlSettings.from_settings(Settings({"NEWSBODY_FEILDS": {}}))
    with pytest.raises(WrongSetting, match=r"Did you mean NEWSBODY_MIN_PROBABILITY\?"):
        run({**ADDON, "NEWSBODY_MINPROBABILITY": 0.5}, tmp_path)


def test_every_setting_that_is_read_is_known() -> None:
    source = "".join(path.read_text("utf8") for path in sorted((ROOT / "newsbody").rglob("*.py")))
    read = set(re.findall(r'"(NEWSBODY_[A-Z_]+)"', source))
    assert read <= set(NAMES)
    assert {name for name in NAMES if f'"{name}"' not in source} == set()


def test_items_stand_in_the_log_without_their_bodies(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class DroppingPipeline:
        def process_item(self, item: Any) -> Any:
            if item["page"].endswith("/1003.html"):
                raise DropItem("not this one")
            return item

    with caplog.at_level("DEBUG"):
        found = run({**ADDON, "ITEM_PIPELINES": {DroppingPipeline: 900}}, tmp_path)["crawled"]
    told = [record.getMessage() for record in caplog.records if "http://news.test/2026" in record.getMessage()]
    printed = [text for text in told if "'articleBody'" in text]
    assert len(printed) >= 20
    assert any("not this one" in text for text in printed)
    assert max(map(len, printed)) < 400 < min(len(item["articleBody"]) for item in found.items if item["articleBody"])
