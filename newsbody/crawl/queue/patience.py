"""What a worker waits for in Redis: that it comes back, and that it has room."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from redis.exceptions import ConnectionError, OutOfMemoryError, ResponseError
from redis.retry import Retry

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
