"""Headers that stand in the body's own element: what of it says who and when, and is none of its words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from newsbody.page import Page
from newsbody.rules.apply import elements_inside
from newsbody.rules.naming import selector_of
from newsbody.rules.record import Record
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import normalised
from newsbody.rules.selector import Selector
from newsbody.rules.values import element_text, slot_value

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
    return tuple(sorted((_numbered(pages, found, name, len(rests[name]), places[name]) for name in kept), key=str))


def _numbered(
    pages: Sequence[Page], found: Sequence[Sequence[Record]], name: Selector, headers: int, places: set[int]
) -> Selector:
    """The name with the number of the child where lines of the text have that name too, and all headers that number."""
    if not name.steps[-1].is_bare or len(places) > 1:
        return name
    bodies = [[body for record in on_page for body in record.bodies] for on_page in found]
    named = sum(len(elements_inside(page, held, (name,))) for page, held in zip(pages, bodies, strict=True))
    if named <= MAX_NAMED_TOO * headers:
        return name
    return Selector((*name.steps[:-1], replace(name.steps[-1], nth=places.pop())))


def _around(page: Page, rule: Rule, record: Record) -> Iterator[tuple[int, str]]:
    """The elements of bodies around a post's name and time, and what else stands in them."""
    slots = [slot for slot in (rule.author, rule.time, rule.position) if slot]
    found = [one for slot in slots if (one := _inside(page, record, slot)) is not None]
    said = [element_text(page, index) for index in found]
    for index in dict.fromkeys(above for one in found for above in page.ancestors(one)):
        if not any(body < index < page.end[body] for body in record.bodies):
            continue
        text = element_text(page, index)
        if len(text) <= MAX_HEADER_CHARS:
            for part in said:
                text = text.replace(part, "", 1)
            yield index, normalised(text)


def _inside(page: Page, record: Record, slot: Slot) -> int | None:
    found = slot_value(page, record.elements(page, inside=True), slot)
    return found[0] if found and any(body < found[0] < page.end[body] for body in record.bodies) else None
