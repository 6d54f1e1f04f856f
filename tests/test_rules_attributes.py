"""What templates put into attributes of posts: names, numbers, ids; and words that are for screen readers alone."""

from __future__ import annotations

import numpy as np
import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.selector import Selector
from tests.forum_pages import Written, page, thread

NAMES = ("tessa", "阿珍", "Halcyon", "birchbark", "老张头", "Juno", "tessa", "木子李")
WORDS = (
    "the valve leaks",
    "今天练车哭笑不得",
    "six raised beds",
    "used is the best bang",
    "买票之前先看",
    "a bookshelf",
)


def _page(number: int, post: str, first: int = 0, count: int = 6) -> Page:
    """A page of a thread: each post by a template with {who}, {letter}, {words}, {place}, {id} and {key}."""
    posts = [
        post.format(
            who=NAMES[(place + number) % len(NAMES)],
            letter=NAMES[(place + number) % len(NAMES)][0].upper(),
            words=f"{WORDS[(place * 5 + number) % len(WORDS)]}, {number} and {place * number + 7} again since then",
            place=place,
            id=number * 1000 + place * 7 + 1,
            key=np.base_repr(20_000_000 + number * 1000 + place * 7 + 1, 36).lower(),
            day=1 + place % 28,
        )
        for place in range(first, first + count)
    ]
    return Page.parse(f"<title>Thread {number}</title><h1>Thread {number}</h1><ul>{''.join(posts)}</ul>")


def _read(post: str, *, later: bool = False) -> list[list[Post]]:
    pages = [_page(number, post) for number in range(1, 5)]
    pages += [_page(5, post, first=20)] if later else []
    rule = learn_thread_rule(pages, "")
    return [read_posts(page, rule) for page in pages]


AVATAR = '<a href="/u/{who}"><i title="{who}">{letter}</i><b class="visually-hidden">Online</b></a>'
NAMED = {
    "attribute of the post": '<li class="post" data-username="{who}">',
    "attribute with two words": '<li class="post" data-user-name="{who}">',
    "microdata": '<li class="post"><span itemprop="author" itemscope><meta itemprop="name" content="{who}"></span>',
    "text beside": '<li class="post"><a class="n" data-poster="{who}" href="/u/{who}">{who}</a>',
}


@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_author_is_named_beside_the_letter_of_a_picture(named: str) -> None:
    post = (
        f'{named}<div class="side">{AVATAR}{AVATAR}</div><time datetime="2024-05-{{day:02}}T10:00">May</time>'
        '<div class="body">{words}</div></li>'
    )
    for number, posts in enumerate(_read(post), 1):
        assert [one.author.name if one.author else "" for one in posts] == [
            NAMES[(place + number) % len(NAMES)] for place in range(6)
        ]
        assert [one.author.url if one.author else "" for one in posts] == [
            f"/u/{NAMES[(place + number) % len(NAMES)]}" if "data-poster" in named else None for place in range(6)
        ]


def test_words_for_screen_readers_are_no_words_of_posts() -> None:
    page = Page.parse('<div class="body">The valve <b class="sr-only">opens in a new tab</b>leaks.</div>')
    (post,) = read_posts(page, Rule("thread", (Selector.parse("div.body"),)))
    assert (post.text, post.fullText) == ("The valve leaks.", "The valve leaks.")


POST = (
    '<li class="post" data-pid="{id}" data-index="{place}" data-uid="7"><a class="n" href="/u/{who}">{who}</a> '
    '<time datetime="2024-05-{day:02}T10:00">May</time><div class="body">{words}</div></li>'
)


def test_number_and_id_are_read_from_attributes() -> None:
    for number, posts in enumerate(_read(POST, later=True), 1):
        first = 20 if number == 5 else 0
        assert [one.position for one in posts] == list(range(first + 1, first + 7))
        assert [one.postId for one in posts] == [
            str(number * 1000 + place * 7 + 1) for place in range(first, first + 6)
        ]


@pytest.mark.parametrize(("said", "word"), [("t1_{key}", True), ("post{id}", False), ("post-{id}-body", False)])
def test_what_an_id_is_all_values_of_an_attribute_tell(said: str, word: bool) -> None:
    """Keys of base 36 end in digits now and then, which other posts have, too: `t1_bwxd9`, `t1_bwxdg`."""
    pages = [_page(number, POST.replace('data-pid="{id}"', f'id="{said}"')) for number in range(1, 5)]
    rule = learn_thread_rule(pages, "")
    assert rule is not None
    assert (rule.post_id and rule.post_id.word) == word
    assert Rule.from_dict(rule.to_dict()) == rule
    ids = [number * 1000 + place * 7 + 1 for number in range(1, 5) for place in range(6)]
    wanted = [np.base_repr(20_000_000 + one, 36).lower() if word else str(one) for one in ids]
    assert [post.postId for page in pages for post in read_posts(page, rule)] == wanted


def test_numbers_that_begin_anew_on_each_page_are_none() -> None:
    assert all(one.position is None for posts in _read(POST) for one in posts)


def test_quote_of_somebody_elsewhere_is_said_so_with_a_sign() -> None:
    post = (
        '<li class="post"><a class="n" href="/u/{who}">{who}</a> <time datetime="2024-05-{day:02}T10:00">May</time>'
        '<div class="body"><p>@mariner{id} said:</p><blockquote>what was it then</blockquote><p>{words}</p></div></li>'
    )
    assert not any("mariner" in one.text or "what was" in one.text for posts in _read(post) for one in posts)


def test_numbers_of_answers_are_none_of_posts_where_comments_stand_between() -> None:
    rule = Rule("thread", (Selector.parse("div.body"),), (Selector.parse("li"),), position=Slot.parse("b.nr"))
    shown = ["<b class=nr>1</b>", "", "", "<b class=nr>2</b>", "<b class=nr>3</b>"]
    apart, gap = shown, [*shown[:3], "<b class=nr>4</b>", "<b class=nr>5</b>"]
    read = [
        read_posts(
            Page.parse("".join(f"<li>{nr}<div class=body>Words {n}</div></li>" for n, nr in enumerate(numbers))), rule
        )
        for numbers in (apart, gap)
    ]
    assert [post.position for post in read[0]] == [None] * 5
    assert [post.position for post in read[1]] == [1, 2, 3, 4, 5]


def test_numbers_that_no_two_posts_of_several_threads_share_are_no_places() -> None:
    def layout(post: Written) -> str:
        shown = f'<a class="link" href="#post-{post.number}">#{1000 + post.number // 100 + post.floor}</a>'
        said = f'<b class="nick">{post.author}</b> <i class="at">{post.time}</i> {shown}'
        return f'<div class="row"><p class="head">{said}</p><div class="words">{post.text}</div></div>'

    shown = [page(thread(number, 5), layout, number) for number in range(1, 6)]
    rule = learn_thread_rule(shown, "")
    assert rule is not None
    assert rule.position is None
    alone = learn_thread_rule(shown[:1], "")
    assert alone is not None
    assert alone.position is not None
