"""What pages that were fetched say about the addresses of their site."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from newsbody.urls.normalize import UrlParts, split_url

MAX_LABEL = 5
"""Longer numbers are no numbers of pages."""

_LABEL = re.compile(rf"[\[(«‹]?\s*(\d{{1,{MAX_LABEL}}})\s*[\])»›]?")
_ARROW = re.compile(r"[\W_]*|[^\d]{1,12}[\W_]*")


@dataclass(frozen=True, slots=True)
class SeenPage:
    """One page.

    :param url: its address, after redirects.
    :param posts: one fingerprint for each post on it; none where it shows no posts.
    :param links: address and text of each link, in the order of the page.
    :param asked: the address that was asked for, when it was redirected.
    :param canonical: the address that the page states for itself.
    """

    url: str
    posts: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    asked: str | None = None
    canonical: str | None = None


def pagers(links: Sequence[tuple[str, str]]) -> Iterator[tuple[dict[int, UrlParts], UrlParts | None]]:
    """Rows of numbered links on a page: each number that is a link's whole text, with the address behind it.

    Numbers of a row rise; between them stand at most arrows and short words (``next``). With each row goes the
    address of the link before it: in a list of threads, the thread's.
    """
    row: dict[int, UrlParts] = {}
    before = last = None
    for url, text in links:
        label, parts = _LABEL.fullmatch(text.strip()), split_url(url)
        if label is None:
            if row and not _ARROW.fullmatch(text.strip()):
                yield row, before
                row = {}
            last = parts if not row else last
            continue
        number = int(label[1])
        if row and number <= max(row):
            yield row, before
            row = {}
        if number and parts is not None:
            before = before if row else last
            row[number] = parts
    if row:
        yield row, before


def own_number(row: Collection[int]) -> int | None:
    """The number of the page on which a row of links stands: the one gap between its neighbours; None when unclear."""
    if not row:
        return 1
    gaps = [n for n in range(1, max(row) + 2) if n not in row and (n == 1 or n - 1 in row) and n + 1 in row]
    if not gaps and set(row) == set(range(1, max(row) + 1)):
        return max(row) + 1
    return gaps[0] if len(gaps) == 1 else None
