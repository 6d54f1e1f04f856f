"""Does what learning asks for: reads pages, lets them out, keeps what was learned."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from newsbody.crawl.learning.actions import (
    Action,
    Changed,
    InTurn,
    Keep,
    Learn,
    LearnAddresses,
    LearnOn,
    LetOut,
    Load,
    Promote,
    Read,
    ShowsPosts,
    Together,
    Work,
)  # fmt: skip
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reader import Reader
from newsbody.crawl.pages.reading import Reading
from newsbody.stores import ProfileStore

T = TypeVar("T")


class Performer:
    """Drives works of learning. ``read`` knows the rule of a page's site; ``promote`` sends a request once more.

    ``learned``: is told when it was tried to learn addresses. Unless it ``keeps``, what is learned is used, and not
    stored.
    """

    def __init__(
        self,
        reader: Reader,
        store: ProfileStore,
        read: Callable[[Source, str], Awaitable[Reading]],
        promote: Callable[[Promote], None],
        learned: Callable[[], None],
        *,
        keeps: bool = True,
    ) -> None:
        self._keeps = keeps
        self._reader, self._store, self._read, self._promote = reader, store, read, promote
        self._learned = learned
        #: Of how many sites addresses are being learned.
        self.sites_learned = 0

    async def run(self, work: Work[T]) -> T:
        """Do some work to its end."""
        act: Callable[[], Action[Any]] = work.__next__
        while True:
            try:
                action = act()
            except StopIteration as end:
                result: T = end.value
                return result
            try:
                answer = await self._do(action)
            except BaseException as error:  # noqa: BLE001 - raised in the work, which cleans up, also when it is cancelled
                act = partial(work.throw, error)
            else:
                act = partial(work.send, answer)

    async def _do(self, action: Action[Any]) -> Any:
        match action:
            case Read(source, kind):
                return await self._read(source, kind)
            case LetOut(page, reading):
                return await page.finish(reading)
            case Together(works):
                return await asyncio.gather(*map(self.run, works))
            case ShowsPosts(source, rule):
                return await self._reader.shows_posts(source, rule)
            case Learn(kind, sources, today, beside):
                return await self._reader.learn(kind, sources, today, beside)
            case LearnOn(rule, sources):
                return await self._reader.learn_on(rule, sources)
            case LearnAddresses():
                return await self._learn_addresses(action)
            case Load(host, fresh):
                return await self._store.fetch(host, fresh=fresh)
            case Changed():
                return await self._store.changed()
            case Keep(profile):
                return await self._store.merge(profile) if self._keeps else profile
            case InTurn(host, work):
                async with self._store.turn(host):
                    return await self.run(work)
            case Promote():
                return self._promote(action)
        raise TypeError(f"Nobody knows how to do {action!r}")

    async def _learn_addresses(self, action: LearnAddresses) -> dict[str, object] | None:
        self.sites_learned += 1
        try:
            return await self._reader.learn_addresses(action.links, action.fetched, action.moved, action.doubted)
        finally:
            self.sites_learned -= 1
            self._learned()
