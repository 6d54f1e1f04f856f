"""What is kept of the posts of a thread, so that a later crawl knows them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from newsbody.crawl.known.ledger import Met, told, told_anywhere, told_opener
from newsbody.crawl.known.stored import LAST, OPENER, THREAD, Names, Notes, page_of
from newsbody.items import Post

if TYPE_CHECKING:
    from newsbody.crawl.addresses.address import Address


def opener_key(post: Post) -> str:
    """Under which key it is known which thread a post opens."""
    return f"{OPENER} {told_opener(vars(post))}"


def called_before(notes: Notes, names: Names, url: str, opener: Post | None) -> Met | None:
    """What is known of a thread that was out when the addresses of its site meant something else.

    By the post that opens it, or by its last page then. It is noted under what its address means now.
    """
    key, host = names.key(url), names.host(url)
    if page_of(key) is not None:
        return None
    opened = notes.get(host, opener_key(opener)) if opener else None
    opened = opened or notes.get(host, f"{LAST} {names.plain(url)}")
    before = f"{THREAD} {opened.called}" if opened and opened.called else key
    met = notes.get(host, before) if before != key else None
    if opened is None or met is None or not met.page or names.key(met.page) == before:
        return None
    met = replace(met, called=met.called or opened.called)
    notes.put(host, {key: met})
    return met


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
    last, called = pages[-1], before.called if before else None
    opener = before.opener if before and before.page else told_anywhere(_called(pages[0][0], called))
    overlap = told_anywhere(_called(pages[-2][-1], called)) if len(pages) > 1 else None
    posts = [told(_called(post, called)) for post in last]
    told_by: dict[str, Any] = {"opener": opener, "overlap": overlap, "standing": again, "called": called}
    return Met(None, state, last[0].url, last[0].position, posts, **told_by)


def _called(post: Post, called: str | None) -> dict[str, Any]:
    """A post as one of a thread that was called so, where it was called otherwise."""
    return {**vars(post), "threadId": called or post.threadId}


def before_gap(numbers: Sequence[int]) -> int:
    """Behind which of some pages, by their numbers, the next one is not there; the last without a gap."""
    return next((place for place, number in enumerate(numbers[1:]) if number != numbers[place] + 1), len(numbers) - 1)


def unknown_posts(posts: Sequence[Post], known: Met, look: Callable[[str], Address]) -> list[Post]:
    """Posts of a thread that were not out when it was ``known``: neither on its last page then nor on one before that.

    Posts of that page may stand on an earlier one by now, and what follows them, when others were deleted. Where its
    address means something else by now, the numbers of posts tell which were on earlier ones.
    """
    if known.is_letter:
        return []
    given = {*known.posts, *known.standing, known.opener}  # alone on its page the first one may have had no id
    called = [_called(post, known.called) for post in posts]
    names = [{told(post), told_anywhere(post)} for post in called]
    pages = [look(post.url) for post in posts]
    moved = [page.page for page, told_by in zip(pages, names, strict=True) if not told_by.isdisjoint(known.posts)]
    before = look(known.page or "")
    last = min(moved, default=before.page)
    first = 0 if before.thread_key == pages[0].thread_key else known.first or 0
    return [
        post
        for post, page, told_by in zip(posts, pages, names, strict=True)
        if told_by.isdisjoint(given) and (page.is_variant or page.page >= last) and not 0 < (post.position or 0) < first
    ]
