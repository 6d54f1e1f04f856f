"""What other workers learned: asked for with one question, and taken over where nothing else is under way."""

from __future__ import annotations

import asyncio

import pytest

from newsbody.crawl.learning.actions import Changed, Load, Work
from newsbody.crawl.learning.site import Sites
from newsbody.crawl.learning.study import Study
from newsbody.crawl.settings import CrawlSettings
from newsbody.crawl.shared.adoption import Adoption
from newsbody.stores import ProfileError
from tests.played import Played
from tests.shared_workers import spider


class Looks:
    """Looks of a worker that knows five sites; ``told`` is what the store says of each look."""

    def __init__(self, told: list[frozenset[str] | None]) -> None:
        self.read: list[str] = []
        self.sites = Sites(10, 3)
        for number in range(5):
            self.sites.get(f"{number}.test").loaded = True
        study = Study(CrawlSettings(), self.sites, self.sites.get, self._work, lambda _: None)
        self._adoption = asyncio.run(self._made(study))
        self._played = Played({Changed: lambda _: told.pop(0), Load: lambda action: self.read.append(action.host)})

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
