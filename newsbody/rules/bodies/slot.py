"""Slots of bodies: elements of one kind and place, how much they hold, and the dates in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page.characters import IntArray
from newsbody.rules.bodies.alternation import MIN_REGULARITY, drop_fixed, drop_strays, set_regularity
from newsbody.rules.bodies.candidates import Candidate, Scale, candidates
from newsbody.rules.bodies.date_marks import Marks
from newsbody.rules.naming import step_of
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector, outermost

#: Bodies that, this often, contain a date of one and the same slot are whole posts.
HOLDS_DATE = 0.9
#: … and this often where nothing names them: some may be parts of posts that stand elsewhere (openers).
HOLDS_DATE_UNNAMED = 0.6
#: Headers are at least, and at most all but, this share of elements that are named by their tags alone.
MIN_PARTED = 0.1


def holds_date(sample: Sample, candidate: Candidate, marks: Marks, least: int = 1) -> bool:
    """Whether nearly all of the elements hold ``least`` dates of one and the same slot."""
    count = candidate.count
    share = HOLDS_DATE_UNNAMED if candidate.selector.is_bare else HOLDS_DATE
    # The one date in an only element may be a word of its text, but where other posts show what dates are.
    enough = 1 if count > 1 or candidate.beside else 2
    return any(
        np.count_nonzero(held >= least) >= share * count and held.sum() >= enough
        for held in _held(sample, candidate.elements, marks)
    )


def _held(sample: Sample, elements: Sequence[Sequence[int]], marks: Marks) -> Iterator[IntArray]:
    """How many dates each of some elements holds, by slot. Shapes (elements of all pages,)."""
    row = sample.in_one_row(elements)
    ends = sample.ends[row]
    for dated in marks.rows.values():
        yield dated.searchsorted(ends) - dated.searchsorted(row)


def one_date_each(sample: Sample, candidate: Candidate, marks: Marks) -> bool:
    """Whether nearly all of the elements hold exactly one date of one and the same slot."""
    least = HOLDS_DATE * candidate.count
    return any(np.count_nonzero(held == 1) >= least for held in _held(sample, candidate.elements, marks))


def without_dated(sample: Sample, candidate: Candidate, marks: Marks) -> Candidate | None:
    """Of elements that only their tags name, those without a date; None when that is none or all of them.

    Dates of the slot that parts them most evenly.
    """
    named = candidate.every or candidate.elements
    count = sum(map(len, named))
    most, left = 0, sample.in_one_row(named)
    row = left
    for held in _held(sample, named, marks):
        parted = int(np.count_nonzero(held))
        if MIN_PARTED * count <= parted <= (1 - MIN_PARTED) * count and parted > most:
            most, left = parted, row[held == 0]
    outer = [outermost(page, own) for page, own in zip(sample.pages, sample.by_page(left), strict=True)]
    return replace(candidate, elements=outer, undated=True) if most else None


# --- which slot of a thread page holds the posts' bodies --------------------------------

#: A candidate with less than this share of the best candidate's text is not looked at.
MIN_COVERAGE = 0.1
#: Elements with so many dates of one slot hold several posts.
MANY = 3
#: Where no elements without a date have this share of the text of those that hold one, posts have their headers in
#: the bodies.
MIN_BESIDE = 0.5
#: A deeper element with this much of the text of the best one is preferred to it …
DEEPER_KEEPS = 0.85
#: … and stands in this share of its elements …
MIN_INSIDE = 0.8
#: … and has this much of its score.
DEEPER_SCORES = 0.85
#: What it leaves is words of posts when it is this share of their text, and changes from post to post but for the rest.
MIN_WORDS, MOSTLY_WORDS = 0.02, 0.8
#: Candidates looked at closely.
SHORT_LIST = 12
#: Children of one kind are lines of a text when those behind one have this share of its text, or more.
GOES_ON = 0.3
#: Samples of which the candidates are remembered while a rule is learned.
RANKED = 16
#: What takes turns with dates is posts when one has so much text (:attr:`Candidate.heft`), on average.
MIN_HEFT = 0.5
#: Lines of a text hold none of these.
_BLOCKS = ("div", "p", "table", "ul", "ol", "dl", "section", "article")
#: Blocks are lines of texts when this share of the texts have several.
MIN_SEVERAL = 0.3


@remembered_meanwhile(maxsize=RANKED)
def rank(sample: Sample) -> list[Candidate]:
    """All candidates worth a thought, the best first."""
    total = sum(float(mass.sum()) for mass in sample.mass)
    if not total:
        return []
    scale = Scale(sample, total)
    weighty = [one for one in candidates(sample) if scale.weigh(one) >= MIN_COVERAGE and not _text_goes_on(scale, one)]
    marks = Marks(sample)
    undated = [apart for one in weighty if not one.names_itself and (apart := without_dated(sample, one, marks))]
    weighty += [one for one in undated if scale.weigh(one) >= MIN_COVERAGE]
    kept: list[Candidate] = []
    dated: list[Candidate] = []
    for candidate in weighty:
        if drop_fixed(sample, candidate):
            scale.weigh(candidate)
        if holds_date(sample, candidate, marks, MANY):
            continue
        (dated if holds_date(sample, candidate, marks) else kept).append(candidate)
    for candidate in kept:
        set_regularity(sample, candidate, marks)
    # What names have as well as words fills no posts.
    blocks = [one for one in kept if not one.is_paragraph and one.regularity >= MIN_REGULARITY]
    whole = [
        one
        for one in dated
        if one_date_each(sample, one, marks)
        and not any(_fills(scale, inner, one) and not _are_lines(sample, inner, one) for inner in blocks)
        and not _filled_with_answers(scale, blocks, one)
    ]
    for candidate in whole:
        set_regularity(sample, candidate, marks)
    kept += whole
    if not any(one.regularity >= MIN_REGULARITY and one.is_repeated for one in kept):
        for candidate in filter(_varies, kept):  # no dates are the posts' own: what they part is the page
            candidate.regularity, candidate.marks = 1.0, []
    kept = _sorted(kept)[:SHORT_LIST]
    for candidate in kept:
        if drop_strays(sample, candidate, marks):
            scale.weigh(candidate)
            set_regularity(sample, candidate, marks)
    around = [one for one in kept if one.strays and holds_date(sample, one, marks)]
    blocks = [one for one in kept if one not in around and not one.is_paragraph and one.regularity >= MIN_REGULARITY]
    kept = [one for one in kept if one not in around or not any(_fills(scale, inner, one) for inner in blocks)]
    return _deepest_first(sample, _whole_first(sample, _repeated_first(_sorted(kept))))


def _varies(candidate: Candidate) -> bool:
    """Whether elements with a name of their own, no paragraphs, are more on some pages than on others, as posts are."""
    named = candidate.names_itself and candidate.selector.steps[-1].tag != "p"
    return named and candidate.is_repeated and len(set(map(len, candidate.elements))) > 1


def _repeated_first(ranked: list[Candidate]) -> list[Candidate]:
    """Before what stands once on a page put what takes turns with dates: openers may be long.

    It has as much text each time as posts have: lists of other threads take turns with dates, too.
    """
    if not ranked or not ranked[0].is_alone:
        return ranked
    repeated = [one for one in ranked if one.takes_turns and one.heft >= MIN_HEFT]
    return [*repeated, *(one for one in ranked if one not in repeated)]


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
    set_regularity(sample, candidate, marks)
    drop_strays(sample, candidate, marks)
    return candidate


def _sorted(found: Iterable[Candidate]) -> list[Candidate]:
    """The best first; of names for the same elements the one that names no others, then the longest."""
    return sorted(
        found,
        key=lambda one: (-one.score, one.strays, one.undated, -len(one.selector.steps[-1].classes), str(one.selector)),
    )


def _fills(scale: Scale, inner: Candidate, outer: Candidate) -> bool:
    """Whether what stands in elements of one kind is in nearly all of those of another, and most of their text."""
    inside = _inside_of(scale, inner, outer)
    return inside.mass >= MIN_BESIDE * outer.mass and _outer_of(scale, inside, outer) >= MIN_INSIDE * outer.count


def _filled_with_answers(scale: Scale, blocks: Sequence[Candidate], outer: Candidate) -> bool:
    """Whether nearly all elements of one kind hold one of another each, and some hold several of a third beside that:
    a post and answers of another form, which have most of the text together.
    """
    inside = [_inside_of(scale, one, outer) for one in blocks if not _are_lines(scale.sample, one, outer)]
    first = [
        one
        for one in inside
        if MIN_INSIDE * outer.count <= one.count <= outer.count and _outer_of(scale, one, outer) == one.count
    ]
    others = [one for one in inside if one.count > _outer_of(scale, one, outer)]
    return any(
        one.mass + other.mass >= MIN_BESIDE * outer.mass and not _outer_of(scale, other, one)
        for one in first
        for other in others
    )


def _inside_of(scale: Scale, inner: Candidate, outer: Candidate) -> Candidate:
    """Those of some elements that stand in ones of another kind, weighed."""
    inside = Candidate(inner.selector, [])
    for page, few, many in zip(scale.sample.pages, inner.elements, outer.elements, strict=True):
        around = np.searchsorted(many, few, "left") - 1
        held = zip(few, around.tolist(), strict=True)
        inside.elements.append([one for one, place in held if place >= 0 and one < page.end[many[place]]])
    scale.weigh(inside)
    return inside


def _outer_of(scale: Scale, inside: Candidate, outer: Candidate) -> int:
    """How many of some elements hold one of others."""
    held = 0
    for page, few, many in zip(scale.sample.pages, inside.elements, outer.elements, strict=True):
        held += int((np.searchsorted(few, page.end[many]) > np.searchsorted(few, many, "right")).sum())
    return held


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
        and not _leaves_words(one, best)
        and (best.is_paragraph or not one.is_paragraph)  # there may be more of them in others' texts
        and _inside(sample, one, best)
    ]
    deepest = max(
        [best, *inner],
        key=lambda one: (_is_article(one), one.names_itself or -one.strays, _depth(sample, one), str(one.selector)),
    )
    return [deepest, *(one for one in ranked if one is not deepest)]


def _leaves_words(inner: Candidate, outer: Candidate) -> bool:
    """Whether what children named by their number leave of what they stand in is the words of posts: further lines."""
    if not inner.selector.steps[-1].nth:
        return False
    left = outer.mass - inner.mass
    raw = outer.mass / max(outer.purity, 1e-9) - inner.mass / max(inner.purity, 1e-9)
    return left >= MIN_WORDS * outer.mass and left >= MOSTLY_WORDS * raw


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
