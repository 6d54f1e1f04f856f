"""What threads and articles share: parts by their number, what was given out, what is complete."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from math import gcd
from operator import itemgetter
from typing import Any, Protocol, TypeVar

from scrapy import Request

from newsbody.crawl.assembly.articles import Place
from newsbody.items import Article, ForumThread, Post
from newsbody.stores.spill import Spill

Whole = TypeVar("Whole")


class Assembly(Protocol[Whole]):
    """``add`` (its arguments tell where a part belongs) and ``fail`` give the wholes that are finished by them."""

    def forget(self, wholes: Iterable[Whole], request: Request | None) -> None:
        """Keep nothing more of some wholes once the request with whose items they go out is done."""

    def rest(self) -> AsyncIterator[Whole]:
        """What is not complete when the crawl ends."""


class ThreadAssembly(Assembly[ForumThread], Protocol):
    """Pages of forum threads become threads."""

    def add(self, page: ForumThread, number: int, address: str, others: Iterable[str]) -> list[ForumThread]:
        """Add one page of a thread.

        ``number`` orders the pages, ``address`` is the canonical address of this one, ``others``
        are those of the pages of the same thread that it links to.
        """

    def fail(self, thread_id: str, address: str, *, known: bool = False) -> list[ForumThread]:
        """A page cannot be fetched: its thread does not wait for it. ``known``: its posts were given out already."""

    def lacking(self) -> list[str]:
        """The canonical addresses of pages that threads which are not out yet wait for, or that failed."""

    def readdress(self, host: str) -> None:
        """The addresses of a site mean something else now: its pages belong to other threads, whole when all ends."""


class ArticleAssembly(Assembly[Article], Protocol):
    """Pages of articles become articles."""

    def add(self, article: Article, place: Place) -> list[Article]:
        """Add a page; those given up for want of room are among the wholes."""

    def fail(self, address: str) -> list[Article]:
        """A page cannot be fetched: the article that leads to it ends before it."""

    def holds(self, url: str) -> bool:
        """Is a page part of an article that is not out?"""


# --- the numbers of posts in their thread, where pages do not state them ----------------

#: No forum shows fewer posts a page; a pager that leaves page numbers out still names neighbours.
LEAST_OFFSET = 5


def first_position(number: int, others: Iterable[int]) -> int | None:
    """The number of the first post of a page; None where it depends on how many the pages before it show.

    ``number``: the page number, or the offset, in its address; ``others``: those of the pages of the
    thread that it links to. Offsets (start=20) have a large common divisor, page numbers have none; one alone tells
    nothing.
    """
    further = [*others]
    if number > 1 and further and gcd(number, *(other for other in further if other > 1)) >= LEAST_OFFSET:
        return number + 1
    return None if number > 1 else 1


def is_numbered(posts: Iterable[Post]) -> bool:
    return all(post.position is not None for post in posts)


def number_posts(
    pages: Sequence[tuple[int, list[Post]]], *, uncounted: bool = False, overlapping: bool = False
) -> list[Post]:
    """Number the posts of a thread on pages that do not tell, by the fullest page; returns the posts of these.

    ``uncounted``: pages show as many as there are comments; each begins behind what those before it show. So do those
    of which none is missing, and no more than half are as full as the fullest: 14, 9, 12 and 3; or that are
    ``overlapping``: each showed the last post of the page before it once more, 18, 17, 17 and 11 are left.

    ``pages``: number and posts of all pages there are, so that it does not matter which was read first. The first may
    show the opening post beside as many answers as the others: pages of 11, 10, 10 and 4 begin with 1, 12, 22 and 32.
    The last may show what is too little for a page as well: pages of 18 and 23 begin with 1 and 19. Without the first
    (an earlier crawl read it) they go on behind the page before them.
    """
    last = max((number for number, _ in pages), default=0)
    before_last = [len(posts) for number, posts in pages if number < last]
    is_known = any(number == 1 for number, _ in pages) and before_last
    size = max(before_last if is_known else (len(posts) for _, posts in pages), default=0)
    middle = {len(posts) for number, posts in pages if 1 < number < last}
    answers = size - 1 if middle == {size - 1} and size > LEAST_OFFSET else size
    late, behind, shown = [], dict[int, int](), 0
    ordered = sorted(pages, key=itemgetter(0))
    for number, posts in ordered:
        behind.setdefault(number, shown)
        shown += len(posts)
    full = sum(size - shown <= 1 for shown in before_last)
    is_small = overlapping or 2 * full <= len(before_last)
    uncounted |= [*behind] == [*range(1, 1 + len(pages))] and is_small
    ends = dict[int, int | None]()
    for number, posts in ordered:
        if not is_numbered(posts):
            late += posts
            before = behind[number] if uncounted else size + (number - 2) * answers if number > 1 else 0
            if 1 not in behind:
                before = ends.get(number - 1) or before
            for index, post in enumerate(posts):
                post.position = post.position or before + 1 + index
        ends[number] = posts[-1].position if posts else None
    return late


# --- which posts were given out ---------------------------------------------------------

#: Posts remembered, at some 100 bytes each; of more, the oldest are forgotten.
MAX_KNOWN = 500_000


#: Says of each of some posts, by their fingerprints, whether nobody else has read it.
Claim = Callable[[Sequence[bytes]], Sequence[bool]]


class KnownPosts:
    """The posts of a crawl, by their id, author, time and text."""

    def __init__(self) -> None:
        self._known: dict[bytes, None] = {}

    def add(self, rows: list[dict[str, Any]], claim: Claim = lambda prints: [True] * len(prints)) -> bool:
        """Add the posts of a page; those that are known are taken out. False when all are known.

        Posts without an id, or a time by the clock, may be alike by chance (thanks, thanks), whole pages of them not.
        ``claim`` says of each that is new here whether it is to others as well.
        """
        prints = [_fingerprint(row) for row in rows]
        if self._knows(prints, rows):
            return False
        new = [mark for mark in prints if mark not in self._known]
        # What is another worker's is not remembered: if that one is killed, its page comes here.
        own = {mark for mark, is_own in zip(new, claim(new), strict=True) if is_own}
        if not own and _tells(rows):
            return False
        rows[:] = [row for row, mark in zip(rows, prints, strict=True) if mark in own or not _is_told_apart(row)]
        self._known.update(dict.fromkeys(own))
        while len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return True

    def knows(self, rows: Sequence[Mapping[str, Any]]) -> bool:
        """Are all posts of a page known?"""
        return self._knows(map(_fingerprint, rows), rows)

    def _knows(self, prints: Iterable[bytes], rows: Sequence[Mapping[str, Any]]) -> bool:
        return all(mark in self._known for mark in prints) and _tells(rows)


def _tells(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Do the posts differ from others by more than a few words?"""
    return all(row.get("postId") or row.get("datePublished") for row in rows) or len(rows) > 1


def _is_told_apart(row: Mapping[str, Any]) -> bool:
    """Is it no other post, whatever is alike? Nobody writes the same twice in a minute, and once on a later page."""
    return bool(row.get("postId") or (row.get("author") and "T" in (row.get("datePublished") or "")))


def _fingerprint(row: Mapping[str, Any]) -> bytes:
    author = row.get("author")
    said = (row.get("postId"), author.name if author else None, row.get("datePublished"), row.get("text"))
    return blake2b(repr(said).encode("utf-8", "replace"), digest_size=8).digest()


# --- whole means whole: what a forum crawl met, compared with what it gave --------------

#: Pages that are remembered and asked for once more; of a site that fails for long more would be in vain.
MAX_LOST = 1_000

_RANGE = re.compile(
    r"(?<![\d.,:/-])(\d{1,6})\s{0,2}(?:[-\u2010-\u2015~\uff5e]|to|bis|a|\u00e0|\u5230|\u81f3)\s{0,2}(\d{1,6})"
    r"\s{0,3}(?:/|(?:out )?of|von|de|sur|di|van|z|\u0438\u0437|\u5171|\uff0c\u5171)\s{0,2}(\d{1,7})(?![\d:/-])"
)
_TAG = re.compile(r"<[^<>]*>")
_DASH = re.compile(r"&(?:ndash|#8211|#x2013|minus);")


def stated_posts(markup: str, shown: int) -> int:
    """How many posts a page says that its thread has, 0 where it does not.

    The range that it states is as long as what it shows: ``<b>1</b>-<b>25</b> of <b>61</b>`` on a page of 25 posts, or
    of 26 where the first one is no answer.
    """
    text = _DASH.sub("-", _TAG.sub("", markup)).replace("&nbsp;", " ") if shown > 1 else ""
    ranges = [tuple(map(int, found.groups())) for found in _RANGE.finditer(text)]
    fitting = [total for first, last, total in ranges if last - first + 1 in (shown, shown - 1) and last <= total]
    return max(fitting, default=0)


class Completeness:
    """One per crawl."""

    def __init__(self) -> None:
        #: Pages that could not be fetched, and whether they are worth another request, None while that is under way:
        #: a list in another order may be left out then. Addresses that had one.
        self._lost: dict[str, bool | None] = {}
        self._again = set[str]()
        self._threads_read = Spill()
        #: How many posts threads say that they have; where pages of threads stand that others link to.
        self._stated, self._linked = Spill(), Spill()

    def lost(self, url: str, *, is_gone: bool) -> None:
        """A page could not be fetched. ``is_gone``: nor will it be."""
        if len(self._lost) < MAX_LOST:
            self._lost[url] = not is_gone

    def came(self, url: str) -> None:
        """A page came, perhaps when it was asked for once more."""
        self._lost.pop(url, None)

    def linked(self, page_id: str, url: str) -> None:
        """A page of a thread links to another one."""
        self._linked.setdefault(page_id, url)

    def read(self, thread: str, markup: str, shown: int) -> None:
        """A page of a thread was read, and shows so many posts."""
        self._threads_read[thread] = ""
        if total := stated_posts(markup, shown):
            self._stated[thread] = str(max(total, int(self._stated.get(thread, 0))))

    def is_short(self, thread: str, posts: int) -> bool:
        """Does a thread say that it has more posts than were found?"""
        return posts < int(self._stated.get(thread, 0))

    def missing(self, lacking: list[str], is_wanted: Callable[[str], bool]) -> list[str]:
        """The addresses to ask for once more: what was lost, and pages that threads are ``lacking``; each once."""
        lost = [url for url, may_come in self._lost.items() if may_come and is_wanted(url)]
        linked = [url for page in lacking if (url := self._linked.get(page)) is not None and self._lost.get(url, True)]
        found = [url for url in dict.fromkeys(lost + linked) if url not in self._again][:MAX_LOST]
        self._again.update(found)
        self._lost.update((url, None) for url in found if url in self._lost)
        return found

    def is_read(self, thread: str) -> bool:
        """Was a page of a thread read?"""
        return thread in self._threads_read

    def unread_pages(self, is_such: Callable[[str], bool]) -> int:
        """Pages of some kind that never came, though they are not gone."""
        return sum(bool(may_come) and is_such(url) for url, may_come in self._lost.items())

    def unread(self, thread_of: Callable[[str], str | None]) -> int:
        """Threads that were linked to, and of which no page could be read."""
        lost = (url for url, may_come in self._lost.items() if may_come is not False)
        threads = {thread for url in lost if (thread := thread_of(url)) is not None}
        return sum(not self.is_read(thread) for thread in threads)

    @property
    def asked_again(self) -> int:
        """Pages that were asked for once more."""
        return len(self._again)
