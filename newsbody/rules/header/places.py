"""Where posts say who and when: the way between the two, times, and headers inside of bodies."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from newsbody.dates import find_date, read_date
from newsbody.page import Page
from newsbody.rules.naming import selector_of
from newsbody.rules.record import Record
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import MARK_CHARS, normalised
from newsbody.rules.selector import Selector
from newsbody.rules.selector_union import counted_inside
from newsbody.rules.values import (
    author_value,
    is_name,
    is_position,
    read_position,
    shown_time,
    slot_value,
    time_value,
)

#: A forum counts from 0 when this share of the posts stand where it would then be so.
MIN_COUNTED = 0.1
_NUMBER = re.compile(r"\d+")


def way_between(page: Page, rule: Rule, record: Record) -> tuple[str, ...]:
    """The tags from the element with a post's author up to what holds that with its time, and down again to this."""
    around = record.elements(page, inside=rule.is_inside)
    author = slot_value(page, around, rule.author, is_name) if rule.author else None
    time = time_value(page, around, rule.time) if rule.time else None
    if author is None or time is None:
        return ()
    up, down = ([*page.ancestors(one)] for one in (author[0], time[0]))
    below = set(down)
    shared = next(index for index in up if index in below)
    names = [page.tags[index] for index in (*up[: up.index(shared)], *down[: down.index(shared)][::-1])]
    return (str(up.index(shared)), *names)


def link_of_author(page: Page, rule: Rule, record: Record) -> str:
    """Where the link on a post's author leads; "" without one."""
    around = record.naming(page, inside=rule.is_inside)
    found = author_value(page, around, rule.author) if rule.author else None
    links = (page.elements[index].get("href") for index in page.ancestors(found[0])) if found else ()
    return next(filter(None, links), "")


def kind_of_link(page: Page, rule: Rule, record: Record) -> str:
    """The kind of page that the link on a post's author leads to; "" without a link."""
    return kind_of_address(link_of_author(page, rule, record))


def kind_of_address(address: str) -> str:
    """An address without the last part of it, and whichever number stands before that: /users/7/ann, /users/9/bob."""
    address = address.rstrip("/")
    return _NUMBER.sub("0", address[: max(address.rfind("/"), address.rfind("=")) + 1])


def counts_from(pages: Sequence[Page], rule: Rule) -> int:
    """The number that the first post of a thread has, or would have: 0 where some page begins with it, else 1."""
    starts = []
    for page in pages:
        for place, (template, record) in enumerate(read_records(page, rule)):
            around = record.elements(page, inside=template.is_inside)
            found = slot_value(page, around, template.position, is_position) if template.position else None
            number = read_position(found[1]) if found else None
            if number is not None:
                starts.append(number - place)
    zeros = starts.count(0)  # of nested posts, in whatever order, some stand where they would from 0
    return 0 if zeros > starts.count(1) and zeros >= MIN_COUNTED * len(starts) else 1


def increasing(told: Mapping[int, int]) -> dict[int, int]:
    """Of numbers by their places as many as possible that increase from place to place."""
    lowest: list[int] = []
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for place in sorted(told):
        length = bisect_left(lowest, told[place])
        lowest[length : length + 1] = [told[place]]
        ends[length : length + 1] = [place]
        before[place] = ends[length - 1] if length else None
    kept, place_of = {}, ends[-1] if ends else None
    while place_of is not None:
        kept[place_of] = told[place_of]
        place_of = before[place_of]
    return kept


# --- headers that stand in the body's own element: what of it says who and when, and is none of its words ---

#: Longer text around a name or a time is more than a header.
MAX_HEADER_CHARS = 300
#: What is left of headers without names, times and numbers is one of a few: at most this share of them differ.
MAX_DIFFERENT = 0.5
#: A name is also that of others when so many times as many elements in bodies have it.
MAX_NAMED_TOO = 1.2
#: Elements without class are named by what they stand in, up to so many steps.
MAX_STEPS = 3


def learn_headers_inside(pages: Sequence[Page], rule: Rule, found: Sequence[Sequence[Record]]) -> tuple[Selector, ...]:
    """The highest elements in bodies that hold what posts say of themselves, and nothing that differs beside it."""
    rests: dict[Selector, list[str]] = defaultdict(list)
    places: dict[Selector, set[int]] = defaultdict(set)
    for page, on_page in zip(pages, found, strict=True):
        for record in on_page:
            for index, rest in _around(page, rule, record):
                name = selector_of(page, index, MAX_STEPS)
                rests[name].append(rest)
                places[name].add(int(page.child_number[index]))
    kept = [name for name, said in rests.items() if len(set(said)) <= max(1, MAX_DIFFERENT * len(said))]
    # By the number of the child where lines of the text have that name too, and all headers that number.
    alike = [name for name in kept if name.steps[-1].is_bare and len(places[name]) == 1]
    named = Counter[Selector]()
    for page, on_page in zip(pages, found, strict=True) if alike else ():
        named += counted_inside(page, (body for record in on_page for body in record.bodies), alike)
    numbered = {name for name in alike if named[name] > MAX_NAMED_TOO * len(rests[name])}
    return tuple(sorted((_numbered(name, places[name]) if name in numbered else name for name in kept), key=str))


def _numbered(name: Selector, places: set[int]) -> Selector:
    return Selector((*name.steps[:-1], replace(name.steps[-1], nth=min(places))))


def _around(page: Page, rule: Rule, record: Record) -> Iterator[tuple[int, str]]:
    """The elements of bodies around a post's name and time, and what else stands in them."""
    slots = [slot for slot in (rule.author, rule.time, rule.position) if slot]
    found = [one for slot in slots if (one := _inside(page, record, slot)) is not None]
    said = [page.text_of(index) for index in found]
    for index in dict.fromkeys(above for one in found for above in page.ancestors(one)):
        if not any(body < index < page.end[body] for body in record.bodies):
            continue
        text = page.text_of(index)
        if len(text) <= MAX_HEADER_CHARS:
            for part in said:
                text = text.replace(part, "", 1)
            yield index, normalised(text)


def _inside(page: Page, record: Record, slot: Slot) -> int | None:
    found = slot_value(page, record.elements(page, inside=True), slot)
    return found[0] if found and any(body < found[0] < page.end[body] for body in record.bodies) else None


# --- when a post was written: by its text, by what it says for machines, or by both -----

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
    if rule.time and rule.time.own:
        read = find_date(value, now, rule.day_first, year_first=rule.year_first)
        return (read.iso, read.raw) if read else (None, value)
    shown = find_date(page.text_of(element), day_first=rule.day_first, year_first=rule.year_first)
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
