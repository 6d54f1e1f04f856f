"""Groups of addresses, parted by what tells those whose pages show posts from those whose pages show none."""

from __future__ import annotations

import re
from collections.abc import Mapping

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.groups import Group
from newsbody.urls.shapes import Shape, split_extension
from newsbody.urls.siblings import OF_A_KIND

_HOLE = re.compile(r"\{[nxhs]\}")

#: Kinds of pages that one script shows at most.
MAX_NAMED = 30

#: Scripts that differ by a number in their names (``forum1.php``, ``forum2.php``).
MAX_SCRIPTS = 4


def split_by_posts(group: Group, crawled: Crawled) -> list[Group]:
    """A group of one script, parted by a named value with some of which pages show posts and with others none."""
    if not crawled.shows_both(group.members):
        shows = group.keyed_by_path and crawled.shows_posts(group.members)
        return _without_lists(group, _by_word(group), crawled) if shows and _is_titled(group) else [group]
    if group.keyed_by_path:
        return _split_by_number(group, crawled) or _split_by_word(group, crawled)
    for key in sorted({key for parts in group.members for key, _ in parts.query}):
        parts: dict[str, Group] = {}
        for member, shapes in zip(group.members, group.shapes, strict=True):
            value = dict(member.query).get(key, "")
            part = parts.setdefault(value, Group((group.path, (*group.query, (key, value)))))
            part.members.append(member)
            part.shapes.append(shapes)
        named = all(value and not value[0].isdecimal() for value in parts)
        if (
            named
            and 1 < len(parts) <= MAX_NAMED
            and not any(crawled.shows_both(part.members) for part in parts.values())
        ):
            return list(parts.values())
    return [group]


def _split_by_word(group: Group, crawled: Crawled) -> list[Group]:
    """The same by the first word of a title (``Thread-the-title``), or by a number in the name of a script."""
    parts, is_titled = _by_word(group), _is_titled(group)
    most = len(group.members) // OF_A_KIND if is_titled else MAX_SCRIPTS
    few = 1 < len(parts) <= most and not any(crawled.shows_both(part.members) for part in parts.values())
    return list(parts.values()) if few else _without_lists(group, parts, crawled) if is_titled else [group]


def _is_titled(group: Group) -> bool:
    return bool(group.path) and group.path[-1].startswith("{s}")


def is_named_apart(titled: Group, group: Group) -> bool:
    """Is a group, ``tag-{s}.html``, one of a word among titles, ``{s}.html``?"""
    own = "".join(group.path[-1:]).partition("-")[2]
    return _is_titled(titled) and titled.head == ((*group.path[:-1], own), group.query)


def _by_word(group: Group) -> dict[str, Group]:
    """Its parts by the first word of titles, else by names."""
    depth, parts, own_of = len(group.path), dict[str, Group](), _worded if _is_titled(group) else _named
    for member, shapes in zip(group.members, group.shapes, strict=True):
        own = own_of(shapes[depth - 1])
        part = parts.setdefault(own.pattern, Group(((*group.path[:-1], own.pattern), group.query)))
        part.members.append(member)
        part.shapes.append((*shapes[: depth - 1], own, *shapes[depth:]))
    return parts


def _without_lists(group: Group, parts: Mapping[str, Group], crawled: Crawled) -> list[Group]:
    """Names apart that begin with one word, ``tag-weather.html``, where pages that show posts are none of these.

    Titles, which begin with ever other words, stay together.
    """
    many = {word: part for word, part in parts.items() if len(part.members) >= OF_A_KIND}
    apart = [word for word, part in many.items() if crawled.misses(part.members, group.members)]
    rest = Group(group.head)
    for word in parts.keys() - apart:
        rest.members += parts[word].members
        rest.shapes += parts[word].shapes
    return [*(parts[word] for word in apart), rest] if apart and crawled.shows_posts(rest.members) else [group]


def _split_by_number(group: Group, crawled: Crawled) -> list[Group]:
    """The same by a number beside the id that says of what kind a page is (``42-12-345-the-title``); none if none."""
    depth, last = len(group.path), group.path[-1]
    for place in range(last.count("{n}") if last.count("{n}") > 1 else 0):
        parts = dict[str, Group]()
        for member, shapes in zip(group.members, group.shapes, strict=True):
            own = _fixed_number(shapes[depth - 1], place)
            part = parts.setdefault(own.pattern, Group(((*group.path[:-1], own.pattern), group.query)))
            part.members.append(member)
            part.shapes.append((*shapes[: depth - 1], own, *shapes[depth:]))
        if 1 < len(parts) <= MAX_SCRIPTS and not any(crawled.shows_both(part.members) for part in parts.values()):
            return list(parts.values())
    return []


def _fixed_number(shape: Shape, place: int) -> Shape:
    """A segment with one of its numbers as a word of the scheme."""
    holes = [*_HOLE.finditer(shape.pattern)]
    numbers = [hole for hole, found in enumerate(holes) if found.group() == "{n}"]
    if place >= len(numbers):
        return shape
    hole = numbers[place]
    pattern = shape.pattern[: holes[hole].start()] + shape.values[hole] + shape.pattern[holes[hole].end() :]
    return Shape(pattern, (*shape.values[:hole], *shape.values[hole + 1 :]), shape.text)


def _worded(shape: Shape) -> Shape:
    """A title with its first word as one of the scheme."""
    stem, extension = split_extension(shape.text)
    word, hyphen, rest = stem.partition("-")
    return Shape(f"{word}-{{s}}{extension}", (rest,), shape.text) if hyphen and rest else shape


def _named(shape: Shape) -> Shape:
    """A segment as a word of the scheme."""
    return Shape(shape.text, (), shape.text)
