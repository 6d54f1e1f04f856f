"""Dates whose parts stand in blocks of their own: `<p>22</p><p>Sep</p><p>2026</p>`, `<p>265</p><p>2026</p>`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from newsbody.dates.words import MONTHS, alternatives

_PIECE = re.compile(rf"(?:[\s.,/·年月日号-]|[0-9]{{1,4}}(?:st|nd|rd|th)?|{alternatives(MONTHS)})+", re.IGNORECASE)
_PART = re.compile(
    rf"(?P<year>(?:19|20)[0-9]{{2}})(?![0-9])|(?P<numbered>[0-9]{{1,2}})月|(?P<number>[0-9]{{1,3}})(?![0-9])"
    rf"|(?P<named>{alternatives(MONTHS)})",
    re.IGNORECASE,
)
#: A longer text is no part of a date by itself.
MAX_PIECE = 16
#: `005` is a day of the year, `5` may be anything.
_ORDINAL_DIGITS = 3


def is_date_piece(text: str) -> bool:
    """May a text be a part of a date that stands by itself: `22`, `Sep 2026`, `9月`?"""
    return len(text) <= MAX_PIECE and _PIECE.fullmatch(text) is not None


def join_date(pieces: Sequence[str], day_first: bool | None = None) -> str | None:
    """The day that pieces make together, in ISO 8601; None unless it is one.

    >>> join_date(["22", "Sep", "2026"]), join_date(["22", "09 / 2026"]), join_date(["265", "2026"])
    ('2026-09-22', '2026-09-22', '2026-09-22')
    """
    found = [(which, part) for which, piece in enumerate(pieces) for part in _PART.finditer(piece)]
    years = [(which, int(part["year"])) for which, part in found if part["year"]]
    months = [
        int(part["numbered"] or MONTHS[part["named"].lower()]) for _, part in found if part["numbered"] or part["named"]
    ]
    numbers = [(which, part["number"]) for which, part in found if part["number"]]
    if len(years) != 1 or len(months) > 1 or len(months) + len(numbers) > 2:
        return None
    beside, year = years[0]
    values = [int(text) for _, text in numbers]
    try:
        if len(numbers) == 1 and months:
            return date(year, months[0], values[0]).isoformat()
        if len(numbers) == 1 and len(numbers[0][1]) == _ORDINAL_DIGITS:
            day = date(year, 1, 1) + timedelta(days=values[0] - 1)
            return day.isoformat() if values[0] and day.year == year else None
        if len(numbers) == 2:
            return _numeric(
                year, values, [which == beside for which, _ in numbers], found[0][1]["year"] is not None, day_first
            )
    except ValueError:  # no day of a calendar
        return None
    return None


def _numeric(year: int, values: Sequence[int], beside: Sequence[bool], year_first: bool, day_first: bool | None) -> str:
    """Of two numbers the month stands beside the year; else by the order."""
    first, second = values
    if beside[0] != beside[1]:
        month, day = (first, second) if beside[0] else (second, first)
    elif year_first or (second > 12 and not day_first):
        month, day = first, second
    else:
        month, day = (second, first) if day_first or first > 12 else (first, second)
    return date(year, month, day).isoformat()
