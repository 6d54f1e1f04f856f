"""What stands around a body: learning where posts name their author, time, number and id."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import itemgetter

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import cumulated
from newsbody.rules.header.filling import Filling, Key, complete_own
from newsbody.rules.header.framed_names import framed_names, in_frame
from newsbody.rules.header.header_elements import ElementFacts, told_beside, told_by
from newsbody.rules.header.slot_values import (
    MIN_FILLED,
    places_as_ids,
    rank_authors,
    rank_ids,
    rank_positions,
    rank_times,
)
from newsbody.rules.naming import selector_of, step_of
from newsbody.rules.record import Record
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.selector import Selector, strict
from newsbody.rules.step import Step
from newsbody.rules.values import (
    MAX_NAME_CHARS,
    are_words,
    author_value,
    is_marked_position,
    is_name,
    is_position,
    read_id,
    read_position,
    slot_value,
    time_value,
)

#: Steps that name what is learned where nothing there has a class or id.
MAX_BARE_STEPS = 8
#: A slot must name what it was learned from in this share of the posts; so many of the best are tried.
MIN_READABLE = 0.9
MAX_TRIED = 8
#: So many posts have the same label.
MIN_LABELLED = 4
#: The first posts of each page are looked at: so many of a page at least, and about so many in all. (Authors and times
#: of two whole forums come out as from all posts, in four fifths of the time.)
MIN_POSTS, MAX_POSTS = 3, 35
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass
class Header:
    """Where the posts of a site say what."""

    author: Slot | None = None
    time: Slot | None = None
    position: Slot | None = None
    post_id: Slot | None = None

    def completed(self, other: Header) -> Header:
        """This one, with what only the other one knows."""
        return Header(
            self.author or other.author,
            self.time or other.time,
            self.position or other.position,
            self.post_id or other.post_id,
        )


def labels_of(pages: Sequence[Page], found: Sequence[Sequence[Record]]) -> frozenset[str]:
    """What stands around nearly all of some posts, as the name of the board, or around any as a label of a form.

    Whose the other letters of a thread are may be said on each of their pages.
    """
    posts = [(page, record) for page, on_page in zip(pages, found, strict=True) for record in on_page[:MIN_POSTS]]
    count: Counter[str] = Counter()
    for page, record in posts:
        around = (index for index in record.around(page) if page.stop[index] - page.start[index] <= MAX_NAME_CHARS)
        own = (index for index in around if not ((told := told_by(page, index)) and told.leads_on))
        count.update({page.text_of(index) for index in own})
    least = max(MIN_LABELLED, MIN_FILLED * len(posts))
    of_forms = {page.text_of(index) for page in pages for index in _labels(page)}
    return frozenset(of_forms.union(text for text, times in count.items() if times >= least))


def _labels(page: Page) -> list[int]:
    """The elements of which all text stands in labels of a form and in buttons beside them."""
    own = page.is_tag("label", "legend")
    before = cumulated(page.inside(own | page.is_tag("button"))[page.run_element])
    whole = before[page.last_run] - before[page.first_run] == page.last_run - page.first_run
    found: list[int] = np.flatnonzero(whole & (page.inside(own) | (page.subtree_sum(own) > 0))).tolist()
    return found


class _Told:
    """What the posts of some pages say in each slot."""

    def __init__(self) -> None:
        self.texts: dict[Slot, Filling] = {}
        self.dates: dict[Slot, Filling] = {}
        self.numbers: dict[Slot, Filling] = {}
        self.counts: dict[Slot, Filling] = {}
        self.lines: dict[Slot, Filling] = {}
        self.bylines: dict[Slot, Filling] = {}
        self.said: dict[Key, Counter[str]] = defaultdict(Counter)
        self.stated: dict[Key, set[str]] = defaultdict(set)

    def often_enough(
        self, found: Sequence[Sequence[Record]], enough: float
    ) -> tuple[dict[Slot, Filling], dict[Slot, Filling], dict[Slot, Filling], dict[Slot, Filling]]:
        """The slots of texts and of dates that enough posts have, and those of numbers that nearly all have."""
        texts, dates = (
            {slot: filling for slot, filling in filled.items() if len(filling.values) >= enough}
            for filled in (self.texts, self.dates)
        )
        counts, lines = (
            {slot: filling for slot, filling in numbered.items() if _numbers_later_posts(filling, found)}
            for numbered in (self.counts, self.lines)
        )
        counts = {slot: filling for slot, filling in counts.items() if not slot.attribute or _goes_on(filling)}
        return texts, dates, counts, lines

    def gather(self, page: Page, elements: Iterable[int], record: Record, key: Key, words: str) -> None:
        """Add what is said in the elements around a post of some words."""
        for order, index in enumerate(elements):
            told = told_by(page, index)
            if told is None:
                continue
            for slot, who in told.named:
                self.texts.setdefault(slot, Filling(order)).add(key, index, who, marked=True)
            self.stated[key].update(names := {who for _, who in told.named})
            self.said[key].update(names)
            for slot, value in told.counted:
                self.counts.setdefault(slot, Filling(order)).add_number(key, index, value)
            for slot, value in told.numbered:
                self.numbers.setdefault(slot, Filling(order)).add(key, index, value, titled=told.leads_on)
            if index in record.bodies:
                continue
            for slot, moment in told.dated:
                self.dates.setdefault(slot, Filling(order)).add(key, index, moment, edited=told.edited)
            for one in (one for one in (told, told_beside(page, index)) if one and one.text):
                if words.startswith(one.text) and _is_heading(page, index, record):
                    one = replace(one, titled=True)
                self._gather_text(one, order, index, key, before=index < record.bodies[0])

    def _gather_text(self, told: ElementFacts, order: int, index: int, key: Key, *, before: bool) -> None:
        if not told.is_parents:
            self.said[key][told.text] += 1
        size, titled, called = len(told.text), told.titled or told.leads_on, told.called
        for slot in told.slots:
            if told.moment:
                self.dates.setdefault(slot, Filling(order)).add(key, index, told.moment, size, edited=told.edited)
                self.bylines.setdefault(slot, Filling(order)).add(key, index, told.text)
                if is_position(told.text):  # "#3 | posted on 2024-02-03"
                    self.lines.setdefault(slot, Filling(order)).add_number(key, index, told.text)
            elif not told.dated:
                marks = {"marked": told.marked, "before": before, "wraps": told.wraps}
                filling = self.texts.setdefault(slot, Filling(order))
                filling.add(key, index, told.text, size, told.link, told.rest, **marks, titled=titled, called=called)
                self.counts.setdefault(slot, Filling(order)).add_number(key, index, told.text)


def _gathered(
    pages: Sequence[Page], found: Sequence[Sequence[Record]], *, inside: bool
) -> tuple[_Told, dict[Key, tuple[Page, list[int]]], dict[Key, str]]:
    """What some posts say in each slot, and by post the elements that may say it and its words."""
    told = _Told()
    around: dict[Key, tuple[Page, list[int]]] = {}
    words: dict[Key, str] = {}
    for page_number, (page, on_page) in enumerate(zip(pages, found, strict=True)):
        for post_number, record in enumerate(on_page):
            key = page_number, post_number
            words[key] = " ".join(page.text_of(body) for body in record.bodies)
            around[key] = page, record.elements(page, inside=inside)
            told.gather(*around[key], record, key, words[key])
    for filled in (told.texts, told.bylines):
        complete_own(filled, pages)
    return told, around, words


def _is_heading(page: Page, index: int, record: Record) -> bool:
    """Whether the text of an element stands in a heading of the post: an <h3> in it or around it."""
    first = int(page.run_element[page.first_run[index]])
    inside = any(body <= index < page.end[body] for body in record.bodies)
    return not inside and any(page.tags[one] in _HEADINGS for one in (first, *page.ancestors(first)))


def learn_header(
    pages: Sequence[Page],
    found: Sequence[Sequence[Record]],
    labels: Collection[str] = (),
    people: Collection[str] = (),
    called: Collection[str] = (),
    kinds: Collection[str] = (),
    *,
    taken: Collection[tuple[int, str | None]] = (),
    inside: bool = False,
) -> Header:
    """Learn the slots around the bodies from the posts of some pages.

    ``labels`` are nobody's names, ``people`` the authors of other posts, in elements of some of the classes ``called``
    with links to pages of some ``kinds``; ``taken``: the ids of other posts on each page, by its number; ``inside``:
    those in the bodies as well.
    """
    on_pages = list(map(len, found))
    # Neighbours stay together, for their times and numbers are compared.
    found = [on_page[: max(MIN_POSTS, MAX_POSTS // len(pages))] for on_page in found]
    told, around, words = _gathered(pages, found, inside=inside)
    texts, dates, counts, lines = told.often_enough(found, MIN_FILLED * len(words))
    nameless = all(_holder_is_bare(page, one) for page, on_page in zip(pages, found, strict=True) for one in on_page)
    first_readable = partial(_first_readable, around=around, whole=nameless)
    ranked = rank_authors(texts, told.said, told.stated, labels, people, called, kinds)
    author = first_readable(ranked, texts, wanted=is_name)
    is_line = author in texts and author.selector.steps[-1].tag in (*_HEADINGS, "p")  # no bold name beside a time,
    is_line = is_line and not (author and author.own and replace(author, own=False) in told.bylines)  # nor in its line
    bare = author in texts and (texts[author].is_bare if inside and is_line else texts[author].are_labels)(people)
    if author is None or bare:
        author = next(iter(framed_names(told.bylines, pages, MIN_FILLED * len(words))), author)
    if author in texts:  # names may end in numbers that happen to run
        named = set(texts[author].elements.items())
        counts = {slot: filling for slot, filling in counts.items() if named.isdisjoint(filling.elements.items())}
    led = set(texts[author].links.items()) if author in texts else set()  # to whoever wrote, whose number is no post's
    numbers = {
        replace(slot, word=are_words(filling.values.values())): filling
        for slot, filling in told.numbers.items()
        if led.isdisjoint(filling.values.items())
    }
    numbers = {slot: filling for slot, filling in numbers.items() if not _names_others(slot, filling, taken)}
    positions = (
        (first_readable(rank_positions(numbered, on_pages), numbered, wanted=is_position), numbered)
        for numbered in (counts, lines)  # a number beside a date where none stands alone
    )
    position, numbered = next(filter(itemgetter(0), positions), (None, counts))
    places = numbered[position].values if position in numbered else {}
    return Header(
        author=in_frame(author, texts[author], people) if author in texts else author,
        time=first_readable(rank_times(dates, texts[author].values if author in texts else {}), dates, times=True),
        position=position,
        post_id=first_readable(rank_ids(numbers, words), numbers)
        or first_readable(places_as_ids(numbers, places), numbers),
    )


def _names_others(slot: Slot, filling: Filling, taken: Collection[tuple[int, str | None]]) -> bool:
    """Do most of some posts have there the id of another one: of that which they answer?"""
    ids = [(page, read_id(value, word=slot.word)) for (page, _), value in filling.values.items()]
    return 2 * sum(one[1] is not None and one in taken for one in ids) > len(ids)


def author_of(page: Page, rule: Rule, record: Record) -> str | None:
    """The name of a post's author, None where there is none."""
    found = author_value(page, record.naming(page, inside=rule.is_inside), rule.author) if rule.author else None
    return found[1] if found else None


def _numbers_later_posts(filling: Filling, found: Sequence[Sequence[Record]]) -> bool:
    """Whether nearly all posts have a value; the first of a page may go without (an opening post has no number).

    The number of a post that stands alone is marked as one. Posts with a word in its place ("sofa", for the second)
    stand together: where a name and a number are read as one here and there, it is no post's.
    """
    later = sum(max(0, len(on_page) - 1) for on_page in found)
    if not later:
        return any(map(is_marked_position, filling.values.values()))
    places = {*filling.values, *filling.several}
    kinds = [[place in filling.values for place in of_page] for _, of_page in groupby(sorted(places), itemgetter(0))]
    if any(len(list(groupby(of_page))) > 2 for of_page in kinds):
        return False
    return bool(filling.values) and 0 < MIN_FILLED * later <= sum(post > 0 for _, post in places)


def _goes_on(filling: Filling) -> bool:
    """Whether the first numbers of some pages go on from those of earlier ones; scripts count anew on each page."""
    return any((read_position(value) or 0) > 1 for (_, post), value in filling.values.items() if not post)


def _first_readable(
    ranked: Sequence[Slot],
    fillings: dict[Slot, Filling],
    around: Mapping[Key, tuple[Page, list[int]]],
    wanted: Callable[[str], bool] = bool,
    *,
    times: bool = False,
    whole: bool = False,
) -> Slot | None:
    """The best slot that names, in nearly all posts, the very elements it was learned from.

    A chain may name others in front of them; then the same chain is tried where elements named
    by their tag alone have no class, and, without any class in it, with all that is around. ``whole``: this first, for
    what holds the posts has no name, and parts of other posts may be called as these are but for where they stand.
    """
    for slot in ranked[:MAX_TRIED]:
        elements = fillings[slot].elements
        forms = [slot, replace(slot, selector=strict(slot.selector))]
        if slot.selector.is_bare or whole:
            key = min(elements)
            chain = replace(slot, selector=_all_around(around[key][0], elements[key], slot.selector.steps[-1]))
            forms = [chain, *forms] if whole else [*forms, chain]
        for form in forms:
            read = {
                key: time_value(*around[key], form) if times else slot_value(*around[key], form, wanted)
                for key in elements
            }
            right = sum(one is not None and one[0] == elements[key] for key, one in read.items())
            if right >= MIN_READABLE * len(elements):
                fillings[form] = fillings[slot]
                return form
    return None


def _holder_is_bare(page: Page, record: Record) -> bool:
    return record.holder is not None and step_of(page, record.holder).is_bare


def _all_around(page: Page, index: int, step: Step) -> Selector:
    """The chain from the nearest element with a name, or the page itself, down to an element."""
    chain = selector_of(page, index, MAX_BARE_STEPS).steps
    named = max((place for place, one in enumerate(chain[:-1]) if not one.is_bare), default=0)
    return Selector((*chain[named:-1], step))
