"""Dates told from the moment of reading: 昨天 10:05, 3 小时前, 5 minutes ago."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from newsbody.dates.absolute import FoundDate, at_time, iso_time, time_after
from newsbody.dates.words import DAY_WORDS, DAY_WORDS_WITH_TIME, UNITS, alternatives

_COUNT = r"(?P<count>[0-9]{1,4}|半|一|half an|an?|one)"
#: The forms, each with words of which one stands in it: most texts have none, which is told in a fifteenth of the time.
_AGO = tuple(
    (words, re.compile(form, re.IGNORECASE))
    for words, form in (
        (
            ("前", "전", "ago", "назад", "fa", "atrás"),
            rf"(?<![\w.])(?:(?P<more>[0-9]{{1,4}})\s?(?P<larger>{alternatives(UNITS)})(?:[,，、]|\sand\s)\s?)?"
            rf"{_COUNT}\s?(?P<unit>{alternatives(UNITS)})\s?(?:前|之前|以前|전|(?:ago|назад|fa|atrás)(?!\w))",
        ),
        (
            ("vor", "hace", "il y a", "há"),
            rf"(?<!\w)(?:vor|hace|il y a|há)\s(?P<more>)(?P<larger>){_COUNT}\s?(?P<unit>{alternatives(UNITS)})(?!\w)",
        ),
    )
)
_NOW = (
    ("刚刚", "剛剛", "방금", "now", "ago"),
    re.compile(r"刚刚|剛剛|방금|(?<!\w)(?:just now|(?:a )?moments? ago|a few seconds ago)(?!\w)", re.IGNORECASE),
)
_DAY = (
    (*DAY_WORDS, *DAY_WORDS_WITH_TIME),
    re.compile(
        rf"(?P<sure>{alternatives(w for w in DAY_WORDS if not w.isascii())}|(?<!\w)(?:yesterday|today)(?!\w))"
        rf"|(?<!\w)(?P<timed>{alternatives(DAY_WORDS_WITH_TIME)})(?!\w)",
        re.IGNORECASE,
    ),
)
_HALVES = ("半", "half an")
#: From this length on a unit says the day only.
_DAY_SECONDS = 86400
_MONTH_SECONDS = UNITS["month"]


def relative_dates(text: str, now: datetime, *, about: bool = False) -> Iterator[FoundDate]:
    """All dates of a text that are told from ``now``, in no particular order.

    "3 months ago" says no day, nor does "3 months, 1 week ago": those come with ``about`` alone.
    """
    lower = text.lower()
    for form in _AGO:
        for match in _matches(form, text, lower):
            unit, larger = UNITS[match["unit"].lower()], UNITS.get((match["larger"] or "").lower(), 0)
            if about or max(unit, larger) < _MONTH_SECONDS:
                seconds = _count(match["count"].lower()) * unit + int(match["more"] or 0) * larger
                with suppress(OverflowError):  # "9000 years ago"
                    yield _before(now, seconds, unit >= _DAY_SECONDS, match)
    for match in _matches(_NOW, text, lower):
        yield FoundDate(iso_time(now.replace(microsecond=0)), match.group(), match.start())
    for match in _matches(_DAY, text, lower):
        found = _on_day(text, now, match)
        if found:
            yield found


def _matches(form: tuple[Sequence[str], re.Pattern[str]], text: str, lower: str) -> Iterator[re.Match[str]]:
    words, pattern = form
    if any(map(lower.__contains__, words)):
        yield from pattern.finditer(text)


def _count(word: str) -> float:
    return 0.5 if word in _HALVES else int(word) if word.isdigit() else 1


def _before(now: datetime, seconds: float, day_only: bool, match: re.Match[str]) -> FoundDate:
    moment = now - timedelta(seconds=seconds)
    iso = moment.date().isoformat() if day_only else iso_time(moment.replace(microsecond=0))
    return FoundDate(iso, match.group(), match.start())


def _on_day(text: str, now: datetime, match: re.Match[str]) -> FoundDate | None:
    clock = time_after(text, match.end())
    word = match.group().lower()
    if clock is None and match["timed"]:
        return None
    day = now.date() - timedelta(days=DAY_WORDS.get(word, DAY_WORDS_WITH_TIME.get(word, 0)))
    if clock is None:
        return FoundDate(day.isoformat(), match.group(), match.start())
    return FoundDate(at_time(day, clock), text[match.start() : clock.end()].strip(), match.start())
