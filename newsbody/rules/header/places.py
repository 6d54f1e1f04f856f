"""Where the posts of a template stand to each other what they say: author and time, and the numbers of a thread."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from newsbody.page import Page
from newsbody.rules.record import Record
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.values import author_value, is_name, is_position, read_position, slot_value, time_value

#: A forum counts from 0 when this share of the posts stand where it would then be so.
MIN_COUNTED = 0.1


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


def kind_of_link(page: Page, rule: Rule, record: Record) -> str:
    """The kind of page that the link on a post's author leads to; "" without a link."""
    around = record.elements(page, inside=rule.is_inside)
    found = author_value(page, around, rule.author) if rule.author else None
    links = (page.elements[index].get("href") for index in page.ancestors(found[0])) if found else ()
    return kind_of_address(next(filter(None, links), ""))


def kind_of_address(address: str) -> str:
    """An address without the last part of it."""
    address = address.rstrip("/")
    return address[: max(address.rfind("/"), address.rfind("=")) + 1]


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
