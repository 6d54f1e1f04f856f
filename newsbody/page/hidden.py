"""What a reader cannot see: it is no body, whatever it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

import numpy as np
from lxml import etree

from newsbody.page.characters import BoolArray
from newsbody.page.continued import Continued
from newsbody.page.sheets import MAX_KEPT_CHARS, Sheets, sheets_of
from newsbody.page.style import UNSAID, Visibility, stated_visibility
from newsbody.page.tags import CLASS

#: The attributes that tell, beside the class, whether text is seen.
_TELLING = frozenset(("aria-hidden", "bgcolor", "color", "hidden", "id", "open", "popover", "style"))
#: How the ids of blocks begin that React sends behind the page, and those of the TEMPLATE elements to whose places its
#: scripts put them at once. (16 of 785 pages of wcxb have such: of their text .99 is body.)
_ARRIVED, _PLACES = "S:", ("B:", "P:")
#: The ground of a page that says nothing of it.
WHITE = "#ffffff"


class Hiding:
    """Which elements of a page are hidden: by attributes, styles and the sheets that stand in the page.

    Each element is asked once, and only those asked for, with all around them. ``parents``: the number of each
    element's parent, -1 without one; ``styles`` and ``links``: the STYLE and LINK elements of the page.
    """

    # Not the tree that has these: it holds this, and in a circle it waits for the garbage collector, whose search for
    # the elements of pages costs .7 parses a page.
    def __init__(
        self,
        elements: Sequence[etree._Element],
        parents: Sequence[int],
        styles: Sequence[etree._Element],
        links: Sequence[etree._Element],
    ) -> None:
        self._elements, self._parents, self._styles, self._links = elements, parents, styles, links
        self._known: dict[int, Visibility] = {}
        #: What is said of elements of a tag with a class and nothing else that tells.
        self._of_kind: dict[tuple[object, str], Visibility] = {}
        self._continued = Continued()

    def of(self, elements: Iterable[int]) -> BoolArray:
        """Which of some elements are hidden, or stand in a hidden one. Shape of ``elements``."""
        return np.array([self.is_hidden(index) for index in elements], dtype=np.bool_)

    def is_hidden(self, index: int) -> bool:
        """Whether an element is hidden, or stands in a hidden one."""
        sight = self._known.get(index) or self._sight(index)
        return sight is not self._page and sight.is_hidden  # most elements are seen as the page is

    def _sight(self, index: int) -> Visibility:
        known, parents = self._known, self._parents
        inward: list[int] = []
        while index >= 0 and index not in known:
            inward.append(index)
            index = parents[index]
        sight = known[index] if index >= 0 else self._page
        for inner in reversed(inward):
            said = self._said(inner)
            if said is not UNSAID:
                sight = self._within(sight, inner, said)
            known[inner] = sight
        return sight

    def _within(self, around: Visibility, index: int, said: Visibility) -> Visibility:
        """How an element is seen of which that is said; a reader gets by a control what goes on with the text."""
        sight = around.of_inner(said)
        if not sight.is_hidden or around.is_hidden:
            return sight

        def is_hidden(beside: etree._Element) -> bool:
            return around.of_inner(self._stated(beside, beside.keys())).is_hidden

        return around if self._continued.has(self._elements[index], is_hidden) else sight

    def _said(self, index: int) -> Visibility:
        """What stands on an element itself; most have nothing that tells but their class."""
        element = self._elements[index]
        names = element.keys()
        if names and not _TELLING.isdisjoint(names):
            return self._stated(element, names)
        kind = (element.tag, element.get(CLASS, "") if names else "")
        said = self._of_kind.get(kind)
        if said is None:
            said = self._of_kind[kind] = self._stated(element, names)
        return said

    def _stated(self, element: etree._Element, names: Collection[str | bytes]) -> Visibility:
        tag, get, sheets = str(element.tag), element.get, self._sheets
        own = [get("style", "")] if "style" in names else []
        if tag == "font" or "bgcolor" in names:
            own.insert(0, f"color:{get('color', '')};background-color:{get('bgcolor', '')}")
        of_sheets = sheets.blocks_of(tag, get("id", ""), get("class", ""))
        said = UNSAID
        if own or of_sheets:
            said = stated_visibility(*of_sheets, *own)
            if of_sheets and not said.is_unseen_colour:
                # Which of all colours in sheets are those of an element nobody can tell by its own names.
                colours = stated_visibility(*own)
                said = said._replace(colour=colours.colour, ground=colours.ground)
        if "hidden" in names and said.gone is False:  # a style that shows what the attribute hides
            return said
        if "hidden" in names and get("id", "")[:2] == _ARRIVED and get("id") in self._arrived:
            return said
        closed = tag == "dialog" and "open" not in names
        if closed or "hidden" in names or "popover" in names or get("aria-hidden") == "true":
            return said._replace(gone=True)
        return said

    @cached_property
    def _arrived(self) -> frozenset[str]:
        """The ids of the blocks that came late, for which the page keeps a place."""
        places = (place.get("id") or "" for place in self._elements[0].getroottree().iter("template"))
        return frozenset(_ARRIVED + place[2:] for place in places if place.startswith(_PLACES))

    @cached_property
    def _sheets(self) -> Sheets:
        texts = tuple("".join(map(str, style.itertext())) for style in self._styles)
        return sheets_of(texts) if sum(map(len, texts)) <= MAX_KEPT_CHARS else Sheets(texts)

    @cached_property
    def _page(self) -> Visibility:
        """Around the root. What ground the page has that a sheet colours nobody knows."""
        elsewhere = any("stylesheet" in (link.get("rel") or "").lower() for link in self._links)
        return Visibility(ground=None if elsewhere or self._sheets.colours_ground else WHITE)
