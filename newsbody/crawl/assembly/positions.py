"""The numbers of posts in their thread, where pages do not state them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

from newsbody.items import Post

#: No forum shows fewer posts a page; a pager that leaves page numbers out still names neighbours.
LEAST_OFFSET = 5


def first_position(number: int, others: Iterable[int]) -> int | None:
    """The number of the first post of a page; None where it depends on how many the pages before it show.

    ``number``: the page number, or the offset, in its address; ``others``: those of the pages of the
    thread that it links to. Offsets (start=20) have a large common divisor, page numbers have none.
    """
    if number > 1 and gcd(number, *(other for other in others if other > 1)) >= LEAST_OFFSET:
        return number + 1
    return None if number > 1 else 1


def is_numbered(posts: Iterable[Post]) -> bool:
    return all(post.position is not None for post in posts)


def number_posts(pages: Sequence[tuple[int, list[Post]]]) -> list[Post]:
    """Number the posts of a thread on pages that do not tell, by the fullest page; returns the posts of these.

    ``pages``: number and posts of all pages there are, so that it does not matter which was read first. The first may
    show the opening post beside as many answers as the others: pages of 11, 10, 10 and 4 begin with 1, 12, 22 and 32.
    """
    size = max((len(posts) for _, posts in pages), default=0)
    last = max((number for number, _ in pages), default=0)
    middle = {len(posts) for number, posts in pages if 1 < number < last}
    answers = size - 1 if middle == {size - 1} and size > LEAST_OFFSET else size
    late = []
    for number, posts in pages:
        if not is_numbered(posts):
            late += posts
            before = size + (number - 2) * answers if number > 1 else 0
            for index, post in enumerate(posts):
                post.position = post.position or before + 1 + index
    return late
