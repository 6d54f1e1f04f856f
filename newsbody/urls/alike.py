"""Which other groups of addresses are like a given one by themselves, before any page was seen."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from newsbody.urls.derive import thread_keys
from newsbody.urls.evidence import OTHER_WORDS, Judged, mean_title
from newsbody.urls.groups import Head
from newsbody.urls.routes import Route
from newsbody.urls.shapes import words_in

#: Titles on two boards differ at most by this factor in their mean number of words.
TITLE_RATIO = 4.0

#: Two samples of the same threads share at least this part of their ids.
SHARED = 0.2

#: Titles of threads have more words than this on average even on a board of short ones; names of members have one.
MIN_TITLE = 1.5

#: So many folders beside that of topics show that it is a board's.
LEAST_BOARDS = 2

#: Largest ids of two boards differ at most by this factor.
SAME_IDS = 10

_BARE = ("{n}", "{x}", "{h}")


def alike(main: Judged, other: Judged, *, unseen: bool = True) -> Route | None:
    """The route of ``other`` when its pages are of the same kind as those of ``main`` under a path of the same form.

    Another board before the same key; an id of another type in the same place; a further number in the same key.
    Where no pages were seen (``unseen``) addresses have to tell more by themselves.
    """
    a, b = main.group, other.group
    if not (a.keyed_by_path and b.keyed_by_path) or len(a.path) != len(b.path):
        return None
    differing = [position for position, (x, y) in enumerate(zip(a.path, b.path, strict=True)) if x != y]
    if len(differing) != 1:
        return None
    place = differing[0]
    x, y = a.path[place], b.path[place]
    if place == len(a.path) - 1:
        same = _paged(x) == _paged(y) or (unseen and (_glued(x, y) or _glued(y, x)))
        return other.route if _same_key(x, y) or (same and share_keys(main, other)) else None
    boards = _is_board(x) and _is_board(y)
    keyed = "{s}" in a.path[-1] and a.path[-1] != "{s}"
    titled = boards and (keyed or unseen) and _same_titles(main, other)
    named = place < len(a.path) - 2 and "{" not in a.path[-2] and a.path[-2].lower() not in OTHER_WORDS
    return any_folder(other.route, place) if titled or named else None


def boards_beside(main: Judged, others: Iterable[Judged]) -> dict[Head, Route]:
    """The routes of groups in folders beside that of topics, by their heads, with free text for the folder.

    They are boards when several have names of several words, and titles and ids as the topics have them.
    """
    beside: dict[int, list[Judged]] = defaultdict(list)
    for other in others:
        place = _folder(main.group.path, other.group.path)
        if place is not None and _same_titles(main, other) and same_ids(main, other):
            beside[place].append(other)
    return {
        board.group.head: any_folder(board.route, place)
        for place, boards in beside.items()
        if sum(_is_board(board.group.path[place]) for board in boards) >= LEAST_BOARDS
        for board in boards
    }


def same_ids(a: Judged, b: Judged) -> bool:
    """Whether ids of two groups may come from one counter: none twice, and none much larger than all others."""
    first, second = key_numbers(a), key_numbers(b)
    if not first or not second or first & second:
        return False
    return max(first) <= SAME_IDS * max(second) and max(second) <= SAME_IDS * max(first)


def _folder(path: Sequence[str], other: Sequence[str]) -> int | None:
    """The place before the key at which two paths with ids differ, in that alone."""
    if len(path) != len(other) or not path or "{n}" not in path[-1]:
        return None
    places = [place for place, (x, y) in enumerate(zip(path, other, strict=True)) if x != y]
    return places[0] if len(places) == 1 and places[0] < len(path) - 1 else None


def key_numbers(judged: Judged) -> set[int]:
    return {int(key) for key in thread_keys(judged.group, judged.route) if key.isdecimal()}


def _same_key(x: str, y: str) -> bool:
    """An id of another type, or the same name with a further number (``Show-g{n}-k{n}``, ``Show-g{n}-k{n}-o{n}``)."""
    if x in _BARE and y in _BARE:
        return True
    name = re.match(r"[^\W\d_]{3,}", x)
    if name and sum(p != q for p, q in zip_longest(re.split("[-_]", x), re.split("[-_]", y))) == 1:
        return y.startswith(name.group()) and x.count("{") == y.count("{")  # post-{board}-{n}-{n}
    start = x.split("{", 1)[0]
    return name is not None and y.startswith(start + "{n}") and y.split("{n}")[-1] == x.split("{n}")[-1]


def _paged(pattern: str) -> str:
    return re.sub(r"[-_]\{n\}(?=\.|$)", "", pattern, count=1)


def _glued(pattern: str, longer: str) -> bool:
    """Whether one only adds free text behind the id: ``read-{n}.html``, ``read-{n}-{s}.html``."""
    return bool(re.fullmatch(re.escape(pattern).replace(r"\{n\}", r"\{n\}[-_]\{s\}", 1), longer))


def share_keys(a: Judged, b: Judged) -> bool:
    """Whether a good part of the fewer threads stands in both groups."""
    first, second = set(thread_keys(a.group, a.route)), set(thread_keys(b.group, b.route))
    return len(first & second) >= SHARED * min(len(first), len(second))


def any_folder(route: Route, place: int) -> Route:
    """The route with free text at ``place``; the holes behind count one more."""
    if "{" in route.path[place]:
        return route
    shift = sum(piece.count("{") for piece in route.path[:place])
    moved = {
        name: None if hole is None else hole + (hole >= shift)
        for name, hole in (("id_hole", route.id_hole), ("page_hole", route.page_hole))
    }
    fixed = tuple((hole + (hole >= shift), value) for hole, value in route.fixed)
    path = (*route.path[:place], "{s}", *route.path[place + 1 :])
    return replace(route, path=path, fixed=fixed, id_hole=moved["id_hole"], page_hole=moved["page_hole"])


def _is_board(piece: str) -> bool:
    return "{" in piece or words_in(piece) > 1


def _same_titles(a: Judged, b: Judged) -> bool:
    first, second = mean_title(a), mean_title(b)
    return min(first, second) >= MIN_TITLE and max(first, second) <= TITLE_RATIO * min(first, second)
