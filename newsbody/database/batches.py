"""Writing items in batches beside an event loop, and again until the database takes them."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence

from sqlalchemy.exc import SQLAlchemyError

from newsbody.database.item_rows import Row
from newsbody.database.tables import is_away

logger = logging.getLogger(__name__)

#: Rows of one transaction.
MOST_ROWS = 1000
#: Seconds until a database that is away is asked again: at first, and at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0


class BatchWriter:
    """What comes while a batch is being written is the next one: no timer, and no item waits for others to come.

    ``write`` is called in a thread, one call at a time; ``count`` gets what it returns.
    """

    def __init__(self, write: Callable[[Sequence[Row]], Counter[str]], count: Callable[[str, int], object]) -> None:
        self._write, self._count = write, count
        self._waiting: deque[tuple[Row, asyncio.Future[None]]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def written(self, row: Row) -> None:
        """Returns when the row is in the database. Raises SQLAlchemyError for a row that it refuses for good."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((row, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        await future

    async def _work(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # the other items of the same page are on their way
                await self._write_batch([self._waiting.popleft() for _ in range(min(MOST_ROWS, len(self._waiting)))])
        finally:
            self._task = None

    async def _write_batch(self, batch: Sequence[tuple[Row, asyncio.Future[None]]]) -> None:
        try:
            await self._until_written([row for row, _ in batch])
        except Exception as error:  # noqa: BLE001 - whoever waits for the row gets it
            if len(batch) > 1:
                for one in batch:  # one row that is refused takes no other with it
                    await self._write_batch([one])
            elif not batch[0][1].done():
                batch[0][1].set_exception(error)
            return
        for _, future in batch:
            if not future.done():
                future.set_result(None)

    async def _until_written(self, rows: Sequence[Row]) -> None:
        pause, away = FIRST_PAUSE, False
        while True:
            try:
                counts = await asyncio.to_thread(self._write, rows)
                break
            except SQLAlchemyError as error:
                if not is_away(error):
                    raise
                self._say_away(error, len(rows) + len(self._waiting), again=away)
                away = True
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        if away:
            logger.info("The database takes items again")
        for what, number in counts.items():
            self._count(what, number)

    def _say_away(self, error: SQLAlchemyError, items: int, *, again: bool) -> None:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        logger.log(
            logging.INFO if again else logging.WARNING,
            "The database does not take items (%s): %d wait, and the crawl with them, until it does",
            reason,
            items,
        )
