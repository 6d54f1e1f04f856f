"""The rule of a template with the places where its posts say who and when, and with what holds them for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial

from newsbody.page import Page
from newsbody.rules.bodies.holders import MIN_HELD, around_body
from newsbody.rules.header.header_elements import HEADER_STEPS
from newsbody.rules.header.learn_header import Header, author_of, labels_of, learn_header
from newsbody.rules.header.places import kind_of_link, learn_headers_inside, post_time, way_between
from newsbody.rules.header.slot_values import is_of_authors
from newsbody.rules.record import Record
from newsbody.rules.records import read_records, records, with_aside
from newsbody.rules.rule import HeaderPlace, Rule
from newsbody.rules.rule_parts import Slot, names_of
from newsbody.rules.values import author_value, read_id, slot_value, time_value


def with_header(
    pages: Sequence[Page], rule: Rule, found: Sequence[Sequence[Record]], known: Rule | None, *, undated: bool
) -> Rule:
    """The rule with the places where its posts say who, when and which: in bodies where nothing around them does.

    Where posts that are known say these comes first. ``undated``: the bodies are told by having no date.
    """
    others = [read_records(page, known) if known else [] for page in pages]
    found = [[_before_next(one, rest) for one in own] for own, rest in zip(found, others, strict=True)]
    header = _known_header(pages, found, known) if known else Header()
    labels = labels_of(pages, [[*own, *(one for _, one in rest)] for own, rest in zip(found, others, strict=True)])
    authors = {author_of(page, *post) for page, rest in zip(pages, others, strict=True) for post in rest}
    people = frozenset(name for name in authors if name)
    leading = all(
        one.bodies < post.bodies
        for own, rest in zip(found, others, strict=True)
        for one in own[-1:]
        for _, post in rest[:1]
    )
    called = frozenset(name for one in known.templates for name in names_of(one.author)) if known and leading else ()
    told = zip(pages, others, strict=True) if leading else ()
    kinds = frozenset(kind_of_link(page, *post) for page, rest in told for post in rest)
    taken = {(number, _id_of(pages[number], *post)) for number, rest in enumerate(others) for post in rest}
    learn = partial(learn_header, pages, found, labels - people, people, called, kinds, taken=taken)
    header = header.completed(learn())
    inside = False
    if not undated and (header.author is None or header.time is None):
        within = learn(inside=True)
        whole = within.completed(header) if header.time is None else header.completed(within)
        inside = (whole.author, whole.time) != (header.author, header.time)
        header = whole
    place: HeaderPlace = "inside" if inside else rule.header
    if known and leading and header.author is None and max(map(len, found)) == 1:
        header.author = _author_aside(pages, rule, found, others, partial(learn_header, kinds=kinds, called=called))
        place = "page" if header.author else place
    if header.time is None and rule.body[0].steps[-1].is_bare:
        header.time = rule.time  # which tells headers from bodies
    elif header.time is None and place != "inside":
        place = "around"
    for holder in rule.post:
        if header.post_id and header.post_id.selector.steps[-len(holder.steps) :] == holder.steps:
            header.post_id = header.post_id.near(len(holder.steps))  # its own, wherever it stands
    named = {part.name: getattr(header, part.name) for part in fields(header)}
    rule = replace(rule, **named | {"header": place})
    if not inside:
        return rule
    return replace(rule, leave_out=learn_headers_inside(pages, rule, found))


def _before_next(record: Record, others: Sequence[tuple[Rule, Record]]) -> Record:
    """A post without what stands behind the next one in what holds both: notices among answers say who wrote these."""
    end = next((other.bodies[0] for _, other in others if other.bodies > record.bodies), None)
    return record if end is None else replace(record, spans=tuple((a, min(b, end)) for a, b in record.spans if a < end))


def _known_header(pages: Sequence[Page], found: Sequence[Sequence[Record]], known: Rule) -> Header:
    """The places in which the posts of some templates say who and when, where these posts do, too.

    Places without a name only where the way from who to when is that of those posts.
    """
    posts = [(page, record) for page, on_page in zip(pages, found, strict=True) for record in on_page]
    for template in known.templates if posts else ():
        if template.author is None or template.time is None:
            continue
        author, time = template.author.near(HEADER_STEPS), template.time.near(HEADER_STEPS)
        near = replace(template, author=author, time=time)
        around = [(page, record.around(page)) for page, record in posts]
        if not all(author_value(*one, author) and time_value(*one, time) for one in around):
            continue
        author, time = _as_named(author, around), _as_named(time, around)
        if not (author.selector.is_bare or time.selector.is_bare):
            return Header(author, time)
        ways = {way_between(page, template, record) for page in pages for record in records(page, template)}
        if all(way_between(page, near, record) in ways for page, record in posts):
            return Header(author, time)
    return Header()


def _as_named(slot: Slot, around: Sequence[tuple[Page, Sequence[int]]]) -> Slot:
    """The slot by that of its names which elements around all of some posts have."""
    forms = (one for one in slot.selectors if all(one.select(page, elements) for page, elements in around))
    return replace(slot, selector=next(forms, slot.selector))


def _author_aside(
    pages: Sequence[Page],
    rule: Rule,
    found: Sequence[Sequence[Record]],
    others: Sequence[Sequence[tuple[Rule, Record]]],
    learn: Callable[[Sequence[Page], Sequence[Sequence[Record]]], Header],
) -> Slot | None:
    """Where pages name beside all posts who wrote the first: with a link to the kind of page that others' authors have,
    and not each time who wrote last.
    """
    wide = [[with_aside(page, one, rest) for one in own] for page, own, rest in zip(pages, found, others, strict=True)]
    author = learn(pages, [[replace(one, spans=one.aside) for one in own] for own in wide]).author
    told = replace(rule, author=author)
    firsts = [(page, one, rest) for page, own, rest in zip(pages, wide, others, strict=True) for one in own if rest]
    kinds = {kind_of_link(page, *post) for page, _, rest in firsts for post in rest} - {""}
    led = all(kind_of_link(page, told, one) in kinds for page, one, _ in firsts)
    last = all(author_of(page, told, one) == author_of(page, *rest[-1]) for page, one, rest in firsts)
    return author if led and not last else None


def _id_of(page: Page, rule: Rule, record: Record) -> str | None:
    found = slot_value(page, [*record.around(page), *record.bodies], rule.post_id) if rule.post_id else None
    return read_id(found[1], word=rule.post_id.word) if found and rule.post_id else None


def of_one_holder(pages: Sequence[Page], rule: Rule, found: Sequence[Sequence[Record]], known: Rule | None) -> Rule:
    """The rule for the posts in holders of the commonest kind that say who and when; others may say it elsewhere."""
    kinds = Counter(
        name
        for page, on_page in zip(pages, found, strict=True)
        for record in on_page
        for name in rule.post
        if record.holder is not None and name.matches(page, record.holder)
    )
    for name, _ in sorted(kinds.items(), key=lambda one: (-one[1], str(one[0]))):
        own = replace(rule, post=(name,))
        of_kind = [
            [record for record in on_page if record.holder is not None and name.matches(page, record.holder)]
            for page, on_page in zip(pages, found, strict=True)
        ]
        own = with_header(pages, own, of_kind, known, undated=False)
        if own.author and own.time:
            return own
    return rule


def of_single_posts(pages: Sequence[Page], rule: Rule, found: Sequence[Sequence[Record]]) -> Rule:
    """Where each page shows one post: the rule for the closest holder in which posts say most.

    No other post shows where one ends, but who wrote it stands in it, and when by the clock (not when he joined).
    """
    best, most = rule, _says(pages, rule, found)
    empty = replace(rule, header="around", author=None, time=None, position=None, post_id=None, leave_out=())
    first = next(((page, own[0].bodies[0]) for page, own in zip(pages, found, strict=True) if own), None)
    for name in around_body(*first) if first else ():
        own = replace(empty, post=(name,))
        held = [records(page, own) for page in pages]
        if sum(map(len, held)) >= MIN_HELD * sum(map(len, found)):
            own = with_header(pages, own, held, None, undated=False)
            if (says := _says(pages, own, held)) > most:
                best, most = own, says
    return best


def _says(pages: Sequence[Page], rule: Rule, found: Sequence[Sequence[Record]]) -> int:
    """How much some posts say by a rule: who, when, by the clock of several days, and not the same for each author."""
    posts = [(page, record) for page, on_page in zip(pages, found, strict=True) for record in on_page]
    who = dict(enumerate(author_of(page, rule, record) for page, record in posts))
    around = [(page, record.elements(page, inside=rule.is_inside)) for page, record in posts]
    when = dict(enumerate(post_time(*one, rule)[0] for one in around))
    clock = [time for time in when.values() if time and "T" in time]
    by_clock = 2 * len(clock) > len(posts) and len({time[:10] for time in clock}) > 1
    return 2 * bool(rule.author) + bool(rule.time) * (2 + by_clock - is_of_authors(when, who))
