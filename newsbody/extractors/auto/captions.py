"""Captions of a body's pictures: no body (docs/body.md), but some users want them."""

from __future__ import annotations

import numpy as np

from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray, IntArray

_COLUMN = {name: number for number, name in enumerate(FEATURES)}
_CAPTION_TAG = 9


def are_captions(table: ParagraphTable, features: Column, rows: IntArray) -> BoolArray:
    """Which of some paragraphs are the captions of pictures. Shape of ``rows``."""
    weight = table.weight[rows]
    tagged = features[rows, _COLUMN["tag"]] == _CAPTION_TAG
    in_figure = (features[rows, _COLUMN["in_figure"]] > 0) & (weight < THRESHOLDS.figure_text)
    named = (features[rows, _COLUMN["hint_caption"]] > 0) & (weight < THRESHOLDS.named_caption)
    return np.asarray(
        tagged | in_figure | (named & (features[rows, _COLUMN["image_before"]] <= THRESHOLDS.near_picture))
    )


def with_captions(table: ParagraphTable, features: Column, body: BoolArray) -> BoolArray:
    """The body, shape ``(k,)``, with the captions in its midst and right before it that are seen."""
    places = body.nonzero()[0]
    if not len(places):
        return body
    rows = np.arange(max(int(places[0]) - THRESHOLDS.picture_before, 0), int(places[-1]) + 1)
    rows = rows[~body[rows] & np.isin(rows, table.candidates)]
    rows = rows[are_captions(table, features, rows)]
    more = body.copy()
    more[rows[~table.hidden(rows)]] = True
    return more
