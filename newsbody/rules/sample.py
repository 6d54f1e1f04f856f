"""A few pages of one site, side by side: which text stands in which slot of the template.

A *slot* is a place that a template fills anew each time: elements with the same tags and
classes on their last :data:`SLOT_DEPTH` levels, numbers in classes and ids left out. What
a slot holds tells what it is: always the same words (furniture), a few that recur (authors,
ranks, signatures), or every time something else (the posts).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from newsbody.dates import find_date, read_date
from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray, cumulated
from newsbody.page.hidden import elements_called, hide
from newsbody.rules.moments import moment_told
from newsbody.rules.naming import step_of
from newsbody.rules.step import Step

FloatArray = NDArray[np.float64]

#: Levels of tags and classes that tell slots apart: deep enough for a post's own layout, not
#: so deep that replies to replies, which nest, become slots of their own.
SLOT_DEPTH = 5
#: … and by being the first in what they stand in where they have no name: so many levels, or the posts of a page would
#: be told apart.
NUMBERED_LEVELS = 2
#: Text of this weight (:attr:`Characters.weight`) counts half its length: names and labels are
#: shorter, sentences longer.
HALF_LENGTH = 30.0
#: What text in a slot counts that occurs once in the whole sample: nothing tells whether it changes.
UNKNOWN_CHANGE = 0.3
#: Attributes that hold a time for machines or a hint that shows it in full.
TIME_ATTRIBUTES = ("datetime", "title", "content", "data-time", "data-timestamp", "data-date", "data-original-title")
#: A date and what is said with it ("posted on"), no more: longer text only mentions a date.
MARK_CHARS = 80
#: A line over a body says so much beside its date ("posted on", "#12").
BESIDE_DATE = 16
#: Text that stands in another, fuller slot of the page as well (as a preview, a quote) counts this much.
SAID_TWICE = 0.25
#: Shorter text may stand in a title by chance.
MIN_TITLE_CHARS = 5
#: Shorter text may well be said twice.
MIN_TWICE_CHARS = 20
#: Text on so many pages beside a sample, and on more than half of them, stands on all of a site.
LEAST_BESIDE = 5

#: Pages, and sets of pages, of which it is remembered while a rule is learned what they hold.
PAGES_KEPT = 64
#: What is offered to choose or to press is no text.
_CONTROLS = ("select", "button", "textarea")
#: Blocks of which the first may be another part of a post than those behind it; of paragraphs it is the first line.
_BLOCKS = frozenset(("div", "td", "section", "dt", "dd"))
_DIGITS = re.compile(r"\d+")
LIKELY_DATE = re.compile(r"(?:19|20)\d{2}|\d{1,2}[:月/.]\d{1,2}|\d{10}")

#: … and what any other attribute of data says where it is one: a year and the time of day.
_SAID_IN_FULL = re.compile(r"(?:19|20)\d{2}\D.*\d:\d\d|\d:\d\d.*\D(?:19|20)\d{2}")


class Sample:
    """Pages of one site with what their slots hold. Nothing in it depends on the pages' order.

    Of pages that say the same (`?qa=5` and `?qa=5&show=9`) it has one.
    ``taken``: per page, the elements of posts that are known already; nothing in them counts. ``beside``: other pages
    of the site: what most of them say ("Welcome, Guest") is nobody's post.
    """

    def __init__(self, pages: Sequence[Page], beside: Sequence[Page] = ()) -> None:
        self.pages, self.beside = [page for page in distinct(pages) if len(page)], tuple(beside)
        self.taken: list[BoolArray] = [np.zeros(len(page.tags), dtype=np.bool_) for page in self.pages]
        self._step_numbers: dict[Step, int] = {}
        self.steps: list[Step] = []
        #: Per page, per element: the number of its step (index into ``steps``).
        self.element_steps: list[IntArray] = [self._number_steps(page) for page in self.pages]
        #: Per page, per element: its slot.
        self.element_slots: list[NDArray[np.uint64]] = [
            slots_of(page, steps, SLOT_DEPTH, self._first(page, steps))
            for page, steps in zip(self.pages, self.element_steps, strict=True)
        ]

    @cached_property
    def page_starts(self) -> IntArray:
        """The number of each page's first element where the pages' elements stand in one row, and one behind all."""
        return cumulated(np.array([len(page.tags) for page in self.pages], dtype=np.int64))

    @cached_property
    def ends(self) -> IntArray:
        """Of the elements of all pages in one row where each one ends. Shape (n,)."""
        return self.in_one_row([page.end for page in self.pages])

    def in_one_row(self, elements: Sequence[Sequence[int] | IntArray]) -> IntArray:
        """Elements by page as numbers in the row of the elements of all pages."""
        rows = [
            np.asarray(own, dtype=np.int64) + first
            for own, first in zip(elements, self.page_starts.tolist(), strict=False)
        ]
        return np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)

    def pages_of(self, row: IntArray) -> IntArray:
        """On which page each of some elements in one row stands. Shape of ``row``."""
        return np.searchsorted(self.page_starts, row, "right") - 1

    def by_page(self, row: IntArray) -> list[list[int]]:
        """Elements in one row (in order) as numbers on their pages."""
        edges = np.searchsorted(row, self.page_starts).tolist()
        return [
            (row[start:stop] - first).tolist()
            for first, start, stop in zip(self.page_starts.tolist(), edges, edges[1:], strict=False)
        ]

    def without(self, taken: Sequence[BoolArray]) -> Sample:
        """The same pages without what stands in some elements. Shapes of ``taken``: (n,)."""
        rest = copy(self)
        rest.taken = list(taken)
        for name in ("mass", "raw_mass"):
            left = zip(self.pages, taken, getattr(self, name), strict=True)
            rest.__dict__[name] = [np.where(inside[page.run_element], 0.0, mass) for page, inside, mass in left]
        rest.__dict__["dated"] = [dated & ~inside for dated, inside in zip(self.dated, taken, strict=True)]
        return rest

    def share_of(self, whole: Sample) -> float:
        """Which share of the text of a sample that changes is left in this one, which is a part of it."""
        return float(sum(map(np.sum, self.mass)) / max(sum(map(np.sum, whole.mass)), 1e-9))

    def _number_steps(self, page: Page) -> IntArray:
        numbers = np.zeros(len(page.tags), dtype=np.int64)
        for index in range(len(page.tags)):
            step = step_of(page, index)
            number = self._step_numbers.setdefault(step, len(self.steps))
            if number == len(self.steps):
                self.steps.append(step)
            numbers[index] = number
        return numbers

    def _first(self, page: Page, steps: IntArray) -> BoolArray:
        """Which blocks without a name are the first in what they stand in, as headers are. Shape (n,)."""
        bare = np.array([step.is_bare and step.tag in _BLOCKS for step in self.steps], dtype=np.bool_)
        return np.asarray((page.child_number == 1) & bare[steps])

    @cached_property
    def change(self) -> dict[int, float]:
        """For each slot with text, how much of it is new each time: 0 always the same, 1 never.

        Numbers are left out of the comparison: a counter or a date is not new text.
        """
        texts: dict[int, Counter[str]] = defaultdict(Counter)
        for page, slots in zip(self.pages, self.element_slots, strict=True):
            for slot, text in zip(slots[page.run_element].tolist(), _run_texts(page), strict=True):
                texts[slot][text] += 1
        change = {}
        for slot, counts in texts.items():
            total = counts.total()
            change[slot] = (len(counts) - 1) / (total - 1) if total > 1 else UNKNOWN_CHANGE
        return change

    @cached_property
    def _everywhere(self) -> frozenset[str]:
        said = Counter(text for page in self.beside for text in set(_run_texts(page)))
        return frozenset(text for text, pages in said.items() if pages >= max(LEAST_BESIDE, len(self.beside) // 2 + 1))

    @cached_property
    def fixed(self) -> list[BoolArray]:
        """Per page, which elements hold text, and none but what stands there each time."""
        result = []
        for page, slots in zip(self.pages, self.element_slots, strict=True):
            new = [self.change[slot] > 0 for slot in slots[page.run_element].tolist()]
            before = np.concatenate(([0], np.cumsum(new, dtype=np.int64)))
            result.append((page.last_run > page.first_run) & (before[page.last_run] == before[page.first_run]))
        return result

    @cached_property
    def raw_mass(self) -> list[FloatArray]:
        """Per page, per run: its length, short text damped; hidden text counts nothing."""
        return [_raw_mass(page) for page in self.pages]

    @cached_property
    def mass(self) -> list[FloatArray]:
        """Per page, per run: how much text it has that somebody wrote for this place.

        Nothing for links, dates, hidden text, what stands everywhere and the page's title, also behind other words; as
        much as its slot changes for the rest.
        """
        result = []
        for number, page in enumerate(self.pages):
            slots = self.element_slots[number][page.run_element].tolist()
            change = np.array([self.change[slot] for slot in slots], dtype=np.float64)
            texts = _run_texts(page)
            change[_said_twice(texts, slots)] *= SAID_TWICE
            title = normalised(page.title)
            headings = tuple({text for text in texts if len(text) >= MIN_TITLE_CHARS and text in title})
            change[[text.endswith(headings) or text in self._everywhere for text in texts]] = 0.0  # "Ann: Why it hums"
            # A line of a post may be a date, too: the others beside it, in the same element, are its author's words.
            dated = _dated_runs(page) | (_dated_by_attribute(page)[page.run_element] & (page.run_chars < MARK_CHARS))
            result.append(np.where(page.run_is_link | dated, 0.0, self.raw_mass[number] * change))
        return result

    @cached_property
    def dated(self) -> list[BoolArray]:
        """Per page, which elements say a date, in their own text or an attribute for machines."""
        return [dated_elements(page) for page in self.pages]


@remembered_meanwhile(maxsize=PAGES_KEPT)
def sample_of(*pages: Page, beside: tuple[Page, ...] = ()) -> Sample:
    """The sample of some pages, made once."""
    return Sample(pages, beside)


def distinct(pages: Iterable[Page]) -> list[Page]:
    """One page of each text, whichever came first: what a copy repeats (`?tid=7`, `?pid=412`) looks like a card."""
    by_text = {page.text: page for page in sorted(pages, key=lambda page: page.url or "", reverse=True)}
    return [by_text[text] for text in sorted(by_text)]


def normalised(text: str) -> str:
    """Text for comparison: white space folded, every number the same."""
    return _DIGITS.sub("0", " ".join(text.split()))


@remembered_meanwhile(maxsize=PAGES_KEPT)
def _run_texts(page: Page) -> list[str]:
    text = page.text
    return [
        normalised(text[start:stop])
        for start, stop in zip(page.run_start.tolist(), page.run_stop.tolist(), strict=True)
    ]


def _said_twice(texts: Sequence[str], slots: Sequence[int]) -> list[bool]:
    """Which runs repeat what stands on the same page in a slot that holds more text."""
    filled: Counter[int] = Counter()
    for text, slot in zip(texts, slots, strict=True):
        filled[slot] += len(text)
    home: dict[str, tuple[int, int]] = {}
    for text, slot in zip(texts, slots, strict=True):
        home[text] = max(home.get(text, (0, 0)), (filled[slot], slot))
    return [len(text) >= MIN_TWICE_CHARS and home[text][1] != slot for text, slot in zip(texts, slots, strict=True)]


@remembered_meanwhile(maxsize=PAGES_KEPT)
def _raw_mass(page: Page) -> FloatArray:
    weight = page.characters.weight
    length = (weight[page.run_stop] - weight[page.run_start]).astype(np.float64)
    mass = length * length / (length + HALF_LENGTH)
    mass[page.is_hidden[page.run_element]] = 0.0
    mass[_hidden_by_name(page, mass)] = 0.0
    mass[page.inside(page.is_tag(*_CONTROLS))[page.run_element]] = 0.0
    return np.asarray(mass, dtype=np.float64)


def _hidden_by_name(page: Page, mass: FloatArray) -> BoolArray:
    """Which runs stand where a class says that nobody sees them: none where most do, and scripts show these."""
    marked = np.zeros(len(page.classes), dtype=np.bool_)
    marked[elements_called(page.classes, hide)] = True
    hidden = page.inside(marked)[page.run_element]
    return hidden & bool(2 * mass[hidden].sum() < mass.sum())


def slots_of(page: Page, steps: IntArray, depth: int, first: BoolArray | None = None) -> NDArray[np.uint64]:
    """Chains of up to ``depth`` steps as numbers: equal chains, equal numbers (64 bit, mixed).

    ``first``: elements that are told from others of their step, with what stands directly in them. Shape (n,).
    """
    own = (steps.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    chain = own.copy()
    above = np.maximum(page.parent, 0)
    for level in range(depth - 1, 0, -1):
        if first is not None and level == NUMBERED_LEVELS:
            own = own ^ (first.astype(np.uint64) << np.uint64(17))
        mixed = chain[above] * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
        mixed[page.parent < 0] = 0
        chain = own + mixed
    return chain


def dated_elements(page: Page) -> BoolArray:
    """Which elements say a date, in their own text or an attribute for machines. Shape (n,)."""
    dated = _dated_by_attribute(page).copy()
    dated[page.run_element[_dated_runs(page)]] = True
    return dated


@remembered_meanwhile(maxsize=PAGES_KEPT)
def _dated_runs(page: Page) -> BoolArray:
    """Which runs say a date and hardly anything else. Shape (m,)."""
    spans = zip(page.run_start.tolist(), page.run_stop.tolist(), (page.run_chars < MARK_CHARS).tolist(), strict=True)
    return np.array([short and _says_when(page.text[start:stop]) for start, stop, short in spans], dtype=np.bool_)


@remembered_meanwhile(maxsize=PAGES_KEPT)
def _dated_by_attribute(page: Page) -> BoolArray:
    """Which elements say a date for machines, or in full for whoever points at them. Shape (n,)."""
    return np.array([time_attribute(element) is not None for element in page.elements], dtype=np.bool_)


def _says_when(text: str) -> bool:
    text = " ".join(text.split())  # templates leave more white space than words around a date
    return len(text) < MARK_CHARS and (says_date(text) or moment_told(text) is not None)


def says_date(text: str) -> bool:
    """Whether a short text says a date and hardly anything else."""
    if len(text) > 2 * MARK_CHARS or not LIKELY_DATE.search(text):
        return False
    found = find_date(text)
    return found is not None and len(" ".join(text.split())) - len(found.raw) <= MARK_CHARS // 2


def only_dated(page: Page, index: int) -> bool:
    """Whether an element says a date and at most a few characters more: a line over a body, and none."""
    first, start, stop = int(page.first_run[index]), int(page.start[index]), int(page.stop[index])
    if first == page.last_run[index] or stop - start > MARK_CHARS or page.run_is_link[first]:  # a name before it
        return False
    text = page.text[start:stop]
    found = find_date(text) if LIKELY_DATE.search(text) else None
    if found is None:
        return False
    weight = page.characters.weight
    begin = start + max(0, text.find(found.raw))
    return int(weight[stop] - weight[start] - weight[begin + len(found.raw)] + weight[begin]) <= BESIDE_DATE


def time_attribute(element: etree._Element) -> tuple[str, str] | None:
    """The attribute of an element that holds a date, and the date as ISO 8601; None without one."""
    for name in TIME_ATTRIBUTES:
        value = element.get(name)
        if value and len(value) < MARK_CHARS and LIKELY_DATE.search(value):
            date = read_date(value)
            if date:
                return name, date
    # lxml gives names with control characters, and refuses to be asked for them.
    for name in map(str, element.attrib):
        if name[:5] not in ("data-", "aria-") or not name.isprintable():
            continue
        value = element.get(name, "")
        if len(value) < MARK_CHARS and _SAID_IN_FULL.search(value) and (date := read_date(value)):
            return name, date
    return None
