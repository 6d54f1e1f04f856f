"""The one reader of dates: any written form to ISO 8601.

dateparser and htmldate read more forms than these, at 0.5 to 5 ms a date; a crawl reads
dozens of strings a page, so forms are regular expressions here (about 10 µs a string).
Relative dates are only read with ``now``: whoever fetched the page knows it, nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

from newsbody.dates.absolute import FoundDate, absolute_dates, iso_time, numeric_days, short_days
from newsbody.dates.relative import relative_dates
from newsbody.ground.remembered import remembered

__all__ = [
    "FoundDate",
    "day_order",
    "find_date",
    "find_dates",
    "guess_day_first",
    "guess_year_first",
    "moment_of",
    "read_date",
]

#: Longest text that is searched; a date of interest stands near the front of what is given.
MAX_CHARS = 20_000
#: One reading of ambiguous dates is believed when the other spreads them this many times wider.
SPREAD_RATIO = 3

_COMPACT = re.compile(
    r"(20[0-9]{2}|19[7-9][0-9])(0[1-9]|1[0-2])([0-3][0-9])(?:T?([0-2][0-9])([0-5][0-9])([0-5][0-9])?)?Z?"
)
_ORDERED = re.compile(r"(?<![0-9/.])([0-3]?[0-9])([/.])([0-3]?[0-9])\2(?:19[7-9]|20[0-9])[0-9](?![0-9/])")
_EPOCH = re.compile(r"([0-9]{9,10})(?:[0-9]{3})?(?:\.[0-9]+)?")


def moment_of(iso: str | None) -> datetime | None:
    """The moment that an ISO 8601 names, in UTC, also where it says no zone; None for what is none.

    >>> moment_of("2024-03-01T12:00+08:00"), moment_of("tomorrow")
    (datetime.datetime(2024, 3, 1, 4, 0, tzinfo=datetime.timezone.utc), None)
    """
    try:
        found = datetime.fromisoformat(iso or "")
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def find_dates(
    text: str,
    now: datetime | None = None,
    day_first: bool | None = None,
    *,
    year_first: bool = False,
    about: bool = False,
) -> list[FoundDate]:
    """All dates of a text in order, none overlapping another.

    ``day_first`` decides 03/04/2020 (None: 3 April only with dots), ``year_first`` 19-04-03. ``now`` makes dates
    readable that are relative or have no year; with a time zone, times relative to it have it too. ``about``: also such
    as say no day ("3 months ago").
    """
    text = text[:MAX_CHARS]
    candidates = list(absolute_dates(text, now, day_first, year_first)) if any(map(str.isdigit, text)) else []
    if now is not None:
        candidates += relative_dates(text, now, about=about)
    candidates.sort(key=lambda found: (found.start, -len(found.raw), -len(found.iso)))
    chosen: list[FoundDate] = []
    stop = 0
    for found in candidates:
        if found.start >= stop:
            chosen.append(found)
            stop = found.start + len(found.raw)
    return chosen


@remembered(maxsize=4096)  # learning asks hundreds of times what the same few elements say
def find_date(
    text: str, now: datetime | None = None, day_first: bool | None = None, *, year_first: bool = False
) -> FoundDate | None:
    """The first date of a text; see :func:`find_dates`."""
    return next(iter(find_dates(text, now, day_first, year_first=year_first)), None)


def read_date(
    text: str, now: datetime | None = None, day_first: bool | None = None, *, year_first: bool = False
) -> str | None:
    """ISO 8601 of a value that is a date (attribute, metadata), None when it is none.

    Beside what :func:`find_date` finds: 20200304T1130 and seconds or milliseconds since 1970.

    >>> [read_date(text) for text in ("4 March 2020, 11:30", "20200304T1130", "1583321400", "soon")]
    ['2020-03-04T11:30:00', '2020-03-04T11:30:00', '2020-03-04T11:30:00Z', None]
    """
    text = text.strip()
    compact = _COMPACT.fullmatch(text)
    if compact:
        return _read_compact(compact)
    epoch = _EPOCH.fullmatch(text)
    if epoch:
        return iso_time(datetime.fromtimestamp(int(epoch[1]), UTC))
    found = find_date(text, now, day_first, year_first=year_first)
    return found.iso if found else None


def _read_compact(match: re.Match[str]) -> str | None:
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    try:
        if match[4] is None:
            return date(year, month, day).isoformat()
        return iso_time(
            datetime(year, month, day, hour, minute, second, tzinfo=UTC if match[0].endswith("Z") else None)
        )
    except ValueError:
        return None


def guess_day_first(texts: Iterable[str]) -> bool | None:
    """How 03/04/2020 is meant, learned from many dates of one site; None when nothing tells.

    A number above 12 tells directly. Otherwise the dates of one thread or list lie close
    together, and the wrong reading spreads them over the year.

    >>> guess_day_first(["03/04/2020", "13/04/2020"]), guess_day_first(["03/04/2020"])
    (True, None)
    """
    days = [numbers for text in texts for numbers in numeric_days(text[:MAX_CHARS])]
    votes = sum((first > 12) - (second > 12) for first, second, _ in days)
    if votes:
        return votes > 0
    spreads = []
    for day_first in (True, False):
        read = {
            date(year, second if day_first else first, first if day_first else second).toordinal()
            for first, second, year in days
            if 0 < first <= 12 and 0 < second <= 12
        }
        spreads.append(max(read) - min(read) if read else 0)
    if max(spreads) >= SPREAD_RATIO * max(1, min(spreads)):
        return spreads[0] < spreads[1]
    return None


def day_order(text: str) -> int:
    """1 where more dates of a page show that the day stands first, -1 where the month does, 0 where none shows it.

    >>> day_order("03/04/2020, 13.04.2020"), day_order("04/13/2020"), day_order("03/04/2020")
    (1, -1, 0)
    """
    days = [(int(first), int(second)) for first, _, second in _ORDERED.findall(text)]
    votes = sum((first > 12 >= second) - (second > 12 >= first) for first, second in days)
    return (votes > 0) - (votes < 0)


def guess_year_first(threads: Iterable[Iterable[str]]) -> bool:
    """Whether 19-04-03 is 3 April 2019 in many dates of one site, by thread.

    Those of a thread, or of all threads where these have one date each, lie much closer together when read so.
    """
    said = [[numbers for text in texts for numbers in short_days(text[:MAX_CHARS])] for texts in threads]
    together = [numbers for days in said for numbers in days]
    return _is_year_first(said) or _is_year_first([together])


def _is_year_first(threads: Sequence[Sequence[tuple[int, int, int]]]) -> bool:
    by_year = _spread([[(2000 + first, second, third) for first, second, third in days] for days in threads])
    others = (
        _spread([[(2000 + third, second, first) for first, second, third in days] for days in threads]),
        _spread([[(2000 + third, first, second) for first, second, third in days] for days in threads]),
    )
    least = min((spread for spread in others if spread is not None), default=None)
    return by_year is not None and any(threads) and (least is None or least >= SPREAD_RATIO * max(1, by_year))


def _spread(threads: Iterable[Iterable[tuple[int, int, int]]]) -> int | None:
    """Between how many days the days of each thread lie, in all; None where one of them is no day of a calendar."""
    try:
        read = [[date(*one).toordinal() for one in days] for days in threads]
    except ValueError:
        return None
    return sum(max(days, default=0) - min(days, default=0) for days in read)
