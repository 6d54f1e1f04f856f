"""Pages as known forum programs make them come out whole: learned from some, read from others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsbody.evaluate.metrics import visible
from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.words.boilerplate import learned_on
from tests.made_forums.style import CHOICES, Style, plain
from tests.made_forums.words import Thread, Written, write_thread
from tests.pages.boards import BOARDS
from tests.pages.chinese import CHINESE, OF_DAYS
from tests.pages.further import FURTHER
from tests.pages.programs import PROGRAMS, Program, in_order, page_of
from tests.programs import smf2, tianya
from tests.programs.forum import Forum

ALL = PROGRAMS | BOARDS | FURTHER | CHINESE
#: Threads that a rule is learned from, two pages of each where there are two, and those that it is measured on besides.
SAMPLE, UNSEEN = 3, 5
#: So many posts on a page tell what its posts are like.
SHOWN = 6


def _pages(program: Program, numbers: range) -> list[tuple[Thread, int, Page]]:
    style = Style(program.seed, tuple((name, plain(name)) for name in CHOICES)).with_value("language", program.language)
    style = style.with_value("quote", "box" if program.quotes else "none")
    threads = [write_thread(style, number) for number in numbers]
    return [
        (thread, place, Page.parse(page_of(program, thread, place), f"http://forum.example/t/{thread.number}/{place}"))
        for thread in threads
        for place in range(min(2, len(thread.pages())))
    ]


@pytest.mark.parametrize("name", ALL)
def test_posts_of_a_program_come_out_whole(name: str) -> None:
    program = ALL[name]
    rule = learn_thread_rule([page for _, _, page in _pages(program, range(SAMPLE))], "")
    for thread, place, page in _pages(program, range(SAMPLE, SAMPLE + UNSEEN)):
        written = [post for post, _ in in_order(program, thread, place)]
        found = [_read(post) for post in read_posts(page, rule)]
        wanted = [_wanted(program, post) for post in written]
        for what in ("text", "author", "time", "position", "quote", "source"):
            assert [post[what] for post in found] == [post[what] for post in wanted], what


@pytest.mark.parametrize("name", ["lobsters", "dcinside", "headed", *OF_DAYS])
def test_opening_post_of_a_page_alone_comes_out(name: str) -> None:
    program = (ALL | OF_DAYS)[name]
    for thread, place, page in _pages(program, range(SAMPLE + UNSEEN)):
        written = [post for post, _ in in_order(program, thread, place)]
        if len(written) < SHOWN or place:
            continue
        found = read_posts(page, learn_thread_rule([page], ""))
        assert [visible(post.text) for post in found] == [visible(post.text) for post in written]
        assert [post.author and post.author.name for post in found] == [post.author for post in written]


def _read(post: Post) -> dict[str, object]:
    return {
        "text": visible(post.text),
        "author": post.author and post.author.name,
        "time": (post.datePublished or "")[:16],
        "position": post.position,
        "quote": bool(post.quotes),
        "source": next(iter(post.quoteAuthors), ""),
    }


def _wanted(program: Program, post: Written) -> dict[str, object]:
    quoted = post.quote.author if post.quote and program.quotes and not program.beside else ""
    return {
        "text": visible(post.text),
        "author": post.author,
        "time": f"{post.when:%Y-%m-%dT%H:%M}",
        "position": post.place + 1 if program.numbered else None,
        "quote": bool(quoted),
        "source": quoted,
    }


@pytest.mark.parametrize(
    ("answer", "address"), [(smf2.answer, "/index.php?topic={}.0"), (tianya.answer, "/post-{}-{}-1.shtml")]
)
def test_code_is_what_somebody_wrote_and_other_numbers_are_no_places(
    answer: Callable[[Forum, str, dict[str, str]], str | None], address: str
) -> None:
    """Short pieces of code differ by their numbers alone; what was clicked on stands where openers have no place."""
    forum, pages, wanted = Forum(5), [], list[list[tuple[str, int]]]()
    for thread in forum.threads[:40]:
        words = (tianya.ITEMS[thread.board], thread.number) if address.count("{") > 1 else (thread.number,)
        url = address.format(*words)
        query = dict([url.partition("?")[2].split("=")]) if "?" in url else {}
        pages.append(Page.parse(answer(forum, url.partition("?")[0], query) or "", f"http://forum.test{url}"))
        wanted.append([(visible(post.text), post.place) for post in thread.on_page(1)])
    rule = learn_thread_rule(pages[2:10], "")
    assert rule is not None
    rule = learned_on(rule, pages)
    read = [[(visible(post.text), post.position or 1) for post in read_posts(page, rule)] for page in pages]
    assert read == wanted
