"""Numbers beside titles, and between words of the scheme, as far as the segments side by side tell which are which."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from newsbody.urls.shapes import MAX_SEGMENT, Shape, split_extension

#: A place with this many words that occur once each holds names, not constants (measured on the development lists).
OPEN_WORDS = 5

#: Of the segments at a place so many name their kind by a letter before their id, or none does.
LETTERED = 0.3

#: Of the segments at a place so many end in an id behind a title, or none does; of these so many have one of their own,
#: for in a folder of few the pages of its list stand beside them.
NUMBERED, OWN_TITLE = 0.9, 0.7

#: So many numbers side by side before a title are a row of the scheme; of fewer each is read by itself.
LEAST_ROW = 4

_ROW = re.compile(r"((?:[^\W\d_]+[-_.,=]?)?)(\d+(?:[-_.,]{1,4}\d+)+)[-_.,]+(?=.*[^\W\d_]).*")
_NUMBERED = re.compile(r"(.*?[^\W\d_].*?)([-_])(\d+)((?:[-_][^\W\d_]{2,10}(?:[-_]?\d+)?)?)")
_LAST_NUMBER = re.compile(r"(.*[^\W\d_].*)([-_])(\d+)()")
_LETTERED = re.compile(r"(.+?)([-_][^\W\d_]{1,2})(\d+)((?:[-_](?:[^\W\d_]{0,8}[-_]?\d+|[^\W\d_]{2,8}))?)")
_DIGITS = re.compile(r"\d+")


def lettered_titles(texts: Collection[str]) -> dict[str, Shape]:
    """The shapes of titles with a letter for their kind and an id behind (``the-title-t12.html``), where many are."""
    ids: dict[str, set[str]] = defaultdict(set)
    found = {}
    for text in texts:
        stem, extension = split_extension(text)
        match = _LETTERED.fullmatch(stem) if len(text) <= MAX_SEGMENT else None
        if match is not None:
            title, letter, number, tail = match.groups()
            behind = tail[:1] + ("{n}" if tail[1:].isdecimal() else "{s}") if tail else ""
            values = (title, number, tail[1:]) if tail else (title, number)
            found[text] = letter, Shape(f"{{s}}{letter}{{n}}{behind}{extension}", values, text)
            ids[letter].add(number)
    shapes = {text: shape for text, (letter, shape) in found.items() if len(ids[letter]) >= OPEN_WORDS}
    return shapes if len(shapes) >= LETTERED * len(texts) else {}


def numbered_titles(texts: Collection[str]) -> dict[str, Shape]:
    """The shapes of titles with an id behind (``the-title-12.html``, ``the-title-12-last``), where nearly all have one.

    A title has one id, and an id one title. A word behind it is one of the scheme where the same stands without it, or
    it stands behind many.
    """
    read = {text: split_extension(text) for text in texts if len(text) <= MAX_SEGMENT and "{" not in text}
    found = {text: match for text, (stem, _) in read.items() if (match := _NUMBERED.fullmatch(stem))}
    stems = {stem for stem, _ in read.values()}
    behind: dict[str, set[str]] = defaultdict(set)
    for match in found.values():
        behind[_DIGITS.sub("{n}", match[4])].add(match[1])
    for text, match in list(found.items()):
        alone = len(behind[_DIGITS.sub("{n}", match[4])]) < OPEN_WORDS and match.string[: match.start(4)] not in stems
        if match[4] and alone:
            last = _LAST_NUMBER.fullmatch(match.string)
            found.pop(text)
            found.update({text: last} if last else {})
    pairs = {(match[1], match[3]) for match in found.values()}
    different = min(len({title for title, _ in pairs}), len({number for _, number in pairs}))
    if len(pairs) < OPEN_WORDS or different < OWN_TITLE * len(pairs) or len(found) < NUMBERED * len(texts):
        return {}
    return {text: _behind_title(match, read[text][1], text) for text, match in found.items()}


def rows_before_titles(texts: Collection[str]) -> dict[str, Shape]:
    """The shapes of rows of numbers before titles (``12-345-2-0-the-title.html``), as many as nearly all have.

    A title may begin with a number itself, and with fewer of them begin other words than those of a row.
    """
    alike: dict[str, list[tuple[str, re.Match[str]]]] = defaultdict(list)
    for text in texts:
        match = _ROW.fullmatch(split_extension(text)[0]) if len(text) <= MAX_SEGMENT and "{" not in text else None
        if match is not None:
            alike[match[1]].append((text, match))
    found: dict[str, Shape] = {}
    for beside in alike.values():
        counts = sorted(len(_DIGITS.findall(match[2])) for _, match in beside)
        usual = counts[int((1 - NUMBERED) * len(counts))]
        if len(beside) >= OPEN_WORDS and usual >= LEAST_ROW:
            long = [row for row in beside if len(_DIGITS.findall(row[1][2])) >= usual]
            found.update((text, _before_title(match, usual, split_extension(text)[1], text)) for text, match in long)
    return found


def _before_title(match: re.Match[str], count: int, extension: str, text: str) -> Shape:
    numbers = [*_DIGITS.finditer(match[2])][:count]
    rest = match.string[match.start(2) + numbers[-1].end() :]
    title = rest.lstrip("-_.,")
    row = _DIGITS.sub("{n}", match[2][: numbers[-1].end()])
    pattern = f"{match[1]}{row}{rest[: len(rest) - len(title)]}{{s}}{extension}"
    return Shape(pattern, (*(number[0] for number in numbers), title), text)


def _behind_title(match: re.Match[str], extension: str, text: str) -> Shape:
    title, sign, number, tail = match.groups()
    pattern = f"{{s}}{sign}{{n}}{_DIGITS.sub('{n}', tail)}{extension}"
    return Shape(pattern, (title, number, *_DIGITS.findall(tail)), text)


def numbers_between_words(texts: Sequence[str]) -> dict[str, Shape]:
    """The shapes of long texts with numbers between words of the scheme (``go-to-post-tid-12-pid-345.html``).

    Many have the same words and other numbers each, at each place; of a title with a date (``chat-of-may-12-2026``) the
    year is the same.
    """
    alike: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    for text in texts:
        if len(text) <= MAX_SEGMENT and len(numbers := tuple(_DIGITS.findall(text))) > 1:
            alike[_DIGITS.sub("{n}", text)].append((text, numbers))
    return {
        text: Shape(pattern, numbers, text) for pattern, found in alike.items()
        if all(len(set(place)) >= OPEN_WORDS for place in zip(*(n for _, n in found), strict=True))
        for text, numbers in found
    }  # fmt: skip
