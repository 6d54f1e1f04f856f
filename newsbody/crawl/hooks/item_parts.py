"""Several items of one page are parts of it (posts, comments, rows): its body is none of theirs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Hashable, Iterable, Iterator
from typing import Any

from scrapy import Request

logger = logging.getLogger(__name__)


class ItemParts:
    """One per crawl. Items are told apart by identity: dicts cannot be hashed."""

    def __init__(self) -> None:
        self._parts: set[int] = set()
        self._said = False

    def take(self, item: Any) -> bool:
        """Is an item that goes out now a part of its page? Asked once of each."""
        if id(item) not in self._parts:
            return False
        self._parts.discard(id(item))
        if not self._said:
            self._said = True
            logger.warning(
                "The spider gives several items of one page, such as %s: they are parts of it, and the body of the "
                "page is not written into them",
                type(item).__qualname__,
            )
        return True

    def of(self, outputs: Iterable[Any]) -> Iterator[Any]:
        """What a callback gives, each item held until the next of its kind or the end tells whether it is alone."""
        page = _Page()
        try:
            for output in outputs:
                yield from self._ready(page, output)
        except Exception:
            yield from page.held()
            raise
        yield from page.held()

    async def of_async(self, outputs: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same of a callback that awaits."""
        page = _Page()
        try:
            async for output in outputs:
                for ready in self._ready(page, output):
                    yield ready
        except Exception:
            for item in page.held():
                yield item
            raise
        for item in page.held():
            yield item

    def _ready(self, page: _Page, output: Any) -> Iterator[Any]:
        if output is None or isinstance(output, Request):
            yield output
            return
        for part in page.parts(output):
            self._parts.add(id(part))
            yield part


class _Page:
    """The items of one page so far, by kind: the one held while it is alone; None when there are several."""

    def __init__(self) -> None:
        self._first: dict[Hashable, Any] = {}

    def parts(self, item: Any) -> list[Any]:
        """The items that are known to be parts by one more."""
        kind = (type(item), frozenset(item) if isinstance(item, dict) else None)
        if kind not in self._first:
            self._first[kind] = item
            return []
        first, self._first[kind] = self._first[kind], None
        return [part for part in (first, item) if part is not None]

    def held(self) -> list[Any]:
        """The items that are alone."""
        return [item for item in self._first.values() if item is not None]
