"""Evidence from literal words: in the text of paragraphs, and in class and id names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from newsbody.characters import BoolArray, IntArray
from newsbody.extractors.table import ParagraphTable
from newsbody.page import Page

#: Literal text that body paragraphs seldom hold, by what it tells. (Long lists gained nothing.)
LITERALS = {
    "rights": ("opyright", "©", "版权", "ights reserved", "ights Reserved", "转载", "免责", "声明"),
    "editors": ("编辑", "记者", "作者", "来源", "通讯员", "本报", "摄", "Photo", "By ", "Source"),
    "promotion": (
        *("elated", "相关", "推荐", "点击", "扫描", "二维码", "微信", "关注", "客户端", "ubscribe", "ewsletter"),
        *("ollow us", "lick here", "ead more", "READ", "ign up", "App"),
    ),
    "comments": ("omment", "评论", "网友", "Share", "分享", "Facebook", "Twitter", "says", "Reply", "回复"),
}

#: Parts of class and id names, by what designers use them for.
HINTS = {
    "content": ("content", "article", "body", "story", "text", "entry", "post", "main"),
    "comment": ("comment", "reply", "disqus", "pinglun", "user"),
    "related": ("relat", "recommend", "more", "promo", "teaser", "next", "list", "xiangguan"),
    "social": ("share", "social", "subscri", "newsletter", "follow", "widget", "banner", "ad-", "advert"),
    "frame": ("nav", "menu", "foot", "side", "copyright", "bread", "toolbar", "disclaimer"),
    "caption": ("caption", "credit", "photo", "image", "img", "pic", "gallery", "figure", "media"),
    "byline": ("author", "byline", "meta", "date", "time", "source", "editor", "info", "tags"),
    "title": ("title", "headline", "heading", "summary", "abstract", "dek", "lead", "intro"),
}


def literal_counts(page: Page) -> IntArray:
    """How often each group of :data:`LITERALS` stands in each paragraph. Shape ``(k, groups)``."""
    counts = np.zeros((len(page), len(LITERALS)), dtype=np.int64)
    for column, literals in enumerate(LITERALS.values()):
        places = [place for literal in literals for place in _occurrences(page.text, literal)]
        if places:
            paragraphs = np.searchsorted(page.paragraph_start, places, "right") - 1
            np.add.at(counts[:, column], np.maximum(paragraphs, 0), 1)
    return counts


def hinted_elements(table: ParagraphTable) -> BoolArray:
    """Which elements' class or id holds a part of each group of :data:`HINTS`. Shape ``(n, groups)``."""
    marked = _hinted(table.class_names)[table.class_number]
    identities = [element.get("id") for element in table.page.elements]
    named = [index for index, identity in enumerate(identities) if identity]
    if named:
        marked[named] |= _hinted([identities[index] or "" for index in named])
    return marked


def _hinted(names: Sequence[str]) -> BoolArray:
    """Which names hold a part of each group. Shape ``(names, groups)``."""
    joined = "\n".join(names).lower()
    starts = np.cumsum([0, *(len(name.lower()) + 1 for name in names)])
    marked = np.zeros((len(names), len(HINTS)), dtype=np.bool_)
    for column, parts in enumerate(HINTS.values()):
        places = [place for part in parts for place in _occurrences(joined, part)]
        if places:
            marked[np.searchsorted(starts, places, "right") - 1, column] = True
    return marked


def _occurrences(text: str, part: str) -> list[int]:
    places: list[int] = []
    place = text.find(part)
    while place >= 0:
        places.append(place)
        place = text.find(part, place + len(part))
    return places
