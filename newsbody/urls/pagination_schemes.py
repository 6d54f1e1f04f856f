"""Ways of numbering pages that a row of numbered links shows, on pages that show posts and in lists of threads.

A link whose text is 3 leads to the third page. What in the addresses behind a row of such links follows the texts,
as the number itself, counted from 0 or in steps (an offset), is the number of the page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from newsbody.ground.remembered import remembered
from newsbody.urls.normalize import UrlParts, local, split_url
from newsbody.urls.numbering import MAX_PAGE, Numbering
from newsbody.urls.seen_pages import SeenPage, own_number, pagers
from newsbody.urls.shapes import read_shape, split_extension

#: No forum shows so many posts a page: what numbers rise by more is an id.
MAX_STEP = 1000

#: What stands behind the number of the first post of a page, where that of the last one does: ``/12/16-30``.
RANGE = "-{n}"

#: More before a number is a title.
_PUT = re.compile(r"([\W_].{0,40}?(?<!\d))(\d{1,5})(-\d{1,5})?")

#: A row of numbers, maybe behind a word.
_ROW = re.compile(r"(?:[^\W\d_]+[-_.,=]?)?\d+(?:[-_.,]+\d+)+")

_HUNG = re.compile(r".*\w([^\w\s])(\d{1,5})")

Row = dict[int, UrlParts]


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
            # A first page may be linked to by its number and shown without: it is none behind the last. Nor is any page
            # behind one with another stem: a member with one point is no first page.
            whole = {**numbers, mine: itself} if mine is not None else numbers
            if mine is not None and (mine < max(numbers, default=0) or _continue(whole)):
                numbers[mine] = itself
        elif before is not None and 1 not in numbers:
            numbers[1] = local(before)
        yield numbers


def ways_of(page: SeenPage, row: Row) -> list[Numbering]:
    """The ways of numbering that a row of a page shows.

    All later pages have one stem: each link to a post of a page, which may be numbered as well, has its own, be it in
    a row of its own. In a list of threads the first page has to be known, and the list's own pages are none of them.
    A number that leads to its own page alone is its title ("10086"). ``?page=1`` is itself numbered in no steps of two.
    """
    itself = {local(parts) for url in (page.url, page.canonical) if url and (parts := split_url(url))}
    if page.posts and itself.issuperset(map(local, row.values())):
        return []
    ways = [way for way in _ways(row) if _have_one_stem(way, (parts for n, parts in row.items() if n > 1))]
    own = split_url(page.url)
    if own is None:
        return ways
    asked = dict(own.query)
    ways = [way for way in ways if way.before or not asked.get(way.key or "", "").isdecimal() or way.split(local(own))]
    if page.posts:
        numbered = [local(parts) for other, _ in pagers(page.links) for parts in other.values()]
        return [way for way in ways if _is_own(way, row, local(own)) or _have_one_stem(way, numbered)]
    return [way for way in ways if _leads_on(way, row) and not _is_own(way, row, local(own))]


def _have_one_stem(way: Numbering, numbered: Iterable[UrlParts]) -> bool:
    stems = [found[0] for parts in numbered if (found := way.split(parts))]
    return all(_same(stem, stems[0]) for stem in stems)


def _continue(row: Row) -> bool:
    ways = _ways(row)
    return bool(ways) and (1 not in row or any(_leads_on(way, row) for way in ways))


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
    if not later or _names_codes(row):
        return []
    masks = {_mask(row[number]) for number in later}
    values: dict[tuple[str | None, str, str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    first_page = "/" + "/".join(row[1].path) if 1 in row else None
    for number, parts in row.items():
        for key, value in parts.query:
            if key and value.isdecimal() and len(value) <= len(str(MAX_PAGE)):
                values[key, "", "", ""][number].append(int(value))
            if hung := _HUNG.fullmatch(value):
                values[key, hung[1], "", ""][number].append(int(hung[2]))
        alike = number > 1 or _mask(parts) in masks
        path = "/" + "/".join(parts.path)
        for before, after, within, value in (*_numbers(path), *_put_into(first_page, path)) if alike else ():
            values[None, before, after, within][number].append(int(value))
    start = set(_numbers(first_page or "/"))
    ways = []
    for (name, before, after, within), seen in values.items():
        if any(number not in seen for number in later):
            continue
        if name is None and any((before, after, within, f"{value}") in start for value in seen[min(later)]):
            continue  # the first page has it too: an id, or a number in a title
        for first, step in _models(seen, min(later)):
            if all(first + (number - 1) * step in found for number, found in seen.items()):
                ways.append(Numbering(name, before, after, first, step, within=within))
                if before[:1] == "/" and after and (after == RANGE or not re.search(r"[/{]", after)):
                    ways.append(replace(ways[-1], whole=True))
    along, below = _along(row), _below(row)
    ways += [replace(way, along=rest) for way in ways if (rest := tuple(p for p in along if p[0] != way.key))]
    return ways + [replace(way, below=below) for way in ways if below and way.key is not None]


def _names_codes(row: Row) -> bool:
    """Does each address of a row name a code of its own, in which digits stand by chance (``/0c188a44b0``)?"""
    codes = {one for parts in row.values() for one in (*parts.path, *(value for _, value in parts.query))
             if read_shape(one).pattern in ("{x}", "{h}")}  # fmt: skip
    return len(codes) == len(row) == len(set(map(_mask, row.values())))


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


def _numbers(path: str) -> Iterator[tuple[str, str, str, str]]:
    """Each number of a path with what stands before it, in a short and a long form, and the shapes behind it.

    Of a number in a row of several before a title with the shapes of those before it, too.
    """
    for found in re.finditer(r"(?<!\d)\d{1,5}(?!\d)", path):
        left, after = path[: found.start()], _shapes_after(path[found.end() :])
        near = re.search(r"[\W_]+[^\W\d_]*$|(?<=\d)[^\W\d_]{1,5}$", left)
        if near is None:
            continue
        yield near[0], after, "", found[0]
        row = _ROW.fullmatch(left[: near.start()].rpartition("/")[2])
        if row is not None and "{s}" in after.partition("{n}")[2].partition("/")[0]:
            yield near[0], after, "/" + re.sub(r"\d+", "{n}", row[0]), found[0]
        far = re.search(r"[\W_]+[^\W\d_]+[\W_]+$", left)
        if far is not None and far[0] != near[0]:
            yield far[0], after, "", found[0]


def _put_into(first: str | None, path: str) -> Iterator[tuple[str, str, str, str]]:
    """The number of a path with all that stands before it, and not in that of the first page.

    ``/12-from-0-go-2.html`` of ``/12.html``: words and numbers of the scheme. Of ``/12__2_.html`` and ``/12__.html``
    the sign before the number.
    """
    if first is None or len(path) <= len(first):
        return
    pairs = enumerate(zip(first, path, strict=False))
    cut = next((place for place, (a, b) in pairs if a != b), min(len(first), len(path)))
    if 0 < cut < len(path) and path[cut].isdecimal() and path[cut - 1] == path[len(path) - len(first) + cut - 1]:
        cut -= 1
    rest = first[cut:]
    found = _PUT.fullmatch(path[cut : len(path) - len(rest)])
    if found and path.endswith(rest) and not (found[3] and rest):
        yield found[1], _shapes_after(found[3] or rest), "", found[2]


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
