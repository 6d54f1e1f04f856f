"""Work beside the crawl. The spider does not close before it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

logger = logging.getLogger(__name__)


class Background:
    """``failed`` is told of work that an exception left; ``idle`` when nothing is left to do."""

    def __init__(self, failed: Callable[[], None], idle: Callable[[], None]) -> None:
        self._failed, self._idle = failed, idle
        self._tasks: set[asyncio.Future[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        """Start some work; an exception that leaves it is logged and counted."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error:
            logger.error("newsbody: work beside the crawl failed", exc_info=error)
            self._failed()
        if not self._tasks:
            self._idle()

    async def done(self) -> None:
        """Wait until nothing is left to do."""
        while self._tasks:
            await asyncio.wait(self._tasks)
