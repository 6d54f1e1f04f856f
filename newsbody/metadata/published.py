"""When an article was published and last changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from newsbody.dates import FoundDate, find_date, guess_day_first, read_date
from newsbody.metadata.structured import Structured
from newsbody.page import Page
from newsbody.xpath import text_of

_PUBLISHED_NAME = re.compile(
    r"publi(?:sh|cat)|pub_?-?(?:date|time)|(?:^|[.:_-])(?:date|created?|issued|releasedate|timestamp)$|create_?(?:at|time|date)|date_?created"
)
_MODIFIED_NAME = re.compile(r"modif|update|revis|lastmod")
_OTHER_NAME = re.compile(r"expir|publisher|unpublish|accessed|copyright|start|end_")
_MODIFIED_LABEL = re.compile(
    r"更新|修改|modifi|updat|revis|aktualisiert|stand:|mis à jour|actualizad|aggiornat|обновл", re.I
)
_YEAR_OR_TIME = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,2}[:：][0-9]{2}|[0-9]/[0-9]|前|ago|昨|今天", re.I)
#: Where a visible date is looked for: paragraphs behind and before the headline, and how long they may be.
AFTER_HEADLINE, BEFORE_HEADLINE, MAX_CHARS = 15, 4, 200
#: In the rest of the page only a short line that is little but a date counts.
MAX_LONE_CHARS = 60
_URL_DATE = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})[-/_]?(0[1-9]|1[0-2])[-/_]?(0[1-9]|[12][0-9]|3[01])(?![0-9])")
#: Languages that write the month first; English without a region is mostly American.
_MONTH_FIRST = ("", "en", "en-us")


@dataclass(frozen=True)
class Published:
    """ISO 8601 dates, None where unknown; ``raw`` is what the first was read from."""

    published: str | None
    modified: str | None
    raw: str | None


def read_published(
    page: Page, structured: Structured, headline_paragraph: int | None, language: str | None, now: datetime | None
) -> Published:
    """The dates of an article. ``now`` (when the page was fetched) makes relative dates readable."""
    day_first = _day_first(page, language)

    def first(values: Iterable[str]) -> tuple[str, str] | None:
        for value in values:
            iso = read_date(value, now, day_first)
            if iso:
                return iso, value
        return None

    visible = list(_visible_dates(page, headline_paragraph, now, day_first))
    seen = [(found.iso, found.raw) for found, modified in visible if not modified]
    published = first(_claimed(structured, "datePublished", _PUBLISHED_NAME)) or first(_time_elements(structured))
    published = _with_time_of_day(published, seen) if published else next(iter(seen), None)
    if published is None:
        published = _from_url(page.url)
    changed = first(_claimed(structured, "dateModified", _MODIFIED_NAME))
    if changed is None:
        changed = next(((found.iso, found.raw) for found, modified in visible if modified), None)
    if published is None:
        published = changed
    return Published(published and published[0], changed and changed[0], published and published[1])


def _claimed(structured: Structured, key: str, names: re.Pattern[str]) -> Iterator[str]:
    yield from structured.node_texts(structured.article, key)
    for name, values in structured.values.items():
        if names.search(name) and not _OTHER_NAME.search(name):
            other = _MODIFIED_NAME if names is _PUBLISHED_NAME else _PUBLISHED_NAME
            if not other.search(name) or names is _MODIFIED_NAME:
                yield from values
    yield from structured.properties.get(key, ())


def _time_elements(structured: Structured) -> Iterator[str]:
    for element in structured.times:
        value = element.get("datetime")
        around = " ".join((text_of(element), element.get("class") or "", element.get("itemprop") or ""))
        if value and not _MODIFIED_LABEL.search(around):
            yield value


def _visible_dates(
    page: Page, headline: int | None, now: datetime | None, day_first: bool
) -> Iterator[tuple[FoundDate, bool]]:
    """Dates in the text, the likeliest first, with whether they are of a change."""
    start = headline or 0
    near = [
        *range(start, min(len(page), start + AFTER_HEADLINE + 1)),
        *range(start - 1, max(-1, start - 1 - BEFORE_HEADLINE), -1),
    ]
    lengths = (page.paragraph_stop - page.paragraph_start).tolist()
    lone = [number for number in range(start, len(page)) if lengths[number] <= MAX_LONE_CHARS]
    for number in dict.fromkeys((*(n for n in near if lengths[n] <= MAX_CHARS), *lone)):
        text = page.paragraphs[number]
        if not _YEAR_OR_TIME.search(text):
            continue
        found = find_date(text, now, day_first)
        if found:
            yield found, bool(_MODIFIED_LABEL.search(text[: found.start]))


def _with_time_of_day(chosen: tuple[str, str], seen: list[tuple[str, str]]) -> tuple[str, str]:
    """A day that is also given with its time of day elsewhere."""
    iso, raw = chosen
    if len(iso) > len("2020-03-04"):
        return chosen
    return next((other for other in seen if other[0].startswith(iso + "T")), (iso, raw))


def _from_url(url: str | None) -> tuple[str, str] | None:
    match = _URL_DATE.search(url or "")
    iso = read_date("-".join(match.groups())) if match else None
    return (iso, match.group()) if match and iso else None


def _day_first(page: Page, language: str | None) -> bool:
    dates = [text for text in page.paragraphs if len(text) <= MAX_CHARS and "/" in text]
    learned = guess_day_first(dates)
    return (language or "").lower() not in _MONTH_FIRST if learned is None else learned
