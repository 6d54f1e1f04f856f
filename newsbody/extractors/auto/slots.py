"""The slot that a paragraph stands in: tags and classes, numbers alike, of the lowest elements around it.

Pages of one site have the same things in the same slots.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from lxml import etree

from newsbody.ground.sitememory import hashed
from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.page.tags import CLASS

#: Elements of a slot: a paragraph's own and two above, and those above up to the first with a class, so many at
#: most. (With one above it is 0.0005 F1 and 5 of 677 pages worse.)
SLOT_LEVELS = 3
MOST_LEVELS = 10

_DIGITS = re.compile(r"\d+")


def slot_hashes(page: Page, elements: IntArray, kinds: IntArray) -> IntArray:
    """Hashes of the slots that elements stand in, siblings of a kind in the same. Shape of ``elements``."""
    parents, steps = page.parent.tolist(), _Steps(page.elements)
    known: dict[tuple[int, int], int] = {}
    hashes = []
    for element, kind in zip(elements.tolist(), kinds.tolist(), strict=True):
        siblings = (parents[element], kind)
        if siblings not in known:
            known[siblings] = hashed("|".join(_slot(steps, parents, element)))
        hashes.append(known[siblings])
    return np.array(hashes, dtype=np.int64)


def _slot(steps: _Steps, parents: Sequence[int], element: int) -> list[str]:
    """The steps of an element and of those around it, the innermost first."""
    slot: list[str] = []
    named = False
    while element >= 0 and len(slot) < (SLOT_LEVELS if named else MOST_LEVELS):
        step, has_class = steps[element]
        slot.append(step)
        named = named or has_class
        element = parents[element]
    return slot


class _Steps(dict[int, tuple[str, bool]]):
    """Of an element of a page its tag and classes, numbers alike, and whether it has a class; found once."""

    def __init__(self, elements: Sequence[etree._Element]) -> None:
        super().__init__()
        self._elements = elements
        self._known = {"": (".", False)}

    def __missing__(self, element: int) -> tuple[str, bool]:
        node = self._elements[element]
        classes = node.get(CLASS, "")
        named = self._known.get(classes)
        if named is None:
            named = self._known[classes] = "." + _DIGITS.sub("0", classes), bool(classes.strip())
        step = self[element] = node.tag + named[0], named[1]
        return step
