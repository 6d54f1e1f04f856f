"""Evidence from literal words: in the text of paragraphs, and in class and id names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.ground.remembered import remembered
from newsbody.page import Page
from newsbody.page.characters import CJK_RANGES, BoolArray, IntArray

Groups = Mapping[str, Sequence[str]]

#: Literal text that body paragraphs seldom hold, by what it tells. (Long lists gained nothing.)
LITERALS = {
    "rights": (
        *("opyright", "©", "版权", "版權", "ights reserved", "ights Reserved"),
        *("转载", "轉載", "免责", "免責", "声明", "聲明"),
    ),
    "editors": (
        *("编辑", "編輯", "记者", "記者", "作者", "来源", "來源", "通讯员", "通訊員", "本报", "本報", "摄", "攝"),
        *("Photo", "By ", "Source"),
    ),
}

#: Parts of class and id names, by what designers use them for.
HINTS = {
    "content": ("content", "article", "body", "story", "text", "entry", "post", "main"),
    "comment": ("comment", "reply", "disqus", "pinglun", "user"),
    "caption": ("caption", "credit", "photo", "image", "img", "pic", "gallery", "figure", "media"),
}


#: The first character of the scripts without spaces.
CJK_BEGIN = chr(CJK_RANGES[0][0])
#: How many class and id names are remembered with what they hint at.
NAMES_KEPT = 1 << 15


def literal_counts(page: Page, groups: Groups = LITERALS) -> IntArray:
    """How often each group of literals stands in each paragraph. Shape ``(k, groups)``."""
    counts = np.zeros((len(page), len(groups)), dtype=np.int64)
    # Most literals stand on no page, and those of a script that a page does not have need no search.
    chinese = page.characters.any_cjk
    for column, literals in enumerate(groups.values()):
        places = [p for word in literals if chinese or word[0] < CJK_BEGIN for p in _occurrences(page.text, word)]
        if places:
            paragraphs = page.paragraph_start.searchsorted(places, "right") - 1
            counts[:, column] = np.bincount(np.maximum(paragraphs, 0), minlength=len(page))
    return counts


def hinted_elements(table: ParagraphTable, groups: Groups = HINTS) -> BoolArray:
    """Which of the ``shown`` elements have a part of each group of names as class or id. Shape ``(shown, groups)``."""
    hints_of = reader(tuple(map(tuple, groups.values())))
    names, numbers = table.classes
    bits = np.fromiter(map(hints_of, names), np.int64, len(names))[numbers]
    bits |= np.array([hints_of(name) if name else 0 for name in table.named(b"id")], dtype=np.int64)
    return np.asarray(bits[:, None] & (1 << np.arange(len(groups))) != 0)


@cache
def reader(groups: tuple[tuple[str, ...], ...]) -> Callable[[str], int]:
    """Says with a bit for each group whether a name holds a part of it, and remembers names."""

    @remembered(maxsize=NAMES_KEPT)
    def hints(name: str) -> int:
        lower = name.lower()
        bits = 0
        for number, group in enumerate(groups):
            for part in group:  # any() takes twice the time
                if part in lower:
                    bits |= 1 << number
                    break
        return bits

    return hints


def _occurrences(text: str, part: str) -> list[int]:
    places: list[int] = []
    place = text.find(part)
    while place >= 0:
        places.append(place)
        place = text.find(part, place + len(part))
    return places
