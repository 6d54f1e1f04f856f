"""Which slot of a thread page holds the posts' bodies.

Candidates are all elements that a rule can name. The bodies are those that hold most of
the text which is new each time (*coverage*) and little else (*purity*), and stand between
the dates of the posts, one for one (*regularity*). An element with the post's own date in
it is the post, not its body.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from newsbody.characters import IntArray
from newsbody.page import Page
from newsbody.rules.sample import Sample, slots_of
from newsbody.rules.selector import Selector, Step, outermost

#: A candidate with less than this share of the best candidate's text is not looked at.
MIN_COVERAGE = 0.1
#: Bodies that, this often, contain a date of one and the same slot are whole posts.
HOLDS_DATE = 0.9
#: Levels of tags and classes that tell dates apart.
MARK_DEPTH = 3
#: A deeper element with this much of the text of the best one is preferred to it.
DEEPER_KEEPS = 0.85
#: Tags of elements without class that can hold a body; all are block level.
_BARE_BODY_TAGS = frozenset("div td dd article section".split())


@dataclass
class Candidate:
    """Elements that may be the bodies: per page their numbers, and what speaks for them."""

    selector: Selector
    elements: list[list[int]]
    coverage: float = 0.0
    purity: float = 0.0
    regularity: float = 1.0
    #: Per page, the elements with the dates that the bodies take turns with.
    marks: list[IntArray] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(map(len, self.elements))

    @property
    def score(self) -> float:
        return self.coverage * self.purity * self.regularity


def rank(sample: Sample) -> list[Candidate]:
    """All candidates worth a thought, the best first."""
    cumulated = [np.concatenate(([0.0], np.cumsum(mass))) for mass in sample.mass]
    raw = [np.concatenate(([0.0], np.cumsum(mass))) for mass in sample.raw_mass]
    total = sum(float(sums[-1]) for sums in cumulated)
    if not total:
        return []
    candidates = []
    for candidate in _candidates(sample):
        held = _held(sample, candidate, cumulated)
        candidate.coverage = held / total
        if candidate.coverage < MIN_COVERAGE:
            continue
        candidate.purity = held / max(_held(sample, candidate, raw), 1e-9)
        candidates.append(candidate)
    marks = _marks(sample)
    kept = []
    for candidate in candidates:
        if not _holds_date(sample, candidate, marks):
            _set_regularity(candidate, marks)
            kept.append(candidate)
    kept.sort(key=lambda one: (-one.score, str(one.selector)))
    return _deepest_first(sample, kept)


def _candidates(sample: Sample) -> list[Candidate]:
    found: dict[Selector, list[list[int]]] = {}
    for number, page in enumerate(sample.pages):
        by_selector: dict[Selector, list[int]] = defaultdict(list)
        steps = sample.element_steps[number]
        has_text = page.last_run > page.first_run
        for index in np.flatnonzero(has_text).tolist():
            selector = _name(sample, page, steps, index)
            if selector is not None:
                by_selector[selector].append(index)
        for selector, indices in by_selector.items():
            found.setdefault(selector, [[] for _ in sample.pages])[number] = outermost(page, indices)
    return [Candidate(selector, elements) for selector, elements in found.items()]


def _name(sample: Sample, page: Page, steps: IntArray, index: int) -> Selector | None:
    """A step with class or id; or the chain from one down to a block element that has none."""
    chain: list[Step] = []
    for _ in range(3):
        step = sample.steps[steps[index]]
        chain.append(step)
        if not step.is_bare:
            return Selector(tuple(reversed(chain)))
        if step.tag not in _BARE_BODY_TAGS and step.tag not in ("tr", "tbody", "table"):
            return None
        if len(chain) == 1 and step.tag not in _BARE_BODY_TAGS:
            return None
        index = int(page.parent[index])
        if index < 0:
            return None
    return None


def _held(sample: Sample, candidate: Candidate, cumulated: list[np.ndarray]) -> float:
    total = 0.0
    for page, elements, sums in zip(sample.pages, candidate.elements, cumulated, strict=True):
        if elements:
            total += float((sums[page.last_run[elements]] - sums[page.first_run[elements]]).sum())
    return total


def _marks(sample: Sample) -> dict[int, list[IntArray]]:
    """Per slot that says dates, per page the elements that say one.

    A date may stand in an element of its own or beside it, so one without class or id counts
    for the element around it that has one.
    """
    marks: dict[int, list[IntArray]] = {}
    for number, (page, dated, steps) in enumerate(zip(sample.pages, sample.dated, sample.element_steps, strict=True)):
        named = [_named(sample, page, steps, index) for index in np.flatnonzero(dated).tolist()]
        indices = np.unique(np.array(named, dtype=np.int64))
        own = slots_of(page, steps, MARK_DEPTH)[indices]
        for slot in np.unique(own).tolist():
            per_page = marks.setdefault(slot, [np.zeros(0, dtype=np.int64) for _ in sample.pages])
            per_page[number] = indices[own == slot]
    return marks


def _named(sample: Sample, page: Page, steps: IntArray, index: int) -> int:
    for around in islice(page.ancestors(index), MARK_DEPTH):
        if not sample.steps[steps[around]].is_bare:
            return around
    return index


def _holds_date(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]]) -> bool:
    count = candidate.count
    for per_page in marks.values():
        holding = inside = 0
        for page, elements, dated in zip(sample.pages, candidate.elements, per_page, strict=True):
            if elements and len(dated):
                held = np.searchsorted(dated, page.end[elements]) - np.searchsorted(dated, elements)
                holding += int((held > 0).sum())
                inside += int(held.sum())
        if holding >= HOLDS_DATE * count and (count > 1 or inside > 1):
            return True
    return False


def _set_regularity(candidate: Candidate, marks: dict[int, list[IntArray]]) -> None:
    """How strictly bodies and the dates of some slot take turns, 0 to 1; 1 without dates."""
    best = -1.0
    for slot in sorted(marks):
        changes = bodies = dates = 0
        for elements, dated in zip(candidate.elements, marks[slot], strict=True):
            bodies += len(elements)
            dates += len(dated)
            if elements and len(dated):
                order = np.concatenate((np.full(len(elements), 1), np.full(len(dated), 2)))
                order = order[np.argsort(np.concatenate((elements, dated)), kind="stable")]
                changes += int((np.diff(order) != 0).sum()) + 1
        regularity = changes / 2 / max(bodies, dates, 1)
        if regularity > best:
            best, candidate.marks = regularity, marks[slot]
    candidate.regularity = best if marks else 1.0


def posts_of(sample: Sample, candidate: Candidate, number: int) -> list[list[int]]:
    """The bodies on a page, those that are parts of one post together.

    Parts of one post have no date between them, and share an element with one date only.
    """
    elements = candidate.elements[number]
    dated = candidate.marks[number] if candidate.marks else np.zeros(0, dtype=np.int64)
    page = sample.pages[number]
    groups: list[list[int]] = []
    for body in elements:
        if groups and len(dated) and _one_post(page, groups[-1][-1], body, dated):
            groups[-1].append(body)
        else:
            groups.append([body])
    return groups


def _one_post(page: Page, first: int, second: int, dated: IntArray) -> bool:
    if np.searchsorted(dated, second) > np.searchsorted(dated, first):
        return False
    shared = first
    while page.end[shared] <= second:
        shared = int(page.parent[shared])
    return bool(np.searchsorted(dated, page.end[shared]) - np.searchsorted(dated, shared) == 1)


def _deepest_first(sample: Sample, ranked: list[Candidate]) -> list[Candidate]:
    """Put the deepest candidate first that holds nearly all the text of the best, one in each."""
    if not ranked:
        return ranked
    best = ranked[0]
    while True:
        inner = [
            one
            for one in ranked
            if one is not best
            and one.coverage >= DEEPER_KEEPS * best.coverage
            and one.count == best.count
            and _inside(sample, one, best)
        ]
        if not inner:
            break
        best = max(inner, key=lambda one: (one.score, str(one.selector)))
    return [best, *(one for one in ranked if one is not best)]


def _inside(sample: Sample, inner: Candidate, outer: Candidate) -> bool:
    for page, few, many in zip(sample.pages, inner.elements, outer.elements, strict=True):
        if len(few) != len(many):
            return False
        for small, large in zip(few, many, strict=True):
            if not large < small < page.end[large]:
                return False
    return True
