"""Writing what a page gave into the items of a project, whatever kind of item these are."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from typing import Any

from itemadapter import ItemAdapter

from newsbody.crawl.settings import DEFAULT_FIELDS
from newsbody.items import Article, Author, Image

logger = logging.getLogger(__name__)

_ARTICLE_FIELDS = {f.name: f.name for f in dataclass_fields(Article) if f.name != "url"}


class FieldWriter:
    """Writes by ``NEWSBODY_FIELDS``: our field names -> the fields of the project's items.

    What a page does not give leaves the item's own value alone; only a missing body is written
    as "". A field that the item does not declare is left out and named in one warning per class
    of items: a project may have items of other kinds as well, and no item is lost for it.
    """

    def __init__(self, mapping: Mapping[str, str] | None) -> None:
        self._mapping = mapping
        self._warned: set[tuple[type, str]] = set()

    def write(self, item: Any, values: Mapping[str, Any]) -> None:
        """Fill an item from the values of a reading."""
        own = isinstance(item, Article)
        mapping = self._mapping or (_ARTICLE_FIELDS if own else DEFAULT_FIELDS)
        adapter = ItemAdapter(item)
        for ours, theirs in mapping.items():
            value = values.get(ours)
            if not value and (adapter.get(theirs) or ours != "articleBody"):
                continue
            try:
                adapter[theirs] = value if own else plain(value)
            except (KeyError, AttributeError, TypeError, ValueError) as error:
                self._warn(type(item), ours, theirs, error)

    def _warn(self, item_class: type, ours: str, theirs: str, error: Exception) -> None:
        if (item_class, theirs) in self._warned:
            return
        self._warned.add((item_class, theirs))
        reason = "it has no such field" if isinstance(error, KeyError) else f"{type(error).__name__}: {error}"
        logger.warning(
            "%s.%s cannot be filled (%s). Declare the field, or name another in the settings: "
            'NEWSBODY_FIELDS = {"%s": "<field of %s>"}',
            item_class.__qualname__, theirs, reason, ours, item_class.__qualname__,
        )  # fmt: skip


def plain(value: Any) -> Any:
    """Strings, lists and dicts, for items that know nothing of our classes."""
    if isinstance(value, Author):
        return value.name
    if isinstance(value, Image):
        return value.url
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return value
