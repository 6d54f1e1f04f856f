"""Calendar dates in any text: where they stand, and what day and time they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from newsbody.dates.words import HALVES, MONTHS, ZONES, alternatives

_YEAR = r"(?P<year>19[7-9][0-9]|20[0-9]{2})"
_MONTH = r"(?P<month>1[0-2]|0?[1-9])"
_DAY = r"(?P<day>3[01]|[12][0-9]|0?[1-9])"
_NAME = r"(?P<name>[^\W\d_]{3,12})"
#: Behind a day no further digit, but for a time set on without a space: 2020-03-0415:30.
_END = r"(?![0-9](?![0-9]?:[0-5]))"

#: The orders dates are written in with a year of four digits.
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?<![0-9]){_YEAR}\s?(?P<mark>[-/._])\s?{_MONTH}\s?(?P=mark)\s?{_DAY}{_END}",
        rf"(?<![0-9]){_YEAR}\s?[年년]\s?{_MONTH}\s?[月월]\s?{_DAY}{_END}\s?[日号號일]?",
        rf"(?<![0-9]){_DAY}(?:st|nd|rd|th|er|º|ª|\.)?[\s/-]{{0,3}}(?:of |de )?{_NAME}\.?,?[\s/-]{{0,3}}(?:de |del )?"
        rf"{_YEAR}(?![0-9])",
        rf"(?<![^\W_]){_NAME}\.?[\s/-]{{1,3}}{_DAY}(?:st|nd|rd|th)?,?[\s/-]{{1,3}}{_YEAR}(?![0-9])",
        rf"(?<![0-9]){_YEAR}[\s,/-]{{1,3}}{_NAME}\.?[\s/-]{{1,3}}{_DAY}(?![0-9])",
    )
)
#: Named months with two digits of a year, behind an apostrophe or a mark that stands twice: Jun 18 '05, 18-Jun-05.
_SHORT_YEAR = tuple(
    re.compile(form)
    for form in (
        rf"(?<![^\W_]){_NAME}\.? {_DAY}(?:st|nd|rd|th)?,? ['’](?P<year>[0-9]{{2}})(?![0-9])",
        rf"(?<![0-9]){_DAY}(?:st|nd|rd|th|\.)? {_NAME}\.?,? ['’](?P<year>[0-9]{{2}})(?![0-9])",
        rf"(?<![^\W_]){_NAME}(?P<mark>[-/]){_DAY}(?P=mark)(?P<year>[0-9]{{2}})(?![0-9]|[-/])",
        rf"(?<![0-9/-]){_DAY}(?P<mark>[-/]){_NAME}(?P=mark)(?P<year>[0-9]{{2}})(?![0-9]|[-/])",
    )
)
#: What one of these holds.
_LIKELY_SHORT = re.compile(r"['’]|[^\W\d_][-/]")
#: As C writes it: Wed Mar 4 05:06:07 UTC 2020, with the year behind the time.
_CTIME = re.compile(
    rf"(?<![^\W_]){_NAME} {{1,2}}{_DAY} (?P<time>[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}(?: [+-][0-9]{{4}}| [A-Z]{{3,4}})?) "
    rf"{_YEAR}(?![0-9])"
)
_FULL_YEAR, _TIME_SIGN = re.compile(r"(?:19[7-9]|20[0-9])[0-9]"), re.compile(r"[0-9]|noon|midnight", re.IGNORECASE)
#: A day of one digit may stand last, behind a year of two: 24-3-1.
_NUMERIC = re.compile(
    r"(?<![0-9./-])(?![0-9][./-]\s?[0-9]{1,2}[./-]\s?[0-9](?![0-9]))"
    r"(?P<first>[0-3]?[0-9])(?P<mark>[./-])\s?(?P<second>[0-3]?[0-9])(?P=mark)\s?"
    r"(?P<year>19[7-9][0-9]|20[0-9]{2}|[0-9]{1,2})(?![0-9]|[./-][0-9])"
)
#: Without a year; only read where ``now`` can give it.
_YEARLESS = tuple(
    re.compile(form)
    for form in (
        rf"(?<![0-9年]){_MONTH}\s?[月월]\s?{_DAY}\s?[日号號일]",
        rf"(?<![0-9./-]){_MONTH}[-/]{_DAY}(?=\s{{1,3}}[0-2]?[0-9]:[0-5][0-9])",
        rf"(?<![^\W_]){_NAME}\.? {_DAY}(?:st|nd|rd|th)?(?![0-9:])",
        rf"(?<![0-9]){_DAY}\.? {_NAME}",
    )
)

_HALF = rf"(?P<{{}}>{alternatives(HALVES)})"
_CLOCK = (
    rf"(?:(?:{_HALF.format('before')}\s?)?(?P<hour>2[0-3]|[01]?[0-9])"
    r"(?:\s?[:：时時点點시h]\s?(?P<minute>[0-5][0-9])(?:\s?[:：分분]\s?(?P<second>[0-5][0-9])(?:[.,][0-9]{1,9})?)?"
    r"|\.(?P<dotted>[0-5][0-9])(?=\s?(?:Uhr|[ap]\.?m))"
    # On the hour: 9 a.m., 9 Uhr, 上午9时.
    r"|(?=\s?(?:[ap]\.?m|noon|midnight|Uhr)(?![^\W_]))|\s?[时時点點시](?![^\W_]))(?![0-9])"
    rf"\s?[分分秒초분]?(?:\s?{_HALF.format('after')}(?![^\W_]))?|(?P<word>noon|midnight)(?![^\W_]))"
)
_ZONE = (
    r"(?:\s?(?:(?:UTC|GMT)\s?)?(?P<sign>[+-])(?P<zone_hour>0[0-9]|1[0-4])(?::?(?P<zone_minute>[0-5][0-9]))(?![0-9])"
    r"|\s?\(?(?:UTC|GMT)\s?(?P<sign2>[+-])\s?(?P<zone_hour2>1[0-4]|[0-9])(?![0-9])"
    rf"|\s?\(?(?P<zone>{alternatives(ZONES)})(?![^\W_]))"
)
_WEEKDAY = r"(?:星期|周|週|礼拜)[一二三四五六日天]|[(（][一二三四五六日月火水木金土월화수목금토일][)）]"
_GLUE = (
    rf"(?:[\s,，.;|•·/()（）\[\]@–—-]|(?:T|at|on|um|kl|à|a las|alle|às|ore|в|о|klo|om|o|godz|στις|北京时间)(?![^\W\d_])"
    rf"|{_WEEKDAY}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{{0,6}}){{0,6}}"
)
_TIME_AFTER = re.compile(_GLUE + _CLOCK + _ZONE + "?", re.IGNORECASE)
_TIME_BEFORE = re.compile(_CLOCK + _ZONE + "?" + _GLUE + r"\Z", re.IGNORECASE)
#: A year may have so many digits.
YEAR_DIGITS = 2
#: How far in front of a date its time may begin.
_REACH_BEFORE = 40

_BEIJING = "北京时间"
_FULL_WIDTH = str.maketrans("０１２３４５６７８９：／－．　\u00a0", "0123456789:/-.  ")


@dataclass(frozen=True)
class FoundDate:
    """A date in a text: ISO 8601 (a day, or a day and time, with the zone where it is said),
    the text it was read from, and where that begins.
    """

    iso: str
    raw: str
    start: int


def absolute_dates(text: str, now: datetime | None, day_first: bool | None, year_first: bool) -> Iterator[FoundDate]:
    """All calendar dates of a text, in no particular order; they may overlap."""
    plain = text.translate(_FULL_WIDTH)
    has_year = _FULL_YEAR.search(plain) is not None
    for form in _FORMS if has_year else ():
        for match in form.finditer(plain):
            day = _day(match, int(match["year"]))
            if day:
                yield _found(text, plain, match.span(), day)
    for form in _SHORT_YEAR if _LIKELY_SHORT.search(plain) else ():
        for match in form.finditer(plain):
            day = _day(match, _full_year(match["year"]))
            if day:
                yield _found(text, plain, match.span(), day)
    for match in _CTIME.finditer(plain) if has_year else ():
        day, clock = _day(match, int(match["year"])), time_after(match["time"], 0)
        if day and clock:
            yield FoundDate(at_time(day, clock), match.group(), match.start())
    for match in _NUMERIC.finditer(plain):
        day = _numeric_day(plain, match, day_first, year_first)
        if day:
            yield _found(text, plain, match.span(), day)
    if now is not None:
        for form in _YEARLESS:
            for match in form.finditer(plain):
                day = _last_such_day(match, now)
                if day:
                    yield _found(text, plain, match.span(), day)


def numeric_days(text: str) -> Iterator[tuple[int, int, int]]:
    """Dates such as 03/04/2020 as written: first number, second number, year."""
    for match in _NUMERIC.finditer(text.translate(_FULL_WIDTH)):
        yield int(match["first"]), int(match["second"]), _full_year(match["year"])


def short_days(text: str) -> Iterator[tuple[int, int, int]]:
    """Dates such as 19-04-03 as written: its three numbers, each of two digits at most."""
    for match in _NUMERIC.finditer(text.translate(_FULL_WIDTH)):
        if len(match["year"]) <= YEAR_DIGITS:
            yield int(match["first"]), int(match["second"]), int(match["year"])


def _day(match: re.Match[str], year: int) -> date | None:
    parts = match.groupdict()
    month = int(parts["month"]) if parts.get("month") else MONTHS.get(parts["name"].lower())
    return _calendar_day(year, month, int(parts["day"])) if month else None


def _last_such_day(match: re.Match[str], now: datetime) -> date | None:
    """The day of a date without a year: the last one that is not to come."""
    day = _day(match, now.year)
    # Whoever wrote it may be a day ahead by time zone.
    if day and day > now.date() + timedelta(days=1):
        return _day(match, now.year - 1)
    return day


def _numeric_day(plain: str, match: re.Match[str], day_first: bool | None, year_first: bool) -> date | None:
    first, second = int(match["first"]), int(match["second"])
    if len(match["year"]) <= YEAR_DIGITS:
        # 1.2.10 is more often a version than a date.
        padded = all(len(match[part]) == YEAR_DIGITS for part in ("first", "second", "year"))
        if not padded and not _TIME_AFTER.match(plain, match.end()):
            return None
        if year_first or len(match["year"]) < YEAR_DIGITS:
            return _calendar_day(_full_year(match["first"]), second, int(match["year"]))
    if day_first is None:
        # Who writes am and pm writes the month first.
        clock = _TIME_AFTER.match(plain, match.end()) if match["mark"] == "." else None
        day_first = match["mark"] == "." and not (clock and (clock["after"] or "").isascii() and clock["after"])
    year = _full_year(match["year"])
    if first > 12 or (day_first and second <= 12):
        return _calendar_day(year, second, first)
    return _calendar_day(year, first, second)


def _calendar_day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _full_year(year: str) -> int:
    if len(year) == 4:
        return int(year)
    return int(year) + (1900 if int(year) >= 70 else 2000)


def _found(text: str, plain: str, span: tuple[int, int], day: date) -> FoundDate:
    """The day with the time behind it or, failing that, in front of it."""
    start, end = span
    clock = _TIME_AFTER.match(plain, end)
    if clock:
        end = clock.end()
    else:
        before = plain[max(0, start - _REACH_BEFORE) : start]
        clock = _TIME_BEFORE.search(before) if _TIME_SIGN.search(before) else None
        if clock:
            start -= len(clock.group())
    return FoundDate(at_time(day, clock) if clock else day.isoformat(), text[start:end].strip(), start)


def time_after(plain: str, position: int) -> re.Match[str] | None:
    """The time of day that stands behind a position, with what joins it to a date."""
    return _TIME_AFTER.match(plain, position)


def at_time(day: date, clock: re.Match[str]) -> str:
    """ISO 8601 of a day at the time that matched."""
    hour = int(clock["hour"] or 12)
    half = (clock["before"] or clock["after"] or clock["word"] or "").lower()
    if half and HALVES[half] and hour < 12:
        hour += 12
    elif half and not HALVES[half] and hour == 12:
        hour = 0
    moment = datetime(
        day.year,
        day.month,
        day.day,
        hour,
        int(clock["minute"] or clock["dotted"] or 0),
        int(clock["second"] or 0),
        tzinfo=_zone(clock),
    )
    return iso_time(moment)


def iso_time(moment: datetime) -> str:
    """ISO 8601 to the second, UTC as Z."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def _zone(clock: re.Match[str]) -> timezone | None:
    sign = clock["sign"] or clock["sign2"]
    if sign:
        minutes = 60 * int(clock["zone_hour"] or clock["zone_hour2"]) + int(clock["zone_minute"] or 0)
        return timezone(timedelta(minutes=-minutes if sign == "-" else minutes))
    if clock["zone"]:
        return timezone(timedelta(minutes=ZONES[clock["zone"].upper()]))
    if _BEIJING in clock.group():
        return timezone(timedelta(hours=8))
    return None
