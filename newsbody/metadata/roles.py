"""What elements are by the names of their classes: readers' comments, tags, the author, the trail of links."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from newsbody.ground.remembered import LONGEST
from newsbody.page import Page


class Role(Enum):
    """What a class says of its element: `comment-list`, `post-tags`, `byline`, `breadcrumbs`."""

    COMMENTS = re.compile(r"(?<![a-z])comments?(?![a-z])|commentlist", re.IGNORECASE)
    TAGS = re.compile(r"(?<![a-z])tags(?![a-z])", re.IGNORECASE)
    AUTHOR = re.compile(r"(?<![a-z])(?:auth?or|auteur|byline|writer)", re.IGNORECASE)
    CRUMBS = re.compile(r"(?<![a-z])(?:bread-?)?crumbs?(?![a-z])|breadcrumb", re.IGNORECASE)


@lru_cache(1 << 13)
def _roles_of(classes: str) -> tuple[Role, ...]:
    return tuple(role for role in Role if role.value.search(classes))


def elements_by_role(page: Page) -> dict[Role, list[int]]:
    """The elements of each role, in document order."""
    found: dict[Role, list[int]] = {role: [] for role in Role}
    known = {classes: roles for classes in set(page.classes) if (roles := _roles_of(classes[:LONGEST]))}
    if known:
        for index, classes in enumerate(page.classes):
            for role in known.get(classes, ()):
                found[role].append(index)
    return found
