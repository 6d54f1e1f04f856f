"""Addresses taken apart: variants of one page come out alike, junk never raises."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newsbody.urls.normalize import is_media, leads_back, split_url, without_session


def normal(url: str) -> str | None:
    parts = split_url(url)
    return parts.unsplit() if parts else None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.example:80/x?b=1#top", "http://a.example/x?b=1"),
        ("HTTP://A.Example/x", "http://a.example/x"),
        ("http://a.example//x///y/", "http://a.example/x/y/"),
        ("http://a.example", "http://a.example/"),
        ("http://a.example/x?t=7&sid=0123456789abcdef0123456789abcdef", "http://a.example/x?t=7"),
        ("http://a.example/x?s=&t=7&utm_source=mail&fbclid=z", "http://a.example/x?t=7"),
        ("http://a.example/x?s=7", "http://a.example/x?s=7"),  # a short s is no session
        ("http://a.example/x;jsessionid=0A1B/y;v=2", "http://a.example/x/y"),
        ("http://a.example/x?a=1&amp;b=2", "http://a.example/x?a=1&b=2"),
        ("http://a.example/x?a=1&section=2", "http://a.example/x?a=1&section=2"),  # no entity
        ("http://a.example/x?a=1;b=2", "http://a.example/x?a=1&b=2"),
        ("http://a.example/论坛", "http://a.example/%E8%AE%BA%E5%9D%9B"),
        ("http://a.example/%e8%ae%ba%e5%9d%9b", "http://a.example/%E8%AE%BA%E5%9D%9B"),
        ("http://a.example/a%2Fb", "http://a.example/a%2Fb"),
        ("http://a.example/?26", "http://a.example/?26"),
        ("http://a.example/index.php?/topic/7-x/page/2/&do=y", "http://a.example/index.php?/topic/7-x/page/2/&do=y"),
        ("http://a.example/index.php?u=/topic/7%2Dx/2&do=y", "http://a.example/index.php?u=/topic/7-x/2&do=y"),
        ("http://a.example/index.php?topic/7-x/page/2/&do=y", "http://a.example/index.php?topic/7-x/page/2/&do=y"),
        ("http://a.example/?ask=7/the%2Dtitle&show=9", "http://a.example/?ask=7/the-title&show=9"),
        ("http://a.example/?topic/7%3F", "http://a.example/?topic/7%3F"),
        ("http://a.example/list/?tid-7.html", "http://a.example/list/?tid-7.html"),
        ("http://a.example/show.php?7-the-title&p=9", "http://a.example/show.php?7-the-title&p=9"),
        ("http://a.example/show.php?7.15", "http://a.example/show.php?7.15"),
        ("view?t=7", "/view?t=7"),
    ],
)
def test_normal_form(url: str, expected: str) -> None:
    assert normal(url) == expected


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://a.example/show.php?7-the-title", ("show.php??", "7-the-title")),
        ("http://a.example/show.php?7-the-title/page2", ("show.php??", "7-the-title", "page2")),
        ("http://a.example/show.php?7&page=2", ("show.php??", "7")),
        ("http://a.example/list/?tid-7.html", ("list", "??", "tid-7.html")),
        ("http://a.example/show.php?last=", ("show.php",)),
        ("http://a.example/read.php?3,7", ("read.php",)),
        ("http://a.example/a/7.html?20260101", ("a", "7.html")),
        ("http://a.example/a/7.jpg?20260101", ("a", "7.jpg")),
    ],
)
def test_what_has_no_name_in_a_query_and_a_number_goes_on_with_the_path(url: str, path: tuple[str, ...]) -> None:
    parts = split_url(url)
    assert parts is not None
    assert parts.path == path
    assert parts.unsplit() == url


@pytest.mark.parametrize(
    "url",
    [
        "mailto:a@b.example",
        "javascript:void(0)",
        "http://[::1",
        "x" * 3000,
        "data:text/html,x",
        "http://a.example" + "/a" * 900,
    ],
)
def test_what_is_no_address(url: str) -> None:
    assert split_url(url) is None


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("/index.php?/topic/7-x", ("index.php?", "topic", "7-x")),
        ("/index.php?u=/topic/7-x", ("index.php?u=", "topic", "7-x")),
        ("/?p=/topic/7-x&do=y", ("?p=", "topic", "7-x")),
        ("/?ask=7/the-title&show=9", ("?ask=7", "the-title")),
        ("/?ask=users/Ann", ()),
        ("/sign-in?next=/topic/7-x", ("sign-in",)),
        ("/index.php?topic/7-x", ("index.php??", "topic", "7-x")),
        ("/index.php?topic=7/15", ("index.php",)),
        ("/go.php?http://b.example/x", ("go.php",)),
    ],
)
def test_a_path_in_the_query_goes_on_with_that_of_the_address(url: str, path: tuple[str, ...]) -> None:
    parts = split_url("http://a.example" + url)
    assert parts is not None
    assert parts.path == path


def test_hosts_are_compared_without_www_and_asked_for_with_it() -> None:
    parts = split_url("https://www.a.example/x")
    assert parts is not None
    assert (parts.host, parts.netloc) == ("a.example", "www.a.example")


@pytest.mark.parametrize(("url", "media"), [("/a.png", True), ("/feed.RSS", True), ("/a.html", False), ("/", False)])
def test_media(url: str, media: bool) -> None:
    parts = split_url("http://a.example" + url)
    assert parts is not None
    assert is_media(parts) is media


def test_half_a_character() -> None:
    assert normal("http://a.example/\ud800?\udfff=1") == "http://a.example/%3F?%3F=1"


@given(st.text(max_size=60) | st.text("/?&=;%#:.[]a1 \n", max_size=40).map("http://a.example/".__add__))
@example("http://a.example/x?%40")  # an encoded sign is no number
def test_any_text(text: str) -> None:
    once = normal(text)
    if once is not None and text.startswith("http"):
        assert normal(once) == once


TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"http://a.test/x.jsp;jsessionid={TOKEN}.node1!-7?t=7#p3", "http://a.test/x.jsp?t=7#p3"),
        (f"http://a.test/x.jsp;JSESSIONID={TOKEN}/y", "http://a.test/x.jsp/y"),
        (f"http://a.test/x?PHPSESSID={TOKEN}&t=7", "http://a.test/x?t=7"),
        (f"http://a.test/x?t=7&sid={TOKEN}#p3", "http://a.test/x?t=7#p3"),
        (f"http://a.test/x?sid={TOKEN}", "http://a.test/x"),
        ("http://a.test/x?t=7&utm_source=feed", "http://a.test/x?t=7"),
        ("http://a.test/x;v=2/%C4%E3?s=fish&T=A+b%20c&&q", "http://a.test/x;v=2/%C4%E3?s=fish&T=A+b%20c&q"),
        ("http://a.test/x#;jsessionid=1?sid=", "http://a.test/x#;jsessionid=1?sid="),
        ("http://[broken;jsessionid=1", "http://[broken"),
    ],
)
def test_an_address_without_session_is_else_as_it_is(url: str, expected: str) -> None:
    assert without_session(url) == expected
    assert without_session(expected) == expected


@given(st.text(max_size=60))
def test_any_text_has_no_session_once_it_was_taken(text: str) -> None:
    assert without_session(without_session(text)) == without_session(text)


@pytest.mark.parametrize(
    ("url", "is_form"),
    [
        ("http://f.test/login/?next=/topic/7/", True),
        ("http://f.test/login?back_url=http%3A%2F%2Ff.test%2Ft%2F7", True),
        ("http://f.test/t/7?next=8", False),
        ("http://f.test/index.php?/topic/7", False),
        ("http://f.test/topic/7/", False),
    ],
)
def test_forms_say_where_to_go_afterwards(url: str, *, is_form: bool) -> None:
    assert leads_back(url) is is_form
