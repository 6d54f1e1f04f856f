"""Responses as pages, and what of a page depends on when it was fetched."""

from __future__ import annotations

import asyncio
import gc
import pickle
import tracemalloc
import weakref
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from lxml import etree
from scrapy.http import HtmlResponse, Request, Response
from scrapy.utils.test import get_crawler

import newsbody.page.page as page_module
from newsbody import metadata
from newsbody.article import ARTICLE_FIELDS
from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.hooks.fetches import Sources, fetched_at, forget_parsed
from newsbody.crawl.pages import fetched
from newsbody.crawl.pages.executor import TookTooLong
from newsbody.crawl.pages.fetched import OpenPages, Source
from newsbody.crawl.pages.reader import MAX_LAG, MAX_QUICK, Reader
from newsbody.crawl.pages.reading import BODY_ONLY, NOTHING, PLACE, Reading
from newsbody.crawl.pages.tasks import learn, read
from newsbody.crawl.sources.feed import read_feed
from newsbody.extractors.auto.extractor import Auto
from newsbody.ground.sitememory import SiteMemory
from newsbody.stores import Learned
from tests.e2e.pages import HOST, article_page

NOW = datetime(2024, 5, 6, 12, 30, tzinfo=UTC)
RULE = {
    "kind": "thread", "body": ["div.words"], "post": ["div.post"], "author": "b.who", "time": "span.when",
}  # fmt: skip


def response(date: str | None) -> HtmlResponse:
    headers = {"Content-Type": "text/html; charset=gbk"} | ({"Date": date} if date else {})
    return HtmlResponse(f"{HOST}/", body="<p>你好</p>".encode("gbk"), headers=headers)


def test_a_page_is_fetched_when_its_server_says_so() -> None:
    assert fetched_at(response("Mon, 06 May 2024 12:30:00 GMT")) == NOW


@pytest.mark.parametrize(
    "date", [None, "yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT", "Mon, 99 May"]
)
def test_a_server_without_a_clock_is_not_believed(date: str | None) -> None:
    assert abs(fetched_at(response(date)) - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_response_is_one_page_and_what_is_no_html_is_none() -> None:
    sources, one = Sources(get_crawler()), response(None)
    source = sources.of(one)
    assert source is not None
    assert source is sources.of(one)
    assert (source.url, source.encoding) == (f"{HOST}/", "gb18030")
    assert sources.of(Response(f"{HOST}/a.png")) is None
    assert sources.of(None) is None


def test_times_told_from_now_are_dates_where_it_is_known_when_the_page_was_fetched() -> None:
    posts = "".join(
        f'<div class="post"><b class="who">Ann {n}</b> <span class="when">{when}</span>'
        f'<div class="words">Words {n}</div></div>'
        for n, when in enumerate(("2024-01-02 03:04", "昨天 10:20", "3 hours ago"))
    )
    data = f"<html><body>{posts}</body></html>".encode()
    times = {
        fetched: [
            post["datePublished"]
            for post in read(Source(data, HOST, "utf-8", fetched), "thread", RULE, SiteMemory(), "cecs").fields["posts"]
        ]
        for fetched in (None, NOW)
    }
    assert times[None] == ["2024-01-02T03:04:00", None, None]
    assert times[NOW] == ["2024-01-02T03:04:00", "2024-05-05T10:20:00", "2024-05-06T09:30:00Z"]


@pytest.mark.parametrize(
    ("times", "is_turned"),
    [
        (("2024-01-04 10:00", "2024-01-03 10:00", "2024-01-02 10:00"), True),
        (("2024-01-02 10:00", "2024-01-03 10:00", "2024-01-04 10:00"), False),
        (("2024-01-02 10:00", "2024-01-02", "2024-01-02"), False),
        (("2024-01-02", "2024-01-02", "2024-01-02"), False),
    ],
)
def test_a_page_that_shows_the_newest_post_first_is_read_from_its_end(times: tuple[str, ...], is_turned: bool) -> None:
    posts = "".join(
        f'<div class="post"><b class="who">Ann {n}</b> <span class="when">{when}</span>'
        f'<div class="words">Words {n}</div></div>'
        for n, when in enumerate(times)
    )
    reading = read(Source(f"<body>{posts}</body>".encode(), HOST), "thread", RULE, SiteMemory(), "cecs")
    shown = [post["text"] for post in reading.fields["posts"]]
    assert shown == [f"Words {n}" for n in ((2, 1, 0) if is_turned else (0, 1, 2))]


@pytest.mark.parametrize(
    ("line", "date"),
    [("2 hours ago", "2024-05-06T10:30:00Z"), ("today", None), ("3 hours ago, on 2 May 2024", "2024-05-02")],
)
def test_articles_are_dated_from_now_only_where_nothing_else_dates_them(line: str, date: str | None) -> None:
    data = article_page(1).replace("</h1>", f"</h1><p>{line}</p>").encode()
    source = Source(data, f"{HOST}/a.html", "utf-8", NOW, wanted=frozenset(("articleBody", "datePublished")))
    fields = read(source, "article", None, SiteMemory(), "cecs").fields
    assert fields["datePublished"] == date


@pytest.mark.parametrize("name", ["articleBodyHtml", "images", "datePublished", PLACE])
def test_what_is_not_wanted_of_a_page_is_not_made(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def called(*_: object, **__: object) -> None:
        raise AssertionError("made")

    for made in ("article.body_html", "article.body_images", "metadata.read_metadata"):
        monkeypatch.setattr(f"newsbody.{made}", called)
    monkeypatch.setattr("newsbody.urls.article_pages.place_of", called)
    page = article_page(1).encode()
    fields = read(Source(page, f"{HOST}/a.html"), "article", None, SiteMemory(), "cecs").fields
    assert list(fields) == ["articleBody"]
    assert fields["articleBody"]
    with pytest.raises(AssertionError, match="made"):
        read(
            Source(page, f"{HOST}/a.html", wanted=frozenset(("articleBody", name))),
            "article",
            None,
            SiteMemory(),
            "cecs",
        )


def test_a_page_is_parsed_judged_and_asked_for_its_metadata_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[str] = Counter()

    def count(where: Any, name: str) -> None:
        function = getattr(where, name)

        def counting(*args: Any, **kwargs: Any) -> Any:
            counts[name] += 1
            return function(*args, **kwargs)

        monkeypatch.setattr(where, name, counting)

    count(fetched, "parse")
    count(page_module, "flatten_visible")
    count(Auto, "judge")
    count(metadata, "read_metadata")
    wanted = frozenset(("articleBody", "headline", "authors", "articleBodyHtml"))
    sources = [Source(article_page(n).encode(), f"{HOST}/{n}.html", wanted=wanted) for n in range(5)]
    for source in sources:
        read(source, "article", None, SiteMemory(), "auto")
    learnt = learn("article", sources, "auto", "2024-05-06")
    assert learnt.rule
    for source in sources:
        assert read(source, "article", learnt.rule, learnt.memory, "auto").by_rule
    assert counts == {"parse": 5, "flatten_visible": 5, "judge": 5, "read_metadata": 5}


def spider_response(page: bytes, encoding: str = "utf-8") -> HtmlResponse:
    """A response of which a spider made a selector."""
    made = HtmlResponse(f"{HOST}/a.html", body=page, headers={"Content-Type": f"text/html; charset={encoding}"})
    made.css("a")
    return made


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_the_tree_of_a_spider_is_read_and_not_changed(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = article_page(1).replace("Town Paper", "城市").encode(encoding)
    expected = Source(page, f"{HOST}/a.html", encoding).open("cecs").judged.body().text
    made = spider_response(page, encoding)
    before = etree.tostring(made.selector.root)
    monkeypatch.delattr("newsbody.crawl.pages.fetched.parse")
    source = Sources(get_crawler()).of(made)
    assert source
    assert source.open("cecs").judged.body().text == expected
    assert source.open("cecs").page.root is made.selector.root
    assert etree.tostring(made.selector.root) == before


@pytest.mark.parametrize(
    ("page", "encoding"),
    [
        (article_page(1).encode(), "gbk"),  # Scrapy believes what is declared
        (article_page(1).replace("</title>", "").encode(), "utf-8"),
        (b"words in front" + article_page(1).encode(), "utf-8"),
    ],
)
def test_a_tree_of_what_we_would_read_otherwise_is_not_taken(page: bytes, encoding: str) -> None:
    made = spider_response(page, encoding)
    source = Sources(get_crawler()).of(made)
    assert source
    assert source.open("cecs").page.root is not made.selector.root


def test_pages_over_the_limit_are_closed_those_used_last_stay_open() -> None:
    pages = OpenPages(limit=250)
    one, two, three = (Source(b"<p>" + bytes([n]) * 97, f"{HOST}/{n}") for n in b"abc")
    opened = {source: source.open("cecs") for source in (one, two, three)}
    for source in (one, two, one, three):
        pages.used(source)
    assert [source.open("cecs") is opened[source] for source in (one, two, three)] == [True, False, True]


def test_a_page_larger_than_the_limit_is_closed_at_once() -> None:
    pages, large = OpenPages(limit=10), Source(b"<p>words and words</p>", HOST)
    opened = large.open("cecs")
    pages.used(large)
    assert large.open("cecs") is not opened


def test_a_page_goes_to_another_process_without_its_tree() -> None:
    source = Sources(get_crawler()).of(spider_response(article_page(1).encode()), ["headline"])
    assert source
    source.open("cecs").page  # noqa: B018
    copy = pickle.loads(pickle.dumps(source))
    assert (copy.data, copy.url, copy.wanted) == (source.data, source.url, source.wanted)
    assert copy.tree is None


def test_a_response_that_waits_keeps_no_tree_and_its_page_is_still_read_from_it() -> None:
    made = spider_response(article_page(1).encode())
    source = Sources(get_crawler()).of(made)
    assert source
    tree = made.selector.root
    forget_parsed(made)
    assert made._cached_selector is None
    assert source.open("cecs").page.root is tree
    assert made.css("title::text").get()  # made again for whoever asks


def test_what_is_known_of_a_response_does_not_keep_it_in_memory() -> None:
    sources = Sources(get_crawler())
    made = spider_response(article_page(1).encode())
    source = sources.of(made)
    assert source
    source.open("cecs").page  # noqa: B018
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None


def test_whoever_downloads_waits_while_reading_lags(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[str]:
        done: list[str] = []
        reader = Reader(CrawlSettings(), lambda _: None, lambda *_: None)
        may_end = asyncio.Event()

        async def slowly(*_: object) -> Reading:
            await may_end.wait()
            done.append("read")
            return Reading("article")

        monkeypatch.setattr(reader._workers, "run", slowly)
        await reader.caught_up()  # nothing is to be read
        reading = asyncio.ensure_future(reader.read(Source(b"x" * (MAX_LAG + 1), HOST), "article", None, SiteMemory()))
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(reader.caught_up())
        waiting.add_done_callback(lambda _: done.append("went on"))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        may_end.set()
        await asyncio.gather(reading, waiting)
        reader.close()
        return done

    assert asyncio.run(run()) == ["read", "went on"]


def _read_by(
    source: Source, rule: dict[str, Any], monkeypatch: pytest.MonkeyPatch, processes: int = 0
) -> tuple[Reading, list[object], Counter[str]]:
    """What a page gave, with what rule it was read beside the event loop if it was, and what was counted."""
    counts: Counter[str] = Counter()
    told: list[object] = []

    async def beside(_: object, source: Source, __: str, given: object, *___: object) -> Reading:
        told.append(given)
        return Reading("article", asked=source.wanted)

    async def run() -> Reading:
        settings = CrawlSettings(processes=processes)
        reader = Reader(settings, lambda what: counts.update([what]), lambda *_: None)
        monkeypatch.setattr(reader._workers, "run", beside)
        reading = await reader.read(source, "article", Learned.first(rule, 5, "2026-01-01"), SiteMemory())
        reader.close()
        return reading

    return asyncio.run(run()), told, counts


STORY = {"kind": "article", "body": ["div.story-text"]}


FIELDS = frozenset((*ARTICLE_FIELDS, PLACE)) - {"comments"}


@pytest.mark.parametrize("wanted", [BODY_ONLY, FIELDS])
def test_a_rule_reads_a_page_at_once_whose_tree_is_there(
    monkeypatch: pytest.MonkeyPatch, wanted: frozenset[str]
) -> None:
    source, again = (replace(page_with_tree(article_page(1).encode()), wanted=wanted) for _ in range(2))
    reading, told, counts = _read_by(source, STORY, monkeypatch)
    assert reading == read(again, "article", STORY, SiteMemory(), "auto")
    assert reading.by_rule
    assert not told
    assert counts == {"pages_by_rule": 1}


@pytest.mark.parametrize(
    ("rule", "wanted", "beside"),
    [
        (STORY | {"body": ["div.elsewhere"]}, BODY_ONLY, ""),
        (STORY | {"body": ["div.elsewhere"]}, FIELDS, ""),
        (STORY, FIELDS | {"comments"}, ""),
        (STORY, FIELDS, "<!--" + "x" * MAX_QUICK + "-->"),
    ],
    ids=["no match", "no match, all fields", "comments", "large"],
)
def test_a_page_that_takes_long_is_read_beside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, rule: dict[str, Any], wanted: frozenset[str], beside: str
) -> None:
    source = replace(page_with_tree((article_page(1) + beside).encode()), wanted=wanted)
    assert _read_by(source, rule, monkeypatch)[1] == [rule]


@pytest.mark.parametrize(("wanted", "told"), [(BODY_ONLY, []), (FIELDS, [STORY])])
def test_where_other_processes_read_all_fields_are_theirs(
    monkeypatch: pytest.MonkeyPatch, wanted: frozenset[str], told: list[object]
) -> None:
    source = replace(page_with_tree(article_page(1).encode()), wanted=wanted)
    assert _read_by(source, STORY, monkeypatch, processes=2)[1] == told


@pytest.mark.parametrize(("wanted", "order"), [(FIELDS, ["first", "second"]), (FIELDS - {PLACE}, ["second", "first"])])
def test_where_places_are_asked_for_no_page_overtakes_another(
    wanted: frozenset[str], order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> list[str]:
        read_in_order: list[str] = []
        reader = Reader(CrawlSettings(), lambda _: None, lambda source, *_: read_in_order.append(source.url))
        queue = asyncio.Lock()

        async def beside(_: object, source: Source, *__: object) -> Reading:
            async with queue:
                await asyncio.sleep(0.01)
                return Reading("article", asked=source.wanted)

        monkeypatch.setattr(reader._workers, "run", beside)
        entry, memory = Learned.first(STORY, 5, "2026-01-01"), SiteMemory()
        data = article_page(1).encode()
        first, second = Source(data, "first", wanted=wanted), replace(page_with_tree(data), url="second", wanted=wanted)
        reading = asyncio.ensure_future(reader.read(first, "article", entry, memory))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.gather(reading, reader.read(second, "article", entry, memory))
        reader.close()
        return read_in_order

    assert asyncio.run(run()) == order


def test_a_page_without_a_tree_is_read_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _read_by(Source(article_page(1).encode(), HOST), STORY, monkeypatch)[1] == [STORY]


def test_a_page_that_is_kept_to_be_learned_from_keeps_its_bytes_and_not_what_was_read_of_it() -> None:
    async def run() -> None:
        # What there is when a crawl begins is never collected.
        reader, memory = Reader(CrawlSettings(), lambda _: None, lambda *_: None), SiteMemory()
        response = spider_response(article_page(1).encode())
        source = Sources(get_crawler()).of(response)
        assert source is not None
        first = weakref.ref(await reader.read(source, "article", None, memory))
        assert first() is not None, "of a page there may be several items"
        del response
        for _ in range(100):  # until the loop, and the thread that may have read it, are done with it
            await asyncio.sleep(0.01)
            gc.collect()
            if first() is None:
                break
        assert first() is None
        again = await reader.read(source, "article", None, memory)
        assert again.text
        reader.close()

    asyncio.run(run())


def test_a_page_that_takes_too_long_is_said_in_a_line_whatever_is_asked_of_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    counts: Counter[str] = Counter()
    source = Source(b"<p>", HOST)

    async def late(*_: object) -> None:
        raise TookTooLong("not done after 60 seconds")

    async def run() -> list[object]:
        reader = Reader(CrawlSettings(), lambda what: counts.update([what]), lambda *_: None)
        monkeypatch.setattr(reader._workers, "run", late)
        read = await reader.read(source, "article", None, SiteMemory())
        return [read, await reader.shows_posts(source), await reader.threads_among([source])]

    assert asyncio.run(run()) == [NOTHING, False, 0]
    assert counts == {"pages_too_long": 3}
    assert [record.exc_info for record in caplog.records] == [None] * 3
    assert "(not done after 60 seconds)" in caplog.text


def test_a_page_that_breaks_a_rule_leaves_its_item_without_a_body(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    source = page_with_tree(article_page(1).encode())
    source.tree = lambda _: 1 / 0  # type: ignore[assignment,return-value]
    reading, told, counts = _read_by(source, STORY, monkeypatch)
    assert (reading, told, counts) == (NOTHING, [], {"errors": 1})
    assert "its item stays without a body" in caplog.text


def page_with_tree(data: bytes) -> Source:
    """A page as a spider leaves it that has looked for something."""
    source = Sources(get_crawler()).of(spider_response(data))
    assert source
    assert source.tree
    return source


def test_a_page_that_was_read_is_let_go_at_once_and_not_when_garbage_is_collected() -> None:
    source = Source(article_page(1).encode(), HOST, wanted=frozenset(ARTICLE_FIELDS))
    gc.collect()
    gc.disable()  # a tree takes twenty times the bytes of its page
    try:
        read(source, "article", None, SiteMemory(), "auto")
        gone = weakref.ref(source.open("auto").page)
        source.close()
        assert gone() is None
    finally:
        gc.enable()


def test_elements_in_elements_do_not_say_all_of_it_each() -> None:
    """A feed of 4.9 MB in 120 levels took 2.35 GB."""
    words = "a word of it, " * 20_000
    body = b"<rss><channel>" + b"<item><title>" * 120 + words.encode() + b"</title></item>" * 120 + b"</channel></rss>"
    tracemalloc.start()
    try:
        feed = read_feed(body, "http://a.test/", 1000)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(body)
    finally:
        tracemalloc.stop()
    assert feed is not None
    assert len(feed.entries) == 120


def test_of_what_links_say_the_longest_is_kept_and_of_so_many_pages_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.hooks.fetches.MAX_CALLED", 1)
    sources = Sources(get_crawler())
    for number, text in ((1, "Moss"), (2, "Fern"), (1, "Moss and how to keep it"), (1, "More")):
        sources.is_called(f"http://a.example/{number}", text)
    said = []
    for number in (1, 2):
        request = Request(f"http://a.example/{number}", meta={"link_text": "Read on"})
        source = sources.of(HtmlResponse(request.url, body=b"<p>Soft.", request=request))
        said.append(source and [*source.called()])
    assert said == [["Read on", "Moss and how to keep it"], ["Read on", ""]]


def test_a_page_s_own_request_says_what_it_is_called_whatever_other_links_were_met() -> None:
    url, html = (
        "http://a.example/1",
        b"<title>Lantern</title><div>Moss and how to keep it</div><div>Moss, at length</div>",
    )
    headlines = []
    for met in ((), ("Moss and how to keep it",)):
        sources = Sources(get_crawler())
        for text in met:
            sources.is_called(url, text)
        request = Request(url, meta={"link_text": "Moss at length"})
        source = sources.of(HtmlResponse(url, body=html, request=request))
        assert source is not None
        headlines.append(pickle.loads(pickle.dumps(source)).open("auto").metadata().headline)
    assert headlines == ["Moss, at length"] * 2
