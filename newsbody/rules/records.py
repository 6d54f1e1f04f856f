"""The posts of a page: what the templates of a rule find, each element in one post at most."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import elements_inside, is_code, runs_inside
from newsbody.rules.body_neighbours import without_beside, without_feet, without_heads, without_links, without_quoted
from newsbody.rules.record import Record, highest_alone, records_of_template, times_on
from newsbody.rules.rule import MAX_BODIES, Rule
from newsbody.rules.selector import outermost
from newsbody.rules.values import author_value, slot_value, time_value

#: Pages read by a rule that are remembered while one is learned: of a sample of five, some 25 rules.
READINGS = 128


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
    taken, held = np.zeros((2, len(page.tags)), dtype=np.bool_)
    own: list[list[Record]] = [[] for _ in templates]
    rest: list[tuple[int, Record]] = []
    named = _outer_first(page, templates, [_bodies(page, template) for template in templates])
    for number, template in enumerate(templates):
        free = ~page.inside(taken) & (page.subtree_sum(taken) == 0) if taken.any() else ~taken
        bodies[number] = [body for body in named[number] if free[body]]
        for record in records_of_template(page, template, bodies[number], np.flatnonzero(held | taken).tolist()):
            if _is_by_nobody(page, template, record) or _is_button(page, template, record):
                continue
            if len(templates) > 1 and _is_left_out(page, template, record):
                continue
            likely = template.body[0].steps[-1].is_bare or _is_held(page, record, named, number)
            mute = len(templates) > 1 and likely and is_mute(page, template, record)
            rest += [(number, record)] if mute else []
            own[number] += [] if mute else [record]
        places = sorted(_places_of_others(page, templates, named, number, only=len(own[number]) == 1))
        for record in own[number]:
            taken[list(record.bodies) if _any_below(page, record, places) else _held_by(record)] = True
            held[_held_by(record)] = True
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
            own[number] = records_of_template(page, template, bodies[number], sorted(others))
    found = [(template, record) for template, posts in zip(templates, own, strict=True) for record in posts]
    found.sort(key=lambda one: one[1].bodies)
    return [
        (
            template,
            with_aside(page, record, [*found[:place], *found[place + 1 :]]) if template.header == "page" else record,
        )
        for place, (template, record) in enumerate(found)
    ]


def with_aside(page: Page, record: Record, others: Sequence[tuple[Rule, Record]]) -> Record:
    """A post with all that stands in no other one, where its author may be named: in a box at the page's side."""
    held = np.zeros(len(page.tags) + 2, dtype=np.bool_)
    held[[0, -1]] = True
    for rule, other in others:
        for start, stop in (_extent(page, rule, other), *((one, int(page.end[one])) for one in _held_by(other))):
            held[start + 1 : stop + 1] = True
    edges = np.flatnonzero(held[1:] != held[:-1]).tolist()
    return replace(record, aside=tuple(zip(edges[::2], edges[1::2], strict=True)))


def _places_of_others(
    page: Page, templates: Sequence[Rule], named: Sequence[list[int]], number: int, *, only: bool
) -> list[int]:
    """What holds posts of other templates and, of the only post of its own, their bodies: they may answer it."""
    others = [other for other in range(len(templates)) if other != number]
    holders = [index for other in others for name in templates[other].post for index in name.select(page)]
    return [*holders, *(body for other in others for body in named[other])] if only else holders


def _any_below(page: Page, record: Record, places: Sequence[int]) -> bool:
    """Whether one of some elements, in document order, stands behind a post's body in what holds that post."""
    if record.holder is None:
        return False
    first = bisect_left(places, int(page.end[record.bodies[-1]]))
    return first < len(places) and bool(places[first] < page.end[record.holder])


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


def _is_by_nobody(page: Page, rule: Rule, record: Record) -> bool:
    """Whether what says who wrote a post is a template, of which a script makes others: `{{ comment.username }}`."""
    if rule.author is None or "{{" not in page.text:
        return False
    found = author_value(page, record.elements(page, inside=rule.is_inside), rule.author)
    return found is not None and "{{" in found[1]


def _is_button(page: Page, rule: Rule, record: Record) -> bool:
    """Whether all that a body says is a link, as "Reply" below the posts, and nothing who wrote it or when."""
    runs = [run for body in record.bodies for run in range(page.first_run[body], page.last_run[body])]
    return bool(runs) and bool(page.run_is_link[runs].all()) and is_mute(page, rule, record)


def _is_left_out(page: Page, rule: Rule, record: Record) -> bool:
    """Whether all words and pictures of bodies stand in what the rule leaves out: it was made for other pages."""
    left_out = [one for one in elements_inside(page, record.bodies, rule.leave_out) if not is_code(page, one)]
    if not left_out or (runs_inside(page, record.bodies) & ~runs_inside(page, left_out)).any():
        return False
    pictures = np.flatnonzero(page.is_tag("img")).tolist()
    within = [one for one in pictures if any(body < one < page.end[body] for body in record.bodies)]
    return all(any(outer < one < page.end[outer] for outer in left_out) for one in within)


def _bodies(page: Page, rule: Rule) -> list[int]:
    """The elements that a rule names; where nothing names bodies alone, without heads, feet, and those with a time."""
    bodies = [body for body in _named(page, rule) if not _is_to_be_filled(page, body)]
    return without_heads(page, bodies, rule) if rule.body[0].steps[-1].is_bare else bodies


def _is_to_be_filled(page: Page, body: int) -> bool:
    """Whether a body is empty and hidden: of the post that a script makes others from."""
    empty = page.first_run[body] == page.last_run[body] and not page.has_picture[body]
    return bool(empty and page.hidden([body])[0])


def _named(page: Page, rule: Rule) -> list[int]:
    if rule.header not in ("before", "behind") or not rule.body[0].steps[-1].is_bare:
        bodies = without_quoted(page, rule.select(page))
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
    found = read_records(page, rule)
    # Posts of another template may stand in what holds a post: so may those that are not known yet.
    others = {
        name: [record.bodies[0] for template, record in found if template.name != name]
        for name in {template.name for template, _ in found}
    }
    for template, record in found:
        if not is_mute(page, template, record):
            own = list(record.bodies) if _any_below(page, record, others[template.name]) else _held_by(record)
            taken[[*own, *_said(page, template, record)]] = True
    return page.inside(taken)


def elements_below(page: Page, rule: Rule, *, between: bool = False) -> BoolArray:
    """The elements behind the bodies of posts in what holds these, but for what these say there. Shape (n,).

    ``between``: also those behind the bodies of posts that nothing holds, until the next post.
    """
    below, found = np.zeros(len(page.tags), dtype=np.bool_), read_records(page, rule)
    starts = [_extent(page, *post)[0] if post[1].holder is None else post[1].holder for post in found]
    ends = [page.end[record.holder] if record.holder is not None else start if between else 0
            for (_, record), start in zip(found, [*starts, 0][1:], strict=True)]  # fmt: skip
    for start, end, (template, record) in sorted(zip(starts, ends, found, strict=True), key=itemgetter(0)):
        below[start : page.end[record.bodies[-1]]] = False
        below[page.end[record.bodies[-1]] : end] = True
        for said in _said(page, template, record):
            below[list(page.ancestors(said))] = False
            below[said : page.end[said]] = False
    return below


def first_post(page: Page, rule: Rule) -> int:
    """The first element of all posts that a rule finds, or of what says who and when; 0 without any."""
    return min((_extent(page, *post)[0] for post in read_records(page, rule)), default=0)


def _said(page: Page, rule: Rule, record: Record) -> list[int]:
    """The elements in which a post says who and when."""
    around = record.elements(page, inside=rule.is_inside)
    found = ((one[0], slot) for slot in (rule.author, rule.time) if slot and (one := slot_value(page, around, slot)))
    return [index for index, slot in found if not (slot.own and index <= record.bodies[0] < page.end[index])]


def _extent(page: Page, rule: Rule, record: Record) -> tuple[int, int]:
    """The range of elements from the first to the last of a post's bodies and what says who and when."""
    own = [*record.bodies, *_said(page, rule, record)]
    return min(own), int(page.end[own].max())
