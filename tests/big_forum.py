"""A forum of our own writing as large as a test needs; its pages are made when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tests.e2e.pages import paragraphs

POSTS_A_PAGE = 20
THREADS_A_PAGE = 40
_PATH = re.compile(r"/(?:(board|topic)-(\d+)-(\d+)\.html)?")


class BigForum(Mapping[str, str]):
    """Path -> page. ``posts``: how many each thread has, by its number; it may grow while it is served."""

    def __init__(self, posts: Mapping[int, int]) -> None:
        self.posts = dict(posts)

    def __getitem__(self, path: str) -> str:
        match = _PATH.fullmatch(path)
        if match is None:
            raise KeyError(path)
        kind, number, page = match.groups()
        if kind == "topic":
            if int(number) not in self.posts or not 1 <= int(page) <= self._pages(int(number)):
                raise KeyError(path)
            return self._thread(int(number), int(page))
        return self._board(int(page or 1))

    def __contains__(self, path: object) -> bool:
        try:
            return isinstance(path, str) and bool(self[path])
        except KeyError:
            return False

    def __iter__(self) -> Iterator[str]:
        yield "/"
        yield from (f"/topic-{n}-{page}.html" for n in self.posts for page in range(1, self._pages(n) + 1))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def expected(self) -> set[tuple[str, str]]:
        """Thread and id of every post."""
        return {(str(n), str(_id(n, floor))) for n, count in self.posts.items() for floor in range(1, count + 1)}

    def _pages(self, number: int) -> int:
        return -(-self.posts[number] // POSTS_A_PAGE)

    def _board(self, page: int) -> str:
        numbers = sorted(self.posts)
        shown = numbers[(page - 1) * THREADS_A_PAGE : page * THREADS_A_PAGE]
        rows = "".join(f'<li><a href="/topic-{n}-1.html">{_title(n)}</a></li>' for n in shown)
        pages = range(1, -(-len(numbers) // THREADS_A_PAGE) + 1)
        return _frame("Board", f'<ul class="threads">{rows}</ul>{_pager("board-1", pages)}')

    def _thread(self, number: int, page: int) -> str:
        floors = range((page - 1) * POSTS_A_PAGE + 1, min(page * POSTS_A_PAGE, self.posts[number]) + 1)
        posts = "".join(_post(number, floor) for floor in floors)
        pager = _pager(f"topic-{number}", range(1, self._pages(number) + 1))
        return _frame(_title(number), f"<h1>{_title(number)}</h1>{posts}{pager}")


def _id(number: int, floor: int) -> int:
    return number * 10_000 + floor


def _title(number: int) -> str:
    return paragraphs(number)[0].partition(",")[0]


def _pager(stem: str, pages: range) -> str:
    return '<div class="pager">' + " ".join(f'<a href="/{stem}-{page}.html">{page}</a>' for page in pages) + "</div>"


def _post(number: int, floor: int) -> str:
    lines = paragraphs(number)
    text = " ".join(lines[(floor + step) % len(lines)] for step in range(1 + floor % 3))
    day, hour = 1 + floor % 28, number % 24
    return (
        f'<div class="post" id="post{_id(number, floor)}">'
        f'<div class="user"><b class="name">member{5 * floor % 17}</b></div><div class="info">'
        f'<span class="time">2026-03-{day:02} {hour:02}:{floor % 60:02}</span> <em>#{floor}</em></div>'
        f'<div class="message">Answer {floor}: {text}</div></div>'
    )


def _frame(title: str, content: str) -> str:
    return (
        f"<html><head><title>{title} - Big Forum</title></head><body>"
        f'<div class="head"><a href="/">Front</a> <a href="/help.html">Help</a></div>{content}'
        f'<div class="foot">Big Forum, all rights reserved</div></body></html>'
    )
