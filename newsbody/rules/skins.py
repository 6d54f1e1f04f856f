"""Pages of several skins in a sample (for telephones, of another era): those that have names of elements in common."""

from __future__ import annotations

import numpy as np

from newsbody.page import Page
from newsbody.rules.sample import Sample

#: Pages of one skin share this much of the names of the one with fewer, but for those that all pages have.
MIN_SHARED = 0.3


def pages_by_skin(sample: Sample) -> list[list[Page]]:
    """The pages in groups, the largest first; pages in different groups have hardly a name in common.

    All in one where no two are alike: then they are too few to show skins.
    """
    named = np.array([not step.is_bare for step in sample.steps], dtype=np.bool_)
    names = [frozenset(np.unique(steps[named[steps]]).tolist()) for steps in sample.element_steps]
    everywhere = frozenset.intersection(*names) if names else frozenset()
    own = [found - everywhere for found in names]
    groups: list[list[int]] = []
    for page, found in enumerate(own):
        near = [group for group in groups if any(_alike(found, own[other]) for other in group)]
        far = [group for group in groups if group not in near]
        groups = [*far, sorted([page, *(one for group in near for one in group)])]
    groups.sort(key=lambda group: (-len(group), group))
    if max(map(len, groups), default=0) == 1:
        return [list(sample.pages)]
    return [[sample.pages[number] for number in group] for group in groups]


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) >= MIN_SHARED * min(len(one), len(other))
