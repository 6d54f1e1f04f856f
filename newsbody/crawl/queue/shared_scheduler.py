"""The scheduler of several workers, and how long one without work waits for others."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, TypeVar

from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, OutOfMemoryError, RedisError, ResponseError
from redis.retry import Retry
from scrapy import Request
from scrapy.settings import BaseSettings
from scrapy_redis.connection import get_redis_from_settings
from scrapy_redis.scheduler import Scheduler

from newsbody.urls.normalize import without_session

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: A connection that was closed meanwhile fails once.
MIN_FAILURES = 2


class Patience(Retry):
    """Asks again also while the memory of Redis, or its disk, is full: what it does not take would be lost.

    It says so once, and asks no more when the crawl is to end: until then nothing else is done in this process.
    """

    #: Who handled the signals that end a crawl when Redis was first asked.
    _before: list[Any] | None = None

    def call_with_retry(self, do: Callable[[], T], fail: Callable[..., Any], *args: Any, **options: Any) -> T:
        """As of Retry."""
        failures, self._before = 0, self._before or _handlers()

        def failed(error: Exception, *more: Any) -> None:
            nonlocal failures
            fail(error, *more)
            if _handlers() != self._before:
                raise error
            failures += 1
            if failures == MIN_FAILURES:
                logger.warning("Redis does not answer, it is asked again until it does: %s", error)

        return super().call_with_retry(partial(_ask, do), failed, *args, **options)


def _handlers() -> list[Any]:
    """Who handles the signals that end a crawl: at the first of them Scrapy puts another in its place."""
    return [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]


def _ask(do: Callable[[], T]) -> T:
    try:
        return do()
    except ResponseError as error:
        if not (isinstance(error, OutOfMemoryError) or str(error).startswith("MISCONF")):
            raise
        logger.error("Redis has no room, it is asked again: %s", error)
        raise ConnectionError(str(error)) from error  # which is asked again


# --- the scheduler of many workers: that a request was made is noted in the step that makes it ---


class SharedScheduler(Scheduler):  # type: ignore[misc]  # scrapy-redis has no types
    """scrapy-redis', with :class:`~newsbody.crawl.queue.shared_queue.SharedQueue` as its queue.

    scrapy-redis asks its filter, which notes the request, and then puts it into the queue. A worker that is killed
    between the two leaves a request that nobody will make; and so does a filter whose answer is lost with a
    connection, for asked once more it says that the request was made.
    """

    @staticmethod
    def require(settings: BaseSettings) -> None:
        """Ask Redis once, before the crawl begins. Raises ValueError, with what to write, when it does not answer.

        Later it is waited for when it is away; now it is more likely that its address is wrong.
        """
        once = settings.copy()
        once.frozen = False
        params = {**settings.getdict("REDIS_PARAMS"), "retry": Retry(NoBackoff(), 0)}
        once.set("REDIS_PARAMS", params, priority="cmdline")
        address = settings.get("REDIS_URL") or settings.get("REDIS_HOST") or "localhost"
        try:
            with closing(get_redis_from_settings(once)) as server:
                server.ping()
        except (RedisError, ValueError, OSError) as error:
            raise ValueError(
                f"REDIS_URL: no Redis answers at {address} ({error}). Start it, or write another address: "
                "REDIS_URL=redis://host:6379/0"
            ) from error

    def enqueue_request(self, request: Request) -> bool:
        """Put a request into the queue; False when it was made before, by whatever worker."""
        # Where pages are claimed each address counts: another one is asked for when a page's first one fails.
        once = self.spider.settings.getbool("NEWSBODY_ONCE")
        known = request if once else request.replace(url=without_session(request.url))
        made = None if request.dont_filter else (self.df.key, self.df.request_fingerprint(known))
        if not self.queue.push(request, made):
            self.df.log(request, self.spider)
            return False
        self.stats.inc_value("scheduler/enqueued/redis")
        return True
