"""The elements of a page as flat arrays, in document order.

The subtree of element ``i`` is ``range(i, end[i])``. So a count over any subtree is a difference
of two cumulated counts, and nothing ever walks the tree again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import repeat
from operator import attrgetter
from struct import pack

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from newsbody.page.characters import BoolArray, IntArray, cumulated
from newsbody.page.flatten import Tables
from newsbody.page.hidden import Hiding
from newsbody.page.parse import visible_text
from newsbody.page.tags import CLASS, chosen_codes

_TAG = attrgetter("tag")
_HREF, _NAMES = b"href", (b"property", b"name", b"http-equiv", b"itemprop")
#: Of what a page says of itself so much is read: longer texts are no values and no titles (characters), and
#: what is said more often is said to tire whoever reads it.
MAX_VALUE_CHARS = 2_000
MAX_VALUES = 20


class Tree:
    """``n`` elements; whatever is not needed is not counted.

    ``elements``, ``tags``, ``tag_codes``, ``classes`` (the class attribute as written, "" without),
    ``parent`` (-1 for the root), ``end`` (one behind the last element of the subtree), ``depth``.
    """

    def __init__(self, tables: Tables) -> None:
        self.elements = tables.elements
        self.tag_codes = integers(tables.codes)
        self.end = np.arange(1, len(tables.codes) + 1)
        self.end[integers(tables.ended)] = integers(tables.end)
        self._parents = tables.parent

    @cached_property
    def tags(self) -> list[str]:
        return list(map(_TAG, self.elements))

    @cached_property
    def classes(self) -> list[str]:
        """The class attribute of each element as written, "" without."""
        return [element.get(CLASS, "") for element in self.elements]

    def is_tag(self, *names: str) -> BoolArray:
        """Which elements have one of these tags. Raises KeyError for a tag not in TAG_NAMES."""
        return chosen_codes(names).take(self.tag_codes)

    def all_of(self, *names: str) -> list[etree._Element]:
        """The elements with one of these tags, in order. Raises KeyError for a tag not in TAG_NAMES."""
        return [self.elements[index] for index in self.is_tag(*names).nonzero()[0].tolist()]

    def stating(self, name: bytes) -> list[tuple[int, str]]:
        """The elements that state an attribute, with its value, in order. XPath takes half as long again."""
        values = map(etree._Element.get, self.elements, repeat(name))
        return [(index, value) for index, value in enumerate(values) if value is not None]

    # --- above and below ------------------------------------------------------------------

    @cached_property
    def parent(self) -> IntArray:
        return integers(self._parents)

    @cached_property
    def depth(self) -> IntArray:
        """How many ancestors each element has. Shape (n,)."""
        return (1 - self._ends(slice(None))).cumsum() - 1

    @cached_property
    def child_number(self) -> IntArray:
        """The number of each element among its parent's children, from 1. Shape (n,)."""
        return child_numbers(self.parent)

    def ancestors(self, index: int) -> Iterable[int]:
        """The element itself and all above it, innermost first."""
        parents = self._parents
        while index >= 0:
            yield index
            index = parents[index]

    def path(self, index: int) -> str:
        """A readable path: tags with their id or first class, outermost first."""
        steps = []
        for step in self.ancestors(index):
            identity = self.elements[step].get("id")
            first_class = self.classes[step].split()
            suffix = f"#{identity}" if identity else f".{first_class[0]}" if first_class else ""
            steps.append(self.tags[step] + suffix)
        return " > ".join(reversed(steps))

    def subtree_sum(self, per_element: NDArray[np.generic]) -> IntArray:
        """Sum of a count over each element's subtree, itself included. Shape (n,)."""
        total = cumulated(per_element)
        return total[self.end] - total[:-1]

    def inside(self, marked: BoolArray, strictly: bool = False) -> BoolArray:
        """Which elements are marked (unless ``strictly``) or have a marked ancestor. Shape (n,)."""
        return (marked - self._ends(marked)).cumsum() > (marked if strictly else 0)

    def innermost(self, marked: BoolArray) -> IntArray:
        """The innermost marked element that is or holds each element, -1 without one. Shape (n,)."""
        level = (marked - self._ends(marked)).cumsum()  # how many marked ones are or hold each
        # Those of one level in document order: each has the last marked one before it.
        order = level.argsort(kind="stable")
        latest = np.maximum.accumulate(np.where(marked[order], np.arange(len(level)), 0))
        found = np.empty_like(level)
        found[order] = order[latest]
        found[level == 0] = -1
        return found

    def _ends(self, chosen: BoolArray | slice) -> IntArray:
        """How many of the chosen elements end right before each element. Shape (n,)."""
        return np.bincount(self.end[chosen], minlength=len(self.end) + 1)[:-1]

    # --- what elements say ----------------------------------------------------------------

    @cached_property
    def is_link(self) -> BoolArray:
        """Elements that are a link (A with an href) or stand in one."""
        links = self.is_tag("a")
        asked = links.nonzero()[0].tolist()
        links[[index for index in asked if self.elements[index].get(_HREF) is None]] = False
        return self.inside(links)

    def linked(self, elements: IntArray) -> BoolArray:
        """``is_link`` of some elements: asks only the links around these. Shape of ``elements``."""
        around = self.innermost(self.is_tag("a"))[elements]
        asked = np.unique(around[around >= 0]).tolist()
        if all(self.elements[index].get(_HREF) is not None for index in asked):
            return around >= 0
        return self.is_link[elements]

    @cached_property
    def is_hidden(self) -> BoolArray:
        """Elements that are hidden or stand in a hidden one. Shape (n,)."""
        return self.hidden(range(len(self.elements)))

    def hidden(self, elements: Iterable[int]) -> BoolArray:
        """``is_hidden`` of some elements: asks only these and those around them. Shape of ``elements``."""
        return self._hiding.of(elements)

    @cached_property
    def _hiding(self) -> Hiding:
        return Hiding(self.elements, self._parents, self.all_of("style"), self.all_of("link"))

    @cached_property
    def has_picture(self) -> BoolArray:
        """Elements that are or hold an IMG."""
        return self.subtree_sum(self.is_tag("img")) > 0

    @cached_property
    def _index(self) -> dict[etree._Element, int]:
        return {element: index for index, element in enumerate(self.elements)}

    def index_of(self, element: etree._Element) -> int | None:
        """The number of an element of the tree, None when it lies in an invisible subtree."""
        return self._index.get(element)

    @cached_property
    def metas(self) -> dict[str, list[str]]:
        """What the page's META elements say: the values of a name (property, http-equiv, itemprop), in lower case."""
        values: dict[str, list[str]] = {}
        for meta in self.all_of("meta"):
            name = next(filter(None, map(meta.get, _NAMES)), None)
            content = " ".join(visible_text((meta.get(b"content") or "")[:MAX_VALUE_CHARS]).split())
            if name and content:
                known = values.setdefault(name[:MAX_VALUE_CHARS].strip().lower(), [])
                if len(known) < MAX_VALUES:
                    known.append(content)
        return values

    @cached_property
    def stated_base(self) -> str:
        """The address of the first BASE that has one, as written; "" without any."""
        return next(filter(None, (base.get(_HREF) for base in self.all_of("base"))), "")

    @cached_property
    def linked_data(self) -> str:
        """What the page says as JSON-LD, all of it as it is written; "" without any."""
        scripts = (script for script in self.all_of("script") if "ld+json" in (script.get("type") or ""))
        return visible_text("\n".join(script.text or "" for script in scripts))

    @cached_property
    def title(self) -> str:
        """The text of the page's first TITLE, white space folded; "" without one."""
        return text_of_title(self.all_of("title"))


def child_numbers(parent: IntArray) -> IntArray:
    """The number of each element among its parent's children, from 1. Shapes (n,)."""
    order = parent.argsort(kind="stable")
    parents = parent[order]
    first = np.diff(parents, prepend=-2).nonzero()[0]
    number = np.empty_like(order)
    number[order] = np.arange(len(order)) - np.repeat(first, np.diff(first, append=len(order))) + 1
    return number


def text_of_title(titles: Sequence[etree._Element]) -> str:
    """The text of the first of a page's TITLE elements, white space folded; "" without one."""
    return " ".join(visible_text("".join(map(str, titles[0].itertext()))[:MAX_VALUE_CHARS]).split()) if titles else ""


def integers(values: Collection[int]) -> IntArray:
    """An array of the numbers."""
    return np.frombuffer(pack(f"{len(values)}q", *values), np.int64)  # twice as fast as np.fromiter
