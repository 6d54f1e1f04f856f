"""Classes of one family: what an editor made for a text it calls alike, ``note-heading`` beside ``note-list``."""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page.characters import BoolArray
from newsbody.page.tags import CLASS

#: A class of two words and more; all but the last one are the family.
_STEM = re.compile(r"([a-z][a-z\d]*(?:[-_]+[a-z\d]+)*)[-_]+[a-zA-Z]+")


class Families:
    """The families of the elements that hold the paragraphs of a body."""

    def __init__(self, table: ParagraphTable, body: BoolArray) -> None:
        self._table, self._body = table, body

    def are_own(self, element: int) -> bool:
        """Whether an element has no class, or one of the body's families."""
        name = self._table.page.elements[element].get(CLASS, "")
        return not name.strip() or not self._known.isdisjoint(_stems(name))

    @cached_property
    def _known(self) -> frozenset[str]:
        # The table has each class once; paragraphs that are links alone are not in it.
        (names, numbers), shown = self._table.classes, self._table.shown
        own = self._table.element[self._body]
        place = np.minimum(shown.searchsorted(own), len(shown) - 1)
        known = set(numbers[place[shown[place] == own]].tolist()) if len(shown) else ()
        return frozenset(stem for number in known for stem in _stems(names[number]))


def _stems(classes: str) -> list[str]:
    return [found[1] for found in map(_STEM.fullmatch, classes.split()) if found]
