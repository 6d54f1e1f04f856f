"""What every store of profiles does alike, whatever keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from newsbody.stores import Learned, Profile, ProfileStore, open_store
from tests.redis_server import RedisServer

ADDRESSES = (":memory:", "{path}.sqlite3", "sqlite:///{path}.sqlite3", "redis", "unix")


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
