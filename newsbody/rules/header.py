"""What stands around a body: learning where posts name their author, time, number and id."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from lxml import etree

from newsbody.page import Page
from newsbody.rules.records import Record
from newsbody.rules.rule import Rule, Slot
from newsbody.rules.sample import normalised, time_attribute
from newsbody.rules.selector import Selector, Step, selector_of, strict
from newsbody.rules.values import element_text, is_name, read_position, shown_time, slot_value, time_value

#: Steps that name a slot around a body.
HEADER_STEPS = 3
#: A slot must be filled in this share of the posts.
MIN_FILLED = 0.7
#: A slot must name what it was learned from in this share of the posts; so many of the best are tried.
MIN_READABLE = 0.9
MAX_TRIED = 8
#: This share of the posts must have a number of their own.
MIN_UNIQUE = 0.95
#: What stands around a body and is longer says something else.
MAX_HEADER_CHARS = 120
#: … even with the white space between its parts.
MAX_MARKUP_CHARS = 1000
#: When one in so many posts is by somebody new, names differ enough.
VARIETY = 3
#: Attributes that may number a post.
_ID_ATTRIBUTES = ("id", "name", "href")
#: Levels around a name on which its mark as the author may stand.
MARKED_LEVELS = 2
_WHO = frozenset(("author", "creator"))
#: The first posts of each page are looked at: so many of a page at least, and about so many in all. (Authors and times
#: of two whole forums come out as from all posts, in four fifths of the time.)
MIN_POSTS, MAX_POSTS = 3, 35
_NUMBER = re.compile(r"\d+")


_Key = tuple[int, int]


@dataclass
class _Filling:
    """What one slot holds in each post, (page, post) -> the first value there."""

    order: int
    values: dict[_Key, str] = field(default_factory=dict)
    elements: dict[_Key, int] = field(default_factory=dict)
    links: dict[_Key, str] = field(default_factory=dict)
    marked: dict[_Key, bool] = field(default_factory=dict)
    before: dict[_Key, bool] = field(default_factory=dict)
    #: Posts in which the slot stands again with another value.
    several: set[_Key] = field(default_factory=set)
    chars: int = 0

    def add(
        self,
        key: _Key,
        element: int,
        value: str,
        chars: int = 0,
        link: str | None = None,
        *,
        marked: bool = False,
        before: bool = False,
    ) -> None:
        if key not in self.values or (not is_name(self.values[key]) and is_name(value)):
            self.values[key] = value
            self.elements[key] = element
            self.marked[key] = marked
            self.before[key] = before
            self.chars += chars
            if link:
                self.links[key] = link
        elif value != self.values[key]:
            self.several.add(key)


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


def learn_header(pages: Sequence[Page], found: Sequence[Sequence[Record]], *, inside: bool = False) -> Header:
    """Learn the slots around the bodies from the posts of some pages; ``inside``: those in the bodies as well."""
    texts: dict[Slot, _Filling] = {}
    dates: dict[Slot, _Filling] = {}
    numbers: dict[Slot, _Filling] = {}
    said: dict[_Key, Counter[str]] = defaultdict(Counter)
    posts = 0
    # Neighbours stay together, for their times and numbers are compared.
    found = [on_page[: max(MIN_POSTS, MAX_POSTS // len(pages))] for on_page in found]
    for page_number, (page, on_page) in enumerate(zip(pages, found, strict=True)):
        for post_number, record in enumerate(on_page):
            posts += 1
            _gather(page, record, (page_number, post_number), texts, dates, numbers, said, inside=inside)
    enough = MIN_FILLED * posts
    numbered = {slot: filling for slot, filling in texts.items() if _numbers_later_posts(filling, found)}
    texts = {slot: filling for slot, filling in texts.items() if len(filling.values) >= enough}
    dates = {slot: filling for slot, filling in dates.items() if len(filling.values) >= enough}
    around = {
        (page_number, post_number): (page, record.elements(page, inside=inside))
        for page_number, (page, on_page) in enumerate(zip(pages, found, strict=True))
        for post_number, record in enumerate(on_page)
    }
    return Header(
        author=_first_readable(_rank_authors(texts, said), texts, around, is_name),
        time=_first_readable(_rank_times(dates), dates, around, times=True),
        position=_first_readable(_rank_positions(numbered), numbered, around),
        post_id=_first_readable(_rank_ids(numbers, posts), numbers, around),
    )


def author_of(page: Page, rule: Rule, record: Record) -> str | None:
    """The name of a post's author, None where there is none."""
    found = (
        slot_value(page, record.elements(page, inside=rule.is_inside), rule.author, is_name) if rule.author else None
    )
    return found[1] if found else None


def _numbers_later_posts(filling: _Filling, found: Sequence[Sequence[Record]]) -> bool:
    """Whether nearly all posts have a value; the first of a page may go without (an opening post has no number)."""
    later = sum(max(0, len(on_page) - 1) for on_page in found)
    filled = sum(post > 0 for _, post in filling.values)
    return 0 < MIN_FILLED * later <= filled


def _first_readable(
    ranked: Sequence[Slot],
    fillings: Mapping[Slot, _Filling],
    around: Mapping[_Key, tuple[Page, list[int]]],
    wanted: Callable[[str], bool] = bool,
    *,
    times: bool = False,
) -> Slot | None:
    """The best slot that names, in nearly all posts, the very elements it was learned from.

    A chain may name others in front of them; then the same chain is tried where elements named
    by their tag alone have no class.
    """
    for slot in ranked[:MAX_TRIED]:
        elements = fillings[slot].elements
        for form in (slot, Slot(strict(slot.selector), slot.attribute)):
            read = {
                key: time_value(*around[key], form) if times else slot_value(*around[key], form, wanted)
                for key in elements
            }
            right = sum(one is not None and one[0] == elements[key] for key, one in read.items())
            if right >= MIN_READABLE * len(elements):
                return form
    return None


def _gather(
    page: Page,
    record: Record,
    key: tuple[int, int],
    texts: dict[Slot, _Filling],
    dates: dict[Slot, _Filling],
    numbers: dict[Slot, _Filling],
    said: dict[_Key, Counter[str]],
    *,
    inside: bool,
) -> None:
    for order, index in enumerate(record.elements(page, inside=inside)):
        element = page.elements[index]
        numbered = [name for name in _ID_ATTRIBUTES if (value := element.get(name)) and _NUMBER.search(value)]
        told = time_attribute(element)
        if not (numbered or told or page.stop[index] > page.start[index]):
            continue
        selectors = _names(page, index, numbered=not inside)
        for name in numbered:
            for selector in selectors:
                numbers.setdefault(Slot(selector, name), _Filling(order)).add(key, index, element.get(name, ""))
        if index in record.bodies:
            continue
        if told:
            for selector in selectors:
                dates.setdefault(Slot(selector, told[0]), _Filling(order)).add(key, index, told[1])
        if page.stop[index] - page.start[index] > MAX_MARKUP_CHARS:
            continue
        text = element_text(page, index)
        if not text or len(text) > MAX_HEADER_CHARS:
            continue
        if text != element_text(page, int(page.parent[index])):
            said[key][text] += 1
        moment, link = shown_time(page, index), element.get("href")
        marked = is_name(text) and _says_who(element)
        before = index < record.bodies[0]
        for selector in selectors:
            if moment:
                dates.setdefault(Slot(selector), _Filling(order)).add(key, index, moment, len(text))
            elif not told:
                texts.setdefault(Slot(selector), _Filling(order)).add(
                    key, index, text, len(text), link, marked=marked, before=before
                )


def _names(page: Page, index: int, *, numbered: bool) -> list[Selector]:
    """What an element around a body may be called: a long chain, the shortest that says something,
    and its first class.

    The long one is exact; the others still fit where classes of it or around it differ. ``numbered``: also by the
    number of the child, which tells a name from a number where neither has a class.
    """
    chain = selector_of(page, index, HEADER_STEPS)
    names = [chain]
    for steps in range(1, len(chain.steps)):
        short = Selector(chain.steps[-steps:])
        if not short.steps[0].is_bare:
            names.append(short)
            break
    step = chain.steps[-1]
    if step.is_bare and numbered:
        names.append(Selector((*chain.steps[:-1], replace(step, nth=int(page.child_number[index])))))
    if len(step.classes) > 1:
        names.append(Selector((Step(step.tag, step.classes[:1]),)))
    return names


def _says_who(element: etree._Element) -> bool:
    """Marked as the author by a standard: schema.org's itemprop, HTML's rel; on it, in it or close around it."""
    around = islice(element.iterancestors(), MARKED_LEVELS)
    inside = [element, *islice(element, 1)]
    return any("name" in _marks_of(one) for one in inside) or any(
        not _WHO.isdisjoint(_marks_of(one)) for one in (*inside, *around)
    )


def _marks_of(element: etree._Element) -> set[str]:
    return {*(element.get("itemprop") or "").split(), *(element.get("rel") or "").split()}


def _rank_times(dates: dict[Slot, _Filling]) -> list[Slot]:
    """The dates of posts never go back down a page, differ, and say the time of day."""

    def score(slot: Slot) -> tuple[float, float, int, str]:
        filling = dates[slot]
        values = filling.values
        pairs = [(values[page, post], values[page, post + 1]) for page, post in values if (page, post + 1) in values]
        forward = sum(one <= other for one, other in pairs) / len(pairs) if pairs else 1.0
        clock = sum("T" in value for value in values.values()) / len(values)
        distinct = len(set(values.values())) / len(values)
        total = forward + 0.7 * clock + 0.5 * distinct + 0.1 * bool(slot.attribute)
        return round(total * len(values), 6), -filling.chars / len(values), len(slot.selector.steps), str(slot)

    return sorted(dates, key=score, reverse=True)


def _rank_authors(texts: dict[Slot, _Filling], said: dict[_Key, Counter[str]]) -> list[Slot]:
    """A short text that differs from post to post, comes back, and links where it always links.

    ``said``: how many elements of each post say what.
    """

    def score(slot: Slot) -> tuple[float, float, int, int, str]:
        filling = texts[slot]
        values = filling.values
        named = sum(is_name(value) for value in values.values())
        different = len({normalised(value) for value in values.values()})
        if named < MIN_FILLED * len(values) or (different == 1 and len(values) > 2):
            return -1.0, 0.0, 0, 0, str(slot)
        again = sum(said[key][value] > 1 for key, value in values.items()) / len(values)
        single = 1 - len(filling.several) / len(values)
        marked = sum(filling.marked.values()) / len(values)
        before = sum(filling.before.values()) / len(values)
        differs = min(1.0, VARIETY * different / len(values))
        total = differs + 0.6 * again + _linked(filling) + single + 0.7 * marked + 0.2 * before
        steps = len(slot.selector.steps)
        return round(total * len(values), 6), -filling.chars / len(values), -filling.order, steps, str(slot)

    return [slot for slot in sorted(texts, key=score, reverse=True) if score(slot)[0] > 0]


def _linked(filling: _Filling) -> float:
    """1 when equal texts link to the same place and different ones elsewhere, less when not."""
    if len(filling.links) < MIN_FILLED * len(filling.values):
        return 0.0
    targets: dict[str, set[str]] = defaultdict(set)
    sources: dict[str, set[str]] = defaultdict(set)
    for key, link in filling.links.items():
        targets[filling.values[key]].add(link)
        sources[link].add(filling.values[key])
    one_to_one = sum(len(links) == 1 for links in targets.values()) / len(targets)
    different = sum(len(names) == 1 for names in sources.values()) / len(sources)
    return one_to_one * different if different > 0.5 and one_to_one > 0.5 else -0.5


def _rank_positions(texts: dict[Slot, _Filling]) -> list[Slot]:
    """A number that grows by one from post to post."""

    def score(slot: Slot) -> tuple[float, int, int, str]:
        filling = texts[slot]
        numbers = {key: found for key, text in filling.values.items() if (found := read_position(text)) is not None}
        steps = sum(numbers.get((page, post + 1), -1) == number + 1 for (page, post), number in numbers.items())
        pairs = sum((page, post + 1) in filling.values for page, post in numbers)
        return (steps / pairs if pairs else 0.0), -filling.order, len(slot.selector.steps), str(slot)

    return [slot for slot in sorted(texts, key=score, reverse=True) if score(slot)[0] > MIN_FILLED]


def _rank_ids(numbers: dict[Slot, _Filling], posts: int) -> list[Slot]:
    """A number in an attribute that no two posts share."""

    def score(slot: Slot) -> tuple[float, float, int, int, str]:
        values = numbers[slot].values
        found = {key: int(_NUMBER.findall(value)[-1][:18]) for key, value in values.items()}
        unique = len(set(found.values())) / posts
        pairs = [(found[page, post], found[page, post + 1]) for page, post in found if (page, post + 1) in found]
        grows = sum(one < other for one, other in pairs) / len(pairs) if pairs else 1.0
        return (
            round(unique, 3),
            (slot.attribute != "href") + grows,
            -numbers[slot].order,
            len(slot.selector.steps),
            str(slot),
        )

    return [slot for slot in sorted(numbers, key=score, reverse=True) if score(slot)[0] >= MIN_UNIQUE]
