"""The headline: the text on the page that its TITLE, or its own statements, also name."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from newsbody.metadata.structured import Structured
from newsbody.page import Page

#: What stands between a headline and the names of site and section in a TITLE.
_SEPARATOR = re.compile(
    r"\s+[|–—·•»«›:>/~-]+\s+|\s*[|_｜»«]+\s*|(?<=[^\x00-\x7f])\s*[-–—]+\s*|(?<=[^\s-])--+(?=[^\s-])"
)
_NOT_LETTERS = re.compile(r"[\W_]+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
#: Soft hyphens and the like, which are for the renderer.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
#: What being a heading of each level adds to the share of a title that a text makes. This and the
#: next three were chosen on train/fundus, train/wcxb_article and the Chinese train sets.
_LEVEL_BONUS = {"h1": 1.0, "h2": 0.75, "h3": 0.5, "h4": 0.25}
#: A text may be the headline from this share of a title on, and needs no rival from this one on.
MIN_SHARE, SURE_SHARE = 0.3, 0.6
#: A heading in other words than the title's must share this much of its letter pairs.
MIN_LIKENESS = 0.5
#: Names of site and section mostly stand behind the headline: the first part goes before a longer one
#: unless it is shorter than this share of it.
MIN_PART_SHARE = 0.6
#: Letters from which a text can be a headline at all; a CJK character is a word.
MIN_LETTERS, MIN_CJK = 8, 4
_EDGE = 3
#: Longer than any headline, in characters.
MAX_CHARS = 300
#: So many titles are compared with so many headings that say it in other words; pages with more have none.
MAX_TITLES, MAX_HEADINGS = 8, 200


@dataclass(frozen=True)
class Headline:
    """The headline and the paragraph it stands in (None when it is nowhere visible)."""

    text: str
    paragraph: int | None


def read_headline(page: Page, structured: Structured) -> Headline:
    """The headline of a page; an empty text when nothing names one."""
    # A TITLE beyond that length was never closed.
    title = page.title if len(page.title) <= MAX_CHARS else ""
    stated = [*structured.node_texts(structured.article, "headline"), *structured.meta("og:title", "twitter:title")]
    claims = [claim[:MAX_CHARS] for claim in stated[:MAX_TITLES]]
    named = (title, without_site_name(title), *claims)
    titles = [title for title in dict.fromkeys(map(_letters, named)) if title]
    bonus = _heading_bonus(page)
    share, contained = _contained(page, "\n".join(named).casefold(), titles, bonus)
    if contained is not None and share >= SURE_SHARE:
        return _at(page, contained)
    alike = _alike(page, titles, bonus)
    if alike is None:
        alike = contained if contained is not None else _lone_h1(page, bonus)
    if alike is not None:
        return _without_additions(_at(page, alike), title)
    return Headline(without_site_name(_INVISIBLE.sub("", claims[0] if claims else title)), None)


def _contained(page: Page, raw_titles: str, titles: list[str], bonus: dict[int, float]) -> tuple[float, int | None]:
    """The paragraph that is the largest part of a title, headings first, and how large a part."""
    best: tuple[float, float, int | None] = (0.0, 0.0, None)
    for number in _possible(page):
        text = page.paragraphs[number]
        # Most paragraphs are settled by how they begin and end.
        begin, end = text[:_EDGE].casefold()[:_EDGE], text[-_EDGE:].casefold()[-_EDGE:]
        if begin not in raw_titles and end not in raw_titles:
            continue
        letters = _letters(text)
        share = max((len(letters) / len(title) for title in titles if letters in title), default=0.0)
        if share >= MIN_SHARE and share + bonus.get(number, 0.0) > best[0] and _long_enough(letters):
            best = (share + bonus.get(number, 0.0), share, number)
    return best[1:]


def _alike(page: Page, titles: list[str], bonus: dict[int, float]) -> int | None:
    """The heading whose wording is nearest to that of a title."""
    of_titles = [_bigrams(title) for title in titles]
    best: tuple[float, int | None] = (0.0, None)
    for number, value in islice(bonus.items(), MAX_HEADINGS):
        letters = _letters(page.paragraphs[number][:MAX_CHARS])
        likeness = max((_dice(_bigrams(letters), of_title) for of_title in of_titles), default=0.0)
        if likeness >= MIN_LIKENESS and likeness + value > best[0] and _long_enough(letters):
            best = (likeness + value, number)
    return best[1]


def _lone_h1(page: Page, bonus: dict[int, float]) -> int | None:
    numbers = [number for number, value in bonus.items() if value == _LEVEL_BONUS["h1"]]
    return numbers[0] if len(numbers) == 1 and _long_enough(_letters(page.paragraphs[numbers[0]])) else None


def _without_additions(found: Headline, title: str) -> Headline:
    """A heading that holds a part of the TITLE and little more (a time, a rubric): that part."""
    letters = _letters(found.text)
    parts = [part for part in title_parts(title) if _letters(part) in letters]
    best = max(parts, key=len, default="")
    return Headline(best, found.paragraph) if len(_letters(best)) >= SURE_SHARE * len(letters) > 0 else found


def _at(page: Page, number: int) -> Headline:
    return Headline(_INVISIBLE.sub("", page.paragraphs[number][:MAX_CHARS]), number)


def without_site_name(title: str) -> str:
    """The part of a title that is the headline: the first that is not much shorter than the longest."""
    parts = title_parts(title)
    longest = max(map(len, parts), default=0)
    return next((part for part in parts if len(part) >= MIN_PART_SHARE * longest), title.strip())[:MAX_CHARS]


def title_parts(title: str) -> list[str]:
    """The parts of a title: headline, section and site in any order."""
    return [part.strip() for part in _SEPARATOR.split(title) if part.strip()]


def _possible(page: Page) -> list[int]:
    """Paragraphs that are neither too short nor too long for a headline."""
    visible = page.characters.visible[page.paragraph_stop] - page.characters.visible[page.paragraph_start]
    possible: list[int] = np.flatnonzero((visible >= MIN_CJK) & (visible <= MAX_CHARS)).tolist()
    return possible


def _heading_bonus(page: Page) -> dict[int, float]:
    """What standing in a heading is worth, for each paragraph that does."""
    found: dict[int, float] = {}
    stop = 0
    for index in np.flatnonzero(page.is_tag(*_LEVEL_BONUS)).tolist():
        if index < stop:  # in another heading
            continue
        stop = int(page.end[index])
        runs = page.run_paragraph[page.first_run[index] : page.last_run[index]]
        found.update(dict.fromkeys(runs.tolist(), _LEVEL_BONUS[page.tags[index]]))
    return found


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def _long_enough(letters: str) -> bool:
    return len(letters) >= MIN_LETTERS or (len(letters) >= MIN_CJK and _HAN.search(letters) is not None)


def _bigrams(letters: str) -> Counter[str]:
    return Counter(map("".join, pairwise(letters)))


def _dice(one: Counter[str], other: Counter[str]) -> float:
    """Likeness of two texts by the pairs of letters they share, 0 … 1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
