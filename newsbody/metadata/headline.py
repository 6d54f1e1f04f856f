"""The headline: the text on the page that its TITLE, or its own statements, also name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from newsbody.markup.links import base_url, web_address
from newsbody.metadata.structured import Structured
from newsbody.metadata.titles import (
    CJK,
    Aim,
    aim_of_link,
    letters_of,
    link_around,
    linked_names,
    main_part,
    site_names,
    title_parts,
    without_names,
)
from newsbody.page import Page

#: Soft hyphens and the like, which are for the renderer.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
#: What being a heading of each level adds to the share of a title that a text makes. This and the
#: next three were chosen on train/fundus, train/wcxb_article and the Chinese train sets.
_LEVEL_BONUS = {"h1": 1.0, "h2": 0.75, "h3": 0.5, "h4": 0.25}
#: A text may be the headline from this share of a title on, and needs no rival from this one on.
MIN_SHARE, SURE_SHARE = 0.3, 0.6
#: A heading in other words than the title's must share this much of its letter pairs.
MIN_LIKENESS = 0.5
#: Letters from which a text can be a headline at all; a CJK character is a word.
MIN_LETTERS, MIN_CJK = 8, 4
_EDGE = 3
#: `https://example.com/` has three; with more an address is no start page's.
MAX_SLASHES = 3
#: Longer than any headline, in characters.
MAX_CHARS = 300
#: So many titles are compared with so many headings that say it in other words; pages with more have none.
MAX_TITLES, MAX_HEADINGS = 8, 200


@dataclass(frozen=True)
class Headline:
    """The headline and the paragraph it stands in (None when it is nowhere visible)."""

    text: str
    paragraph: int | None


class _Heading(NamedTuple):
    """What a heading says, and what its level is worth."""

    text: str
    bonus: float


class _Titles:
    """What a page is called by its TITLE and by what it states, and what else its links call by parts of these."""

    def __init__(self, page: Page, title: str, structured: Structured, of_site: Collection[str]) -> None:
        title = title if len(title) <= MAX_CHARS else ""  # one beyond that length was never closed
        stated = [*structured.node_texts(structured.article, "headline"), *structured.meta("og:title", "twitter:title")]
        claims = [claim[:MAX_CHARS] for claim in stated[:MAX_TITLES]]
        names = linked_names(page, "\n".join((title, *claims)))
        self.names = dict.fromkeys(of_site, True) | {name: own for name, own in names.items() if name not in of_site}
        self.left = self.own_text(title)
        self._others = {letters_of(name) for name, is_site in self.names.items() if is_site or name not in self.left}
        self._others.update(site_names(page, structured))
        if self.is_other(letters_of(title)):
            title = self.left = ""
        # Where names were told apart, what is left is one headline with its own dashes.
        self.main = self.left if self.left != title else self.own_text(main_part(title))
        named = dict.fromkeys((title, self.left, self.main, *claims, *map(self.own_text, claims)))
        self.raw = "\n".join(named).casefold()
        self.letters = [letters for one in named if (letters := letters_of(one)) and not self.is_other(letters)]
        self.instead = self.own_text(_INVISIBLE.sub("", claims[0])) if claims else self.main

    def own_text(self, text: str) -> str:
        """A text without the names of other pages around it."""
        return without_names(text, self.names)

    def has_part(self, text: str) -> bool:
        """Does the TITLE, of which the page states no other, say a text between signs: ``Site-Boats-Text``?"""
        if self.instead != self.main or text.casefold() not in self.left.casefold():
            return False
        between = rf"(?:^|[^\w\s]\s*){re.escape(text)}(?:\s*[^\w\s]|$)"
        letters = letters_of(text) if re.search(between, self.left, re.IGNORECASE) else ""
        return _long_enough(letters) and not self.is_other(letters)

    def is_other(self, letters: str) -> bool:
        """Are these letters the name of the site or of another page?"""
        return letters in self._others


def read_headline(
    page: Page,
    structured: Structured,
    of_site: Collection[str] = (),
    *,
    called: Sequence[str] = (),
    title: str | None = None,
) -> Headline:
    """The headline of a page, which is none of the names of its site; an empty text when nothing names one.

    Links to the page name it, the first of them that says what a heading and, if it names the page, a part of the
    TITLE do; where nothing else but a heading of the second level does, any text that says the same; and where none
    does, a part of the TITLE. ``title``: what of that is known to be the page's own.
    """
    titles = _Titles(page, page.title if title is None else title, structured, of_site)
    headings = _headings(page, titles.letters)

    def at(number: int) -> Headline:
        text = headings[number].text if number in headings else page.paragraphs[number]
        return Headline(titles.own_text(_INVISIBLE.sub("", text[:MAX_CHARS])), number)

    links = [letters for letters in map(letters_of, called) if letters]
    for letters in links:
        is_titled = not titles.letters or any(letters in title for title in titles.letters)
        if is_titled and not titles.is_other(letters):
            named = next((number for number, heading in headings.items() if letters_of(heading.text) == letters), None)
            if named is not None:
                return at(named)
    if titles.left in titles.names:  # as on all pages: what the TITLE says is what another page is called
        of_links = (number for letters in links if (number := _called(page, letters)) is not None)
        if (found := next(of_links, None)) is not None:
            return at(found)
    share, contained = _contained(page, titles, headings)
    if contained is not None and share >= SURE_SHARE:
        return at(contained)
    found = _alike([*titles.letters, *links], titles, headings)
    if found is None:
        found = contained if contained is not None else _lone_heading(headings, titles, "h1")
    if found is None:  # a heading of the second level may stand within the text
        of_links = (number for letters in links if (number := _called(page, letters)) is not None)
        found = next(of_links, None if titles.left else _lone_heading(headings, titles, "h1", "h2"))
    if found is None:
        return Headline(next(filter(titles.has_part, called), titles.instead), None)
    return _without_additions(at(found), titles.left)


def _contained(page: Page, titles: _Titles, headings: Mapping[int, _Heading]) -> tuple[float, int | None]:
    """The paragraph that is the largest part of a title, headings first, and how large a part."""
    best: tuple[float, float, int | None] = (0.0, 0.0, None)
    for number in _possible(page):
        text, bonus = headings.get(number) or (page.paragraphs[number], 0.0)
        # Most paragraphs are settled by how they begin and end.
        begin, end = text[:_EDGE].casefold()[:_EDGE], text[-_EDGE:].casefold()[-_EDGE:]
        if begin not in titles.raw and end not in titles.raw:
            continue
        letters = letters_of(titles.own_text(text))
        share = max((len(letters) / len(title) for title in titles.letters if letters in title), default=0.0)
        if share + bonus <= best[0] or share < MIN_SHARE or titles.is_other(letters):
            continue
        # However short, a heading that is the whole of a title is a headline.
        if _long_enough(letters) or (bonus and letters == letters_of(titles.main)):
            best = (share + bonus, share, number)
    return best[1:]


def _alike(called: Collection[str], titles: _Titles, headings: Mapping[int, _Heading]) -> int | None:
    """The heading whose wording is nearest to what the page is called, and no name of the site or of another page."""
    of_titles = [_bigrams(title) for title in called]
    best: tuple[float, int | None] = (0.0, None)
    for number, heading in islice(headings.items(), MAX_HEADINGS):
        letters = letters_of(heading.text[:MAX_CHARS])
        if titles.is_other(letters):
            continue
        likeness = max((_dice(_bigrams(letters), of_title) for of_title in of_titles), default=0.0)
        if likeness >= MIN_LIKENESS and likeness + heading.bonus > best[0] and _long_enough(letters):
            best = (likeness + heading.bonus, number)
    return best[1]


def _lone_heading(headings: Mapping[int, _Heading], titles: _Titles, *levels: str) -> int | None:
    """The only heading, of the first of some levels that has any, that names no other page."""
    for level in levels:
        of_level = (number for number, heading in headings.items() if heading.bonus == _LEVEL_BONUS[level])
        own = [number for number in of_level if not titles.is_other(letters_of(headings[number].text))]
        if own:
            return own[0] if len(own) == 1 and _long_enough(letters_of(headings[own[0]].text)) else None
    return None


def _called(page: Page, letters: str) -> int | None:
    """The first paragraph that says just what a link to the page says, and is none itself."""
    alike = (number for number in _possible(page) if letters_of(page.paragraphs[number]) == letters)
    own = (number for number in alike if not page.run_is_link[page.paragraph_run[number]])
    return next(own, None) if _long_enough(letters) else None


def _without_additions(found: Headline, title: str) -> Headline:
    """A heading that holds a part of the TITLE and little more (a time, a rubric): that part."""
    letters = letters_of(found.text)
    if letters in letters_of(title):
        return found
    parts = [part for part in title_parts(title) if letters_of(part) in letters]
    best = max(parts, key=len, default="")
    return Headline(best, found.paragraph) if len(letters_of(best)) >= SURE_SHARE * len(letters) > 0 else found


def _possible(page: Page) -> list[int]:
    """Paragraphs that are neither too short nor too long for a headline."""
    visible = page.characters.visible[page.paragraph_stop] - page.characters.visible[page.paragraph_start]
    possible: list[int] = np.flatnonzero((visible >= 2) & (visible <= MAX_CHARS)).tolist()
    return possible


def _headings(page: Page, titles: Collection[str]) -> dict[int, _Heading]:
    """The paragraphs that are headings, without what leads to the start page; the site's own name is none.

    Nor is a link (to a board) part of a heading that says beside it what a title does, nor what stands beside a link
    that says this (the host it leads to).
    """
    found: dict[int, _Heading] = {}
    stop, base = 0, base_url(page)
    for index in np.flatnonzero(page.is_tag(*_LEVEL_BONUS)).tolist():
        if index < stop:  # in another heading
            continue
        stop, bonus = int(page.end[index]), _LEVEL_BONUS[page.tags[index]]
        runs = range(page.first_run[index], page.last_run[index])
        own = [run for run in runs if not (page.run_is_link[run] and _leads_home(page, base, run))]
        parts = ([run for run in own if page.run_is_link[run] == linked] for linked in (False, True))
        own = next((part for part in parts if letters_of(_text_of(page, part)) in titles), own)
        for number in dict.fromkeys(page.run_paragraph[own].tolist() if own else ()):
            found[number] = _Heading(_text_of(page, own) if len(own) < len(runs) else page.paragraphs[number], bonus)
    return found


def _text_of(page: Page, runs: Sequence[int]) -> str:
    return " ".join(" ".join(page.text[page.run_start[run] : page.run_stop[run]] for run in runs).split())


def _leads_home(page: Page, base: str, run: int) -> bool:
    address = link_around(page, int(page.run_element[run]))
    # Most links of headings go deep: these need no joining.
    return address.count("/") <= MAX_SLASHES and aim_of_link(page.url, web_address(base, address)) is Aim.START_PAGE


def _long_enough(letters: str) -> bool:
    return len(letters) >= MIN_LETTERS or (len(letters) >= MIN_CJK and CJK.search(letters) is not None)


def _bigrams(letters: str) -> Counter[str]:
    return Counter(map("".join, pairwise(letters)))


def _dice(one: Counter[str], other: Counter[str]) -> float:
    """Likeness of two texts by the pairs of letters they share, 0 … 1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
