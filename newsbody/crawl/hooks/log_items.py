"""Items in the log, without their bodies: 54 articles printed whole are 1.2 MB of log at the level DEBUG."""

from __future__ import annotations

from typing import Any

from scrapy.logformatter import LogFormatter, LogFormatterResult

from newsbody.items import shown
from newsbody.items.fitting import fields_of


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
