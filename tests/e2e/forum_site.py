"""A forum of our own writing that grows: boards sorted by the last post, counts of replies and views, pagers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count

HOST = "http://board.test"
#: Posts on a page of a thread, threads on a page of a board.
SIZE, ROWS = 10, 12
_WHO = ("ann", "bob", "cid", "dora", "emil", "fay")
_SAYS = (
    "The chain slips when I stand on the pedals", "Have you looked at the third sprocket from the inside",
    "Mine did that after a winter on salted roads", "I measured it with a ruler, four links were too long",
    "A new cassette is cheaper than a new knee", "Thanks to all of you, it runs quietly again",
    "Where did you find one that fits the old hub", "Ask at the shop behind the station on Tuesdays",
)  # fmt: skip


def text(thread: int, place: int) -> str:
    """What a post says; no two say the same."""
    seed = 13 * thread + 5 * place
    return f"{_SAYS[seed % 8]}, {_SAYS[(seed // 8 + 3) % 8].lower()}. Note {thread * 1000 + place} of my diary."


def thread_url(thread: int, page: int = 1) -> str:
    return f"{HOST}/topic-{thread}" + (f"-{page}" if page > 1 else "") + ".html"


def forum_site(sizes: Mapping[int, int], viewed: int = 0, recent: Collection[int] = ()) -> dict[str, str]:
    """Pages by URL. ``sizes``: posts of each thread; ``viewed``: looks at each since; ``recent``: written in last."""
    pages: dict[str, str] = {}
    boards = {board: [thread for thread in sizes if thread % 3 == board] for board in range(3)}
    for board, threads in boards.items():
        threads.sort(key=lambda thread: (thread not in recent, -_minute(thread, sizes[thread]), thread))
        last = -(-len(threads) // ROWS) or 1
        for page in range(1, last + 1):
            rows = "".join(_row(thread, sizes[thread], viewed) for thread in threads[(page - 1) * ROWS : page * ROWS])
            pager = "".join(f'<a href="{_board_url(board, p)}">{p}</a> ' for p in range(1, last + 1))
            pages[_board_url(board, page)] = _frame(
                f"Board {board}", f'<table class="list">{rows}</table><p>{pager}</p>'
            )
    index = "".join(
        f'<tr><td><a href="{_board_url(board)}">Board {board}</a></td>'
        f"<td>{sum(sizes[t] for t in threads)} posts</td></tr>"
        for board, threads in boards.items()
    )
    pages[f"{HOST}/"] = _frame("Forum", f'<table class="boards">{index}</table>')
    for thread, size in sizes.items():
        last = -(-size // SIZE)
        pager = "".join(f'<a href="{thread_url(thread, p)}">{p}</a> ' for p in range(1, last + 1))
        for page in range(1, last + 1):
            posts = "".join(_post(thread, place) for place in range((page - 1) * SIZE + 1, min(page * SIZE, size) + 1))
            pages[thread_url(thread, page)] = _frame(f"Topic {thread}", f"<h1>Topic {thread}</h1>{posts}<p>{pager}</p>")
    return pages


def _minute(thread: int, place: int) -> int:
    return thread * 7 % 50 + 60 * place


def _when(thread: int, place: int) -> str:
    minute = _minute(thread, place)
    return f"2026-03-{1 + minute // 1440:02} {minute // 60 % 24:02}:{minute % 60:02}"


def _board_url(board: int, page: int = 1) -> str:
    return f"{HOST}/board-{board}" + (f"-{page}" if page > 1 else "") + ".html"


def _row(thread: int, size: int, viewed: int) -> str:
    who = _WHO[(thread + size) % 6]
    return (
        f'<tr><td><a href="{thread_url(thread)}">Topic {thread} about wheels and chains</a></td><td>{size - 1}</td>'
        f'<td>{size * 9 + viewed}</td><td><a href="{HOST}/user-{who}.html">{who}</a> {_when(thread, size)}</td></tr>'
    )


def _post(thread: int, place: int) -> str:
    who = _WHO[(thread + place) % 6]
    return (
        f'<div class="post" id="p{thread * 1000 + place}"><div class="head">'
        f'<a class="name" href="{HOST}/user-{who}.html">{who}</a> '
        f'<span class="time">{_when(thread, place)}</span></div>'
        f'<div class="message">{text(thread, place)}</div></div>'
    )


def _frame(title: str, content: str) -> str:
    menu = f'<div class="menu"><a href="{HOST}/">Forum</a> <a href="{HOST}/help.html">Help</a></div>'
    return f"<html><head><title>{title}</title></head><body>{menu}{content}</body></html>"


def grown(sizes: Mapping[int, int], threads: Mapping[int, int]) -> dict[int, int]:
    """The same forum with more posts: so many more in each of these threads, which may be new."""
    return {thread: sizes.get(thread, 0) + threads.get(thread, 0) for thread in {**sizes, **threads}}


def forum_of(threads: int) -> dict[int, int]:
    """Sizes of so many threads, from one post to three pages."""
    return dict(zip(range(1, threads + 1), (1 + 7 * n % 26 for n in count(1)), strict=False))
