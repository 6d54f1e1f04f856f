"""Further training pages made from labelled ones: short bodies, reader comments, plain old markup.

Labelled news pages are mostly long, recent and without their comments. What a page looks like
beyond that can be had from them: a body cut to its first paragraphs leaves a short story among
all its furniture; paragraphs of another page's body, each under a name and a date, are comments;
without its class names and HTML5 elements a page is one of the year 2005. Every variant is drawn
from a generator seeded by the page's name, so that the same pages give the same variants.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from lxml import etree

from newsbody.evaluate.labels import BODY, LabelArray, label_paragraphs
from newsbody.page import INVISIBLE_TAGS, Page

#: Elements that HTML had before HTML5 gave containers their names.
_NAMED_CONTAINERS = {"article", "main", "section", "header", "footer", "nav", "aside", "figure", "figcaption"}
_NAMES = ("Anna", "J. Miller", "quietreader", "小明", "Пётр", "user2041", "Maria K.", "老王", "Thomas", "bluebird")
_SAYS = ("{} says:", "{} wrote", "Posted by {}", "{}", "{}：", "By {} |", "#{}")
_TIMES = ("March 3, 2011 at 4:12 pm", "2012-05-14 09:31", "3 hours ago", "14.02.2010 18:05", "2009年8月3日 12:40", "")
_CLASSES = ("comment", "", "", "item", "reply", "entry", "box", "row", "c", "post", "odd")

#: How often each change is made.
STEP_CHANCE = 0.5

Variant = tuple[etree._Element, str]


def variant(
    page: Page, labels: LabelArray, optional: Sequence[str], draw: random.Random, foreign: Sequence[str]
) -> tuple[Page, LabelArray] | None:
    """A changed copy of a page with its labels, by one to three of the changes; None when none applies.

    The page's tree is changed in place: hand over a page that nobody else needs.
    """
    steps = [step for step in (shortened, commented, aged) if draw.random() < STEP_CHANCE] or [aged]
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
    comments = _comments(draw, foreign)
    comments.tail = tail
    place.addnext(comments)
    return page.root, "\n".join(page.paragraphs[number] for number in body)


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


def _comments(draw: random.Random, foreign: Sequence[str]) -> etree._Element:
    outer, inner, line = draw.choice(
        (
            ("ol", "li", "p"),
            ("div", "div", "p"),
            ("div", "div", "div"),
            ("dl", "dd", "p"),
            ("table", "td", "div"),
            ("div", "p", "br"),
        )
    )
    name_tag = draw.choice(("div", "p", "h4", "span", "b"))
    class_name, says, time = draw.choice(_CLASSES), draw.choice(_SAYS), draw.choice(_TIMES)
    name_last, linked = draw.random() < 0.3, draw.random() < 0.5
    box = etree.Element(outer)
    if class_name:
        box.set("class", class_name + draw.choice(("s", "-list", "")))
    if draw.random() < 0.6:
        etree.SubElement(box, "h3").text = draw.choice(("Comments", "{} Comments", "评论", "Discussion")).format(
            len(foreign)
        )
    for _ in range(draw.randint(2, 14)):
        parent = etree.SubElement(box, "tr") if outer == "table" else box
        comment = etree.SubElement(parent, inner)
        if class_name:
            comment.set("class", class_name)
        header = etree.Element(name_tag)
        holder = etree.SubElement(header, "a", href="#") if linked else header
        holder.text = says.format(draw.choice(_NAMES))
        etree.SubElement(header, "span").text = time
        texts = [draw.choice(foreign) for _ in range(draw.choice((1, 1, 1, 2, 3)))]
        lines = []
        for text in texts:
            element = etree.Element("span" if line == "br" else line)
            element.text = text[: draw.choice((40, 120, 300, 2000))]
            lines += [element, etree.Element("br")] if line == "br" else [element]
        for element in [*lines, header] if name_last else [header, *lines]:
            comment.append(element)
    return box
