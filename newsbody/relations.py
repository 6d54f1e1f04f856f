"""What posts say of each other in their markup: which one each answers, how many like it, how many answer it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from newsbody.page import Page
from newsbody.remembered import remembered
from newsbody.rules.record import Record
from newsbody.rules.values import read_id

_LIKES = re.compile(
    r"(?<![a-z])(?:up-?)?(?:likes?|votes?|recommends?|thumbs?-?up|score|karma|zan|praise|digg?)(?![a-z])", re.I
)
_REPLIES = re.compile(r"(?<![a-z])(?:repl(?:y|ies)|comments?|answers?|huifu)[-_]?(?:count|num|number|total)", re.I)
#: The same in words, with the number before or behind.
_LIKES_SAID = re.compile(
    r"[+]?\d{1,7}\s*(?:people )?(?:likes?|upvotes?|points?|人?赞|人?讚|点赞|人支持|mal gefällt mir|j’aime|me gusta)"
    r"|(?:likes?|upvotes?|赞|讚|点赞|支持|gefällt mir)\s*[:：(（]?\s*\d{1,7}[)）]?",
    re.I,
)
_NUMBER = re.compile(r"(?<![0-9.,])[0-9]{1,7}(?![0-9.,])")
#: Text around a number of likes is no longer than this.
MAX_LABEL = 20
_PARENT = ("data-parent-id", "data-parent", "data-parentid", "data-reply-to", "data-in-reply-to")


@dataclass(frozen=True)
class Relation:
    """What one post says: its own id, which other one it answers (its id, its number from 0), likes and replies."""

    own_id: str | None
    parent_id: str | None = None
    parent: int | None = None
    likes: int | None = None
    replies: int | None = None


def relations(page: Page, found: Sequence[Record], ids: Sequence[str | None], *, own_ids: bool) -> list[Relation]:
    """What each of some posts says of the others; [] where nothing holds them one by one.

    ``ids``: those that are known; ``own_ids``: others are read off what holds the post. Without it, for posts of
    forums, only what stands behind the body is theirs: before it are the numbers of their authors.
    """
    holders = _holders(page, found)
    if len(holders) != len(found):
        return []
    by_holder = dict(zip(holders, range(len(found)), strict=True))
    if own_ids:
        ids = [known or _own_id(page, holder) for known, holder in zip(ids, holders, strict=True)]
    said = []
    for number, (record, holder) in enumerate(zip(found, holders, strict=True)):
        above = next(
            (by_holder[index] for index in islice(page.ancestors(holder), 1, None) if index in by_holder), None
        )
        stated = next((value for name in _PARENT if (value := page.elements[holder].get(name))), None)
        parent_id = ids[above] if above is not None else stated if stated in ids else None
        first = holder + 1 if own_ids else int(page.end[record.bodies[-1]])
        own = list(_own_elements(page, holder, first, by_holder))
        likes, replies = _counted(page, own, _LIKES), _counted(page, own, _REPLIES)
        said.append(Relation(ids[number], parent_id, above, _said(page, own) if likes is None else likes, replies))
    return said


def _holders(page: Page, found: Sequence[Record]) -> list[int]:
    """The element of each post that its answers stand in as well, if they stand in one: of one kind, one for each.

    Of several kinds the outermost; what the rule says where there is none.
    """
    nearest: dict[tuple[str, str], list[int]] = {}
    for record in found:
        seen: set[tuple[str, str]] = set()
        for index in page.ancestors(record.bodies[0]):
            kind = (page.tags[index], next(iter(page.classes[index].split()), ""))
            if index and kind not in seen:
                seen.add(kind)
                nearest.setdefault(kind, []).append(index)
    whole = [held for held in nearest.values() if len(held) == len(found) == len(set(held))]
    stated = [record.holder for record in found if record.holder is not None]
    best = min(whole, key=lambda held: sum(page.depth[index] for index in held), default=stated)
    return best if len(set(best)) == len(found) else []


def _own_id(page: Page, holder: int) -> str | None:
    element = page.elements[holder]
    stated = element.get("data-comment-id") or element.get("data-id") or element.get("id")
    return read_id(stated) if stated else None


def _own_elements(page: Page, holder: int, first: int, holders: Collection[int]) -> Iterator[int]:
    """The elements of a post from the first on, without those of the posts that answer it."""
    index, end = first, int(page.end[holder])
    while index < end:
        if index in holders:
            index = int(page.end[index])
        else:
            yield index
            index += 1


@remembered(maxsize=1 << 12)
def _is_called(classes: str, named: re.Pattern[str]) -> bool:
    return named.search(classes) is not None


def _counted(page: Page, elements: Sequence[int], named: re.Pattern[str]) -> int | None:
    """The number in the first element that is named so and holds little else."""
    for index in elements:
        if page.classes[index] and _is_called(page.classes[index], named):
            number = _number(page, index)
            if number is not None:
                return number
    return None


def _said(page: Page, elements: Sequence[int]) -> int | None:
    """The number of likes in the first element that says one in words."""
    for index in elements:
        if page.stop[index] - page.start[index] <= 2 * MAX_LABEL and _LIKES_SAID.fullmatch(_label(page, index)):
            return _number(page, index)
    return None


def _label(page: Page, index: int) -> str:
    return " ".join(page.text[page.start[index] : page.stop[index]].split())


def _number(page: Page, index: int) -> int | None:
    text = page.text[page.start[index] : page.stop[index]].strip()
    numbers = _NUMBER.findall(text) if len(text) <= MAX_LABEL else []
    return int(numbers[0]) if len(numbers) == 1 else None
