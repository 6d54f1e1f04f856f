"""What servers may not do to a crawl: lead it elsewhere, hand it more than a page, or keep it busy for ever."""

from __future__ import annotations

import asyncio
import gzip
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from newsbody.crawl.hooks.guard import GuardMiddleware, is_private
from newsbody.crawl.pages.executor import TookTooLong, Workers
from newsbody.crawl.sources.listing import MAX_SITEMAP_BYTES
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.crawl.spiders.shown_page import links_on_page
from newsbody.page.parse import MAX_ATTRIBUTES


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0177.0.0.1/"),
        *("http://localhost/", "http://a.localhost./", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://0/"),
        *(
            "http://169.254.169.254/latest/meta-data",
            "http://10.0.0.8:6379/",
            "http://192.168.1.1/",
            "http://[fd00::1]/",
        ),
        *("http://user@127.0.0.1:80/", "http://metadata.google.internal/", "http://printer.local/", "http://[::1"),
    ],
)
def test_addresses_of_no_public_network(url: str) -> None:
    assert is_private(url)


@pytest.mark.parametrize(
    "url",
    ["http://e.com/", "https://93.184.216.34/", "http://[2606:2800:220:1:248:1893:25c8:1946]/", "http://127.e.com/"],
)
def test_public_addresses(url: str) -> None:
    assert not is_private(url)


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "utf-32", "cp037", "unicode_escape", "hex", "idna"])
def test_pages_in_any_encoding_are_cut_before_a_spider_parses_them(charset: str) -> None:
    page = f"<p {' '.join(f'a{number}' for number in range(30_000))}>A wheel that hums.</p><a href='/1'>One</a>"
    body = page.encode(charset if charset not in ("hex", "idna") else "utf-8")
    response = HtmlResponse("http://a.test/", body=body, headers={"Content-Type": f"text/html; charset={charset}"})
    crawler = get_crawler(NewsSpider, {"TWISTED_REACTOR_ENABLED": False})
    crawler.spider = crawler._create_spider(url="http://a.test/")
    cut = GuardMiddleware(crawler).process_response(Request("http://a.test/"), response)
    assert isinstance(cut, HtmlResponse)
    assert len(cut.selector.xpath("//@*")) <= MAX_ATTRIBUTES + 1
    if charset != "cp037":  # no browser reads pages in it, nor do we
        assert cut.xpath("//a/@href").getall() == ["/1"]
        assert cut.xpath("//p/text()").getall() == ["A wheel that hums."]


@pytest.mark.parametrize(
    "head", ['<html lang="en"/><head><title>Town</title></head>', "<title>Town\n", "<head></head></html></html>"]
)
def test_a_spider_parses_what_we_parse(head: str) -> None:
    crawler = get_crawler(NewsSpider, {"TWISTED_REACTOR_ENABLED": False})
    crawler.spider = crawler._create_spider(url="http://a.test/")
    response = HtmlResponse("http://a.test/", body=f"<!DOCTYPE html>{head}<body><a href='/1'>One</a>".encode())
    page = GuardMiddleware(crawler).process_response(Request("http://a.test/"), response)
    assert isinstance(page, HtmlResponse)
    assert [link.url for link in links_on_page(page)] == ["http://a.test/1"]


def test_an_answer_that_would_fill_memory_is_not_taken() -> None:
    crawler = get_crawler(NewsSpider, {"TWISTED_REACTOR_ENABLED": False})
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    bomb = gzip.compress(bytes(MAX_SITEMAP_BYTES + 1))
    response = Response("http://a.test/", body=bomb, headers=headers)
    with pytest.raises(IgnoreRequest):
        HttpCompressionMiddleware.from_crawler(crawler).process_response(Request("http://a.test/"), response)


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "awake"


def spin(stop: threading.Event | None = None) -> None:
    """Keep a processor busy; in a thread until it is told to stop."""
    while time.thread_time() < 60 and not (stop and stop.is_set()):
        pass


@pytest.mark.parametrize("processes", [0, 1])
def test_work_that_takes_too_long_is_left_behind(processes: int) -> None:
    async def run() -> tuple[float, str]:
        workers = Workers(processes, seconds=60)
        await workers.run(sleep, 0)  # a pool takes a second to start
        workers._seconds = 0.1
        started = time.monotonic()
        hanging = [asyncio.ensure_future(workers.run(time.sleep, 30)) for _ in range(3)]
        for one in hanging:
            with pytest.raises(TookTooLong):
                await one
        seconds = time.monotonic() - started
        workers._seconds = 10
        answer = await workers.run(sleep, 0)
        workers.close()
        return seconds, answer

    seconds, answer = asyncio.run(run())
    assert answer == "awake"
    assert seconds < 25
    assert all(thread.daemon for thread in threading.enumerate() if thread.name.startswith("newsbody"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell the processor time of others")
@pytest.mark.parametrize("processes", [0, 1])
def test_work_that_gets_no_processor_is_not_late(processes: int) -> None:
    async def run() -> str:
        workers = Workers(processes, seconds=60)
        try:
            await workers.run(sleep, 0)
            workers._seconds = 0.3
            return await workers.run(sleep, 1.2)
        finally:
            workers.close()

    assert asyncio.run(run()) == "awake"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell the processor time of others")
@pytest.mark.parametrize("processes", [0, 1])
def test_work_that_goes_on_for_ever_is_late_by_its_own_clock(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.pages.executor.MAX_WAIT", 1000)
    stop = None if processes else threading.Event()

    async def run() -> None:
        workers = Workers(processes, seconds=0.3)
        try:
            with pytest.raises(TookTooLong):
                await workers.run(spin, stop)
        finally:
            workers.close()

    started = time.monotonic()
    asyncio.run(run())
    if stop:
        stop.set()
    assert time.monotonic() - started < 25


def test_where_no_processor_time_is_told_the_clock_on_the_wall_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.crawl.pages.executor.sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr("newsbody.crawl.pages.executor.MAX_WAIT", 1000)

    async def run() -> None:
        workers = Workers(seconds=0.3)
        try:
            with pytest.raises(TookTooLong):
                await workers.run(sleep, 3)
        finally:
            workers.close()

    asyncio.run(run())


def test_what_waits_for_its_turn_is_not_late() -> None:
    async def run() -> list[str]:
        workers = Workers(seconds=1.5)
        try:
            return await asyncio.gather(*(workers.run(sleep, 0.3) for _ in range(12 * workers._count // 2)))
        finally:
            workers.close()

    assert set(asyncio.run(run())) == {"awake"}


def test_one_that_dies_is_asked_again_and_others_go_on() -> None:
    async def run() -> list[str]:
        workers = Workers(2, seconds=30)
        try:
            await workers.run(sleep, 0)
            waiting = [asyncio.ensure_future(workers.run(sleep, 1.0)) for _ in range(4)]
            await asyncio.sleep(0.3)
            (process,) = workers._busy.copy().pop()._processes.values()  # type: ignore[union-attr]
            process.kill()
            return await asyncio.gather(*waiting)
        finally:
            workers.close()

    assert asyncio.run(run()) == ["awake"] * 4


def test_one_that_dies_without_work_is_replaced() -> None:
    async def run() -> str:
        workers = Workers(1, seconds=30)
        try:
            await workers.run(sleep, 0)
            (process,) = workers._idle[0]._processes.values()  # type: ignore[union-attr]
            process.kill()
            process.join()
            return await workers.run(sleep, 0)
        finally:
            workers.close()

    assert asyncio.run(run()) == "awake"
