"""Where the number of a page stands in addresses, learned from rows of numbered links on pages that show posts.

A link whose text is 3 leads to the third page. What in the addresses behind a row of such links follows the texts,
as the number itself, counted from 0 or in steps (an offset), is the number of the page; what is left of an address
without it is its *stem*, the same for all pages of a thread.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from newsbody.remembered import remembered
from newsbody.urls.normalize import UrlParts, local, split_url
from newsbody.urls.seen import SeenPage, own_number, pagers, stated_addresses
from newsbody.urls.shapes import check_pattern, read_shape, shape_regex, split_extension

#: Forms of numbered addresses that one site has at most; each must explain rows that those before do not.
MAX_RULES = 3

#: Numbered links that must agree.
LEAST_VOTES = 2

#: A larger number is none of a page.
MAX_PAGE = 99_999

#: A larger number behind nothing but a hyphen may be a year, the last word of a title.
MAX_GLUED = 999

#: No forum shows so many posts a page: what numbers rise by more is an id.
MAX_STEP = 1000

#: Second pages alone do not tell whether 16 is 16 posts behind the first, or 15 counted from 1: numbers are round.
USUAL_STEP = 5

_NAMED = re.compile(r"[^\W_]|/")

#: What stands behind the number of the first post of a page, where that of the last one does: ``/12/16-30``.
RANGE = "-{n}"

#: More before a number is a title.
_PUT = re.compile(r"([\W_].{0,40}?(?<!\d))(\d{1,5})(-\d{1,5})?")

_HUNG = re.compile(r".*\w([^\w\s])(\d{1,5})")

Row = dict[int, UrlParts]


@dataclass(frozen=True, slots=True)
class Numbering:
    """One way in which pages are numbered.

    ``key``: query key that holds the number; None when it stands in the path.
    ``before``: what stands right before it in the path, cut with it from the stem; in a query the sign that hangs it
        on an id (``topic=12.15``).
    ``after``: shapes of what follows it in the path.
    ``first``: the number of the first page.
    ``step``: by how much the next page's is larger.
    ``whole``: whether what follows it is cut, too: ``/12/2.html`` is a page of ``/12``, not of ``/12.html``.
    ``along``: what later pages are asked for with, and first ones are not (``?page=2&tab=votes``).
    ``below``: segments at the end of their paths that those of first ones do not have (``/12/answers?page=2``).
    """

    key: str | None = None
    before: str = ""
    after: str = ""
    first: int = 1
    step: int = 1
    whole: bool = False
    along: tuple[tuple[str, str], ...] = ()
    below: tuple[str, ...] = ()

    def split(self, parts: UrlParts) -> tuple[UrlParts, int] | None:
        """The stem and the page, from 1; None when the address is not numbered in this way."""
        found = self._split(parts)
        if found is None or not (self.along or self.below):
            return found
        stem, page = found
        end = len(stem.path) - len(self.below)
        if stem.path[max(end, 0) :] != self.below:
            return None
        query = tuple(pair for pair in stem.query if pair not in self.along)
        return replace(stem, path=stem.path[:end], query=query), page

    def _split(self, parts: UrlParts) -> tuple[UrlParts, int] | None:
        if self.key is not None:
            head, sign, value = dict(parts.query).get(self.key, "").rpartition(self.before or "\0")
            page = self._page(value) if bool(sign) == bool(self.before) else 0
            rest = [(key, value) if key != self.key else (key, head) for key, value in parts.query]
            return (
                (replace(parts, query=tuple(pair for pair in rest if pair != (self.key, ""))), page) if page else None
            )
        path = "/" + "/".join(parts.path)
        found = _regex(self.before, self.after).fullmatch(path)
        page = self._page(found[2]) if found else 0
        if found is None or not page or (self.before[:1].isalpha() and not found[1][-1:].isdecimal()):
            return None
        return replace(parts, path=_segments(found[1] + ("" if self.whole else path[found.end(2) :]))), page

    @property
    def is_segment(self) -> bool:
        """Is it a segment of the path that says by a word that it is a page's (``/page-2``)? No title is like that."""
        return self.key is None and not self.after and re.match(r"/[^\W\d_]", self.before) is not None

    def start(self, parts: UrlParts) -> int:
        """Where in the path what is cut from it begins; its end when nothing is."""
        path = "/" + "/".join(parts.path)
        found = _regex(self.before, self.after).fullmatch(path) if self.key is None else None
        return found.end(1) if found else len(path)

    def _page(self, text: str) -> int:
        if not text.isdecimal() or len(text) > len(str(MAX_PAGE)):
            return 0
        hangs = self.key is None or bool(self.before)
        if hangs and self.step == 1 and not _NAMED.search(self.before) and int(text) > MAX_GLUED:
            return 0
        page, rest = divmod(int(text) - self.first, self.step)
        return page + 1 if page >= 0 and not rest else 0

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Numbering:
        """Raises ValueError when the data is damaged."""
        try:
            along = tuple((str(key), str(value)) for key, value in data.get("along", ()))
            below = tuple(data.get("below", ()))
            numbering = cls(**{**data, "along": along, "below": below})
            whole = isinstance(numbering.first, int) and isinstance(numbering.step, int) and numbering.step > 0
            texts = isinstance(numbering.before, str) and isinstance(numbering.after, str)
            texts = texts and all(isinstance(segment, str) for segment in below)
            if not (whole and texts and isinstance(numbering.key, str | None) and isinstance(numbering.whole, bool)):
                raise TypeError("values of another type")
            for piece in numbering.after.split("/"):
                check_pattern(piece)
            _regex(numbering.before, numbering.after)
        except (AttributeError, TypeError, ValueError, re.error) as error:
            raise ValueError(f"not a way of numbering pages: {data!r} ({error})") from error
        return numbering


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
        found.append(best)
        shown = {number: ways for number, ways in shown.items() if not _explains(best, rows[number][1])}
    return tuple(found)


def rows_of(page: SeenPage, stated: UrlParts | None = None) -> Iterator[Row]:
    """The pagers of a page. Where it is clear which page it is itself, its own address stands in them.

    ``stated``: the address that it states for itself, without scheme and host, where it is to be believed.
    On pages without posts those of the threads in a list: the link before the numbers leads to the first page.
    """
    own = split_url(page.url)
    seen = set()
    for row, before in pagers(page.links):
        numbers = {number: local(parts) for number, parts in row.items()}
        mark = tuple(sorted((number, parts.path, parts.query) for number, parts in numbers.items()))
        if own is None or mark in seen or len(set(numbers.values())) < len(numbers):
            continue
        seen.add(mark)
        if page.posts:
            itself = stated or local(own)
            mine = own_number(row) if itself not in numbers.values() else None
            if mine is not None:
                numbers[mine] = itself
        elif before is not None and 1 not in numbers:
            numbers[1] = local(before)
        yield numbers


def ways_of(page: SeenPage, row: Row) -> list[Numbering]:
    """The ways of numbering that a row of a page shows.

    In a list of threads the first page has to be known, and the list's own pages are none of a thread.
    """
    ways = _ways(row)
    own = split_url(page.url)
    if page.posts or own is None:
        return ways
    return [way for way in ways if _leads_on(way, row) and not _is_own(way, row, local(own))]


def _leads_on(way: Numbering, row: Row) -> bool:
    """Whether all addresses of a row have the stem of the first page."""
    if 1 not in row:
        return False
    first = way.split(row[1])
    stems = {(first[0] if first and first[1] == 1 else row[1])} | {row[1]}
    split = [way.split(parts) for number, parts in row.items() if number > 1]
    return all(found is not None and any(_same(found[0], stem) for stem in stems) for found in split)


def _is_own(way: Numbering, row: Row, own: UrlParts) -> bool:
    found = way.split(own)
    others = [split[0] for parts in row.values() if (split := way.split(parts))]
    return any(_same(stem, own) or (found is not None and _same(stem, found[0])) for stem in others)


def _same(a: UrlParts, b: UrlParts) -> bool:
    return a.path == b.path and a.query == b.query


def _ways(row: Row) -> list[Numbering]:
    """The ways of numbering that all addresses of a row follow; the first page may have no number."""
    later = [number for number in row if number > 1]
    if not later:
        return []
    masks = {_mask(row[number]) for number in later}
    values: dict[tuple[str | None, str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    first_page = "/" + "/".join(row[1].path) if 1 in row else None
    for number, parts in row.items():
        for key, value in parts.query:
            if key and value.isdecimal() and len(value) <= len(str(MAX_PAGE)):
                values[key, "", ""][number].append(int(value))
            if hung := _HUNG.fullmatch(value):
                values[key, hung[1], ""][number].append(int(hung[2]))
        alike = number > 1 or _mask(parts) in masks
        path = "/" + "/".join(parts.path)
        for before, after, value in (*_numbers(path), *_put_into(first_page, path)) if alike else ():
            values[None, before, after][number].append(int(value))
    start = set(_numbers(first_page or "/"))
    ways = []
    for (name, before, after), seen in values.items():
        if any(number not in seen for number in later):
            continue
        if name is None and any((before, after, f"{value}") in start for value in seen[min(later)]):
            continue  # the first page has it too: an id, or a number in a title
        for first, step in _models(seen, min(later)):
            if all(first + (number - 1) * step in found for number, found in seen.items()):
                ways.append(Numbering(name, before, after, first, step))
                if before[:1] == "/" and after and (after == RANGE or not re.search(r"[/{]", after)):
                    ways.append(replace(ways[-1], whole=True))
    along, below = _along(row), _below(row)
    ways += [replace(way, along=rest) for way in ways if (rest := tuple(p for p in along if p[0] != way.key))]
    return ways + [replace(way, below=below) for way in ways if below and way.key is not None]


def _below(row: Row) -> tuple[str, ...]:
    """The segments behind the path of the first page that those of all later ones end in."""
    if 1 not in row:
        return ()
    depth = len(row[1].path)
    later = {parts.path for number, parts in row.items() if number > 1}
    path = min(later)
    return path[depth:] if len(later) == 1 and path[:depth] == row[1].path else ()


def _along(row: Row) -> tuple[tuple[str, str], ...]:
    """What all later pages of a row are asked for with, and the first one is not."""
    later = [parts.query for number, parts in row.items() if number > 1]
    known = {key for key, _ in row[1].query} if 1 in row else {key for query in later for key, _ in query}
    return tuple(pair for pair in later[0] if pair[0] not in known and all(pair in query for query in later))


def _mask(parts: UrlParts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(re.sub(r"\d+", "0", segment) for segment in parts.path), tuple(sorted(key for key, _ in parts.query))


def _models(seen: Mapping[int, Sequence[int]], number: int) -> Iterator[tuple[int, int]]:
    """First number and step that may be: the number itself, counted from 0, or an offset, counted from 0 or 1."""
    yield 1, 1
    yield 0, 1
    for value, first in product(seen[number], (0, 1)):
        step, rest = divmod(value - first, number - 1)
        if 1 < step <= MAX_STEP and not rest:
            yield first, step


def _numbers(path: str) -> Iterator[tuple[str, str, str]]:
    """Each number of a path with what stands before it, in a short and a long form, and the shapes behind it."""
    for found in re.finditer(r"(?<!\d)\d{1,5}(?!\d)", path):
        left, after = path[: found.start()], _shapes_after(path[found.end() :])
        near = re.search(r"[\W_]+[^\W\d_]*$|(?<=\d)[^\W\d_]{1,5}$", left)
        if near is None:
            continue
        yield near[0], after, found[0]
        far = re.search(r"[\W_]+[^\W\d_]+[\W_]+$", left)
        if far is not None and far[0] != near[0]:
            yield far[0], after, found[0]


def _put_into(first: str | None, path: str) -> Iterator[tuple[str, str, str]]:
    """The number of a path with all that stands before it, and not in that of the first page.

    ``/12-from-0-go-2.html`` of ``/12.html``: words and numbers of the scheme.
    """
    if first is None:
        return
    pairs = enumerate(zip(first, path, strict=False))
    cut = next((place for place, (a, b) in pairs if a != b), min(len(first), len(path)))
    rest = first[cut:]
    found = _PUT.fullmatch(path[cut : len(path) - len(rest)])
    if found and path.endswith(rest) and not (found[3] and rest):
        yield found[1], _shapes_after(found[3] or rest), found[2]


@remembered(maxsize=1 << 14)
def _shapes_after(rest: str) -> str:
    """Shapes of the rest of a path: numbers and words are holes, an ending stays."""
    piece, *segments = rest.split("/")
    stem, ending = split_extension("0" + piece)
    body = re.sub(r"[^\W\d_].*", "{s}", stem[1:])
    shapes = [re.sub(r"(?<!{)\d+", "{n}", body) + ending]
    for segment in segments:
        shape = read_shape(segment) if segment else None
        shapes.append(shape.as_slug().pattern if shape and not shape.has_id else shape.pattern if shape else "")
    return "/".join(shapes)


@lru_cache(maxsize=256)
def _regex(before: str, after: str) -> re.Pattern[str]:
    tail = re.sub(r"\((?!\?)", "(?:", "/".join(shape_regex(piece) for piece in after.split("/")))
    any_left = ".*?" if "{s}" in after else ".*"
    return re.compile(rf"({any_left}){re.escape(before)}(\d+){tail}")


def _segments(path: str) -> tuple[str, ...]:
    return tuple(segment for segment in path.split("/") if segment)


def _plainly(way: Numbering) -> Numbering:
    """A way without what the stems have to tell: how much before the number, and what beside it, is cut with it."""
    return replace(way, before="", along=(), below=())


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
