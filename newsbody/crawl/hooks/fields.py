"""The fields of items, and how those for a page are made."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Hashable, Iterable, Iterator, Mapping
from typing import Any

from scrapy import Request
from scrapy.logformatter import LogFormatter, LogFormatterResult

from newsbody.crawl.ground.settings import DEFAULT_FIELDS, FIELD_NAMES
from newsbody.items import Article, shown
from newsbody.items.fitting import Misfit, declared_fields, fields_of, fit, is_empty, plain

logger = logging.getLogger(__name__)


def mapping_of(item: Any, mapping: Mapping[str, str] | None) -> Mapping[str, str]:
    """Our field names -> those of an item, by ``NEWSBODY_FIELDS`` (None: the project says nothing).

    Our own :class:`~newsbody.items.Article` declares comments whether or not anybody wants them: they are asked
    for by name.
    """
    named = mapping or _by_name(declared_fields(type(item)))  # type: ignore[arg-type]  # classes are hashable
    if mapping is None and isinstance(item, Article):
        return {ours: theirs for ours, theirs in named.items() if ours != "comments"}
    return named


class FieldWriter:
    """Writes by ``NEWSBODY_FIELDS``: our field names -> the fields of the project's items.

    Without it every field is filled that an item declares under one of our names and with a type that fits; in a
    dict, which declares none, ``articleBody``. Nested values take the types that the item's annotations name.

    What the spider put into a field is kept unless ``overwrite`` says otherwise, and what a page does not give
    leaves a field alone; only a missing body is written as "". A field that cannot be filled is left out and named
    in one warning per class of items: a project may have items of other kinds as well, and no item is lost for it.
    """

    def __init__(self, mapping: Mapping[str, str] | None, overwrite: bool = False) -> None:
        self._mapping, self._overwrite = mapping, overwrite
        self._warned: set[tuple[type, str]] = set()

    def write(self, item: Any, values: Mapping[str, Any]) -> None:
        """Fill an item from the values of a reading."""
        declared = declared_fields(type(item))  # type: ignore[arg-type]  # classes are hashable
        adapter = fields_of(item)
        for ours, theirs in mapping_of(item, self._mapping).items():
            value = values.get(ours)
            filled = not is_empty(adapter.get(theirs))
            if (filled and not self._overwrite) or (is_empty(value) and (filled or ours != "articleBody")):
                continue
            try:
                adapter[theirs] = _fitted(item, value, declared.get(theirs, Any))
            except (KeyError, AttributeError, TypeError, ValueError) as error:
                self._warn(type(item), ours, theirs, error)

    def _warn(self, item_class: type, ours: str, theirs: str, error: Exception) -> None:
        if (item_class, theirs) in self._warned:
            return
        self._warned.add((item_class, theirs))
        if isinstance(error, Misfit) and self._mapping is None:
            return  # a field of the same name that means something else
        reason = "it has no such field" if isinstance(error, KeyError) else f"{type(error).__name__}: {error}"
        logger.warning(
            "%s.%s cannot be filled (%s). Declare the field, or name another in the settings: "
            'NEWSBODY_FIELDS = {"%s": "<field of %s>"}',
            item_class.__qualname__, theirs, reason, ours, item_class.__qualname__,
        )  # fmt: skip


def _by_name(declared: Mapping[str, Any]) -> Mapping[str, str]:
    return {name: name for name in FIELD_NAMES if name in declared} or DEFAULT_FIELDS


def _fitted(item: Any, value: Any, wanted: Any) -> Any:
    if isinstance(item, Article):
        return value
    return fit(value, wanted) if wanted is not Any else plain(value)


# --- several items of one page are parts of it (posts, comments, rows): its body is none of theirs ---


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


# --- items in the log, without their bodies: 54 articles printed whole are 1.2 MB at the level DEBUG ---


class ShortItem:
    """An item as it is printed: long values are cut, when and if the log prints it."""

    def __init__(self, item: Any) -> None:
        self._item = item

    def __str__(self) -> str:
        values = ", ".join(f"{name!r}: {shown(value)}" for name, value in fields_of(self._item).items())
        kind = type(self._item)
        return f"{{{values}}}" if kind is dict else f"{kind.__name__}({{{values}}})"


class ShortItems(LogFormatter):
    """Scrapy's messages with short items; a formatter of the project's own goes before this one."""

    def scraped(self, item: Any, *rest: Any, **more: Any) -> LogFormatterResult:
        """An item went through the pipelines."""
        return super().scraped(_short(item), *rest, **more)

    def dropped(self, item: Any, *rest: Any, **more: Any) -> LogFormatterResult:
        """A pipeline dropped an item."""
        return super().dropped(_short(item), *rest, **more)

    def item_error(self, item: Any, *rest: Any, **more: Any) -> LogFormatterResult:
        """A pipeline raised on an item."""
        return super().item_error(_short(item), *rest, **more)


def _short(item: Any) -> Any:
    if isinstance(item, dict):
        return ShortItem(item)
    from itemadapter import ItemAdapter

    return ShortItem(item) if ItemAdapter.is_item(item) else item
