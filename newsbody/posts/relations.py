"""What posts say of each other in their markup: which one each answers, how many like it, how many answer it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from newsbody.page import Page
from newsbody.posts.reactions import LIKES, REPLIES, PostElements, counted
from newsbody.rules.record import Record, highest_alone
from newsbody.rules.values import read_id

#: What begins with it names another post: ">>3", "@Ann", "#3".
_NAMES_A_POST = re.compile(r"[>#@]")
_PARENT = ("data-parent-id", "data-parent", "data-parentid", "data-reply-to", "data-in-reply-to")


@dataclass(frozen=True)
class Relation:
    """What one post says: its own id, which other one it answers (its id, its number from 0), likes and replies."""

    own_id: str | None
    parent_id: str | None = None
    parent: int | None = None
    likes: int | None = None
    replies: int | None = None


def relations(
    page: Page,
    found: Sequence[Record],
    ids: Sequence[str | None],
    *,
    own_ids: bool,
    authors: Sequence[str | None],
    kinds: Sequence[Hashable] = (),
) -> list[Relation]:
    """What each of some posts says of the others; [] where nothing holds them one by one.

    ``ids``: those that are known; ``own_ids``: others are read off what holds the post, and numbers before its body are
    its own, too. Without it, for posts of forums, ids are read so where none is known, and numbers before a body are
    its author's until they differ between posts of one. ``kinds``: of each post, what found it.
    """
    holders = _holders(page, found, kinds or [None] * len(found))
    if all(holder is None for holder in holders):
        return []
    by_holder = {holder: number for number, holder in enumerate(holders) if holder is not None}
    if own_ids or not any(ids):
        read = [known or _own_id(page, holder) for known, holder in zip(ids, holders, strict=True)]
        ids = read if own_ids or len(set(read)) == len(read) else ids
    bodies = set() if own_ids else {body for record in found for body in record.bodies}
    told = [
        PostElements(
            list(_own_elements(page, holder, bodies.union(by_holder))) if holder is not None else [],
            holder if own_ids and holder is not None else int(page.end[record.bodies[-1]]),
            author,
        )
        for record, holder, author in zip(found, holders, authors, strict=True)
    ]
    likes, replies = counted(page, told, LIKES), counted(page, told, REPLIES)
    said = []
    for number, (holder, record) in enumerate(zip(holders, found, strict=True)):
        above = _above(page, holder, by_holder) if holder is not None else None
        if above is None:
            above = _linked(page, [*told[number].elements, *_first_link(page, record)], ids[:number])
        stated = _stated(page, holder, ids) if holder is not None and above is None else None
        parent_id = ids[above] if above is not None else stated
        said.append(Relation(ids[number], parent_id, above, likes[number], replies[number]))
    return said


def _above(page: Page, holder: int, by_holder: Mapping[int, int]) -> int | None:
    """The number of the post in whose holder another one stands."""
    return next((by_holder[index] for index in islice(page.ancestors(holder), 1, None) if index in by_holder), None)


def _stated(page: Page, holder: int, ids: Collection[str | None]) -> str | None:
    """The id of the post that a holder says it answers, where that is one of some."""
    said = next((value for name in _PARENT if (value := page.elements[holder].get(name))), None)
    return said if said in ids else None


def _linked(page: Page, elements: Sequence[int], earlier: Sequence[str | None]) -> int | None:
    """The number of the one earlier post, by its id, to whose place on the page some links lead; None of several."""
    places = [
        (page.elements[index].get("href") or "").partition("#")[2] for index in elements if page.tags[index] == "a"
    ]
    told = {read_id(place, word=word) for place in places for word in (False, True)}
    targets = {identity for identity in told if identity is not None and identity in earlier}
    return earlier.index(targets.pop()) if len(targets) == 1 else None


def _first_link(page: Page, record: Record) -> list[int]:
    """The link that a body begins with and that names a post by its number or its author (">>3", "@Ann"), if any."""
    body = record.bodies[0]
    link = next((one for one in range(body + 1, int(page.end[body])) if page.tags[one] == "a"), None)
    if link is None or page.first_run[link] != page.first_run[body]:
        return []
    return [link] if _NAMES_A_POST.match(page.text_of(link)) else []


def _holders(page: Page, found: Sequence[Record], kinds: Sequence[Hashable]) -> list[int | None]:
    """The element of each post that its answers stand in as well, if there is one; no two posts have the same."""
    by_kind: dict[Hashable, list[int]] = defaultdict(list)
    for number, kind in enumerate(kinds):
        by_kind[kind].append(number)
    holders: list[int | None] = [None] * len(found)
    alone = highest_alone(page, [record.bodies for record in found]) if len(by_kind) > 1 else []
    for numbers in by_kind.values():
        own = [found[number] for number in numbers]
        if len(own) == 1 and alone:  # what an opening post stands in may hold all others
            holders[numbers[0]] = alone[numbers[0]]
        for number, holder in zip(numbers, _holders_of(page, own), strict=False) if len(own) > 1 or not alone else ():
            holders[number] = holder
    taken = [holder for holder in holders if holder is not None]
    return holders if len(set(taken)) == len(taken) else [None] * len(found)


def _holders_of(page: Page, found: Sequence[Record]) -> list[int]:
    """What holds posts that were found alike: elements of one kind, one for each, or those that the rule says.

    Of several kinds the outermost; [] where there is none.
    """
    nearest: dict[tuple[str, str], list[int]] = {}
    for record in found:
        seen: set[tuple[str, str]] = set()
        for index in page.ancestors(record.bodies[0]):
            kind = (page.tags[index], next(iter(page.classes[index].split()), ""))
            if index and kind not in seen:
                seen.add(kind)
                nearest.setdefault(kind, []).append(index)
    whole = [held for held in nearest.values() if len(held) == len(found)]
    whole.append([record.holder for record in found if record.holder is not None])
    whole = [held for held in whole if len(held) == len(set(held)) == len(found)]
    return min(whole, key=lambda held: sum(page.depth[index] for index in held), default=[])


def _own_id(page: Page, holder: int | None) -> str | None:
    if holder is None:
        return None
    element = page.elements[holder]
    stated = element.get("data-comment-id") or element.get("data-id") or element.get("id")
    return read_id(stated) if stated else None


def _own_elements(page: Page, holder: int, holders: Collection[int]) -> Iterator[int]:
    """The elements of a post, without those of the posts that answer it."""
    index, end = holder + 1, int(page.end[holder])
    while index < end:
        if index in holders:
            index = int(page.end[index])
        else:
            yield index
            index += 1
