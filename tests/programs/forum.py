"""The database of a forum, made from a seed: what the programs of this folder show of it, and what a crawl must find."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeVar

from tests.made_forums.words import NAMES, SHORT, TITLES, WORDS, sentence

THREADS, BOARDS, SIZE, ROWS = 60, 4, 10, 10
#: Posts of the second phase: so many replies, and so many threads with two posts each.
REPLIES, NEW_THREADS = 15, 5
DIGITS = ("2022", "10086")
CODED = WORDS["en"][5:25]
CODES = (
    "{1} = read({0})\nprint({1}, {2})",
    "for {1} in {2}:\n    total += {1}[{0}]",
    "$ make -j{0} {1}\n{2}: no rule to make target",
    "SELECT {1} FROM {2} WHERE id = {0}0;",
)


T = TypeVar("T")


class Redirect(str):
    """The address that an answer leads to."""


@dataclass
class Post:
    """``text``: what its author wrote; ``quoted``: the post it repeats; ``place``: its number in the thread."""

    number: int
    thread: Thread
    place: int
    author: int
    when: datetime
    lines: list[str]
    code: str = ""
    quoted: Post | None = None
    phase: int = 1

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, self.code])

    @property
    def name(self) -> str:
        return self.thread.forum.names[self.author]

    @property
    def signature(self) -> str:
        return f"{self.name}: {SIGNATURES[self.author]}" if self.author in SIGNATURES else ""

    @property
    def page(self) -> int:
        return (self.place - 1) // SIZE + 1

    def body(self, quote: Callable[[Post, str], str], code: str, stop: str = "<br />\n") -> str:
        """Its markup: ``quote`` writes a box for a post and its text; ``code`` has a place for the code."""
        box = quote(self.quoted, stop.join(self.quoted.lines)) if self.quoted else ""
        return box + stop.join(self.lines) + (code.format(self.code) if self.code else "")


SIGNATURES = {0: "Life is a long ride", 3: "Nothing is ever as it was sold", 7: "https://example.org/ my garden"}


@dataclass
class Thread:
    """``slug``: the title as it stands in an address, empty where nothing of it can."""

    forum: Forum
    number: int
    title: str
    board: int
    posts: list[Post] = field(default_factory=list)

    @property
    def slug(self) -> str:
        return re.sub("[^a-z0-9]+", "-", self.title.lower()).strip("-")

    @property
    def pages(self) -> int:
        return -(-len(self.posts) // SIZE)

    def on_page(self, page: int) -> list[Post]:
        return self.posts[(page - 1) * SIZE : page * SIZE]


def in_tree(thread: Thread) -> list[Post]:
    """The posts as pages show them that have each below what it answers; who quotes nobody answers the first."""
    below: dict[int, list[Post]] = {}
    for post in thread.posts[1:]:
        below.setdefault((post.quoted or thread.posts[0]).number, []).append(post)

    def branch(post: Post) -> list[Post]:
        return [post, *(one for answer in below.get(post.number, ()) for one in branch(answer))]

    return branch(thread.posts[0])


class Forum:
    """Threads of a seed. ``phase`` 2 has what was written since."""

    def __init__(self, seed: int = 5, phase: int = 1) -> None:
        rng = random.Random(f"programs {seed}")
        self.names = [*NAMES["en"][:7], *NAMES["zh"][:4], *NAMES["zh"][5:6]]
        self.boards = ["Repairs and Tools", "花园与厨房", "Boats", "闲聊灌水"]
        self.threads: list[Thread] = []
        self._ids = 400
        for number in range(1, THREADS + NEW_THREADS + 1):
            is_new = number > THREADS
            language = ("en", "zh")[rng.random() < 0.5]
            nouns = rng.sample(WORDS[language][5:25], 2)
            title = TITLES[language].format(*nouns) + ("" if language == "zh" else f" {rng.choice(nouns)}")
            thread = Thread(self, number * 3 + 7, DIGITS[number % 2] if number in (12, 29) else title, number % BOARDS)
            sizes = (
                (2,) if is_new else (23,) if number in (8, 31) else (14,) if number % 12 == 5 else (1, 3, 5, 7, 9, 10)
            )
            for _ in range(rng.choice(sizes)):
                self._write(rng, thread, language, 2 if is_new else 1)
            if not is_new or phase > 1:
                self.threads.append(thread)
        for _ in range(REPLIES if phase > 1 else 0):
            self._write(rng, rng.choice(self.threads[:THREADS]), rng.choice(("en", "zh")), 2)

    def _write(self, rng: random.Random, thread: Thread, language: str, phase: int) -> None:
        posts, self._ids = thread.posts, self._ids + rng.randint(1, 3)
        before = posts[-1].when if posts else datetime(2023, 1, 1) + timedelta(hours=31 * thread.number)
        when = before + timedelta(minutes=rng.choice((7, 50, 300, 3000)) + rng.randint(0, 40))
        if phase > 1:
            when = datetime(2024, 6, 1) + timedelta(minutes=17 * self._ids)
        short = posts and rng.random() < 0.06
        lines = [sentence(rng, language) for _ in range(rng.choice((1, 1, 2, 3)))]
        code = self._code(rng.randrange(9), rng.randrange(3)) if rng.random() < 0.12 else ""
        quoted = rng.choice(posts) if posts and rng.random() < 0.3 else None
        author = min(rng.randrange(12), rng.randrange(12))
        text = [rng.choice(SHORT[language])] if short else lines
        posts.append(Post(self._ids, thread, len(posts) + 1, author, when, text, code, quoted, phase))

    def _code(self, one: int, other: int) -> str:
        words = CODED[self._ids * 7 % len(CODED)], CODED[(self._ids + other) * 3 % len(CODED)]
        return CODES[self._ids % len(CODES)].format(one, *words)

    @cached_property
    def by_number(self) -> dict[int, Thread]:
        return {thread.number: thread for thread in self.threads}

    @cached_property
    def posts(self) -> dict[int, Post]:
        return {post.number: post for thread in self.threads for post in thread.posts}

    def board(self, number: int) -> list[Thread]:
        """The threads of a board, last written in first."""
        threads = [thread for thread in self.threads if thread.board == number]
        return sorted(threads, key=lambda thread: thread.posts[-1].when, reverse=True)


def rows(threads: list[Thread], page: int) -> list[Thread]:
    return threads[(page - 1) * ROWS : page * ROWS]


def pages(items: list[Thread]) -> int:
    return -(-len(items) // ROWS) or 1


def each(write: Callable[[T], str], items: Iterable[T]) -> str:
    return "\n".join(write(item) for item in items)


def pager(page: int, last: int, link: Callable[[int], str], current: str = "<strong>{}</strong>") -> str:
    """Links to all pages but the one that is shown; none where there is one."""
    if last == 1:
        return ""
    return " ".join(current.format(n) if n == page else f'<a href="{link(n)}">{n}</a>' for n in range(1, last + 1))
