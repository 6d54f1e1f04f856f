"""Which of the slots around bodies say who, when and which: what each holds in the posts of a sample, weighed."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import factorial, prod
from typing import Any
from urllib.parse import unquote

from newsbody.rules.header.filling import Filling, Key
from newsbody.rules.header.places import kind_of_address
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import normalised
from newsbody.rules.selector import Selector
from newsbody.rules.values import is_mail_address, is_marked_position, is_name, label_of, read_id, read_position

#: A slot must be filled in this share of the posts.
MIN_FILLED = 0.7
#: This share of the posts must have a number of their own.
MIN_UNIQUE = 0.95
#: Among slots that say the same, this much speaks against names by the numbers of several children.
NUMBERED = 0.05
#: What speaks for names in elements that are called as those are in which other posts have theirs, …
CALLED = 1.2
#: … and for those whose links lead to pages of the same kind, which name more than a page of the whole site, …
LED = 1.0
#: … and for those of people who wrote other posts.
WROTE = 1.0
MIN_KIND_PARTS = 2
#: What speaks against names behind the same label each time, where there are others without ("ID:…").
LABELLED = 0.1
#: What speaks against names that titles of pages begin with: of opening posts they differ as their authors do.
TITLED = 1.5
#: What speaks against addresses for mail, which everybody on a list writes to.
MAILED = 1.0
#: What speaks for names that are called as those of people are.
AFTER_PEOPLE = 0.5
#: What speaks for names that attributes of the same posts say as well: ``data-username="Ann"`` beside "A" and "Ann".
STATED = 0.5
#: What speaks against names and numbers in attributes where the page shows them.
UNSEEN = 0.2
#: What speaks against times that are said of the last change of a post.
EDITED = 1.0
#: … and against those that are equal in all posts of each author.
OF_AUTHORS = 1.0
#: When one in so many posts is by somebody new, names differ enough.
VARIETY = 3
#: So many posts have a larger number than the one before them where what has it is no name.
MIN_GROWN = 6
#: So seldom any numbers fill ranges as long as they are many: five on one page, or four on each of two.
BY_CHANCE = 0.05
#: Somebody's name with a number at its end.
_WITH_NUMBER = re.compile(r"[A-Za-z]{3,}\d+")
NUMBER = re.compile(r"\d+")
_LAST_NUMBER = re.compile(r"\d+$")
_NO_SIGN = re.compile(r"[\W_]+")


def is_of_authors(said: Mapping[Any, str | None], authors: Mapping[Any, str | None]) -> bool:
    """Whether all posts of each author say the same, and those of others something else: when he joined."""
    times: dict[str | None, list[str | None]] = defaultdict(list)
    for post, author in authors.items():
        times[author].append(said.get(post))
    again = [own for author, own in times.items() if author and len(own) > 1]
    return bool(again) and all(own[0] and len(set(own)) == 1 for own in again) and len(set(said.values())) > 1


def rank_times(dates: dict[Slot, Filling], authors: Mapping[Key, str]) -> list[Slot]:
    """The dates of posts never go back down a page, differ, and say the time of day. Of such each has one.

    ``authors`` of the posts: what is equal for each of them is no time of a post.
    """

    def score(slot: Slot) -> tuple[float, int, float, int, int, str]:
        filling = dates[slot]
        values = filling.values
        pairs = [(values[page, post], values[page, post + 1]) for page, post in values if (page, post + 1) in values]
        forward = sum(one <= other for one, other in pairs) / len(pairs) if pairs else 1.0
        clock = sum("T" in value for value in values.values()) / len(values)
        distinct = len(set(values.values())) / len(values)
        total = forward + 0.7 * clock + 0.5 * distinct + 0.1 * bool(slot.attribute) - _numbered(slot)
        total -= EDITED * filling.edited / len(values) + OF_AUTHORS * is_of_authors(values, authors)
        least = -slot.own, -filling.chars / len(values), -len(filling.several), len(slot.selector.steps)
        return round(total * len(values), 6), *least, str(slot)

    return sorted(dates, key=score, reverse=True)


def rank_authors(
    texts: dict[Slot, Filling],
    said: dict[Key, Counter[str]],
    stated: Mapping[Key, Collection[str]],
    labels: Collection[str],
    people: Collection[str] = (),
    called: Collection[str] = (),
    kinds: Collection[str] = (),
) -> list[Slot]:
    """A short text that differs from post to post, comes back, and links where it always links.

    ``said``: how many elements of each post say what, ``stated``: whom their attributes name; ``labels``: what is on
    nearly all posts, as buttons are; ``people``: who wrote other posts, so that all of these may be by one of them;
    ``called``: the classes of elements with their names; ``kinds``: of pages that their links lead to.
    """
    kinds = {kind for kind in kinds if len(kind.split("/")) > MIN_KIND_PARTS or "=" in kind}

    def score(slot: Slot) -> tuple[float, float, int, int, int, str]:
        filling = texts[slot]
        values = filling.values
        different = len(set(map(_said_without_number, values.values())))
        alone = different == 1 and len(values) > 2
        person = alone and (_is_person(filling) or next(iter(values.values())) in people)
        named = sum(is_name(value) and (person or value not in labels) for value in values.values())
        if named < MIN_FILLED * len(values) or (alone and not person) or _number_posts(values):
            return -1.0, 0.0, 0, 0, 0, str(slot)
        again = sum(said[key][value] > 1 for key, value in values.items()) / len(values)
        single = 1 - len(filling.several) / len(values)
        marked, before = (sum(one.values()) / len(values) for one in (filling.marked, filling.before))
        beside = texts.get(replace(slot, own=True))
        if beside and not beside.is_part():  # "Ann", "Ann <b>staff</b>"
            different = min(different, len(set(map(_said_without_number, beside.values.values()))))
        differs = 1.0 if person else min(1.0, VARIETY * different / len(values))
        total = differs + 0.6 * again + _linked(filling) + single + 0.7 * marked + 0.2 * before - _numbered(slot)
        total += CALLED * (not slot.attribute and not set(called).isdisjoint(slot.selector.steps[-1].classes))
        total += LED * sum(kind_of_address(link) in kinds for link in filling.links.values()) / len(values)
        # Others than the first in elements called alike answer: they stand within what holds the post.
        alike = replace(slot, selector=Selector(slot.selector.steps[-1:]))
        first = filling if alike.selector.is_bare else texts.get(alike, filling)
        total += WROTE * sum(first.values.get(key) == value in people for key, value in values.items()) / len(values)
        before_each = {label_of(f"{filling.rests[key]} {value}".lstrip()) for key, value in values.items()}
        total -= LABELLED * (len(before_each) == 1 and "" not in before_each)
        total -= TITLED * filling.titled / len(values)
        total -= MAILED * sum(is_mail_address(value) for value in values.values()) / len(values)
        total += STATED * sum(value in stated[key] for key, value in values.items()) / len(values)
        total -= UNSEEN * (bool(slot.attribute) + filling.is_part())
        total += AFTER_PEOPLE * filling.called / len(values)
        shortest = -filling.chars / len(values), -filling.wraps
        return round(total * len(values), 6), *shortest, -filling.order, len(slot.selector.steps), str(slot)

    scores = {slot: score(slot) for slot in texts}
    return [slot for slot in sorted(texts, key=scores.__getitem__, reverse=True) if scores[slot][0] > 0]


def _number_posts(values: Mapping[Key, str]) -> bool:
    """Whether all are one word with a number that grows from post to post, none twice: ``msg40``, ``msg41``."""
    numbers = {key: int(found[0]) for key, value in values.items() if (found := _LAST_NUMBER.search(value))}
    words = {_LAST_NUMBER.sub("", value) for value in values.values()}
    if len(words) > 1 or len(set(numbers.values())) < len(values):
        return False
    grown = [
        number < numbers[page, post + 1] for (page, post), number in numbers.items() if (page, post + 1) in numbers
    ]
    return len(grown) >= MIN_GROWN and all(grown)


def _said_without_number(value: str) -> str:
    """What a name is but for its number, which tells no two labels apart ("Comment 12"), but names ("walker7")."""
    return value if _WITH_NUMBER.fullmatch(value) else normalised(value)


def _is_person(filling: Filling) -> bool:
    """Whether the same name in all posts is marked as the author's, or leads each time to the page of one who has it.

    Buttons are the same everywhere, too, but lead to each post's own page, or to one without a number.
    """
    name, links = next(iter(filling.values.values())), set(filling.links.values())
    if all(filling.marked.values()):
        return True
    link = unquote(next(iter(links), ""))
    own = len(links) == 1 and len(filling.links) == len(filling.values) and NUMBER.search(link)
    return bool(own) and _NO_SIGN.sub("", name).casefold() in _NO_SIGN.sub("", link).casefold()


def _numbered(slot: Slot) -> float:
    """What a name by the numbers of several children costs: it fits fewer posts than the sample shows."""
    return NUMBERED if sum(step.nth > 0 for step in slot.selector.steps) > 1 else 0.0


def _linked(filling: Filling) -> float:
    """1 when equal texts link to the same place and different ones elsewhere, less when not."""
    if len(filling.links) < MIN_FILLED * len(filling.values):
        return 0.0
    targets: dict[str, set[str]] = defaultdict(set)
    sources: dict[str, set[str]] = defaultdict(set)
    for key, link in filling.links.items():
        said = _said_without_number(filling.values[key])
        targets[said].add(link)
        sources[link].add(said)
    one_to_one = sum(len(links) == 1 for links in targets.values()) / len(targets)
    different = sum(len(names) == 1 for names in sources.values()) / len(sources)
    return one_to_one * different if different > 0.5 and one_to_one > 0.5 else -0.5


def rank_positions(texts: dict[Slot, Filling], posts: Sequence[int]) -> list[Slot]:
    """A number that grows by one from post to post or, where replies stand below what they answer, fills a range.

    Where no two posts next to each other have one it is marked as the number of a post. What no two posts of several
    pages share, and is larger than they are many, is their id (``#1412``).

    ``posts``: how many stand on each page; the first of them are looked at.
    """

    def score(slot: Slot) -> tuple[float, int, int, str]:
        filling = texts[slot]
        numbers = {key: read_position(text) or 0 for key, text in filling.values.items()}
        steps = sum(numbers.get((page, post + 1), -1) == number + 1 for (page, post), number in numbers.items())
        pairs = sum((page, post + 1) in numbers for page, post in numbers)
        several = len({page for page, _ in numbers}) > 1 and len(set(numbers.values())) == len(numbers)
        if several and min(numbers.values()) > len(numbers):
            return -1.0, 0, 0, str(slot)
        grows = steps / pairs if pairs else float(all(map(is_marked_position, filling.values.values())))
        return (
            max(grows, _fills_ranges(numbers, posts)) - _numbered(slot) - UNSEEN * bool(slot.attribute),
            -filling.order,
            len(slot.selector.steps),
            str(slot),
        )

    scores = {slot: score(slot) for slot in texts}
    return [slot for slot in sorted(texts, key=scores.__getitem__, reverse=True) if scores[slot][0] > MIN_FILLED]


def _fills_ranges(numbers: Mapping[Key, int], posts: Sequence[int]) -> float:
    """How nearly the numbers of each page are all those of a range, each once; 0 where that may be chance."""
    on_pages: dict[int, list[int]] = defaultdict(list)
    for (page, _), number in numbers.items():
        on_pages[page].append(number)
    if prod(factorial(len(found)) / len(found) ** len(found) for found in on_pages.values()) > BY_CHANCE:
        return 0.0
    spans = {page: max(found) - min(found) + 1 for page, found in on_pages.items()}
    ranges = sum(
        len(on_pages[page]) if len(on_pages[page]) < span <= posts[page] else span for page, span in spans.items()
    )
    return 0.0 if any(len(set(found)) < len(found) for found in on_pages.values()) else len(numbers) / ranges


def rank_ids(numbers: dict[Slot, Filling], posts: Mapping[Key, str]) -> list[Slot]:
    """A number in an attribute that no two posts share.

    ``posts``: what each says. One that stands on two pages, which are one under two addresses, has its number on both.
    """

    def score(slot: Slot) -> tuple[float, float, int, int, str]:
        values = numbers[slot].values
        found = {key: read_id(value, word=slot.word) or "" for key, value in values.items()}
        different = {(number, posts[key]) for key, number in found.items()}
        unique = len(set(found.values())) / max(len(different), 1) * len(found) / len(posts)
        pairs = [(found[page, post], found[page, post + 1]) for page, post in found if (page, post + 1) in found]
        grows = sum((len(one), one) < (len(other), other) for one, other in pairs) / len(pairs) if pairs else 1.0
        return (
            round(unique, 3),
            (slot.attribute != "href") + grows - TITLED * numbers[slot].titled / len(values),
            -numbers[slot].order,
            len(slot.selector.steps),
            str(slot),
        )

    scores = {slot: score(slot) for slot in numbers}
    return [slot for slot in sorted(numbers, key=scores.__getitem__, reverse=True) if scores[slot][0] >= MIN_UNIQUE]


def places_as_ids(numbers: dict[Slot, Filling], places: Mapping[Key, str]) -> list[Slot]:
    """A number in an attribute that is each post's place in its thread (``id="post_3"``): there no two posts share it.

    ``places``: what each post says its place is. Seen on pages of several posts, it names one that stands alone, too.
    """
    told = {key: str(read_position(text)) for key, text in places.items()}
    named = (
        slot for slot, filling in numbers.items() if told == {key: read_id(filling.values.get(key, "")) for key in told}
    )
    return sorted(named, key=lambda slot: (slot.attribute == "href", numbers[slot].order, str(slot))) if told else []
