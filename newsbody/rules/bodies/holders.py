"""What holds a post: its body and what speaks of it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from newsbody.page import Page
from newsbody.rules.bodies.alternation import MIN_REGULARITY, nesting
from newsbody.rules.bodies.candidates import Candidate
from newsbody.rules.naming import selector_of, step_of
from newsbody.rules.record import highest_alone
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step

#: Levels around a body on which what holds its post may stand.
MAX_HEIGHT = 8
#: So many classes of what may hold a post are looked at each by itself.
MAX_CLASSES = 6
#: This share of the posts must have a holder of their own.
MIN_HELD = 0.9


def learn_holders(
    sample: Sample,
    best: Candidate,
    groups: Sequence[Sequence[Sequence[int]]],
    others: Sequence[Sequence[Sequence[int]]],
) -> tuple[Selector, ...]:
    """What holds a post: the kinds of highest elements with one post only; where replies nest, the kind that nests.

    Empty when it is not elements that hold posts together, or when no page has two posts. ``others``: per page the
    bodies of posts that are known.
    """
    names: set[Selector] = set()
    first: set[Selector] = set()
    held = without = bodies = 0
    for number, (page, on_page) in enumerate(zip(sample.pages, groups, strict=True)):
        for place, holder in enumerate(highest_alone(page, [*on_page, *others[number]])[: len(on_page)]):
            if holder is None:
                continue
            if _has_date(sample, best, number, holder, int(page.end[holder])):
                held += 1
                first |= {_holder_name(page, holder, on_page[place])} if not place else set()
            else:
                without += 1
            bodies += holder in on_page[place]
            names.add(_holder_name(page, holder, on_page[place]))
    nested = any(any(nesting(page, on_page)) for page, on_page in zip(sample.pages, groups, strict=True))
    if nested and all(name.steps[-1].is_bare for name in names):
        return ()  # what holds replies is called as what holds them all
    if held > without and not without:
        return tuple(sorted(names, key=str))
    nests = _nesting_holder(sample, best, groups, others)
    if nests is not None:
        return (nests,)
    nests = _nesting_holder(sample, best, [on_page[1:] for on_page in groups], others) if first else None
    if nests is not None:  # below an opening post that is held by another kind of element
        return tuple(sorted({nests, *first}, key=str))
    return tuple(sorted(names, key=str)) if held > without and not bodies else ()


def _has_date(sample: Sample, best: Candidate, number: int, first: int, stop: int) -> bool:
    """Whether a date stands among some elements, of the kind that posts have where that is known.

    Yes where the pages show none, or none that is a post's.
    """
    if not best.marks:
        return True
    known = best.kin if any(map(len, best.kin)) else best.marks if best.regularity >= MIN_REGULARITY else []
    kin = known[number] if any(map(len, known)) else np.flatnonzero(sample.dated[number])
    if not len(kin):
        return True
    return bool(np.searchsorted(kin, stop) > np.searchsorted(kin, first))


def _nesting_holder(
    sample: Sample,
    best: Candidate,
    groups: Sequence[Sequence[Sequence[int]]],
    others: Sequence[Sequence[Sequence[int]]],
) -> Selector | None:
    """The highest kind of element of which each post has its own nearest, though it may hold other posts too.

    A date of its own stands in it before any other post's: also behind its body where those it holds are known answers
    of another form.
    """
    nearest: dict[Selector, list[tuple[int, int]]] = defaultdict(list)
    heights: Counter[Selector] = Counter()
    posts = sum(map(len, groups))
    for number, (page, on_page) in enumerate(zip(sample.pages, groups, strict=True)):
        alone = highest_alone(page, [*on_page, *others[number]])[len(on_page) :]
        known = [holder for holder in alone if holder is not None]
        for group, following in zip(on_page, [*on_page[1:], [len(page.tags)]], strict=False):
            answered = [*known, len(page.tags)][bisect_right(known, group[0])]
            seen: set[Selector] = set()
            for height, index in enumerate(islice(page.ancestors(group[0]), 1, MAX_HEIGHT)):
                for name in _named(page, index):
                    if name not in seen:
                        seen.add(name)
                        heights[name] += height
                        end = int(page.end[index])
                        until = min(end, answered) if known and end <= following[0] else group[0]
                        if _has_date(sample, best, number, index, until):
                            nearest[name].append((number, index))
    nesting = [name for name, found in nearest.items() if len(set(found)) >= MIN_HELD * posts]
    return max(nesting, key=lambda name: (-heights[name], str(name)), default=None)


def around_body(page: Page, body: int) -> list[Selector]:
    """What the elements around a body are called, the closest first; by one class before all, as openers have more."""
    around = (_named(page, index) for index in islice(page.ancestors(body), 1, MAX_HEIGHT))
    return list(dict.fromkeys(name for names in around for name in (*names[1:], *names[:1])))


def _named(page: Page, index: int) -> list[Selector]:
    """What an element is called by its class or id: all of it, and each of several classes alone ("post odd")."""
    step = step_of(page, index)
    several = step.classes[:MAX_CLASSES] if len(step.classes) > 1 else ()
    return [] if step.is_bare else [Selector((step,)), *(Selector((Step(step.tag, (name,)),)) for name in several)]


def _holder_name(page: Page, index: int, bodies: Sequence[int]) -> Selector:
    """What the holder of some bodies is called; they may have all of its classes and more of their own."""
    for steps in (1, 2, 3):
        selector = selector_of(page, index, steps)
        if not selector.steps[0].is_bare:
            break
    *outer, last = selector.steps
    shared = not last.is_bare and any(body != index and Selector((last,)).matches(page, body) for body in bodies)
    return Selector((*outer, replace(last, only=True))) if shared else selector
