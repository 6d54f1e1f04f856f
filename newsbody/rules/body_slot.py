"""Which slot of a thread page holds the posts' bodies.

Candidates are all elements that a rule can name. The bodies are those that hold most of
the text which is new each time (*coverage*) and little else (*purity*), and stand between
the dates of the posts, one for one (*regularity*). An element with the post's own date in
it is the post, not its body.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.rules.candidates import Candidate, Scale, candidates
from newsbody.rules.marks import Marks
from newsbody.rules.records import highest_alone
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector, outermost, step_of

#: A candidate with less than this share of the best candidate's text is not looked at.
MIN_COVERAGE = 0.1
#: Bodies that, this often, contain a date of one and the same slot are whole posts.
HOLDS_DATE = 0.9
#: … and this often where nothing names them: some may be parts of posts that stand elsewhere (openers).
HOLDS_DATE_UNNAMED = 0.6
#: Elements with so many dates of one slot hold several posts.
MANY = 3
#: Headers are at least, and at most all but, this share of elements that are named by their tags alone.
MIN_PARTED = 0.1
#: Where no elements without a date have this share of the text of those that hold one, posts have their headers in
#: the bodies.
MIN_BESIDE = 0.5
#: A deeper element with this much of the text of the best one is preferred to it …
DEEPER_KEEPS = 0.85
#: … and stands in this share of its elements …
MIN_INSIDE = 0.8
#: … and has this much of its score.
DEEPER_SCORES = 0.85
#: Candidates looked at closely.
SHORT_LIST = 12
#: Children of one kind are lines of a text when those behind one have this share of its text, or more.
GOES_ON = 0.3
#: Lines of a text hold none of these.
_BLOCKS = ("div", "p", "table", "ul", "ol", "dl", "section", "article")
#: Blocks are lines of texts when this share of the texts have several.
MIN_SEVERAL = 0.3
#: From here on bodies and dates belong to each other.
MIN_REGULARITY = 0.6


def rank(sample: Sample) -> list[Candidate]:
    """All candidates worth a thought, the best first."""
    total = sum(float(mass.sum()) for mass in sample.mass)
    if not total:
        return []
    scale = Scale(sample, total)
    weighty = [one for one in candidates(sample) if scale.weigh(one) >= MIN_COVERAGE and not _text_goes_on(scale, one)]
    marks = Marks(sample)
    undated = [apart for one in weighty if not one.names_itself and (apart := _without_dated(sample, one, marks.slots))]
    weighty += [one for one in undated if scale.weigh(one) >= MIN_COVERAGE]
    kept: list[Candidate] = []
    dated: list[Candidate] = []
    for candidate in weighty:
        if _holds_date(sample, candidate, marks.slots, MANY):
            continue
        (dated if _holds_date(sample, candidate, marks.slots) else kept).append(candidate)
    blocks = [one for one in kept if not one.is_paragraph]
    kept += [
        one
        for one in dated
        if _one_date_each(sample, one, marks.slots)
        and not any(_fills(scale, inner, one) and not _are_lines(sample, inner, one) for inner in blocks)
    ]
    for candidate in kept:
        _set_regularity(candidate, marks.slots)
    kept = _sorted(kept)[:SHORT_LIST]
    for candidate in kept:
        if _drop_strays(sample, candidate, marks):
            scale.weigh(candidate)
            _set_regularity(candidate, marks.slots)
    around = [one for one in kept if one.strays and _holds_date(sample, one, marks.slots)]
    kept = [
        one
        for one in kept
        if one not in around
        or not any(_fills(scale, other, one) for other in kept if other not in around and not other.is_paragraph)
    ]
    return _deepest_first(sample, _whole_first(sample, _sorted(kept)))


def _text_goes_on(scale: Scale, candidate: Candidate) -> bool:
    """Whether children named by their number are lines of a text that others of their kind go on with."""
    if not candidate.selector.steps[-1].nth:
        return False
    behind = Candidate(candidate.selector, [])
    for page, elements in zip(scale.sample.pages, candidate.elements, strict=True):
        blocks = page.subtree_sum(page.is_tag(*_BLOCKS)) - page.is_tag(*_BLOCKS)
        lines: list[int] = []
        for element in elements:
            following = int(page.end[element])
            while (
                not blocks[element]
                and following < page.end[page.parent[element]]
                and page.tags[following] == page.tags[element]
                and not blocks[following]
                and step_of(page, following).is_bare
            ):
                lines.append(following)
                following = int(page.end[following])
        behind.elements.append(lines)
    scale.weigh(behind)
    return behind.mass >= GOES_ON * candidate.mass


def _whole_first(sample: Sample, ranked: list[Candidate]) -> list[Candidate]:
    """Before paragraphs without a name put what holds them, where that is one element for each post."""
    if not ranked or not ranked[0].is_paragraph:
        return ranked
    best = ranked[0]
    whole = next((one for one in ranked if not one.is_paragraph and _holds_paragraphs(sample, one, best)), best)
    return [whole, *(one for one in ranked if one is not whole)]


def _holds_paragraphs(sample: Sample, outer: Candidate, inner: Candidate) -> bool:
    """Whether the elements of one kind hold those of another, and take turns with dates as well as they do."""
    held = sum(
        int(np.isin(page.parent[few], many).sum())
        for page, many, few in zip(sample.pages, outer.elements, inner.elements, strict=True)
        if few
    )
    return held >= MIN_INSIDE * inner.count and outer.regularity >= MIN_REGULARITY


def candidate_of(sample: Sample, selector: Selector) -> Candidate:
    """A selector as a candidate, with its measures; used where something else chose it."""
    candidate = Candidate(selector, [outermost(page, selector.select(page)) for page in sample.pages])
    Scale(sample, max(1e-9, sum(float(mass.sum()) for mass in sample.mass))).weigh(candidate)
    marks = Marks(sample)
    _set_regularity(candidate, marks.slots)
    _drop_strays(sample, candidate, marks)
    return candidate


def _sorted(found: Iterable[Candidate]) -> list[Candidate]:
    """The best first; of names for the same elements the one that names no others, then the longest."""
    return sorted(
        found,
        key=lambda one: (-one.score, one.strays, one.undated, -len(one.selector.steps[-1].classes), str(one.selector)),
    )


def _drop_strays(sample: Sample, candidate: Candidate, marks: Marks) -> bool:
    """Leave out elements that stand apart, without a date of the kinds that stand by most of the others."""
    if candidate.regularity < MIN_REGULARITY or not candidate.marks:
        return False
    groups = [posts_of(sample, candidate, number) for number in range(len(sample.pages))]
    holders = [highest_alone(page, on_page) for page, on_page in zip(sample.pages, groups, strict=True)]
    if not _hold(sample, candidate.marks, holders):  # the dates in them, if any, are others' (of quotes)
        candidate.kin = candidate.marks
        return False
    candidate.kin = marks.kin(holders)
    dropped = False
    for number, (page, dated) in enumerate(zip(sample.pages, candidate.kin, strict=True)):
        kept = [
            element
            for group, holder, nested in zip(groups[number], holders[number], nesting(page, groups[number]), strict=True)
            if holder is None or nested or np.searchsorted(dated, page.end[holder]) > np.searchsorted(dated, holder)
            for element in group
        ]
        missing = len(candidate.elements[number]) - len(kept)
        if missing and len(kept) >= MIN_REGULARITY * len(candidate.elements[number]):
            candidate.elements[number] = kept
            candidate.strays += missing
            dropped = True
    return dropped


def nesting(page: Page, groups: Sequence[Sequence[int]]) -> list[bool]:
    """Which groups of bodies have others that stand deeper in the element that they stand in: replies to them."""
    depths = np.array([page.depth[group[0]] for group in groups])
    firsts = np.array([group[0] for group in groups])
    nests = []
    for group in groups:
        around = int(page.parent[group[0]])
        inside = slice(*np.searchsorted(firsts, (group[-1] + 1, page.end[around])))
        nests.append(bool((depths[inside] > page.depth[group[0]]).any()))
    return nests


def _hold(sample: Sample, marks: Sequence[IntArray], holders: Sequence[Sequence[int | None]]) -> bool:
    """Whether most of some elements hold one of some others; yes without any."""
    held = [
        bool(np.searchsorted(marked, page.end[holder]) > np.searchsorted(marked, holder))
        for page, marked, on_page in zip(sample.pages, marks, holders, strict=True)
        for holder in on_page
        if holder is not None
    ]
    return 2 * sum(held) >= len(held)


def _holds_date(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]], least: int = 1) -> bool:
    """Whether nearly all of the elements hold ``least`` dates of one and the same slot."""
    count = candidate.count
    for per_page in marks.values():
        holding = inside = 0
        for page, elements, dated in zip(sample.pages, candidate.elements, per_page, strict=True):
            if elements and len(dated):
                held = np.searchsorted(dated, page.end[elements]) - np.searchsorted(dated, elements)
                holding += int((held >= least).sum())
                inside += int(held.sum())
        share = HOLDS_DATE if candidate.names_itself else HOLDS_DATE_UNNAMED
        if holding >= share * count and (count > 1 or inside > 1):
            return True
    return False


def _fills(scale: Scale, inner: Candidate, outer: Candidate) -> bool:
    """Whether what stands in elements of one kind is most of the text in those of another."""
    inside = Candidate(inner.selector, [])
    for page, few, many in zip(scale.sample.pages, inner.elements, outer.elements, strict=True):
        around = np.searchsorted(many, few, "left") - 1
        held = zip(few, around.tolist(), strict=True)
        inside.elements.append([one for one, place in held if place >= 0 and one < page.end[many[place]]])
    scale.weigh(inside)
    return inside.mass >= MIN_BESIDE * outer.mass


def _are_lines(sample: Sample, inner: Candidate, outer: Candidate) -> bool:
    """Whether elements without a name stand directly in others, often several in one: lines of its text."""
    if inner.names_itself:
        return False
    several = single = 0
    for page, few, many in zip(sample.pages, inner.elements, outer.elements, strict=True):
        held = np.bincount(np.searchsorted(many, page.parent[few], "right"), minlength=len(many) + 1)[1:]
        direct = np.isin(page.parent[few], many)
        if not direct.all():
            return False
        several += int((held > 1).sum())
        single += int((held == 1).sum())
    return several >= MIN_SEVERAL * (several + single)


def _without_dated(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]]) -> Candidate | None:
    """Of elements that only their tags name, those without a date; None when that is none or all of them.

    Dates of the slot that parts them most evenly.
    """
    best: tuple[int, list[list[int]]] = (0, [])
    named = candidate.every or candidate.elements
    count = sum(map(len, named))
    for slot in sorted(marks):
        held = [
            np.searchsorted(dated, page.end[elements]) > np.searchsorted(dated, elements)
            for page, elements, dated in zip(sample.pages, named, marks[slot], strict=True)
        ]
        parted = int(sum(inside.sum() for inside in held))
        if MIN_PARTED * count <= parted <= (1 - MIN_PARTED) * count and parted > best[0]:
            left = [
                outermost(page, [one for one, inside in zip(elements, found.tolist(), strict=True) if not inside])
                for page, elements, found in zip(sample.pages, named, held, strict=True)
            ]
            best = parted, left
    return replace(candidate, elements=best[1], undated=True) if best[0] else None


def _one_date_each(sample: Sample, candidate: Candidate, marks: dict[int, list[IntArray]]) -> bool:
    """Whether nearly all of the elements hold exactly one date of one and the same slot, and few hold more like it."""
    single: set[int] = set()
    several: set[int] = set()
    for slot, per_page in marks.items():
        once = more = 0
        for page, elements, dated in zip(sample.pages, candidate.elements, per_page, strict=True):
            if elements:
                held = np.searchsorted(dated, page.end[elements]) - np.searchsorted(dated, elements)
                once += int((held == 1).sum())
                more += int((held > 1).sum())
        single |= {slot} if once >= HOLDS_DATE * candidate.count else set()
        several |= {slot} if more >= MIN_PARTED * candidate.count else set()
    return any(not any(_are_among(marks[one], marks[other]) for other in several) for one in single)


def _are_among(few: Sequence[IntArray], many: Sequence[IntArray]) -> bool:
    """Whether all of some dates are among others: of replies, those of one level among those of all."""
    return all(bool(np.isin(one, other).all()) for one, other in zip(few, many, strict=True))


def _set_regularity(candidate: Candidate, marks: dict[int, list[IntArray]]) -> None:
    """How strictly bodies and the dates of some slot take turns, 0 to 1; 1 without dates."""
    best = (-1.0, 0)
    for slot in sorted(marks):
        turns = bodies = dates = 0
        for elements, dated in zip(candidate.elements, marks[slot], strict=True):
            dates += len(dated)
            is_body = np.concatenate((np.ones(len(elements)), np.zeros(len(dated))))
            is_body = is_body[np.argsort(np.concatenate((elements, dated)), kind="stable")]
            starts = np.diff(is_body, prepend=-1.0) != 0
            bodies += int((starts & (is_body == 1)).sum()) if candidate.selector.is_bare else len(elements)
            turns += int(min((starts & (is_body == 1)).sum(), (starts & (is_body == 0)).sum()))
        regularity = turns / max(bodies, dates, 1), turns  # dates of one level of replies may part whole branches
        if regularity > best:
            best, candidate.marks = regularity, marks[slot]
    candidate.regularity = best[0] if marks else 1.0


def posts_of(sample: Sample, candidate: Candidate, number: int) -> list[list[int]]:
    """The bodies on a page, those that are parts of one post together.

    Parts of one post have no date between them, and share an element with one date at most.
    """
    elements = candidate.elements[number]
    dated = candidate.marks[number] if candidate.marks else np.zeros(0, dtype=np.int64)
    page = sample.pages[number]
    groups: list[list[int]] = []
    for body in elements:
        if groups and len(dated) and _one_post(page, groups[-1][-1], body, dated):
            beside = not candidate.undated or page.parent[body] == page.parent[groups[-1][0]]
            groups[-1] += [body] if beside else []
        else:
            groups.append([body])
    return groups


def _one_post(page: Page, first: int, second: int, dated: IntArray) -> bool:
    if np.searchsorted(dated, second) > np.searchsorted(dated, first):
        return False
    shared = first
    while page.end[shared] <= second:
        shared = int(page.parent[shared])
    return bool(np.searchsorted(dated, page.end[shared]) - np.searchsorted(dated, shared) <= 1)


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
        and (one.names_itself or not best.names_itself)
        and (best.is_paragraph or not one.is_paragraph)  # there may be more of them in others' texts
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
