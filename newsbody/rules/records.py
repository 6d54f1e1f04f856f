"""The posts of a page as regions: which elements belong to which body."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray
from newsbody.remembered import remembered_meanwhile
from newsbody.rules.beside import without_beside, without_feet, without_links
from newsbody.rules.rule import MAX_BODIES, HeaderPlace, Rule
from newsbody.rules.selector import outermost
from newsbody.rules.values import author_value, says_time, slot_value, time_value

#: What belongs to the paragraphs beside it.
_BLOCKS_OF_TEXT = frozenset(("blockquote", "pre", "ul", "ol"))
#: Pages read by a rule that are remembered while one is learned: of a sample of five, some 25 rules.
READINGS = 128


@dataclass(frozen=True)
class Record:
    """One post: the elements of its body, and the elements around it that speak of it.

    ``spans`` are ranges of element numbers, the likeliest first; they may hold the bodies. ``holder`` is the
    element that holds the post, None where none does. ``backwards``: what speaks of the post stands next to its
    body, and another post's may stand before that.
    """

    bodies: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    holder: int | None = None
    backwards: bool = False

    def around(self, page: Page) -> list[int]:
        """The elements of the post that are not in its body, in the order of ``spans``, or from the body on."""
        found: list[int] = []
        for start, stop in self.spans:
            for body in sorted(self.bodies):
                found += range(start, min(body, stop))
                start = max(start, int(page.end[body]))
            found += range(start, stop)
        return found[::-1] if self.backwards else found

    def elements(self, page: Page, *, inside: bool) -> list[int]:
        """Those around the bodies and the bodies themselves; ``inside``: with what stands in them."""
        held = [range(body, int(page.end[body]) if inside else body + 1) for body in self.bodies]
        return [*self.around(page), *(index for elements in held for index in elements)]


def records(page: Page, rule: Rule) -> list[Record]:
    """The posts that the templates of a rule find on a page, in document order."""
    return [record for _, record in read_records(page, rule)]


def read_records(page: Page, rule: Rule) -> list[tuple[Rule, Record]]:
    """The posts of a page in document order, each with the template that found it.

    What two templates find is that one's which names its bodies; of several, or of none, the first one's.
    """
    return list(_read(page, rule))


@remembered_meanwhile(maxsize=READINGS)
def _read(page: Page, rule: Rule) -> Sequence[tuple[Rule, Record]]:
    templates = sorted(rule.templates, key=lambda template: template.body[0].steps[-1].is_bare)
    bodies: list[list[int]] = [[] for _ in templates]
    taken = np.zeros(len(page.tags), dtype=np.bool_)
    own: list[list[Record]] = [[] for _ in templates]
    rest: list[tuple[int, Record]] = []
    named = _outer_first(page, templates, [_bodies(page, template) for template in templates])
    for number, template in enumerate(templates):
        free = ~page.inside(taken) & (page.subtree_sum(taken) == 0) if taken.any() else ~taken
        bodies[number] = [body for body in named[number] if free[body]]
        for record in _records(page, template, bodies[number], np.flatnonzero(taken).tolist()):
            likely = template.body[0].steps[-1].is_bare or _is_held(page, record, named, number)
            mute = len(templates) > 1 and likely and is_mute(page, template, record)
            rest += [(number, record)] if mute else []
            own[number] += [] if mute else [record]
        taken[[element for record in own[number] for element in _held_by(record)]] = True
    if rest:  # those that say nothing of themselves are posts where no other template's stand
        told = [bool(posts) for posts in own]
        for template, posts in zip(templates, own, strict=True):
            for record in posts:
                taken[slice(*_extent(page, template, record))] = True
        free = ~page.inside(taken) & (page.subtree_sum(taken) == 0)
        frames = _frames(page, own)
        for number, record in rest:
            apart = all(free[body] for body in record.bodies) and not _is_framed(page, record, frames, number)
            own[number] += [record] if apart and told[number] >= any(told) else []
            own[number].sort(key=lambda one: one.bodies)
    bodies = [[body for record in posts for body in record.bodies] for posts in own]
    for number, template in enumerate(templates[:-1]):  # now that the others' bodies are known
        others = [body for other, found in enumerate(own) if other > number for one in found for body in one.bodies]
        if others and bodies[number]:
            own[number] = _records(page, template, bodies[number], sorted(others))
    found = [(template, record) for template, posts in zip(templates, own, strict=True) for record in posts]
    return sorted(found, key=lambda one: one[1].bodies)


def _outer_first(page: Page, templates: Sequence[Rule], named: Sequence[list[int]]) -> list[list[int]]:
    """The bodies by template, without those that have no name and stand alone in a body of another template."""
    kept = []
    for number, (template, bodies) in enumerate(zip(templates, named, strict=True)):
        if template.body[0].steps[-1].is_bare:
            own = np.array(bodies, dtype=np.int64)
            outer = np.array([one for other, found in enumerate(named) if other != number for one in found], np.int64)
            first, behind = own.searchsorted(outer + 1), own.searchsorted(page.end[outer])
            single = behind - first == 1
            alone = {
                int(own[place])
                for one, place in zip(outer[single].tolist(), first[single].tolist(), strict=True)
                if not _holds_time(page, template, one)
            }
            bodies = [body for body in bodies if body not in alone]
        kept.append(bodies)
    return kept


def _frames(page: Page, posts: Sequence[Sequence[Record]]) -> list[list[int]]:
    """By template the highest elements that hold one post and no other."""
    groups = [record.bodies for own in posts for record in own]
    found = iter(highest_alone(page, groups))
    return [[frame for _ in own if (frame := next(found)) is not None] for own in posts]


def _is_framed(page: Page, record: Record, frames: Sequence[Sequence[int]], number: int) -> bool:
    """Whether a body stands with a post of another template in what holds no other post: it is part of that one."""
    return any(_hold(page, own, record) for other, own in enumerate(frames) if other != number)


def _is_held(page: Page, record: Record, named: Sequence[list[int]], number: int) -> bool:
    """Whether a post stands in a body of another template (quotes there may be called as its own are), or is one."""
    return any(_hold(page, bodies, record) for other, bodies in enumerate(named) if other != number)


def _hold(page: Page, elements: Sequence[int], record: Record) -> bool:
    """Whether one of some elements, in document order and none in another, is or holds a post's body."""
    body = record.bodies[0]
    place = bisect_right(elements, body) - 1
    return place >= 0 and body < page.end[elements[place]]


def _holds_time(page: Page, rule: Rule, index: int) -> bool:
    """Whether an element holds one that says when, as what holds a whole post does."""
    return bool(rule.time and rule.time.selector.select(page, range(index + 1, int(page.end[index]))))


def is_mute(page: Page, rule: Rule, record: Record) -> bool:
    """Whether a post says neither who nor when in the places where its template's posts do, where these are known."""
    if not (rule.author or rule.time):
        return False
    around = record.elements(page, inside=rule.is_inside)
    said = rule.author and author_value(page, around, rule.author)
    return not said and not (rule.time and time_value(page, around, rule.time))


def _bodies(page: Page, rule: Rule) -> list[int]:
    """The elements that a rule names; where nothing names bodies alone, without those that hold a time, and feet."""
    if rule.header not in ("before", "behind") or not rule.body[0].steps[-1].is_bare:
        bodies = rule.select(page)
        if rule.is_inside:
            return without_links(page, bodies)
        return without_feet(page, without_beside(page, bodies), rule)
    times = times_on(page, rule)  # other dates may be words of a post
    bodies = without_links(page, rule.named(page))
    bodies = without_feet(page, bodies, rule)
    held = times.searchsorted(page.end[bodies]) - times.searchsorted(bodies)
    return outermost(page, [body for body, count in zip(bodies, held.tolist(), strict=True) if not count])[:MAX_BODIES]


def records_of(page: Page, rule: Rule, known: Rule | None) -> list[Record]:
    """The posts that a rule finds beside those that another one finds."""
    if known is None:
        return records(page, rule)
    both = replace(known, more=(*known.more, rule))
    return [record for template, record in read_records(page, both) if template.name == rule.name]


def _held_by(record: Record) -> list[int]:
    """The elements that are a post's alone: what holds it, where something does, or its bodies."""
    return [record.holder] if record.holder is not None else list(record.bodies)


def taken_elements(page: Page, rule: Rule) -> BoolArray:
    """The elements of posts that a rule finds. Shape (n,)."""
    taken = np.zeros(len(page.tags), dtype=np.bool_)
    for template, record in read_records(page, rule):
        if not is_mute(page, template, record):
            taken[[*_held_by(record), *_said(page, template, record)]] = True
    return page.inside(taken)


def _said(page: Page, rule: Rule, record: Record) -> list[int]:
    """The elements in which a post says who and when."""
    around = record.elements(page, inside=rule.is_inside)
    return [found[0] for slot in (rule.author, rule.time) if slot and (found := slot_value(page, around, slot))]


def _extent(page: Page, rule: Rule, record: Record) -> tuple[int, int]:
    """The range of elements from the first to the last of a post's bodies and what says who and when."""
    own = [*record.bodies, *_said(page, rule, record)]
    return min(own), int(page.end[own].max())


def _records(page: Page, rule: Rule, bodies: Sequence[int], taken: Sequence[int]) -> list[Record]:
    """The posts with some bodies; ``taken`` are the bodies of others.

    Bodies in one and the same holder are parts of one post. Where the rule names holders, a
    body outside of any is taken for a post when the place around it has a time like posts have.
    """
    if not rule.post:
        return _between(page, rule, bodies, taken)
    holding = {index for selector in rule.post for index in selector.select(page)}
    held = [next((index for index in page.ancestors(body) if index in holding), None) for body in bodies]
    if rule.header in ("before", "behind") and rule.body[0].steps[-1].is_bare:
        times = times_on(page, rule)
        pairs = [
            (body, holder)
            for body, holder in zip(bodies, held, strict=True)
            if holder is None or _is_told(rule, _inside(page, times, holder), body)
        ]
        bodies, held = [body for body, _ in pairs], [holder for _, holder in pairs]
    several = set(_held_with_others(page, rule, bodies, held))
    held = [None if body in several else holder for body, holder in zip(bodies, held, strict=True)]
    groups: list[list[int]] = []
    holders: list[int | None] = []
    for body, holder in zip(bodies, held, strict=True):
        if holder is not None and holders and holder == holders[-1]:
            groups[-1].append(body)
        else:
            groups.append([body])
            holders.append(holder)
    found: list[Record] = []
    lost: list[int] = []
    known = np.array(sorted({holder for holder in holders if holder is not None}), dtype=np.int64)
    highest = highest_alone(page, [*groups, *([body] for body in taken)])[: len(groups)]
    for group, holder, alone in zip(groups, holders, highest, strict=True):
        around = alone if holder is None else holder
        span = (around, int(page.end[around])) if around is not None else (0, len(page.tags))
        nested = known[known.searchsorted(span[0], "right") : known.searchsorted(span[1])].tolist()
        record = Record(tuple(group), _without(page, span, nested), around)
        if holder is not None or (rule.time and time_value(page, record.around(page), rule.time)):
            found.append(record)
        else:
            lost += group
    lost = [body for body in lost if body in several]
    if not lost:
        return found
    side: HeaderPlace = "before" if times_on(page, rule)[0] < lost[0] else "behind"
    others = [*taken, *(body for record in found for body in record.bodies)]
    return sorted([*found, *_between(page, replace(rule, header=side), lost, others)], key=lambda one: one.bodies)


def _held_with_others(page: Page, rule: Rule, bodies: Sequence[int], held: Sequence[int | None]) -> list[int]:
    """The bodies in holders with a time for each of their bodies: these hold several posts.

    Where a sample shows one reply a page, what holds them all looks like what holds one.
    """
    count = Counter(holder for holder in held if holder is not None)
    several = [holder for holder, number in count.items() if number > 1]
    times = times_on(page, rule) if several and not rule.is_inside else np.zeros(0, dtype=np.int64)
    many = {holder for holder in several if len(_inside(page, times, holder)) >= count[holder]}
    return [body for body, holder in zip(bodies, held, strict=True) if holder in many]


def _without(page: Page, span: tuple[int, int], nested: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """What is left of a range of elements without some that stand in it (replies that nest in a post)."""
    start, stop = span
    left = []
    for index in outermost(page, nested):
        left.append((start, index))
        start = int(page.end[index])
    return (*left, (start, stop))


def _between(page: Page, rule: Rule, bodies: Sequence[int], taken: Sequence[int]) -> list[Record]:
    """Posts that no element holds together: what speaks of one stands before its body, or behind.

    Bodies without a time between them are parts of one post where the rule says on which side times stand.
    """
    times = times_on(page, rule) if rule.header in ("before", "behind") else None
    if times is not None and not len(times):
        times = None  # a page that says them elsewhere
    if times is not None:
        bodies = [body for body in bodies if _is_told(rule, times, body)]
    groups: list[list[int]] = []
    for body in bodies:
        if times is not None and groups and times.searchsorted(body) == times.searchsorted(groups[-1][-1]):
            # What stands elsewhere is beside a post: its foot.
            groups[-1] += [body] if page.parent[body] == page.parent[groups[-1][0]] else []
        else:
            groups.append([body])
    if rule.body[0].steps[-1].is_bare and rule.body[0].steps[-1].tag == "p":
        codes = page.subtree_sum(page.is_tag("pre"))
        groups = [_with_blocks(page, group, codes) for group in groups]
    edges = np.array(sorted({*(body for group in groups for body in group), *taken}), dtype=np.int64)
    result = []
    for group in groups:
        place = int(edges.searchsorted(group[0]))
        before = int(page.end[edges[place - 1]]) if place else 0
        place = int(edges.searchsorted(group[-1])) + 1
        behind = int(edges[place]) if place < len(edges) else len(page.tags)
        spans = ((before, group[0]), (int(page.end[group[-1]]), behind))
        own = {"before": spans[:1], "behind": spans[1:]}.get(rule.header, spans)  # the other side is another post's
        result.append(Record(tuple(group), own, backwards=rule.header == "before"))
    return result


def _is_told(rule: Rule, times: IntArray, body: int) -> bool:
    """Whether a time stands on that side of a body on which posts say theirs, where there are any."""
    if not len(times):
        return True
    return bool(times[0] < body) if rule.header == "before" else bool(times[-1] > body)


def _inside(page: Page, elements: IntArray, outer: int) -> IntArray:
    return elements[elements.searchsorted(outer) : elements.searchsorted(page.end[outer])]


def _with_blocks(page: Page, paragraphs: Sequence[int], codes: IntArray) -> list[int]:
    """Paragraphs without a name with the quotes, lists and code that stand beside them, before the next one."""
    parent = page.parent[paragraphs[0]]
    found = list(paragraphs)
    for first, stop in zip(paragraphs, [*paragraphs[1:], None], strict=True):
        index = int(page.end[first])
        while (
            index < len(page.tags) and page.parent[index] == parent and index != stop and _is_block(page, index, codes)
        ):
            inside = range(index, int(page.end[index]))
            found += [one for one in inside if page.tags[one] == "pre"] if codes[index] else [index]
            index = int(page.end[index])
    before = paragraphs[0] - 1
    while before > parent and page.parent[before] != parent:
        before = int(page.parent[before])
    if before > parent and page.tags[before] == "blockquote":
        found.append(before)
    return sorted(found)


def _is_block(page: Page, index: int, codes: IntArray) -> bool:
    """Whether an element is a quote, a list or code, or holds code."""
    return page.tags[index] in _BLOCKS_OF_TEXT or (page.tags[index] == "div" and bool(codes[index]))


def times_on(page: Page, rule: Rule) -> IntArray:
    """The elements of a page that say a time where posts say theirs."""
    if rule.time is None:
        return np.zeros(0, dtype=np.int64)
    said = [index for index in rule.time.selector.select(page) if says_time(page, index)]
    return np.array(said, dtype=np.int64)


def highest_alone(page: Page, groups: Sequence[Sequence[int]]) -> list[int | None]:
    """For each group of bodies the highest element that holds no body of another group.

    None where that is the whole page: with a single post nothing shows where it ends.
    """
    members = np.zeros(len(page.tags), dtype=np.int64)
    for group in groups:
        members[list(group)] += 1
    inside = page.subtree_sum(members)
    found: list[int | None] = []
    for group in groups:
        best: int | None = None
        for index in page.ancestors(group[0]):
            if inside[index] > len(group):
                break
            best = index
        found.append(best if best is not None and page.parent[best] >= 0 else None)
    return found
