"""What belongs to a body by what it says, or by its class: announced lists, classes of one family, questions."""

from __future__ import annotations

import numpy as np
import pytest

from newsbody.extractors.auto.announced import with_announced
from newsbody.extractors.auto.body_tables import with_lists
from newsbody.extractors.auto.families import Families
from newsbody.extractors.auto.gaps import filled
from newsbody.extractors.auto.questions import with_questions
from newsbody.extractors.auto.sections import with_sections
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from tests.article_pages import SENTENCES

_TEXT = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
_ANSWER = "It is a robot that stands in the school at the harbour and writes letters. It does so every day."


def _table(html: str, *taken: str) -> tuple[ParagraphTable, BoolArray]:
    """A page, and which of its paragraphs begin with one of these."""
    page = Page.parse(html)
    return ParagraphTable(page), np.array([text.strip().startswith(taken) for text in page.paragraphs], dtype=np.bool_)


def _more(table: ParagraphTable, before: BoolArray, after: BoolArray) -> list[str]:
    assert not (before & ~after).any()
    return [table.page.paragraphs[row].strip() for row in np.flatnonzero(after & ~before).tolist()]


def _announced(last: str, behind: str) -> list[str]:
    table, body = _table(f"<div>{_TEXT}<p>{last}</p>{behind}</div>", *SENTENCES, last)
    return _more(table, body, with_announced(table, body))


@pytest.mark.parametrize(
    ("behind", "more"),
    [
        ("<ul><li>Red paint<li>A brush</ul>", ["Red paint", "A brush"]),
        ("<ol><li>Red paint</ol><p>Filed under robots", ["Red paint"]),
        ("<p>Red paint<p>A brush<h3>Comments</h3>", ["Red paint", "A brush"]),
        ("<p>Red paint<p class=tags>Robots", ["Red paint"]),
        ("<pre>paint(red)</pre>", ["paint(red)"]),
        ("<ul class=related><li>Red paint</ul>", []),
        ("<ul><li><a href=/1>How robots paint a house in one day</a><li><a href=/2>Schools</a></ul>", []),
        ("<div><p>Red paint</p></div>", []),
        ("<ul><li style='display:none'>Red paint<li>A brush</ul>", ["A brush"]),
        ("", []),
    ],
)
def test_what_the_last_paragraph_announces_by_a_colon_is_of_the_body(behind: str, more: list[str]) -> None:
    assert _announced("The robot needs two things:", behind) == more
    assert _announced("机器人需要两样东西：", behind) == more
    assert not _announced("The robot needs two things.", behind)


def test_nothing_is_announced_by_nothing() -> None:
    table, body = _table(f"<div>{_TEXT}</div>", "no such text")
    assert not with_announced(table, body).any()


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
    assert _more(table, body, filled(table, np.full(len(body), 0.1), body)) == more
    assert _more(table, body, with_lists(table, body)) == more


def _questions(questions: str, behind: str = "") -> list[str]:
    table, body = _table(f"<article><div>{_TEXT}</div>{questions}</article>{behind}", *SENTENCES)
    return _more(table, body, with_questions(table, body))


def _boxes(box: str, count: int = 3) -> tuple[str, list[str]]:
    """Boxes of one form, and what they say."""
    asked = [(f"What is robot {number}?", f"Robot {number}. {_ANSWER}") for number in range(count)]
    return "".join(box.format(*pair) for pair in asked), [text for pair in asked for text in pair]


_FORMS = [
    "<div class=item><button>{} +</button><div class=panel><p>{}</p></div></div>",
    "<details><summary>{}</summary><div>{}</div></details>",
    "<h3>{}</h3><p>{}</p>",
    "<dt>{}<dd>{}",
    "<div class=q>{}</div><div class=a><p>{}</p></div>",
]


@pytest.mark.parametrize("box", _FORMS)
def test_questions_with_answers_behind_a_body_are_of_it(box: str) -> None:
    boxes, said = _boxes(box)
    added = _questions(f"<section><h2>Often asked</h2>{boxes}</section>", "<p>Another note. It is about rights.")
    assert [text.removesuffix(" +") for text in added] == ["Often asked", *said]
    assert _questions(boxes.replace("?", "？"))


@pytest.mark.parametrize("box", _FORMS)
def test_few_questions_and_those_of_other_pages_are_not(box: str) -> None:
    assert not _questions(_boxes(box, 2)[0])
    assert not _questions(_boxes(box.replace("{}", "<a href=/1>{}</a>"))[0])
    assert not _questions(_boxes(box)[0].replace(_ANSWER, "Yes"))  # no answers
    assert not _questions(_boxes(box)[0].replace("?", "."))
    assert not _questions("<p>Another note. It is about rights.</p>" * 21 + _boxes(box)[0])  # far away


def test_comments_that_ask_are_no_questions_with_answers() -> None:
    boxes, _ = _boxes("<p>{}</p><p>{}</p>", 4)
    assert not _questions(boxes)
    assert not _questions(f"<div class=comments>{_boxes(_FORMS[0])[0]}</div>")


def test_the_last_answer_ends_where_it_is_no_longer_like_the_others() -> None:
    boxes, said = _boxes("<h3>{}</h3><p>{}</p>")
    assert _questions(f"{boxes}<div class=writer>Ann Holt writes. She lives at the harbour of the town.</div>") == said


def test_of_a_question_that_is_mostly_there_nothing_is_added() -> None:
    boxes, _ = _boxes("<h3>{}</h3><p>{}</p><blockquote>Robots are never late.</blockquote>")
    table, body = _table(f"<article>{_TEXT}{boxes}</article>", *SENTENCES, "What is", "Robot ")
    assert (with_questions(table, body) == body).all()


def test_of_several_texts_below_each_heading_of_a_section_the_first_is_near_it() -> None:
    box = "<div class=product><h3>Robot {0}</h3>" + f"<p>Text {{0}}. {_ANSWER}</p>" * 12 + "</div>"
    html = f"<article><div>{_TEXT * 4}</div>{''.join(box.format(number) for number in range(4))}<p>{_ANSWER}</article>"
    table, body = _table(html, *SENTENCES, _ANSWER)
    assert (with_sections(table, body) & ~body).sum() == 4 * 13
