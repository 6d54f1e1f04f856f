"""Limits and guards of a crawl, each of which was once left out by hand and must be missed."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from scrapy import Request, signals
from scrapy.core.engine import ExecutionEngine
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from newsbody.crawl.addresses.link_sample import LinkSample
from newsbody.crawl.addresses.pending import Noted
from newsbody.crawl.ground.to_do import ToDo
from newsbody.crawl.hooks.fetches import Sources, Visits
from newsbody.crawl.hooks.origins import Handover
from newsbody.crawl.learning.actions import LetOut, Read, Work
from newsbody.crawl.learning.rule_life import MAX_SAMPLE_PAGES, RuleLife, State
from newsbody.crawl.learning.site import MAX_ADDRESSES, Site, Sites
from newsbody.crawl.learning.visit import PageState, PendingPage, Visit
from newsbody.crawl.pages.executor import Workers
from newsbody.crawl.pages.fetched import OpenPages, Source
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.pages.tasks import Learnt, learn, read
from newsbody.crawl.session.session import Crawl
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.ground.memory import Spare, malloc_trim
from newsbody.ground.sitememory import SiteMemory
from newsbody.rules.drift import WINDOW
from newsbody.stores import Learned, Profile, SqliteStore
from newsbody.urls.resolver import Resolver
from tests.e2e.pages import HOST, article_page, article_url

RULE = {"kind": "article", "body": ["div.story-text"]}
#: Topics are /2026/local/N.html, lists /list-N.html.
RESOLVER = {
    "format": 1, "host": "news.test", "origin": HOST, "confidence": 0.9,
    "topics": [{"path": ["2026", "local", "{n}.html"], "id_hole": 0}],
    "lists": [{"path": ["list-{n}.html"], "page_hole": 0, "first_page": "1"}],
}  # fmt: skip


def in_a_crawl(check: Callable[[Crawl], Awaitable[None]], folder: Path, **more: Any) -> Crawler:
    """Do something with the parts of a crawl that fetches nothing."""
    crawler = get_crawler(NewsSpider, {"NEWSBODY_PROFILES": str(folder / "profiles.sqlite3"), **more})
    crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=None))

    async def run() -> None:
        own = Crawl.of(crawler)
        await own.known_site(f"{HOST}/")
        await check(own)
        await own.finish_all()
        await own.close()

    asyncio.run(run())
    return crawler


def stat(crawler: Crawler, name: str) -> int:
    assert crawler.stats is not None
    return int(crawler.stats.get_value(f"newsbody/{name}", 0))


def stored(folder: Path, host: str = "news.test") -> Profile:
    store = SqliteStore(folder / "profiles.sqlite3")
    profile = store.load(host)
    store.close()
    assert profile is not None
    return profile


def store(folder: Path, profile: Profile) -> None:
    opened = SqliteStore(folder / "profiles.sqlite3")
    opened.save(profile)
    opened.close()


def page(number: int, finished: list[int], kind: str = "article", url: str | None = None) -> PendingPage:
    async def finish(reading: Reading | None) -> None:
        finished.append(number)

    return PendingPage(Source(article_page(number).encode(), url or article_url(number)), kind, finish)


# --- how long is waited -------------------------------------------------------------------


def test_site_that_shows_no_rule_is_given_up_and_its_pages_wait_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsbody.crawl.learning.rule_life.MAX_SAMPLE_PAGES", 10)
    life = RuleLife("article", 5)
    pages = (Source(b"", article_url(number)) for number in range(1, 31))
    tries = [
        (life.learnt(Learnt(None, SiteMemory()), len(life.sample)), life.tried, life.at_once)
        for source in pages
        if life.sampled(source) is ToDo.LEARN
    ]
    assert tries == [(("not_found", None), 5, False), (("not_found", None), 10, True)]

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        site.rules["article"] = life
        site.order.close()
        assert not own.study.room.waits(page(1, []), Visit(article_url(1)))

    in_a_crawl(check, tmp_path)


def matched(number: int, *, by_rule: bool, text: str = "", share: float = 0.5) -> tuple[Source, Reading]:
    said = {"articleBody": text or f"text {number}"}
    return Source(b"", article_url(number)), Reading("article", said, by_rule, share=share if by_rule else None)


@pytest.mark.parametrize("kind", ["article", "thread"])
@pytest.mark.parametrize("status", ["learned", "pinned"])
def test_pages_of_another_template_are_learned_beside_the_rule_that_still_matches(status: str, kind: str) -> None:
    life = RuleLife(kind, 5)
    life.adopted(Learned.first({**RULE, "kind": kind, "status": status}, 5, "2024-05-01"))
    told = [life.read(*matched(number, by_rule=number % 3 > 0)) for number in range(15)]
    assert (ToDo.LEARN in told, life.incomplete, life.doubted) == (status == "learned", status == "learned", False)
    if status == "pinned":
        return
    how, entry = life.learnt(Learnt({**RULE, "kind": kind, "body": ["div.other"]}, SiteMemory()), 5)
    assert how == "widened"
    assert entry is not None
    assert entry.value["body"] == RULE["body"]
    assert [more["body"] for more in entry.value["more"]] == [["div.other"]]
    assert not life.incomplete


@pytest.mark.parametrize("status", ["learned", "pinned"])
def test_pages_that_show_more_beside_the_posts_of_a_rule_are_learned_on_from(status: str) -> None:
    """They are read by the rule all the same: nothing speaks against it."""
    life = RuleLife("thread", 5)
    life.adopted(Learned.first({**RULE, "kind": "thread", "status": status}, 5, "2024-05-01"))
    told = []
    for number in range(30):
        source, reading = matched(number, by_rule=True)
        reading = replace(reading, shows_more=number % 2 > 0)
        assert life.may_learn_from(reading) == (reading.shows_more and status == "learned")
        told.append(life.read(source, reading))
        if told[-1] is ToDo.LEARN:
            break
    assert (told.count(ToDo.LEARN), life.doubted, life.missed) == (status == "learned", False, 0)
    if status == "learned":
        assert [source.url for source in life.lesson] == [article_url(number) for number in (1, 3, 5, 7, 9)]
        for pages in (5, 10, 20, MAX_SAMPLE_PAGES):
            life.learnt(Learnt(None, SiteMemory()), pages)
        assert not life.may_learn_from(Reading("thread", {}, shows_more=True))  # nothing came of as many as it may be


def test_pages_that_show_no_other_template_are_tried_ever_more_rarely_and_not_for_ever() -> None:
    life = RuleLife("article", 5)
    life.adopted(Learned.first(RULE, 5, "2024-05-01"))
    tries = []
    for number in range(400):
        if life.read(*matched(number, by_rule=number % 3 > 0)) is ToDo.LEARN:
            tries.append((number // 3 + 1, len(life.lesson)))
            life.learnt(Learnt(None, SiteMemory()), len(life.lesson))
    # What was learned from in vain is learned from again, together with as much that is new.
    assert tries == [(count, count) for count in (5, 10, 20, MAX_SAMPLE_PAGES)]


def test_where_ten_pages_showed_one_more_template_the_next_ten_may_show_another() -> None:
    life = RuleLife("article", 5)
    life.adopted(Learned.first(RULE, 5, "2024-05-01"))
    found = iter([None, "div.other", "div.third"])
    tries = []
    for number in range(75):
        if life.read(*matched(number, by_rule=number % 3 > 0)) is ToDo.LEARN:
            body, pages = next(found), len(life.lesson)
            row = {**RULE, "body": [body]} if body else None
            tries.append((pages, life.learnt(Learnt(row, SiteMemory()), pages)[0]))
    assert tries == [(5, "not_found"), (10, "widened"), (10, "widened")]


def test_articles_that_share_a_line_longer_than_any_of_their_own_show_another_template() -> None:
    life = RuleLife("article", 5)
    life.adopted(Learned.first(RULE, 5, "2024-05-01"))
    shared = "This article is for subscribers only. Choose the plan that suits you, and cancel it any time."
    told = []
    for number in range(15):
        own = "\n".join(f"Line {place} of story {number}" for place in range(9))
        told.append(life.read(*matched(number, by_rule=number % 3 > 0, text=f"{own}\n{shared}")))
    assert ToDo.LEARN in told


def test_articles_that_come_again_under_other_addresses_show_no_other_template() -> None:
    life = RuleLife("article", 5)
    life.adopted(Learned.first(RULE, 5, "2024-05-01"))
    # Each third page is one of four that the rule does not match, with what an extractor takes of it now and then.
    for number in range(400):
        text = f"Story {number % 4}, which has a long line.\nSection {number % 7}"
        told = life.read(*matched(number, by_rule=number % 3 > 0, text=text))
        assert told is not ToDo.LEARN, number
    assert len(life.lesson) == 4
    # A site that changed is learned again all the same, though the extractor finds one thing on all its pages.
    told_of = [life.read(*matched(number, by_rule=False, text="Accept")) for number in range(400, 400 + WINDOW)]
    assert ToDo.LEARN in told_of


def test_pages_that_the_rule_matches_show_no_other_template_whatever_the_shape_of_their_bodies() -> None:
    life = RuleLife("article", 5)
    life.adopted(Learned.first(RULE, 5, "2024-05-01"))
    pages = [matched(number, by_rule=True, share=0.5 if number % 3 or number < 9 else 0.05) for number in range(400)]
    assert {life.read(source, reading) for source, reading in pages} == {ToDo.NOTHING}
    # Once all are of another shape it is learned from them.
    asked = 0
    while life.read(*matched(400 + asked, by_rule=True, share=0.05)) is not ToDo.LEARN:
        asked += 1
    assert asked < WINDOW
    assert len(life.lesson) >= 5


def thread_rule(pages: Iterable[int]) -> RuleLife:
    """A rule that these pages showed."""
    life = RuleLife("thread", 5)
    for number in pages:
        life.sampled(Source(b"", article_url(number)))
    life.learnt(Learnt({**RULE, "kind": "thread"}, SiteMemory()), 5)
    return life


@pytest.mark.parametrize(("body", "how"), [("div.other", "learned_again"), (RULE["body"][0], "found_again")])
def test_rule_that_pages_showed_which_are_no_topics_is_learned_anew_from_those_that_are(body: str, how: str) -> None:
    life = thread_rule(range(5))
    old = life.entry
    assert old is not None
    life.readdressed(lambda url: url in map(article_url, range(3, 30)))
    assert (life.state, life.rule, life.at_once) == (State.SAMPLING, None, False)
    life.adopted(old)  # as it stands in the store
    assert life.rule is None
    asked = [life.sampled(Source(b"", article_url(number))) for number in range(10, 15)]
    assert asked[-1] is ToDo.LEARN
    told, entry = life.learnt(Learnt({**RULE, "kind": "thread", "body": [body]}, SiteMemory()), 5)
    assert (told, life.state, life.entry) == (how, State.TRUSTED, entry)
    assert entry is not None
    assert (entry.value["body"], "more" in entry.value) == ([body], False)
    assert entry.generation == old.generation + (how == "learned_again")


def test_rule_that_topics_showed_or_somebody_pinned_stays_when_other_pages_are_topics() -> None:
    life = thread_rule(range(5))
    life.readdressed(lambda url: url in map(article_url, range(2, 30)))
    assert life.state is State.TRUSTED
    pinned = RuleLife("thread", 5)
    pinned.adopted(Learned.first({**RULE, "kind": "thread", "status": "pinned"}, 5, "2024-05-01"))
    pinned.readdressed(lambda url: False)
    assert pinned.state is State.TRUSTED


def test_pages_that_show_no_rule_do_not_bring_back_one_that_other_pages_showed() -> None:
    life = thread_rule(range(5))
    life.readdressed(lambda url: False)
    for number in range(10, 15):
        life.sampled(Source(b"", article_url(number)))
    assert life.learnt(Learnt(None, SiteMemory()), 5) == ("not_found", None)
    assert life.state is State.SAMPLING


def tries(life: RuleLife, pages: Iterable[bool], first: int = 0) -> list[int]:
    """At which of some pages it is tried in vain to learn from them; whether the rule matched each."""
    tried = []
    for number, by_rule in enumerate(pages, first):
        if life.read(*matched(number, by_rule=by_rule)) is ToDo.LEARN:
            tried.append(number)
            life.learnt(Learnt(None, SiteMemory()), len(life.sample))
        assert len(life.sample) <= MAX_SAMPLE_PAGES
    return tried


def test_a_rule_that_half_of_the_pages_miss_is_learned_again_ever_more_rarely() -> None:
    life = RuleLife("article", 5)
    life.adopted(Learned.first(RULE, 5, "2024-05-01"))
    tried = tries(life, (number % 2 == 0 for number in range(4000)))
    assert 3 < len(tried) < 10
    # … but a site that changed is noticed at once, however often it was tried in vain before.
    changed = tries(life, [False] * 4000, 4000)
    assert changed[0] - 4000 <= WINDOW
    assert len(changed) < 10


def test_pages_to_learn_from_take_no_more_memory_than_those_that_wait() -> None:
    size = 100
    sites = Sites(300, 5, waiting_bytes=3 * size)
    for number in range(10):
        site = sites.get(f"{number}.test")
        site.rule("article").sampled(Source(b"x" * size, f"http://{number}.test/1"))
        site.at_work = number == 1
        sites.weigh(site)
        sites.weigh(site)  # once more is the same
    assert [site.host for site in sites if site.kept] == ["1.test", "8.test", "9.test"]
    site.rule("article").forget_sample()
    sites.weigh(site)
    again = sites.get("2.test")
    assert again.rule("article").sampled(Source(b"x", "http://2.test/2")) is ToDo.NOTHING
    sites.weigh(again)
    assert [site.host for site in sites if site.kept] == ["1.test", "8.test", "2.test"]


def test_pages_that_tell_what_addresses_mean_take_no_more_memory_either(tmp_path: Path) -> None:
    size = 1000

    async def check(own: Crawl) -> None:
        for number in range(10):
            for page in range(3):
                source = Source(b"x" * size, f"http://{number}.test/{page}")
                own.study.show(source)
                own.site(source.url).rule("article").sampled(source)  # the same page, counted once
        assert {site.host: len(site.shown) for site in own.sites if site.shown} == {"8.test": 3, "9.test": 3}
        site = own.sites.get("9.test")
        site.addresses.start_with(Resolver.from_dict(RESOLVER))
        own.study.show(Source(b"x" * size, "http://9.test/4"))
        assert not site.addresses.life.collects
        assert not site.shown, "it is certain what they mean"

    in_a_crawl(check, tmp_path, NEWSBODY_WAITING_BYTES=6 * size)


def test_addresses_to_learn_from_are_bounded_over_all_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.learning.site.MAX_ADDRESSES", 300)
    sites = Sites(300, 5, tries_addresses=True, waiting_bytes=1_000_000)
    for number in range(10):
        site = sites.get(f"{number}.test")
        for page in range(100):
            site.addresses.add(f"http://{number}.test/{page}", 20)
            site.addresses.note(f"http://{number}.test/{page}", None)
        site.at_work = number == 1  # something waits for it
        if number == 2:  # what it left out is to go out should its resolver prove wrong
            site.addresses.start_with(Resolver.from_dict(RESOLVER))
            site.addresses.left_out(f"{HOST}/other", "asked")
        sites.weigh(site)
    assert [site.host for site in sites if site.addresses.kept] == ["1.test", "2.test", "9.test"]
    again = sites.get("3.test").addresses
    again.add("http://3.test/1", 20)
    assert again.anything_new, "it is learned from what comes"
    monkeypatch.undo()
    assert MAX_ADDRESSES * 1_800 <= 100_000_000


def test_trees_of_pages_that_wait_are_bounded_as_those_of_pages_that_were_read(tmp_path: Path) -> None:
    async def check(own: Crawl) -> None:
        own.reader._open = OpenPages(300)
        sources = []
        for number in range(5):
            response = HtmlResponse(article_url(number), body=b"<p>".ljust(100), request=Request(article_url(number)))
            assert response.css("p")
            source = own.part(Sources).of(response)
            assert source is not None
            sources.append(source)
            page = PendingPage(source, "article", AsyncMock(), ahead=number == 0, state=PageState.WAITING)
            own.part(Visits).of(response).pages.append(page)
            own.part(Visits).ended(response)
        # The first is being read: to let go of its tree would be to parse it twice.
        assert [source.tree is not None for source in sources] == [True, False, True, True, True]

    in_a_crawl(check, tmp_path)


def test_sample_of_a_rule_that_is_not_to_be_learned_again_does_not_grow(tmp_path: Path) -> None:
    async def check(own: Crawl) -> None:
        life = (await own.known_site(f"{HOST}/")).rule("article")
        life.adopted(Learned({**RULE, "status": "pinned"}, 5, "2026-01-01"))
        for number in range(3 * WINDOW):
            life.read(Source(b"", article_url(number)), Reading("article"))
        assert 0 < len(life.sample) <= life.next_try

    in_a_crawl(check, tmp_path)


def test_of_the_pages_that_a_rule_does_not_match_few_are_kept(tmp_path: Path) -> None:
    finished: list[int] = []

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        for number in range(WINDOW + 3):
            await own.run(own.study.room.keep_unmatched(site, page(number, finished, "topic")))
        assert finished == [0, 1, 2]

    in_a_crawl(check, tmp_path)


def test_pages_that_a_rule_does_not_match_are_kept_while_their_site_learns(tmp_path: Path) -> None:
    finished: list[int] = []

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        site.at_work = True
        for number in range(WINDOW + 3):
            await own.run(own.study.room.keep_unmatched(site, page(number, finished, "topic")))
        assert finished == []
        site.at_work = False
        await own.run(own.study.room.keep_unmatched(site, page(WINDOW + 3, finished, "topic")))
        assert finished == [0, 1, 2, 3]

    in_a_crawl(check, tmp_path)


@pytest.mark.parametrize(
    ("kind", "left", "unwanted", "lessons"),
    [("topic", 9, 0, [9]), ("topic", 4, 0, []), ("topic", 9, 5, []), ("article", 9, 0, [])],
)
def test_pages_of_threads_that_wait_to_the_end_are_learned_from_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, left: int, unwanted: int, lessons: list[int]
) -> None:
    """Five of them said nothing, and ten are waited for; ``unwanted``: those that are known to be no topics by now."""
    finished, learned = list[int](), list[int]()

    def learn_rule(site: Site, life: RuleLife) -> Work[None]:
        learned.append(len(life.lesson))
        yield from ()

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        monkeypatch.setattr(own.study.learner, "learn_rule", learn_rule)
        no_topics = [article_url(number) for number in range(unwanted)]
        monkeypatch.setattr(own.study.room, "is_wanted", lambda site, page: page.source.url not in no_topics)
        for number in range(left):
            one = page(number, finished, kind)
            site.rule_of(one).adopted(Learned.first({**RULE, "kind": site.rule_of(one).kind}, 5, "2024-05-01"))
            site.rule_of(one).sample_pages = 5
            await own.run(own.study.room.keep_unmatched(site, one))
        await own.run(own.study._decide(site))
        assert finished == [*range(left)]

    in_a_crawl(check, tmp_path)
    assert learned == lessons


@pytest.mark.parametrize("wanted", [None, False, True])
def test_a_page_that_is_known_to_be_no_topic_by_now_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: bool | None
) -> None:
    readings = list[Reading | None]()

    async def finish(reading: Reading | None) -> None:
        readings.append(reading)

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        monkeypatch.setattr(own.study.room, "is_wanted", lambda site, page: wanted)
        one = PendingPage(Source(article_page(1).encode(), article_url(1)), "topic", finish)
        await own.run(own.study.room.keep_unmatched(site, one))
        await own.run(own.study.room.read_unmatched(site, "thread"))

    in_a_crawl(check, tmp_path)
    assert [reading is None for reading in readings] == [wanted is False]


def test_a_page_that_was_read_while_another_rule_was_learned_is_read_by_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(own: Crawl) -> None:
        site, room = await own.known_site(f"{HOST}/"), own.study.room
        monkeypatch.setattr(room, "is_wanted", lambda *_: True)
        life = site.rule("thread")
        life.adopted(Learned({"kind": "thread", "body": ["div.old"]}, 5, "2026-01-01"))
        one = page(1, [], "topic")
        steps = room.finish(one)
        assert isinstance(next(steps), Read)
        life.adopted(Learned({"kind": "thread", "body": ["div.new"]}, 5, "2026-01-02"))
        assert isinstance(steps.send(Reading("thread")), Read)
        with pytest.raises(StopIteration):
            steps.send(Reading("thread"))  # known to be the page's fault: it waits
        assert one.state is PageState.UNMATCHED

    in_a_crawl(check, tmp_path)


@pytest.mark.parametrize(
    ("reading", "waits"),
    [
        (Reading("article", by_rule=True, shows_more=True), True),
        (Reading("article", by_rule=True), False),
        (Reading("article"), False),
        (Reading("list"), False),
    ],
)
def test_an_article_that_shows_more_than_its_rule_knows_waits(reading: Reading, waits: bool, tmp_path: Path) -> None:
    async def check(own: Crawl) -> None:
        site, room = await own.known_site(f"{HOST}/"), own.study.room
        site.rule("article").adopted(Learned({"kind": "article", "body": ["div.old"]}, 5, "2026-01-01"))
        one = page(1, [])
        steps = room.finish(one)
        assert isinstance(next(steps), Read)
        if waits:
            with pytest.raises(StopIteration):
                steps.send(reading)
        else:
            assert isinstance(steps.send(reading), LetOut)
        assert one.state is (PageState.UNMATCHED if waits else PageState.OUT)

    in_a_crawl(check, tmp_path)


def test_room_of_pages_that_wait_no_longer_is_free_again(tmp_path: Path) -> None:
    finished: list[int] = []
    size = len(article_page(1).encode())

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        room = own.study.room
        for number in range(1, 9):
            one = page(number, finished)
            assert room.waits(one, Visit(one.source.url))
            room.release(site, one)
            await own.run(room.keep_unmatched(site, page(number, finished, "topic")))
            await own.run(room.let_out_unmatched(site, "thread"))

    crawler = in_a_crawl(check, tmp_path, NEWSBODY_WAITING_BYTES=3 * size)
    assert stat(crawler, "waits_cut_short") == 0
    assert sorted(finished) == sorted([*range(1, 9)] * 2)


def test_pages_that_are_not_learned_from_are_not_kept_when_they_are_out(tmp_path: Path) -> None:
    finished: list[int] = []

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        room = own.study.room
        pages = [page(number, finished) for number in range(1, 6)]
        for one in pages:
            assert room.waits(one, Visit(one.source.url))
            room.pass_over(site, one)
        assert site.passed_over == pages
        for one in pages:
            room.release(site, one)
        await own.background.done()
        assert sorted(finished) == [1, 2, 3, 4, 5]
        assert not site.passed_over

    in_a_crawl(check, tmp_path)


def test_when_too_many_bytes_wait_the_site_that_holds_most_decides(tmp_path: Path) -> None:
    finished: list[int] = []
    size = len(article_page(1).encode())

    async def check(own: Crawl) -> None:
        await own.known_site("http://other.test/")
        # Something is under way on each: neither is over by itself.
        for host in (HOST, "http://other.test"):
            own.site(f"{host}/").order.expect(f"{host}/one-that-is-under-way")
        own.study.starts_are_over()
        for number, url in ((1, article_url(1)), (2, article_url(2)), (3, "http://other.test/3.html")):
            assert own.study.room.waits(page(number, finished, url=url), Visit(url))
        await own.background.done()
        assert sorted(finished) == [1, 2]

    crawler = in_a_crawl(check, tmp_path, NEWSBODY_WAITING_BYTES=int(2.5 * size))
    assert stat(crawler, "waits_cut_short") == 1
    assert sorted(finished) == [1, 2, 3]


def test_site_is_over_with_a_page_that_nothing_led_to_and_learns_from_that_as_well(tmp_path: Path) -> None:
    finished: list[int] = []

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        own.study.starts_are_over()
        own.study.discovery.expect(article_url(1), 20)
        for number in (2, 1):  # nothing led to the first
            one = page(number, finished)
            visit = Visit(one.source.url, links=[(article_url(3), 20)] if number == 2 else [])
            assert own.study.room.waits(one, visit)
            own.study.discovery.ended(visit, start=False)
        await own.background.done()
        assert not finished, "the page that nothing led to leads to another one"
        own.study.discovery.failed(article_url(3), start=False)
        await own.background.done()
        assert sorted(finished) == [1, 2]
        assert len(site.rule("article").sample) == 2

    in_a_crawl(check, tmp_path)


def test_what_is_noted_of_thousands_of_addresses_is_small() -> None:
    urls = [article_url(number) for number in range(2000)]
    noted, sample = Noted(len(urls)), LinkSample(len(urls))
    tracemalloc.start()
    for url in urls:
        noted.add(url, object())
        for other in urls[:30]:
            noted.named(url, other)
            sample.add(url, len(other))
        noted.came(url)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken < 150 * len(urls)
    assert not noted.is_only_named_by(urls[0], lambda _: True), "so many pages that all do"


def test_site_that_somebody_else_asked_for_is_known_when_it_is_loaded(tmp_path: Path) -> None:
    entry = Learned.first({**RULE, "status": "pinned"}, 5, "2026-01-01")
    store(tmp_path, Profile("other.test", rules={"article": entry}))

    async def check(own: Crawl) -> None:
        assert not own.site("http://other.test/").loaded
        site = await own.known_site("http://other.test/")
        assert site.loaded
        assert site.rule("article").at_once

    in_a_crawl(check, tmp_path)


# --- what is learned from -----------------------------------------------------------------


def test_lists_are_not_learned_from_however_they_look(tmp_path: Path) -> None:
    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        site.addresses.start_with(Resolver.from_dict(RESOLVER))
        for number in range(1, 4):
            for url in (article_url(number), f"{HOST}/list-{number}.html"):
                one = page(number, [], url=url)
                visit = Visit(url)
                assert own.study.room.waits(one, visit)
                site.order.expect(url)
                site.order.end(visit)
        site.order.expect(f"{HOST}/one-that-is-under-way")
        own.study.starts_are_over()
        await own.background.done()
        assert {source.url for source in site.rule("article").sample} == {article_url(n) for n in range(1, 4)}

    in_a_crawl(check, tmp_path)


@pytest.mark.parametrize(
    ("confidence", "kind", "used"), [(0.69, "article", 0), (0.71, "article", 1), (0.1, "thread", 1)]
)
def test_how_sure_a_resolver_must_be(
    confidence: float, kind: str, used: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learn(*_: object) -> dict[str, Any]:
        return {**RESOLVER, "confidence": confidence}

    monkeypatch.setattr("newsbody.crawl.pages.page_evidence.learn_addresses", learn)

    async def check(own: Crawl) -> None:
        site = await own.known_site(f"{HOST}/")
        for number in range(9):
            site.addresses.add(article_url(number), 20)
        own.study.decide(site)
        await own.background.done()
        assert (site.addresses.resolver is not None) == bool(used)

    assert stat(in_a_crawl(check, tmp_path, NEWSBODY_KIND=kind), "resolvers_learned") == used


def test_rule_that_many_pages_doubt_at_once_is_learned_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*args: Any) -> Any:
        time.sleep(0.2)
        return learn(*args)

    monkeypatch.setattr("newsbody.crawl.pages.tasks.learn", slowly)

    async def check(own: Crawl) -> None:
        life = (await own.known_site(f"{HOST}/")).rule("article")
        life.adopted(Learned.first({**RULE, "body": ["div.of-before"]}, 5, "2026-01-01"))
        pages = [page(number, []) for number in range(1, 13)]
        await asyncio.gather(*(own.read(one.source, "article") for one in pages))

    crawler = in_a_crawl(check, tmp_path)
    assert (stat(crawler, "drift"), stat(crawler, "rules_learned_again")) == (1, 1)


# --- what is kept, and what is let go ------------------------------------------------------


def test_evidence_of_a_site_that_is_let_go_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.learning.site.MAX_SITES", 1)

    async def check(own: Crawl) -> None:
        life = (await own.known_site(f"{HOST}/")).rule("article")
        assert life.rule is not None
        for number in range(1, 4):
            life.read(Source(b"", article_url(number)), Reading("article", by_rule=True))
        await own.known_site("http://other.test/")
        assert [site.host for site in own.sites] == ["other.test"]
        assert stored(tmp_path).rules["article"].value["evidence"]["matched"] == 3

    store(
        tmp_path, Profile("news.test", rules={"article": Learned.first({**RULE, "status": "pinned"}, 5, "2026-01-01")})
    )
    in_a_crawl(check, tmp_path)


def test_items_that_are_dropped_on_their_way_are_forgotten() -> None:
    crawler = get_crawler()
    handover = Handover(crawler)
    item = {"url": article_url(1)}
    for signal, more in (
        (signals.item_dropped, {"exception": DropItem(""), "response": None}),
        (signals.item_error, {"failure": None, "response": None}),
        (signals.item_scraped, {"response": None}),
    ):
        handover.give(item, Source(b"", article_url(1)), "article")
        crawler.signals.send_catch_log(signal, item=item, spider=None, **more)
        assert handover.take(item) is None


# --- memory of the process ----------------------------------------------------------------


def test_free_memory_goes_back_after_some_seconds_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    spare = Spare(asked.append, every=0.01)
    monkeypatch.setattr("newsbody.crawl.pages.executor.SPARE", spare)

    async def run(work: Callable[[], int], times: int) -> None:
        workers = Workers()
        for _ in range(times):
            await workers.run(work)
        workers.close()

    asyncio.run(run(lambda: 1, 3))
    assert not asked
    asyncio.run(run(lambda: sum(range(500_000)), 20))
    assert 1 <= len(asked) <= 20
    assert set(asked) == {0}


def test_an_allocator_that_gives_nothing_back_is_left_alone() -> None:
    Spare(None, every=0.0).worked(1.0)
    assert (malloc_trim() is not None) == (platform.libc_ver()[0] == "glibc")


_LARGE_PIECES = """
import asyncio, ctypes
from newsbody.ground.memory import LARGE, tune_own_process
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", *"123456")]

libc.mallinfo2.restype = Info
tune_own_process()
libc.free(libc.malloc(100 * LARGE))  # glibc would have pieces of up to this size leave holes from here on
before = libc.mallinfo2().hblks
libc.malloc(10 * LARGE)
print(libc.mallinfo2().hblks - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another library allocates")
@pytest.mark.parametrize(("said", "apart"), [({}, "1"), ({"MALLOC_MMAP_THRESHOLD_": "9000000"}, "0")])
def test_large_pieces_of_memory_leave_no_holes(said: dict[str, str], apart: str) -> None:
    """Unless the user of the process said how large they have to be."""
    names = os.environ.keys() - {"MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"}
    env = {name: os.environ[name] for name in names} | said
    done = subprocess.run([sys.executable, "-c", _LARGE_PIECES], env=env, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (apart, "")


def test_of_a_text_in_data_it_is_told_how_much_is_not_read() -> None:
    data = {"@type": "NewsArticle", "headline": "A bridge", "articleBody": "The bridge is closed.\n" * 25_000}
    page = f'<script type="application/ld+json">{json.dumps(data)}</script><h1>A bridge</h1>'
    reading = read(Source(page.encode(), f"{HOST}/1"), "article", None, SiteMemory(), "auto")
    assert len(reading.text) > 100_000
    assert reading.unread > 10_000
