"""Arguments, feeds and the words at the end, in whole crawls; and the command that needs no project."""

from __future__ import annotations

import csv
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scrapy import signals
from scrapy.exporters import JsonItemExporter
from w3lib.url import safe_url_string

from newsbody.cli import main
from newsbody.crawl.hooks.site_kind import LOOKED_AT, KindOfSite
from newsbody.crawl.spiders.defaults import DEFAULTS
from newsbody.crawl.spiders.feeds import FlatCsvItemExporter
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.demo import forum_pages, news_pages, serve
from newsbody.items import Article
from tests.e2e.pages import HOST, article_page, article_url, front_page, news_site
from tests.e2e.web import Crawled, Pages, crawl
from tests.lots import lot


def news(
    pages: Pages, tmp_path: Path, url: str = f"{HOST}/", more: dict[str, Any] | None = None, **given: str
) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), **(more or {})}
    return crawl(NewsSpider, pages, settings, prepare=None, url=url, **given)


def articles(crawled: Crawled) -> set[str]:
    return {item.url for item in crawled.items if isinstance(item, Article)}


def test_depth_0_reads_these_pages_only(tmp_path: Path) -> None:
    listed = tmp_path / "pages.txt"
    listed.write_text("\n".join(article_url(number) for number in (1, 2, 3)))
    crawled = crawl(
        NewsSpider, news_site(9), {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3")}, urls=str(listed), depth="0"
    )
    assert articles(crawled) == set(crawled.urls) == {article_url(number) for number in (1, 2, 3)}


def test_only_what_is_allowed_is_followed(tmp_path: Path) -> None:
    crawled = news(news_site(9), tmp_path, allow=r"/100\d\.html", deny="1003|1004")
    assert articles(crawled) == {article_url(number) for number in (1, 2, 5, 6, 7, 8, 9)}


def test_articles_on_subdomains_are_the_sites_own(tmp_path: Path) -> None:
    sub = "http://local.news.example.com"
    pages = {
        "http://www.example.com/": front_page(9)
        .replace(HOST, sub)
        .replace("<ul>", '<ul><li><a href="http://elsewhere.test/">ad</a></li>'),
        **{article_url(n).replace(HOST, sub): article_page(n).replace(HOST, sub) for n in range(1, 10)},
    }
    crawled = news(pages, tmp_path, "http://www.example.com/")
    assert articles(crawled) == {article_url(number).replace(HOST, sub) for number in range(1, 10)}
    assert not any("elsewhere" in url for url in crawled.urls)
    narrow = news(pages, tmp_path, "http://www.example.com/", hosts="shop.example.com")
    assert not articles(narrow)
    assert narrow.stat("links_offsite") == 10


def test_requests_carry_what_was_said(tmp_path: Path) -> None:
    seen: list[Any] = []

    def listen(crawler: Any) -> None:

        crawler.signals.connect(
            lambda request: seen.append(request), signal=signals.request_reached_downloader, weak=False
        )

    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3")}
    given = {"headers": '{"X-Who": "we"}', "meta": '{"playwright": true}', "user_agent": "mybot"}
    crawl(NewsSpider, news_site(6), settings, prepare=listen, url=f"{HOST}/", **given)
    assert len(seen) >= 7
    for request in seen:
        assert request.headers["X-Who"] == b"we"
        assert request.meta["playwright"] is True
        assert request.headers["User-Agent"] == b"mybot"


def test_a_crawl_says_who_it_is() -> None:
    assert DEFAULTS["USER_AGENT"].startswith("newsbody/")


@pytest.mark.parametrize("kind", [NewsSpider, ForumSpider])
def test_a_slip_of_the_pen_stops_before_the_start(kind: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Did you mean 'pages'"):
        crawl(kind, {}, {}, url=HOST, page="3")


def feeds(tmp_path: Path, **given: str) -> Crawled:
    return news(news_site(7), tmp_path, more={"FEEDS": DEFAULTS["FEEDS"]}, out=str(tmp_path / "out"), **given)


def rows(path: Path) -> list[str]:
    return sorted(json.loads(line)["url"] for line in path.read_text("utf8").splitlines())


def test_yesterdays_files_stay(tmp_path: Path) -> None:
    feeds(tmp_path)
    first = (tmp_path / "out/articles.jsonl").read_bytes()
    feeds(tmp_path)
    assert (tmp_path / "out/articles.jsonl").read_bytes() == first
    (second,) = (path for path in (tmp_path / "out").glob("*.jsonl") if path.name != "articles.jsonl")
    assert second.name.endswith("-articles.jsonl")
    assert rows(second) == rows(tmp_path / "out/articles.jsonl") == sorted(article_url(n) for n in range(1, 8))


def test_files_are_written_over_where_somebody_says_so(tmp_path: Path) -> None:
    for _ in range(2):
        feeds(tmp_path, overwrite="1")
        assert len(rows(tmp_path / "out/articles.jsonl")) == 7
        assert len(list((tmp_path / "out").iterdir())) == 2


def test_a_folder_that_cannot_be_written_to_stops_before_the_start(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(ValueError, match="cannot be written to"):
        feeds(tmp_path)


class OwnJson(JsonItemExporter):
    """An exporter of the project."""


def test_a_projects_exporters_and_feeds_stand_beside_ours(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    more = {"FEED_EXPORTERS": {"own": OwnJson}, "FEEDS": {str(mine): {"format": "own"}}}
    news(news_site(7), tmp_path, more=more, out=str(tmp_path / "out"))
    assert len(json.loads(mine.read_text())) == 7
    table = (tmp_path / "out/articles.csv").read_bytes()
    assert table.startswith(b"\xef\xbb\xbf"), FlatCsvItemExporter.__name__
    assert len(list(csv.DictReader(table.decode("utf-8-sig").splitlines()))) == 7


def test_the_end_says_what_the_crawl_gave(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        news(news_site(7), tmp_path)
    assert "What the crawl gave" in caplog.text
    assert "Nothing was found" not in caplog.text


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (None, "1 answer was 404"),
        ("<html><body><div id=app></div></body></html>", "made by a script"),
        ('<html><body><a href="http://elsewhere.test/">news</a></body></html>', "lead to other sites"),
    ],
)
def test_a_crawl_that_finds_nothing_says_why(
    page: str | None, words: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        news({f"{HOST}/": page} if page else {}, tmp_path)
    assert f"Nothing was found at {HOST}/" in caplog.text
    assert words in caplog.text


def _command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "newsbody", "crawl", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
def test_the_command_needs_no_project(tmp_path: Path) -> None:
    with serve(forum_pages()) as (address, _):
        polite = ["-s", "AUTOTHROTTLE_ENABLED=False", "-s", "DOWNLOAD_DELAY=0"]
        done = _command(tmp_path, f"{address}/", "--forum", "-o", "posts.jsonl", *polite)
    assert done.returncode == 0, done.stderr
    assert "posts" in done.stdout
    found = [json.loads(line) for line in (tmp_path / "posts.jsonl").read_text("utf8").splitlines()]
    assert sum("posts" not in row for row in found) == 50
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", lot(["found.json", "found.csv", "found.jsonl"]))
def test_a_file_is_whole_after_a_second_crawl(name: str, tmp_path: Path) -> None:
    """It is written over where somebody says so; lines are added to."""
    polite = ["-s", "AUTOTHROTTLE_ENABLED=False", "-s", "DOWNLOAD_DELAY=0"]
    with serve(news_pages()) as (address, _):
        for more in ([], [] if name.endswith(".jsonl") else ["--overwrite"]):
            done = _command(tmp_path, f"{address}/", "--news", "-o", name, *polite, *more)
            assert done.returncode == 0, done.stderr
    text = (tmp_path / name).read_text("utf-8-sig")
    if name.endswith(".csv"):
        found = [row["url"] for row in csv.DictReader(text.splitlines())]
    else:
        found = [row["url"] for row in (map(json.loads, text.splitlines()) if "jsonl" in name else json.loads(text))]
    assert len(found) == len(set(found)) * (2 if name.endswith(".jsonl") else 1)
    assert len(set(found)) >= 12


def test_what_was_left_out_by_its_day_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    day = '<meta property="article:published_time" content="2026-02-03T10:00:00Z"></head>'
    dated = {url: page.replace("</head>", day) for url, page in news_site(7).items()}
    with caplog.at_level(logging.WARNING):
        crawled = news(dated, tmp_path, since="2026-02-04")
    assert not articles(crawled)
    assert crawled.stat("items_out_of_time") == 7
    assert "7 articles or posts are not of the time that was asked for" in caplog.text
    with caplog.at_level(logging.WARNING):
        assert news(news_site(7), tmp_path, allow="nowhere").stat("links_not_allowed") >= 7
    assert "No link of the first page passes allow=… and deny=…" in caplog.text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["http://a.test/", "-o", "posts.txt"], "name a file that ends in one of"),
        (["http://a.test/", "-s", "x=1"], "write it as -s NAME=VALUE"),
        (["http://a.test/", "-s", "LOG_LEVEL"], "-s LOG_LEVEL: write it as -s NAME=VALUE"),
        (["http://a.test/", "-o", "/dev/null/x.csv"], "-o /dev/null/x.csv cannot be written to ("),
        (["http://a.test/", "-o", "there.json"], "-o there.json is there already: --overwrite writes over it"),
        (["http://a.test/", "-o", "there.csv"], "-o there.csv is there already: --overwrite writes over it"),
        (["http://a.test/", "-o", "new.json", "--job", "job"], "name a .jsonl or a .csv"),
        ([], "Where to start? Write: newsbody crawl https://"),
        (["http://[::1"], "url='http://[::1' cannot be used (Invalid IPv6 URL)"),
        (["http://a.test/", "--since", "soon"], "since='soon' cannot be used"),
    ],
)
def test_the_command_says_what_to_write(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("there.json", "there.csv"):
        (tmp_path / name).write_text("[]")
    monkeypatch.chdir(tmp_path)
    assert main(["crawl", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_what_an_address_is_taken_for() -> None:
    from newsbody.commands.crawl import guess

    forums = (
        "https://forum.example.com/",
        "http://bbs.test/",
        "http://a.test/viewtopic.php?t=1",
        "http://a.test/community/",
    )
    papers = (
        "https://news.example.com/",
        "http://a.test/clubhouse/",
        "http://boardroom.test/",
        "http://forumla.test/1.html",
    )
    assert [guess((url,)) for url in forums] == ["forum"] * 4
    assert [guess((url,)) for url in papers] == ["news"] * 4


@pytest.mark.parametrize(("pages", "is_forum"), [(forum_pages, True), (news_pages, False)])
def test_a_forum_that_was_taken_for_news_is_seen_in_its_pages(
    pages: Callable[[], dict[str, str]], is_forum: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The news site has articles with comments."""
    served = {safe_url_string(HOST + path): page for path, page in pages().items()}
    with caplog.at_level(logging.WARNING):
        news(served, tmp_path, more={"EXTENSIONS": {KindOfSite: 520}, "NEWSBODY_EXTRACTOR": "auto"})
    assert ("pages look like threads of a forum" in caplog.text) == is_forum


def test_which_pages_tell_what_a_site_is_is_not_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the order in which they come: on a small site it is another one each time."""
    looked_at: list[list[str]] = []

    def note(kind: KindOfSite, crawl: object) -> None:
        looked_at.append([source.url for *_, source in kind._sources])
        kind._sources.clear()

    monkeypatch.setattr(KindOfSite, "_ask", note)
    served = {safe_url_string(HOST + path): page for path, page in news_pages().items()}
    for seed in range(3):
        more = {"EXTENSIONS": {KindOfSite: 520}, "TEST_SEED": seed, "TEST_LATENCY": 0.02}
        news(served, tmp_path / str(seed), more=more)
    assert len(looked_at) == 3
    assert len(looked_at[0]) == LOOKED_AT
    assert looked_at[0] == looked_at[1] == looked_at[2]


@pytest.mark.parametrize("more", lot([[], ["--new"]]))
def test_what_a_site_is_is_not_asked_again_where_only_what_is_new_is(more: list[str], tmp_path: Path) -> None:
    """Of a paper that has nothing new mostly lists are fetched, which look like posts.

    Lists and threads alone: some pages are looked at, whichever those are.
    """
    polite = ["-s", "AUTOTHROTTLE_ENABLED=False", "-s", "DOWNLOAD_DELAY=0"]
    pages = {path: page for path, page in forum_pages().items() if path == "/" or path.startswith(("/board", "/topic"))}
    with serve(pages) as (address, _):
        done = _command(tmp_path, f"{address}/", *polite, *more)
    assert ("pages look like threads of a forum" in done.stderr) is (not more)
    assert "is crawled as a news site" in done.stdout + done.stderr


def test_a_job_that_goes_on_adds_what_its_files_lack(tmp_path: Path) -> None:
    """As after a kill: the last row is torn, two are missing; the files are the job's own, whatever else is there."""
    job = {"JOBDIR": str(tmp_path / "job"), "FEEDS": DEFAULTS["FEEDS"]}
    feeds(tmp_path)
    (tmp_path / "job").mkdir()
    (tmp_path / "job/newsbody.feeds").write_text("")
    for name in ("articles.jsonl", "articles.csv"):
        path = tmp_path / "out" / name
        data = path.read_bytes()
        ends = [place for place, byte in enumerate(data) if byte == 10]
        path.write_bytes(data[: ends[-3] - 20])
    again = news(news_site(7), tmp_path, more=job, out=str(tmp_path / "out"))
    assert again.stat("rows_repeated") > 0
    assert not again.stat("job_goes_on")
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert rows(tmp_path / "out/articles.jsonl") == sorted(article_url(n) for n in range(1, 8))
    table = (tmp_path / "out/articles.csv").read_bytes()
    assert table.count(b"\xef\xbb\xbf") == 1
    urls = [row["url"] for row in csv.DictReader(table.decode("utf-8-sig").splitlines(keepends=True))]
    assert sorted(urls) == sorted(article_url(n) for n in range(1, 8))


def test_a_job_of_which_nothing_is_left_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            crawled = news(news_site(7), tmp_path, more={"JOBDIR": str(tmp_path / "job")})
    assert crawled.stat("job_goes_on") == 1
    assert not articles(crawled)
    assert "Nothing was left of this job" in caplog.text
    assert "Nothing was found" not in caplog.text
