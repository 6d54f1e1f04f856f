"""Readers' comments as posts: where the markup names them and where it does not, flat and nested."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from newsbody import Author, Page, extract
from newsbody.items import Post
from newsbody.page.body import Body
from newsbody.posts.comments import read_comments

URL = "http://paper.example/town/bridge.html"
WORDS = "The bridge over the river was closed on Monday, and the town has to wait until spring for a new one."
PEOPLE = ("Ann Lee", "Bo Hall", "Cy Marsh", "Di Stone", "Ed Wood", "Flo Rhys")
SAID = (
    "I was there on Monday and it was just as you write, only louder than ever before.",
    "Thank you for keeping at it, nobody else in this town does, and that is a shame.",
    "The ferry people saw all of it from the other side; has anybody asked them by now?",
    "My grandfather built the old one, and he always said that it would not last this long.",
    "Who pays for the detour? My bus takes forty minutes now, and the fare is the same.",
    "It is a footbridge, not a cathedral. Put two planks there and be done with it at last.",
)


def page(comments: str, around: str = '<section class="comments">{}</section>') -> str:
    body = "".join(f"<p>{WORDS}</p>" for _ in range(6))
    aside = "".join(f'<li><a href="/s/{n}">Another story of the town, number {n}</a></li>' for n in range(6))
    return (
        f"<html><head><title>Bridge closed</title></head><body><nav><a href=/>Home</a></nav><article><h1>Bridge closed</h1>"
        f"{body}</article>{around.format(comments)}<aside><ul>{aside}</ul></aside></body></html>"
    )


def flat(count: int = 5) -> str:
    return "".join(
        f'<div class="item" id="c{40 + n}"><span class="who">{PEOPLE[n]}</span> <time>2026-02-0{n + 1} 10:1{n}</time>'
        f'<div class="said">{SAID[n]}</div><span class="like-count">{n * 3}</span> <a href="#">Reply</a></div>'
        for n in range(count)
    )


def nested() -> str:
    def one(n: int, inner: str = "") -> str:
        children = f'<ul class="children">{inner}</ul>' if inner else ""
        return (
            f'<li class="comment" id="comment-{70 + n}"><div class="head"><a class="author" href="/u/{n}">{PEOPLE[n]}</a>'
            f'<span class="date">2026-02-0{n + 1} 09:0{n}</span></div><div class="text"><p>{SAID[n]}</p></div>{children}</li>'
        )

    return f'<ol class="list">{one(0, one(1, one(2)) + one(3))}{one(4)}{one(5)}</ol>'


def read(html: str) -> list[Post]:
    article = extract(html, URL, comments=True)
    assert not any(said in article.text for said in SAID)
    return article.comments


@pytest.mark.parametrize(
    "around",
    [
        '<section class="comments">{}</section>',
        '<div id="disqus_thread"><h3>5 voices</h3>{}</div>',
        "<div class='x7'>{}</div>",
    ],
)
def test_comments_are_posts(around: str) -> None:
    found = read(page(flat(), around))
    assert [post.text for post in found] == list(SAID[:5])
    assert [post.author for post in found] == [Author(name) for name in PEOPLE[:5]]
    assert [post.datePublished for post in found] == [f"2026-02-0{n + 1}T10:1{n}:00" for n in range(5)]
    assert [post.position for post in found] == [1, 2, 3, 4, 5]
    assert [post.likes for post in found] == [0, 3, 6, 9, 12]
    assert {post.parentId for post in found} == {None}
    assert {post.threadId for post in found} == {URL}


def test_answers_name_what_they_answer() -> None:
    found = read(page(nested()))
    assert [post.text for post in found] == list(SAID)
    assert [post.postId for post in found] == [str(70 + n) for n in range(6)]
    assert [post.parentId for post in found] == [None, "70", "71", "70", None, None]
    assert found[2].author == Author("Cy Marsh", "http://paper.example/u/2")


def test_comments_come_only_when_they_are_asked_for() -> None:
    assert extract(page(flat()), URL).comments == []
    assert extract(page(flat()), URL, comments=True).to_dict()["comments"][0]["author"] == {
        "name": "Ann Lee",
        "url": None,
    }


@pytest.mark.parametrize(
    "html", [page(""), page("<p>Be the first to comment.</p>"), "", page("", "{}"), "<div class=comments>"]
)
def test_page_without_comments_has_none(html: str) -> None:
    assert extract(html, URL, comments=True).comments == []


def test_pages_of_other_comments_do_not_raise() -> None:
    pieces = [
        "<div class=comment>",
        "</div>",
        "<p>",
        "</ul>",
        "<li id=comment-1 class=comment>",
        SAID[0],
        PEOPLE[1],
        "<time>",
    ]
    for seed in range(30):
        chance = random.Random(seed)
        found = extract(page("".join(chance.choices(pieces, k=40))), URL, comments=True).comments
        assert all(post.text for post in found)


def test_a_body_that_took_the_heading_of_the_comments_does_not_hide_them() -> None:
    html = page(flat(), '<section class="comments"><h2>Comments</h2>{}</section>')
    read_page = Page.parse(html, URL)
    taken = [text == WORDS or text == "Comments" for text in read_page.paragraphs]
    body = Body.of_paragraphs(read_page, np.array(taken))
    assert [comment.text for comment in read_comments(body)] == list(SAID[:5])


def test_of_pages_without_comments_nothing_is_taken_for_some() -> None:
    folder = Path(__file__).parent / "pages" / "pages"
    for path in sorted(folder.glob("*.html")):
        found = extract(path.read_bytes(), URL, comments=True).comments
        if path.stem.startswith("discussed"):
            assert len(found) == 12, path.stem
        elif not path.stem.startswith("blog"):
            assert found == [], path.stem
