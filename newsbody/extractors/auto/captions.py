"""Captions of a body's pictures: no body (docs/body.md), but some users want them."""

from __future__ import annotations

import numpy as np

from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.page.characters import BoolArray, IntArray

#: Weighted letters of the longest text in a FIGURE that is a caption, and of the longest under a class that says so.
FIGURE_TEXT, NAMED_TEXT = 400, 250
#: Elements between a picture and the caption behind it that only a class names.
NEAR = 3
#: So many paragraphs before the first one of a body its picture still stands.
BEFORE = 4
_COLUMN = {name: number for number, name in enumerate(FEATURES)}
_CAPTION_TAG = 9


def are_captions(table: ParagraphTable, features: Column, rows: IntArray) -> BoolArray:
    """Which of some paragraphs are the captions of pictures. Shape of ``rows``."""
    weight = table.weight[rows]
    tagged = features[rows, _COLUMN["tag"]] == _CAPTION_TAG
    in_figure = (features[rows, _COLUMN["in_figure"]] > 0) & (weight < FIGURE_TEXT)
    named = (features[rows, _COLUMN["hint_caption"]] > 0) & (weight < NAMED_TEXT)
    return np.asarray(tagged | in_figure | (named & (features[rows, _COLUMN["image_before"]] <= NEAR)))


def with_captions(table: ParagraphTable, features: Column, body: BoolArray) -> BoolArray:
    """The body, shape ``(k,)``, with the captions in its midst and right before it that are seen."""
    places = body.nonzero()[0]
    if not len(places):
        return body
    rows = np.arange(max(int(places[0]) - BEFORE, 0), int(places[-1]) + 1)
    rows = rows[~body[rows] & np.isin(rows, table.candidates)]
    rows = rows[are_captions(table, features, rows)]
    more = body.copy()
    more[rows[~table.hidden(rows)]] = True
    return more
