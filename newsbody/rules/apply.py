"""A rule at work: which runs of a page are the bodies' own words, and which are quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.page.tags import CODE
from newsbody.rules.rule import Rule
from newsbody.rules.sample import normalised
from newsbody.rules.selector import Elements, Selector
from newsbody.rules.selector_union import any_of
from newsbody.rules.words.quoted import COLONS

#: A line's key is cut here: what differs behind is not looked at.
LINE_KEY_CHARS = 80
#: A label such as "editor:" in front of something that changes.
MAX_LABEL_CHARS = 10
#: Longer lines are not compared by their labels and with numbers left out.
MAX_LABELLED_CHARS = 60


def line_keys(text: str, unlinked: float = inf) -> tuple[str, ...]:
    """What a furniture line is known by: its text, in a short line with every number 0; and for a line that begins
    with a label, if it is short or the rest is a link, the label with ``*`` behind it.

    ``unlinked``: its visible characters that are no link.
    """
    key = normalised(text)
    is_short = len(key) <= MAX_LABELLED_CHARS
    label = re.match(rf"[^:：]{{1,{MAX_LABEL_CHARS}}}[:：]", key)
    whole = key if is_short else " ".join(text.split())[:LINE_KEY_CHARS]
    return (whole, label[0] + "*") if label and (is_short or 0 < unlinked <= len(label[0])) else (whole,)


class Furniture:
    """The lines that a rule leaves out, by their keys."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = frozenset(keys)
        self._beginnings = frozenset(key[:2] for key in self._keys)

    def has(self, line: str, unlinked: float = inf) -> bool:
        """Whether a line, white space folded, is one of them; ``unlinked`` as in :func:`line_keys`."""
        # All keys of a line begin as it does, but for numbers: two characters of a line, or of its label and a colon.
        beginning = line[:2]
        likely = beginning in self._beginnings or (not beginning.isalpha() and any(map(str.isdecimal, beginning)))
        return likely and not self._keys.isdisjoint(line_keys(line, unlinked))


@lru_cache(maxsize=512)
def furniture_of(lines: tuple[str, ...]) -> Furniture:
    """The furniture of a rule, kept for the next page."""
    return Furniture(lines)


def runs_inside(page: Page, elements: Iterable[int]) -> BoolArray:
    """Which runs stand in some elements. Shape (m,)."""
    inside = np.zeros(len(page.run_start), dtype=np.bool_)
    for index in elements:
        inside[page.first_run[index] : page.last_run[index]] = True
    return inside


def elements_inside(page: Elements, bodies: Sequence[int], selectors: tuple[Selector, ...]) -> list[int]:
    """The elements in bodies that one of the selectors names, the outermost, in document order."""
    named = any_of(selectors)
    return [index for body in bodies for index in named.outermost_inside(page, body)]


def elements_left_out(page: Elements, rule: Rule, bodies: Sequence[int]) -> list[int]:
    """The elements in bodies that a rule leaves out; code stays, for no note holds any."""
    found = elements_inside(page, bodies, rule.leave_out)
    return [index for index in found if CODE.isdisjoint(page.tags[index : page.end[index]])]


def body_runs(page: Page, rule: Rule, bodies: Sequence[int]) -> BoolArray:
    """The visible runs of bodies without what the rule leaves out. Shape (m,)."""
    chosen = page.seen(runs_inside(page, bodies) & ~page.run_is_spoken)
    chosen &= ~runs_inside(page, elements_left_out(page, rule, bodies))
    if rule.furniture:
        furniture, lines = furniture_of(rule.furniture), page.paragraphs
        for paragraph in np.unique(page.run_paragraph[chosen]).tolist():
            if furniture.has(lines[paragraph], page.unlinked_chars[paragraph]):
                chosen[page.paragraph_run[paragraph] : page.paragraph_run[paragraph + 1]] = False
    return np.asarray(chosen)


def quote_elements(page: Page, rule: Rule, bodies: Sequence[int]) -> list[int]:
    """The elements in bodies that hold the words of others; one that holds nothing but code was named by chance."""
    found = elements_inside(page, bodies, rule.quotes)
    return [index for index in found if page.tags[index] == "blockquote" or not is_code(page, index)]


def is_code(page: Page, index: int) -> bool:
    """Whether all text of an element is code, but for a line before it that ends in a colon: "Code:"."""
    codes = np.flatnonzero(page.is_tag(*CODE)[index : page.end[index]]) + index
    first, last = page.first_run[index], page.last_run[index]
    line = page.run_paragraph[first] if len(codes) and first < last else None
    behind = page.paragraph_run[line + 1] if line is not None and page.paragraphs[line].endswith(COLONS) else first
    return any(page.first_run[code] in (first, behind) and page.last_run[code] == last for code in codes)
