"""Which bodies are rows of links, as lists have them."""

from __future__ import annotations

import numpy as np
import pytest

from newsbody.body import Body
from newsbody.crawl.pages.rows import MAX_SUMMARY, is_rows
from newsbody.page import Page

URL = "http://paper.test/town/"
LONG = "The council met again to speak of the bridge that nobody had asked for. " * 9


def row(number: int, *, box: str = "div", title: str = "", host: str = "") -> str:
    heading = title or f"<a href='{host}/town/{number}.html'>What the council said of bridge number {number}</a>"
    text = "".join(f"<p>{number}{part}: {LONG}</p>" for part in "abcde")
    inner = f"<h2>{heading}</h2>{text}"
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
