"""The pages of a thread to a whole, in one process or among several."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.utils.python import to_unicode

from newsbody.crawl.assembly.shared_parts import SharedParts
from newsbody.crawl.queue.base import Phase
from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.items import Author, ForumThread, Image, Post
from newsbody.page.sites import host_of
from newsbody.posts.letters import is_of_subject
from newsbody.stores.spill import Spill

if TYPE_CHECKING:
    from redis.client import Pipeline

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
        entry.kept |= is_of_subject(page.threadId)
        _call(entry, page.posts)
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
        threads = [(key, entry.thread) for key, entry in self._open.items() if not is_of_subject(key)]
        moved = [self._open.pop(key) for key, thread in threads if host_of(thread.url) == host]
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
        _call(entry, posts)
        entry.thread.posts = posts
        entry.thread.truncated = bool(entry.missing or entry.gone)
        return entry.thread


def _call(entry: _Open, posts: Iterable[Post]) -> None:
    """Posts stand below the headline of their thread's first page; nobody links to later ones by a title. Letters keep
    their subjects.
    """
    for post in posts if entry.thread.headline and not entry.kept else ():
        post.headline = entry.thread.headline


# --- threads whose pages are read by several workers ------------------------------------

#: Is linked to by a thread of which it is not known how many pages it has: it is whole when all workers are done.
UNKNOWN = ""
_PARTS = ("pages", "linked", "read", "failed")


class SharedThreads(SharedParts[ForumThread]):
    """Puts threads together, as :class:`~newsbody.crawl.assembly.threads.ThreadCollector` does for one worker.

    ``waits`` and ``place_of`` as there. ``meaning_of``: a word for what the addresses of a site are known to mean;
    workers that go by the same say the same, and nothing as long as nothing is known.
    """

    def __init__(
        self,
        queue: SharedQueue,
        waits: Callable[[str], bool] = lambda url: False,
        place_of: PlaceOf = lambda url: None,
        meaning_of: Callable[[str], str] = lambda url: "",
    ) -> None:
        super().__init__(queue, "threads")
        self._waits, self._place_of, self._meaning_of = waits, place_of, meaning_of
        #: Threads that were complete by a page that this worker read, and their addresses, as long as they wait.
        self._complete: dict[str, str] = {}

    def add(self, page: ForumThread, number: int, address: str, others: Iterable[str]) -> list[ForumThread]:
        """Add one page of a thread; returns the thread when it is complete by it. Arguments as of the collector."""
        if self._is_out(address):
            return []
        key = self._thread_key(page.threadId, address)
        others = [*others, UNKNOWN] if is_of_subject(page.threadId) else others
        with self._server.pipeline() as pipeline:
            self._put(pipeline, key, address, number, asdict(page), others)
            pipeline.srem(f"{key}:failed", address)
            return self._added(pipeline, key, address)

    def fail(self, thread_id: str, address: str, *, known: bool = False) -> list[ForumThread]:
        """A page cannot be fetched: its thread does not wait for it. ``known``: its posts were given out already."""
        key = self._thread_key(thread_id, address)
        with self._server.pipeline() as pipeline:
            pipeline.sadd(self._key, key)
            if not known:
                pipeline.sadd(f"{key}:failed", address)
            return self._added(pipeline, key, address)

    def lacking(self) -> list[str]:
        """Nothing that this worker knows alone."""
        return []

    def readdress(self, host: str) -> None:
        """Put the pages where they belong by what addresses mean now.

        Other workers may go by what they meant for a while: what they add until then is put right at the end.
        """
        for key in self._open():
            if key.startswith(f"{self._key}:{host}:"):
                self._move(key)

    async def rest(self) -> AsyncIterator[ForumThread]:
        """What is not complete when all workers are done, each page in the thread to which it belongs by now."""
        if self._queue.agree(Phase.COLLECTING):
            for key in self._open():
                self._move(key)
        async for thread in super().rest():
            yield thread

    def _added(self, pipeline: Pipeline, key: str, address: str) -> list[ForumThread]:
        """All in one transaction: of several workers that add a page at once, one sees that none is missing."""
        pipeline.sadd(f"{key}:read", address)
        self._ask_whole(pipeline, key)
        *_, missing, has_pages = pipeline.execute()
        self._complete.pop(key, None)
        if has_pages and not missing:
            self._complete[key] = address
        return self._released(key)

    def _released(self, last: str) -> list[ForumThread]:
        """What is complete and need not wait (any longer); of all but the ``last`` others may know more by now."""
        keys = [key for key, address in self._complete.items() if not self._waits(address)]
        for key in keys:
            del self._complete[key]
        wholes = [key for key in keys if key == last or (self._is_whole(key) and self._take_turn(key))]
        return [thread for key in wholes for thread in self._joined(key)]

    def _is_whole(self, key: str) -> bool:
        with self._server.pipeline() as pipeline:
            self._ask_whole(pipeline, key)
            missing, has_pages = pipeline.execute()
        return bool(has_pages and not missing)

    @staticmethod
    def _ask_whole(pipeline: Pipeline, key: str) -> None:
        """What is missing of a thread, and whether anything is there of it."""
        pipeline.sdiff([f"{key}:linked", f"{key}:read"])
        pipeline.exists(f"{key}:pages")

    def _move(self, key: str) -> None:
        """Move what stands under a key and belongs elsewhere; done again if somebody adds to it meanwhile."""
        self._server.transaction(partial(self._moving, key), f"{key}:pages", self._turn_key(key))

    def _moving(self, key: str, pipeline: Pipeline) -> None:
        stored, is_going_out = pipeline.hgetall(f"{key}:pages"), pipeline.exists(self._turn_key(key))
        found = {
            old: (page, self._place_of(page["url"]) if self._may_move(page, word) else None)
            for old, (_, page, word) in _rows(stored).items()
        }
        moved = {old: (page, *place) for old, (page, place) in found.items() if place and not is_going_out}
        pipeline.multi()
        if moved and moved.keys() == found.keys():
            self._delete(key, pipeline)
        for old, (page, thread_id, number, address) in moved.items():
            posts = [{**post, "threadId": thread_id} for post in page["posts"]]
            new = self._thread_key(thread_id, page["url"])
            pipeline.hdel(f"{key}:pages", old)
            self._put(pipeline, new, address, number, {**page, "threadId": thread_id, "posts": posts}, [UNKNOWN])
            pipeline.sadd(f"{new}:read", address)

    def _may_move(self, page: Mapping[str, Any], word: str) -> bool:
        """Was a page read when addresses meant something else? Letters go by their subjects, whatever these mean."""
        return word not in ("", self._meaning_of(page["url"])) and not is_of_subject(page["threadId"])

    def _open(self) -> list[str]:
        return sorted(map(to_unicode, self._server.smembers(self._key)))

    def _joined(self, key: str) -> list[ForumThread]:
        stored = self._server.hgetall(f"{key}:pages")
        if not stored:
            return []
        found = [(number, address, page) for address, (number, page, _) in _rows(stored).items()]
        pages = [page for _, _, page in sorted(found, key=lambda part: part[:2])]
        thread = ForumThread(**{**pages[0], "posts": [_post(row) for page in pages for row in page["posts"]]})
        missing = self._server.sdiff([f"{key}:linked", f"{key}:read"])
        failed = self._server.sinter([f"{key}:linked", f"{key}:failed"])
        # A page that is there may have failed for somebody else, under another of its addresses.
        thread.truncated = bool({*map(to_unicode, (*missing, *failed))} - {UNKNOWN, *(one for _, one, _ in found)})
        return [thread]

    def _forgetting(self, key: str) -> Callable[[Pipeline], None]:
        return partial(self._forget, key)

    def _forget(self, key: str, pipeline: Pipeline) -> None:
        pages = self._server.hkeys(f"{key}:pages")
        if pages:
            pipeline.sadd(self._out, *pages)
        self._delete(key, pipeline)

    def _delete(self, key: str, pipeline: Pipeline) -> None:
        pipeline.srem(self._key, key)
        pipeline.delete(*(f"{key}:{part}" for part in _PARTS), self._turn_key(key))

    def _put(
        self, pipeline: Pipeline, key: str, address: str, number: int, page: Mapping[str, Any], others: Iterable[str]
    ) -> None:
        row = json.dumps([number, page, self._meaning_of(page["url"])], ensure_ascii=False)
        pipeline.sadd(self._key, key)
        pipeline.hset(f"{key}:pages", address, row)
        pipeline.sadd(f"{key}:linked", address, *others)

    def _key_of(self, whole: ForumThread) -> str:
        return self._thread_key(whole.threadId, whole.url)

    def _thread_key(self, thread_id: str, address: str) -> str:
        return f"{self._key}:{host_of(address)}:{thread_id}"


def _rows(stored: Mapping[bytes | str, bytes | str]) -> dict[str, tuple[int, dict[str, Any], str]]:
    """By address, the number of a page, what was read on it, and what its address meant then."""
    return {to_unicode(address): tuple(json.loads(row)) for address, row in stored.items()}


def _post(row: dict[str, Any]) -> Post:
    author = Author(**row["author"]) if row["author"] else None
    return Post(**{**row, "author": author, "images": [Image(**image) for image in row["images"]]})
