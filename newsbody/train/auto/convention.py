"""One convention of what a body is (docs/body.md), applied to labels of sets that have several.

A set that counts captions or promotion as body is not wrong, it has another convention. Paragraphs
of a kind that the convention leaves out, and a set's gold holds, are not learned at all, neither as
body nor as its opposite; nor are those in the midst of a body that a set's gold leaves out although
the convention has them.
"""

from __future__ import annotations

import re

import numpy as np

from newsbody.evaluate.labels import BODY, IGNORED, NOT_BODY, LabelArray
from newsbody.extractors.auto.captions import are_captions
from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.page.characters import BoolArray, IntArray

#: Weighted letters of the longest paragraph of each kind, and how it begins or what stands in it.
_LINES = (
    (
        500,
        re.compile(
            r"(?:read (?:more|also|next|the full)|also read|see also|related|more:|more on|watch |watch:|click here"
            r"|continue reading|mehr|lesen sie|lies|siehe|auch interessant|lire aussi|à lire|voir aussi|leer más"
            r"|lea también|ver también|相关|延伸阅读|推荐阅读|更多|点击|查看原文|阅读原文|читайте|смотрите|см\. также"
            r"|czytaj|zobacz|διαβάστε)",
            re.IGNORECASE,
        ).match,
    ),
    (
        700,
        re.compile(
            r"all rights reserved|copyright|©|disclaimer|views expressed|opinions expressed|the content of this"
            r"|may not be (?:published|reproduced)|republication|redistribut|版权"
            r"|版權|免责|免責|转载|轉載|声明[：:]|责任编辑|責任編輯|все права|alle rechte",
            re.IGNORECASE,
        ).search,
    ),
    (
        500,
        re.compile(
            r"subscribe|newsletter|sign up|follow us|follow @|donat|download (?:the|our) app|support (?:us|our)|join us"
            r"|cookies|abonnier|spenden|inscrivez|suscr[ií]b|关注|扫码|扫一扫|二维码|подпи[шс]",
            re.IGNORECASE,
        ).search,
    ),
    (
        90,
        re.compile(
            r"by |von |par |por |posted|published|updated|written|author|photo|editor|foto|autor|автор"
            r"|作者|记者|記者|来源|來源|编辑|編輯|发布|文[/／:：]",
            re.IGNORECASE,
        ).match,
    ),
)
#: Plain letters of the longest line above a body.
_LINE = 90
#: Characters of a paragraph's beginning that are looked at.
_LOOKED_AT = 400
_COLUMN = {name: number for number, name in enumerate(FEATURES)}
_TAG_CELL, _TAG_ITEM, _TAG_H1, _TAG_HEADINGS = 3, 4, 5, (6, 7)


def conventional(table: ParagraphTable, features: Column, labels: LabelArray) -> LabelArray:
    """The labels, shape (k,), IGNORED where a set's gold and the convention differ."""
    body = labels == BODY
    left_out = np.zeros(len(labels), dtype=np.bool_)
    rows = np.flatnonzero(body)
    left_out[rows] = _no_body(table, features, rows) | _above(features, rows)
    around = np.zeros(len(labels), dtype=np.bool_)
    around[1:-1] = body[:-2] & body[2:]
    within = around & (labels == NOT_BODY) & _own_parts(features)
    return np.where(left_out | within, IGNORED, labels)


def _no_body(table: ParagraphTable, features: Column, rows: IntArray) -> BoolArray:
    """Which of some paragraphs are headline, caption, byline, read-more line, promotion or a notice of rights."""
    tag, weight = features[rows, _COLUMN["tag"]], table.weight[rows]
    headline = (features[rows, _COLUMN["since_title"]] == 0) | (tag == _TAG_H1)
    date = (weight < _LINES[-1][0]) & (table.digits[rows] > 0.2 * weight)
    said = np.array([_says_no_body(table, row) for row in rows.tolist()], dtype=np.bool_)
    return np.asarray(headline | are_captions(table, features, rows) | date | said)


def _above(features: Column, rows: IntArray) -> BoolArray:
    """Which of these paragraphs of a body are lines above its first sentence: headline, writer, agency and date.

    Items of lists may be key points.
    """
    line = (features[rows, _COLUMN["ends_stop"]] == 0) & (features[rows, _COLUMN["plain"]] < np.log1p(_LINE))
    line &= features[rows, _COLUMN["in_li"]] == 0
    return np.asarray(np.logical_and.accumulate(line) & (not line.all()))


def _says_no_body(table: ParagraphTable, row: int) -> bool:
    start, stop = int(table.page.paragraph_start[row]), int(table.page.paragraph_stop[row])
    text = table.page.text[start : min(stop, start + _LOOKED_AT)].strip()
    return any(table.weight[row] < longest and found(text) for longest, found in _LINES)


def _own_parts(features: Column) -> BoolArray:
    """Subheadings, items of lists and cells of tables."""
    tag = features[:, _COLUMN["tag"]]
    listed = (tag == _TAG_ITEM) | (features[:, _COLUMN["in_li"]] > 0)
    return np.asarray(np.isin(tag, _TAG_HEADINGS) | listed | (tag == _TAG_CELL))
