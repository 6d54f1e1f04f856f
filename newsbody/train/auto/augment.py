"""Further training pages made from labelled ones: short bodies, reader comments, declared bodies, old markup.

Labelled news pages are mostly long, recent and without their comments. What a page looks like
beyond that can be had from them: a body cut to its first paragraphs leaves a short story among
all its furniture; paragraphs of another page's body, each under a name and a date, are comments;
data for search engines may tell the body once more; without its class names and HTML5 elements a
page is one of the year 2005. Every variant is drawn from a generator seeded by the page's name, so
that the same pages give the same variants.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from lxml import etree, html

from newsbody.evaluate.labels import BODY, LabelArray, label_paragraphs
from newsbody.page import Page
from newsbody.page.tags import INVISIBLE_TAGS
from newsbody.train.auto import surroundings as furniture
from newsbody.train.auto.writer import PageWriter

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
