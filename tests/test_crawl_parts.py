"""The parts of the crawl one by one: settings, fields, workers, exporters, threads, addresses."""

from __future__ import annotations

import asyncio
import gc
import os
import tracemalloc
import weakref
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from requests import RequestException
from scrapy import Request
from scrapy.core.engine import ExecutionEngine
from scrapy.downloadermiddlewares import cookies
from scrapy.exporters import JsonLinesItemExporter
from scrapy.http import HtmlResponse
from scrapy.pipelines import ItemPipelineManager
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler
from tldextract import TLDExtract
from tldextract.cache import DiskCache

from newsbody import Addon
from newsbody.crawl.addresses.address_life import Fault
from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.addresses.pending import MAX_NAMED
from newsbody.crawl.addresses.spider_traps import LEAST_NAMED, MAX_BARREN, MAX_DRY, Endless, way_over
from newsbody.crawl.addresses.yields import FRUITFUL, Fruits
from newsbody.crawl.assembly.base import KnownPosts, first_position, number_posts
from newsbody.crawl.assembly.threads import ThreadCollector
from newsbody.crawl.ground.meta import is_left_alone, mark, newsbody_meta, promoted, tagged
from newsbody.crawl.ground.settings import CrawlSettings, WrongSetting
from newsbody.crawl.ground.to_do import ToDo
from newsbody.crawl.hooks.fields import FieldWriter
from newsbody.crawl.hooks.topic_middleware import TopicMiddleware
from newsbody.crawl.known.stored import Link as WorthOfLink
from newsbody.crawl.known.stored import Worth
from newsbody.crawl.learning.actions import LearnAddresses, Load
from newsbody.crawl.learning.learner import Learner
from newsbody.crawl.learning.rule_life import RuleLife, State
from newsbody.crawl.learning.site import MAX_SITES, Sites
from newsbody.crawl.learning.visit import PendingPage, Visit
from newsbody.crawl.pages.executor import Workers
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.session.session import Crawl
from newsbody.crawl.spiders.feeds import FlatCsvItemExporter, UnbufferedFileStorage
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.crawl.spiders.shown_page import links_on_page
from newsbody.items import Article, Author, ForumThread, Post
from newsbody.stores import Learned, Profile
from newsbody.urls.judge import Facts, judge_hypothesis
from newsbody.urls.list_addresses import list_kind
from newsbody.urls.numbering import Numbering
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import Route
from newsbody.urls.seen_pages import LinkEvidence, SeenPage
from newsbody.urls.topics import learn_resolver
from tests.article_pages import article
from tests.played import Played
from tests.shared_workers import rest
from tests.shared_workers import spider as worker_spider

# --- settings -----------------------------------------------------------------------------


def test_settings_have_defaults() -> None:
    assert CrawlSettings.from_settings(Settings()) == CrawlSettings()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("NEWSBODY_EXTRACTOR", "best", r"'best' is unknown\. Choose one of: cecs, nta"),
        ("NEWSBODY_KIND", "blog", r"Choose one of: article, thread"),
        ("NEWSBODY_OTHER_PAGES", "first", r"Choose one of: last, useful, never"),
        ("NEWSBODY_SAMPLE_PAGES", "five", r"'five' must be a whole number of at least 1, such as 5"),
        ("NEWSBODY_SAMPLE_URLS", 0, r"must be a whole number of at least 1, such as 300"),
        ("NEWSBODY_PROCESSES", -1, r"must be a whole number of at least 0"),
        ("NEWSBODY_LEASE", 1, r"must be a whole number of at least 2, such as 30"),
        ("NEWSBODY_FIELDS", "content", r"must be a dict such as \{\"articleBody\": \"content\""),
        ("NEWSBODY_FIELDS", {"body": "content"}, r"no source named body.*the sources are: url, headline, articleBody"),
    ],
)
def test_impossible_settings_say_what_to_write(name: str, value: Any, message: str) -> None:
    with pytest.raises(WrongSetting, match=message):
        CrawlSettings.from_settings(Settings({name: value}))


def test_rules_by_keywords_need_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CrawlSettings.from_settings(Settings({"NEWSBODY_RULES": "ksf"})).rules == "ksf"
    monkeypatch.setattr("newsbody.crawl.ground.settings.find_spec", lambda name: None)
    with pytest.raises(WrongSetting, match=r"needs scikit-learn. Install it with: pip install 'newsbody\[ksf\]'"):
        CrawlSettings.from_settings(Settings({"NEWSBODY_RULES": "ksf"}))


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("redis://h/0", True), ("rediss://h/0", True), ("unix:///run/redis.sock", True),
        ("redis.sqlite3", False), ("sqlite:///redis", False),
    ],
)  # fmt: skip
def test_profiles_in_a_redis_are_shared_however_it_is_reached(address: str, shared: bool) -> None:
    assert CrawlSettings(profiles=address).shared == shared


class OwnPipelines(ItemPipelineManager):
    """The item processor of a project."""


def test_addon_leaves_what_the_project_says() -> None:
    path = "newsbody.crawl.hooks.topic_middleware.TopicMiddleware"
    settings = Settings({"SPIDER_MIDDLEWARES": {path: None}, "ITEM_PROCESSOR": OwnPipelines})
    Addon().update_settings(settings)
    assert dict(settings.getdict("SPIDER_MIDDLEWARES")) == {path: None}
    assert issubclass(settings["ITEM_PROCESSOR"], OwnPipelines)
    untouched = Settings()
    Addon().update_settings(untouched)
    assert untouched.getdict("SPIDER_MIDDLEWARES")[TopicMiddleware] == 600


# --- fields -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Frozen:
    articleBody: str = ""  # noqa: N815


def test_values_are_plain_for_items_of_others() -> None:
    item: dict[str, Any] = {}
    writer = FieldWriter({"articleBody": "text", "authors": "by", "posts": "posts"})
    writer.write(item, {"articleBody": "words", "authors": [Author("Ann")], "posts": [{"author": Author("Bo")}]})
    assert item == {"text": "words", "by": ["Ann"], "posts": [{"author": "Bo"}]}


def test_body_that_a_page_does_not_have_is_empty_and_does_not_replace_one() -> None:
    writer = FieldWriter(None)
    empty: dict[str, Any] = {}
    writer.write(empty, {})
    own = {"articleBody": "own words"}
    writer.write(own, {"articleBody": ""})
    assert empty == {"articleBody": None}
    assert own == {"articleBody": "own words"}


def test_item_that_cannot_be_written_is_left_and_named_once(caplog: pytest.LogCaptureFixture) -> None:
    writer = FieldWriter(None)
    for _ in range(3):
        writer.write(Frozen(), {"articleBody": "words"})
    assert [record.getMessage()[:36] for record in caplog.records] == ["Frozen.articleBody cannot be filled "]


# --- workers ------------------------------------------------------------------------------


def double(number: int) -> int:
    return 2 * number


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


def die(path: str) -> str:
    """End the process at the first call."""
    if not os.path.exists(path):
        with open(path, "w") as file:
            file.write("died")
        os._exit(1)
    return "done"


@pytest.mark.parametrize("processes", [0, 1])
def test_workers_give_values_and_exceptions(processes: int) -> None:
    async def run() -> int:
        workers = Workers(processes)
        try:
            with pytest.raises(ValueError, match="no 3"):
                await workers.run(fail, 3)
            return await workers.run(double, 21)
        finally:
            workers.close()

    assert asyncio.run(run()) == 42


def test_pool_that_lost_a_process_is_started_anew(tmp_path: Any) -> None:
    async def run() -> str:
        workers = Workers(1)
        try:
            return await workers.run(die, str(tmp_path / "died"))
        finally:
            workers.close()

    assert asyncio.run(run()) == "done"


# --- exporters ----------------------------------------------------------------------------


def export(*items: Any, **options: Any) -> bytes:
    file = BytesIO()
    exporter = FlatCsvItemExporter(file, **options)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return file.getvalue()


def test_csv_has_a_mark_flat_rows_and_no_threads() -> None:
    post = Post("7", "http://f.test/7", "你好", author=Author("Ann"))
    data = export(post, ForumThread("7", "http://f.test/7", posts=[post]), Post("7", "u", "x"))
    text = data.decode("utf-8-sig")
    assert data != text.encode()
    assert text.count("\r\n") == 3
    assert "Ann" in text
    assert "你好" in text
    assert "Author(" not in text


def test_csv_of_other_items_has_json_instead_of_python() -> None:
    assert export({"tags": ["a", "b"], "n": 1}, encoding="latin-1") == b'tags,n\r\n"[""a"", ""b""]",1\r\n'


@pytest.mark.parametrize("before", ["", "old\n"])
def test_what_was_exported_is_on_the_disk_before_the_feed_is_closed(tmp_path: Path, before: str) -> None:
    path = tmp_path / "out" / "posts.jsonl"
    if before:
        path.parent.mkdir()
        path.write_text(before)
    storage = UnbufferedFileStorage(str(path), feed_options={"overwrite": False})
    file = storage.open(worker_spider())
    JsonLinesItemExporter(cast(BytesIO, file)).export_item({"text": "new"})
    assert path.read_text() == before + '{"text": "new"}\n'
    storage.store(file)
    assert file.closed


# --- threads ------------------------------------------------------------------------------

thread_pages = st.lists(st.integers(1, 4), min_size=1, max_size=12)


def page(number: int, of: int, thread: str = "7") -> tuple[ForumThread, int, str, list[str]]:
    post = Post(thread, f"/{thread}/{number}", f"post {number}", position=number)
    others = [f"/{thread}/{other}" for other in range(1, of + 1)]
    return ForumThread(thread, post.url, posts=[post]), number, post.url, others


@given(st.permutations([1, 2, 3, 4]))
def test_pages_in_any_order_become_one_thread(order: list[int]) -> None:
    collector = ThreadCollector()
    finished = [thread for number in order for thread in collector.add(*page(number, 4))]
    assert [thread.url for thread in finished] == ["/7/1"]
    assert [post.position for post in finished[0].posts] == [1, 2, 3, 4]
    assert not finished[0].truncated
    assert rest(collector) == []


def test_posts_of_later_pages_stand_below_the_headline_of_the_first() -> None:
    collector = ThreadCollector()
    pages = [page(1, 3), page(2, 3)]
    for (thread, number, address, others), headline in zip(pages, ("2022", "The harbour"), strict=True):
        thread.posts[0].headline = headline
        collector.add(replace(thread, headline=headline), number, address, others)
    assert [thread.posts[0].headline for thread, *_ in pages] == ["2022", "2022"]


@given(st.permutations([1, 2, 3, 4]), st.integers(0, 3))
def test_page_that_cannot_be_fetched_cuts_the_thread_off(order: list[int], lost: int) -> None:
    collector = ThreadCollector()
    finished: list[ForumThread] = []
    for place, number in enumerate(order):
        address = f"/7/{number}"
        finished += collector.fail("7", address) if place == lost else collector.add(*page(number, 4))
    finished += rest(collector)
    assert [thread.truncated for thread in finished] == [True]
    assert len(finished[0].posts) == 3


@given(st.permutations([1, 2, 3, 4]), st.integers(0, 3))
def test_page_that_comes_under_another_address_after_it_failed_is_in_its_thread(order: list[int], at: int) -> None:
    collector = ThreadCollector()
    finished: list[ForumThread] = []
    for place, number in enumerate(order):
        finished += collector.fail("7", f"/7/{order[-1]}") if place == at else []
        finished += collector.add(*page(number, 4))
    assert [thread.truncated for thread in finished] == [False]
    assert [post.position for post in finished[0].posts] == [1, 2, 3, 4]
    assert rest(collector) == []


def test_threads_that_are_cut_off_wait_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.assembly.threads.MAX_CUT", 2)
    collector = ThreadCollector()
    finished: list[ForumThread] = []
    for thread in "12345":
        finished += [*collector.add(*page(1, 2, thread)), *collector.fail(thread, f"/{thread}/2")]
    assert [thread.threadId for thread in finished] == ["1", "2", "3"]
    assert [thread.threadId for thread in rest(collector)] == ["4", "5"]


def test_threads_that_are_not_complete_at_the_end_say_so() -> None:
    collector = ThreadCollector()
    assert collector.add(*page(1, 2)) == []
    assert collector.add(*page(1, 1, "8"))[0].truncated is False
    (thread,) = rest(collector)
    assert (thread.threadId, thread.truncated) == ("7", True)


def test_memory_for_open_threads_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.assembly.threads.MAX_OPEN_POSTS", 3)
    collector = ThreadCollector()
    finished = [thread for number in range(6) for thread in collector.add(*page(1, 2, str(number)))]
    assert [thread.threadId for thread in finished] == ["0", "1", "2", "3"][: len(finished)]
    assert len(rest(collector)) <= 3
    assert all(thread.truncated for thread in finished)


# --- requests and sites -------------------------------------------------------------------


def test_meta_is_false_or_a_dict_of_primitives() -> None:
    request = Request("http://f.test/", meta={"newsbody": False})
    assert is_left_alone(request)
    assert newsbody_meta(request) == {}
    other = Request("http://f.test/1", meta={"newsbody": {"page": "thread"}})
    mark(other, start=True)
    assert newsbody_meta(tagged(other, "topic")) == {"page": "thread", "start": True, "kind": "topic"}
    assert tagged(other, "topic").priority > tagged(other, "list").priority > tagged(other, "other").priority


def test_promoted_request_leaves_the_first_one_as_it_is() -> None:
    request = Request("http://f.test/t?id=1&sid=9", meta={"depth": 3, "newsbody": {"claimed": "http://f.test/t"}})
    again = promoted(request, "http://f.test/t?id=1", "topic")
    assert again.dont_filter
    assert again.meta["depth"] == 3
    assert newsbody_meta(again) == {"claimed": None, "promoted": True, "kind": "topic"}
    assert newsbody_meta(request) == {"claimed": "http://f.test/t"}


def resolver() -> Resolver:
    urls = [f"http://f.test/thread-{n}-1.html" for n in range(1, 60)] + [f"http://f.test/user-{n}" for n in range(20)]
    found = learn_resolver(urls, topic=urls[0])
    assert found is not None
    return found


def test_addresses_are_claimed_once_also_over_the_moment_of_learning() -> None:
    addresses = Addresses(10)
    session = "?sid=0123456789abcdef0"
    for number in (1, 2, 3):
        url = f"http://f.test/thread-{number}-1.html{session}"
        addresses.note(url, number)
    assert addresses.claim(f"http://f.test/thread-1-1.html{session}")
    under_way = addresses.start_with(resolver())
    assert [(url.partition("?")[0], asked) for url, asked in under_way] == [
        (f"http://f.test/thread-{n}-1.html", n) for n in (2, 3)
    ]
    assert not addresses.claim("http://f.test/thread-1-1.html")
    assert addresses.claim("http://f.test/thread-2-1.html")
    assert addresses.is_claimed("http://f.test/thread-2-1.html?sid=fedcba98765432100")


def test_lists_that_were_read_before_topics_are_known_led_to_them() -> None:
    addresses = Addresses(100)
    for number in range(1, 5):
        addresses.note(f"http://f.test/thread-{number}-1.html", number, came_from="http://f.test/cat/7/2.html")
        addresses.note(f"http://f.test/thread-{number}-1.html", number, came_from="http://f.test/latest")
    addresses.start_with(resolver())
    assert addresses.fruits.is_list("http://f.test/cat/9/3.html")
    assert not addresses.fruits.is_list("http://f.test/latest")


def test_what_is_left_out_by_two_resolvers_goes_out_by_the_third() -> None:
    """/thread-1-2.html is a place in a thread until it is known how pages are numbered."""
    addresses = Addresses(10, tried=True)
    found = resolver()
    places = replace(found, topics=(replace(found.topics[0], page_hole=None),))
    addresses.start_with(places)
    for page in (1, 2):
        addresses.left_out(f"http://f.test/thread-1-{page}.html", page)
    again = replace(places, confidence=places.confidence / 2)
    assert [asked for _, asked in addresses.start_with(again)] == [1]
    assert [asked for _, asked in addresses.start_with(found)] == [2]


def test_page_that_was_only_seen_under_a_variant_is_fetched_under_its_own_address_where_that_is_known() -> None:
    addresses = Addresses(10)
    variant, own = "http://f.test/thread-1-1.html?goto=lastpost", "http://f.test/thread-1-1.html"
    addresses.note(variant, "asked")
    assert addresses.claim(variant)
    assert addresses.start_with(resolver()) == []
    assert addresses.is_variant(variant)
    assert not addresses.is_variant(own)
    assert not addresses.has_own(addresses.look(variant))
    addresses.note_passed("http://f.test/thread-1-2.html", "http://f.test/")  # the variant may be of the first page
    assert not addresses.has_own(addresses.look(variant))
    addresses.note_passed(own, "http://f.test/")
    assert addresses.has_own(addresses.look(variant))
    assert addresses.claim(own)
    assert not addresses.claim(variant)


def test_a_page_that_fails_is_free_for_its_other_addresses() -> None:
    addresses = Addresses(10)
    addresses.start_with(resolver())
    one, two, three = (
        f"http://f.test/thread-1-1.html{session}"
        for session in ("", "?sid=0123456789abcdef0", "?sid=fedcba98765432100")
    )
    assert addresses.claim(one)
    addresses.instead(two, "two")
    assert addresses.failed(one) == (True, "two")
    assert not addresses.claim(three), "the other is under way"
    assert addresses.failed(two) == (True, None)
    assert addresses.claim(three)
    assert addresses.failed(three) == (False, None), "enough of them were tried"
    assert not addresses.claim(one)


def test_a_page_that_came_is_not_asked_for_again() -> None:
    addresses = Addresses(10)
    addresses.start_with(resolver())
    url = "http://f.test/thread-1-1.html"
    assert addresses.claim(url)
    addresses.answered(url)
    addresses.instead(f"{url}?sid=0123456789abcdef0", "other")
    assert addresses.failed(url) == (True, None)


def test_place_in_a_thread_is_fetched_once_and_as_it_was_linked_to() -> None:
    addresses = Addresses(10)
    first, second = (f"http://f.test/thread-1-1.html?goto=post{n}" for n in (7, 8))
    addresses.note(first, "first")
    addresses.note(second, "second")
    assert addresses.start_with(resolver()) == [(first, "first")]
    assert addresses.claim(first)
    assert addresses.is_claimed(second)
    own = addresses.look("http://f.test/thread-1-1.html").page_id
    assert addresses.claim_page(first, own)  # the page itself says which it is
    assert not addresses.claim("http://f.test/thread-1-1.html")


def test_topics_that_only_other_threads_name_wait_until_a_list_names_them() -> None:
    addresses = Addresses(10)
    one, two, three, four = (f"http://f.test/thread-{n}-1.html" for n in range(1, 5))
    addresses.note(one, 1, came_from="http://f.test/")
    addresses.note(two, 2, came_from=one)
    addresses.note(three, 3, came_from=one)
    addresses.note(three, 3, came_from="http://f.test/user-7")
    addresses.note(four, 4, came_from=four.replace("-1.", "-2."))
    assert [asked for _, asked in addresses.start_with(resolver())] == [1, 3, 4]
    assert addresses.is_noted_aside(two)
    assert not addresses.is_noted_aside(three)
    assert not addresses.pass_aside(two)  # one request is under way
    assert addresses.named_at_last(two)
    assert not addresses.named_at_last(two)
    assert not addresses.is_noted_aside(two)


@pytest.mark.parametrize("without", [False, True])
def test_topics_that_lists_name_by_a_place_on_the_page_wait_where_others_are_named_without(without: bool) -> None:
    addresses = Addresses(10)
    front, last = "http://f.test/", "http://f.test/thread-9000{}-1.html#word{}"
    for n in range(1, 4):
        addresses.note(last.format(n, n), n, came_from=front)
    addresses.note("http://f.test/thread-1-1.html" + "#one" * (not without), 4, came_from=front)
    addresses.note("http://f.test/thread-2-3.html#two", 5, came_from=front)
    asked = [asked for _, asked in addresses.start_with(resolver())]
    assert asked == ([4, 5] if without else [1, 2, 3, 4, 5])
    assert addresses.is_noted_aside(last.format(1, 1)) == without
    assert addresses.named_at_last(last.format(1, 1).partition("#")[0]) == without


def test_what_was_asked_for_a_page_that_came_is_not_kept_and_what_failed_is_asked_again() -> None:
    class Asked:
        """A request, which takes some kilobytes."""

    addresses = Addresses(10)
    came, failed = "http://f.test/thread-1-1.html", "http://f.test/thread-2-1.html"
    asked = [Asked(), Asked()]
    kept = [weakref.ref(one) for one in asked]
    for url, one in zip((came, failed), asked, strict=True):
        addresses.note(url, one, came_from="http://f.test/")
        assert addresses.claim(url)
    del asked, one
    addresses.answered(came)
    addresses.failed(failed)
    gc.collect()
    assert kept[0]() is None
    assert len(addresses.noted) == 2
    assert addresses.start_with(resolver()) == [(failed, kept[1]())]
    assert addresses.is_claimed(came)


def test_topic_that_very_many_threads_name_does_not_wait() -> None:
    addresses = Addresses(10)
    for number in range(2, 2 + MAX_NAMED):
        addresses.note("http://f.test/thread-1-1.html", "asked", came_from=f"http://f.test/thread-{number}-1.html")
    assert [asked for _, asked in addresses.start_with(resolver())] == ["asked"]


def test_addresses_that_all_pages_of_a_site_name_take_little_memory() -> None:
    urls = [f"http://f.test/thread-{number}-1.html" for number in range(100)]
    addresses = Addresses(300)
    tracemalloc.start()
    try:
        for page in urls:
            for url in urls:
                addresses.note(url, None, came_from=page)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(addresses.noted) == len(urls)
    assert taken / len(urls) < 500


def test_link_of_another_thread_is_followed_once() -> None:
    addresses = Addresses(10)
    addresses.start_with(resolver())
    one, two = (f"http://f.test/thread-{n}-1.html" for n in (1, 2))
    assert [addresses.pass_aside(one), addresses.pass_aside(one)] == [True, False]
    addresses.note_passed(two, "http://f.test/")
    assert not addresses.pass_aside(two)


def test_topics_that_another_worker_learned_while_a_rule_is_learned_are_handed_on() -> None:
    learner, site = Learner(CrawlSettings(), lambda _: None), Sites(10, 5, waiting_bytes=1_000_000).get("f.test")
    site.addresses.note("http://f.test/thread-1-1.html", "asked")
    rule = Learned({"kind": "thread", "body": ["td.body"]}, 5, "2026-01-01")
    other = Profile("f.test", Learned.first(resolver().to_dict(), 60, "2026-01-01"), {"thread": rule})
    life = site.rule("thread")
    assert Played({Load: lambda _: other}).run(learner.learn_rule(site, life)) == [
        ("http://f.test/thread-1-1.html", "asked")
    ]
    assert life.state is State.TRUSTED


def test_pages_of_an_earlier_crawl_tell_what_is_learned_in_place_of_what_is_doubted() -> None:
    learner, site = Learner(CrawlSettings(), lambda _: None), Sites(10, 5, waiting_bytes=1_000_000).get("f.test")
    site.profile = Profile("f.test", Learned.first(resolver().to_dict(), 60, "2026-01-01"))
    site.addresses.start_with(resolver())
    site.addresses.sample.read_before("http://f.test/user-7", shows_posts=False)
    asked: list[LearnAddresses] = []
    work = Played({Load: lambda _: site.profile, LearnAddresses: asked.append}).run(learner.doubt_addresses(site))
    assert work is None
    assert [dict(action.links) for action in asked] == [{"http://f.test/user-7": LinkEvidence(posts=0)}]


def test_topics_that_another_worker_learned_meanwhile_are_not_learned_again() -> None:
    learner, site = Learner(CrawlSettings(), lambda _: None), Sites(10, 5, waiting_bytes=1_000_000).get("f.test")
    other = Profile("f.test", Learned.first(resolver().to_dict(), 60, "2026-01-01"))
    assert Played({Load: lambda _: other}).run(learner.learn_addresses(site)) == []  # there is no LearnAddresses
    assert Played({Load: lambda _: other}).run(learner.learn_addresses(site)) is None
    assert site.addresses.resolver == resolver()


def test_page_numbers_that_were_not_in_the_sample_are_kept() -> None:
    addresses = Addresses(10)
    addresses.start_with(resolver())
    assert addresses.canonical("http://f.test/thread-1-1.html?page=3") == "http://f.test/thread-1-1.html?page=3"
    assert addresses.look("http://f.test/thread-1-1.html?page=3").page_id != (
        addresses.look("http://f.test/thread-1-1.html").page_id
    )
    assert addresses.canonical("http://f.test/board?f=7&start=50&sid=0123456789abcdef0").endswith("?f=7&start=50")


def month(number: int) -> str:
    return f"http://f.test/months/{number}"


def test_pages_of_one_form_that_bring_nothing_are_given_up() -> None:
    endless = Endless()
    for number in range(MAX_BARREN):
        assert not endless.given_up(month(number))
        assert not endless.leads_on(month(number + 1), month(number + 1), month(number))  # the next of its own form
        endless.ended(month(number), led_on=False)
    assert endless.given_up(month(MAX_BARREN))
    assert not endless.given_up("http://f.test/stories/1.html")
    endless.bore(way_over(month(3), []))
    assert not endless.given_up(month(MAX_BARREN))


def test_what_came_of_pages_is_kept_for_a_crawl_that_goes_on() -> None:
    endless = Endless()
    assert not endless.anything
    for number in range(MAX_BARREN):
        before, endless = endless, Endless()
        endless.go_on(before.to_json())
        assert not endless.given_up(month(0))
        assert endless.ended(month(number), led_on=False) == (number == MAX_BARREN - 1)
    assert endless.anything
    assert endless.given_up(month(0))
    assert endless.bore(way_over(month(3), []))
    assert not endless.bore(way_over(month(3), []))
    assert not endless.given_up(month(0))


MENU = [f"http://f.test/section-{number}" for number in range(2 * LEAST_NAMED)]


def page_of_all(number: int) -> str:
    return f"http://f.test/page/{number}/"


def see(endless: Endless, pages: int) -> None:
    """Pages that are no lists, each of which names one more, and what stands in the menu."""
    for number in range(pages):
        endless.names([f"http://f.test/stories/{number}.html", *MENU], is_new=False)


@pytest.mark.parametrize(
    ("more", "last_is_new", "is_over"), [(0, False, True), (-1, False, False), (0, True, False), (0, None, False)]
)
def test_a_list_of_all_is_given_up_by_its_last_page(more: int, last_is_new: bool | None, is_over: bool) -> None:
    """The newest, which stand on the first ones, may be all that a sitemap names. What a menu names says nothing."""
    endless, kind = Endless(), list_kind(page_of_all(2))
    assert kind == list_kind(page_of_all(40)) != list_kind("http://f.test/sport/page/2/")
    see(endless, LEAST_NAMED + more)
    assert kind
    endless.ended_list(kind, MENU, is_new=False, goes_on=True)
    if last_is_new is not None:
        endless.ended_list(kind, MENU, is_new=last_is_new)
    assert endless.given_up(page_of_all(7)) is is_over
    assert not endless.given_up("http://f.test/sport/page/2/")


def test_the_feed_of_a_tag_is_a_list_that_chooses() -> None:
    assert list_kind("http://f.test/blog/tag/rain/feeds/rss/") == list_kind("http://f.test/tag/rain/feed/") == "tag"


def test_the_pages_of_a_month_are_lists() -> None:
    assert {list_kind(f"http://f.test/2026/09/{name}") for name in ("", "index.html", "index1.html", "page/2")} == {
        "date"
    }
    assert list_kind("http://f.test/2026/09/12/index-of-prices.html") is None
    assert {list_kind(f"http://f.test/{path}/2026/09/12") for path in ("date", "sport", "2026-news")} == {"date"}
    articles = ("2026/09/45", "2026/13", "2026/09/1345", "date/2026/09/12/rain", "budget/2026", "xinwen/2014/6.html")
    assert {list_kind(f"http://f.test/{path}") for path in articles} == {None}


def test_lists_that_go_on_say_something_of_others_when_a_list_of_all_was_seen_to_its_end() -> None:
    endless = Endless()
    see(endless, LEAST_NAMED)
    endless.ended_list("tag", MENU, is_new=False, goes_on=True)
    assert not endless.given_up("http://f.test/tag/a/")
    endless.ended_list(list_kind(page_of_all(9)) or "", MENU, is_new=False)
    assert endless.given_up("http://f.test/tag/a/")
    assert not endless.given_up("http://f.test/category/a/"), "none was tried"
    endless.names([], is_new=True)
    assert not endless.given_up("http://f.test/tag/a/")


def test_lists_whose_stories_were_not_tried_yet_are_not_given_up() -> None:
    endless = Endless()
    for number in range(3 * MAX_BARREN):
        story = f"http://f.test/stories/{number}.html"
        led_on = [endless.leads_on(url, url, month(number)) for url in (story, story, "http://f.test/about")]
        assert led_on == [True, False, number == 0]
        endless.ended(month(number), led_on=led_on[0])
    assert not endless.given_up(month(0))


def test_views_that_lead_from_one_to_another_are_given_up_unless_an_item_lies_on_the_way() -> None:
    way, endless = way_over(month(1), way_over("http://f.test/years/1", [])), Endless()
    assert len(way) == 2
    endless.bore(way)
    for number in range(MAX_DRY + 2 * MAX_BARREN):
        day = f"http://f.test/days/{number}"
        endless.ended(month(number), led_on=endless.leads_on(day, day, month(number)))
        endless.ended(day, led_on=endless.leads_on(month(number + 1), month(number + 1), day))
    assert endless.given_up(month(0))
    assert endless.given_up("http://f.test/days/0")


def test_forms_past_a_number_of_them_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.addresses.spider_traps.MAX_FORMS", 4)
    endless = Endless()
    for number in range(4 + MAX_BARREN):
        assert not endless.given_up("http://f.test/another/1")
        endless.ended(f"http://f.test/{'x' * (number + 1)}/1", led_on=False)
    assert endless.given_up("http://f.test/another/1")
    assert not endless.given_up("http://f.test/x/1")
    endless.bore(way_over("http://f.test/other/1", []))
    assert not endless.given_up("http://f.test/another/1")


@pytest.mark.parametrize("script", ["", "index.php/", "index.php?/", "index.php?u=/"])
def test_forms_of_what_one_script_is_asked_for_are_told_by_the_first_word(script: str) -> None:
    fruits = Fruits()
    for number in range(20):
        fruits.spend(f"http://f.test/{script}people/of-here/{number}")
    assert fruits.given_up(f"http://f.test/{script}people/of-there/77")
    assert not fruits.given_up(f"http://f.test/{script}boards/of-cars/2")


def test_forms_of_pages_are_given_up_when_they_lead_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.addresses.yields.MAX_FRUITLESS", 2)
    fruits = Fruits()
    profiles = [f"http://f.test/user-{n}.html" for n in range(5)]
    assert fruits.spend(profiles[0])
    fruits.bore(profiles[0])
    assert [fruits.spend(url) for url in profiles] == [True, True, False, False, False]
    assert fruits.spend("http://f.test/list-7.html")
    assert not fruits.is_list("http://f.test/list-8.html")
    for _ in range(3):
        fruits.bore("http://f.test/list-7.html")
    assert fruits.is_list("http://f.test/list-8.html")


def test_further_pages_of_lists_are_lists_whatever_their_addresses_look_like() -> None:
    """`/f4i10.html` looks like the `/tp12p99.html` of a post, of which many lead to nothing new."""
    fruits = Fruits()
    posts = [f"http://f.test/tp1{number}p9{number}.html" for number in range(12)]
    assert [fruits.spend(url) for url in posts].count(True) == 8
    fruits.goes_on("http://f.test/f4i10.html", "http://f.test/f4.html")
    assert not fruits.spend("http://f.test/f4i10.html")
    fruits.have_led_on(["http://f.test/f4.html"] * 3, [("http://f.test/f4i10.html", "http://f.test/f4.html")])
    assert fruits.spend("http://f.test/f4i10.html")
    fruits.goes_on("http://f.test/f4i20.html", "http://f.test/f4i10.html")
    assert fruits.is_list("http://f.test/f4i20.html")
    assert not fruits.spend(posts[0])


def test_further_pages_of_lists_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.addresses.yields.MAX_FURTHER", 1)
    fruits = Fruits()
    further = [(f"http://f.test/f4i{number}0.html", "http://f.test/f4.html") for number in (1, 2)]
    fruits.have_led_on(["http://f.test/f4.html"] * 3, further)
    assert [fruits.is_list(url) for url, _ in further] == [True, False]


def test_archives_to_load_are_no_pages() -> None:
    body = b'<a href="/list/2026/9/">September</a> <a href="/export/list-2026-09.mbox.gz?start=2026-09-01">all</a>'
    page = HtmlResponse("http://f.test/", body=body)
    assert [link.url for link in links_on_page(page)] == ["http://f.test/list/2026/9/"]


def test_of_links_to_one_page_the_first_text_counts() -> None:
    body = (
        b'<a href="/t/7"><img src="/7.png"></a> <a href="/t/8">Tide</a> <a href="/t/7">Moss</a> <a href="/t/7">Last</a>'
    )
    links = [(link.url, link.text) for link in links_on_page(HtmlResponse("http://f.test/", body=body))]
    assert links == [("http://f.test/t/7", "Moss"), ("http://f.test/t/8", "Tide")]


def test_lists_that_are_given_up_are_counted_by_form_and_pages_under_way_keep_them_open() -> None:
    fruits = Fruits()
    for board in ("cars", "cats"):
        for _ in range(3):
            fruits.bore(f"http://f.test/{board}/2020/1/")
    for number in range(9):
        fruits.spend(f"http://f.test/cars/2019/{number}/")
        fruits.spend(f"http://f.test/users/{number}")
    assert fruits.lists_given_up == 1
    assert fruits.is_open("http://f.test/cars/2018/7/", ["http://f.test/", "http://f.test/cars/2019/8/"])
    assert not fruits.is_open("http://f.test/cars/2018/7/", ["http://f.test/cats/2019/8/"])
    assert not fruits.is_open("http://f.test/cats/2018/7/", ["http://f.test/cats/2019/8/"])


def test_all_forms_are_given_up_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.addresses.yields.MAX_FRUITLESS_IN_ALL", 3)
    fruits = Fruits()
    forms = [f"http://f.test/{name}" for name in ("a", "b", "c", "d")]
    assert [fruits.spend(url) for url in forms] == [True, True, True, False]
    for _ in range(FRUITFUL):
        fruits.bore("http://f.test/cat/7/2")
    assert fruits.spend("http://f.test/cat/9/3")


def test_lists_that_are_only_sorted_are_told_by_the_key_that_makes_them() -> None:
    fruits = Fruits()
    for board in range(3):
        fruits.bore(f"http://f.test/board?f={board}")
    assert fruits.is_filtered("http://f.test/board?f=3&sort=author&desc=1")
    assert not fruits.is_filtered("http://f.test/board?f=3&start=20")
    assert not fruits.is_filtered("http://f.test/other?f=3&sort=author")


def test_pages_of_another_kind_are_no_lists_that_are_sorted_otherwise() -> None:
    fruits = Fruits({"mod"})
    for _ in range(3):
        fruits.bore("http://f.test/forum.php")
    assert not fruits.is_filtered("http://f.test/forum.php?mod=board&f=3")
    assert fruits.is_filtered("http://f.test/forum.php?sort=author")


def test_lists_that_are_sorted_otherwise_bear_no_fruit_by_leading_to_one_another() -> None:
    addresses = Addresses(10)
    board, orders = Route(("board-{n}.html",), id_hole=0), ("author", "time", "title", "views", "votes")
    addresses.start_with(replace(resolver(), lists=(board,)))
    for number in range(3):
        addresses.note_passed(f"http://f.test/board-{number}.html", "http://f.test/board-9.html")
    ordered = [f"http://f.test/board-9.html?sort={one}" for one in orders]
    assert addresses.fruits.is_filtered(ordered[0])
    for url, came_from in zip(ordered[1:], ordered, strict=False):
        addresses.note_passed(url, came_from)
    assert not addresses.fruits.is_list(ordered[0])
    for number in range(100, 103):
        addresses.note_passed(f"http://f.test/thread-{number}-1.html", ordered[0])
    assert addresses.fruits.is_list(ordered[0])


def test_kinds_of_pages_that_one_script_shows_are_given_up_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.addresses.yields.MAX_FRUITLESS", 2)
    script = "http://f.test/index.php?act="
    fruits = Fruits({"act"})
    assert [fruits.spend(f"{script}who&id={user}") for user in range(3)] == [True, True, False]
    assert [fruits.spend(f"{script}list&id={board}") for board in range(2)] == [True, True]
    for _ in range(3):
        fruits.bore(f"{script}list&id=3")
    assert fruits.is_list(f"{script}list&id=7")
    assert fruits.is_filtered(f"{script}list&id=7&sort=author")
    assert not fruits.is_list(f"{script}who&id=7")


def test_post_that_was_given_out_is_known_again() -> None:
    posts = KnownPosts()
    rows: list[dict[str, Any]] = [{"postId": str(n), "text": f"words {n}"} for n in range(4)]
    assert posts.add(rows[:2])
    assert not posts.add(rows[:2])
    some = rows[1:]
    assert posts.add(some)
    assert [row["postId"] for row in some] == ["2", "3"]


def test_post_that_another_worker_read_is_known_as_long_as_it_is_that_ones() -> None:
    posts, theirs = KnownPosts(), [False, False, True, True]
    rows: list[dict[str, Any]] = [{"postId": str(n), "text": f"words {n}"} for n in range(4)]
    assert not posts.add(rows[:2], lambda prints: theirs[:2])
    some = rows[:]
    assert posts.add(some, lambda prints: theirs)
    assert [row["postId"] for row in some] == ["2", "3"]
    some = rows[:]
    assert posts.add(some)  # its page came here
    assert [row["postId"] for row in some] == ["0", "1"]


def test_posts_without_ids_may_be_alike_but_not_whole_pages_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    posts = KnownPosts()
    page: list[dict[str, Any]] = [{"text": "thanks"}, {"text": "it works with the other cable"}]
    assert posts.add([{"text": "thanks"}])
    assert posts.add([{"text": "thanks"}])
    assert posts.add(page)
    assert len(page) == 2
    assert not posts.add(page)
    monkeypatch.setattr("newsbody.crawl.assembly.base.MAX_KNOWN", 1)
    assert posts.add([{"text": "one more"}, {"text": "and another"}])
    assert posts.add(page)


def test_a_post_without_an_id_is_known_by_who_wrote_it_and_when_to_the_minute() -> None:
    """A question stands on each page of its answers; "Thanks" twice on a page are two posts."""
    asked, thanks = ({"text": text, "author": Author("Ann"), "datePublished": "2024-02-03T07:10:00Z"} for text in "AT")
    day = {**thanks, "datePublished": "2024-02-03"}
    posts = KnownPosts()
    first, second = [asked, thanks, thanks, day], [asked, {**thanks, "text": "more"}, thanks, day]
    assert posts.add(first)
    assert len(first) == 4
    assert posts.add(second)
    assert second == [{**thanks, "text": "more"}, day]


def test_page_whose_posts_are_known_is_not_waited_for() -> None:
    threads = ThreadCollector()
    assert threads.add(ForumThread("7", "u1", None, [Post("7", "u1", text="a")]), 1, "1", ["2"]) == []
    (whole,) = threads.fail("7", "2", known=True)
    assert not whole.truncated
    assert threads.add(ForumThread("8", "u1", None, [Post("8", "u1", text="a")]), 1, "1", ["2"]) == []
    assert threads.fail("8", "2") == []
    (cut,) = rest(threads)
    assert cut.truncated


def test_sample_of_addresses_is_bounded_and_tried_at_twice_its_size() -> None:
    addresses = Addresses(10)
    for number in range(200):
        addresses.add(f"http://f.test/{number}", None)
    assert len(addresses.sample.links) == 80
    assert not addresses.sample_full
    for number in range(4):
        addresses.visited(f"http://f.test/{number}", None)
    assert addresses.sample_full
    addresses.sample.not_enough(80)
    assert not addresses.sample_full
    assert not addresses.anything_new


def test_evidence_of_links_is_their_mean() -> None:
    addresses = Addresses(10)
    for length in (10, 20, 30):
        addresses.add("http://f.test/1", length)
    (link,) = addresses.sample.links.values()
    assert (link.anchor_length, link.count) == (20, 3)


async def nothing(reading: Reading | None) -> None:
    """A page that needs no finishing."""


def test_sites_over_the_limit_are_let_go_when_nothing_waits_for_them() -> None:
    sites = Sites(300, 5, waiting_bytes=1_000_000)
    for number in range(MAX_SITES + 3):
        sites.get(f"{number}.test")
    sites.get("0.test")
    sites.get("1.test").waiting.append(PendingPage(Source(b"", "http://1.test/"), "topic", nothing))
    sites.get("5.test")
    assert [site.host for site in sites.surplus()] == ["2.test", "3.test", "4.test"]
    assert len(list(sites)) == MAX_SITES


def test_rule_that_no_longer_matches_is_doubted_unless_it_is_pinned() -> None:
    for status in ("learned", "pinned"):
        life = RuleLife("thread", 5)
        life.adopted(Learned({"kind": "thread", "body": ["td.body"], "status": status}, 5, "2026-01-01"))
        assert not life.doubted
        asked = {life.read(Source(b"", f"http://f.test/{number}"), Reading("other")) for number in range(20)}
        assert (ToDo.LEARN in asked) == life.doubted == (status == "learned")


def test_articles_are_filled_with_our_own_classes() -> None:
    article = Article("http://n.test/1")
    FieldWriter(None).write(article, {"articleBody": "words", "authors": [Author("Ann")], "headline": "H"})
    assert (article.articleBody, article.authors, article.headline) == ("words", [Author("Ann")], "H")
    gc.collect()


@pytest.mark.parametrize(
    ("number", "others", "first"),
    [
        (1, [2, 3], 1),
        (3, [1, 2], None),
        (2, [1], None),
        (5, [1, 4], None),
        (10, [1, 20], 11),
        (20, [1, 10], 21),
        (25, [1], 26),
        (7, [], None),
    ],
)
def test_first_position_tells_offsets_from_page_numbers(number: int, others: list[int], first: int | None) -> None:
    assert first_position(number, others) == first


def test_posts_of_pages_that_do_not_tell_are_numbered_by_the_fullest_page() -> None:
    pages = [
        (number, [Post("7", f"/{number}", "") for _ in range(count)]) for number, count in ((1, 4), (2, 3), (3, 2))
    ]
    for place, post in enumerate(pages[0][1], 1):
        post.position = place
    late = number_posts(pages)
    assert late == [*pages[1][1], *pages[2][1]]
    assert [post.position for post in late] == [5, 6, 7, 9, 10]


def test_pages_go_out_and_the_crawl_ends_when_learning_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    url, (html, body) = "http://f.test/1", article(1)
    finished: list[Reading | None] = []

    async def finish(reading: Reading | None) -> None:
        finished.append(reading)

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    async def run() -> None:
        own = Crawl.of(crawler)
        site = await own.known_site(url)
        monkeypatch.setattr(own.study.learner, "learn_addresses", broken)
        monkeypatch.setattr(own.study.learner, "learn_rule", broken)
        site.addresses.add(url, None)
        assert own.study.room.waits(PendingPage(Source(html.encode(), url), "article", finish), Visit(url))
        await own.finish_all()
        assert not site.busy
        await own.close()

    asyncio.run(run())
    assert [reading.text if reading else None for reading in finished] == ["\n".join(body)]
    assert crawler.stats is not None
    assert crawler.stats.get_value("newsbody/errors") == 1
    assert "a fault of ours" in caplog.text


def test_addresses_that_the_pages_of_a_site_name_stand_in_memory_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawler = get_crawler(NewsSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = NewsSpider.from_crawler(crawler, url="http://n.test/")
    named: list[list[str]] = []

    async def read(response: HtmlResponse, links: list[str]) -> list[Any]:
        named.append(links)
        return []

    async def run() -> None:
        own = Crawl.of(crawler)
        html = "".join(f"<a href='/2026/{number}.html'>A title</a>" for number in range(20)).encode()
        for number in (30, 31):
            url = f"http://n.test/2026/{number}.html"
            async for _ in spider.parse(HtmlResponse(url, body=html, request=Request(url))):
                pass
        spider.novelty.close(finished=True)
        await own.close()

    monkeypatch.setattr(spider, "_read", read)
    asyncio.run(run())
    one, two = named
    assert len(one) == 20
    assert all(first is second for first, second in zip(one, two, strict=True))


def test_dead_address_beside_its_own_does_not_truncate_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsbody.crawl.assembly.threads.MAX_CUT", 0)
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = ForumSpider.from_crawler(crawler, url="http://f.test/")
    one, two = "http://f.test/thread-1-1.html", "http://f.test/thread-1-2.html"

    async def run() -> list[list[ForumThread]]:
        own = Crawl.of(crawler)
        addresses = (await own.known_site(one)).addresses
        addresses.start_with(resolver())
        addresses.life.found(tried=False)  # on trial its threads would wait
        thread_id = resolver().thread_key(one) or ""
        spider._threads.add(ForumThread(thread_id, one), 1, addresses.look(one).page_id, [addresses.look(two).page_id])
        failed = [spider.items_of_failed(Request(url)) for url in (f"{two}?goto=lastpost", two)]
        spider.novelty.close(finished=True)
        await own.close()
        return failed

    beside, own = asyncio.run(run())
    assert beside == []
    assert [thread.truncated for thread in own] == [True]


def test_thread_waits_for_its_first_page_though_no_other_page_leads_there(tmp_path: Path) -> None:
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = ForumSpider.from_crawler(crawler, url="http://f.test/")
    one, two = "http://f.test/t?id=7", "http://f.test/t?id=7&go=2"
    found = Resolver("f.test", (Route(("t",), ids=("id",), forms=(((), ()),)),), numberings=(Numbering("go"),))

    async def run() -> list[list[ForumThread]]:
        own = Crawl.of(crawler)
        addresses = (await own.known_site(one)).addresses
        addresses.start_with(found)
        addresses.life.found(tried=False)
        threads = []
        for url, links, text in ((two, [], "A later post."), (one, [two], "The first post.")):
            reading = Reading("thread", {"posts": [{"text": text}]})
            items = spider.items_of(HtmlResponse(url, request=Request(url)), reading, links)
            threads.append([item for item in items if isinstance(item, ForumThread)])
        spider.novelty.close(finished=True)
        await own.close()
        return threads

    later, first = asyncio.run(run())
    assert later == []
    assert [[post.text for post in thread.posts] for thread in first] == [["The first post.", "A later post."]]
    assert [thread.truncated for thread in first] == [False]


@pytest.mark.parametrize(("shared", "faults"), [(False, []), (True, [Fault.SHARED])])
def test_titles_of_links_that_need_not_be_fetched_tell_what_else_is_said_of_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool, faults: list[Fault]
) -> None:
    """A list of what happened, in a crawl that fetches only what is new: the threads themselves are known."""
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = ForumSpider.from_crawler(crawler, url="http://f.test/")
    known = Resolver("f.test", (Route(("t", "{n}"), id_hole=0),))
    said = [("/t/7", "Moss on the roof"), *((f"/t/7#c{n}", f"Ann wrote {n} on Moss on the roof") for n in range(5))]
    said = [(url, text.removesuffix(" on Moss on the roof")) for url, text in said] if shared else said
    body = "".join(f'<a href="{url}">{text}</a>' for url, text in [*said, ("/t/8", "Fern in the cellar")])
    weighed: list[Fault | None] = []

    async def run() -> None:
        own = Crawl.of(crawler)
        addresses = (await own.known_site("http://f.test/")).addresses
        addresses.start_with(known)
        addresses.life.found(numbered=False)
        monkeypatch.setattr(own.study, "weigh", lambda url, fault: weighed.append(fault))
        monkeypatch.setattr(
            spider, "_worth", lambda url, response: WorthOfLink(url, Worth.NEW if "#" in url else Worth.NOTHING)
        )
        url = "http://f.test/timeline"
        response = HtmlResponse(url, request=Request(url), body=body.encode())
        assert len(list(spider.links(response))) == 5
        spider.novelty.close(finished=True)
        await own.close()

    asyncio.run(run())
    assert weighed == faults


def test_what_a_later_page_repeats_stands_on_the_first_whichever_comes_first(tmp_path: Path) -> None:
    """A question, and a comment on it, on each page of its answers."""
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = ForumSpider.from_crawler(crawler, url="http://f.test/")
    one, two = "http://f.test/t?id=7", "http://f.test/t?id=7&go=2"
    found = Resolver("f.test", (Route(("t",), ids=("id",), forms=(((), ()),)),), numberings=(Numbering("go"),))
    shown, row = {two: "ABHI", one: "ABCDEFG"}, {"datePublished": None, "datePublishedRaw": None}

    async def run() -> list[Any]:
        own = Crawl.of(crawler)
        addresses = (await own.known_site(one)).addresses
        addresses.start_with(found)
        addresses.life.found(tried=False)
        items = []
        for url, texts in shown.items():
            reading = Reading("thread", {"posts": [{**row, "text": text, "postId": f"p{text}"} for text in texts]})
            items += spider.items_of(HtmlResponse(url, request=Request(url)), reading, [*({one, two} - {url})])
        spider.novelty.close(finished=True)
        await own.close()
        return items

    items = asyncio.run(run())
    assert {post.text: post.position for post in items if isinstance(post, Post)} == dict(
        zip("ABCDEFGHI", range(1, 10), strict=True)
    )
    (thread,) = (item for item in items if isinstance(item, ForumThread))
    assert [(post.text, post.url) for post in thread.posts] == [
        (text, two if text in "HI" else one) for text in "ABCDEFGHI"
    ]


def test_number_that_leads_to_a_later_page_speaks_against_addresses_learned_before_any_thread_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it one alone, with a member's number of posts behind it; the page stays the first of its thread."""
    crawler = get_crawler(ForumSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = ForumSpider.from_crawler(crawler, url="http://f.test/")
    url = "http://f.test/t?id=7"
    links = [(f"{url}&go=10", "2"), ("http://f.test/by?who=3", "32"), (f"{url}&at=9", "open")]
    known = Resolver("f.test", (Route(("t",), ids=("id",)),))
    weighed: list[Fault | None] = []

    async def run() -> list[Any]:
        own = Crawl.of(crawler)
        (await own.known_site(url)).addresses.start_with(known)
        monkeypatch.setattr(own.study, "weigh", lambda url, fault: weighed.append(fault))
        response = HtmlResponse(url, request=Request(url))
        spider._pages.links[response] = links
        items = spider.items_of(response, Reading("thread", {"posts": [{"text": "A post."}]}), [to for to, _ in links])
        spider.novelty.close(finished=True)
        await own.close()
        return items

    items = asyncio.run(run())
    assert weighed == [Fault.UNNUMBERED]
    assert spider._waiting == {}
    assert [item.url for item in items if isinstance(item, Post)] == [url]
    facts = Facts([SeenPage(url, ("A post.",), tuple(links))])
    assert judge_hypothesis(known, facts).against > 0
    assert judge_hypothesis(replace(known, numberings=(Numbering("go", step=10, first=0),)), facts).against == 0


def test_page_number_that_stands_elsewhere_in_the_home_form_is_not_left_out() -> None:
    home = {"path": ["thread-{n}-{n}.html"], "id_hole": 0, "page_hole": 1, "first_page": "1"}
    alias = {"path": ["view"], "ids": ["t"], "page_key": "page", "first_page": "1"}
    data = {"format": 1, "host": "f.test", "topics": [home, alias], "aliases": [1], "origin": "http://f.test"}
    addresses = Addresses(10)
    addresses.start_with(Resolver.from_dict(data))
    same = [("view?t=7&page=2", "thread-7-2.html"), ("view?t=7", "thread-7-1.html")]
    for dynamic, rewritten in same:
        one, other = (addresses.look(f"http://f.test/{path}") for path in (dynamic, rewritten))
        assert one.page_id == other.page_id
        assert one.canonical == f"http://f.test/{dynamic}"
    assert addresses.look("http://f.test/view?t=7&pagenumber=3").is_variant


def test_the_first_cookie_of_a_machine_offline_is_judged_without_a_fetch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fetched(*_: object, **__: object) -> str:
        raise RequestException("no network")

    monkeypatch.setattr(DiskCache, "cached_fetch_url", fetched)
    monkeypatch.setattr(cookies, "_split_domain", TLDExtract(cache_dir=str(tmp_path)))
    Addon().update_settings(Settings())
    assert [cookies._is_public_domain(name) for name in ("co.uk", "paper.co.uk", "github.io")] == [True, False, True]
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("sizes", "firsts"),
    [
        ([11, 10, 10, 4], [1, 12, 22, 32]),
        ([10, 10, 4], [1, 11, 21]),
        ([11, 4], [1, 12]),
        ([7, 10, 10, 4], [1, 11, 21, 31]),
        ([11, 10, 7, 2], [1, 12, 23, 34]),
        ([18, 23], [1, 19]),
        ([18, 18, 20], [1, 19, 37]),
        ([14, 9, 12, 3], [1, 15, 24, 36]),  # with comments, which are not counted
    ],
)
def test_first_page_may_show_the_opening_post_beside_its_answers(sizes: list[int], firsts: list[int]) -> None:
    pages = [(n, [Post("t", f"u{n}", "") for _ in range(size)]) for n, size in enumerate(sizes, 1)]
    assert len(number_posts(pages)) == sum(sizes)
    assert [posts[0].position for _, posts in pages] == firsts


def test_posts_of_pages_that_begin_with_the_last_post_of_the_page_before_are_counted() -> None:
    pages = [(n, [Post("t", f"u{n}", "") for _ in range(size)]) for n, size in enumerate((18, 17, 16, 11), 1)]
    number_posts(pages, overlapping=True)
    assert [posts[0].position for _, posts in pages] == [1, 19, 36, 52]


@pytest.mark.parametrize(("kind", "by_then"), [("article", 3), ("list", 3), ("article", 1)])
def test_short_article_is_given_when_others_show_what_its_address_is_of(
    tmp_path: Path, kind: str, by_then: int
) -> None:
    """Read before them: `/coast/snow/`, with a sentence where bodies stand."""
    crawler = get_crawler(NewsSpider, {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))
    spider = NewsSpider.from_crawler(crawler, url="http://n.test/")
    short = Reading(kind, {"headline": "Snow", "articleBody": "Snow fell."}, in_place=True)
    whole = [Reading("article", {"headline": n, "articleBody": f"Text of {n}. " * 20}) for n in "abc"[:by_then]]

    async def run() -> list[Any]:
        own = Crawl.of(crawler)
        await own.known_site("http://n.test/")
        given = []
        for n, reading in enumerate([short, *whole]):
            url = f"http://n.test/coast/post-{n + 1}-word/"
            given += spider.items_of(HtmlResponse(url, request=Request(url)), reading, [])
        given += [item async for item in spider.unfinished()]
        spider.novelty.close(finished=True)
        await own.close()
        return given

    given = asyncio.run(run())
    assert len(given) == by_then + (by_then == 3)
    assert [item.articleBody for item in given if item.headline == "Snow"] == ["Snow fell."] * (by_then == 3)
