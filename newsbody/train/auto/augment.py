"""Labelled pages changed so that the label stays certain, and what labels have of our own convention."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence

import numpy as np
from lxml import etree, html

from newsbody.evaluate.labels import BODY, IGNORED, NOT_BODY, LabelArray, label_paragraphs
from newsbody.extractors.auto.additions import are_captions
from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.tags import INVISIBLE_TAGS
from newsbody.train.auto import surroundings as furniture
from newsbody.train.auto.surroundings import PageWriter

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


# --- further training pages made from labelled ones -------------------------------------

#: Elements that HTML had before HTML5 gave containers their names.
_NAMED_CONTAINERS = {"article", "main", "section", "header", "footer", "nav", "aside", "figure", "figcaption"}

#: How often each change is made.
STEP_CHANCE = 0.5
#: A third of today's news pages tell their body as JSON-LD; of these so many tell but the beginning of it.
TEASER_SHARE = 0.15

Variant = tuple[etree._Element, str]


def variant(
    page: Page, labels: LabelArray, optional: Sequence[str], draw: random.Random, foreign: Sequence[str]
) -> tuple[Page, LabelArray] | None:
    """A changed copy of a page with its labels, by one to four of the changes; None when none applies.

    The page's tree is changed in place: hand over a page that nobody else needs.
    """
    steps = [step for step in (shortened, commented, declared, aged) if draw.random() < STEP_CHANCE] or [aged]
    changed = False
    for step in steps:
        result = step(page, labels, draw, foreign)
        if result:
            changed = True
            root, gold = result
            page = Page(root, page.url)
            labels = label_paragraphs(page, gold, optional)
    return (page, labels) if changed else None


def shortened(page: Page, labels: LabelArray, draw: random.Random, foreign: Sequence[str]) -> Variant | None:
    """The page with only the first few paragraphs of its body, and that body."""
    body = (labels == BODY).nonzero()[0].tolist()
    pieces = _pieces(page)
    if len(body) < 3 or pieces is None:
        return None
    kept = draw.randint(1, min(3, len(body) - 1))
    dropped = set(body[kept:])
    for (element, is_tail), paragraph in zip(pieces, page.run_paragraph.tolist(), strict=True):
        if paragraph in dropped:
            if is_tail:
                element.tail = None
            else:
                element.text = None
    return page.root, "\n".join(page.paragraphs[number] for number in body[:kept])


def commented(page: Page, labels: LabelArray, draw: random.Random, foreign: Sequence[str]) -> Variant | None:
    """The page with paragraphs of other pages (``foreign``) as comments behind its body, and the body."""
    body = (labels == BODY).nonzero()[0].tolist()
    if not body or not foreign:
        return None
    place = page.elements[int(page.paragraph_element[body[-1]])]
    for _ in range(draw.randint(0, 2)):
        above = place.getparent()
        if above is None or above.tag in ("body", "html", "tr", "table", "tbody"):
            break
        place = above
    if place.getparent() is None or place.tag in ("body", "html", "td", "tr"):
        return None
    tail, place.tail = place.tail, None
    comments = html.fragment_fromstring(furniture.comments(PageWriter(draw, foreign), "…"))
    comments.tail = tail
    place.addnext(comments)
    return page.root, "\n".join(page.paragraphs[number] for number in body)


def declared(page: Page, labels: LabelArray, draw: random.Random, foreign: Sequence[str]) -> Variant | None:
    """The page with data of its own that tell its body, at times but the beginning of it, and the body."""
    body = [page.paragraphs[number] for number in (labels == BODY).nonzero()[0].tolist()]
    head = page.root.find("head")
    if not body or head is None or "articleBody" in page.linked_data:
        return None
    told = draw.choice((" ", "\n", "")).join(body)
    if draw.random() < TEASER_SHARE:
        told = told[: draw.randint(50, 400)]
    script = etree.SubElement(head, "script", type="application/ld+json")
    script.text = json.dumps({"@type": "NewsArticle", "articleBody": told}, ensure_ascii=draw.random() < 0.5)
    return page.root, "\n".join(body)


def aged(page: Page, labels: LabelArray, draw: random.Random, foreign: Sequence[str]) -> Variant | None:
    """The page without class names and HTML5 containers, its P perhaps replaced by BR, and the body."""
    body = (labels == BODY).nonzero()[0].tolist()
    if not body:
        return None
    nameless, broken, tables = draw.random() < 0.7, draw.random() < 0.4, draw.random() < 0.3
    for element in list(page.root.iter(etree.Element)):
        if nameless:
            for name in ("class", "id"):
                if name in element.attrib:
                    del element.attrib[name]
        if element.tag in _NAMED_CONTAINERS:
            element.tag = "td" if tables and element.tag in ("article", "main", "aside") else "div"
        elif broken and element.tag == "p":
            element.tag = "span"
            above = element.getparent()
            if element.getprevious() is not None or (above is not None and (above.text or "").strip()):
                element.addprevious(etree.Element("br"))
            line_end = etree.Element("br")
            line_end.tail, element.tail = element.tail, None
            element.addnext(line_end)
    return page.root, "\n".join(page.paragraphs[number] for number in body)


def _pieces(page: Page) -> list[tuple[etree._Element, bool]] | None:
    """Where the text of each run stands: an element, and whether it is its tail. None if that cannot be told."""
    pieces: list[tuple[etree._Element, bool]] = []
    texts: list[str] = []
    walker = etree.iterwalk(page.root, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event == "start":
            text, is_tail = element.text, False
            if element.tag in INVISIBLE_TAGS:
                walker.skip_subtree()
                continue
        else:
            text, is_tail = element.tail, True
        if text and not text.isspace():
            pieces.append((element, is_tail))
            texts.append(text)
    bounds = zip(page.run_start.tolist(), page.run_stop.tolist(), strict=True)
    return pieces if texts == [page.text[start:stop] for start, stop in bounds] else None
