"""Which other groups of addresses show the same kind of page as a given one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from newsbody.urls.alike import LEAST_BOARDS, key_numbers, same_ids, share_keys
from newsbody.urls.crawl_evidence import Crawled, show_posts
from newsbody.urls.derive import thread_keys
from newsbody.urls.evidence import Judged, shown_plainly
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Route
from newsbody.urls.thread_forms import are_others

#: Of the numbers that are threads' so many are those of threads that are known; a place in one is linked to from it.
CARRIED = 0.8

#: Titles of threads have so many times the words that names of members have.
NAME_RATIO = 2.0

#: A title in a segment, and the marks around it.
_TITLE = re.compile(r"[^\w{}]*\{s\}[^\w{}]*")

#: A thread has one first page; places in it are many.
ALONE = 1.2


def are_names(main: Judged, other: Judged, crawled: Crawled) -> bool:
    """Are the texts of links to the pages of a group clearly shorter than titles: names of members?"""
    words = crawled.title_words(other.group.members)
    return NAME_RATIO * words <= crawled.title_words(main.group.members)


def shows_same(main: Judged, other: Judged, crawled: Crawled) -> Route | None:
    """The route of ``other`` when its pages, as far as they were fetched, show posts; a place in the threads of
    ``main`` when they are posts of these, or when it carries their ids.
    """
    if other.keys < 2 or (other.route.id_hole is None and not other.route.ids):
        return None  # a help page repeats something, too
    other = _by_thread(main, other)
    members = set(other.group.members)
    shown = shown_plainly(other.route, members, crawled)
    shows = show_posts(shown)
    home = goes_on(other, crawled) or _is_titled(other, crawled)
    place = _differing(main.route, other.route)
    if place is not None and home and not leads_away(main, other, crawled) and not _repeats(main, other, crawled):
        deep = place > 0 or "{s}" in other.route.path[-1]
        unseen = not crawled.shown(members) and crawled.shows_posts(main.group.members)
        unseen = unseen and not are_names(main, other, crawled)
        if shows or (deep and unseen and (same_ids(main, other) or not key_numbers(other))):
            return _opened(other.route, place) if deep else other.route
    goes = [second for first, second in crawled.moved.items() if first in members]
    led = sum(main.route.match(second) is not None for second in goes)
    own = sum(a in members and b in members for a, b in crawled.pairs)
    away = sum(a in members and b not in members for a, b in crawled.pairs)
    shared = share_keys(main, other)
    if shared and (_goes_on(main, other, crawled) or _begins(main, other, crawled)):
        return other.route
    related = _related_path(main, other)
    if shared and related and home and _are_others(main, other, crawled):
        return other.route
    beside = replace(other.route, place=True, foreign=not shared)
    if led and 2 * led >= len(goes):
        anything = beside.foreign and beside.path[-1:] == ("{s}",)  # any page has such an address
        return None if anything or (shown and not any(shown)) else beside  # a list leads to its latest thread
    if not shows:
        return beside if shared and away == own == 0 and related else None
    if home and own >= away and not shared and not _repeats(main, other, crawled):
        # Threads of their own: ids that stand elsewhere may be those of other threads, too.
        return other.route if related else replace(other.route, space="/".join(other.route.path))
    return beside


def leads_away(main: Judged, other: Judged, crawled: Crawled) -> bool:
    """Do most pages of a group, of those that were asked for, turn out to be pages of the threads of ``main``?"""
    members = set(other.group.members)
    led = sum(first in members and main.route.match(second) is not None for first, second in crawled.moved.items())
    return led > sum(parts in crawled.posts and parts not in crawled.moved for parts in members)


def _by_thread(main: Judged, other: Judged) -> Judged:
    """A group known by that number of its addresses which is a thread's of ``main`` (``the-title-12-post345``)."""
    if other.route.id_hole is None or share_keys(main, other):
        return other
    known = set(thread_keys(main.group, main.route))
    carried: dict[int, Route] = {}
    for hole in range("".join(other.route.path).count("{")):
        route = replace(other.route, id_hole=hole, fixed=())
        keys = thread_keys(other.group, route)
        if sum(key in known for key in keys) >= CARRIED * len(keys):
            carried[len(set(keys))] = route
    return replace(other, route=carried[max(carried)]) if carried else other


def _goes_on(main: Judged, other: Judged, crawled: Crawled) -> bool:
    """Whether numbered links lead from the threads of one group to pages of the same threads in the other."""
    first = dict(_keyed(main))
    second = dict(_keyed(other))
    cross = [first[a] == second[b] for a, b in crawled.pairs if a in first and b in second]
    numbered = {stem for address, stem in crawled.stems.items() if address != stem}
    return 2 * sum(cross) > len(cross) and 2 * sum(parts in numbered for parts in second) > len(second)


def _begins(main: Judged, other: Judged, crawled: Crawled) -> bool:
    """The other way round: the first pages, to which numbered links of later ones lead; each thread has one.

    Where lists lead to the threads of ``main`` by their titles, these are the first pages, and others places in them.
    """
    later, first = dict(_keyed(main)), dict(_keyed(other))
    cross = [first[a] == later[b] and not crawled.listed[b] for a, b in crawled.pairs if a in first and b in later]
    back = [later[a] == first[b] for a, b in crawled.pairs if a in later and b in first]
    alone = len(first) <= ALONE * len(set(first.values()))
    return alone and (2 * sum(cross) > len(cross) or not cross) and all(back) and bool(cross or back)


def _are_others(main: Judged, other: Judged, crawled: Crawled) -> bool:
    """Are plain addresses of a group those of threads that have none in ``main``?"""
    known = {key for _, key in _keyed(main)}
    plain = [(key, parts) for parts, key in _keyed(other) if other.route.is_plain(parts) and parts not in crawled.moved]
    return bool(other.route.forms) and are_others(known, plain, crawled)


def _keyed(judged: Judged) -> Iterator[tuple[UrlParts, str | None]]:
    for parts in judged.group.members:
        match = judged.route.match(parts)
        if match is not None:
            yield parts, judged.route.thread_key(parts, match)


def _differing(a: Route, b: Route) -> int | None:
    """The one segment before the key, a board's, in which two paths differ."""
    if a.id_hole is None or b.id_hole is None or len(a.path) != len(b.path):
        return None
    places = [place for place, (x, y) in enumerate(zip(a.path, b.path, strict=True)) if x != y]
    keyed = len(a.path) - 1 not in places and _place_of(a) == _place_of(b)
    return places[0] if len(places) == 1 and keyed and places[0] != _place_of(a) else None


def _place_of(route: Route) -> int:
    """The segment that holds the key."""
    holes = 0
    for place, piece in enumerate(route.path):
        holes += piece.count("{")
        if route.id_hole is not None and route.id_hole < holes:
            return place
    return len(route.path) - 1


def goes_on(judged: Judged, crawled: Crawled) -> bool:
    """Do numbered links lead from page to page within a group?"""
    members = set(judged.group.members)
    return any(a in members and b in members for a, b in crawled.pairs)


def _is_titled(judged: Judged, crawled: Crawled) -> bool:
    members = judged.group.members
    return 2 * sum(crawled.listed[parts] > 0 for parts in members) > len(members)


def _opened(route: Route, place: int) -> Route:
    """The route with free text at ``place``."""
    before = sum(piece.count("{") for piece in route.path[:place])
    shift = 1 - route.path[place].count("{")
    hole = route.id_hole
    path = (*route.path[:place], "{s}", *route.path[place + 1 :])
    return replace(route, path=path, id_hole=hole + shift if hole is not None and hole >= before else hole, fixed=())


def boards_unseen(taken: Sequence[Judged], rest: Iterable[Judged], crawled: Crawled) -> list[Judged]:
    """Groups of which no page was seen, in folders beside those of several boards: lists link to them with titles.

    ``taken``: the groups that are topics, the first the one that was found; ``rest``: the others.
    """
    main, found = taken[0], []
    boards = Counter(_differing(main.route, judged.route) for judged in taken[1:])
    for other in rest:
        place = _differing(main.route, other.route)
        if place is None or boards[place] < LEAST_BOARDS or crawled.shown(other.group.members):
            continue
        titled = _is_titled(other, crawled) and not are_names(main, other, crawled)
        if titled and same_ids(main, other) and not leads_away(main, other, crawled):
            found.append(other)
    return found


def of_any_board(topics: Sequence[Route], taken: Iterable[Judged]) -> list[Route]:
    """Where threads of any board are topics, so are later pages of these, whose addresses name it elsewhere.

    ``topics``: the first is that of the board that was found; ``taken``: the groups that are topics. With
    ``/a/{s}/12.html`` beside ``/b/board/12_2.html`` the second with free text for the board.
    """
    main, paths = topics[0], [judged.group.path for judged in taken]
    boards: set[str] = set()
    for place in range(len(main.path)):
        opened = (*main.path[:place], "{s}", *main.path[place + 1 :])
        if place != _place_of(main) and any(route.path == opened for route in topics):
            beside = [path for path in paths if (*path[:place], "{s}", *path[place + 1 :]) == opened]
            boards.update(path[place] for path in beside if "{" not in path[place])
    found = []
    for route in topics:
        named = [place for place, piece in enumerate(route.path) if piece in boards]
        if len(named) == 1 and not route.place and route.id_hole is not None and named[0] != _place_of(route):
            found.append(_opened(route, named[0]))
    known = {route.path for route in topics}
    return list({route.path: route for route in found if route.path not in known}.values())


def _repeats(main: Judged, other: Judged, crawled: Crawled) -> bool:
    """Whether pages of one group show a thread of the other: most of the posts of one that has several stand there.

    Or most pages with a single post show one that does; one alone may say a word that many say. So do short threads:
    what two threads have does not count.
    """
    threads: dict[str | None, set[str]] = defaultdict(set)
    for parts, key in _keyed(main):
        threads[key] |= crawled.posts.get(parts, set())
    count = Counter(chain.from_iterable(threads.values()))
    threads = {key: {post for post in posts if count[post] == 1} for key, posts in threads.items()}
    own = set().union(*threads.values())
    pages = [posts for parts in other.group.members if (posts := crawled.posts.get(parts))]
    single = [posts <= own for posts in pages if len(posts) == 1]
    several = [posts for posts in pages if len(posts) > 1 and 2 * len(own & posts) > len(posts)]
    same = any(2 * len(thread & posts) > len(posts) for posts in several for thread in threads.values())
    return same or 2 * sum(single) > len(single)


def _related_path(main: Judged, other: Judged) -> bool:
    """Whether two addresses begin alike: what hangs on a thread's address leads to a place in it.

    So do those with a title and without, on whichever side of the id it stands: ``/threads/moss.12``, ``/threads/12``.
    """
    a, b = main.group.path, other.group.path
    both = main.group.keyed_by_path and other.group.keyed_by_path
    alike = both and len(a) == len(b) and a[:-1] == b[:-1]
    return alike and (_front(a[-1]) == _front(b[-1]) or _TITLE.sub("", a[-1]) == b[-1])


def _front(piece: str) -> str:
    return piece.split("}", 1)[0]
