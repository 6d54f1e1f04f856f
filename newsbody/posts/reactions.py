"""How many like a post, and how many answer it: numbers that its markup or its words call so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from newsbody.ground.remembered import remembered
from newsbody.page import Page

LIKES = re.compile(
    r"(?<![a-z])(?:up-?)?(?:likes?|votes?|recommends?|thumbs?-?up|score|karma|rating|zan|praise|digg?|react(?:ion)?s?[-_]count)"
    r"(?![a-z])",
    re.I,
)
REPLIES = re.compile(r"(?<![a-z])(?:repl(?:y|ies)|comments?|answers?|huifu)[-_]?(?:count|num|number|total)", re.I)
#: The same in words, with the number before or behind.
_LIKES_SAID = re.compile(
    r"[+]?\d{1,7}\s*(?:people )?(?:likes?|upvotes?|points?|人?赞|人?讚|点赞|人支持|mal gefällt mir|j’aime|me gusta)"
    r"|(?:likes?|upvotes?|赞|讚|点赞|支持|gefällt mir)\s*[:：(（]?\s*\d{1,7}[)）]?",
    re.I,
)
_NUMBER = re.compile(r"(?<![0-9.,−–-])[0-9]{1,7}(?![0-9.,])")
#: Text around a number of likes is no longer than this.
MAX_LABEL = 20
#: So many authors with several posts show that a number is the same in all of one's.
MIN_CONSTANT = 2
#: Where names begin a new word: likeCount is like-count.
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: A number by what its element is called ("" where its words say what it is), and whether it stands before the body.
_Kind = tuple[str, bool]


@dataclass(frozen=True)
class PostElements:
    """The elements of a post, those from ``behind`` on behind its body, and its author."""

    elements: list[int]
    behind: int
    author: str | None


def counted(page: Page, posts: Sequence[PostElements], named: re.Pattern[str]) -> list[int | None]:
    """Of each post the first number behind its body, else before it, that is called so and is the post's own."""
    numbers = [_numbers(page, post, named) for post in posts]
    values: dict[_Kind, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    again: dict[_Kind, set[str]] = defaultdict(set)
    for post, found in zip(posts, numbers, strict=True):
        for kind, number in found.items() if post.author else ():
            if values[kind][post.author or ""]:
                again[kind].add(post.author or "")
            values[kind][post.author or ""].add(number)
    own = {kind for found in numbers for kind in found if _is_posts_own(kind, values[kind], again[kind])}
    return [
        next((found[kind] for kind in sorted(found, key=lambda one: (one[1], not one[0])) if kind in own), None)
        for found in numbers
    ]


def _is_posts_own(kind: _Kind, values: dict[str, set[int]], again: set[str]) -> bool:
    """Whether numbers are those of posts, not of their authors: these are the same in all posts of one.

    ``again``: the authors with several. Before bodies they have to differ somewhere, behind them what is the same for
    each of some authors and not for all tells against it, but for what says in words what it is.
    """
    name, is_before = kind
    differs = any(len(values[author]) > 1 for author in again)
    if is_before or differs:
        return differs
    constant = {number for author in again for number in values[author]}
    return not name or len(again) < MIN_CONSTANT or len(constant) == 1


def _numbers(page: Page, post: PostElements, named: re.Pattern[str]) -> dict[_Kind, int]:
    """The first number of each kind."""
    found: dict[_Kind, int] = {}
    for index in post.elements:
        called = page.classes[index] if _is_called(page.classes[index], named) else ""
        if (called or (named is LIKES and _says_likes(page, index))) and (number := _number(page, index)) is not None:
            found.setdefault((called, index < post.behind), number)
    return found


@remembered(maxsize=1 << 12)
def _is_called(classes: str, named: re.Pattern[str]) -> bool:
    return named.search(_HUMP.sub("-", classes)) is not None


def _says_likes(page: Page, index: int) -> bool:
    short = page.stop[index] - page.start[index] <= 2 * MAX_LABEL
    return (
        short and _LIKES_SAID.fullmatch(" ".join(page.text[page.start[index] : page.stop[index]].split())) is not None
    )


def _number(page: Page, index: int) -> int | None:
    text = page.text[page.start[index] : page.stop[index]].strip()
    numbers = _NUMBER.findall(text) if len(text) <= MAX_LABEL else []
    return int(numbers[0]) if len(numbers) == 1 else None
