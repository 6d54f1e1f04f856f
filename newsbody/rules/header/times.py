"""When a post was written: by its text, by what it says for machines, or by both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from newsbody.dates import find_date, read_date
from newsbody.page import Page
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.sample import MARK_CHARS
from newsbody.rules.values import element_text, shown_time, time_value

#: A time of day stands so close behind its day.
MAX_CLOCK_CHARS = 16
_CLOCK = re.compile(r"(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)(?:\s?[AaPp]\.?[Mm]\b)?")
#: No place on earth is further from UTC.
_MAX_ZONE = timedelta(hours=14)


def post_time(
    page: Page, around: Sequence[int], rule: Rule, now: datetime | None = None
) -> tuple[str | None, str | None]:
    """ISO 8601 and what the page says.

    Where a time stands twice, for machines with its zone and for readers on the site's own
    clock, the result is the site's clock with the zone that follows.
    """
    found = time_value(page, around, rule.time) if rule.time else None
    if found is None:
        return None, None
    element, value = found
    shown = find_date(element_text(page, element), day_first=rule.day_first, year_first=rule.year_first)
    attribute = rule.time.attribute if rule.time else ""
    if not (attribute and page.elements[element].get(attribute)):
        told = shown_time(page, element, rule.day_first, now, year_first=rule.year_first)
        return _with_clock(page, element, told), shown.raw if shown else value
    told = read_date(value, now, rule.day_first, year_first=rule.year_first)
    if told is None or shown is None:
        return _with_clock(page, element, told), value
    return _on_own_clock(told, shown.iso), shown.raw


def _with_clock(page: Page, element: int, day: str | None) -> str | None:
    """A day with the time of day that stands in its element or right behind it ("<span>Yesterday</span>, 12:29")."""
    if day is None or "T" in day:
        return day
    around = max(0, int(page.parent[element]))
    behind = min(int(page.stop[around]), int(page.stop[element]) + MAX_CLOCK_CHARS)
    clock = _CLOCK.search(page.text[page.start[element] : behind][: MAX_CLOCK_CHARS + MARK_CHARS])
    found = find_date(f"{day} {clock[0]}") if clock else None
    return found.iso if found else day


def _on_own_clock(told: str, shown: str) -> str:
    if "T" not in told:
        return shown if shown.startswith(told) else told
    exact, local = datetime.fromisoformat(told), datetime.fromisoformat(shown)
    if exact.tzinfo is None or local.tzinfo is not None or "T" not in shown:
        return told
    ahead = local - exact.replace(tzinfo=None, second=0, microsecond=0)
    if local.second:
        ahead = local - exact.replace(tzinfo=None, microsecond=0)
    if abs(ahead) > _MAX_ZONE or ahead.total_seconds() % 900:
        return told
    return exact.astimezone(timezone(ahead)).isoformat(timespec="seconds")


def times_said(page: Page, rule: Rule) -> list[str]:
    """What the posts of a page say of their times, as it is written."""
    said = []
    for template, record in read_records(page, rule):
        around = record.elements(page, inside=template.is_inside)
        found = time_value(page, around, template.time) if template.time else None
        if found:
            said.append(found[1])
    return said
