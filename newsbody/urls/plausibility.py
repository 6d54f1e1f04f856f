"""Whether what was learned from addresses alone holds for all of them: where it does not, nothing is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from newsbody.urls.evidence import Judged, mean_title
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Route
from newsbody.urls.shapes import words_in

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
