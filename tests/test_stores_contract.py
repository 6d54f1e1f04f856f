"""What every store of profiles does alike, whatever keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from newsbody.crawl.spiders.news import NewsSpider
from newsbody.stores import STORES, Learned, Profile, ProfileStore, open_store
from tests.e2e.pages import HOST, news_site
from tests.e2e.web import crawl
from tests.redis_server import RedisServer

ADDRESSES = (":memory:", "{path}.sqlite3", "sqlite:///{path}.sqlite3", "redis", "unix", "dict://")


class DictStore(ProfileStore):
    """A store of somebody's own: this class, and one line of the registry."""

    def __init__(self, address: str) -> None:
        self.address, self._profiles = address, dict[str, Profile]()

    def load(self, host: str) -> Profile | None:
        return self._profiles.get(host)

    def save(self, profile: Profile) -> Profile:
        known = self._profiles.get(profile.host)
        return self._profiles.setdefault(profile.host, profile) if known is None else self._merge(known, profile)

    def _merge(self, known: Profile, profile: Profile) -> Profile:
        self._profiles[profile.host] = known.merged(profile)
        return self._profiles[profile.host]

    def replace(self, profile: Profile) -> None:
        self._profiles[profile.host] = profile

    def forget(self, host: str) -> bool:
        return self._profiles.pop(host, None) is not None

    def hosts(self) -> Iterator[str]:
        return iter(sorted(self._profiles))

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STORES, "dict", f"{__name__}:DictStore")


def test_a_crawl_takes_a_store_of_somebodys_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    crawled = crawl(NewsSpider, news_site(6), {"NEWSBODY_PROFILES": "dict://"}, url=f"{HOST}/")
    assert len(crawled.items) == 6
    assert crawled.stat("pages_by_rule") > 0 or crawled.stat("rules_learned") > 0


@pytest.fixture(params=ADDRESSES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ProfileStore]:
    address = request.param.format(path=tmp_path / "profiles")
    if address in ("redis", "unix"):
        server: RedisServer = request.getfixturevalue("server")
        address = server.address if address == "redis" else f"unix://{server.socket}"
    opened = open_store(address)
    yield opened
    opened.close()


def profile(evidence: int, body: str = "div.a", host: str = "f.test", generation: int = 1) -> Profile:
    entry = Learned({"kind": "thread", "body": [body]}, evidence, "2026-01-01", generation)
    return Profile(host, rules={"thread": entry})


def test_every_store_keeps_merges_replaces_and_forgets(store: ProfileStore) -> None:
    assert store.load("f.test") is None
    assert list(store.hosts()) == []
    few, more, other = profile(5), profile(9, "div.b"), profile(1, host="a.test")
    assert store.save(few) == few == store.load("f.test")
    assert store.save(more) == few.merged(more)
    assert store.save(few) == few.merged(more), "what has less evidence takes nothing's place"
    store.save(other)
    assert list(store.hosts()) == ["a.test", "f.test"]
    store.replace(few)
    assert store.load("f.test") == few
    assert (store.forget("f.test"), store.forget("f.test")) == (True, False)
    assert store.load("f.test") is None
    assert store.load("a.test") == other


def test_a_crawl_sees_in_every_store_what_programs_wrote_and_they_what_it_merged(store: ProfileStore) -> None:
    async def crawl() -> list[Profile | None]:
        before = await store.fetch("f.test")
        async with store.turn("f.test"):
            merged = await store.merge(profile(9, "div.b"))
        seen = [before, merged, await store.fetch("f.test"), await store.fetch("f.test", fresh=True)]
        if ":memory:" not in str(vars(store).get("path")):
            await store.aclose()
        return seen

    store.save(profile(5))
    both = profile(5).merged(profile(9, "div.b"))
    assert asyncio.run(crawl()) == [profile(5), both, both, both]


def test_a_later_generation_wins_in_every_store(store: ProfileStore) -> None:
    store.save(profile(500))
    assert store.save(profile(5, "div.new", generation=2)).rules["thread"].value["body"] == ["div.new"]
