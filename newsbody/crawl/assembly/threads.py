"""The pages of forum threads come one by one; here they become whole threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field

from scrapy import Request

from newsbody.items import ForumThread, Post
from newsbody.page.sites import host_of
from newsbody.stores.spill import Spill

#: Gives of an address the thread, its page and the page's canonical address; None where that is not known.
PlaceOf = Callable[[str], tuple[str, int, str] | None]
#: Posts of unfinished threads kept in memory; of more, the oldest thread is given out as it is.
MAX_OPEN_POSTS = 50_000
#: Threads kept, of which nothing is missing but pages that failed: another address of these may still be found. Of
#: more, the one that waits for longest is given out.
MAX_CUT = 100


@dataclass
class _Open:
    """A thread of which pages may be missing, or ``gone``, since they could not be fetched.

    ``kept``: it is not known which are missing, and it is complete at the end.
    """

    thread: ForumThread
    pages: dict[tuple[int, str], list[Post]] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    kept: bool = False


class ThreadCollector:
    """Puts threads together. A thread is complete when every page that its pages link to was added.

    ``waits``: is a thread of that address not to be given out yet, though it is complete? ``place_of``: where an
    address belongs by what is known now.
    """

    def __init__(self, waits: Callable[[str], bool] = lambda url: False, place_of: PlaceOf = lambda url: None) -> None:
        self._waits, self._place_of = waits, place_of
        self._complete: dict[str, None] = {}
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._posts = 0
        self._failed = Spill()

    def add(self, page: ForumThread, number: int, address: str, others: Iterable[str]) -> list[ForumThread]:
        """Add one page of a thread; returns the threads that are finished by it.

        ``number`` orders the pages, ``address`` is the canonical address of this one, ``others``
        are those of the pages of the same thread that it links to.
        """
        entry = self._open.setdefault(page.threadId, _Open(page))
        if number <= min((order for order, _ in entry.pages), default=number):
            entry.thread = page
        entry.missing.update(other for other in others if all(other != read for _, read in entry.pages))
        entry.missing.discard(address)
        if address in entry.gone:  # it came under another address
            entry.gone.discard(address)
            self._failed.pop(address, None)
        self._posts += len(page.posts) - len(entry.pages.get((number, address), ()))
        entry.pages[number, address] = page.posts
        self._give_up(entry, {missing for missing in entry.missing if missing in self._failed})
        finished = self._released(page.threadId, entry)
        for thread_id in self._open:
            if self._posts <= MAX_OPEN_POSTS:
                break
            if thread_id not in finished:
                finished.append(thread_id)
        return [self._finish(thread_id) for thread_id in finished]

    def fail(self, thread_id: str, address: str, *, known: bool = False) -> list[ForumThread]:
        """A page cannot be fetched: its thread does not wait for it. ``known``: its posts were given out already."""
        if not known:
            self._failed[address] = ""
        entry = self._open.get(thread_id)
        if entry is None or address not in entry.missing:
            return []
        if known:
            entry.missing.discard(address)
        else:
            self._give_up(entry, {address})
        return [self._finish(done) for done in self._released(thread_id, entry)]

    def _released(self, thread_id: str, entry: _Open) -> list[str]:
        """The threads to be given out, now that one may be complete: those too that are not to wait any longer."""
        if entry.missing or entry.kept:
            self._complete.pop(thread_id, None)
        else:
            self._complete[thread_id] = None
        cut = [done for done in self._complete if self._open[done].gone]
        waiting = set(cut[max(0, len(cut) - MAX_CUT) :])
        return [done for done in self._complete if done not in waiting and not self._waits(self._open[done].thread.url)]

    def lacking(self) -> list[str]:
        """Pages that were linked to, and did not come."""
        return [page for entry in self._open.values() for page in sorted(entry.missing | entry.gone)]

    def readdress(self, host: str) -> None:
        """The addresses of a site mean something else now: its pages belong to other threads, whole when all ends."""
        moved = [self._open.pop(key) for key, entry in list(self._open.items()) if host_of(entry.thread.url) == host]
        self._complete = {key: None for key in self._complete if key in self._open}
        pages = [(entry, at, posts) for entry in moved for at, posts in entry.pages.items() if posts]
        for before, at, posts in pages:
            thread_id, number, address = self._place_of(posts[0].url) or (before.thread.threadId, *at)
            first = ForumThread(thread_id, posts[0].url, before.thread.headline, [])
            entry = self._open.setdefault(thread_id, _Open(first, kept=True))
            if number <= min((order for order, _ in entry.pages), default=number):
                entry.thread = first
            entry.pages[number, address] = posts
            for post in posts:
                post.threadId = thread_id
        self._posts = sum(len(posts) for entry in self._open.values() for posts in entry.pages.values())

    def forget(self, wholes: Iterable[ForumThread], request: Request | None) -> None:
        """What is given out is forgotten already."""

    async def rest(self) -> AsyncIterator[ForumThread]:
        """The threads that are not complete when the crawl ends."""
        for thread in [self._finish(thread_id) for thread_id in list(self._open)]:
            yield thread

    def _give_up(self, entry: _Open, addresses: set[str]) -> None:
        entry.gone |= addresses
        entry.missing -= addresses

    def _finish(self, thread_id: str) -> ForumThread:
        entry = self._open.pop(thread_id)
        self._complete.pop(thread_id, None)
        posts = [post for _, page in sorted(entry.pages.items(), key=lambda item: item[0]) for post in page]
        self._posts -= len(posts)
        entry.thread.posts = posts
        entry.thread.truncated = bool(entry.missing or entry.gone)
        return entry.thread
