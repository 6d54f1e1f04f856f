"""The add-on in a project with its own spider and its own items."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pydantic
import pytest
import scrapy
import zyte_common_items
from itemadapter import ItemAdapter
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.pipelines import ItemPipelineManager
from scrapy.settings import Settings

from newsbody import items
from newsbody.crawl.ground.settings import CrawlSettings, WrongSetting
from newsbody.crawl.hooks.fields import mapping_of
from newsbody.crawl.hooks.pipelines import patient
from newsbody.crawl.pages.tasks import read
from newsbody.stores import Learned, Profile, SqliteStore
from tests.e2e.pages import HOST, JUNK, article_page, article_url, headline, news_site, paragraphs, without_template
from tests.e2e.web import Crawled, crawl


class ScrapyItem(scrapy.Item):  # type: ignore[misc, unused-ignore]
    url = scrapy.Field()
    content = scrapy.Field()


@dataclasses.dataclass
class DataclassItem:
    url: str
    content: str | None = None


@attrs.define
class AttrsItem:
    url: str
    content: str | None = None


class PydanticItem(pydantic.BaseModel):
    url: str
    content: str | None = None


class TownSpider(scrapy.Spider):
    """A spider that knows nothing of newsbody."""

    name = "town"
    start_urls = [f"{HOST}/"]  # noqa: RUF012
    item_class: Any = dict

    def parse(self, response: Response) -> Iterator[Any]:
        for link in response.css(".list a"):
            yield response.follow(link.attrib["href"], self.parse_story)

    def parse_story(self, response: Response) -> Iterator[Any]:
        yield self.item_class(url=response.url)


def settings(tmp_path: Path, **more: Any) -> dict[str, Any]:
    return {
        "ADDONS": {"newsbody.Addon": 500},
        "NEWSBODY_FIELDS": {"articleBody": "content"},
        "NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"),
        **more,
    }


def spider(item_class: Any) -> type[TownSpider]:
    return type("OneTownSpider", (TownSpider,), {"item_class": item_class})


def bodies(crawled: Crawled, field: str = "content") -> dict[str, Any]:
    return {ItemAdapter(item)["url"]: ItemAdapter(item).get(field) for item in crawled.items}


def expected(count: int) -> dict[str, str]:
    return {article_url(n): "\n".join(paragraphs(n)) for n in range(1, count + 1)}


@pytest.mark.parametrize("item_class", [dict, ScrapyItem, DataclassItem, AttrsItem, PydanticItem])
def test_every_kind_of_item_gets_its_body(item_class: Any, tmp_path: Path) -> None:
    crawled = crawl(spider(item_class), news_site(8), settings(tmp_path))
    assert bodies(crawled) == expected(8)
    assert all(isinstance(item, item_class) for item in crawled.items)


def test_rule_is_learned_from_the_first_pages_and_these_are_finished_with_it(tmp_path: Path) -> None:
    crawled = crawl(TownSpider, news_site(12), settings(tmp_path))
    assert crawled.stat("rules_learned") == 1
    # The junk line stands in the body element: only a rule knows that every page has it.
    assert not any(JUNK in body for body in bodies(crawled).values())
    assert bodies(crawled) == expected(12)


@pytest.mark.parametrize("count", [0, 1, 4, 5, 6])
@pytest.mark.parametrize("slot", [5_000_000, 100_000, 2_000])
def test_small_sites_and_small_slots_end_by_themselves_with_every_item(count: int, slot: int, tmp_path: Path) -> None:
    crawled = crawl(TownSpider, news_site(count), settings(tmp_path, SCRAPER_SLOT_MAX_ACTIVE_SIZE=slot))
    found = bodies(crawled)
    assert sorted(found) == sorted(expected(count))
    assert all(expected(count)[url] in body for url, body in found.items())
    assert crawled.stats["finish_reason"] == "finished"


def test_first_items_equal_what_the_rule_gives_also_with_a_small_slot(tmp_path: Path) -> None:
    pages = news_site(9)
    first = crawl(TownSpider, pages, settings(tmp_path, SCRAPER_SLOT_MAX_ACTIVE_SIZE=100_000))
    again = crawl(TownSpider, pages, settings(tmp_path))
    assert first.stat("rules_learned") == 1
    assert again.stat("sites_known") == 1
    assert again.stat("pages_waited") == 0
    assert bodies(first) == bodies(again)


def test_few_waiting_bytes_cut_the_waiting_short_and_lose_nothing(tmp_path: Path) -> None:
    crawled = crawl(TownSpider, news_site(8), settings(tmp_path, NEWSBODY_WAITING_BYTES=1))
    assert crawled.stat("waits_cut_short") > 0
    assert sorted(bodies(crawled)) == sorted(expected(8))
    assert all(bodies(crawled).values())


def test_a_stopped_crawl_loses_no_item_that_waits(tmp_path: Path) -> None:
    class StoppingSpider(TownSpider):
        stories = 0

        def parse_story(self, response: Response) -> Iterator[Any]:
            yield from super().parse_story(response)
            self.stories += 1
            if self.stories == 3:
                raise CloseSpider("enough")

    closed: list[str] = []

    class LatePipeline:
        def process_item(self, item: Any) -> Any:
            assert not closed
            return item

        def close_spider(self) -> None:
            closed.append("closed")

    crawled = crawl(StoppingSpider, news_site(8), settings(tmp_path, ITEM_PIPELINES={LatePipeline: 900}))
    assert crawled.stats["finish_reason"] == "enough"
    assert len(crawled.items) == len([url for url in crawled.urls if "/local/" in url])
    assert closed == ["closed"]


def test_two_runs_give_the_same_items(tmp_path: Path) -> None:
    runs = [crawl(TownSpider, news_site(10), settings(tmp_path / str(n))) for n in range(2)]
    assert bodies(runs[0]) == bodies(runs[1])


def test_pages_left_alone_are_not_read(tmp_path: Path) -> None:
    class CarefulSpider(TownSpider):
        def parse(self, response: Response) -> Iterator[Any]:
            for request in super().parse(response):
                yield request.replace(meta={"newsbody": False})

    crawled = crawl(CarefulSpider, news_site(6), settings(tmp_path))
    assert bodies(crawled) == dict.fromkeys(expected(6))
    assert crawled.stat("pages_by_extractor") == 0


def test_several_items_of_one_page_are_parts_of_it_and_it_is_not_read(tmp_path: Path) -> None:
    class ThriceSpider(TownSpider):
        def parse_story(self, response: Response) -> Iterator[Any]:
            for part in range(3):
                yield {"url": f"{response.url}#{part}"}

    crawled = crawl(ThriceSpider, news_site(8), settings(tmp_path))
    assert len(crawled.items) == 24
    # They are parts of their page, and its body is none of theirs.
    assert not any("content" in item for item in crawled.items)
    assert crawled.stat("pages_by_extractor") == crawled.stat("pages_by_rule") == 0


def test_own_values_are_kept_where_the_page_gives_none(tmp_path: Path) -> None:
    class TitleSpider(TownSpider):
        def parse_story(self, response: Response) -> Iterator[Any]:
            yield {"url": response.url, "writer": "the town paper"}

    fields = {"articleBody": "content", "authors": "writer", "headline": "title"}
    crawled = crawl(TitleSpider, news_site(6), settings(tmp_path, NEWSBODY_FIELDS=fields))
    assert {item["writer"] for item in crawled.items} == {"the town paper"}
    assert {item["title"] for item in crawled.items} == {headline(n) for n in range(1, 7)}


def test_what_the_spider_filled_is_kept_unless_the_project_says_otherwise(tmp_path: Path) -> None:
    class ListSpider(TownSpider):
        """Makes its items of what the list page says, as many spiders do."""

        def parse_story(self, response: Response) -> Iterator[Any]:
            yield {"url": response.url, "title": "as the list has it"}

    fields = {"articleBody": "content", "headline": "title"}
    kept = crawl(ListSpider, news_site(6), settings(tmp_path, NEWSBODY_FIELDS=fields))
    assert {item["title"] for item in kept.items} == {"as the list has it"}
    assert bodies(kept) == expected(6)
    over = crawl(ListSpider, news_site(6), settings(tmp_path, NEWSBODY_FIELDS=fields, NEWSBODY_OVERWRITE=True))
    assert {item["title"] for item in over.items} == {headline(n) for n in range(1, 7)}


def test_pages_that_are_hardly_articles_are_dropped_and_counted(tmp_path: Path) -> None:
    class CuriousSpider(TownSpider):
        def parse(self, response: Response) -> Iterator[Any]:
            yield {"url": response.url}
            yield from super().parse(response)

    everything = crawl(CuriousSpider, news_site(8), settings(tmp_path))
    assert f"{HOST}/" in bodies(everything)
    likely = crawl(CuriousSpider, news_site(8), settings(tmp_path, NEWSBODY_MIN_PROBABILITY=0.5))
    assert bodies(likely) == expected(8)
    assert likely.stat("items_improbable") == 1


@pytest.mark.parametrize("value", [-1, 2, "much"])
def test_probability_that_cannot_be_stops_the_crawl(value: Any) -> None:
    with pytest.raises(WrongSetting, match="must be a number from 0"):
        CrawlSettings.from_settings(Settings({"NEWSBODY_MIN_PROBABILITY": value}))


def test_zyte_articles_are_filled_with_their_own_types(tmp_path: Path) -> None:
    more = settings(tmp_path)
    del more["NEWSBODY_FIELDS"]
    crawled = crawl(spider(zyte_common_items.Article), news_site(6), more)
    assert bodies(crawled, "articleBody") == expected(6)
    assert {item.headline for item in crawled.items} == {headline(n) for n in range(1, 7)}
    assert all(isinstance(item.metadata, zyte_common_items.ArticleMetadata) for item in crawled.items)


def test_field_that_an_item_does_not_declare_is_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        crawled = crawl(spider(DataclassItem), news_site(6), settings(tmp_path, NEWSBODY_FIELDS={"headline": "title"}))
    warnings = [record.getMessage() for record in caplog.records if "cannot be filled" in record.getMessage()]
    assert len(crawled.items) == 6
    assert warnings == [
        "DataclassItem.title cannot be filled (it has no such field). Declare the field, or name another in the "
        'settings: NEWSBODY_FIELDS = {"headline": "<field of DataclassItem>"}'
    ]


def test_newsbody_articles_of_another_spider_are_filled_whole(tmp_path: Path) -> None:
    more = settings(tmp_path)
    del more["NEWSBODY_FIELDS"]
    crawled = crawl(spider(items.Article), news_site(6), more)
    assert bodies(crawled, "articleBody") == expected(6)
    assert {item.headline for item in crawled.items} == {headline(n) for n in range(1, 7)}


def test_changed_template_is_noticed_and_learned_again(tmp_path: Path) -> None:
    crawl(TownSpider, news_site(8), settings(tmp_path))
    changed = {url: page.replace("story-text", "prose") for url, page in news_site(30).items()}
    crawled = crawl(TownSpider, changed, settings(tmp_path, CONCURRENT_REQUESTS=1, TEST_PATIENT=True))
    assert crawled.stat("drift") == 1
    assert crawled.stat("rules_learned_again") == 1
    assert crawled.stat("pages_by_extractor") <= 20
    assert sorted(bodies(crawled)) == sorted(expected(30))
    assert all(expected(30)[url] in body for url, body in bodies(crawled).items())


def test_other_pages_of_the_same_template_widen_the_rule_once(tmp_path: Path) -> None:
    crawl(TownSpider, news_site(8), settings(tmp_path))
    other = {url: page.replace("<p>", '<p class="lead">', 2) for url, page in news_site(40).items()}
    slowly = settings(tmp_path, CONCURRENT_REQUESTS=1, TEST_PATIENT=True)
    crawled = crawl(TownSpider, other, slowly)
    assert (crawled.stat("drift"), crawled.stat("rules_widened"), crawled.stat("rules_learned_again")) == (1, 1, 0)
    assert crawled.stat("pages_by_extractor") <= 20
    # Both kinds of pages match from now on, also in another crawl.
    mixed = {url: other[url] if number % 2 else page for number, (url, page) in enumerate(news_site(40).items())}
    crawled = crawl(TownSpider, mixed, slowly)
    assert (crawled.stat("drift"), crawled.stat("pages_by_extractor")) == (0, 0)
    assert bodies(crawled) == expected(40)


def test_each_of_several_templates_is_learned(tmp_path: Path) -> None:
    pages = news_site(40)
    for number in range(3, 41, 3):
        pages[article_url(number)] = article_page(number, "report")
    slowly = settings(tmp_path, CONCURRENT_REQUESTS=1, TEST_PATIENT=True)
    assert sorted(bodies(crawl(TownSpider, pages, slowly))) == sorted(expected(40))
    crawled = crawl(TownSpider, pages, slowly)
    assert (crawled.stat("drift"), crawled.stat("pages_by_extractor")) == (0, 0)
    assert bodies(crawled) == expected(40)


def test_rule_that_no_page_can_replace_is_learned_again_ever_more_rarely(tmp_path: Path) -> None:
    crawl(TownSpider, news_site(8), settings(tmp_path))
    odd = without_template(news_site(36))
    crawled = crawl(TownSpider, odd, settings(tmp_path, CONCURRENT_REQUESTS=1, TEST_PATIENT=True))
    assert crawled.stat("drift") == 3  # after 5, 10 and 20 pages
    assert sorted(bodies(crawled)) == sorted(expected(36))


def test_rule_that_cannot_be_read_but_has_more_evidence_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = settings(tmp_path)
    later = {"kind": "article", "body": ["div.story-text"], "a_field_of_a_later_version": 1}
    store = SqliteStore(own["NEWSBODY_PROFILES"])
    store.save(Profile("news.test", rules={"article": Learned.first(later, 500, "2026-01-01")}))
    store.close()
    crawled = crawl(TownSpider, news_site(12), own)
    assert (crawled.stat("rules_learned"), bodies(crawled)) == (1, expected(12))
    assert "the stored profile is not usable and is learned anew" in caplog.text
    assert "what was learned is used but cannot be stored" in caplog.text


def test_page_that_breaks_the_reading_gives_an_empty_body_and_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaking(source: Any, *rest: Any) -> Any:
        if source.url == article_url(3):
            raise ValueError("broken on purpose")
        return read(source, *rest)

    monkeypatch.setattr("newsbody.crawl.pages.tasks.read", breaking)
    crawled = crawl(TownSpider, news_site(8), settings(tmp_path))
    assert crawled.stat("errors") == 1
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        f"newsbody could not read {article_url(3)}: its item stays without a body"
    ]
    assert bodies(crawled) == {**expected(8), article_url(3): ""}


def test_pages_declared_in_the_wrong_encoding_are_read(tmp_path: Path) -> None:
    declared = '<html><head><meta charset="gbk">'
    broken = {url: page.replace("<html><head>", declared).encode() for url, page in news_site(6).items()}
    crawled = crawl(TownSpider, broken, settings(tmp_path))
    assert bodies(crawled) == expected(6)


def test_article_page_is_what_the_tests_take_it_for() -> None:
    assert article_page(1).count("<p") == len(paragraphs(1)) + 1


class OwnProcessor(ItemPipelineManager):
    """An item processor of the project, which notes that it was closed."""

    closed: ClassVar[list[str]] = []

    async def close_spider_async(self) -> None:
        """Called when nothing is on its way any more."""
        await super().close_spider_async()
        self.closed.append("closed")


def test_a_projects_own_item_processor_loses_nothing_that_waits(tmp_path: Path) -> None:
    OwnProcessor.closed.clear()
    more = {"ITEM_PROCESSOR": OwnProcessor, "CLOSESPIDER_PAGECOUNT": 4, "CONCURRENT_REQUESTS": 1}
    crawled = crawl(TownSpider, news_site(20), settings(tmp_path, **more))
    assert len(crawled.items) >= 3
    assert all(item["content"] for item in crawled.items)
    assert OwnProcessor.closed == ["closed"]


def test_an_item_processor_of_another_kind_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    class Other:
        """Does it all by itself."""

    assert patient(Other) is Other
    assert "Derive it from scrapy.pipelines.ItemPipelineManager" in caplog.text


def test_our_own_items_ask_for_comments_by_name_only() -> None:
    """They declare them all; finding them costs a learner for each page."""
    assert "comments" not in mapping_of(items.Article(f"{HOST}/"), None)
    assert "articleBody" in mapping_of(items.Article(f"{HOST}/"), None)
    assert mapping_of(items.Article(f"{HOST}/"), {"comments": "comments"}) == {"comments": "comments"}


@pytest.mark.parametrize("head", ['<base href="http://[x">', '<meta http-equiv=refresh content="0;url=http://[x">'])
def test_a_page_with_a_bad_address_in_its_head_is_not_lost(head: str, tmp_path: Path) -> None:
    pages = news_site(12)
    pages[article_url(3)] = pages[article_url(3)].replace("<head>", f"<head>{head}")
    crawled = crawl(TownSpider, pages, settings(tmp_path))
    assert {item["url"] for item in crawled.items} == {article_url(number) for number in range(1, 13)}
