"""The ways in which the pages of a site's threads are numbered: those that most rows of numbered links show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from newsbody.urls.normalize import UrlParts
from newsbody.urls.numbering import Numbering
from newsbody.urls.pagination_schemes import Row, rows_of, ways_of
from newsbody.urls.seen_pages import SeenPage, stated_addresses

#: Forms of numbered addresses that one site has at most; each must explain rows that those before do not.
MAX_RULES = 3

#: Numbered links that must agree.
LEAST_VOTES = 2

#: Second pages alone do not tell whether 16 is 16 posts behind the first, or 15 counted from 1: numbers are round.
USUAL_STEP = 5


#: A thread has at most so many times the pages that a pager of a sample shows, or so many; of so many addresses with
#: larger numbers these are ids of posts.
FAR, LEAST_FAR, MANY_FAR = 10, 1000, 5


def learn_numberings(pages: Sequence[SeenPage], known: Collection[UrlParts]) -> tuple[Numbering, ...]:
    """The ways in which the pages of threads are numbered, the most frequent first.

    ``pages``: pages that were fetched.
    ``known``: addresses of the site, without scheme and host.
    """
    stated = stated_addresses(pages)
    rows = [(page, row) for page in pages for row in rows_of(page, stated.get(page.url))]
    shown = {number: ways for number, (page, row) in enumerate(rows) if (ways := ways_of(page, row))}
    found: list[Numbering] = []
    while shown and len(found) < MAX_RULES:
        votes: Counter[Numbering] = Counter()
        for number, ways in shown.items():
            votes.update(dict.fromkeys(ways, sum(label > 1 for label in rows[number][1])))
        left = [rows[number][1] for number in shown]
        best = max(
            votes,
            key=lambda way: (
                votes[way],
                _stems(way, left, known),
                way.step % USUAL_STEP == 0,
                way.whole,
                -len(way.before),
                repr(way),
            ),
        )
        # What only the first page shows to be cut with the number is cut in rows without that page as well.
        fit = {way: _explained(way, left) for way in votes if _plainly(way) == _plainly(best)}
        alike = [way for way in fit if 5 * fit[way] >= 4 * fit[best]]
        several = len({stem for row in left for stem in _stems_of(best, row)}) > 1
        best = max(
            alike,
            key=lambda way: (
                _stems(way, left, known),
                fit[way],
                _worth(way, several=several),
                not (way.along or way.below),
                repr(way),
            ),
        )
        if votes[best] < LEAST_VOTES:
            break
        found.append(_bounded(best, left, known))
        shown = {number: ways for number, ways in shown.items() if not _explains(best, rows[number][1])}
    return tuple(found)


def _bounded(way: Numbering, rows: Iterable[Row], known: Iterable[UrlParts]) -> Numbering:
    """A way that takes no numbers for pages which are far larger than those that pagers lead to, where many are."""
    largest = max(number for row in rows for number in row)
    most = max(FAR * largest, LEAST_FAR)
    far = sum((found := way.split(parts)) is not None and found[1] > most for parts in known)
    return replace(way, most=most) if far >= MANY_FAR else way


def _plainly(way: Numbering) -> Numbering:
    """A way without what the stems have to tell: how much before the number, and what beside it, is cut with it."""
    return replace(way, before="", along=(), below=(), within="")


def _worth(way: Numbering, *, several: bool) -> int:
    """A word between two like signs (``-page-2``) is one of the scheme, where pages of several threads have it."""
    word = several and way.before[:1] == way.before[-1:]
    return len(way.before) if word else -len(way.before)


def _explained(way: Numbering, rows: Iterable[Row]) -> int:
    """How many addresses of later pages have their number where it stands in this way."""
    later = ((number, way.split(parts)) for row in rows for number, parts in row.items() if number > 1)
    return sum(found is not None and found[1] == number for number, found in later)


def _explains(way: Numbering, row: Row) -> bool:
    return _explained(way, [row]) == sum(number > 1 for number in row)


def _stems(way: Numbering, rows: Iterable[Row], known: Collection[UrlParts]) -> int:
    """How many addresses without their number are addresses of the site."""
    heads = {(parts.path, parts.query) for parts in known}
    return sum((stem.path, stem.query) in heads for row in rows for stem in _stems_of(way, row))


def _stems_of(way: Numbering, row: Row) -> list[UrlParts]:
    """The addresses of later pages without their number."""
    return [found[0] for number, parts in row.items() if number > 1 and (found := way.split(parts))]
