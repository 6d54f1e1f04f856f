"""What a page's own data, written for search engines, say of its body."""

from __future__ import annotations

import json
import re

import numpy as np
from w3lib.html import remove_tags, replace_entities

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from newsbody.page.characters import BoolArray

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
