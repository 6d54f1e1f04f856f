"""What belongs to a body by its class: classes of one family."""

from __future__ import annotations

import numpy as np
import pytest

from newsbody.extractors.auto.additions import Families, filled
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from tests.article_pages import SENTENCES

_TEXT = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)


def _table(html: str, *taken: str) -> tuple[ParagraphTable, BoolArray]:
    """A page, and which of its paragraphs begin with one of these."""
    page = Page.parse(html)
    return ParagraphTable(page), np.array([text.strip().startswith(taken) for text in page.paragraphs], dtype=np.bool_)


def _more(table: ParagraphTable, before: BoolArray, after: BoolArray) -> list[str]:
    assert not (before & ~after).any()
    return [table.page.paragraphs[row].strip() for row in np.flatnonzero(after & ~before).tolist()]


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("", True),
        (" ", True),
        ("note-list", True),
        ("wide note__list", True),
        ("note", False),
        ("list", False),
        ("note-related-list", False),
        ("other-list", False),
    ],
)
def test_a_class_is_of_the_family_of_the_body_if_but_its_last_word_is_another(name: str, own: bool) -> None:
    table, body = _table(f'<div><h2 class="big note-heading">Robots</h2>{_TEXT}<ul class="{name}"><li>A', "Robots")
    assert Families(table, body).are_own(table.page.tags.index("ul")) is own


@pytest.mark.parametrize(("name", "more"), [("note-list", ["Red paint", "A brush"]), ("teaser-list", [])])
def test_lists_of_the_family_of_the_body_are_of_it(name: str, more: list[str]) -> None:
    html = f"<div><p class=note-text>{SENTENCES[0]}</p><div>Box</div><ul class={name}><li>Red paint<li>A brush</ul>"
    table, body = _table(f"{html}<p class=note-text>{SENTENCES[1]}</p></div>", *SENTENCES)
    assert _more(table, body, filled(table, body)) == more
