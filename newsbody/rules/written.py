"""The fields of a rule as they are stored, or as somebody wrote them; what cannot be read says what to write.

All of them raise :class:`RuleError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from newsbody.rules.rule_parts import RuleEvidence, Slot
from newsbody.rules.selector import Selector
from newsbody.rules.step import SelectorError


class RuleError(ValueError):
    """A rule that cannot be read; the message names the field, the value and what is expected."""


def choice(row: Mapping[str, Any], name: str, choices: tuple[str, ...], default: str | None) -> Any:
    """One of a few words; ``default`` where the field is left out (None: it may not be)."""
    value = row.get(name, default)
    if value not in choices:
        raise RuleError(f"{name!r} of a rule is one of {', '.join(choices)}, not {value!r}")
    return value


def text(row: Mapping[str, Any], name: str) -> str:
    """A string, empty where the field is left out."""
    value = row.get(name, "")
    if not isinstance(value, str):
        raise RuleError(f"{name!r} of a rule is a string, not {value!r}")
    return value


def texts(row: Mapping[str, Any], name: str) -> list[str]:
    """Strings; one alone may stand without a list."""
    value = row.get(name, [])
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, (list, tuple)) or not all(isinstance(part, str) for part in value):
        raise RuleError(f"{name!r} of a rule is a list of strings, not {value!r}")
    return list(value)


def flag(row: Mapping[str, Any], name: str) -> bool | None:
    """True, false, or None where the field is left out."""
    value = row.get(name)
    if value is not None and not isinstance(value, bool):
        raise RuleError(f"{name!r} of a rule is true, false or left out, not {value!r}")
    return value


def count(row: Mapping[str, Any], name: str, default: int) -> int:
    """0 or 1."""
    value = row.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1:
        raise RuleError(f"{name!r} of a rule is 0 or 1, not {value!r}")
    return value


def rows(row: Mapping[str, Any], name: str) -> list[Any]:
    """Rules inside of a rule, not read yet; they hold none themselves."""
    value = row.get(name, [])
    if not isinstance(value, (list, tuple)):
        raise RuleError(f"{name!r} of a rule is a list of rules, not {value!r}")
    if any(isinstance(part, Mapping) and part.get(name) for part in value):
        raise RuleError(f"a rule among {name!r} of a rule has no {name!r} of its own")
    return list(value)


def selectors(row: Mapping[str, Any], name: str) -> tuple[Selector, ...]:
    """Selectors, in their written form."""
    try:
        return tuple(Selector.parse(part) for part in texts(row, name))
    except SelectorError as error:
        raise RuleError(f"{name!r} of a rule: {error}") from error


def slot(row: Mapping[str, Any], name: str) -> Slot | None:
    """A slot in its written form, None where the field is left out."""
    value = text(row, name)
    try:
        return Slot.parse(value) if value else None
    except SelectorError as error:
        raise RuleError(f"{name!r} of a rule: {error}") from error


def evidence(value: Any) -> RuleEvidence:
    """The numbers of an object; what is left out is 0."""
    if not isinstance(value, Mapping):
        raise RuleError(f"'evidence' of a rule is an object, not {value!r}")
    numbers: dict[str, Any] = {}
    for field in fields(RuleEvidence):
        number = value.get(field.name, 0)
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not 0 <= number < 1e15:
            raise RuleError(f"{field.name!r} in the evidence of a rule is a number of 0 or more, not {number!r}")
        numbers[field.name] = float(number) if field.name == "margin" else int(number)
    unknown = sorted(set(value) - set(numbers))
    if unknown:
        raise RuleError(f"the evidence of a rule has no {unknown[0]!r}; it has {', '.join(sorted(numbers))}")
    return RuleEvidence(**numbers)
