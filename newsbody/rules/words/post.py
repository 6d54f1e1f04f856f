"""The words of a post: what stands in its body without notes of the software, and which of it is quoted."""

from __future__ import annotations

from collections.abc import Collection

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import body_runs, quote_elements, runs_inside
from newsbody.rules.records import Record
from newsbody.rules.rule import Rule
from newsbody.rules.selector import outermost
from newsbody.rules.words.lines import noted_runs
from newsbody.rules.words.notes import note_runs
from newsbody.rules.words.quoted import boxed_quotes


def words_of(
    page: Page, rule: Rule, record: Record, names: Collection[str], author: str | None
) -> tuple[BoolArray, list[int]]:
    """The runs of a post's words, shape (m,), and the elements in it that hold the words of others.

    ``names``: the authors on the page.
    """
    boxed = boxed_quotes(page, record.bodies, names)
    beside = [body for body in record.bodies if page.tags[body] == "blockquote" and len(record.bodies) > 1]
    quoting = outermost(page, sorted({*quote_elements(page, rule, record.bodies), *boxed, *beside}))
    words = body_runs(page, rule, record.bodies)
    words &= ~noted_runs(page, runs_inside(page, record.bodies), author, frozenset(rule.furniture))
    return words & ~note_runs(page, record.bodies, words, quoting, author), quoting
