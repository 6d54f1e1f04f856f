"""What may hold the bodies of a forum's posts: all elements that a rule can name, weighed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.rules.body_neighbours import is_beside, without_quoted
from newsbody.rules.naming import step_of
from newsbody.rules.sample import PAGES_KEPT, FloatArray, Sample, dated_elements
from newsbody.rules.selector import Selector, outermost
from newsbody.rules.step import Step

#: Posts hold more text than what stands beside them (comments on posts, signatures, titles).
HALF_HEFT = 20.0
#: What the score of elements counts that stand alone on each page: posts repeat, wrappers do not.
ALONE = 0.5
#: … and elements that are named by what they stand in, too: names are made for what they hold.
UNNAMED = 0.8
#: … and once more for each number of a child beside the first, or for being told by having no date: these fit fewer
#: posts than the sample shows.
NUMBERED = 0.95
#: So many posts on a page, on average, show that they repeat, …
MIN_REPEATED = 2
#: … and so many of them with a date of their own that they take turns with dates.
MIN_TURNS = 0.9
#: An element without class or id is named by what it stands in, up to so many levels.
MAX_STEPS = 3
#: … and as which child of it, by one more (a table's row has a body around it), …
MAX_NAMED_STEPS = 4
#: … or by these where hardly any of them hold something that has a name: boards of tables in tables.
MAX_LONG_STEPS = 6
MAX_NAMING = 0.5
#: Tags of elements without class that can hold a body, and those they may stand in; all are block level.
_BARE_BODY_TAGS = frozenset("div td dd li p article section pre".split())
_BARE_OUTER_TAGS = _BARE_BODY_TAGS | frozenset("tr tbody table dl ol ul blockquote".split())
#: Where a child is named by its number, nearly all elements of a kind must have it.
MIN_CHILDREN = 0.9
#: … and it is named so up to this number only: one farther down is a place in a list, no part of a post.
#: (Of 170 rules learned of made forums, 69 have such a number, at most 3.)
MAX_CHILD = 50
#: … and where nothing around it has one either, by so many tags at most.
MAX_BARE_STEPS = 8


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
    #: Whether the selector names headers, too, which are told from bodies by the dates in them.
    undated: bool = False
    #: Per page, the elements with the dates that the bodies take turns with.
    marks: list[IntArray] = field(default_factory=list)
    #: Per page, all elements that say dates in an element of that kind.
    kin: list[IntArray] = field(default_factory=list)
    mass: float = 0.0
    #: Whether other posts are known, beside which these may stand alone (opening posts).
    beside: bool = False
    #: How many of the elements have text that changes.
    filled: int = 0
    #: Per page, the elements with those of them that stand in others, where there are any and nothing names them.
    every: list[list[int]] = field(default_factory=list)

    @property
    def is_paragraph(self) -> bool:
        """Whether they are paragraphs without a name, of which a body may have several."""
        step = self.selector.steps[-1]
        return step.tag == "p" and step.is_bare

    @property
    def names_itself(self) -> bool:
        """Whether the elements have a name of their own."""
        return not self.selector.steps[-1].is_bare

    @property
    def heft(self) -> float:
        """How much text one of the elements has: 0.5 at :data:`HALF_HEFT`."""
        mean = self.mass / max(1, self.count)
        return mean / (mean + HALF_HEFT)

    @property
    def count(self) -> int:
        return sum(map(len, self.elements))

    @property
    def is_alone(self) -> bool:
        """Whether there is one on a page, at most, and no post is known that it stands beside."""
        return not self.beside and self.filled <= sum(map(bool, self.elements))

    @property
    def is_repeated(self) -> bool:
        """Whether there are several on a page."""
        return self.count >= MIN_REPEATED * len(self.elements)

    @property
    def takes_turns(self) -> bool:
        """Whether there are several on a page, and nearly each has a date of its own between it and the next."""
        return bool(self.marks) and self.is_repeated and self.regularity >= MIN_TURNS

    @property
    def score(self) -> float:
        """Coverage, purity and regularity together; regularity weighs double."""
        pages = sum(map(bool, self.elements))
        alone = ALONE if self.is_alone else 1.0
        # A page without the dates of these posts, one with an opening post alone, has none of them either.
        dated = sum(bool(one) or len(own) > 0 for one, own in zip(self.elements, self.marks, strict=bool(self.marks)))
        on_pages = pages / (dated or len(self.elements))
        named = 1.0 if self.names_itself and len(self.selector.steps) == 1 else UNNAMED
        named *= NUMBERED ** max(self.undated, sum(step.nth > 0 for step in self.selector.steps) - 1)
        told = self.filled / max(1, self.count)  # of bodies hardly any holds nothing that changes
        return told * named * self.coverage * self.purity * self.regularity**2 * self.heft * alone * on_pages


class Scale:
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


def candidates(sample: Sample) -> list[Candidate]:
    """Everything a rule can name: each kind of element, and what kinds with a class in common have in common.

    Of names for the same elements the one with most classes.
    """
    kinds: dict[Selector, list[list[int]]] = {}
    for number, (page, taken) in enumerate(zip(sample.pages, sample.taken, strict=True)):
        names = _kinds_on(page)
        for index in np.flatnonzero(page.subtree_sum(taken) == 0).tolist():
            for selector in names[index]:
                kinds.setdefault(selector, [[] for _ in sample.pages])[number].append(index)
    named = np.array([not step.is_bare for step in sample.steps], dtype=np.int64)
    naming = [page.subtree_sum(named[steps]) for page, steps in zip(sample.pages, sample.element_steps, strict=True)]
    found = _names(
        [
            selector
            for selector, elements in kinds.items()
            if not _is_odd_child(selector, kinds) and not _goes_by_names(naming, selector, elements)
        ]
    )
    best: dict[tuple[tuple[int, ...], ...], Candidate] = {}
    beside = any(taken.any() for taken in sample.taken)
    for selector, members in sorted(found.items(), key=lambda item: _plainness(item[0])):
        every = [sorted(index for member in members for index in kinds[member][n]) for n in range(len(sample.pages))]
        elements = [
            outermost(page, without_quoted(page, named)) for page, named in zip(sample.pages, every, strict=True)
        ]
        candidate = Candidate(selector, elements, beside=beside)
        if not candidate.names_itself and elements != every:
            candidate.every = every
        best[tuple(map(tuple, elements))] = candidate
    return list(best.values())


def _is_odd_child(selector: Selector, kinds: Mapping[Selector, Sequence[Sequence[int]]]) -> bool:
    """Whether a selector names a child that only some elements of a kind have, by its number."""
    around = kinds.get(Selector(selector.steps[:-1])) if selector.steps[-1].nth and not selector.is_bare else None
    return around is not None and sum(map(len, kinds[selector])) < MIN_CHILDREN * sum(map(len, around))


def _goes_by_names(names: Sequence[IntArray], selector: Selector, elements: Sequence[Sequence[int]]) -> bool:
    """Whether a long chain names elements of which many hold some with a name: these are to be named.

    ``names``: of each page how many elements with a name each element holds.
    """
    if len(selector.steps) <= MAX_NAMED_STEPS or selector.is_bare:
        return False
    naming = sum(int((held[own] > 0).sum()) for held, own in zip(names, elements, strict=True))
    return naming > MAX_NAMING * sum(map(len, elements))


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


def _plainness(selector: Selector) -> tuple[bool, bool, int, str]:
    """Of names for the same elements the last in this order is used."""
    step = selector.steps[-1]
    return step.is_bare or len(selector.steps) == 1, not step.only, len(step.classes), str(selector)


@remembered_meanwhile(maxsize=PAGES_KEPT)
def _kinds_on(page: Page) -> list[list[Selector]]:
    """What each element of a page may be called; nothing for what has no name and stands beside bodies."""
    told = page.subtree_sum(dated_elements(page)) + page.subtree_sum(page.is_tag("a")) > 0
    return [
        [] if likely and step_of(page, index).is_bare and is_beside(page, index) else _kinds(page, index)
        for index, likely in enumerate(told.tolist())
    ]


def _kinds(page: Page, index: int) -> list[Selector]:
    """What an element may be called: a step with class or id, alone and in one that has one; without, by what it stands
    in and as which child.

    Where nothing around it has a name either, by the tags around it, some and all.
    """
    step = step_of(page, index)
    if not step.is_bare:
        around = step_of(page, int(page.parent[index])) if page.parent[index] >= 0 else step
        return [Selector((step,)), *([] if around.is_bare else [Selector((around, step))])]
    if step.tag not in _BARE_BODY_TAGS:
        return []
    chain = [step]
    for above in islice(page.ancestors(index), 1, MAX_BARE_STEPS):
        outer = step_of(page, above)
        chain.append(outer)
        if not outer.is_bare or outer.tag not in _BARE_OUTER_TAGS:
            break
    named = not chain[-1].is_bare
    if chain[-1].tag == "blockquote" and not named:
        return []  # parts of quotes
    lengths = {len(chain)} if named else {min(MAX_STEPS, len(chain)), len(chain)}
    number = int(page.child_number[index])
    own = replace(step, nth=number)
    names = [
        Selector((*reversed(chain[1:length]), last))
        for length in sorted(lengths)
        for last in ((step, own) if number <= MAX_CHILD else (step,))
        if not named or length <= MAX_LONG_STEPS
    ]
    cell = 2 < len(chain) <= MAX_NAMED_STEPS and chain[1].tag == "td"
    if len(chain) > 2 and (cell or not named):  # a part of a part of a post; below a name a block in a cell alone
        around = replace(chain[1], nth=int(page.child_number[page.parent[index]]))
        names += [Selector((*reversed(chain[2:length]), around, own)) for length in sorted(lengths) if length > 2]
    return names
