"""Which number of an address is the page of a thread: it is small, and few are left out between first and last."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import gcd

from newsbody.urls.normalize import UrlParts
from newsbody.urls.shapes import PAGE_NAMES, Shape

#: Page numbers of a sample fill at least this share of the range from the first to the last (post numbers do not).
DENSE = 0.5

#: A larger number is no page number.
MAX_PAGES = 5000

_HOLE = re.compile(r"\{[nxhs]\}")


def page_hole_of(rows: Sequence[Sequence[str]], key_hole: int, spare: Sequence[int]) -> int | None:
    """The number after the key that varies most within one thread, when it looks like page numbers."""
    best: tuple[int, int] | None = None
    for hole in spare:
        values = {row[hole] for row in rows}
        if hole < key_hole or not dense(values):
            continue
        within: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            within[row[key_hole]].add(row[hole])
        variety = sum(len(seen) - 1 for seen in within.values())
        if best is None or variety > best[0]:
            best = (variety, hole)
    return best[1] if best else None


def dense(values: Iterable[str]) -> bool:
    """Whether numbers look like pages: small, and few left out between the first and the last."""
    numbers = sorted({int(value) for value in values if value.isdecimal() and len(value) <= 6} - {0})
    if not numbers or numbers[-1] > MAX_PAGES * 10:
        return False
    step = gcd(*numbers)
    if len(numbers) == 1:
        return numbers[0] <= 2
    pages = numbers[-1] // step
    return pages <= MAX_PAGES and len(numbers) >= DENSE * pages


def page_tail_of(keys: Sequence[str], tails: Sequence[tuple[Shape, ...]]) -> tuple[tuple[str, ...], str | None]:
    """The pattern of segments after the key that numbers the pages, and the number of the first page."""
    found: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for key, tail in zip(keys, tails, strict=True):
        if tail and tail[0].values and len(tail[0].values) == 1 and "{n}" in tail[0].pattern:
            found[(tail[0].pattern,)].append((key, tail[0].values[0]))
        elif len(tail) > 1 and tail[0].is_word and tail[1].pattern == "{n}":
            found[(tail[0].pattern, "{n}")].append((key, tail[1].values[0]))
    ranked = sorted(found, key=lambda pattern: (not _names_page(pattern), -len(found[pattern]), pattern))
    for pattern in ranked:
        numbers = {value for _, value in found[pattern]}
        if _names_page(pattern) or (len(numbers) > 1 and dense(numbers)):
            return pattern, "1" if "1" in numbers or "0" not in numbers else "0"
    return (), None


def _names_page(pattern: Sequence[str]) -> bool:
    words = re.findall(r"[^\W\d_]+", " ".join(_HOLE.sub(" ", piece) for piece in pattern))
    return any(word.lower() in PAGE_NAMES for word in words)


def page_key_of(keys: Sequence[str | None], members: Sequence[UrlParts], ids: Sequence[str]) -> str | None:
    """The query key that numbers the pages of a thread."""
    values: dict[str, list[str]] = defaultdict(list)
    for key, parts in zip(keys, members, strict=True):
        if key is None:
            continue
        for name, value in parts.query:
            if name not in ids and value.isdecimal():
                values[name].append(value)
    named = [name for name in values if name.lower() in PAGE_NAMES]
    pool = named or [name for name in values if len(set(values[name])) > 2 and "2" in values[name]]
    pages = [name for name in pool if dense(values[name]) or _speaks_of_pages(name, values[name])]
    return min(pages, key=lambda name: (-len(values[name]), name), default=None)


def _speaks_of_pages(name: str, values: Sequence[str]) -> bool:
    """A name of one letter is no word: ``p`` may number posts."""
    return name.lower() in PAGE_NAMES and len(name) > 1 and max(len(value) for value in values) <= len(str(MAX_PAGES))


def first_page_of(members: Sequence[UrlParts], page_key: str) -> str:
    """The number of the first page: 1 when pages 1 are rarer than pages 2 (only links back lead to them), else 0.

    Counted from 0, every thread of several pages has a page 1, so it is the most frequent. Where that is so because
    of views that always name the page, taking 1 for a second page costs a request; the other mistake loses posts.
    """
    values = Counter(dict(parts.query).get(page_key) for parts in members)
    return "1" if "0" not in values and values["1"] < values["2"] else "0"
