"""Names that stand in one text with the time: ``Submitted by Ann on 3 May 2024``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from newsbody.dates import FoundDate, find_date
from newsbody.page import Page
from newsbody.rules.header.slot_values import MIN_FILLED, Filling
from newsbody.rules.rule_parts import Slot
from newsbody.rules.values import framed_name

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
        before = _WHOLE_BEFORE.match(_same_at_first(heads))
        after = _WHOLE_BEHIND.search(_same_at_first([head[::-1] for head in heads])[::-1])
        frame = before[0].rstrip() if before else "", after[0] if after else ""
        names = {key: framed_name(text, frame) for key, (text, _) in said.items()}
        told = {name for (page, _), name in names.items() if name and not pages[page].title.startswith(name)}
        if len(told) >= LEAST_NAMES and sum(map(bool, names.values())) >= MIN_FILLED * len(filling.values):
            framed[replace(slot, frame=frame)] = len(told)
    return sorted(framed, key=lambda slot: (-framed[slot], str(slot)))


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
