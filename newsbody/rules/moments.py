"""Times that a page tells from the moment of reading: 3 hours ago, 昨天 10:05, and days without a year.

Only whoever fetched the page can say which times these are. That they are times, and how they follow on each other,
shows without: they are read here as if all pages were read at one moment.
"""

from __future__ import annotations

import re
from datetime import datetime

from newsbody.dates import find_dates
from newsbody.dates.words import DAY_WORDS

#: A moment later than any that a page says, in a year with a 29 February.
READ_AT = datetime(2096, 12, 31, 23, 59, 59)
#: What says a time so is not longer, …
MAX_CHARS = 40
#: … nor a row of such facts, …
MAX_ROW = 2 * MAX_CHARS
_BETWEEN = re.compile(r"\s*[•·|｜]\s*")
#: … nor what stands with it ("posted …", "… from my phone").
MAX_BESIDE = 16
_NUMBER_OR_WORD = re.compile(
    rf"[0-9]|{'|'.join(map(re.escape, DAY_WORDS))}|刚刚|剛剛|방금|\bmoments? ago|\bjust now", re.IGNORECASE
)


def moment_told(text: str) -> str | None:
    """The time, ISO 8601, that a short text tells from the moment of reading and says hardly anything else.

    A word for a day alone ("yesterday") may well be all that somebody says; and so may be what goes on behind a time.
    Of facts in a row ("by Ann at 3 days ago • 2 stars • 40 views") one tells it.
    """
    text = " ".join(text.split())
    parts = _BETWEEN.split(text) if len(text) <= MAX_ROW else ()
    return next(filter(None, map(_told, parts)), None)


def _told(text: str) -> str | None:
    if len(text) > MAX_CHARS or not _NUMBER_OR_WORD.search(text):
        return None
    found = next(iter(find_dates(text, READ_AT, about=True)), None)
    if found is None or len(text) - len(found.raw) > MAX_BESIDE or found.raw.lower() in DAY_WORDS:
        return None
    behind = text[found.start + len(found.raw) :]
    return None if behind[:1].isalnum() else found.iso
