"""What a page's paragraphs measure: the columns that features and the choice of a body share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.ground.sitememory import hashed
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.hidden import Continued, hide, hides_by_name
from newsbody.page.tags import CLASS

#: Elements of a slot: a paragraph's own and two above, and those above up to the first with a class, so many at
#: most. (With one above it is 0.0005 F1 and 5 of 677 pages worse.)
SLOT_LEVELS = 3
MOST_LEVELS = 10
#: Characters of the name of a page in its address; shorter ones stand in any class.
MIN_NAME = 8

_DIGITS = re.compile(r"\d+")
#: What WordPress calls an article by: `class="post category-travel tag-storm author-ann"`.
_LISTED = re.compile(r"(?:category|tag|post_tag|author|series)-\S+")


def slot_hashes(page: Page, elements: IntArray, kinds: IntArray) -> IntArray:
    """Hashes of the slots that elements stand in, siblings of a kind in the same. Shape of ``elements``."""
    parents, steps = page.parent.tolist(), _Steps(page.elements, last_part(page.url))
    known: dict[tuple[int, int], int] = {}
    hashes = []
    for element, kind in zip(elements.tolist(), kinds.tolist(), strict=True):
        siblings = (parents[element], kind)
        if siblings not in known:
            known[siblings] = hashed("|".join(_slot(steps, parents, element)))
        hashes.append(known[siblings])
    return np.array(hashes, dtype=np.int64)


def last_part(url: str | None) -> str:
    """`http://a.example/news/bridge-reopens.html` → `bridge-reopens`; "" where it is no name of a page."""
    part = (url or "").partition("?")[0].rstrip("/").rpartition("/")[2].partition(".")[0]
    return part if len(part) >= MIN_NAME else ""


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
    """Of an element of a page its tag and classes, numbers alike, and whether it has a class; found once.

    Classes that are of the page alone are left out: those that hold ``own``, the last part of its address
    (`page-bridge-reopens`), and those that name the lists it stands in (`category-travel`).
    """

    def __init__(self, elements: Sequence[etree._Element], own: str) -> None:
        super().__init__()
        self._elements, self._own = elements, own
        self._known = {"": (".", False)}

    def __missing__(self, element: int) -> tuple[str, bool]:
        node = self._elements[element]
        classes = node.get(CLASS, "")
        named = self._known.get(classes)
        if named is None:
            kept = " ".join(name for name in classes.split() if not self._is_own(name))
            named = self._known[classes] = "." + _DIGITS.sub("0", kept), bool(kept)
        step = self[element] = node.tag + named[0], named[1]
        return step

    def _is_own(self, name: str) -> bool:
        return (self._own != "" and self._own in name) or _LISTED.fullmatch(name) is not None


# --- what a page's paragraphs measure: the columns that features and the choice of a body share ---

Column = NDArray[np.float32]

#: The hand-made score of a paragraph: its text, less what links and mere existence cost, plus
#: its sentence ends. Only the order of magnitude matters: the score is evidence, not a decision.
LINK_COST = 3.0
STOP_GAIN = 10.0
PARAGRAPH_COST = 30.0
SCORE_RANGE = (-120.0, 600.0)
#: A paragraph that is all link but for so many letters, between two others, is never asked about. A third
#: of all paragraphs; they hold 0.2 % of the text of gold bodies (contents lists).
LINK_SHARE = 0.9
LINK_REST = 10.0
#: Weighted letters of the shortest text that is not expected twice on a page.
COPY = 20
#: Weighted letters of the shortest text that is compared with title and description.
SHORTEST = 8
#: Characters, white space among them, of the beginning of a text.
BEGINNING = 80


class ParagraphTable:
    """Lengths in weighted letters and places of the ``k`` paragraphs of a page with ``n`` elements."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._known_hidden = {-1: False}
        self._continued = Continued()
        chars, heads = page.characters, page.paragraph_run[:-1]
        self.weight = _column(np.add.reduceat(page.run_weight, heads))
        self.link = np.minimum(_column(np.add.reduceat(page.run_weight * page.run_is_link, heads)), self.weight)
        self.plain = self.weight - self.link
        self.link_share = self.link / np.maximum(self.weight, 1)
        self.stops = _column(chars.stops_from(page.paragraph_start))
        self.digits = _column(chars.digits_from(page.paragraph_start))
        score = self.plain - LINK_COST * self.link + STOP_GAIN * self.stops - PARAGRAPH_COST
        self.score = score.clip(*SCORE_RANGE)

    @cached_property
    def candidates(self) -> IntArray:
        """The paragraphs worth a second look: all but links between links and options. Shape (at most k,)."""
        links = (self.link_share > LINK_SHARE) & (self.plain < LINK_REST)
        among = np.concatenate(([True], links, [True]))
        offered = self.page.is_tag("option", "select")[self.element]
        return (~(links & among[:-2] & among[2:] | offered)).nonzero()[0]

    @cached_property
    def beginnings(self) -> tuple[list[int], list[str]]:
        """The :attr:`candidates` of some length, and how they begin: without any white space."""
        rows = self.candidates[self.weight[self.candidates] >= SHORTEST]
        start = self.page.paragraph_start[rows]
        stop = np.minimum(start + BEGINNING, self.page.paragraph_stop[rows])
        spans = zip(start.tolist(), stop.tolist(), strict=True)
        return rows.tolist(), ["".join(self.page.text[i:j].split()) for i, j in spans]

    @cached_property
    def original(self) -> IntArray:
        """The first paragraph that says the same as each, most often itself. Shape (k,).

        Less than :data:`COPY` weighted letters may stand anywhere twice, and are no copy.
        """
        original = np.arange(len(self.weight))
        rows, texts = self.beginnings
        known: dict[str, int] = {}
        for row, weight, begin in zip(rows, self.weight[rows].tolist(), texts, strict=True):
            first = known.setdefault(begin, row) if weight >= COPY else row
            if first != row:  # what begins alike may end otherwise
                known.setdefault(self.squeezed(first), first)
                original[row] = known.setdefault(self.squeezed(row), row)
        return original

    def squeezed(self, row: int) -> str:
        """A paragraph without any white space."""
        start, stop = self.page.paragraph_start.item(row), self.page.paragraph_stop.item(row)
        return "".join(self.page.text[start:stop].split())

    @cached_property
    def element(self) -> IntArray:
        """The boundary element of each paragraph. Shape (k,)."""
        return np.maximum(self.page.paragraph_element, 0)

    @cached_property
    def headlines(self) -> IntArray:
        """The H1 elements."""
        return np.flatnonzero(self.page.is_tag("h1"))

    @cached_property
    def first(self) -> IntArray:
        """The first paragraph at or behind the start of each element. Shape (n,)."""
        return self.page.paragraphs_inside[0]

    @cached_property
    def last(self) -> IntArray:
        """One behind the last paragraph of each element. Shape (n,)."""
        return self.page.paragraphs_inside[1]

    @cached_property
    def holding(self) -> IntArray:
        """The elements that hold paragraphs, in order; with each all above it. Shape (at most n,)."""
        return (self.last > self.first).nonzero()[0]

    @cached_property
    def place(self) -> IntArray:
        """The place of each element in :attr:`holding`, -1 for the others. Shape (n,)."""
        place = np.full(len(self.first), -1)
        place[self.holding] = np.arange(len(self.holding))
        return place

    @cached_property
    def holder(self) -> IntArray:
        """Per element of :attr:`holding` the innermost one above it that holds more paragraphs. Shape (n,).

        The root holds itself and all elements without paragraphs.
        """
        # Of elements that hold the same, each stands right behind the one above it.
        first, last = self.first[self.holding], self.last[self.holding]
        more = np.ones(len(first), dtype=np.bool_)
        more[1:] = (first[1:] != first[:-1]) | (last[1:] != last[:-1])
        holder = np.zeros_like(self.first)
        holder[self.holding] = np.maximum(self.page.parent[self.holding[more]], 0)[more.cumsum() - 1]
        return holder

    @cached_property
    def levels(self) -> IntArray:
        """Per paragraph the three innermost elements that hold ever more paragraphs. Shape (3, k)."""
        alone = (self.last - self.first)[self.element] <= 1
        inner = np.where(alone, self.holder[self.element], self.element)
        outer = self.holder[inner]
        return np.array([inner, outer, self.holder[outer]])

    @cached_property
    def spans(self) -> tuple[IntArray, IntArray]:
        """The first and one behind the last paragraph of each of the :attr:`levels`. Shapes (3, k)."""
        return self.first[self.levels], self.last[self.levels]

    def around(self, first: int, last: int) -> int:
        """The innermost element around two paragraphs, the root if there is none."""
        end, last_element = self.page.end, self.element.item(last)
        ancestors = self.page.ancestors(self.element.item(first))
        return next((index for index in ancestors if index <= last_element < end[index]), 0)

    def hidden(self, rows: IntArray) -> BoolArray:
        """Which of some paragraphs stand in a hidden element: asks only those around them. Shape of ``rows``."""
        elements = self.element[rows].tolist()
        hidden = self.page.hidden(elements)
        if self._hides_by_name:
            hidden |= np.array([self._is_hidden(element) for element in elements], dtype=np.bool_)
        return hidden

    def hidden_beside(self, body: BoolArray, rows: IntArray) -> BoolArray:
        """Which of some paragraphs are hidden, none where a body mostly is, too: its page shows all by a script."""
        hidden = self.hidden(rows)
        if hidden.any():
            own = body.nonzero()[0]
            if self.weight[own[self.hidden(own)]].sum() >= THRESHOLDS.believed_hidden * self.weight[own].sum():
                return np.zeros_like(hidden)
        return hidden

    @cached_property
    def _hides_by_name(self) -> bool:
        """Whether any class of the :attr:`shown` elements hides; on most pages none does."""
        return any(map(hide, self.classes[0]))

    def _is_hidden(self, element: int) -> bool:
        """Whether a class of an element or of one around it hides it by its name."""
        around = [element]
        while around[-1] not in self._known_hidden:
            around.append(int(self.page.parent[around[-1]]))
        hidden = self._known_hidden[around.pop()]
        for inner in reversed(around):
            node = self.page.elements[inner]
            hidden = hidden or (hides_by_name(node) and not self._continued.has(node, hides_by_name))
            self._known_hidden[inner] = hidden
        return hidden

    @cached_property
    def segment(self) -> tuple[int, int, NDArray[np.float64]]:
        """:func:`best_segment` of the scores."""
        return best_segment(self.score)

    @cached_property
    def shown(self) -> IntArray:
        """The elements that hold candidates, at most n. Only their names are looked at: most of a page is links."""
        before = cumulate(np.bincount(self.candidates, minlength=len(self.weight)))
        return (before.take(self.last) > before.take(self.first)).nonzero()[0]

    def named(self, attribute: bytes) -> list[str]:
        """The values of an attribute of the :attr:`shown` elements."""
        elements = self.page.elements
        return [elements[index].get(attribute, "") for index in self.shown.tolist()]

    @cached_property
    def classes(self) -> tuple[list[str], IntArray]:
        """The class attributes of the :attr:`shown` elements, each once; and which one each of them has."""
        values = self.named(CLASS)
        names = list(dict.fromkeys(values))
        numbers = dict(zip(names, range(len(names)), strict=True))
        return names, np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))

    @cached_property
    def signature(self) -> IntArray:
        """A number for each pair of tag and class; elements without candidates have but their tag's. Shape (n,)."""
        names, numbers = self.classes
        signature = self.page.tag_codes * (len(names) + 1)
        signature[self.shown] += numbers + 1
        return signature

    @cached_property
    def templates(self) -> list[IntArray]:
        """Groups of paragraphs whose lowest two, and three, elements have the same tags and classes. Each (k,)."""
        signature, parent = self.signature, np.maximum(self.page.parent, 0)
        base = int(signature.max(initial=0)) + 1
        above = parent[self.element]
        pair = signature[self.element] * base + signature[above]
        triple = (pair * base + signature[parent[above]]) * 2 + self.page.after_br
        return [grouped(pair), grouped(triple)]

    @cached_property
    def slots(self) -> IntArray:
        """Hashes of the slots that the paragraphs stand in. Shape (k,)."""
        return slot_hashes(self.page, self.element, self.signature[self.element])


def cumulate(values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Cumulated sums along the first axis with a leading zero: shape ``(k + 1, ...)``."""
    total = np.zeros((len(values) + 1, *values.shape[1:]))
    np.cumsum(values, axis=0, out=total[1:])
    return total


def grouped(keys: IntArray) -> IntArray:
    """Equal keys have equal numbers, from 0 on in the order of the keys."""
    order = keys.argsort()
    ordered = keys[order]
    number = np.zeros_like(keys)
    number[order[1:]] = (ordered[1:] != ordered[:-1]).cumsum()
    return number


def best_segment(score: NDArray[np.floating]) -> tuple[int, int, NDArray[np.float64]]:
    """First and one behind the last of the maximum-sum segment, and per place the largest sum of one through it."""
    sums = cumulate(score)
    lowest = np.minimum.accumulate(sums)
    highest = np.maximum.accumulate(sums[::-1])[::-1]
    stop = int((sums[1:] - lowest[:-1]).argmax()) + 1
    return int(sums[:stop].argmin()), stop, highest[1:] - lowest[:-1]


def _column(values: NDArray[np.generic]) -> Column:
    return values.astype(np.float32)
