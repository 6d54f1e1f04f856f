"""Which other groups of addresses show the same kind of page as a given one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from newsbody.urls.evidence import LIST_STEMS, LIST_WORDS, OTHER_STEMS, OTHER_WORDS, Judged, head_words, title_of
from newsbody.urls.groups import Group
from newsbody.urls.routes import ACTION_WORDS, Route
from newsbody.urls.shapes import words_in

PLACE_WORDS = ("post", "unread", "latest", "newest")
"""Ends of words that lead to a place in the same thread (to the next thread leads something else)."""

TITLE_RATIO = 2.0
"""Titles of the same kind of page differ at most by this factor in their mean number of words."""

MIN_TITLE = 3.0
"""Titles of threads have at least this many words on average; names of members and boards have fewer."""

_BARE = ("{n}", "{x}", "{h}")


def alike(main: Judged, other: Judged) -> Route | None:
    """The route of ``other`` when its pages are of the same kind as those of ``main`` under a path of the same form.

    Three cases: another board before the same kind of key; an id of another type in the same place; a further number
    in the same named key.
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
        same_name = re.match(r"[^\W\d_]{3,}", x)
        named = same_name is not None and y.startswith(same_name.group() + x[same_name.end() : x.index("{")] + "{n}")
        return other.route if named or (x in _BARE and y in _BARE) else None
    if "{s}" in a.path[-1] and a.path[-1] != "{s}" and _is_board(x) and _is_board(y) and _same_titles(main, other):
        return (
            replace(other.route, path=(*b.path[:place], "{s}", *b.path[place + 1 :])) if "{" not in y else other.route
        )
    return None


def _is_board(piece: str) -> bool:
    return "{" in piece or words_in(piece) > 1


def _same_titles(a: Judged, b: Judged) -> bool:
    first, second = _mean_title(a), _mean_title(b)
    return min(first, second) >= MIN_TITLE and max(first, second) <= TITLE_RATIO * min(first, second)


def _mean_title(judged: Judged) -> float:
    members = judged.group.members
    return sum(words_in(title_of(parts, judged.route)) for parts in members) / len(members)


def alias_route(main: Judged, other: Judged) -> Route | None:
    """The route of ``other`` when its addresses carry the thread ids of ``main`` under a related name.

    A rewritten form and the dynamic form behind it (``thread-7-1-1.html``, ``viewthread&tid=7``), or a redirect into
    the thread. Forms and logs about a thread are none.
    """
    a, b = main.group, other.group
    words = set(head_words(b, other.route))
    if words & ACTION_WORDS or any(value in ACTION_WORDS for _, value in b.query):
        return None
    names = _names(main)
    if b.keyed_by_path:
        own = _own_names(b)
        return other.route if own and _kin(own, names) else None
    chosen = {value.lower() for _, value in b.query if value}
    places = {word for word in chosen if word.endswith(PLACE_WORDS)}
    if a.keyed_by_path and any(_kin({word}, names) for word in chosen - places):
        return other.route
    keys = [key for key in _query_keys(b) if key.lower().endswith(tuple(_id_names(main)))]
    if not keys or not places:
        return None
    return replace(other.route, ids=(min(keys, key=lambda key: (len(key), key)),), keep=(), page_key=None)


def _id_names(judged: Judged) -> set[str]:
    """Names of the thread's id that are long enough to be known again in ``ptid`` or ``thread_id``."""
    if judged.group.keyed_by_path:
        return {name for name in _own_names(judged.group) if len(name) > 1} | {
            f"{n[:1]}id" for n in _own_names(judged.group)
        }
    return {key.lower() for key in judged.route.ids[:1] if len(key) > 1}


def _names(judged: Judged) -> set[str]:
    """Words that name the thread's id: constants in its segment, or its query key and what selects it."""
    if judged.group.keyed_by_path:
        return _own_names(judged.group) or set(head_words(judged.group, judged.route))
    return {value.lower() for _, value in judged.group.query if value} | {key.lower() for key in judged.route.ids[:1]}


def _own_names(group: Group) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[nxhs]\}|\.\w+$", " ", group.path[-1]).lower()))


def _kin(first: set[str], second: set[str]) -> bool:
    return any((a in b or b in a) and min(len(a), len(b)) >= 2 for a in first for b in second)


def _query_keys(group: Group) -> list[str]:
    return sorted({key for parts in group.members for key, value in parts.query if value.isdigit()})


def list_routes(topic: Route, others: Sequence[Judged]) -> tuple[Route, ...]:
    """Routes of pages that list topics: folders above them, and groups whose words or paging say so."""
    routes: dict[Route, None] = {Route(path=topic.path[:depth]): None for depth in range(len(topic.path))}
    for judged in others:
        words = head_words(judged.group, judged.route) or [piece.lower() for piece in judged.group.path[-1:]]
        words = [word for text in words for word in re.findall(r"[^\W\d_]+", text.rsplit(".", 1)[0])]
        bad = any(w in OTHER_WORDS or w in ACTION_WORDS or any(stem in w for stem in OTHER_STEMS) for w in words)
        good = any(w in LIST_WORDS or any(stem in w for stem in LIST_STEMS) for w in words)
        if good and not bad and judged.listing > -5:
            routes[judged.route] = None
    return tuple(routes)
