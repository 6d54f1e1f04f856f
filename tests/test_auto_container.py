from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from newsbody.extractors.auto.container import (
    by_container,
    widened,
    without_boxes,
    without_end_beside,
    without_outside,
)
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.auto.kind import may_be_list
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page import Page
from tests.article_pages import SENTENCES, index_page

_MENU = "<ul>" + "".join(f"<li><a href=/{number}>Section {number}</a></li>" for number in range(9)) + "</ul>"
_LINE = "Our robot paints letters with a brush."
_ABOUT = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)


def _taken(html: str, taken: str = "", url: str | None = None) -> list[str] | None:
    """What the container gives where all paragraphs that hold a word are chosen."""
    page = Page.parse(html, url)
    chosen = np.array([bool(taken) and taken in text for text in page.paragraphs])
    body = by_container(ParagraphTable(page), chosen)
    return [page.paragraphs[number].strip() for number in np.flatnonzero(body & ~chosen).tolist()] or None


@pytest.mark.parametrize(
    "named",
    [
        "class=entry-content",
        "class='x postbody'",
        "class=mar-article__body",
        "id=article_text",
        "itemprop=articleBody",
        "class=zhengwen",
    ],
)
def test_where_nothing_is_taken_the_only_named_container_is_the_body(named: str) -> None:
    html = f"{_MENU}<div {named}><p>{_LINE}<p><a href=1>All of our robots in one list</a></div><p>Imprint of all."
    assert _taken(html) == [_LINE]
    assert _taken(html.replace(named, "class=post")) is None


@pytest.mark.parametrize(
    "beside", ["class=sidebar", "id=comments", "class=popup-terms", "class='x widget_text'", "class=author-profile"]
)
def test_what_stands_beside_by_its_name_gives_way(beside: str) -> None:
    html = f"<div class=entry-content><p>{_LINE}</div><div {beside}>{_ABOUT}</div>"
    shorter = f"<div class=entry-content><p>{_LINE}</div><div {beside}><p>{SENTENCES[0]}</div>"
    assert _taken(shorter, SENTENCES[0]) == [_LINE]
    body = f"<body class=right-sidebar><div class=entry-content><p>{_LINE}</div><div class=main><p>{SENTENCES[0]}</div>"
    assert _taken(body, SENTENCES[0]) is None, "the sidebar is elsewhere"
    assert _taken(html, "the") is None, "a teaser is no body"
    long = f"<div class=entry-content>{_ABOUT.replace('the', 'no')}</div><div {beside}>{_ABOUT * 5}</div>"
    assert _taken(long, "the") is None, "so long a text is the article"
    assert _taken(shorter.replace(beside, "class=main"), SENTENCES[0]) is None
    assert _taken(f"<div class=main><p>{SENTENCES[1]}</div>{shorter}", "the") is None, "not all of it stands beside"


def test_a_container_says_nothing_where_there_are_several_or_the_choice_is_in_it() -> None:
    one = f"<div class=entry-content><p>{_LINE}</div>"
    assert _taken(one + one.replace("robot", "clock")) is None
    assert _taken(f"<div class=article-body><div class=entry-content><p>{_LINE}</div></div>") == [_LINE]
    assert _taken(f"<div class=entry-content><p>{_LINE}<p class=author>{SENTENCES[0]}</div>", SENTENCES[0]) is None


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p>{0}<p>{1}<div class=author-bio><p>{2}<p>{3}</div>", 2),
        ("<div class=main><p>{0}<p>{1}<div id=comments><b><p>{2}</b><p>{3}</div></div>", 2),
        ("<p>{0}<p>{1}<aside><p>{2}<p>{3}</aside>", 2),
        ("<p>{0}<p>{1}<div class=yarpp-related><h3><a href=1>Ferries</a></h3><p>{2}<p>{3}</div>", 2),
        ("<p>{0}<p>{1}<div id=recommended_for_you><p>{2}<p>{3}</div>", 2),
        ("<p>{0}<p>{1}<div class=signature><p>{2}<p>{3}</div>", 4),
        ("<p>{0}<p>{1}<p>{2}<h3 id=what-the-author-says>{3}</h3>", 4),  # a heading is called after its own text
        ("<p>{0}<div class=sidebar><p>{1}</div><p>{2}<p>{3}", 4),
        ("<div class=sidebar><p>{0}<p>{1}<p>{2}<p>{3}</div>", 4),
        ("<p>{3}<div class=sidebar><p>{0}<p>{1}<p>{2}<p>{0}</div>", 5),
    ],
)
def test_what_stands_behind_the_body_by_its_name_is_left(html: str, kept: int) -> None:
    table = ParagraphTable(Page.parse(f"{html.format(*SENTENCES)}<p>Imprint of it"))
    body = np.array([text.strip() in SENTENCES for text in table.page.paragraphs])
    assert np.flatnonzero(without_end_beside(table, body)).tolist() == list(range(kept))
    assert not without_end_beside(table, np.zeros_like(body)).any()


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        (f"{_ABOUT}<div class=newsletter-box><p>{_LINE}</div>{_ABOUT}", 12),
        (f"{_ABOUT}<div><div id=opt-in-3><p>{_LINE}<p>{_LINE}</div></div>{_ABOUT}", 12),
        (f"{_ABOUT}<form><p>{_LINE}</form>{_ABOUT}", 12),
        (f"{_ABOUT}<figure><img src=1.jpg><figcaption><p>{_LINE}</figcaption></figure>{_ABOUT}", 12),
        (f"{_ABOUT}<div class=box><p>{_LINE}</div>{_ABOUT}", 13),
        (f"{_ABOUT}<div class=wp-block-button><a href=/buy>{_LINE}</a></div>{_ABOUT}", 12),
        (f"{_ABOUT}<div class=social-links><p>{_LINE}</div>{_ABOUT}", 12),
        (f"{_ABOUT}<div class=article__byline><p>{_LINE}</div>{_ABOUT}", 12),
        (f"{_ABOUT}<p class=photo-caption>{_LINE}</p>{_ABOUT}", 12),
        (f"{_ABOUT}<div class=subscription-widget><p>{_LINE}</div>{_ABOUT}", 12),
        (f"{_ABOUT}<ul class=share><li>{_LINE}<li>{_LINE}</ul>{_ABOUT}", 12),
        (f"{_ABOUT}<div class=entry_widget_small><p>{_LINE}</div>{_ABOUT}", 12),
        (f"{_ABOUT}<aside><p>{_LINE}</aside>{_ABOUT}", 12),
        (f"{_ABOUT}<aside><p>{_LINE}<p>{SENTENCES[0] * 3}</aside>{_ABOUT}", 14),  # a note of the writer's
        # The layout calls all of it so, and has a box for all that.
        (f"<div class=x-widget>{_ABOUT}</div><div class=share>{_LINE}</div><div class=x-widget>{_ABOUT}</div>", 12),
        (f"{_ABOUT}<h2 id=how-to-write-a-newsletter>{_LINE}</h2>{_ABOUT}", 13),  # called after its own text
        (f"<form class=newsletter>{_ABOUT}<p>{_LINE}</form>", 7),  # around all of it
        (f"{_ABOUT}<div class=sponsored>{_ABOUT}</div>", 12),  # half of it
    ],
)
def test_boxes_amid_the_body_are_left_by_their_names(html: str, kept: int) -> None:
    page = Page.parse(f"<article>{html}</article>")
    body = without_boxes(ParagraphTable(page), np.ones(len(page), dtype=np.bool_))
    assert body.sum() == kept


def test_what_is_in_a_container_is_seen_and_not_beside() -> None:
    html = (
        f"<div class=entry-content><p>{_LINE}<p hidden>{SENTENCES[0]}<div class=comments><p>{SENTENCES[1]}</div></div>"
    )
    assert _taken(html) == [_LINE]
    assert _taken("<div class=entry-content><p>Hello.</div>") is None
    assert ParagraphTable(Page.parse("<p>Hello.")).weight.sum() < THRESHOLDS.shortest_text


@pytest.mark.parametrize(
    ("url", "is_list"),
    [
        ("http://blog.example/", True),
        ("http://blog.example/?p=34", False),
        ("http://blog.example/tag/robots/", True),
        ("http://blog.example/2012/11/page/2", True),
        ("http://blog.example/2012/page/2.html", True),
        ("http://blog.example/blog/", True),
        ("http://blog.example/blog/a-robot.html", False),
        ("http://blog.example/letters/index.html", True),
        (None, False),
    ],
)
def test_a_list_or_front_page_by_its_address(url: str | None, is_list: bool) -> None:
    assert may_be_list(Page.parse(f"<p>{_LINE}", url)) == is_list


def test_auto_asks_the_container_when_it_finds_nothing() -> None:
    html = index_page().replace("</body>", f"<div class=entry-content><p>{_LINE}</div></body>")
    found = Auto().extract(Page.parse(html, "http://blog.example/2012/11/robot"))
    assert (found.kind, found.text, found.probability) == ("article", _LINE, THRESHOLDS.contained)
    emptied = Auto().extract(Page.parse(html, "http://blog.example/tag/robot"))
    assert (emptied.kind, emptied.text) == ("list", "")


@pytest.mark.parametrize(
    ("around", "expected_f1", "whole"), [("article", 0.3, True), ("article", 0.8, False), ("div", 0.3, False)]
)
def test_a_body_that_is_a_guess_is_all_of_the_text_around_it(around: str, expected_f1: float, whole: bool) -> None:
    """Ten cars of two lines each, one of which is chosen."""
    cars = "".join(f"<div><h3>Car {n}</h3><p>It has {n} doors. It goes.</p></div>" for n in range(10))
    aside = "<div class=sidebar><p>Cars of last year. All of them.</p></div><a href=/cars>All cars</a>"
    page = Page.parse(f"<{around}><h1>Ten cars</h1><p>By Ann Holt</p>{cars}{aside}</{around}>")
    chosen = np.array(["3 doors" in text for text in page.paragraphs])
    judgement = Auto().judge(page)
    choice = judgement.choice._replace(paragraphs=chosen, expected_f1=expected_f1)
    found = Auto(steps=()).body(replace(judgement, choice=choice, article=1.0)).text.split("\n")
    lines = [text for n in range(10) for text in (f"Car {n}", f"It has {n} doors. It goes.")]
    assert found == (lines if whole else lines[7:8])


def test_a_guess_beside_the_article_is_left_as_it_is() -> None:
    page = Page.parse(f"<article><p>{SENTENCES[0]}</p><aside><p>{_LINE}</p></aside></article>")
    chosen = np.array([_LINE in text for text in page.paragraphs])
    assert widened(ParagraphTable(page), chosen).tolist() == chosen.tolist()
    assert not widened(ParagraphTable(page), np.zeros_like(chosen)).any()


# --- outside of the container ----------------------------------------------------------------

_NOTE = "Our notice of rights has two sentences. It stands below each article."


def _left(html: str) -> list[str]:
    """What is left out of a body that is all of a page."""
    page = Page.parse(html)
    body = without_outside(ParagraphTable(page), np.ones(len(page), dtype=np.bool_))
    return [page.paragraphs[row].strip() for row in np.flatnonzero(~body).tolist()]


@pytest.mark.parametrize("container", ["div class=entry-content", "div itemprop=articleBody", "article", "main"])
def test_what_stands_behind_the_container_of_most_of_a_body_is_left(container: str) -> None:
    html = f"<div><{container}>{_ABOUT}</{container.split()[0]}></div><p>{_NOTE}<p>Filed under Robots"
    assert _left(html) == [_NOTE, "Filed under Robots"]
    assert not _left(html.replace(container, "section"))


def test_lines_before_the_container_are_left_and_a_standfirst_is_not() -> None:
    head = "<p>{0}<h2>A robot that writes</h2><p>By Ann Holt, our writer in town<p>" + "A robot paints letters " * 4
    lines = f"{head.format(SENTENCES[0])}<div class=article-body>{_ABOUT}</div>"
    assert _left(lines) == ["By Ann Holt, our writer in town"]
    described = '<meta name=description content="By Ann Holt, our writer in town, and of robots">'
    assert not _left(f"<head>{described}</head><body>{lines}")


def test_the_named_container_in_an_article_tells_more_than_that() -> None:
    html = f"<article><div class=post-content>{_ABOUT}</div><p>{_NOTE}</article>"
    assert _left(html) == [_NOTE]


@pytest.mark.parametrize(
    "html",
    [
        f"<div class=post-content>{_ABOUT}</div><div class=post-content>{_ABOUT}</div>",  # in several
        f"<div class=post-content>{_ABOUT}</div>{_ABOUT}",  # half of it
        f"{_ABOUT}{_NOTE}",
        "",
    ],
)
def test_a_container_of_a_part_says_nothing(html: str) -> None:
    assert not _left(f"<div>{html}</div>")
