"""What can be said to the spiders, and what they say to what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsbody.crawl.spiders.arguments import ARGUMENTS, Arguments

START = "https://example.com/"


def read(**given: str) -> Arguments:
    return Arguments.read("news", {"url": START, **given})


def test_where_to_start(tmp_path: Path) -> None:
    listed = tmp_path / "pages.txt"
    listed.write_text("# ours\nhttps://a.test/1\n\nb.test/2, https://a.test/1\n", "utf-8-sig")
    assert read(urls=str(listed)).starts == (START, "https://a.test/1", "http://b.test/2")
    assert read(urls="a.com/x 127.0.0.1 localhost paper:8080").starts[1:] == (
        "http://a.com/x", "http://127.0.0.1", "http://localhost", "http://paper:8080"
    )  # fmt: skip
    assert read(urls="a.test https://b.test/x,y").starts == (START, "http://a.test", "https://b.test/x,y")
    assert Arguments.read("news", {"urls": ["https://a.test/"]}).starts == ("https://a.test/",)


def test_a_login_is_no_part_of_an_address() -> None:
    found = Arguments.read("news", {"url": "https://ada:p%40ss@a.test:81/x?m=a@b http://b.test/@c"})
    assert found.starts == ("https://a.test:81/x?m=a@b", "http://b.test/@c")
    assert found.logins == {"a.test:81": "Basic YWRhOnBAc3M="}


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.txt"
    cookies.write_text("# Netscape HTTP Cookie File\n.example.com\tTRUE\t/\tFALSE\t2000000000\tsession\tabc\n")
    found = read(
        depth="0", pages="7", hosts="a.test, b.test", allow="/20\\d\\d/", deny="video", since="2026-01-02",
        until="3 February 2026", new="yes", sources="0", overwrite="1", cookies=str(cookies),
        headers='{"Accept-Language": "zh-CN", "DNT": 1}', meta='{"playwright": true}', user_agent="me", topic="t",
        out="o",
    )  # fmt: skip
    assert (found.depth, found.pages, found.hosts, found.topic, found.out) == (0, 7, ("a.test", "b.test"), "t", "o")
    assert (found.since, found.until) == ("2026-01-02", "2026-02-03")
    assert found.new
    assert found.overwrite
    assert found.sources is False
    assert found.cookies == [{"name": "session", "value": "abc", "domain": ".example.com", "path": "/"}]
    assert found.headers == {"Accept-Language": "zh-CN", "DNT": "1"}
    assert found.meta == {"playwright": True}
    assert found.follows("https://example.com/2026/1")
    assert not found.follows("https://example.com/2026/video")
    assert not found.follows("https://example.com/1")


def test_what_has_no_date_is_wanted_and_days_are_counted_whole() -> None:
    found = read(since="2026-01-02", until="2026-01-03")
    wanted = [None, "2026-01-02", "2026-01-03T23:59:00Z", "2026-01-01T23:59:00", "2026-01-04"]
    assert [found.wants(date) for date in wanted] == [True, True, True, False, False]
    assert read().wants("1999-01-01")


def test_an_empty_argument_is_none() -> None:
    assert read(depth="", since="", meta="") == read()


def test_a_slip_of_the_pen_is_told_what_was_meant() -> None:
    with pytest.raises(ValueError, match=r"no argument 'urll'\. Did you mean 'url'\?"):
        read(urll="x")
    with pytest.raises(ValueError, match="The arguments are: url, urls, topic"):
        read(qqqqq="x")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("depth", "-1"), ("depth", "deep"), ("pages", "1.5"), ("allow", "("), ("since", "soon"), ("new", "maybe"),
        ("cookies", "/nowhere/cookies.txt"), ("headers", "Accept: x"), ("headers", "[1]"), ("meta", "{"),
        ("urls", "nofile"), ("urls", "pages.txt"), ("urls", "/nowhere/pages.txt"), ("urls", "a.com b.txt"),
        ("url", "http://"), ("url", "http://[::1"), ("url", "http://a.test:99999/"), ("url", "https:///x"),
    ],
)  # fmt: skip
def test_what_cannot_be_says_what_to_write(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"{name}=") as error:
        read(**{name: value})
    assert ARGUMENTS[name] in str(error.value)


def test_a_time_that_ends_before_it_begins() -> None:
    assert read(since="2026-01-02", until="2026-01-02").wants("2026-01-02")
    with pytest.raises(ValueError, match="since=2026-01-03 is after until=2026-01-02"):
        read(since="2026-01-03", until="2026-01-02")


def test_nothing_to_start_at() -> None:
    with pytest.raises(ValueError, match="scrapy crawl forum -a url="):
        Arguments.read("forum", {"pages": "3"})


def test_arguments_of_what_runs_the_spider_pass() -> None:
    assert read(_job="abc") == read()
