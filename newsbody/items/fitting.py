"""Our values in other people's types: what a field's annotation asks for, out of what we have.

Knows nothing of any package: dataclasses, attrs, pydantic and so zyte-common-items all say the names and types of
their fields (PEP 593 and typing), and take them by name.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, MutableMapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from newsbody.items import Author, Breadcrumb, Image, Post

#: Our own classes, and the field that stands for each where a plain text is wanted.
TEXT_OF = {Author: "name", Breadcrumb: "name", Image: "url", Post: "text"}
#: What texts are joined with where one text is wanted in place of several.
BETWEEN = ", "


class Misfit(TypeError):
    """A value that cannot become what is wanted."""


@cache
def declared_fields(item_class: type[Any]) -> Mapping[str, Any]:
    """The fields that a class of items declares and their types (Any where it says none), {} for a dict.

    Fields that only the constructor sets are among them; types that cannot be resolved are Any.
    """
    if issubclass(item_class, dict):
        return {}
    from itemadapter import ItemAdapter

    if not ItemAdapter.is_item_class(item_class):
        return {}
    names = ItemAdapter.get_field_names_from_class(item_class) or ()
    try:
        hints = get_type_hints(item_class, include_extras=True)
    except (NameError, TypeError, AttributeError):  # names that are imported for a type checker only
        hints = {}
    return {name: hints.get(name, Any) for name in names}


def fields_of(item: Any) -> MutableMapping[str, Any]:
    """The fields of an item of any kind: a dict is what it is, of others an adapter.

    With pydantic installed itemadapter takes a tenth of a second and 10 MB, which a crawl of dicts does without.
    """
    if isinstance(item, dict):
        return item
    from itemadapter import ItemAdapter

    return ItemAdapter(item)


def is_empty(value: Any) -> bool:
    """Does a value say nothing? False and 0 say something."""
    return value is None or (isinstance(value, (str, list, tuple, dict, set)) and not value)


def plain(value: Any) -> Any:
    """Strings, numbers, lists and dicts, for items that know nothing of our classes: an author is a name."""
    if type(value) in TEXT_OF and not isinstance(value, (Breadcrumb, Post)):
        return getattr(value, TEXT_OF[type(value)])
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return value


def fit(value: Any, wanted: Any) -> Any:
    """A value as the annotation ``wanted`` has it. Raises Misfit."""
    if wanted is Any or wanted is object:
        return plain(value)
    origin = get_origin(wanted)
    if origin is Annotated:
        return fit(value, get_args(wanted)[0])
    if origin in (Union, types.UnionType):
        return _fit_any(value, get_args(wanted))
    if wanted is None or wanted is type(None):
        raise Misfit(f"{value!r} is not None")
    kind = origin or wanted
    if not isinstance(kind, type):
        raise Misfit(f"{wanted!r} is no type that a value can be made for")
    if kind in (dict, Mapping) or issubclass(kind, Mapping) or is_typeddict(wanted):
        return _as_dict(value)
    if kind is not str and issubclass(kind, (Sequence, AbstractSet)):
        return _fit_several(value, kind, get_args(wanted))
    return _fit_one(value, kind)


def _fit_any(value: Any, choices: Sequence[Any]) -> Any:
    """The first of several types that fits; one that is the value's own goes before."""
    for choice in sorted(choices, key=lambda one: one is not type(value)):
        try:
            return fit(value, choice)
        except Misfit:
            continue
    raise Misfit(f"{value!r} is none of {', '.join(map(str, choices))}")


def _fit_several(value: Any, kind: type[Any], arguments: tuple[Any, ...]) -> Any:
    if not isinstance(value, list):
        raise Misfit(f"{value!r} is not several values")
    wanted = arguments[0] if arguments else Any
    made = [fit(part, wanted) for part in value]
    return made if kind in (list, Sequence) or not callable(kind) else _collected(made, kind)


def _collected(values: list[Any], kind: type[Any]) -> Any:
    try:
        return (set if kind is AbstractSet else kind)(values)
    except TypeError as error:
        raise Misfit(f"{values!r} cannot become {kind.__name__}: {error}") from error


def _fit_one(value: Any, kind: type[Any]) -> Any:
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is str:
        return _as_text(value)
    if issubclass(kind, date) and isinstance(value, str):
        return _as_date(value, kind)
    if isinstance(value, (Mapping, *TEXT_OF)):
        return _as_object(value, kind)
    raise Misfit(f"{value!r} is no {kind.__name__}")


def _as_text(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(part, (str, *TEXT_OF)) for part in value):
        return BETWEEN.join(part if isinstance(part, str) else _as_text(part) for part in value)
    if type(value) in TEXT_OF:
        return str(getattr(value, TEXT_OF[type(value)]))
    raise Misfit(f"{value!r} is no text")


def _as_date(value: str, kind: type) -> date:
    try:
        made = datetime.fromisoformat(value)
    except ValueError as error:
        raise Misfit(f"{value!r} is no date") from error
    return made if issubclass(kind, datetime) else made.date()


def _as_dict(value: Any) -> dict[str, Any]:
    row = vars(value) if type(value) in TEXT_OF else value
    if not isinstance(row, Mapping):
        raise Misfit(f"{value!r} has no fields")
    return {key: _as_dict(part) if type(part) in TEXT_OF else plain(part) for key, part in row.items()}


def _as_object(value: Any, kind: type[Any]) -> Any:
    """An object of a class that declares fields, made of those that it shares with the value."""
    from itemadapter import ItemAdapter

    row = value if isinstance(value, Mapping) else vars(value)
    if not ItemAdapter.is_item_class(kind) or issubclass(kind, dict):
        raise Misfit(f"{kind.__name__} declares no fields")
    given = {}
    for name, wanted in declared_fields(kind).items():  # type: ignore[arg-type]  # classes are hashable
        if not is_empty(row.get(name)):
            try:
                given[name] = fit(row[name], wanted)
            except Misfit:
                continue  # what does not fit is left out; where it is needed the class says so
    if not given:
        raise Misfit(f"{kind.__name__} shares no field with {value!r}")
    try:
        return kind(**given)
    except Exception as error:  # a validator of theirs may raise whatever it likes
        raise Misfit(f"{kind.__name__} does not take {given!r}: {error}") from error
