from __future__ import annotations

import numpy as np
import pytest

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.within import without_outside
from newsbody.page import Page
from tests.article_pages import SENTENCES

_TEXT = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
_NOTE = "Our notice of rights has two sentences. It stands below each article."


def _left(html: str) -> list[str]:
    """What is left out of a body that is all of a page."""
    page = Page.parse(html)
    body = without_outside(ParagraphTable(page), np.ones(len(page), dtype=np.bool_))
    return [page.paragraphs[row].strip() for row in np.flatnonzero(~body).tolist()]


@pytest.mark.parametrize("container", ["div class=entry-content", "div itemprop=articleBody", "article", "main"])
def test_what_stands_behind_the_container_of_most_of_a_body_is_left(container: str) -> None:
    html = f"<div><{container}>{_TEXT}</{container.split()[0]}></div><p>{_NOTE}<p>Filed under Robots"
    assert _left(html) == [_NOTE, "Filed under Robots"]
    assert not _left(html.replace(container, "section"))


def test_lines_before_the_container_are_left_and_a_standfirst_is_not() -> None:
    head = "<p>{0}<h2>A robot that writes</h2><p>By Ann Holt, our writer in town<p>" + "A robot paints letters " * 4
    lines = f"{head.format(SENTENCES[0])}<div class=article-body>{_TEXT}</div>"
    assert _left(lines) == ["By Ann Holt, our writer in town"]
    described = '<meta name=description content="By Ann Holt, our writer in town, and of robots">'
    assert not _left(f"<head>{described}</head><body>{lines}")


def test_the_named_container_in_an_article_tells_more_than_that() -> None:
    html = f"<article><div class=post-content>{_TEXT}</div><p>{_NOTE}</article>"
    assert _left(html) == [_NOTE]


@pytest.mark.parametrize(
    "html",
    [
        f"<div class=post-content>{_TEXT}</div><div class=post-content>{_TEXT}</div>",  # in several
        f"<div class=post-content>{_TEXT}</div>{_TEXT}",  # half of it
        f"{_TEXT}{_NOTE}",
        "",
    ],
)
def test_a_container_of_a_part_says_nothing(html: str) -> None:
    assert not _left(f"<div>{html}</div>")
