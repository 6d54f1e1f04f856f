"""What other workers learned: asked for with one question, and taken over where nothing else is under way."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest
import redis
from scrapy import Request
from scrapy.core.engine import ExecutionEngine

from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.learning.actions import Changed, Learn, LetOut, Load, Read, ShowsPosts, Work
from newsbody.crawl.learning.site import Site, Sites
from newsbody.crawl.learning.study import Study
from newsbody.crawl.learning.visit import PendingPage, Visit
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.pages.tasks import Learnt
from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.crawl.session.adoption import Adoption
from newsbody.ground.sitememory import SiteMemory
from newsbody.page.sites import host_of
from newsbody.stores import Learned, ProfileError
from tests.played import Played
from tests.shared_workers import at_work, spider, worker


class Looks:
    """Looks of a worker that knows five sites; ``told`` is what the store says of each look."""

    def __init__(self, told: list[frozenset[str] | None]) -> None:
        self.read: list[str] = []
        self.sites = Sites(10, 3, waiting_bytes=1_000_000)
        for number in range(5):
            self.sites.get(f"{number}.test").loaded = True
        settings = CrawlSettings(profiles="redis://h/0")
        self.study = Study(settings, self.sites, self._site, self._work, lambda _: None)
        self._adoption = asyncio.run(self._made(self.study))
        self.out: list[str] = []
        self._played = Played(
            {
                Changed: lambda _: told.pop(0),
                Load: lambda action: self.read.append(action.host),
                Read: lambda action: Reading("article", {"articleBody": "text"}),
                ShowsPosts: lambda action: False,
                Learn: lambda action: Learnt(None, SiteMemory()),
                LetOut: lambda action: self.out.append(action.page.source.url),
            }
        )

    def _site(self, url: str) -> Site:
        return self.sites.get(host_of(url))

    def share(self, queue: SharedQueue) -> None:
        """Have its pages from a queue."""
        slot = SimpleNamespace(scheduler=SimpleNamespace(queue=queue))
        self._adoption._crawler.engine = cast(ExecutionEngine, SimpleNamespace(_slot=slot))

    def wait(self, url: str) -> None:
        """A page comes that waits for its site to be learned."""

        async def finish(reading: Reading | None) -> None:
            raise AssertionError("whoever plays a work lets the pages out")

        assert self.study.room.waits(PendingPage(Source(b"page", url), "article", finish), Visit(url))

    def _work(self, work: Work[None]) -> None:
        self._played.run(work)

    async def _made(self, study: Study) -> Adoption:
        return Adoption(spider().crawler, self.sites, study, self._spawn)

    def _spawn(self, work: object) -> asyncio.Future[None]:
        raise AssertionError("each look is had by the test")

    def look(self) -> list[str]:
        """Which profiles are read."""
        self.read.clear()
        self._played.run(self._adoption._adopt())
        return sorted(self.read)


def test_only_sites_of_which_something_was_stored_are_read() -> None:
    looks = Looks([None, frozenset(), frozenset({"1.test", "3.test", "elsewhere.test"}), frozenset()])
    assert looks.look() == [f"{number}.test" for number in range(5)]
    assert looks.look() == []
    assert looks.look() == ["1.test", "3.test"]
    assert looks.look() == []


def test_what_was_stored_of_a_site_at_work_is_read_afterwards() -> None:
    looks = Looks([frozenset({"1.test", "2.test"}), frozenset(), frozenset()])
    looks.sites.get("1.test").at_work = True
    assert looks.look() == ["2.test"]
    looks.sites.get("1.test").at_work = False
    assert looks.look() == ["1.test"]
    assert looks.look() == []


def test_where_changes_are_not_told_each_site_is_read_and_that_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    looks = Looks([])

    def refused(_: object) -> None:
        raise ProfileError("Redis at redis://h/0: no permission")

    looks._played.answers[Changed] = refused
    assert looks.look() == looks.look() == [f"{number}.test" for number in range(5)]
    assert caplog.messages == [
        "Each site is asked for what other workers learned of it: Redis at redis://h/0: no permission"
    ]


def test_site_decides_when_nothing_of_it_is_left_to_any_worker(client: redis.Redis) -> None:
    looks, here, there = Looks([frozenset()] * 4), worker(client), worker(client)
    looks.share(here)
    waits, elsewhere = at_work(here, "http://0.test/1"), at_work(there, "http://0.test/2")
    looks.wait(waits.url)
    here.beat()  # no request is in progress: what it holds waits
    looks.study.starts_are_over()
    looks.look()
    assert looks.out == []  # the other has not said that its page waits
    there.push(Request("http://0.test/3"))
    there.release(elsewhere)
    there.acknowledge()
    looks.look()
    assert looks.out == []
    assert there.pop() is not None
    there.acknowledge()
    looks.look()
    assert looks.out == [waits.url]


def test_worker_with_a_queue_of_its_own_goes_by_the_order_of_its_pages() -> None:
    looks = Looks([frozenset()] * 2)
    looks.study.discovery.found("http://0.test/1", None, None)
    looks.wait("http://0.test/1")
    looks.study.starts_are_over()
    looks.look()
    assert looks.out == []
    looks.study.discovery.ended(Visit("http://0.test/1"), start=True)
    looks.look()
    assert looks.out == ["http://0.test/1"]


@pytest.mark.parametrize(("kind", "begin"), [("article", True), ("thread", False)])
def test_others_begin_when_the_rule_is_known_unless_addresses_put_pages_together(kind: str, begin: bool) -> None:
    looks = Looks([])
    site = looks.sites.get("0.test")
    assert not looks._adoption._has_learned()
    site.rule(kind).adopted(Learned.first({"kind": kind, "body": ["div.text"]}, 5, "2024-05-01"))
    assert not site.addresses.settled
    assert looks._adoption._has_learned() is begin
