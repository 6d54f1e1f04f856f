"""Site profiles in Redis, for many workers.

Each profile is one JSON string, ``newsbody:profile:HOST``; whoever writes one says so in the stream
``newsbody:changes``, so that workers ask one question for all their sites. A merge is optimistic: read,
merge, write if nobody wrote meanwhile (WATCH), else again; so a profile is never torn and
nothing that another worker learned is lost. What was read is cached for a while. When
Redis is away the crawl goes on with what it knows; what it learns meanwhile is kept and
merged as soon as Redis answers again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeVar

import redis.asyncio
from redis.asyncio.client import Pipeline
from redis.asyncio.lock import Lock
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, WatchError
from redis.exceptions import TimeoutError as RedisTimeoutError

from newsbody.stores.base import Profile, ProfileError, ProfileStore, read_profile

logger = logging.getLogger(__name__)

KEY = "newsbody:profile:"
#: The sites that were written, the last ones last.
CHANGES = "newsbody:changes"
#: So many of them are kept; who has not asked for longer asks for every site.
MAX_CHANGES = 10_000
#: Who holds this is learning the site.
TURN_KEY = "newsbody:turn:"
#: Seconds after which the turn of a worker that was killed ends, and others no longer wait; learning takes a few.
TURN_SECONDS = 30.0
#: Seconds for which a profile that was read is not read again.
CACHE_SECONDS = 60.0
#: Seconds until Redis counts as away, and until it is asked again afterwards.
TIMEOUT = 2.0
RETRY_SECONDS = 5.0
#: So many questions are asked at the same time; redis-py refuses the 101st, which a thousand sites ask at once.
MAX_CONNECTIONS = 20
#: A merge gives up after so many others wrote in between, one after another.
MAX_CONFLICTS = 50

T = TypeVar("T")


class _CachedProfile(NamedTuple):
    """A profile as it was read: when, by the monotonic clock, and from what text where that is known."""

    at: float
    profile: Profile | None
    text: bytes | str | None = None


class RedisStore(ProfileStore):
    """``address`` as ``redis://HOST[:PORT][/DB]``. Raises ProfileError for an address that is none."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._redis: redis.asyncio.Redis | None = None
        self._cache: dict[str, _CachedProfile] = {}
        self._unsaved: dict[str, Profile] = {}
        self._away_until = 0.0
        self._seen: str | None = None  # the last change that is known
        try:
            redis.asyncio.connection.parse_url(address)
        except ValueError as error:
            raise ProfileError(f"{address} is no address of a Redis: {error}") from error

    # --- from the event loop --------------------------------------------------------------

    async def fetch(self, host: str, *, fresh: bool = False) -> Profile | None:
        """From the cache for a while; what is known already when Redis is away."""
        cached = self._cache.get(host)
        if cached and not fresh and time.monotonic() - cached.at < CACHE_SECONDS:
            return cached.profile
        found = await self._answer(lambda client: client.get(KEY + host))
        unsaved = self._unsaved.get(host)
        if found is None:
            return unsaved or (cached.profile if cached else None)
        text = found[0]
        if cached and text is not None and text == cached.text and not unsaved:
            profile = cached.profile
        else:
            profile = read_profile(text, host) if text is not None else None
        if unsaved:
            profile = profile.merged(unsaved) if profile else unsaved
        self._cache[host] = _CachedProfile(time.monotonic(), profile, None if unsaved else text)
        return profile

    async def merge(self, profile: Profile) -> Profile:
        """Merge into what stands in Redis; when it is away, into what is to be saved later."""
        waiting = self._unsaved.get(profile.host)
        self._unsaved[profile.host] = waiting.merged(profile) if waiting else profile
        merged = self._unsaved[profile.host]
        for host, unsaved in list(self._unsaved.items()):
            answer = await self._answer(lambda client, unsaved=unsaved: self._merge(client, unsaved))  # type: ignore[misc]
            if answer is None:
                break
            stored = answer[0]
            if self._unsaved.get(host) is unsaved:
                del self._unsaved[host]
            self._cache[host] = _CachedProfile(time.monotonic(), stored, stored.to_json().encode())
            if host == profile.host:
                merged = stored
        return merged

    async def changed(self) -> frozenset[str] | None:
        """From the stream of changes. After Redis was away any site may have changed, for what was said of it then
        may not have been read.
        """
        before = self._seen
        if before is None:
            answer = await self._answer(lambda client: client.xrevrange(CHANGES, count=1))
            if answer is not None:
                self._seen = _text(answer[0][0][0]) if answer[0] else "0-0"
            return None
        answer = await self._answer(lambda client: client.xrange(CHANGES, min=f"({before}"))
        rows: list[Any] = (answer[0] if answer is not None else None) or []
        if rows:
            self._seen = _text(rows[-1][0])
        hosts = {_text(host) for _, row in rows for host in row.values()}
        for host in hosts & self._cache.keys():
            self._cache[host] = self._cache[host]._replace(at=-math.inf)
        return frozenset(hosts) if len(rows) < MAX_CHANGES else None

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """One worker at a time; when Redis is away or refuses, or another takes too long, without waiting."""
        lock = self._client().lock(TURN_KEY + host, timeout=TURN_SECONDS, blocking_timeout=TURN_SECONDS)
        taken = None
        try:
            taken = await self._answer(lambda _: lock.acquire())
        except ProfileError as error:
            logger.warning("%s is learned while others may learn it, too: %s", host, error)
        if not (taken and taken[0]):
            yield
            return
        kept = asyncio.ensure_future(self._keep_turn(lock))
        try:
            yield
        finally:
            kept.cancel()
            try:
                await self._answer(lambda _: lock.release())
            except ProfileError:
                logger.warning("%s: another worker may have learned it, too: the turn was lost meanwhile", host)

    async def _keep_turn(self, lock: Lock) -> None:
        """Hold a turn for as long as it takes: a busy machine has the site's pages wait to be read."""
        with suppress(ProfileError):  # it is lost, which its end says
            while True:
                await asyncio.sleep(TURN_SECONDS / 3)
                await self._answer(lambda _: lock.extend(TURN_SECONDS, replace_ttl=True))

    async def aclose(self) -> None:
        """Save what is not saved yet, if Redis takes it now, and close the connections."""
        self._away_until = 0.0
        try:
            for profile in list(self._unsaved.values()):
                await self.merge(profile)
        except ProfileError as error:
            logger.warning("%s", error)
        if self._unsaved:
            logger.error("Redis at %s: what was learned of %s is lost", self.address, ", ".join(self._unsaved))
        if self._redis is not None:
            await self._redis.aclose()
            self._redis = None

    async def _answer(self, ask: Callable[[redis.asyncio.Redis], Awaitable[T]]) -> tuple[T] | None:
        """The answer, as a tuple of one; None while Redis is away. Says once when it goes and when it is back."""
        if time.monotonic() < self._away_until:
            return None
        try:
            answer = await ask(self._client())
        except (RedisConnectionError, RedisTimeoutError, OSError) as error:
            if not self._away_until:
                logger.warning("Redis at %s is away (%s): the crawl goes on with what it knows", self.address, error)
            self._away_until = time.monotonic() + RETRY_SECONDS
            return None
        except RedisError as error:
            raise ProfileError(f"Redis at {self.address}: {error}") from error
        if self._away_until:
            logger.info("Redis at %s is back", self.address)
            self._away_until, self._seen = 0.0, None
        return (answer,)

    def _client(self) -> redis.asyncio.Redis:
        if self._redis is None:
            pool = redis.asyncio.BlockingConnectionPool.from_url(
                self.address,
                max_connections=MAX_CONNECTIONS,
                timeout=None,
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
            )
            self._redis = redis.asyncio.Redis.from_pool(pool)
        return self._redis

    async def _merge(self, client: redis.asyncio.Redis, profile: Profile) -> Profile:
        key = KEY + profile.host
        async with client.pipeline() as pipeline:
            for _ in range(MAX_CONFLICTS):
                try:
                    await pipeline.watch(key)
                    text = await pipeline.get(key)
                    merged = read_profile(text, profile.host).merged(profile) if text is not None else profile
                    pipeline.multi()  # type: ignore[no-untyped-call]
                    _write(pipeline, merged)
                    await pipeline.execute()
                except WatchError:
                    continue
                return merged
        raise ProfileError(f"The profile of {profile.host} is written by too many workers at once")

    # --- for programs ---------------------------------------------------------------------

    def load(self, host: str) -> Profile | None:
        text = self._ask(lambda client: client.get(KEY + host))
        return read_profile(text, host) if text is not None else None

    def save(self, profile: Profile) -> Profile:
        return self._ask(lambda client: self._merge(client, profile))

    def replace(self, profile: Profile) -> None:
        async def replace(client: redis.asyncio.Redis) -> None:
            async with client.pipeline() as pipeline:
                _write(pipeline, profile)
                await pipeline.execute()

        self._ask(replace)

    def forget(self, host: str) -> bool:
        return bool(self._ask(lambda client: client.delete(KEY + host)))

    def hosts(self) -> Iterator[str]:
        yield from self._ask(_hosts)

    def close(self) -> None:
        """Nothing stays open between the calls of a program."""

    def _ask(self, ask: Callable[[redis.asyncio.Redis], Awaitable[T]]) -> T:
        """One question over a connection of its own. Raises ProfileError when Redis does not answer."""

        async def run() -> T:
            async with redis.asyncio.Redis.from_url(
                self.address, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
            ) as client:
                return await ask(client)

        try:
            return asyncio.run(run())
        except (RedisError, OSError) as error:
            raise ProfileError(f"Redis at {self.address}: {error}") from error


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _write(pipeline: Pipeline, profile: Profile) -> None:
    """Store a profile, and tell those who have it."""
    pipeline.set(KEY + profile.host, profile.to_json())
    pipeline.xadd(CHANGES, {"host": profile.host}, maxlen=MAX_CHANGES, approximate=True)


async def _hosts(client: redis.asyncio.Redis) -> list[str]:
    return sorted([key.decode().removeprefix(KEY) async for key in client.scan_iter(match=f"{KEY}*")])
