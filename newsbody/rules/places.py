"""From which number a forum counts the posts of a thread."""

from __future__ import annotations

from collections.abc import Sequence

from newsbody.page import Page
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.values import is_position, read_position, slot_value

#: A forum counts from 0 when this share of the posts stand where it would then be so.
MIN_COUNTED = 0.1


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
    return 0 if starts.count(0) >= MIN_COUNTED * max(1, len(starts)) else 1
