"""Boards of which a sample shows no topic: where addresses name the board before the id, any may stand there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.groups import Group, Head
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Route

#: So many boards show that it is one.
LEAST_BOARDS = 2

#: So many addresses of a board's threads are linked to with a title, as a share; those of posts are not.
TITLED = 0.3

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


def of_one_kind(groups: Sequence[Group], crawled: Crawled) -> list[Group]:
    """Groups that differ in one named value of their queries are one where that value is a board's.

    Pages of at least one were seen to show posts and none to show none; addresses of each have titles; no two
    groups ask for the same thing, as views and forms do.
    """
    beside: dict[tuple[str, Head], list[Group]] = defaultdict(list)
    for group in groups:
        for key, value in group.query:
            if value is not None:
                rest = tuple(pair for pair in group.query if pair[0] != key)
                beside[key, (group.path, rest)].append(group)
    joined: dict[int, Group] = {}
    for (key, head), boards in beside.items():
        if len(boards) < LEAST_BOARDS or any(id(group) in joined for group in boards):
            continue
        if _are_boards(key, boards, crawled):
            whole = Group(head)
            for group in boards:
                joined[id(group)] = whole
                whole.members += group.members
                whole.shapes += group.shapes
    return list({id(one): one for group in groups for one in (joined.get(id(group), group),)}.values())


def _are_boards(key: str, groups: Sequence[Group], crawled: Crawled) -> bool:
    shown = [crawled.shown(group.members) for group in groups]
    titled = (sum(p in crawled.titles for p in group.members) >= TITLED * len(group.members) for group in groups)
    if not any(shown) or not all(map(all, shown)) or not all(titled):
        return False
    things = [
        {frozenset(pair for pair in parts.query if pair[0] != key) for parts in group.members} for group in groups
    ]
    return sum(map(len, things)) == len(set().union(*things))


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
