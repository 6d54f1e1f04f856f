"""Which bodies are rows of links, as lists have them."""

from __future__ import annotations

import numpy as np
import pytest

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import PLACE
from newsbody.crawl.pages.row_lists import MAX_SUMMARY, is_rows, shows_others
from newsbody.crawl.pages.tasks import read
from newsbody.extractors import get_extractor
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.rules.articles.match import short_body
from newsbody.rules.learn_thread import learn_article_rule

URL = "http://paper.test/town/"
LONG = "The council met again to speak of the bridge that nobody had asked for. " * 9


DAY = "<p><a href='/days/2026-09-14/'>14 September, asked for</a></p>"


def row(number: int, *, box: str = "div", title: str = "", host: str = "", beside: str = "", inside: str = "") -> str:
    """A whole article below its headline: in a ``box`` with it, or in one ``beside`` it; ``inside``: more of it."""
    heading = title or f"<a href='{host}/town/{number}.html'>What the council said of bridge number {number}</a>"
    text = inside + "".join(f"<p>{number}{part}: {LONG}</p>" for part in "abcde")
    inner = f"<h2 class='title'>{heading}</h2>" + (f"<{beside}>{text}</{beside}>" if beside else text)
    return f"<{box}>{inner}</{box}>" if box else inner


def body_of(*rows: str) -> Body:
    """All paragraphs that are no headings, as a rule takes them that finds the texts."""
    page = Page.parse(f"<nav><a href='/'>Front</a></nav><main>{''.join(rows)}</main>", URL)
    return Body.of_paragraphs(page, np.array(["asked for" in line for line in page.paragraphs]))


@pytest.mark.parametrize(
    ("rows", "are_rows"),
    [
        ([row(number) for number in range(1, 6)], True),
        # a short headline among them
        ([row(1), row(2), row(3, title="<a href='/town/3.html'>Ice 2</a>"), row(4), row(5)], True),
        ([row(1), row(2)], False),
        # the text of each beside its headline; a heading within one; in each a date, asked for by day, that is a link
        ([row(number, box="", beside="div") for number in range(1, 6)], True),
        ([row(number, inside="<h2>The day after</h2>" if number == 3 else "") for number in range(1, 6)], True),
        ([row(number, inside=DAY) for number in range(1, 6)], True),
        ([row(number, inside=DAY if number < 4 else "") for number in range(1, 6)], False),
        # an article that names others: one element holds all, other headings lead nowhere, the links leave the site
        ([row(number, box="") for number in range(1, 6)], False),
        ([row(1), row(2), row(3), row(4, title="What the council said of itself"), row(5)], False),
        ([row(number, host="http://other.test") for number in range(1, 6)], False),
        # most of the text stands in front
        ([f"<div><p>{LONG}</p></div>" * 30, *(row(number) for number in range(1, 4))], False),
    ],
)
def test_whole_articles_below_headings_that_lead_to_them_are_rows(rows: list[str], are_rows: bool) -> None:
    body = body_of(*rows)
    assert len(LONG) > MAX_SUMMARY
    assert is_rows(body) is are_rows


def taken_of(rows: str, taken: str | tuple[str, ...], head: str = "", title: str = "Town Paper") -> Body:
    """The paragraphs that begin with what was ``taken``."""
    page = Page.parse(f"<title>{title}</title><h1>{head}</h1><main>{rows}</main>", URL)
    return Body.of_paragraphs(page, np.array([line.startswith(taken) for line in page.paragraphs]))


@pytest.mark.parametrize(
    ("rows", "taken", "shows"),
    [
        # one of two was taken, or all that there is
        ([row(1), row(2)], "1", True),
        ([row(1), row(2)], "2", True),
        ([row(1), row(2), row(3)], ("1", "2", "3"), True),
        ([row(1, box="", beside="div"), row(2, box="", beside="div")], "2", True),
        # the beginning of one below another that is whole
        (
            [
                row(1),
                "<div><h2 class='title'><a href='/town/2.html'>What the council said of 2</a></h2><p>Of two</p></div>",
            ],
            "1",
            True,
        ),
        # the page of an article names itself, and others below it or beside it; its headline leads nowhere
        ([row(1, title="<a href='/town/'>What the council said of bridges</a>"), row(2)], "1", False),
        ([row(1, title="What the council said of bridge number 1"), row(2), row(3)], "1", False),
        ([f"<div><p>0: {LONG}</p></div>", row(1), row(2)], "0", False),
        ([row(1), row(2), f"<div><p>0: {LONG}</p></div>"], "0", False),
        # one alone; others of other sites; sections of one article
        ([row(1)], "1", False),
        ([row(1, host="http://other.test"), row(2, host="http://other.test")], "1", False),
        ([row(1, box=""), row(2, box="")], "1", False),
    ],
)
def test_an_article_among_others_whose_headlines_all_lead_away_is_none_of_the_page(
    rows: list[str], taken: str | tuple[str, ...], shows: bool
) -> None:
    body = taken_of("".join(rows), taken)
    assert len(body.text) > 100
    assert shows_others(body) is shows


def test_an_article_that_speaks_of_others_has_a_headline_of_its_own() -> None:
    rows = row(1) + row(2)
    assert not shows_others(
        taken_of(rows, ("1", "2"), "The year of the bridges", "The year of the bridges - Town Paper")
    )
    assert shows_others(taken_of(rows, ("1", "2"), "Bridges of the town", "Town Paper"))
    assert not shows_others(taken_of(rows, "nothing"))
    without = Page.parse(LONG, URL)
    assert not shows_others(Body.of_paragraphs(without, np.ones(len(without.paragraphs), dtype=bool)))


def test_what_stands_in_the_place_of_bodies_on_a_list_is_none() -> None:
    """The beginnings of articles, which are short as news of one sentence are."""

    def post(number: int, lines: int, title: str) -> str:
        text = "".join(f"<p>{number}{place}: {LONG[: 90 + place]}</p>" for place in range(lines))
        return f"<div class='post'><h2 class='title'>{title}</h2><div class='story'>{text}</div></div>"

    pages = [Page.parse(f"<main>{post(number, 8, f'Bridge {number}')}</main>", URL) for number in range(1, 7)]
    rule = learn_article_rule(pages, [get_extractor("auto").extract(page) for page in pages], "2026-02-01")
    links = {n: f"<a href='/town/{n}.html'>What the council said of bridge {n}</a>" for n in (1, 2)}
    shown = f"<main>{''.join(post(number, 1, link) for number, link in links.items())}</main>"
    page = Page.parse(shown, f"{URL}?page=2")
    assert rule is not None
    assert short_body(rule, page) is not None
    source = Source(shown.encode(), f"{URL}?page=2", wanted=frozenset((PLACE, "articleBody")))
    reading = read(source, "article", rule.to_dict(), SiteMemory(), "auto")
    assert (reading.kind, reading.in_place, reading.text) == ("list", False, "")
