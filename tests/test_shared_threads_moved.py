"""Threads that several workers read while it turns out that addresses mean something else: random histories."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest
import redis

from newsbody.crawl.assembly.threads import SharedThreads, ThreadCollector
from newsbody.crawl.queue.base import Phase
from newsbody.items import ForumThread, Post
from tests.shared_workers import rest, worker

HOST = "f.test"
PAGES, HISTORIES = 12, 20


@dataclass
class Meaning:
    """What addresses mean to a worker. ``id_of``: the thread of the n-th page, ``number_of``: its place there."""

    word: str
    pages_of_thread: int
    by_turns: bool = False

    def place(self, url: str) -> tuple[str, int, str]:
        number = int(url.rpartition("/")[2])
        threads = PAGES // self.pages_of_thread
        thread, page = (number % threads, number // threads) if self.by_turns else divmod(number, self.pages_of_thread)
        return f"{self.word}{thread}", page + 1, f"http://{HOST}/{self.word}{thread}-{page + 1}"

    def threads(self) -> dict[str, list[str]]:
        """The addresses of each thread's pages, in order."""
        found = defaultdict(list)
        for url in sorted(URLS, key=lambda url: self.place(url)[1]):
            found[self.place(url)[0]].append(url)
        return dict(found)


URLS = [f"http://{HOST}/{number}" for number in range(PAGES)]


class Worker:
    """One that goes by a meaning; as long as it is ``on_trial`` no thread goes out."""

    def __init__(self, client: redis.Redis | None, meaning: Meaning) -> None:
        self.meaning, self.on_trial = meaning, True
        self.threads = (
            ThreadCollector(lambda url: self.on_trial, lambda url: self.meaning.place(url))
            if client is None
            else SharedThreads(
                worker(client),
                lambda url: self.on_trial,
                lambda url: self.meaning.place(url),
                lambda url: self.meaning.word,
            )
        )

    def read(self, url: str) -> list[ForumThread]:
        thread_id, number, address = self.meaning.place(url)
        others = [self.meaning.place(other)[2] for other in self.meaning.threads()[thread_id] if other != url]
        page = ForumThread(thread_id, url, "A wheel", [Post(thread_id, url, f"text of {url}")])
        found = self.threads.add(page, number, address, others)
        if isinstance(self.threads, SharedThreads):
            for whole in found:
                self.threads._forget_now(self.threads._key_of(whole))  # it is out with the request of this page
        return found

    def learn(self, meaning: Meaning) -> None:
        """Others said, or it saw itself, that addresses mean something else."""
        if self.meaning is not meaning:
            self.meaning = meaning
            self.threads.readdress(HOST)

    def trust(self, meaning: Meaning | None) -> None:
        """Enough pages spoke for what is known, unless that is about to change."""
        self.on_trial = meaning not in (None, self.meaning)


def _read(out: list[ForumThread], workers: list[Worker], random: Random, url: str) -> None:
    out += random.choice(workers).read(url)


def told(threads: list[ForumThread]) -> Counter[tuple[str, tuple[str, ...], bool]]:
    assert all(post.threadId == thread.threadId for thread in threads for post in thread.posts)
    return Counter((t.threadId, tuple(post.url for post in t.posts), bool(t.truncated)) for t in threads)


def crawl(workers: list[Worker], new: Meaning | None, random: Random) -> list[ForumThread]:
    """Pages in any order by any worker, each of which learns, and trusts what it learned, at some time."""
    out: list[ForumThread] = []
    steps: list[Callable[[], object]]
    steps = [partial(_read, out, workers, random, url) for url in random.sample(URLS, PAGES)]
    for one in workers:
        learned, trusted = sorted(random.sample(range(PAGES + 4), 2))
        if new is not None:
            steps.insert(learned, partial(one.learn, new))
        steps.insert(trusted + 2, partial(one.trust, new))
    for step in steps:
        step()
    for one in workers:
        if new is not None:
            one.learn(new)
        if isinstance(one.threads, SharedThreads):
            one.threads._queue.agree(Phase.COLLECTING)
    return out + [thread for one in workers for thread in rest(one.threads)]


@pytest.mark.parametrize("changes", [False, True])
def test_threads_are_what_addresses_mean_in_the_end_whichever_worker_read_which_page(
    client: redis.Redis, changes: bool
) -> None:
    old, new = Meaning("a", 3), Meaning("b", 4, by_turns=True) if changes else None
    expected = Counter({(key, tuple(urls), False): 1 for key, urls in (new or old).threads().items()})
    for seed in range(HISTORIES):
        client.flushall()
        random = Random(seed)
        workers = [Worker(client, old) for _ in range(random.randint(1, 4))]
        assert told(crawl(workers, new, random)) == expected, seed
        assert client.keys("*:threads*") == []
        assert told(crawl([Worker(None, old)], new, Random(seed))) == expected, seed


def test_complete_threads_wait_while_addresses_are_on_trial(client: redis.Redis) -> None:
    meaning = Meaning("a", 2)
    one, two = Worker(client, meaning), Worker(client, meaning)
    assert one.read(URLS[0]) == two.read(URLS[1]) == one.read(URLS[2]) == []
    two.on_trial = False
    assert [thread.threadId for thread in two.read(URLS[3])] == ["a0", "a1"]
    assert [thread.threadId for thread in two.read(URLS[4])] == []


def test_what_another_worker_gave_out_meanwhile_or_knows_more_of_is_not_given_out(client: redis.Redis) -> None:
    meaning = Meaning("a", 2)
    one, two = Worker(client, meaning), Worker(client, meaning)
    for url in URLS[:4]:
        assert one.read(url) == []
    two.on_trial = False
    assert len(two.read(URLS[0])) == 1  # once more, taken back from a worker that was late
    assert isinstance(two.threads, SharedThreads)
    page = ForumThread("a1", URLS[2], "A wheel", [])
    assert two.threads.add(page, 1, meaning.place(URLS[2])[2], ["http://f.test/a1-3"]) == []
    one.on_trial = False
    assert one.read(URLS[4]) == []
