"""When an article was published and last changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, islice

import numpy as np
from lxml import etree

from newsbody.dates import FoundDate, find_date, guess_day_first, read_date
from newsbody.dates.pieces import is_date_piece, join_date
from newsbody.ground.sitememory import DATE, SiteFacts
from newsbody.metadata.structured import Structured
from newsbody.page import Page

_PUBLISHED_NAME = re.compile(
    r"publi(?:sh|cat)|pub_?-?(?:date|time)|(?:^|[.:_-])(?:date|created?|issued|releasedate|timestamp)$|create_?(?:at|time|date)|date_?created"
)
_MODIFIED_NAME = re.compile(r"modif|update|revis|lastmod")
_OTHER_NAME = re.compile(r"expir|publisher|unpublish|accessed|copyright|start|end_")
_MODIFIED_LABEL = re.compile(
    r"更新|修改|编辑于|編輯於|modifi|updat|revis|\bedited\b(?! by)|aktualisiert|bearbeitet|geändert|stand:|mis à jour|"
    r"actualizad|aggiornat|обновл",
    re.I,
)
#: What stands before a date that is to come: `Next review due: 11 Jan 2029`.
_TO_COME = re.compile(
    r"\b(?:next|due|until|till|expires?|deadline|gültig|bis)\b[^.]{0,30}$|截止|截至|有效期", re.IGNORECASE
)
_YEAR_OR_TIME = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,2}[:：][0-9]{2}|[0-9]/[0-9]|前|[aA][gG][oO]|昨|今天")
#: Where a visible date is looked for: paragraphs behind and before the headline, and how long they may be.
AFTER_HEADLINE, BEFORE_HEADLINE, MAX_CHARS = 15, 4, 200
#: So many texts that may be dates are read, of each kind; the date of an article is among the first.
MAX_READ = 200
#: In the rest of the page only a short line that is little but a date counts.
MAX_LONE_CHARS = 60
#: Levels from a date up to the row of a list that it stands in.
MAX_LEVELS = 6
#: Paragraphs on either side of a year that the other parts of its date stand in.
MAX_PIECES = 2
_DAY_LENGTH = len("2020-03-04")
#: Whoever wrote a date may be a day ahead by time zone; without a time of fetching no date is too late.
_ZONES, _NEVER = timedelta(days=1), "9999-12-31"
_URL_DATE = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})[-/_]?(0[1-9]|1[0-2])[-/_]?(0[1-9]|[12][0-9]|3[01])(?![0-9])")
#: Languages that write the month before the day; English without a region is mostly American.
_MONTH_FIRST = ("", "en", "en-us", "zh", "ja", "ko")


@dataclass(frozen=True)
class Published:
    """ISO 8601 dates, None where unknown; ``raw`` and ``modified_raw`` are what they were read from."""

    published: str | None
    modified: str | None
    raw: str | None
    modified_raw: str | None = None


def read_published(
    page: Page,
    structured: Structured,
    headline_paragraph: int | None,
    language: str | None,
    fetched: datetime | None,
    *,
    relative: bool,
    site: SiteFacts,
    listed: str | None = None,
) -> Published:
    """The dates of an article: none that a reader sees is later than when the page was fetched.

    ``relative``: those that are told from then are read, too. ``site``: as other pages of it show; what most of
    them state alike is none of an article's. ``listed``: as a feed says, which knows better than a text or a line.
    """
    now, latest = fetched if relative else None, (fetched + _ZONES).date().isoformat() if fetched else _NEVER
    day_first = _day_first(page, language, latest) if site.day_first is None else site.day_first
    around_title = _around(page, headline_paragraph)
    first = partial(_first, now=now, day_first=day_first)

    def is_own(number: int, is_dated: bool) -> bool:  # not told by the text, nor of another article
        is_told = is_dated and len(page.paragraphs[number]) > MAX_LONE_CHARS
        return not is_told and not _in_list_row(page.elements[page.paragraph_element[number]], around_title)

    def visible(numbers: Iterable[int], modified: bool) -> Iterator[tuple[str, str]]:
        is_dated = bool(listed)
        for number in numbers:
            for found, is_change in _visible(page, number, now, day_first):
                if is_change == modified and found.iso[:_DAY_LENGTH] <= latest and is_own(number, is_dated):
                    yield found.iso, found.raw
                is_dated = is_dated or is_change

    near = _near(page, headline_paragraph)
    stated = list(islice(_claimed(structured, "datePublished", _PUBLISHED_NAME), MAX_READ))
    published = first(one for one in stated if not site.is_alike(DATE, one))
    if published is None:
        published = first(_time_elements(structured, around_title)) or next(visible(near, modified=False), None)
        in_url = _from_url(page.url)
        if in_url and (published is None or abs(_year(published) - _year(in_url)) > 1):
            published = in_url  # a date in the text is of what it tells, one of a list of another article
    if published is None:
        lone = visible(_lone(page, headline_paragraph), modified=False)
        published = (listed, listed) if listed else _of_many(first(stated)) or next(lone, None)
    elif len(published[0]) == _DAY_LENGTH:
        # The day may be given with its time of day elsewhere.
        dated = visible(chain(near, _lone(page, headline_paragraph)), modified=False)
        published = next((other for other in dated if other[0].startswith(published[0] + "T")), published)
    changed = first(_claimed(structured, "dateModified", _MODIFIED_NAME))
    if changed is None:
        changed = next(visible(near, modified=True), None)
    if published is None:
        published = changed
    if changed is None:  # below the text: "Last edited 27 Nov 2026"
        since = published[0][:_DAY_LENGTH] if published else ""
        below = visible(_lone(page, headline_paragraph), modified=True)
        changed = next((one for one in below if one[0][:_DAY_LENGTH] >= since), None)
    return Published(
        published and published[0], changed and changed[0], published and published[1], changed and changed[1]
    )


def _of_many(stated: tuple[str, str] | None) -> tuple[str, str] | None:
    """What many pages of a site state, which articles may have together where it has no time of day."""
    return stated if stated and stated[0][_DAY_LENGTH:][:6] in ("", "T00:00") else None


def stated_date(structured: Structured) -> str:
    """What a page states for machines of when it was published; "" for nothing."""
    return next(_claimed(structured, "datePublished", _PUBLISHED_NAME), "")


def _first(values: Iterable[str], now: datetime | None, day_first: bool | None) -> tuple[str, str] | None:
    """The first of some values that is a date, and how it is written."""
    dates = ((read_date(value, now, day_first), value) for value in islice(values, MAX_READ))
    return next(((iso, value) for iso, value in dates if iso), None)


def _claimed(structured: Structured, key: str, names: re.Pattern[str]) -> Iterator[str]:
    yield from structured.node_texts(structured.article, key)
    for name, values in structured.page.metas.items():
        if names.search(name) and not _OTHER_NAME.search(name):
            other = _MODIFIED_NAME if names is _PUBLISHED_NAME else _PUBLISHED_NAME
            if not other.search(name) or names is _MODIFIED_NAME:
                yield from values
    yield from structured.properties.get(key, ())


def _time_elements(structured: Structured, around_title: Set[etree._Element]) -> Iterator[str]:
    for element in structured.times[:MAX_READ]:
        text = structured.visible_text(element)
        value = element.get("datetime") or text
        kind = f"{element.get('class')} {element.get('itemprop')}"
        # One that was never changed is of both kinds: `class="published updated"`.
        label = text if "publish" in kind.lower() else f"{text} {kind}"
        if value and not _MODIFIED_LABEL.search(label) and not _in_list_row(element, around_title):
            yield value


def _around(page: Page, paragraph: int | None) -> set[etree._Element]:
    """The elements that hold a paragraph, none without one."""
    inside = page.ancestors(int(page.paragraph_element[paragraph])) if paragraph is not None else ()
    return {page.elements[index] for index in inside}


def _in_list_row(element: etree._Element, around_title: Set[etree._Element]) -> bool:
    """Does a date stand in one of several short rows that lead elsewhere, as those of a box with the latest news?

    `<li><a href="/5">Moss</a> <time>Sep 27</time></li><li><a href="/4">Stone</a> <time>Sep 26</time></li>`. What
    holds the title of the page is no row.
    """
    for row in chain((element,), islice(element.iterancestors(), MAX_LEVELS)):
        if row in around_title or len(_said(row)) > MAX_CHARS:
            return False
        beside = (other for other in (row.getnext(), row.getprevious()) if other is not None and other.tag == row.tag)
        if (links := _aims(row)) and any(_is_row(other, links, element.tag) for other in beside):
            return True
    return False


def _is_row(element: etree._Element, links: Set[str | None], tag: str) -> bool:
    """Is an element short, with other links than some and a date in an element of some tag?"""
    if len(_said(element)) > MAX_CHARS or not links.isdisjoint(_aims(element) or links):
        return False
    return any(find_date(_said(one)) is not None for one in element.iter(tag))


def _aims(element: etree._Element) -> set[str | None]:
    return {link.get("href") for link in element.iter("a")}


def _said(element: etree._Element) -> str:
    return " ".join("".join(map(str, islice(element.itertext(), MAX_READ))).split())


def _near(page: Page, headline: int | None) -> list[int]:
    """The paragraphs around the headline, the nearest first, one before it behind one after it."""
    start = headline or 0
    around = range(max(0, start - BEFORE_HEADLINE), min(len(page), start + AFTER_HEADLINE + 1))
    near = sorted(around, key=lambda number: number - start if number >= start else start - number + 0.5)
    return _dated(page, near)


def _lone(page: Page, headline: int | None) -> list[int]:
    """All short paragraphs, those behind the headline first."""
    visible = page.characters.visible
    short: list[int] = np.flatnonzero(
        visible[page.paragraph_stop] - visible[page.paragraph_start] <= MAX_LONE_CHARS
    ).tolist()
    return _dated(page, sorted(short, key=lambda number: number < (headline or 0)))


def _dated(page: Page, numbers: Iterable[int]) -> list[int]:
    """Those of some paragraphs that may hold a date, the first MAX_READ."""
    texts = ((number, page.paragraphs[number]) for number in numbers)
    likely = (number for number, text in texts if len(text) <= MAX_CHARS and _YEAR_OR_TIME.search(text))
    return list(islice(likely, MAX_READ))


def _visible(page: Page, number: int, now: datetime | None, day_first: bool | None) -> Iterator[tuple[FoundDate, bool]]:
    """The first date of a paragraph, with whether it is of a change."""
    text = page.paragraphs[number]
    found = find_date(text, now, day_first) or _in_pieces(page, number, day_first)
    if found and not _TO_COME.search(text[: found.start]):
        yield found, bool(_MODIFIED_LABEL.search(text[: found.start]))


def _in_pieces(page: Page, number: int, day_first: bool | None) -> FoundDate | None:
    """The date that a paragraph makes with those right beside it: `<p>22</p><p>Sep</p><p>2026</p>`."""
    first = stop = number
    if is_date_piece(page.paragraphs[number]):
        while first > max(0, number - MAX_PIECES) and is_date_piece(page.paragraphs[first - 1]):
            first -= 1
        while stop < min(len(page) - 1, number + MAX_PIECES) and is_date_piece(page.paragraphs[stop + 1]):
            stop += 1
    pieces = page.paragraphs[first : stop + 1]
    iso = join_date(pieces, day_first) if len(pieces) > 1 else None
    return FoundDate(iso, " ".join(pieces), 0) if iso else None


def _year(date: tuple[str, str]) -> int:
    return int(date[0][:4])


def _from_url(url: str | None) -> tuple[str, str] | None:
    match = _URL_DATE.search(url or "")
    iso = read_date("-".join(match.groups())) if match else None
    return (iso, match.group()) if match and iso else None


def _day_first(page: Page, language: str | None, latest: str) -> bool | None:
    """Is 12/03/2026 in March: by the other dates of the page, by its language, and as none of them is to come?

    None where only 12.03.2026 is.
    """
    dates = [text for text in page.paragraphs if len(text) <= MAX_CHARS and "/" in text]
    learned = guess_day_first(dates)
    if learned is not None:
        return learned
    usual = (language or "").lower() not in _MONTH_FIRST or None
    told = (find_date(text, None, usual) for text in dates[:MAX_READ])
    other = None if usual else True
    return other if any(one and one.iso[:_DAY_LENGTH] > latest for one in told) else usual
