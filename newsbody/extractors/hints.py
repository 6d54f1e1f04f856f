"""Evidence from literal words: in the text of paragraphs, and in class and id names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from newsbody.characters import CJK_RANGES, BoolArray, IntArray
from newsbody.extractors.table import ParagraphTable
from newsbody.page import Page

Groups = Mapping[str, Sequence[str]]

#: Literal text that body paragraphs seldom hold, by what it tells. (Long lists gained nothing.)
LITERALS = {
    "rights": (
        "opyright",
        "©",
        "版权",
        "版權",
        "ights reserved",
        "ights Reserved",
        "转载",
        "轉載",
        "免责",
        "免責",
        "声明",
        "聲明",
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
            paragraphs = np.searchsorted(page.paragraph_start, places, "right") - 1
            np.add.at(counts[:, column], np.maximum(paragraphs, 0), 1)
    return counts


def hinted_elements(table: ParagraphTable, groups: Groups = HINTS) -> BoolArray:
    """Which elements' class or id holds a part of each group of names. Shape ``(n, groups)``.

    Elements without candidates are not looked at.
    """
    parts = tuple(map(tuple, groups.values()))
    marked = np.zeros((len(table.page.end), len(groups)), dtype=np.bool_)
    for names, numbers in (table.classes, table.named("id")):
        marked[table.shown] |= _marks(names, parts)[numbers]
    return marked


def _marks(names: Sequence[str], parts: tuple[tuple[str, ...], ...]) -> BoolArray:
    return np.array([_hints(name, parts) for name in names], dtype=np.bool_).reshape(len(names), len(parts))


@lru_cache(maxsize=NAMES_KEPT)
def _hints(name: str, parts: tuple[tuple[str, ...], ...]) -> tuple[bool, ...]:
    lower = name.lower()
    return tuple(any(part in lower for part in group) for group in parts)


def _occurrences(text: str, part: str) -> list[int]:
    places: list[int] = []
    place = text.find(part)
    while place >= 0:
        places.append(place)
        place = text.find(part, place + len(part))
    return places
