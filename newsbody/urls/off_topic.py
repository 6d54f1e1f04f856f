"""Groups of addresses that are none of threads, and whether what addresses alone taught holds for all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.evidence import Judged, mean_title
from newsbody.urls.groups import Group
from newsbody.urls.join import are_names
from newsbody.urls.normalize import UrlParts
from newsbody.urls.parted import is_named_apart
from newsbody.urls.routes import Route
from newsbody.urls.shapes import words_in

#: The shapes of a whole path.
Shapes = tuple[str, ...]

#: So many addresses are a kind of pages of its own.
MANY = 3

#: So many folders with the same in them show that it stands in any.
LEAST_FOLDERS = 2


def paths_apart(
    topics: Sequence[Route], taken: Sequence[Judged], rest: Iterable[Judged], crawled: Crawled
) -> list[Shapes]:
    """The shapes of the addresses that are no topics and that routes of topics take.

    ``taken``: groups whose pages are topics, the first the one that was found. ``rest``: all others; of those that
    count pages were fetched and show no posts, or there are many to which links lead with names in place of titles, and
    none of which leads elsewhere.
    """
    main = taken[0]
    none = [judged.group for judged in rest if _is_none(main, judged, crawled)]
    found = {shapes for group in none for shapes in _taken_for(group, topics)}
    own = {shapes for judged in taken for shapes in _paths(judged.group)}
    return sorted({*_in_any_folder(found), *found} - own)


def _is_none(main: Judged, judged: Judged, crawled: Crawled) -> bool:
    group = judged.group
    if any(crawled.shown(group.members)) or any(parts in crawled.moved for parts in group.members):
        return False
    if is_named_apart(main.group, group) and crawled.misses(group.members, [*main.group.members, *group.members]):
        return True
    pages = {parts.path[: len(group.path)] for parts in group.members}  # with what else there is of each, as "latest"
    return crawled.shows_none(group.members) or (len(pages) >= MANY and are_names(main, judged, crawled))


def _taken_for(group: Group, topics: Sequence[Route]) -> list[Shapes]:
    pairs = zip(group.members, _paths(group), strict=True)
    return [
        shapes
        for parts, shapes in pairs
        if any(len(shapes) == len(route.path) and route.match(parts) for route in topics if route.id_hole is not None)
    ]


def _paths(group: Group) -> list[Shapes]:
    return [tuple(shape.pattern for shape in shapes) for shapes in group.shapes]


def _in_any_folder(found: Iterable[Shapes]) -> list[Shapes]:
    """The same with free text for a folder, where they stand in several."""
    beside: dict[tuple[Shapes, Shapes], set[str]] = defaultdict(set)
    for shapes in found:
        for place, piece in enumerate(shapes[:-1]):
            beside[shapes[:place], shapes[place + 1 :]].add(piece)
    return [(*before, "{s}", *behind) for (before, behind), pieces in beside.items() if len(pieces) >= LEAST_FOLDERS]


# --- whether what was learned from addresses alone holds for all of them ----------------

#: Of the addresses that are called topics at most this share may be of groups that were put aside. Chosen by hand on
#: lists made at random: those from which something wrong was learned have .3 and more.
STRAY = 0.1

#: Words of the mean title from which on groups under paths of one form look like boards side by side.
TITLED = 2.5


def is_sound(topics: Sequence[Route], taken: Sequence[Judged], rest: Sequence[Judged]) -> bool:
    """Does it call topics what it was learned from, and little else?

    Titles right behind the host look like any page, and boards that are folders like kinds of pages.

    ``taken``: groups whose pages are topics, the first the one that was found.
    ``rest``: all other groups.
    """
    apart = [judged for judged in rest if not any(_below(one, judged) for one in taken)]
    strays = sum(len(_called(topics, judged.group.members)) for judged in apart)
    found = strays + sum(len(judged.group.members) for judged in taken)
    missed = [judged for judged in rest if _beside(taken[0], judged)]
    return strays <= STRAY * found and sum(j.keys for j in missed) <= sum(j.keys for j in taken)


def _below(main: Judged, other: Judged) -> bool:
    """Whether addresses begin with the names with which those of topics begin: something of a topic, most likely."""
    path = main.group.path
    named = next((place for place, piece in enumerate(path) if "{" in piece), len(path))
    return named > 0 and other.group.path[:named] == path[:named]


def _called(topics: Sequence[Route], members: Iterable[UrlParts]) -> list[UrlParts]:
    return [p for p in members if any(route.match(p) and not route.is_action(p) for route in topics)]


def _beside(main: Judged, other: Judged) -> bool:
    """Whether pages with titles stand in a folder with a title of its own, beside that of the topics."""
    a, b = main.group.path, other.group.path
    if len(a) != len(b) or len(a) < 2 or a[-1] != b[-1]:
        return False
    folders = [y for x, y in zip(a, b, strict=True) if x != y]
    return len(folders) == 1 and words_in(folders[0]) > 1 and mean_title(other) >= TITLED
