"""What was learned of addresses and is wrong: pages speak against it, it is learned again, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler

from newsbody.crawl.ground.scrapy_engine import in_progress, scheduler
from newsbody.crawl.pages.reader import Reader
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import ForumThread, Post
from newsbody.stores import Learned, Profile, SqliteStore
from tests.e2e.web import LOOK_SECONDS, Crawled, crawl
from tests.further_forums import FURTHER, FurtherForum
from tests.lots import lot, rows
from tests.random_forums import HOST, ForumPages, RandomForum
from tests.unlike_forums import Scheme

#: Threads at ``/forum/showthread.php?board=4&topic=12000&start=2``.
SEED, THREADS = 31, 30
THREAD, PAGED = ["forum", "showthread.php"], [{"key": "start", "before": "", "after": "", "first": 1, "step": 1}]
PLAIN = [[[], ["board"]]]

#: What is wrong with a resolver.
WRONG: dict[str, dict[str, Any]] = {
    "members are topics": {"topics": [{"path": ["forum", "member.php"], "ids": ["m"]}]},
    "lists are topics": {"topics": [{"path": ["forum", "forumdisplay.php"], "ids": ["board"]}]},
    "a board's number names the thread": {"topics": [{"path": THREAD, "ids": ["board"], "forms": [[[], ["topic"]]]}]},
    "later pages are places": {"topics": [{"path": THREAD, "ids": ["topic"], "forms": PLAIN}], "numberings": []},
    "nothing is a topic": {"topics": [{"path": ["forum", "node.php"], "ids": ["nid"]}]},
    "one board alone": {"topics": [{"path": THREAD, "ids": ["topic"], "forms": PLAIN, "selectors": [["board", "4"]]}]},
}


def stored(path: Path, **resolver: Any) -> SqliteStore:
    """A store in which an earlier crawl left a resolver."""
    lists = [{"path": []}, {"path": ["forum", "forumdisplay.php"], "ids": ["board"]}]
    value = {"format": 1, "host": "forum.test", "origin": HOST, "confidence": 0.9, "lists": lists, **resolver}
    store = SqliteStore(path)
    store.save(Profile("forum.test", Learned.first({"numberings": PAGED, **value}, 300, "2026-01-01")))
    return store


def crawled(
    forum: RandomForum, path: Path, prepare: Callable[[Crawler], None] | None = None, also: str = "", **more: Any
) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(path), "TEST_LATENCY": 0.02, "TEST_SEED": 1, "TEST_TIMEOUT": 120.0, **more}
    return crawl(ForumSpider, ForumPages(forum), settings, prepare=prepare, url=f"{HOST}/{also}")


def learning_last(monkeypatch: pytest.MonkeyPatch) -> Callable[[Crawler], None]:
    """Have learning of addresses take until nothing is left to fetch, as it may where many sites are crawled."""
    crawlers: list[Crawler] = []
    learn = Reader.learn_addresses

    async def last(self: Reader, *args: Any) -> dict[str, object] | None:
        while in_progress(crawlers[0]) or cast(Scheduler, scheduler(crawlers[0])).has_pending_requests():
            await asyncio.sleep(LOOK_SECONDS)
        return await learn(self, *args)

    monkeypatch.setattr(Reader, "learn_addresses", last)
    return crawlers.append


@pytest.mark.parametrize(("wrong", "learning"), rows(product(WRONG, ["last", "first"])))
def test_wrong_resolver_of_an_earlier_crawl_is_learned_again(
    wrong: str, learning: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long learning takes beside the crawl: no time, or as long as all that is known to be fetched."""
    forum = RandomForum(SEED, threads=THREADS)
    store = stored(tmp_path / "p.sqlite3", **WRONG[wrong])
    if learning == "first":
        found = crawled(forum, tmp_path / "p.sqlite3", TEST_PATIENT=True)
    else:
        found = crawled(forum, tmp_path / "p.sqlite3", learning_last(monkeypatch), ",http://elsewhere.test/")
    written = {post.text for posts in forum.posts.values() for post in posts}
    given = Counter(item.text for item in found.items if isinstance(item, Post))
    assert {text: n for text, n in given.items() if n > 1 or text not in written} == {}
    assert written - given.keys() == set()
    assert found.stat("resolvers_learned_again") == 1
    profile = store.load("forum.test")
    assert profile is not None
    assert profile.resolver is not None
    assert profile.resolver.generation == profile.resolver.value["generation"] == 2
    threads = Counter(tuple(post.text for post in item.posts) for item in found.items if isinstance(item, ForumThread))
    assert threads == Counter(tuple(post.text for post in posts) for posts in forum.posts.values())


class Nameless(FurtherForum):
    """Threads at ``/threads.php?12.15``."""

    @classmethod
    def kinds(cls) -> Mapping[str, Scheme]:
        return {"dots": FURTHER["dots"][0]}


@pytest.mark.slow
def test_resolver_that_knows_ids_without_a_name_by_an_empty_one_is_learned_again(tmp_path: Path) -> None:
    """As earlier versions stored it: what has no name in a query is part of the path now, and nothing matches."""
    forum = Nameless(SEED, threads=THREADS)
    script = [piece for piece in f"{forum.base}/{forum.names[0]}s.php".split("/") if piece]
    offsets = {"key": "", "before": ".", "after": "", "first": 0, "step": forum.a_page}
    store = stored(tmp_path / "p.sqlite3", topics=[{"path": script, "ids": [""]}], numberings=[offsets])
    found = crawled(forum, tmp_path / "p.sqlite3")
    threads = Counter(tuple(post.text for post in item.posts) for item in found.items if isinstance(item, ForumThread))
    assert threads == Counter(tuple(post.text for post in posts) for posts in forum.posts.values())
    assert found.stat("resolvers_learned_again") == 1
    profile = store.load("forum.test")
    assert profile is not None
    assert profile.resolver is not None
    assert all("" not in route.get("ids", ()) for route in profile.resolver.value["topics"])


def test_pinned_resolver_is_not_learned_again_but_said_to_be_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    forum = RandomForum(SEED, threads=THREADS)
    store = stored(tmp_path / "p.sqlite3", status="pinned", **WRONG["lists are topics"])
    before = store.load("forum.test")
    found = crawled(forum, tmp_path / "p.sqlite3")
    after = store.load("forum.test")
    assert before is not None
    assert after is not None
    assert after.resolver == before.resolver
    assert found.stat("resolvers_learned_again") == found.stat("resolvers_found_again") == 0
    said = [record.getMessage() for record in caplog.records if "pinned do not fit" in record.getMessage()]
    assert said == ["forum.test: the topics that were pinned do not fit its pages: topics show no posts"]


class LastFirst(RandomForum):
    """The front page leads to the last post of some threads, by addresses that are taken for those of first pages."""

    def _draw_scheme(self) -> None:
        super()._draw_scheme()
        self.last_form, self.post_redirects = "deed", False

    def _front_page(self) -> str:
        long = [self._link(self.last_address(tid), self.titles[tid]) for tid in self.tids if self.pages_of(tid) > 1]
        return super()._front_page().replace("<table>", f"<p>{' '.join(long[:8])}</p><table>", 1)


@pytest.mark.parametrize("states", lot([True, False]))
def test_page_taken_for_the_first_of_its_thread_does_not_stand_for_that(states: bool, tmp_path: Path) -> None:
    """Whether pages state their own address, or number their posts."""
    forum = LastFirst(SEED, threads=THREADS)
    forum.canonical = states
    taken = {"path": THREAD, "ids": ["topic"], "forms": [*PLAIN, [[], ["board", "view"]]]}
    stored(tmp_path / "p.sqlite3", status="pinned", topics=[taken])
    found = crawled(forum, tmp_path / "p.sqlite3")
    threads = Counter(tuple(post.text for post in item.posts) for item in found.items if isinstance(item, ForumThread))
    assert threads == Counter(tuple(post.text for post in posts) for posts in forum.posts.values())
    given = Counter(item.text for item in found.items if isinstance(item, Post))
    assert given == Counter(post.text for posts in forum.posts.values() for post in posts)


def test_right_resolver_of_an_earlier_crawl_is_not_learned_again(tmp_path: Path) -> None:
    forum = RandomForum(SEED, threads=THREADS)
    crawled(forum, tmp_path / "p.sqlite3")
    found = crawled(forum, tmp_path / "p.sqlite3")
    assert found.stat("sites_known") == 1
    assert found.stat("resolvers_learned_again") == found.stat("resolvers_found_again") == 0
    threads = Counter(tuple(post.text for post in item.posts) for item in found.items if isinstance(item, ForumThread))
    assert threads == Counter(tuple(post.text for post in posts) for posts in forum.posts.values())
