"""Writing what a page gave into the items of a project, whatever kind of item these are."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from newsbody.crawl.ground.settings import DEFAULT_FIELDS, FIELD_NAMES
from newsbody.items import Article
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
