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

_BOARD = re.compile(r"(?<=[^\W\d_][-_.])[^\W\d_]+(?=[-_.]\{n\})")


def any_board(topics: Sequence[Route], others: Iterable[UrlParts]) -> list[Route]:
    """Routes with free text for the word in which several of some topics differ, as in ``post-theboard-{n}``.

    ``others``: addresses that are known to be no topics; a route that takes one of them is left out.
    """
    boards: dict[Route, set[str]] = defaultdict(set)
    for route in topics:
        found = _BOARD.search(route.path[-1]) if route.path and route.id_hole is not None else None
        if found is not None and not route.place:
            boards[_opened(route, found)].add(found.group())
    known = [parts for parts in others if not any(route.match(parts) for route in topics)]
    return [
        route
        for route, words in boards.items()
        if len(words) >= LEAST_BOARDS and not any(route.match(parts) for parts in known)
    ]


def _opened(route: Route, board: re.Match[str]) -> Route:
    first = "".join((*route.path[:-1], board.string[: board.start()])).count("{")
    last = f"{board.string[: board.start()]}{{s}}{board.string[board.end() :]}"
    hole = route.id_hole
    return replace(
        route,
        path=(*route.path[:-1], last),
        id_hole=hole + (hole >= first) if hole is not None else None,
        fixed=tuple((number + (number >= first), value) for number, value in route.fixed),
        marks=(),
    )
