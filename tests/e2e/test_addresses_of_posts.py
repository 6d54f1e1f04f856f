"""A forum where each post has an address of its own that shows the whole thread: addresses name no thread."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import ForumThread, Post
from tests.e2e.web import Crawled, crawl
from tests.forum_pages import table_layout, thread

SITE = "http://posts.test"
ROWS = 15


def code(number: int, place: int) -> str:
    """Of a post; links on lists and to what is answered have its first ten characters."""
    return "7" + hashlib.sha1(f"{number} {place}".encode()).hexdigest()[:14] + "b"


def title_of(number: int) -> str:
    return f"What hums on wheel {number} since the winter"


def thread_page(number: int, size: int, shown: int) -> str:
    posts = ""
    for place, written in enumerate(thread(number, size)):
        own = code(number, place)
        link = f'<a href="/post/{own}">[link]</a> ' if place != shown else ""
        to = f'in reply to <a href="/post/{code(number, place // 2)[:10]}">{place // 2 + 1}</a> ' if place else ""
        tools = f'<p class="tools">{to}{link}<a href="/post/{own}?raw">[source]</a></p>'
        posts += f'<div class="frame">{table_layout(written)}{tools}</div>'
    return f"<html><head><title>{title_of(number)}</title></head><body><h1>{title_of(number)}</h1>{posts}</body></html>"


def site(sizes: dict[int, int]) -> dict[str, str]:
    """Lists name each thread by its last post; the latest posts stand on a page of their own."""
    pages, last = {}, -(-len(sizes) // ROWS)
    pager = "".join(f'<a href="/forum?page={n}">{n}</a> ' for n in range(1, last + 1))
    newest = sorted(sizes, reverse=True)
    for page in range(1, last + 1):
        rows = "".join(
            f'<tr><td><a href="/post/{code(n, sizes[n] - 1)[:10]}">{title_of(n)}</a></td><td>{sizes[n]} posts</td></tr>'
            for n in newest[(page - 1) * ROWS : page * ROWS]
        )
        body = f'<p><a href="/latest">Latest</a></p><table>{rows}</table><p>{pager}</p>'
        pages[f"{SITE}/forum?page={page}"] = f"<html><head><title>Forum</title></head><body>{body}</body></html>"
    pages[f"{SITE}/forum"] = pages[f"{SITE}/forum?page=1"]
    latest = "".join(
        f'<li><a href="/post/{code(n, k)[:10]}">Reply</a></li>' for n in newest[:9] for k in range(sizes[n])
    )
    pages[f"{SITE}/latest"] = f"<html><head><title>Latest</title></head><body><ul>{latest}</ul></body></html>"
    for number, size in sizes.items():
        for place, written in enumerate(thread(number, size)):
            whole = thread_page(number, size, place)
            pages |= {f"{SITE}/post/{code(number, place)[:cut]}": whole for cut in (10, 16)}
            pages[f"{SITE}/post/{code(number, place)}?raw"] = f"<html><body><pre>{written.text}</pre></body></html>"
    return pages


def read(sizes: dict[int, int], tmp_path: Path, **arguments: str) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_LATENCY": 0.01, "TEST_TIMEOUT": 120.0}
    return crawl(ForumSpider, site(sizes), settings, prepare=None, url=f"{SITE}/forum", **arguments)


def posts_of(crawled: Crawled) -> list[tuple[str, str, int | None]]:
    return sorted((item.threadId, item.text, item.position) for item in crawled.items if isinstance(item, Post))


def truth(sizes: dict[int, int]) -> list[tuple[str, str, int]]:
    return sorted((code(n, 0)[:10], post.text, post.floor) for n in sizes for post in thread(n, sizes[n]))


@pytest.mark.slow
def test_each_thread_is_given_once_and_then_what_is_new(tmp_path: Path) -> None:
    sizes = {number: (1, 4, 9, 2, 23, 1, 6)[number % 7] for number in range(60)}
    first = read(sizes, tmp_path)
    assert posts_of(first) == truth(sizes)
    assert sum(isinstance(item, ForumThread) for item in first.items) == len(sizes)
    assert len(first.urls) <= 3 * len(sizes)
    later = {**sizes, 3: 5, 58: 3, 60: 2}
    again = read(later, tmp_path, new="1")
    assert posts_of(again) == sorted({*truth(later)} - {*truth(sizes)})
    assert len(again.urls) <= 0.5 * len(first.urls)
