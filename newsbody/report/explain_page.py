"""Why the parts of single pages are body or not: the picture of the report, and lines for a terminal."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from newsbody.page import Page
from newsbody.report.page_marks import BODY, OPEN, OUT, mark
from newsbody.report.report_server import render
from newsbody.report.site_data import gather

#: Of each mark the sign before a line, and the colour of the line in a terminal (SGR, ISO 6429).
SIGNS = {BODY: ("+", "32"), OUT: ("-", "31"), OPEN: ("?", "33")}
#: Reasons in a line, the strongest.
MOST_REASONS = 2
#: Columns where the terminal does not say how many it has.
COLUMNS = 100


def explain_html(pages: Iterable[tuple[str, Page]]) -> str:
    """The pages as they look, with their reasons, in one file. ``pages``: name and page."""
    return render(gather((), pages, (), {}))


def explain_lines(page: Page, *, colour: bool = False, columns: int | None = None) -> Iterator[str]:
    """A line for each paragraph that could be body: taken (+), left out (-) or undecided (?), how probable, and why."""
    marked = mark(page, {})
    width = max(40, columns or shutil.get_terminal_size((COLUMNS, 24)).columns)
    yield _plain(f"{marked.kind}, {marked.probability:.2f}: {page.title or page.url or ''}".rstrip(": "))
    letters = zip(page.run_paragraph.tolist(), marked.marks, strict=True)
    for paragraph, runs in groupby(letters, lambda pair: pair[0]):
        letter = next((letter for _, letter in runs if letter), "")
        if letter not in SIGNS:
            continue
        reason = marked.reasons.get(paragraph, ["auto", 0.0, {}])
        sign, shade = SIGNS[letter]
        text = page.paragraphs[paragraph]
        room = width - 9
        line = f"{sign} {reason[1]:.2f}  {text[: room - 1] + '…' if len(text) > room else text}"
        yield f"\x1b[{shade}m{_plain(line)}\x1b[0m" if colour else _plain(line)
        if why := _why(reason):
            yield f"         {why}"


def _why(reason: list[Any]) -> str:
    effects = list(reason[2].items())[:MOST_REASONS]
    return "; ".join(f"{effect:+.1f} {evidence}" for evidence, effect in effects)


def _plain(text: str) -> str:
    """Text in which nothing speaks to the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
