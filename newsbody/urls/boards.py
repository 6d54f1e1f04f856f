"""Boards of which a sample shows no topic: where addresses name the board before the id, any may stand there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Route

#: So many boards show that it is one.
LEAST_BOARDS = 2

#: The name of a board may end in a number.
_BOARD = re.compile(r"(?<=[^\W\d_][-_.])[^\W\d_]+(?:\{n\})?(?=[-_.]\{n\})")


def any_board(topics: Sequence[Route], others: Iterable[UrlParts]) -> list[Route]:
    """Routes with free text for the word in which several of some topics differ, as in ``post-theboard-{n}``.

    ``others``: addresses that are known to be no topics; a route that takes one of them is left out.
    """
    boards: dict[Route, set[str]] = defaultdict(set)
    for route in topics:
        found = _BOARD.search(route.path[-1]) if route.path and route.id_hole is not None else None
        if found is not None and not route.place and _holes(route, found.end()) <= (route.id_hole or 0):
            boards[_opened(route, found)].add(found.group())
    known = [parts for parts in others if not any(route.match(parts) for route in topics)]
    return [
        route
        for route, words in boards.items()
        if len(words) >= LEAST_BOARDS and not any(route.match(parts) for parts in known)
    ]


def _opened(route: Route, board: re.Match[str]) -> Route:
    first = _holes(route, board.start())
    last = f"{board.string[: board.start()]}{{s}}{board.string[board.end() :]}"
    own = board.group().count("{")
    return replace(
        route,
        path=(*route.path[:-1], last),
        id_hole=_moved(route.id_hole or 0, first, own),
        fixed=tuple(
            (_moved(number, first, own), value) for number, value in route.fixed if number - first not in range(own)
        ),
        marks=(),
    )


def _holes(route: Route, end: int) -> int:
    """How many holes stand before a place in the last piece of the path."""
    return "".join((*route.path[:-1], route.path[-1][:end])).count("{")


def _moved(hole: int, first: int, own: int) -> int:
    """The number of a hole when one takes the place of ``own`` others, the first of which is ``first``."""
    return hole + 1 - own if hole >= first else hole
