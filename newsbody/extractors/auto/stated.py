"""What a page says of its body: its description and data, literal words, names of classes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from w3lib.html import remove_tags, replace_entities

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.ground.remembered import remembered
from newsbody.page import Page
from newsbody.page.characters import CJK_RANGES, BoolArray, IntArray

#: Characters that a paragraph and the page's description must share at their beginning.
DESCRIPTION_START = 16
#: Weighted letters of the shortest paragraph that is looked for in a declared body.
SHORTEST_TOLD = 20
#: Characters of a paragraph's beginning that must stand in a declared body; further on both may be spelt otherwise.
TOLD_START = 24
#: No article is longer (characters); each paragraph is looked for in all of it.
MAX_TOLD = 100_000

_DESCRIPTIONS = ("description", "og:description", "twitter:description")
# The value alone is read: the data around it are broken on many a page.
_ARTICLE_BODY = re.compile(r'"articleBody"\s*:\s*("(?:[^"\\]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+")')


def described(table: ParagraphTable) -> BoolArray:
    """Paragraphs that begin as the page's own description does: most often the first of the body. Shape (k,)."""
    page = table.page
    marked = np.zeros(len(page), dtype=np.bool_)
    for begin in {told[:DESCRIPTION_START] for told in descriptions(page)}:
        if len(begin) >= DESCRIPTION_START / 2:
            marked[[index for index, text in zip(*table.beginnings, strict=True) if begin in text]] = True
    return marked & (table.weight >= DESCRIPTION_START)


def descriptions(page: Page) -> list[str]:
    """What the page's head says of it, without white space."""
    return [_joined(content) for name in _DESCRIPTIONS for content in page.metas.get(name, ())]


def declared_body(table: ParagraphTable) -> BoolArray:
    """Paragraphs whose beginning stands in the articleBody of the page's JSON-LD. Shape (k,)."""
    marked = np.zeros(len(table.page), dtype=np.bool_)
    body = _article_body(table.page)
    if body:
        rows, texts = table.beginnings
        long = (table.weight[rows] >= SHORTEST_TOLD).tolist()
        marked[
            [row for row, text, told in zip(rows, texts, long, strict=True) if told and text[:TOLD_START] in body]
        ] = 1
    return marked


def _article_body(page: Page) -> str:
    """The text of all articleBody without markup and white space; "" without any."""
    if '"articleBody"' not in page.linked_data:
        return ""
    body = " ".join(json.loads(value, strict=False) for value in _ARTICLE_BODY.findall(page.linked_data))
    if "&" in body:
        body = replace_entities(body)
    return _joined(remove_tags(body) if "<" in body else body)[:MAX_TOLD]


def _joined(text: str) -> str:
    return "".join(text.split())


# --- evidence from literal words: in the text of paragraphs, and in class and id names ---

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
