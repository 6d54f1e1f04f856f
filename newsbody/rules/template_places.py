"""Where the posts of one template stand among those of others: in their time, in their branches, in their places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress, pairwise

from newsbody.page import Page
from newsbody.rules.header.learn_header import author_of
from newsbody.rules.header.places import kind_of_link, post_time, way_between
from newsbody.rules.moments import READ_AT
from newsbody.rules.record import Record
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot, names_of
from newsbody.rules.values import author_value, moment_shown, slot_value, time_value

#: So many posts on a page repeat.
MIN_REPEATED = 2
#: So much of a time says its minute.
MINUTE = 16
#: … and so much its day.
DAY = 10
#: Behind all times.
LAST = "~"


@dataclass(frozen=True)
class Among:
    """A post of a template among those of others.

    ``fits``: older than the next of these, of which it is no head, and younger than the last (where these stand in it
    as answers: than those of its own template); ``leads``: none of them
    stands before it; ``older``: nor is it as young as the next; ``latest``: none is younger than it; ``kindred``: its
    author's link, if any, does not lead
    elsewhere than theirs; ``akin``: it leads to the same kind of page, or stands in an element called alike; ``alike``:
    it says who and when in the places where they do, or, as nothing behind posts, as
    far from each other, or with a link to the same kind of page, or in an element called alike (not those of the next
    one, as the head of a thread does; ones that the others answer like these), and is no notice.
    """

    time: str
    fits: bool
    leads: bool
    older: bool
    latest: bool
    kindred: bool
    akin: bool
    alike: bool


@dataclass(frozen=True)
class Answer:
    """A post that stands in what holds another one.

    ``follows``: it is no older than that; ``akin``: its author's link leads to the same kind of page as others' do, or
    his name stands in an element called as theirs; ``by_another``: its author did not write that one.
    """

    follows: bool
    akin: bool
    by_another: bool


def answers_on(page: Page, rule: Rule, template: Rule) -> list[Answer]:
    """The posts of a template that stand in what holds those of others, which are known of a rule that has it."""
    found = read_records(page, rule)
    times = [_time(page, *post) for post in found]
    authors = [author_of(page, *post) for post in found]
    kinds = [kind_of_link(page, *post) for post in found]
    own = [one.name == template.name for one, _ in found]
    others = {kind for kind, is_own in zip(kinds, own, strict=True) if kind and not is_own}
    called = any(
        not names_of(one.author).isdisjoint(names_of(template.author))
        for one in rule.templates
        if one.name != template.name
    )
    answers = []
    for place in (place for place, is_own in enumerate(own) if is_own):
        body = found[place][1].bodies[0]
        above = next(
            (one for one in range(place - 1, -1, -1) if not own[one] and _holds(page, found[one][1], body)), None
        )
        if above is None:
            return []
        follows = bool(times[place]) and _no_later(times[above], times[place])
        akin = kinds[place] in others or (called and (not others or not kinds[place]))
        named = authors[place] is not None
        answers.append(Answer(follows, akin and named, authors[place] != authors[above]))
    return answers


def _holds(page: Page, record: Record, body: int) -> bool:
    return record.holder is not None and record.holder < body < int(page.end[record.holder])


def _time(page: Page, rule: Rule, record: Record) -> str:
    """When a post was written, with all pages read at one moment; "" where it does not say."""
    around = record.elements(page, inside=rule.is_inside)
    told, _ = post_time(page, around, rule, READ_AT)
    found = time_value(page, around, rule.time) if told is None and rule.time else None
    return told or (moment_shown(page, found[0]) if found else None) or ""  # "3 months ago" says no day


def posts_among(page: Page, rule: Rule, template: Rule, ways: set[tuple[str, ...]]) -> list[Among]:
    """The posts of a template on a page, which are known of a rule that has it and others.

    ``ways`` from authors to times, as the posts of the others have them.
    """
    found = read_records(page, rule)
    around = [record.elements(page, inside=one.is_inside) for one, record in found]
    times = [_time(page, *post) for post in found]
    own = [one.name == template.name for one, _ in found]
    known = [(one.author, one.time) for one in rule.templates if one.name != template.name]
    same_names = any(_same_name(author, template.author) and _same_name(time, template.time) for author, time in known)
    called = any(not names_of(author).isdisjoint(names_of(template.author)) for author, _ in known)
    kinds = [kind_of_link(page, *post) for post in found]
    others = {kind for kind, is_own in zip(kinds, own, strict=True) if kind and not is_own}
    answered = _holds_others(page, found, own) or _begin_branches(times, own) or _have_branches(page, found, own)
    nests = answered and sum(own) >= MIN_REPEATED  # an only one may stand in what holds all
    posts = []
    for place in (place for place, is_own in enumerate(own) if is_own):
        before = next((times[other] for other in range(place - 1, -1, -1) if own[other] == nests), None)
        behind = next((times[other] for other in range(place + 1, len(found)) if own[other] == nests), None)
        following = next((other for other in range(place + 1, len(found)) if not own[other]), place)
        kindred = not others or kinds[place] in {"", *others}
        led = kinds[place] in others
        older = before is None and _is_older(times[place], behind or LAST, same_day=kindred)
        is_head = before is None and following > place and _says_the_same(page, found, times, place, following)
        posts.append(
            Among(
                times[place],
                fits=not is_head
                and bool(times[place])
                and _no_later(before or "", times[place])
                and _no_later(times[place], behind or LAST),
                leads=before is None,
                older=older,
                latest=bool(times[place]) and following > place and all(_no_later(one, times[place]) for one in times),
                kindred=kindred,
                akin=kindred and (called or led),
                alike=not _is_said_of_its_author(page, *found[place])
                and (
                    same_names
                    or (before is None and way_between(page, *found[place]) in ways)
                    or (older and led)
                    or (older and called)
                    or (nests and kindred and (called or led))
                    or any(_all_named(page, around[place], slots) for slots in known)
                ),
            )
        )
    return posts


def _is_said_of_its_author(page: Page, rule: Rule, record: Record) -> bool:
    """Whether a post goes on in the line that begins with its author's name: "Ann changed the title" is a notice."""
    name = author_value(page, record.around(page), rule.author) if rule.author else None
    first = int(page.first_run[record.bodies[0]])
    follows = name is not None and 0 < first == page.last_run[name[0]]
    return follows and bool(page.run_paragraph[first - 1] == page.run_paragraph[first])


def _all_named(page: Page, around: Sequence[int], slots: Sequence[Slot | None]) -> bool:
    return all(slot is not None and slot_value(page, around, slot) is not None for slot in slots)


def _same_name(one: Slot | None, other: Slot | None) -> bool:
    """Whether two slots are of elements of the same kind, wherever these stand."""
    if one is None or other is None or one.selector.steps[-1].is_bare:
        return False
    return one.selector.steps[-1] == other.selector.steps[-1] and one.attribute == other.attribute


def _no_later(one: str, other: str) -> bool:
    """Whether one time is no later than another, as far as both say it."""
    said = min(len(one), len(other))
    return one[:said] <= other[:said]


def _is_older(one: str, other: str, *, same_day: bool) -> bool:
    """Whether one time is before another, as far as both say it, or (``same_day``) may be so on the same day."""
    said = min(len(one), len(other))
    return one[:said] < other[:said] or (same_day and one[:said] == other[:said] and said == DAY)


def _holds_others(page: Page, found: Sequence[tuple[Rule, Record]], own: Sequence[bool]) -> bool:
    """Whether what holds a post of a template holds others behind its body: answers, in the order of their branches."""
    bodies = [record.bodies[0] for (_, record), is_own in zip(found, own, strict=True) if not is_own]
    return any(
        is_own
        and record.holder is not None
        and bisect_right(bodies, record.bodies[-1]) < bisect_left(bodies, int(page.end[record.holder]))
        for (_, record), is_own in zip(found, own, strict=True)
    )


def _begin_branches(times: Sequence[str], own: Sequence[bool]) -> bool:
    """Whether posts of a template begin branches of the others: these go back in time only where one of it stands.

    ``times``: of all posts on a page.
    """
    backwards = [place for place in range(1, len(times)) if not _no_later(times[place - 1], times[place])]
    follow = all(_no_later(one, other) for one, other in pairwise(compress(times, own)))
    return follow and bool(backwards) and all(own[place] for place in backwards)


def _have_branches(page: Page, found: Sequence[tuple[Rule, Record]], own: Sequence[bool]) -> bool:
    """Whether what holds a post of a template and the others that follow on it holds no second one of that template."""
    bodies = [record.bodies[0] for _, record in found]
    starts = [place for place, is_own in enumerate(own) if is_own]
    branches = 0
    for place, following in pairwise([*starts, len(own)]):
        if following == place + 1:
            continue
        last = bodies[following - 1]
        around = next(index for index in page.ancestors(bodies[place]) if page.end[index] > last)
        if sum(around < bodies[start] < page.end[around] for start in starts) > 1:
            return False
        branches += 1
    return branches > 0


def _says_the_same(
    page: Page, found: Sequence[tuple[Rule, Record]], times: Sequence[str], place: int, other: int
) -> bool:
    """Whether a post names the author and the minute, or the day, of another one: the head of a thread is no post.

    Where that one says no more than its day this tells nothing.
    """
    if "T" not in times[other]:
        return False
    named = author_of(page, *found[place])
    same_time = bool(times[place]) and times[other].startswith(times[place].rstrip("Z")[:MINUTE])
    return same_time and named is not None and named == author_of(page, *found[other])
