"""Pages that are none of topics, though what is known of topics takes their addresses for such.

Where any board may stand before a title (``/the-board/the-title/``), members and the pages of lists may as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.evidence import Judged
from newsbody.urls.groups import Group
from newsbody.urls.join import are_names
from newsbody.urls.routes import Route

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
    return crawled.shows_none(group.members) or (len(group.members) >= MANY and are_names(main, judged, crawled))


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
