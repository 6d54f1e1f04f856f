"""Times that a page tells from the moment of reading: posts have them as they have others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.header.places import post_time
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.moments import READ_AT, moment_told
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import dated_elements
from newsbody.rules.selector import Selector
from tests.forum_pages import Written, pages, thread

NOW = datetime(2021, 12, 24, 20, 0)


@pytest.mark.parametrize(
    "text",
    [
        "3天前",
        "2 hours ago",
        "posted 5 minutes ago",
        "昨天 12:31",
        "发表于 昨天12:31",
        "11-28 20:12 · 来自手机",
        "3月4日 10:15",
        "刚刚",
        "1楼•3 个月前",
        "posted 2 years ago",
        "发布于 1 年前",
        "By Marta at 16天前 • 4人收藏 • 1610人看过",
    ],
)
def test_a_short_text_tells_a_time(text: str) -> None:
    told = moment_told(text)
    assert told is not None
    assert told <= READ_AT.isoformat()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "昨天",
        "yesterday",
        "3天前买的",
        "12:30",
        "第3楼",
        "我上个月和几个朋友一起骑车去了海边，3天前才回来",
        "three of them",
        "4/5",
        "We met at the harbour a year or so | 3天前买的 | and nobody else came, which was sad",
        "9000 years ago",  # before any day that there is
    ],
)
def test_what_people_say_tells_none(text: str) -> None:
    assert moment_told(text) is None


def _ago(post: Written) -> str:
    return f"{40 - post.floor}分钟前"


def _yearless(post: Written) -> str:
    return f"{post.time[5:16]} · 来自手机"


@pytest.mark.parametrize(
    ("told", "first"), [(_ago, "2021-12-24T19:21:00"), (_yearless, "2021-03-07T08:00:00")], ids=["ago", "no year"]
)
def test_times_told_from_the_moment_of_reading_are_the_posts_own(told: Callable[[Written], str], first: str) -> None:
    def layout(post: Written) -> str:
        return (
            f'<div class="item"><div class="top"><a class="who" href="/u/{post.user}">{post.author}</a> '
            f'<span class="at">{told(post)}</span></div><div class="words"><p>{post.text}</p></div><a>Like</a></div>'
        )

    rule = learn_thread_rule(pages(layout), "")
    assert rule is not None
    found = read_posts(pages(layout, [1] * 5 + [7])[5], rule, NOW)
    assert [post.text for post in found] == [post.text for post in thread(6, 7)]
    assert found[0].datePublished == first
    assert all(post.datePublished for post in found)
    assert not any(post.datePublished for post in read_posts(pages(layout, [1] * 5 + [7])[5], rule))


def test_months_ago_tell_openers_and_answers_and_no_day() -> None:
    def layout(post: Written) -> str:
        if post.floor == 1:
            return (
                f'<div class="panel"><div class="changes"><span>written {post.number // 1000} months ago</span> '
                f'<span>by <a href="/u/{post.user}">{post.author}</a></span></div>'
                f'<div class="text">{post.text}</div></div>'
            )
        return (
            f'<div class="cell"><a class="who" href="/u/{post.user}">{post.author}</a> <a class="at" '
            f'href="#{post.number}">{post.floor - 1}楼•{post.number // 1000} 个月前</a><div class="says">'
            f'<div class="text">{post.text}</div></div></div>'
        )

    rule = learn_thread_rule(pages(layout), "")
    found = read_posts(pages(layout, [1] * 5 + [7])[5], rule, NOW)
    assert [post.text for post in found] == [post.text for post in thread(6, 7)]
    assert [post.author and post.author.name for post in found] == [post.author for post in thread(6, 7)]
    assert [post.position for post in found] == list(range(1, 8))
    assert not any(post.datePublished for post in found)
    assert all(post.datePublishedRaw for post in found)


def test_comments_whose_times_have_no_year_are_found_below_one_date_that_has_it() -> None:
    def page(number: int) -> Page:
        comments = "".join(
            f'<div class="comment"><a href="/u/{post.user}" class="who">{post.author}</a><span class="at">'
            f'{post.time[5:16]}</span><div class="says"><p>{post.text}</p></div><a>Reply</a></div>'
            for post in thread(number, 8)[1:]
        )
        first = thread(number, 8)[0]
        return Page.parse(
            f'<html><head><title>A title</title></head><body><h1>A title</h1><div class="by"><a href="/u/{first.user}" '
            f'class="who">{first.author}</a><span class="at">{first.time[:16]}</span></div><div class="text">'
            f'<p>{first.text}</p></div><div class="list">{comments}</div></body></html>'
        )

    found = read_posts(page(1), learn_thread_rule([page(1)], ""), NOW)
    assert [post.text for post in found] == [post.text for post in thread(1, 8)]
    assert [post.author and post.author.name for post in found] == [post.author for post in thread(1, 8)]
    assert [(post.datePublished or "")[:16] for post in found] == [
        post.time[:16].replace(" ", "T") for post in thread(1, 8)
    ]


def test_older_posts_say_the_whole_time_where_those_of_the_sample_have_it_in_an_attribute() -> None:
    def layout(post: Written) -> str:
        day, clock = post.time[:10], post.time[11:16]
        shown = f'<b title="{day}">Yesterday</b>, {clock}' if post.number < 6_000 else f"{day}, {clock}"
        changed = f'<i class="chg">last changed {day}, 23:5{post.floor}</i>' if post.floor % 3 == 0 else ""
        return (
            f'<div class="item"><div class="top"><a class="who" href="/u/{post.user}">{post.author}</a></div>'
            f'<div class="head"><span class="at">{shown} {changed}</span><b>#{post.floor}</b></div>'
            f'<div class="words"><p>{post.text}</p></div><a>Like</a></div>'
        )

    rule = learn_thread_rule(pages(layout), "")
    assert rule is not None
    assert rule.time is not None
    assert rule.time.attribute == "title"
    old = pages(layout, [1] * 5 + [7])[5]
    assert [post.datePublished for post in read_posts(old, rule)] == [
        f"{post.time[:10]}T{post.time[11:16]}:00" for post in thread(6, 7)
    ]


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        ("2026-03-02 00:30", "2026-03-02T00:30:00+14:00"),  # Kiribati: no place is further from UTC
        ("2026-03-02 00:45", "2026-03-01T10:30:00Z"),
        ("2026-03-01 16:15", "2026-03-01T16:15:00+05:45"),
        ("2026-03-01 16:20", "2026-03-01T10:30:00Z"),
    ],
)
def test_the_sites_clock_tells_its_zone_where_there_is_such_a_zone(shown: str, read: str) -> None:
    page = Page.parse(f'<p><time class="at" datetime="2026-03-01T10:30:00+00:00">{shown}</time></p>')
    rule = Rule("thread", (Selector.parse("p"),), time=Slot(Selector.parse("time.at"), "datetime"))
    assert post_time(page, range(len(page.elements)), rule) == (read, shown)


def test_white_space_of_a_template_is_no_text_around_a_time() -> None:
    room = "\n" + 44 * " "
    said = [f"{room}Nov. 29, 2024{room}", f"{room}3 days{room} ago{room}", f"{room}on{room}2024-11-29{room}by{room}"]
    page = Page.parse(f"<html><body>{''.join(f'<h6>{text}</h6>' for text in said)}</body></html>", "http://f.test/1")
    assert [bool(one) for one, tag in zip(dated_elements(page), page.tags, strict=True) if tag == "h6"] == [True] * 3
