"""Pages alone with one post or two: a reply of another form, numbers, names."""

from __future__ import annotations

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule

FIRST = (
    "The pump ran all night and the cellar is dry again, more or less, but who knows for how long. We bought it in "
    "the spring, when the water stood up to the second step, and it has been in the corner ever since. What would you "
    "do to keep it from getting stuck, and how often do you look after yours?"
)
SECOND = "Ours stopped twice, and nobody could say what was the matter with it."


def read(body: str) -> list[Post]:
    page = Page.parse(f"<html><head><title>Pump</title></head><body><h1>Pump</h1>{body}</body></html>")
    return read_posts(page, learn_thread_rule([page], ""))


OPENER = (
    '<div class="topic"><div class="head"><a class="owner" href="/user/1">Ann Lee</a>'
    " <span>2024-03-04 09:15</span></div>"
    f'<div class="story">{FIRST}</div></div>'
)


def reply(who: str, address: str, when: str, said: str = SECOND) -> str:
    head = f'<a class="by" href="{address}">{who}</a> <em>{when}</em>'
    return f'<ul class="list"><li class="item"><div class="line">{head}</div><div class="words">{said}</div></li></ul>'


def test_the_only_reply_of_another_form_comes_out_of_a_page_alone() -> None:
    posts = read(OPENER + reply("Bo Hall", "/user/2", "2024-03-04 10:20"))
    assert [(post.text, post.author and post.author.name, post.datePublished) for post in posts] == [
        (FIRST, "Ann Lee", "2024-03-04T09:15:00"),
        (SECOND, "Bo Hall", "2024-03-04T10:20:00"),
    ]


@pytest.mark.parametrize(
    "other",
    [
        reply("Ann Lee", "/user/1", "2024-03-04 10:20"),  # a card about the author
        reply("Bo Hall", "/news/2", "2024-03-04 10:20"),  # what is linked is no person of these
        reply("Bo Hall", "/user/2", "2024-03-03 10:20"),  # older than the opener
        reply("Bo Hall", "/user/2", "2024-03-04 10:20", "")
        + f'<div class="foot">{SECOND}</div>',  # the end of the page
    ],
)
def test_what_stands_behind_an_opener_is_no_reply_when_it_is_not_told_like_one(other: str) -> None:
    assert [post.text for post in read(OPENER + other)] == [FIRST]


@pytest.mark.parametrize(
    ("numbers", "wanted"),
    [
        (["#1"], [1]),
        (["#41"], [41]),
        (["3楼"], [3]),
        (["第3楼"], [3]),
        (["#900123"], [None]),  # an id
        (["71 posts"], [None]),
        (["", "#1"], [1, 2]),
        (["", "2楼"], [1, 2]),
    ],
)
def test_numbers_of_few_posts_are_marked_as_numbers_of_posts(numbers: list[str], wanted: list[int | None]) -> None:
    posts = "".join(
        f'<div class="post"><a class="who" href="/u/{n}">{("Ann Lee", "Bo Hall")[n]}</a>'
        f'<time>2024-03-04 0{n + 8}:15</time><b class="no">{number}</b>'
        f'<div class="text">{(FIRST, SECOND)[n]}</div></div>'
        for n, number in enumerate(numbers)
    )
    assert [post.position for post in read(posts)] == wanted


@pytest.mark.parametrize("name", ['<i class="nickname">{}</i>', '<div class="user-name"><b>{}</b></div>'])
def test_of_texts_around_an_only_post_one_is_called_a_name(name: str) -> None:
    head = f'<span class="tag">Talk</span><span class="user-level">Old hand</span>{name.format("Ann Lee")}'
    (post,) = read(f'<div class="post">{head}<time>2024-03-04 08:15</time><div class="text">{FIRST}</div></div>')
    assert post.author is not None
    assert post.author.name == "Ann Lee"


def test_what_a_page_ends_with_is_no_post_though_its_name_is_called_like_theirs() -> None:
    posts = "".join(
        f'<div class="post"><a class="username" href="/u/{n}">{("Ann Lee", "Bo Hall")[n % 2]}</a>'
        f'<time class="when">2024-03-04 0{n}:15</time>'
        f'<div class="text">{SECOND} So it went {"on and " * n} on.</div></div>'
        for n in range(5)
    )
    side = '<div class="newest"><a class="username" href="/u/9">Cy Marsh</a> <time class="when">2026-01-01 10:00</time>'
    found = read(f'<div class="all">{posts}</div>{side}<div class="ad"><p>{FIRST}</p></div></div>')
    assert len(found) == 5
    assert {post.author.name for post in found if post.author} == {"Ann Lee", "Bo Hall"}


def _single(number: int, head: str, card: str, notice: str = "") -> Page:
    text = f"The {'pump lamp rope sail tent boat'.split()[number]} stood there for {number + 2} days. {FIRST}"
    post = f'<h2>{head}</h2><div class="inner"><div class="card">{card}</div><div class="said">{text}</div></div>'
    top = '<div class="top"><a href="/">Home</a></div>'
    return Page.parse(f'{top}<div class="list"><div class="post" id="p{number + 40}">{post}</div>{notice}</div>')


PEOPLE = ["Ann Lee", "Bo Hall", "Cy Dow"] * 2
LINKS = [f'<a href="/user/{number % 3}">{name}</a>' for number, name in enumerate(PEOPLE)]
JOINED = [f"{link} <em>Joined: 2021-0{number % 3 + 1}-05</em>" for number, link in enumerate(LINKS)]
DAYS = [f"2024-0{number + 1}-1{number}" for number in range(6)]
CLOCK = [f"{day} 09:10" for day in DAYS]


@pytest.mark.parametrize(("heads", "cards"), [(DAYS, JOINED), (CLOCK, JOINED), (LINKS, CLOCK)])
def test_what_holds_a_post_that_stands_alone_says_who_and_when(heads: list[str], cards: list[str]) -> None:
    said = enumerate(zip(heads, cards, strict=True))
    pages = [_single(number, f'<span class="by">{head}</span>', card) for number, (head, card) in said]
    rule = learn_thread_rule(pages, "")
    posts = [post for page in pages for post in read_posts(page, rule)]
    assert [post.author and post.author.name for post in posts] == PEOPLE
    assert [(post.datePublished or "")[:10] for post in posts] == DAYS  # not when their authors joined


def test_a_notice_that_stands_below_each_post_is_no_post() -> None:
    notice = f'<div class="notice"><p>Not a member yet? {SECOND}</p><p>{FIRST}</p><a href="/register">Join</a></div>'
    data = [f'<meta content="{when}"><b data-username="{name}"></b>' for name, when in zip(PEOPLE, CLOCK, strict=True)]
    pages = [_single(n, data[n], f"{LINKS[n]} <em>{CLOCK[n]}</em>", notice) for n in range(4)]
    rule = learn_thread_rule(pages, "")
    assert [len(read_posts(page, rule)) for page in pages] == [1] * 4


def test_the_number_of_whoever_wrote_is_no_posts() -> None:
    heads = [f'<h2 class="by">{LINKS[n]}</h2> <em>{CLOCK[n]}</em>' for n in range(3)]
    said = [f'<div class="said">{FIRST[50 * n :]}</div>' for n in range(3)]
    pages = [Page.parse(f'<div class="post">{head}{text}</div>') for head, text in zip(heads, said, strict=True)]
    rule = learn_thread_rule(pages, "")
    posts = [post for page in pages for post in read_posts(page, rule)]
    assert [(post.author and post.author.name, post.postId) for post in posts] == [(who, None) for who in PEOPLE[:3]]
