"""Groups of like addresses, and where each address has its key.

The *head* of an address runs from its first segment to its key, the first part that tells one page from the next
(an id, or a slug where there are no ids). Addresses with the same head are one group: whatever follows the key
(page numbers, post anchors, views) belongs to the page that the key names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from newsbody.urls.normalize import UrlParts
from newsbody.urls.shapes import PAGE_NAMES, Shape

#: Words between a thread's id and the id of one of its posts or pages.
POST_WORDS = frozenset("page post p message msg comment comments answer answers reply a".split())

#: Of two bare numbers in a row the first is a board when the second has at least this many digits more.
BOARD_DIGITS = 3

#: Path patterns up to the key, and the query keys (with their value, or None for any) that choose the kind of page.
Head = tuple[tuple[str, ...], tuple[tuple[str, str | None], ...]]


@dataclass(slots=True)
class Group:
    """Addresses with one head. ``shapes`` are the shapes of each member's whole path."""

    head: Head
    members: list[UrlParts] = field(default_factory=list)
    shapes: list[tuple[Shape, ...]] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        return self.head[0]

    @property
    def query(self) -> tuple[tuple[str, str | None], ...]:
        return self.head[1]

    @property
    def keyed_by_path(self) -> bool:
        return bool(self.path) and "{" in self.path[-1]


def key_depths(paths: Sequence[tuple[Shape, ...]]) -> list[int]:
    """For each path, the number of segments up to and including its key (all of them when it has no key).

    The key is the first segment that holds an id, else the last with free text before any constant follows. A first
    id that has under it several other id segments with a slug (a board) hands over to the second.
    """
    depths = []
    below: dict[tuple[str, ...], set[str]] = defaultdict(set)
    firsts: dict[tuple[str, ...], set[str]] = defaultdict(set)
    found = []
    for shapes in paths:
        first = _first_key(shapes)
        second = _second_key(shapes, first)
        found.append((first, second))
        if second is not None:
            signature = tuple(shape.pattern for shape in shapes[: second + 1])
            below[signature].add("/".join(shape.text for shape in shapes[: second + 1]))
            firsts[signature].add("/".join(shape.text for shape in shapes[: first + 1]))
    for shapes, (first, second) in zip(paths, found, strict=True):
        depth = min(first + 1, len(shapes))
        if second is not None:
            signature = tuple(shape.pattern for shape in shapes[: second + 1])
            if len(below[signature]) >= 2 * len(firsts[signature]):
                depth = second + 1
        depths.append(depth)
    return depths


def _first_key(shapes: tuple[Shape, ...]) -> int:
    titled = False
    for position, shape in enumerate(shapes):
        before = shapes[position - 1].text.lower() if position else ""
        numbering = shape.names_page or before in PAGE_NAMES or before in POST_WORDS
        if shape.has_id and not (titled and numbering):
            return position
        titled = titled or "{s}" in shape.pattern
    free = [position for position, shape in enumerate(shapes) if "{s}" in shape.pattern]
    return free[-1] if free else len(shapes)


def _second_key(shapes: tuple[Shape, ...], first: int) -> int | None:
    """An id below the first one that may be the thread where the first is its board."""
    for position in range(first + 1, len(shapes)):
        shape = shapes[position]
        if shape.has_id:
            between = shapes[first + 1 : position]
            if any(not s.is_word or s.text.lower() in POST_WORDS for s in between):
                return None
            board, thread = shapes[first].values[0], shape.values[0]
            grown = shapes[first].pattern == shape.pattern == "{n}" and len(thread) >= len(board) + BOARD_DIGITS
            return position if between or grown or "{s}" in shape.pattern else None
    return None
