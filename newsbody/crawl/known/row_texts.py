"""What a list says of each page that it links to: the same text is left where nothing happened since.

The row of a link is the largest element around it in which no other page is linked to. It names
replies, the last post, dates; so it changes when the page does. What changes by itself is left out:
times relative to now ("3 hours ago"), and of several counts the largest (views, in every list of
threads: nobody replies without a view).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from datetime import datetime

from lxml import etree

from newsbody.dates import find_dates
from newsbody.dates.relative import relative_dates

_COUNT = re.compile(r"\d[\d,.\u00a0\u202f' ]*")
_DIGIT = re.compile(r"\d")
#: Elements around a link that are looked at; a row is not deeper than this.
MAX_DEPTH = 12
#: Characters of a row that are looked at.
MAX_CHARS = 4_000
#: Characters of a time in ISO 8601 down to its minute.
_MINUTES = 16
#: In place of an element in which several pages are linked to.
_SEVERAL = ""


def row_states(root: etree._Element, key_of: Callable[[etree._Element], str | None], now: datetime) -> dict[str, str]:
    """What the rows of a page say, as 32 hexadecimal digits by the key of the page they link to.

    ``key_of`` gives the key of the page that an A element links to, None for links that are
    looked over. A row without any number says nothing of what happened, and is left out.
    """
    rows: dict[etree._Element, str] = {}
    links = [(link, key) for link in root.iter("a") if (key := key_of(link))]
    for link, key in links:
        for element in _around(link):
            found = rows.setdefault(element, key)
            if found == _SEVERAL:
                break
            if found != key:
                rows[element] = _SEVERAL
    states: dict[str, list[str]] = {}
    for link, key in links:
        said = _said(_row(link, key, rows), link, now)
        if said and said not in states.setdefault(key, []):
            states[key].append(said)
    return {key: hashlib.blake2b("\n".join(said).encode(), digest_size=16).hexdigest() for key, said in states.items()}


def _around(link: etree._Element) -> Iterator[etree._Element]:
    yield link
    for depth, element in enumerate(link.iterancestors()):
        if depth >= MAX_DEPTH:
            return
        yield element


def _row(link: etree._Element, key: str, rows: dict[etree._Element, str]) -> etree._Element:
    row = link
    for element in _around(link):
        if rows.get(element) != key:
            break
        row = element
    return row


def _said(row: etree._Element, link: etree._Element, now: datetime) -> str:
    """The text of a row and where its links lead, without what changes by itself.

    "" when there is no number beside the link itself: "2" is the link to the second page of a list.
    """
    own: set[etree._Element | None] = {*link.iter()}
    texts = [(" ".join(text.split()), holder in own) for text, holder in _texts(row)]
    if not any(_DIGIT.search(text) for text, inside in texts if not inside):
        return ""
    lines = _dated("\n".join(text for text, _ in texts if text)[:MAX_CHARS], now).split("\n")
    counts = [line for line in lines if _COUNT.fullmatch(line)]
    if len(counts) > 1:
        lines.remove(max(counts, key=lambda line: int("".join(_DIGIT.findall(line)))))
    addresses = [str(other.get("href")) for other in row.iter("a") if other.get("href")]
    return "\n".join([*(line.strip() for line in lines), *addresses])


def _texts(row: etree._Element) -> Iterator[tuple[str, etree._Element | None]]:
    """The texts of a row, each with the element that it stands directly in."""
    for part in row.iter():
        if part.text and isinstance(part.tag, str):
            yield part.text, part
        if part.tail and part is not row:
            yield part.tail, part.getparent()


def _dated(text: str, now: datetime) -> str:
    """The text with its dates as one writes them tomorrow, too: "today 10:05" has a date, "5 minutes ago" goes."""
    relative = {found.start: found for found in relative_dates(text, now)}
    for found in reversed(find_dates(text, now)):
        passing = found.start in relative and ":" not in found.raw
        stop = found.start + len(found.raw)
        text = text[: found.start] + ("" if passing else found.iso[:_MINUTES]) + text[stop:]
    return text
