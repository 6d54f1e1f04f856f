"""Site profiles in Redis: shared, merged, and patient when Redis is away."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from redis.asyncio.client import Pipeline

from newsbody.stores import Learned, Profile, ProfileError, open_store
from newsbody.stores import redis as redis_store
from newsbody.stores.redis import KEY, TURN_KEY, RedisStore
from tests.redis_server import RedisServer


def rule(evidence: int, name: str = "a") -> Learned:
    return Learned({"body": name}, evidence, "2026-01-01")


def profile(**rules: Learned) -> Profile:
    return Profile("f.test", rules=rules)


def stored(server: RedisServer) -> Profile:
    return Profile.from_json(server.get(f"{KEY}f.test"))


def test_what_one_worker_learned_another_starts_with(server: RedisServer) -> None:
    async def run() -> None:
        one, two = RedisStore(server.address), RedisStore(server.address)
        assert await one.fetch("f.test") is None
        await one.merge(profile(thread=rule(5)))
        assert await two.fetch("f.test") == profile(thread=rule(5))
        merged = await two.merge(profile(thread=rule(3, "b"), article=rule(1)))
        assert merged == profile(article=rule(1), thread=rule(5))
        await one.aclose()
        await two.aclose()

    asyncio.run(run())
    assert stored(server) == profile(article=rule(1), thread=rule(5))


def test_what_was_read_is_not_read_again_for_a_while(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> int:
        store = RedisStore(server.address)
        for _ in range(5):
            await store.fetch("f.test")
        await store.aclose()
        return server.reads()

    server.reads()
    assert asyncio.run(run()) == 1
    monkeypatch.setattr(redis_store, "CACHE_SECONDS", 0.0)
    assert asyncio.run(run()) == 5


def test_merge_that_another_worker_got_ahead_of_is_done_again(
    server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = iter([profile(thread=rule(4, "b")), profile(article=rule(2, "c"))])

    def write_in_between(pipeline: Pipeline) -> None:
        other = next(others, None)
        if other is not None:
            server.set(f"{KEY}f.test", other.to_json())
        multi(pipeline)  # type: ignore[no-untyped-call]

    # The transaction is opened when the profile was read.
    multi = Pipeline.multi
    monkeypatch.setattr(Pipeline, "multi", write_in_between)

    async def run() -> Profile:
        store = RedisStore(server.address)
        merged = await store.merge(profile(thread=rule(3)))
        await store.aclose()
        return merged

    merged = asyncio.run(run())
    assert merged == stored(server) == profile(article=rule(2, "c"), thread=rule(3))


def test_redis_away_and_back(
    server: RedisServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_store, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(redis_store, "CACHE_SECONDS", 0.0)

    async def run() -> None:
        store = RedisStore(server.address)
        await store.merge(profile(thread=rule(5)))
        server.stop()
        # What is known is still known, what is learned meanwhile is used.
        assert await store.fetch("f.test") == profile(thread=rule(5))
        assert await store.merge(profile(article=rule(1))) == profile(article=rule(1))
        assert await store.fetch("f.test") == profile(article=rule(1))
        server.start()
        merged = await store.merge(profile(article=rule(2)))
        assert merged == profile(article=rule(2), thread=rule(5))
        await store.aclose()

    with caplog.at_level(logging.INFO):
        asyncio.run(run())
    messages = [record.getMessage() for record in caplog.records if record.name == redis_store.__name__]
    assert len([message for message in messages if "is away" in message]) >= 1
    assert len([message for message in messages if "is back" in message]) == 1
    assert stored(server) == profile(article=rule(2), thread=rule(5))


def test_redis_that_comes_back_for_the_end_gets_what_was_learned(server: RedisServer) -> None:
    async def run() -> None:
        store = RedisStore(server.address)
        server.stop()
        await store.merge(profile(thread=rule(5)))
        server.start()
        await store.aclose()

    asyncio.run(run())
    assert stored(server) == profile(thread=rule(5))


def test_redis_that_stays_away_is_said_to_have_lost_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = RedisStore(RedisServer(tmp_path).address)
        await store.merge(profile(thread=rule(5)))
        await store.aclose()

    asyncio.run(run())
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        record.getMessage() for record in caplog.records if "what was learned of f.test is lost" in record.getMessage()
    ]
    assert "what was learned of f.test is lost" in caplog.text


def test_redis_that_takes_nothing_more_is_no_end_of_the_crawl(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    with server.client() as client:
        client.config_set("maxmemory", 1)

    async def run() -> None:
        store = RedisStore(server.address)
        async with store.turn("f.test"):
            pass
        with pytest.raises(ProfileError, match="maxmemory"):
            await store.merge(profile(thread=rule(5)))
        await store.aclose()

    asyncio.run(run())
    assert "f.test is learned while others may learn it" in caplog.text
    assert "what was learned of f.test is lost" in caplog.text


def test_turn_is_held_for_as_long_as_learning_takes(
    server: RedisServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("newsbody.stores.redis.TURN_SECONDS", 1.2)

    async def run() -> None:
        store = RedisStore(server.address)
        async with store.turn("f.test"):
            await asyncio.sleep(3)
            with server.client() as client:
                assert client.exists(f"{TURN_KEY}f.test")
        with server.client() as client:
            assert not client.exists(f"{TURN_KEY}f.test")
        await store.aclose()

    asyncio.run(run())
    assert not caplog.records


def test_turn_that_was_lost_is_said(server: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = RedisStore(server.address)
        async with store.turn("f.test"):
            with server.client() as client:
                client.delete(f"{TURN_KEY}f.test")
        await store.aclose()

    asyncio.run(run())
    assert "the turn was lost meanwhile" in caplog.text


def test_one_question_tells_what_others_wrote(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_store, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(redis_store, "MAX_CHANGES", 5)

    async def run() -> list[frozenset[str] | None]:
        one, two = RedisStore(server.address), RedisStore(server.address)
        found = [await one.changed(), await one.changed()]
        await two.merge(profile(thread=rule(5)))
        await two.merge(Profile("a.test"))
        found += [await one.changed(), await one.changed()]
        await asyncio.to_thread(open_store(server.address).replace, Profile("b.test"))
        found += [await one.changed(), await two.changed()]
        for number in range(6):
            await two.merge(Profile(f"{number}.test"))
        found += [await one.changed(), await one.changed()]
        server.stop()
        found.append(await one.changed())
        server.start()
        found += [await one.changed(), await one.changed(), await one.changed()]
        await one.aclose()
        await two.aclose()
        return found

    nothing = frozenset[str]()
    assert asyncio.run(run()) == [
        None, nothing, {"f.test", "a.test"}, nothing, {"b.test"}, None,
        None, nothing,  # more than are kept
        nothing, nothing, None, nothing,  # away, and back
    ]  # fmt: skip


def test_what_changed_is_read_anew_though_it_was_read_a_moment_ago(server: RedisServer) -> None:
    async def run() -> Profile | None:
        one, two = RedisStore(server.address), RedisStore(server.address)
        await one.changed()
        await one.fetch("f.test")
        await two.merge(profile(thread=rule(5)))
        await one.changed()
        found = await one.fetch("f.test")
        await one.aclose()
        await two.aclose()
        return found

    assert asyncio.run(run()) == profile(thread=rule(5))


def test_torn_profile_is_refused(server: RedisServer) -> None:
    server.set(f"{KEY}f.test", '{"host": "f.te')

    async def run() -> None:
        store = RedisStore(server.address)
        try:
            with pytest.raises(ProfileError, match="must be JSON"):
                await store.fetch("f.test")
        finally:
            await store.aclose()

    asyncio.run(run())


def test_programs_use_it_without_a_loop(server: RedisServer) -> None:
    store = open_store(server.address)
    assert store.load("f.test") is None
    store.save(profile(thread=rule(5)))
    store.save(profile(thread=rule(4)))
    assert store.load("f.test") == profile(thread=rule(5))
    store.replace(profile(thread=rule(1, "edited")))
    assert store.load("f.test") == profile(thread=rule(1, "edited"))
    store.save(Profile("a.test"))
    assert list(store.hosts()) == ["a.test", "f.test"]
    assert store.forget("f.test")
    assert not store.forget("f.test")
    store.close()


def test_programs_are_told_when_redis_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="Redis at redis://"):
        RedisStore(RedisServer(tmp_path).address).load("f.test")
