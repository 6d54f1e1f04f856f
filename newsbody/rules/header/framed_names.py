"""Names that stand in one text with the time: ``Submitted by Ann on 3 May 2024``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from newsbody.dates import FoundDate, find_date
from newsbody.page import Page
from newsbody.rules.header.filling import Filling
from newsbody.rules.header.slot_values import MIN_FILLED
from newsbody.rules.rule_parts import Slot
from newsbody.rules.values import framed_name, without_addition

#: So many names differ where what stands around them is the same: of fewer any part may be the name.
LEAST_NAMES = 3
#: What is the same before all names, up to the end of a word, and behind them, from the end of one.
_WHOLE_BEFORE, _WHOLE_BEHIND = re.compile(r".*[\s:：]", re.DOTALL), re.compile(r"[\s,，:：|·-].*", re.DOTALL)


def framed_names(dated: Mapping[Slot, Filling], pages: Sequence[Page], enough: float) -> list[Slot]:
    """The places where some posts say before their time, in one text with it, who wrote them, most names first.

    ``dated``: the texts with a time of each place in the posts of some pages; enough of them have one. What begins a
    title is nobody's name.
    """
    framed = {}
    for slot, filling in dated.items():
        said = {key: (text, date) for key, text in filling.values.items() if (date := find_date(text))}
        heads = _without_days(list(said.values()))
        if len(heads) < enough or len(set(heads)) < LEAST_NAMES:
            continue
        frame = _frame(heads)
        names = {key: framed_name(text, frame) for key, (text, _) in said.items()}
        told = {name for (page, _), name in names.items() if name and not pages[page].title.startswith(name)}
        if len(told) >= LEAST_NAMES and sum(map(bool, names.values())) >= MIN_FILLED * len(filling.values):
            framed[replace(slot, frame=frame)] = len(told)
    return sorted(framed, key=lambda slot: (not slot.own, -framed[slot], str(slot)))


def in_frame(slot: Slot, filling: Filling, people: Collection[str]) -> Slot:
    """The place of some names with what is the same around all of them: ``by Ann``, ``by Bob Lee``.

    Of links, and of what is called as people are, all is the name: they may be of one family.
    """
    if (
        slot.attribute
        or slot.frame
        or not filling.is_bare(people)
        or any(without_addition(text) != text for text in filling.values.values())
    ):
        return slot
    frame = _frame(list(filling.values.values()))
    names = {framed_name(text, frame) for text in filling.values.values()}
    return slot if frame == ("", "") or None in names or len(names) < LEAST_NAMES else replace(slot, frame=frame)


def _frame(texts: Sequence[str]) -> tuple[str, str]:
    """What is the same before and behind all names, as whole words."""
    before = _WHOLE_BEFORE.match(_same_at_first(texts))
    after = _WHOLE_BEHIND.search(_same_at_first([text[::-1] for text in texts])[::-1])
    return before[0].rstrip() if before else "", after[0] if after else ""


def _without_days(said: Sequence[tuple[str, FoundDate]]) -> list[str]:
    """What stands before each date, without the name of its day of the week, if that does: ``By Ann on Tue, 7 May``.

    Nothing where each of a few posts is of another day, and has another word there.
    """
    heads = [text[: date.start].rstrip() for text, date in said]
    words: dict[int, set[str]] = defaultdict(set)
    for head, (_, date) in zip(heads, said, strict=True):
        words[datetime.fromisoformat(date.iso[:10]).weekday()].add(head.rpartition(" ")[2])
    differ = 1 < len(words) == len(set().union(*words.values()))
    if differ and all(len(own) == 1 for own in words.values()):
        return [head.rpartition(" ")[0].rstrip() for head in heads] if len(words) < len(heads) else []
    return heads


def _same_at_first(texts: Sequence[str]) -> str:
    """With what all of some texts begin: the first and the last of them in their order differ most."""
    first, last = min(texts), max(texts)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(letter for letter, _ in same)
