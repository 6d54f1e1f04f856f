"""The words of a post: what stands in its body without notes of the software, and which of it is quoted."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import body_runs, quote_elements, runs_inside
from newsbody.rules.record import Record
from newsbody.rules.rule import Rule
from newsbody.rules.selector import outermost
from newsbody.rules.values import is_headline
from newsbody.rules.words.lines import lines_of, noted_runs
from newsbody.rules.words.quoted import boxed_quotes, has_letters, head_before
from newsbody.rules.words.software_notes import note_runs

#: What the software says of whom a post answers, in a line of its own.
_ANSWERS = re.compile(
    r"(?:回复|回覆|答复|(?:in )?repl(?:y|ying) to|antwort an|en réponse à|en respuesta a|в ответ)"
    r"\s*@?(?P<name>.{1,40}?)\s*[:：]?",
    re.IGNORECASE,
)


def words_of(
    page: Page, rule: Rule, record: Record, names: Collection[str], author: str | None
) -> tuple[BoolArray, BoolArray, list[int]]:
    """The runs of a post's words, which of them are words of others, shapes (m,), and the elements that hold these.

    ``names``: the authors on the page.
    """
    boxed = boxed_quotes(page, record.bodies, names)
    beside = [body for body in record.bodies if page.tags[body] == "blockquote" and len(record.bodies) > 1]
    quoting = outermost(page, sorted({*quote_elements(page, rule, record.bodies), *boxed, *beside}))
    words = body_runs(page, rule, record.bodies)
    quoted = runs_inside(page, quoting)
    for quote in quoting:
        if (head := head_before(page, quote, names)) is not None:
            quoted[page.paragraph_run[head] : page.first_run[quote]] = True
    words &= ~noted_runs(page, runs_inside(page, record.bodies), author, frozenset(rule.furniture))
    words &= ~_headline(page, words)
    words &= ~_addressee(page, words, names)
    words &= ~note_runs(page, record.bodies, words, quoting, author)
    if rule.is_inside:
        words[: _first_word(page, words)] = False
    return words, words & quoted, quoting


def _first_word(page: Page, words: BoolArray) -> int:
    """The first of a post's runs with more than signs: what parts its words from the name before them is none."""
    runs = np.flatnonzero(words).tolist()
    return next((run for run in runs if has_letters(page, run)), 0)


def _addressee(page: Page, words: BoolArray, names: Collection[str]) -> BoolArray:
    """The runs of the first line where all that it says is whom on the page the post answers. Shape (m,)."""
    lines = lines_of(page, words)
    said = _ANSWERS.fullmatch(page.paragraphs[lines[0]]) if len(lines) > 1 else None
    answers = said is not None and said["name"] in names
    return np.asarray((page.run_paragraph == lines[0]) if answers else np.zeros(len(words), dtype=np.bool_))


def _headline(page: Page, words: BoolArray) -> BoolArray:
    """The runs of the first line where that is the thread's headline, repeated over a post's words. Shape (m,).

    (Of 6,013 posts of three forums none begins with a line of its own that says it.) A title that goes on as the post
    does, or is cut there, is made of its words.
    """
    lines = lines_of(page, words)
    said, then = (page.paragraphs[line] for line in lines[:2]) if len(lines) > 1 else ("", "")
    repeats = is_headline(page, said := said.removeprefix("Re: ")) and not _goes_on(page.title[len(said) :], then)
    return np.asarray((page.run_paragraph == lines[0]) if repeats else np.zeros(len(words), dtype=np.bool_))


def _goes_on(title: str, words: str) -> bool:
    """Whether the rest of a title, which may be cut, says what a post goes on with."""
    rest, cut, _ = title.strip().replace("…", "...").partition("...")
    begin = words.split(maxsplit=1)[:1]
    return rest.startswith(tuple(begin)) or (bool(cut) and words.strip().startswith(rest))
