"""What a worker waits for in Redis: that it comes back, and that it has room."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from redis.exceptions import ConnectionError, OutOfMemoryError, ResponseError
from redis.retry import Retry

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Patience(Retry):
    """Asks again also while the memory of Redis, or its disk, is full: what it does not take would be lost."""

    def call_with_retry(self, do: Callable[[], T], fail: Callable[..., Any], *args: Any, **options: Any) -> T:
        """As of Retry."""
        return super().call_with_retry(partial(_ask, do), fail, *args, **options)


def _ask(do: Callable[[], T]) -> T:
    try:
        return do()
    except ResponseError as error:
        if not (isinstance(error, OutOfMemoryError) or str(error).startswith("MISCONF")):
            raise
        logger.error("Redis has no room, it is asked again: %s", error)
        raise ConnectionError(str(error)) from error  # which is asked again
