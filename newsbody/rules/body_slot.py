"""Which slot of a thread page holds the posts' bodies.

Candidates are all elements that a rule can name. The bodies are those that hold most of
the text which is new each time (*coverage*) and little else (*purity*), and stand between
the dates of the posts, one for one (*regularity*). An element with the post's own date in
it is the post, not its body.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from newsbody.characters import IntArray
from newsbody.page import Page
from newsbody.rules.records import highest_alone
from newsbody.rules.sample import FloatArray, Sample, slots_of
from newsbody.rules.selector import Selector, Step, outermost

#: A candidate with less than this share of the best candidate's text is not looked at.
MIN_COVERAGE = 0.1
#: Bodies that, this often, contain a date of one and the same slot are whole posts.
HOLDS_DATE = 0.9
#: Levels of tags and classes that tell dates apart.
MARK_DEPTH = 3
#: A deeper element with this much of the text of the best one is preferred to it …
DEEPER_KEEPS = 0.85
#: … and stands in this share of its elements …
MIN_INSIDE = 0.8
#: … and has this much of its score.
DEEPER_SCORES = 0.85
#: Posts hold more text than what stands beside them (comments on posts, signatures, titles).
HALF_HEFT = 20.0
#: What the score of elements counts that stand alone on each page: posts repeat, wrappers do not.
ALONE = 0.5
#: Candidates looked at closely.
SHORT_LIST = 12
#: From here on bodies and dates belong to each other.
MIN_REGULARITY = 0.6
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
    #: Elements that the selector names too but that are no bodies.
    strays: int = 0
    #: Per page, the elements with the dates that the bodies take turns with.
    marks: list[IntArray] = field(default_factory=list)

    #: Per page, all elements that say dates in an element of that kind.
    kin: list[IntArray] = field(default_factory=list)
    mass: float = 0.0
    #: How many of the elements have text that changes.
    filled: int = 0

    @property
    def heft(self) -> float:
        """How much text one of the elements has: 0.5 at :data:`HALF_HEFT`."""
        mean = self.mass / max(1, self.count)
        return mean / (mean + HALF_HEFT)

    @property
    def count(self) -> int:
        return sum(map(len, self.elements))

    @property
    def score(self) -> float:
        """Coverage, purity and regularity together; regularity weighs double."""
        pages = sum(map(bool, self.elements))
        alone = ALONE if self.filled <= pages else 1.0
        on_pages = pages / len(self.elements)
        return self.coverage * self.purity * self.regularity**2 * self.heft * alone * on_pages


def rank(sample: Sample) -> list[Candidate]:
    """All candidates worth a thought, the best first."""
    total = sum(float(mass.sum()) for mass in sample.mass)
    if not total:
        return []
    scale = _Scale(sample, total)
    candidates = [candidate for candidate in _candidates(sample) if scale.weigh(candidate) >= MIN_COVERAGE]
    marks = _Marks(sample)
    kept = _sorted(candidate for candidate in candidates if not _holds_date(sample, candidate, marks.slots))
    for candidate in kept:
        _set_regularity(candidate, marks.slots)
    kept = _sorted(kept)[:SHORT_LIST]
    for candidate in kept:
        if _drop_strays(sample, candidate, marks):
            scale.weigh(candidate)
            _set_regularity(candidate, marks.slots)
    return _deepest_first(sample, _sorted(kept))


def candidate_of(sample: Sample, selector: Selector) -> Candidate:
    """A selector as a candidate, with its measures; used where something else chose it."""
    candidate = Candidate(selector, [outermost(page, selector.select(page)) for page in sample.pages])
    _Scale(sample, max(1e-9, sum(float(mass.sum()) for mass in sample.mass))).weigh(candidate)
    marks = _Marks(sample)
    _set_regularity(candidate, marks.slots)
    _drop_strays(sample, candidate, marks)
    return candidate


def _sorted(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The best first; of names for the same elements the one that names no others, then the longest."""
    return sorted(
        candidates,
        key=lambda one: (-one.score, one.strays, -len(one.selector.steps[-1].classes), str(one.selector)),
    )


class _Scale:
    """Weighs candidates against the text of the whole sample."""

    def __init__(self, sample: Sample, total: float) -> None:
        self.sample = sample
        self.total = total
        self.mass = [np.concatenate(([0.0], np.cumsum(mass))) for mass in sample.mass]
        self.raw = [np.concatenate(([0.0], np.cumsum(mass))) for mass in sample.raw_mass]

    def weigh(self, candidate: Candidate) -> float:
        """Set mass, coverage and purity; the result is the coverage."""
        masses = self._held(candidate, self.mass)
        candidate.mass = float(masses.sum())
        candidate.filled = int((masses > 0).sum())
        candidate.coverage = candidate.mass / self.total
        candidate.purity = candidate.mass / max(float(self._held(candidate, self.raw).sum()), 1e-9)
        return candidate.coverage

    def _held(self, candidate: Candidate, cumulated: list[FloatArray]) -> FloatArray:
        held = [
            sums[page.last_run[elements]] - sums[page.first_run[elements]]
            for page, elements, sums in zip(self.sample.pages, candidate.elements, cumulated, strict=True)
            if elements
        ]
        return np.concatenate(held) if held else np.zeros(0)


def _drop_strays(sample: Sample, candidate: Candidate, marks: _Marks) -> bool:
    """Leave out elements that stand apart, without such a date, where the others have one each."""
    if candidate.regularity < MIN_REGULARITY or not candidate.marks:
        return False
    candidate.kin = marks.kin(candidate.marks)
    dropped = False
    for number, page in enumerate(sample.pages):
        dated = candidate.kin[number]
        elements = candidate.elements[number]
        kept = [
            element
            for element, holder in zip(elements, highest_alone(page, [[one] for one in elements]), strict=True)
            if holder is None or np.searchsorted(dated, page.end[holder]) > np.searchsorted(dated, holder)
        ]
        if len(elements) > len(kept) >= MIN_REGULARITY * len(elements):
            candidate.elements[number] = kept
            candidate.strays += len(elements) - len(kept)
            dropped = True
    return dropped


def _candidates(sample: Sample) -> list[Candidate]:
    """Everything a rule can name: each kind of element, and what kinds with a class in common have in common.

    Of names for the same elements the one with most classes.
    """
    kinds: dict[Selector, list[list[int]]] = {}
    for number, page in enumerate(sample.pages):
        for index in range(len(page.tags)):
            selector = _name(sample, page, sample.element_steps[number], index)
            if selector is not None:
                kinds.setdefault(selector, [[] for _ in sample.pages])[number].append(index)
    found = _names(list(kinds))
    best: dict[tuple[tuple[int, ...], ...], Selector] = {}
    for selector, members in sorted(found.items(), key=lambda item: _plainness(item[0])):
        elements = tuple(
            tuple(outermost(page, sorted(index for member in members for index in kinds[member][number])))
            for number, page in enumerate(sample.pages)
        )
        best[elements] = selector
    return [Candidate(selector, [list(on_page) for on_page in elements]) for elements, selector in best.items()]


def _names(kinds: Sequence[Selector]) -> dict[Selector, list[Selector]]:
    """Each name that a rule may use, with the kinds of elements that it names."""
    sharing: dict[tuple[str, str], list[Selector]] = defaultdict(list)
    named = [selector for selector in kinds if len(selector.steps) == 1 and selector.steps[0].classes]
    for selector in named:
        for name in selector.steps[0].classes:
            sharing[selector.steps[0].tag, name].append(selector)
    found = {selector: [selector] for selector in kinds}
    for selector in named:
        step = selector.steps[0]
        wider = [
            other
            for other in sharing[step.tag, step.classes[0]]
            if other != selector and set(step.classes) <= set(other.steps[0].classes)
        ]
        if wider:
            found[selector] = [selector, *wider]
            found[Selector((replace(step, only=True),))] = [selector]
    for (tag, name), members in sharing.items():
        if len(members) > 1:
            found.setdefault(Selector((Step(tag, (name,)),)), members)
    return found


def _plainness(selector: Selector) -> tuple[bool, int, str]:
    """Of names for the same elements the last in this order is used."""
    step = selector.steps[-1]
    return not step.only, len(step.classes), str(selector)


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


class _Marks:
    """The elements of the sample that say dates: per slot, per page.

    A date may stand in an element of its own or beside it, so one without class or id counts
    for the element around it that has one.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.slots: dict[int, list[IntArray]] = {}
        self.elements: list[IntArray] = []
        for number, (page, dated, steps) in enumerate(
            zip(sample.pages, sample.dated, sample.element_steps, strict=True)
        ):
            named = [_named(sample, page, steps, index) for index in np.flatnonzero(dated).tolist()]
            indices = np.unique(np.array(named, dtype=np.int64))
            self.elements.append(indices)
            own = slots_of(page, steps, MARK_DEPTH)[indices]
            for slot in np.unique(own).tolist():
                per_page = self.slots.setdefault(slot, [np.zeros(0, dtype=np.int64) for _ in sample.pages])
                per_page[number] = indices[own == slot]

    def kin(self, marks: Sequence[IntArray]) -> list[IntArray]:
        """Per page, all elements with dates that have the tag and classes of some marks."""
        steps = self.sample.element_steps
        wanted = np.unique(np.concatenate([own[indices] for own, indices in zip(steps, marks, strict=True)]))
        return [indices[np.isin(own[indices], wanted)] for own, indices in zip(steps, self.elements, strict=True)]


def _named(sample: Sample, page: Page, steps: IntArray, index: int) -> int:
    for around in islice(page.ancestors(index), MARK_DEPTH):
        if not sample.steps[steps[around]].is_bare:
            return around
    return index


def _holds_date(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]]) -> bool:
    """Whether nearly all of the elements hold dates of one and the same slot."""
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
        turns = bodies = dates = 0
        for elements, dated in zip(candidate.elements, marks[slot], strict=True):
            bodies += len(elements)
            dates += len(dated)
            is_body = np.concatenate((np.ones(len(elements)), np.zeros(len(dated))))
            is_body = is_body[np.argsort(np.concatenate((elements, dated)), kind="stable")]
            starts = np.diff(is_body, prepend=-1.0) != 0
            turns += int(min((starts & (is_body == 1)).sum(), (starts & (is_body == 0)).sum()))
        regularity = turns / max(bodies, dates, 1)
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
    """Put the element first that of all with (nearly) the best one's text stands deepest.

    One in each, and none elsewhere, so that it names the bodies alone. Where the template
    itself says which element is the post's text (ARTICLE), that one.
    """
    if not ranked:
        return ranked
    best = ranked[0]
    inner = [
        one
        for one in ranked
        if one.coverage >= DEEPER_KEEPS * best.coverage
        and one.score >= DEEPER_SCORES * best.score
        and MIN_INSIDE * best.count <= one.count <= best.count
        and _inside(sample, one, best)
    ]
    deepest = max(
        [best, *inner], key=lambda one: (_is_article(one), -one.strays, _depth(sample, one), str(one.selector))
    )
    return [deepest, *(one for one in ranked if one is not deepest)]


def _is_article(candidate: Candidate) -> bool:
    step = candidate.selector.steps[-1]
    return step.tag == "article" and not step.is_bare


def _depth(sample: Sample, candidate: Candidate) -> int:
    """How deep its elements stand, counted from the root; those that only wrap a body differ by it."""
    return min(
        (
            int(page.depth[index])
            for page, on_page in zip(sample.pages, candidate.elements, strict=True)
            for index in on_page
        ),
        default=0,
    )


def _inside(sample: Sample, inner: Candidate, outer: Candidate) -> bool:
    """Whether each inner element stands in an outer one, no two in the same."""
    for page, few, many in zip(sample.pages, inner.elements, outer.elements, strict=True):
        around = np.searchsorted(many, few, "left") - 1
        if len(np.unique(around)) < len(few) or (len(few) and around.min() < 0):
            return False
        if any(small >= page.end[many[place]] for small, place in zip(few, around.tolist(), strict=True)):
            return False
    return True
