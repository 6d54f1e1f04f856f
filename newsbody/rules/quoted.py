"""Quotes told by themselves: a box in a post that begins with who said what follows, as "Ann wrote:"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from newsbody.dates import find_date
from newsbody.page import Page
from newsbody.rules.values import MAX_NAME_CHARS

#: What may stand in the line beside the name.
MAX_HEAD_CHARS = 48
_BOXES = ("div", "blockquote", "fieldset", "table", "td", "section", "aside")
#: What is said of who is quoted, in the languages of most forums.
_SAID = re.compile(
    r"\b(?:wrote|said|says|posted|schrieb|sagte|hat geschrieben|a écrit|escribió|scrisse|ha scritto|escreveu|skrev)\b"
    r"|写道|寫道|说|說|发表于|發表於|书き|さん|написал|писал",
    re.IGNORECASE,
)
_COLONS = (":", "：")


def boxed_quotes(page: Page, bodies: Sequence[int], names: Collection[str]) -> list[int]:
    """The blocks in bodies that begin with a line that names one of some authors, and go on. Outermost first."""
    found: list[int] = []
    boxes = page.is_tag(*_BOXES)
    for body in bodies:
        behind = body
        for index in (np.flatnonzero(boxes[body + 1 : page.end[body]]) + body + 1).tolist():
            if index >= behind and _names_its_author(page, index, names):
                found.append(index)
                behind = int(page.end[index])
    return found


def _names_its_author(page: Page, index: int, names: Collection[str]) -> bool:
    first, last = int(page.first_run[index]), int(page.last_run[index])
    if first == last:
        return False
    paragraph = int(page.run_paragraph[first])
    if page.paragraph_run[paragraph] != first or page.paragraph_run[paragraph + 1] >= last:
        return False
    head = page.paragraphs[paragraph]
    if not head.endswith(_COLONS) and find_date(head) is None:
        return False
    said = _SAID.search(head)
    longest = max((len(name) for name in names if name in head), default=MAX_NAME_CHARS if said else 0)
    return longest > 0 and len(head) <= longest + MAX_HEAD_CHARS
