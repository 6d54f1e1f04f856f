"""Forums whose openers are made otherwise than answers, and whose pages show posts of other pages once more.

Nobody answered the first threads, each page has the opener, or begins with the last post of the page before.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import ForumThread, Post
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


#: Answers on a page of a thread.
SHOWN = 6


def question(post: Written) -> str:
    """In a board whose name is as long as nothing else beside a time may be."""
    return (
        f'<div class="panel"><h1>Wheel {post.number // 1000} hums</h1><p class="muted"><a href="/user/{post.user}">'
        f"{post.author}</a><br><span>Posted {post.number // 1000} months ago in <a href='/board/1'>Hubs, spokes, rims"
        f'</a>, </span></p><div class="question">{post.text}</div></div>'
    )


def reply(post: Written) -> str:
    return (
        f'<li class="reply"><p class="muted"><a href="/user/{post.user}">{post.author}</a><br><span>'
        f'{post.number // 1000} months ago</span></p><div class="says">{post.text}</div></li>'
    )


def page_of_thread(number: int, size: int, page: int) -> str:
    first, *rest = thread(number, size)
    pages = range(1, 2 + (len(rest) - 1) // SHOWN)
    pager = "".join(f'<li><a href="/topic/{number}/page/{one}">{one}</a></li>' for one in pages if len(pages) > 1)
    answers = "".join(map(reply, rest[(page - 1) * SHOWN : page * SHOWN]))
    return (
        f"<html><head><title>Wheel {number} hums - Our board</title></head><body><a href='/'>Our board</a>"
        f'{question(first)}<ul class="replies">{answers}</ul><ul class="pages">{pager}</ul></body></html>'
    )


@pytest.mark.parametrize("sizes", [[2, 5, 3, 9, 4, 12, 7, 6, 3, 5, 8, 4], [4, 3, 16, 2, 5, 21, 6, 13, 3, 9, 7, 14]])
def test_an_opener_that_stands_on_each_page_of_its_thread_is_one_post(sizes: list[int], tmp_path: Path) -> None:
    rows = "".join(f'<li><a href="/topic/{number}">Wheel {number} hums</a></li>' for number in range(1, 1 + len(sizes)))
    pages = {
        f"{SITE}/topic/{number}{f'/page/{page}' if page > 1 else ''}": page_of_thread(number, size, page)
        for number, size in enumerate(sizes, 1)
        for page in range(1, 2 + (size - 2) // SHOWN)
    }
    pages[f"{SITE}/"] = f"<html><head><title>Our board</title></head><body><ul>{rows}</ul></body></html>"
    settings = {"TEST_PATIENT": True, "NEWSBODY_PROFILES": str(tmp_path / "p.sqlite")}
    crawled = crawl(ForumSpider, pages, settings, url=f"{SITE}/", out=str(tmp_path / "out"))
    wanted = sorted((str(n), post.floor, post.text) for n, size in enumerate(sizes, 1) for post in thread(n, size))
    posts = [post for post in crawled.items if isinstance(post, Post)]
    whole = [post for one in crawled.items if isinstance(one, ForumThread) for post in one.posts]
    for found in (posts, whole):
        assert sorted((post.threadId, post.position, post.text) for post in found) == wanted


def overlapping_pages(sizes: list[int]) -> dict[str, str]:
    """A board of threads whose pages begin with the last post of the page before."""
    pages = {}
    for number, size in enumerate(sizes, 1):
        posts = thread(number, size)
        parts = [posts[begin : begin + 1 + SHOWN] for begin in range(0, max(1, size - 1), SHOWN)]
        links = "".join(
            f'<li><a href="/topic/{number}/page/{page}">{page}</a></li>' for page in range(2, 1 + len(parts))
        )
        for page, part in enumerate(parts, 1):
            shown = "".join(
                f'<li class="post" id="post-{post.number}"><a class="who" href="/user/{post.user}">{post.author}</a>'
                f'<span class="at">{post.time[:16]}</span><div class="says">{post.text}</div></li>'
                for post in part
            )
            pages[f"{SITE}/topic/{number}{f'/page/{page}' if page > 1 else ''}"] = (
                f"<html><head><title>Wheel {number} hums - Our board</title></head><body><a href='/'>Our board</a>"
                f"<h1>Wheel {number} hums</h1><ul class='posts'>{shown}</ul><ul class='pages'>"
                f"<li><a href='/topic/{number}'>1</a></li>{links}</ul></body></html>"
            )
    rows = "".join(
        f'<li><a href="/topic/{number}">Wheel {number} hums</a> <b>{size - 1} replies</b></li>'
        for number, size in enumerate(sizes, 1)
    )
    return pages | {f"{SITE}/": f"<html><head><title>Our board</title></head><body><ul>{rows}</ul></body></html>"}


def test_pages_that_begin_with_the_last_post_of_the_page_before(tmp_path: Path) -> None:
    sizes = [3, 20, 2, 9, 14, 27, 5, 4, 16, 6, 8, 3]
    later = [size + {2: 3, 5: 2, 6: 12}.get(number, 0) for number, size in enumerate(sizes, 1)]
    settings = {"TEST_PATIENT": True, "NEWSBODY_PROFILES": str(tmp_path / "p.sqlite")}

    def posts_of(pages: dict[str, str], new: str = "0") -> list[tuple[str, int | None, str]]:
        crawled = crawl(ForumSpider, pages, settings, url=f"{SITE}/", out=str(tmp_path / "out"), new=new)
        return sorted((post.threadId, post.position, post.text) for post in crawled.items if isinstance(post, Post))

    written = [(str(n), post.floor, post.text) for n, size in enumerate(later, 1) for post in thread(n, size)]
    wanted = sorted(one for one in written if one[1] <= sizes[int(one[0]) - 1])
    assert posts_of(overlapping_pages(sizes)) == wanted
    assert posts_of(overlapping_pages(later), new="1") == sorted(one for one in written if one not in wanted)
