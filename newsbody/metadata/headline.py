"""The headline: the text on the page that its TITLE, or its own statements, also name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from newsbody.metadata.structured import Structured
from newsbody.page import Page

#: What stands between a headline and the names of site and section in a TITLE.
_SEPARATOR = re.compile(
    r"\s+[|–—·•»«›>:/~-]+\s+|\s*[|_｜»«]+\s*|(?<=[^\x00-\x7f])\s*[-–—]+\s*|(?<=[^\s-])--+(?=[^\s-])"
)
_NOT_LETTERS = re.compile(r"[\W_]+")
_HEADINGS = ("h1", "h2", "h3", "h4")
#: A part of a TITLE is taken for a headline from this share of it on (measured on
#: train/fundus, train/wcxb_article and the Chinese train sets).
MIN_TITLE_SHARE = 0.3
#: Letters from which a text can be a headline at all; a CJK character is a word.
MIN_LETTERS, MIN_CJK = 8, 4
#: Longer than any headline, in characters.
MAX_CHARS = 300


@dataclass(frozen=True)
class Headline:
    """The headline and the paragraph it stands in (None when it is nowhere visible)."""

    text: str
    paragraph: int | None


def read_headline(page: Page, structured: Structured) -> Headline:
    """The headline of a page; an empty text when nothing names one."""
    claims = [*structured.node_texts(structured.article, "headline"), *structured.meta("og:title", "twitter:title")]
    titles = [_letters(claim) for claim in (page.title, *claims) if claim]
    best: tuple[float, int] | None = None
    headings = _heading_paragraphs(page)
    for number, text in _short_paragraphs(page):
        letters = _letters(text)
        if not _long_enough(letters):
            continue
        shares = [len(letters) / len(title) for title in titles if letters in title]
        if not shares or max(shares) < MIN_TITLE_SHARE:
            continue
        level = headings.get(number, len(_HEADINGS) + 1)
        # A whole title that is a heading beats a part of one, or a crumb of the navigation.
        score = max(shares) + (len(_HEADINGS) + 1 - level) / len(_HEADINGS)
        if best is None or score > best[0]:
            best = (score, number)
    if best:
        return Headline(page.paragraphs[best[1]], best[1])
    return _unmatched(page, claims, headings)


def _unmatched(page: Page, claims: list[str], headings: dict[int, int]) -> Headline:
    """No visible text is in the titles: a lone H1, else what the page claims, else its TITLE."""
    lone = [number for number, level in headings.items() if level == 1]
    if len(lone) == 1 and _long_enough(_letters(page.paragraphs[lone[0]])):
        return Headline(page.paragraphs[lone[0]][:MAX_CHARS], lone[0])
    for claim in claims:
        return Headline(without_site_name(claim), None)
    return Headline(without_site_name(page.title), None)


def without_site_name(title: str) -> str:
    """The longest part of a title between its separators."""
    parts = [part.strip() for part in _SEPARATOR.split(title) if part.strip()]
    return max(parts, key=len, default=title.strip())[:MAX_CHARS]


def _short_paragraphs(page: Page) -> Iterator[tuple[int, str]]:
    lengths = page.paragraph_stop - page.paragraph_start
    for number in (lengths <= MAX_CHARS).nonzero()[0].tolist():
        yield number, page.paragraphs[number]


def _heading_paragraphs(page: Page) -> dict[int, int]:
    """The level (1 …) of each paragraph that stands in a heading."""
    found: dict[int, int] = {}
    for level, tag in enumerate(_HEADINGS, 1):
        inside = page.inside(page.is_tag(tag))[page.paragraph_element]
        found.update(dict.fromkeys(inside.nonzero()[0].tolist(), level))
    return found


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def _long_enough(letters: str) -> bool:
    return len(letters) >= (MIN_LETTERS if letters.isascii() else MIN_CJK)


def same_text(text: str, others: Iterable[str]) -> bool:
    """Whether a text equals one of others but for case, space and punctuation."""
    letters = _letters(text)
    return any(letters == _letters(other) for other in others)
