"""A forum of which the pages that come first show threads that nobody answered, and answers are made otherwise."""

from __future__ import annotations

from pathlib import Path

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import Post
from tests.e2e.web import crawl
from tests.forum_pages import Written, thread

SITE = "http://board.test"
#: Posts of each thread, in the order in which the list names them.
SIZES = [1] * 8 + [2, 3, 5, 9, 4, 2, 7, 12, 3, 6, 1, 4]


def opener(post: Written) -> str:
    return (
        f'<div class="panel"><div class="head"><h1>Wheel {post.number // 1000} hums</h1><div class="changes"><span>'
        f'{post.time[:16]}</span> <span>by <a href="/user/{post.user}">{post.author}</a></span></div></div>'
        f'<div class="inner"><div class="text">{post.text}</div></div></div>'
    )


def answer(post: Written) -> str:
    return (
        f'<div class="cell reply"><a class="who" href="/user/{post.user}">{post.author}</a> <a class="at" href="#'
        f'{post.number}">{post.floor - 1}楼•{post.time[:16]}</a><div class="says"><div class="text">{post.text}</div>'
        f"</div></div>"
    )


def thread_page(number: int, size: int) -> str:
    first, *rest = thread(number, size)
    answers = f'<div class="panel"><div class="head">{len(rest)} answers</div>{"".join(map(answer, rest))}</div>'
    return (
        f"<html><head><title>Wheel {number} hums - Our board</title></head><body><a href='/'>Our board</a>"
        f'<div id="content">{opener(first)}{answers if rest else ""}</div></body></html>'
    )


def test_answers_are_read_as_well(tmp_path: Path) -> None:
    rows = "".join(f'<li><a href="/topic/{number}">Wheel {number} hums</a></li>' for number in range(1, 1 + len(SIZES)))
    pages = {f"{SITE}/topic/{number}": thread_page(number, size) for number, size in enumerate(SIZES, 1)}
    pages[f"{SITE}/"] = f"<html><head><title>Our board</title></head><body><ul>{rows}</ul></body></html>"
    settings = {"TEST_PATIENT": True, "CONCURRENT_REQUESTS": 1, "NEWSBODY_PROFILES": str(tmp_path / "p.sqlite")}
    crawled = crawl(ForumSpider, pages, settings, url=f"{SITE}/", out=str(tmp_path / "out"))
    found = {(post.threadId, post.position, post.text) for post in crawled.items if isinstance(post, Post)}
    wanted = {
        (str(number), post.floor, post.text) for number, size in enumerate(SIZES, 1) for post in thread(number, size)
    }
    assert found == wanted
