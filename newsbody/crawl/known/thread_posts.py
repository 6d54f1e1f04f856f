"""What is kept of the posts of a thread, so that a later crawl knows them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from newsbody.crawl.known.ledger import Met, told, told_anywhere, told_opener
from newsbody.crawl.known.stored import OPENER
from newsbody.items import Post

if TYPE_CHECKING:
    from newsbody.crawl.addresses.address import Address


def opener_key(post: Post) -> str:
    """Under which key it is known which thread a post opens."""
    return f"{OPENER} {told_opener(vars(post))}"


def told_again(thread_id: str, on_page: Iterable[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> list[str]:
    """What tells the posts of a page that another one of its thread showed before: all but those that are ``new``."""
    left = set(map(id, new))
    return [told_anywhere({**row, "threadId": thread_id}) for row in on_page if id(row) not in left]


def met_until(
    pages: Sequence[Sequence[Post]], state: str | None, before: Met | None, standing: Iterable[str] = ()
) -> Met:
    """What is known of a thread by its pages up to one; ``before``: what was known of it by an earlier crawl.

    ``standing``: what stood on several of its pages in this one.
    """
    again = list(dict.fromkeys([*(before.standing if before else ()), *standing]))
    last = pages[-1]
    opener = before.opener if before and before.page else told_anywhere(vars(pages[0][0]))
    overlap = told_anywhere(vars(pages[-2][-1])) if len(pages) > 1 else None
    posts = [told(vars(post)) for post in last]
    return Met(None, state, last[0].url, last[0].position, posts, opener=opener, overlap=overlap, standing=again)


def before_gap(numbers: Sequence[int]) -> int:
    """Behind which of some pages, by their numbers, the next one is not there; the last without a gap."""
    return next((place for place, number in enumerate(numbers[1:]) if number != numbers[place] + 1), len(numbers) - 1)


def unknown_posts(posts: Sequence[Post], known: Met, look: Callable[[str], Address]) -> list[Post]:
    """Posts of a thread that were not out when it was ``known``: neither on its last page then nor on one before that.

    Posts of that page may stand on an earlier one by now, and what follows them, when others were deleted.
    """
    if known.is_letter:
        return []
    given = {*known.posts, *known.standing, known.opener}  # alone on its page the first one may have had no id
    names = [{told(vars(post)), told_anywhere(vars(post))} for post in posts]
    pages = [look(post.url) for post in posts]
    moved = [page.page for page, told_by in zip(pages, names, strict=True) if not told_by.isdisjoint(known.posts)]
    last = min(moved, default=look(known.page or "").page)
    return [
        post
        for post, page, told_by in zip(posts, pages, names, strict=True)
        if told_by.isdisjoint(given) and (page.is_variant or page.page >= last)
    ]
