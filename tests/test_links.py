from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.markup.links import base_url, is_template, page_links, web_address
from newsbody.page import Page

URL = "http://paper.example/a/b.html"


@pytest.mark.parametrize(
    ("address", "absolute"),
    [
        ("c.html", "http://paper.example/a/c.html"),
        (" /c d\n", "http://paper.example/c d"),
        ("//cdn.example/c", "http://cdn.example/c"),
        ("https://other.example:8080/x?y=1#z", "https://other.example:8080/x?y=1#z"),
        ("?page=2", "http://paper.example/a/b.html?page=2"),
        ("http://[broken/", ""),
        ("http://www.<b>name</b>.example/", ""),
        ("http://two words.example", ""),
        ("http://one^two|three@paper.example/c", "http://one^two|three@paper.example/c"),
        ("javascript:void(0)", ""),
        ("mailto:a@paper.example", ""),
        ("data:image/gif;base64,R0", ""),
        ("", ""),
    ],
)
def test_addresses_become_absolute(address: str, absolute: str) -> None:
    assert web_address(URL, address) == absolute


def test_without_a_base_relative_addresses_stay() -> None:
    assert web_address("", "c.html") == "c.html"
    assert web_address("", "http://paper.example/c") == "http://paper.example/c"


@pytest.mark.parametrize(
    ("base", "url", "expected"),
    [
        ("", URL, URL),
        ("<base href='/x/'>", URL, "http://paper.example/x/"),
        ("<base href='http://cdn.example/'>", None, "http://cdn.example/"),
        ("<base target=_top><base href='/y/'>", URL, "http://paper.example/y/"),
        ("<base href='http://[broken'>", URL, URL),
        ("", None, ""),
    ],
)
def test_what_relative_addresses_start_from(base: str, url: str | None, expected: str) -> None:
    assert base_url(Page.parse(f"<html><head>{base}</head><body>x</body></html>", url)) == expected


@given(st.sampled_from(["http://a.example/b", "https://[::1]/", "HTTP://A.example"]), st.text(max_size=40))
def test_any_address_is_joined_to_a_web_address_or_to_none(base: str, address: str) -> None:
    joined = web_address(base, address)
    assert joined == "" or joined.lower().startswith(("http:", "https:"))


@given(st.text(max_size=40))
def test_any_base_is_taken(base: str) -> None:
    assert web_address(base, "http://a.example/b") == "http://a.example/b"


ABSOLUTE = r"https?://[a-z.]{1,9}(:[0-9]{1,4})?(/[a-z0-9%_-]{0,5}){0,3}(\?[a-z=&]{1,5})?(#[a-z]{1,3})?"


@given(st.from_regex(ABSOLUTE, fullmatch=True))
def test_absolute_addresses_are_those_of_the_standard_library(address: str) -> None:
    assert web_address(URL, address) == urljoin(URL, address)


def test_links_for_readers_without_scripts_and_the_next_page_are_links() -> None:
    page = Page.parse(
        '<head><link rel="stylesheet" href="/s.css"><link rel="prev next" href="?page=2"></head><a href="/a">A</a>'
        '<noscript><ul><li><a href="/t?page=3"><b>3</b></a></li></ul></noscript>'
        + "<p>Much text stands here.</p>"
        * 20,
        "http://forum.test/t",
    )
    assert list(page_links(page)) == [
        ("http://forum.test/a", "A"),
        ("http://forum.test/t?page=3", "3"),
        ("http://forum.test/t", "1"),
        ("http://forum.test/t?page=2", "2"),
    ]


def test_a_number_in_a_pager_is_what_is_seen_of_it() -> None:
    page = Page.parse(
        '<a href="?page=1"><span class="visually-hidden">Page</span>\n 2</a><a href="?page=1"><span '
        'class="visually-hidden">Next page</span><svg></svg></a>',
        "http://forum.test/t",
    )
    assert [text for _, text in page_links(page)] == ["2", "Next page"]


@pytest.mark.parametrize(
    ("own", "following", "is_second"),
    [
        ("/t/7/", "/t/7/2/", True),
        ("/t/7", "/t/7/page-2", True),
        ("/t/7", "/t/72", False),
        ("/t/7/2/", "/t/7/3/", False),
        ("/t/7?page=2", "/t/7?page=3", False),
        ("/t/7", "/t/6", False),
    ],
)
def test_what_goes_on_from_the_address_of_a_page_is_its_second(own: str, following: str, is_second: bool) -> None:
    page = Page.parse(f'<head><link rel="next" href="{following}"></head><p>A text.', f"http://forum.test{own}")
    assert ("2" in dict(page_links(page)).values()) is is_second


@pytest.mark.parametrize(
    ("following", "is_second"),
    [("?page=2", True), ("/t/7/page/2/", True), ("?page=3", False), ("?page=20", False), ("?post=2", False)],
)
def test_the_second_page_may_be_a_picture_where_its_address_says_so(following: str, is_second: bool) -> None:
    page = Page.parse(f'<p>Page 1 of 3</p><a href="{following}"><i class="right"></i></a>', "http://forum.test/t/7/")
    assert ("2" in dict(page_links(page)).values()) is is_second


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("/search?q=%7BencodeURIComponent(q)%7D", True),
        ("http://a.test/user/${name}", True),
        ("/t/{{ id }}", True),
        ("/doc/{3F2504E0-4F89-11D3-9A0C-0305E82C3301}", False),
        ("/wiki/Set_(mathematics)", False),
    ],
)
def test_what_a_script_makes_addresses_of_is_none(address: str, is_one: bool) -> None:
    assert is_template(address) is is_one
    assert (web_address("http://a.test/", address) == "") is is_one


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/t/7/paged/2/" rel="next"><i class="icon"></i></a>',
        '<a href="/t/7/paged/2/">Next »</a>',
        '<a href="/t/7/paged/2/" title="下一页"><img src="/n.png"></a>',
        '<link rel="next" href="/t/7/paged/2/">',
    ],
)
def test_what_is_called_the_next_page_says_that_it_is_the_second(link: str) -> None:
    page = Page.parse(f"<a href='/t/8/'>Next topic</a>{link}<p>A text.", "http://forum.test/t/7/")
    assert list(page_links(page))[-2:] == [("http://forum.test/t/7/", "1"), ("http://forum.test/t/7/paged/2/", "2")]


def test_link_with_nothing_in_it_says_what_the_row_says_that_it_covers() -> None:
    """`<a class="overlay" href="/t/7/"></a>` lies over a row: its title is that of the thread behind the link."""
    row = (
        '<div class="row"><a href="/t/7/"></a><span>12</span><span>3 May</span><div>Moss in the harbour</div><i>Ann</i>'
    )
    source = f'{row}</div><div class="row"><a href="/t/8/"><img src="/up.png"></a><div>Rain on the pier</div></div>'
    links = list(page_links(Page.parse(source, "http://forum.test/b/1/")))
    assert links == [("http://forum.test/t/7/", "Moss in the harbour"), ("http://forum.test/t/8/", "")]
    timed = '<div class="row"><a href="/p/7" title="2026-06-26T11:29:49Z"></a><p>It grows all over.</p></div>'
    assert list(page_links(Page.parse(timed, "http://forum.test/t/1/"))) == [("http://forum.test/p/7", "")]
    covered = f'<div class="all"><a href="/t/7/"></a><p>{"A long text. " * 50}</p></div>'
    assert list(page_links(Page.parse(covered, "http://forum.test/b/1/"))) == [("http://forum.test/t/7/", "")]
