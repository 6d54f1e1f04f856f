from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.page import Page
from newsbody.urls.article_pages import goes_on, join_pages, next_page, page_number

SITE = "http://paper.example"


def page(url: str | None, links: str) -> Page:
    return Page.parse(f"<html><body><p>Text of the article.</p>{links}</body></html>", url)


@pytest.mark.parametrize(
    ("path", "links", "following", "number"),
    [
        # numbers and a word, on the first, a middle and the last page
        ("/a/7.html", "<a href=7_2.html>2</a><a href=7_3.html>3</a><a href=7_2.html>下一页</a>", "/a/7_2.html", 1),
        ("/a/7_2.html", "<a href=7.html>1</a><a href=7_3.html>3</a><a href=7_3.html>下一页</a>", "/a/7_3.html", 2),
        ("/a/7_3.html", "<a href=7.html>1</a><a href=7_2.html>2</a>", None, 3),
        # numbers alone; counted from 0
        ("/a/7.html", "<a href=7_2.html>2</a><a href=7_3.html>3</a>", "/a/7_2.html", 1),
        ("/a/7.shtml", "<a href=7_1.shtml>2</a><a href=7_2.shtml>3</a>", "/a/7_1.shtml", 1),
        ("/a/7_1.shtml", "<a href=7.shtml>1</a><a href=7_2.shtml>3</a>", "/a/7_2.shtml", 2),
        # folders, queries, other words and marks
        ("/a/7/", "<a href=/a/7/2/>Next ›</a>", "/a/7/2/", 1),
        ("/a/7", "<a href=/a/7/page/2>next</a>", "/a/7/page/2", 1),
        ("/a/7?x=1", "<a href='?x=1&page=2'>Weiter »</a>", "/a/7?x=1&page=2", 1),
        ("/a?id=7&page=2", "<a href='?id=7&page=3'>»</a><a href='?id=7&page=1'>1</a>", "/a?id=7&page=3", 2),
        ("/a/7-1.html", "<a href=7-2.html rel=next><img src=i.png></a>", "/a/7-2.html", 1),
        ("/a/7.html", "<a href=7_2.html title=下一页><b></b></a>", "/a/7_2.html", 1),
        # what led to a page, and folders below a file
        ("/a/7.html?utm_source=front", "<a href=7_2.html>2</a>", "/a/7_2.html", 1),
        ("/a/7.html", "<a href=/a/7.html/2>2</a>", "/a/7.html/2", 1),
        ("/a/7.html/2", "<a href=/a/7.html>1</a><a href=/a/7.html/3>3</a>", "/a/7.html/3", 2),
        ("/a/7.html?from=front", "<a href=7_2.html>2</a>", "/a/7_2.html", 1),
        ("/a/7?from=front", "<a href='?page=2'>2</a>", "/a/7?page=2", 1),
        ("/a?id=7&from=front", "<a href='?id=7&page=2'>2</a>", "/a?id=7&page=2", 1),
        ("/a?do=show&id=7", "<a href='?do=show&id=7&page=2'>2</a>", "/a?do=show&id=7&page=2", 1),
        ("/a/7.html/", "<a href=/a/7_2.html>2</a>", "/a/7_2.html", 1),
        ("/a?id=7", "<a href='?page=2'>2</a>", None, 1),
        # an id before the number, and what is called as articles are beside the id
        ("/?p=31", "<a href='?p=31&amp;page=2'>2</a><a href='?p=30'>Earlier</a>", "/?p=31&page=2", 1),
        ("/?p=31&page=2", "<a href='?p=31'>1</a><a href='?p=31&amp;page=3'>3</a>", "/?p=31&page=3", 2),
        ("/a/31/2", "<a href=/a/31>1</a><a href=/a/31/3>3</a><a href=/a/30>Old</a>", "/a/31/3", 2),
        ("/a/31", "<a href=/a/31/2>2</a><a href=/a/30>Old</a><a href=/a/32>Next</a>", "/a/31/2", 1),
        ("/a/31", "<a href=/a/30>The bridge is closed at once</a><a href=/a/32>Next</a>", None, 1),
        ("/a/31", "<a href=/a/30>老桥重新开放十年以来首次</a><a href=/a/32 rel=next>x</a>", None, 1),
        ("/a/31", "<a href=/a/30>30</a><a href=/a/32>32</a><a href=/a/33>Where the bridge was built</a>", "/a/32", 31),
        ("/a/31", "<a href=#n1>1</a><a href=/a/30>The bridge is closed at once</a><a href=/a/32>Next</a>", None, 1),
        # the next article, a list of articles, other sites and files
        ("/a/7.html", "<a href=8.html>下一篇</a><a href=8.html>Next</a>", None, 1),
        ("/a/123.html", "<a href=124.html>下一页</a>", None, 1),
        ("/a/12-3.html", "<a href=12-4.html>Next</a>", None, 1),
        ("/a/7.html", "<a href=http://other.example/a/7_2.html>2</a>", None, 1),
        ("/a/7.html", "<a href=7_2.html>Part two: the flood</a>", None, 1),
        ("/a/7.html", "<a href='http://[x/7_2.html'>2</a><a>2</a><a href=''>next</a>", None, 1),
        ("/a/7.html", "", None, 1),
    ],
)
def test_pages_of_an_article(path: str, links: str, following: str | None, number: int) -> None:
    this = page(SITE + path, links)
    assert next_page(this) == (SITE + following if following else None)
    assert page_number(this) == number


def test_one_page_may_be_named_with_www_and_the_next_without() -> None:
    this = page("http://www.paper.test/a/7.html", "<a href=http://paper.test/a/7_2.html>2</a>")
    assert next_page(this) == "http://paper.test/a/7_2.html"


@pytest.mark.parametrize(
    ("path", "other", "does"),
    [
        ("/a/7.html", "/a/7_2.html", True),
        ("/a/7.html", "/a/7.html?page=2", True),
        ("/a/7.html", "/a/7.html?print=1", False),
        ("/a/7.html", "/a/8_2.html", False),
        ("/a/7.html", "/a/7.html", False),
    ],
)
def test_later_pages_are_told_by_their_address(path: str, other: str, does: bool) -> None:
    assert goes_on(SITE + path, SITE + other) is does


def test_link_elements_are_believed_when_the_address_agrees() -> None:
    for href, following in (("/a/7_2.html", SITE + "/a/7_2.html"), ("/a/other.html", None)):
        this = Page.parse(f"<html><head><link rel=next href={href}></head><body>x</body></html>", SITE + "/a/7.html")
        assert next_page(this) == following


def test_without_its_address_a_page_has_no_next() -> None:
    assert next_page(page(None, "<a href=/a/7_2.html>2</a>")) is None
    assert page_number(page(None, "")) == 1


def test_following_next_visits_every_page_once() -> None:
    def links(number: int) -> str:
        return "".join(f"<a href=/a/7{'' if n == 1 else f'_{n}'}.html>{n}</a>" for n in range(1, 13) if n != number)

    url: str | None = SITE + "/a/7.html"
    visited: list[int] = []
    while url and len(visited) < 20:
        this = page(url, links(len(visited) + 1))
        visited.append(page_number(this))
        url = next_page(this)
    assert visited == list(range(1, 13))


def test_pages_are_joined_without_what_they_repeat() -> None:
    head, foot = "The old bridge reopens\n", "\nShare\nReport by the city desk"
    first = head + "The flood came in January.\nYes.\nThe bridge was closed at once." + foot
    second = head + "Engineers looked at the piers.\nThen.\nNow.\nYes.\nHere.\nThere." + foot
    assert join_pages([first, second]).split("\n") == [
        *first.split("\n"), "Engineers looked at the piers.", "Then.", "Now.", "Yes.", "Here.", "There."
    ]  # fmt: skip
    assert join_pages([first]) == first
    assert join_pages([first, ""]) == first
    assert join_pages([]) == ""
    assert join_pages([first, first]) == first


def test_the_html_of_pages_is_joined_block_by_block() -> None:
    first = "<h1>Old bridge reopens</h1>\n<p>The flood came in January.</p>"
    second = "<h1>Old bridge reopens</h1>\n<p>Engineers looked at the <b>piers</b>.</p>"
    assert join_pages([first, second]) == first + "\n<p>Engineers looked at the <b>piers</b>.</p>"


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_categories=["Cc", "Zl", "Zp", "Cs"]), max_size=20), max_size=6).map(
            "\n".join
        ),
        max_size=4,
    )
)
def test_joined_pages_begin_with_the_first_and_hold_every_line(texts: list[str]) -> None:
    joined = join_pages(texts)
    assert joined.startswith(texts[0] if texts else "")
    assert {line for text in texts if text for line in text.split("\n")} == (
        set(joined.split("\n")) if any(texts) else set()
    )


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_address_is_read_without_an_error(url: str, href: str) -> None:
    this = Page.parse("<p>x</p><a rel=next>2</a>", url)
    this.elements[-1].set("href", "".join(c for c in href if c.isprintable()))
    assert page_number(this) >= 1
    assert next_page(this) != ""
