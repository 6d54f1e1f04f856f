"""Whole means whole: what a forum crawl met, compared with what it gave.

Pages of threads, and lists, that could not be fetched are asked for once more when nothing else is left to do; of
threads it is known how many posts their pages say that there are: "1-25 of 61", "(1-25/61)".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from newsbody.stores.spill import Spill

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
