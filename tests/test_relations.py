"""What posts say of each other and show: whose answers they are, likes, pictures."""

from __future__ import annotations

from typing import Any

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule

RULE: dict[str, Any] = {"kind": "thread", "body": ["div.t"], "post": ["div.c"], "author": "b.who"}
OPENER: dict[str, Any] = {"kind": "thread", "body": ["div.story"], "post": ["article"], "author": "b.who"}


def read(source: str, **more: Any) -> list[Post]:
    return read_posts(Page.parse(f"<html><body>{source}</body></html>"), Rule.from_dict({**RULE, **more}))


def comment(number: int, before: str = "", behind: str = "", inner: str = "", body: str = "") -> str:
    head = f'<b class="who">Ann{number % 10} Lee</b>{before}'
    text = f'<div class="t">{body or f"Words number {number}."}</div>'
    return f'<div class="c" id="c{number}">{head}{text}{behind}{inner}</div>'


def test_answers_nest_below_an_opener_of_another_form() -> None:
    opener = '<b class="who">Bo Hall</b><div class="story">How it all began.</div>'
    source = comment(11, inner=comment(12, inner=comment(13))) + comment(14)
    for page in (f"<article>{opener}</article>{source}", f"<article>{opener}{source}</article>"):
        posts = read(page, more=[OPENER])
        assert [(post.postId, post.parentId) for post in posts[1:]] == [
            ("11", None),
            ("12", "11"),
            ("13", "12"),
            ("14", None),
        ]


def test_a_link_to_an_earlier_post_says_what_is_answered() -> None:
    posts = read(
        comment(11)
        + comment(12, before='<a href="/x#c11">Ann1</a><a href="/x#c12">link</a>')
        + comment(13, body='<a href="#c12">&gt;&gt;12</a> So it is.')
        + comment(14, body='<a href="#c12">What he said</a> is what I think.')
        + comment(15, before='<a href="#c14">previous</a><a href="#c16">next</a>', behind='<a href="#c11">first</a>')
        + comment(16)
    )
    assert [post.parentId for post in posts] == [None, "11", "12", None, None, None]


def test_a_link_says_what_is_answered_where_ids_are_words() -> None:
    source = comment(11) + comment(12, before='<a href="/x#c11">parent</a>')
    posts = read(source.replace("c11", "t1_9ixoa8").replace("c12", "t1_9ixobb"), post_id="div.c @id word")
    assert [(post.postId, post.parentId) for post in posts] == [("9ixoa8", None), ("9ixobb", "9ixoa8")]


@pytest.mark.parametrize(
    "number",
    ["<i class='score'>{}</i>", "<i class='voteCount'>{}</i>", "<i class='react_count'>{}</i>", "<i>{} likes</i>"],
)
def test_numbers_before_a_body_are_likes_once_those_of_one_author_differ(number: str) -> None:
    differing = [comment(n, before=number.format(n % 7)) for n in (11, 12, 21, 13)]
    assert [post.likes for post in read("".join(differing))] == [4, 5, 0, 6]
    same = [comment(n, before=number.format(100 + n % 10)) for n in (11, 12, 21, 22, 13)]
    assert {post.likes for post in read("".join(same))} == {None}


def test_numbers_behind_a_body_that_are_the_same_for_each_author_are_theirs() -> None:
    card = "<i class='reputation-score'>{}</i>"
    source = "".join(comment(n, behind=card.format(300 + n % 10)) for n in (11, 12, 21, 22, 13))
    assert {post.likes for post in read(source)} == {None}
    said = "".join(comment(n, behind=f"<i>{n % 10} likes</i>") for n in (11, 12, 21, 22, 13))
    assert [post.likes for post in read(said)] == [1, 2, 1, 2, 3]
    below_zero = "".join(comment(n, behind=f"<i class='score'>{n - 12}</i>") for n in (11, 12, 13))
    assert [post.likes for post in read(below_zero)] == [None, 0, 1]


def test_pictures_in_quotes_are_none_of_the_post() -> None:
    body = '<blockquote><img src="/faces/ann.png">Ann said this.</blockquote>I saw it, too. <img src="/a/house.jpg">'
    (post,) = read(comment(11, body=body), quotes=["blockquote"])
    assert ([image.url for image in post.images], post.quotes) == (["/a/house.jpg"], ["Ann said this."])


def _thread(number: int, picture: str) -> Page:
    posts = "".join(
        f'<div class="post"><b class="who"><a href="/u/{n}">Person{n}</a></b><time>2024-03-0{n} 10:0{number}</time>'
        f'<div class="text">Here are some words of mine, {"abcdefg"[n] * (n + number + 3)} or so. '
        f"{picture.format(n, number)}</div></div>"
        for n in range(1, 6)
    )
    return Page.parse(f"<html><body>{posts}</body></html>", f"http://f.test/t/{number}")


@pytest.mark.parametrize(
    ("picture", "wanted"),
    [
        ('<img src="/static/none.gif" file="/a/{1}{0}.jpg">', "http://f.test/a/2{}.jpg"),  # shown when it is loaded
        ('<img src="/smile.png"><img src="/a/{1}{0}.jpg">', "http://f.test/a/2{}.jpg"),  # a smiley of no folder
    ],
)
def test_pictures_are_not_taken_for_smilies_by_what_stands_in_their_place(picture: str, wanted: str) -> None:
    pages = [_thread(number, picture) for number in range(3)]
    posts = read_posts(pages[2], learn_thread_rule(pages, ""))
    assert [[image.url for image in post.images[-1:]] for post in posts] == [[wanted.format(n)] for n in range(1, 6)]


@pytest.mark.parametrize(
    "keys",
    [
        ("fbe42f74-9f77-42e6-a4cf-67f69b77e46b", "1e6770b2-23da-4a55-bd58-5cea5382db46"),
        ("507f1f77bcf86cd799439011", "507f191e810c19729de86011"),
        ("17", "18"),
    ],
)
def test_an_id_is_a_key_as_a_whole(keys: tuple[str, str]) -> None:
    posts = "".join(comment(number).replace(f"c{number}", f"post-{key}") for number, key in enumerate(keys, 3))
    assert [post.postId for post in read(posts)] == [*keys]
