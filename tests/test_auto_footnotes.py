"""Notes behind a text, whatever a program calls them."""

from __future__ import annotations

import time

import numpy as np
import pytest

from newsbody.extractors.auto.additions import with_footnotes
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from tests.article_pages import SENTENCES

_NOTE = "By the town's own count."
_MARK = '<sup id="{back}"><a href="#{to}">1</a></sup>'


def _added(notes: str, back: str = "fnref:1", to: str = "fn:1") -> list[str]:
    text = f"<p>{SENTENCES[0]}{_MARK.format(back=back, to=to)}</p><p>{SENTENCES[1]}</p>"
    page = Page.parse(f"<div>{text}{notes}<p>Filed under Harbour</p></div>")
    body = np.zeros(len(page), dtype=np.bool_)
    body[:2] = True
    more = with_footnotes(ParagraphTable(page), body)
    assert more[:2].all()
    return [page.paragraphs[row] for row in np.flatnonzero(more & ~body).tolist()]


@pytest.mark.parametrize(
    ("notes", "back", "to"),
    [
        ('<div class=footnote><hr><ol><li id="fn:1"><p>{0} <a href="#fnref:1">↩</a></ol></div>', "fnref:1", "fn:1"),
        ('<ol class=references><li id=cite_note-1><a href="#cite_ref-1">^</a> {0}</ol>', "cite_ref-1", "cite_note-1"),
        ('<p><a id=n1 href="#r1">1</a> {0}</p>', "r1", "n1"),
        ('<aside role=doc-endnotes><dl><dd id="n%C3%A4"><p>{0} <a href="#r">^</a></dl></aside>', "r", "n%25C3%25A4"),
    ],
)
def test_what_a_text_links_to_and_links_back_is_its_footnote(notes: str, back: str, to: str) -> None:
    (added,) = _added(notes.format(_NOTE), back, to)
    assert _NOTE in added


@pytest.mark.parametrize(
    "notes",
    [
        f'<ol><li id="fn:1"><p>{_NOTE}</ol>',  # a place on the page, no note
        f'<ol><li id="fn:2"><p>{_NOTE} <a href="#fnref:1">↩</a></ol>',  # nobody links to it
        f'<ol hidden><li id="fn:1"><p>{_NOTE} <a href="#fnref:1">↩</a></ol>',
        f'<div id=comments><p>{_NOTE} <a href="#top">Up</a></div>',
    ],
)
def test_other_places_of_the_page_are_none(notes: str) -> None:
    assert not _added(notes)


def test_notes_that_hold_each_other_are_looked_at_in_linear_time() -> None:
    count = 5_000
    marks = "".join(_MARK.format(back=f"r{number}", to=f"n{number}") for number in range(count))
    notes = "".join(f'<div id="n{number % 9}"><a href="#x{number}">1</a>' for number in range(count))
    page = Page.parse(f"<p>{SENTENCES[0]}{marks}</p>{notes}")
    body = np.zeros(len(page), dtype=np.bool_)
    body[0] = True
    table, started = ParagraphTable(page), time.process_time()
    assert (with_footnotes(table, body) == body).all()
    assert time.process_time() - started < 2
