"""Articles over several pages: which page this is, where the next one is, and how they join.

The next page has the address of this page but for a page number: ``/a/7.html`` goes on at
``/a/7_2.html``, ``/a/7/2``, ``/a/7.html?page=2`` … That, not the wording of a link alone,
tells it from the next *article*.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from urllib.parse import urlsplit

import numpy as np

from newsbody.markup.links import AROUND, MAX_LABEL, base_url, is_next, web_address
from newsbody.page import Page
from newsbody.urls.normalize import without_session

#: The ways a page number stands at the end of a path. One of more digits is the article's own number.
_IN_PATH = re.compile(
    r"(?P<stem>.*?[^/_-])(?:[_-](?:p(?:age)?[_-]?)?|/(?:p(?:age)?[/_-]?)?)(?P<number>[0-9]{1,2})(?:\.\w{2,5})?/?"
)
_IN_QUERY = re.compile(
    r"(?:^|&)(?:page|p|pn|pg|page_?no|page_?num|paged|curr?ent_?page|cpage)=(?P<number>[0-9]{1,2})(?=&|$)",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"(?:\.\w{2,5}/?|/)$")
#: A part of the query that is a word, as what led to a page; it tells no article from another.
_WORD = re.compile(r"[^=]+=[^\W\d_]+")
#: "Page 2", "第2页", "Seite 2": labels of links to pages by their number.
_NUMBERED = re.compile(
    r"(?:page|seite|página|pagina|pág\.?|стр(?:аница|\.)?|strona|sida|side|第|ページ|페이지)?\s?([0-9]{1,3})\s?"
    r"(?:[页頁]|ページ目?|페이지)?",
    re.IGNORECASE,
)
#: A link to the page before or behind says no more, in letters, of which one of East Asia is two: Предыдущая страница.
MAX_WORDING = 20
#: Lines of this many visible characters do not stand twice in one article by chance.
MIN_REPEATED_CHARS = 12
#: Within this many lines of either end of a page also shorter repeated lines are its frame.
FRAME_LINES = 3


@dataclass(frozen=True)
class _Link:
    """A link to a page of the same article: its label, whether it is marked as the next one, its page number."""

    label: str
    is_next: bool
    number: int | None
    address: str


def place_of(page: Page) -> tuple[int, str | None]:
    """Which page of its article this is, from 1, and the absolute address of the next one, None without one.

    Needs the page's own address (``page.url`` or a BASE in the page).
    """
    own, links = _pager(page)
    return 1 if own is None else max(1, own + _counts_from_zero(links)), _next_of(own, links)


def next_page(page: Page) -> str | None:
    """The absolute address of the article's next page, None when this is the last or the only one."""
    return place_of(page)[1]


def page_number(page: Page) -> int:
    """Which page of its article this is, from 1."""
    return place_of(page)[0]


def goes_on(address: str, other: str) -> bool:
    """Is the second of two addresses that of a later page, should the first be that of a page of an article?"""
    own, read = _own_readings(address), _readings(other)
    return any(number is not None and stem in own and own[stem] in (None, number - 1) for stem, number in read.items())


def _next_of(own: int | None, links: list[_Link]) -> str | None:
    # The page behind an unnumbered first one is the second, or, counted from 0, number 1.
    first, other = (1, 2) if _counts_from_zero(links) else (2, 1)
    wanted = (first, other) if own is None else (own + 1, own + 1)
    for number in wanted:
        for link in sorted(links, key=lambda link: not link.is_next):
            if link.number == number and (link.is_next or link.label.isdecimal()):
                return link.address
    return None


def join_pages(texts: Sequence[str]) -> str:
    """The bodies of an article's pages as one text, without lines that a later page repeats.

    Repeated headlines, summaries and notes stand near the ends of a page; anywhere else only
    a line too long to be chance is taken for a repetition. The HTML of bodies, which has a
    block on each line, is joined in the same way.
    """
    seen: set[str] = set()
    joined: list[str] = []
    for text in texts:
        lines = text.split("\n") if text else []
        for number, line in enumerate(lines):
            in_frame = number < FRAME_LINES or number >= len(lines) - FRAME_LINES
            if line not in seen or not (in_frame or len("".join(line.split())) >= MIN_REPEATED_CHARS):
                joined.append(line)
        seen.update(lines)
    return "\n".join(joined)


def _pager(page: Page) -> tuple[int | None, list[_Link]]:
    """This page's number as written (None: it has none) and the links to pages of the article.

    A number in this page's address counts when it is 0 or 1, or when the page links to the
    one before: it may as well be part of the article's own address. Then links beside it have titles, not numbers.
    """
    base = base_url(page)
    own = _own_readings(page.url or base)
    numbered = any(number is not None for number in own.values())
    stems = {_path(reading) for reading in own}
    labelled = []
    for label, says_next, href in _short_links(page) if base else ():
        # Other links are only asked for whether they lead to the page before.
        if (numbered or says_next or label.isdecimal()) and not (_is_whole_path(href) and _is_elsewhere(href, stems)):
            address = web_address(base, href)
            if not _is_elsewhere(address, stems):
                labelled.append((label, says_next, address, _readings(address)))
    found: list[tuple[bool, int | None, list[_Link]]] = []
    for stem, number in sorted(own.items(), key=lambda reading: reading[1] is None):
        links = [_Link(label, is_next, read[stem], at) for label, is_next, at, read in labelled if stem in read]
        linked = {link.number for link in links}
        labels = [link.label for link in links if link.number != number]
        if number is None:
            fits = bool(links)
        elif (number < 2 and linked - {number}) or number - 1 in linked or (number == 2 and None in linked):
            fits = not any(map(_is_title, labels))
        else:
            continue
        counts = any(map(str.isdecimal, labels))
        if fits or counts:
            found.append((not counts, number, links))
    # /post/13/2 counts to 3; what /post/13 and 14 are called tells nothing.
    _, number, links = min(found, key=itemgetter(0), default=(True, None, []))
    return number, links


def _is_title(label: str) -> bool:
    """Is a link called what none to a page of the same article is: `Previous: The old bridge reopens`?"""
    return sum(1 + (letter > "\u2e80") for letter in label) > MAX_WORDING


def _is_whole_path(href: str) -> bool:
    """Whether joining an address changes nothing of its path: to join is the larger half of what links cost."""
    return href[0] == "/" and "/." not in href and href.isprintable()


def _is_elsewhere(address: str, stems: Collection[str]) -> bool:
    """Whether an address cannot be read as that of a page of the article."""
    return not any(stem in address for stem in stems)


def _path(reading: str) -> str:
    """What of a reading stands in every address that may be read so."""
    _, slash, path = reading.partition("?")[0].partition("/")
    return slash + path


def _own_readings(address: str) -> dict[str, int | None]:
    """The readings of a page's own address, which may name what led there; that of its next page does not."""
    path, _, query = address.partition("#")[0].partition("?")
    parts = query.split("&")
    kept = [part for part in parts if not _WORD.fullmatch(part)]
    readings = _readings(address)
    return readings if len(kept) == len(parts) else {**_readings(f"{path}?{'&'.join(kept)}"), **readings}


def _readings(address: str) -> dict[str, int | None]:
    """What all pages of an article share of their address, with the page number, as it may be read.

    One page may be named with what led to it, or with its host's "www.", and the next one without.
    """
    try:
        parts = urlsplit(without_session(address))
    except ValueError:  # an unclosed bracket of an IPv6 address
        return {}
    host = parts.netloc.lower().removeprefix("www.")
    query = parts.query
    readings: dict[str, int | None] = {}
    for in_query in _IN_QUERY.finditer(query):  # which of ?p=31&page=2 is the page only the pages show
        rest = (query[: in_query.start()] + query[in_query.end() :]).strip("&")
        readings[f"{host}{_EXTENSION.sub('', parts.path)}?{rest}"] = int(in_query["number"])
    in_path = _IN_PATH.fullmatch(parts.path)
    if in_path:
        stem = _EXTENSION.sub("", in_path["stem"])  # /a/7.html/2
        readings.setdefault(f"{host}{stem}?{query}", int(in_path["number"]))
    readings.setdefault(f"{host}{_EXTENSION.sub('', parts.path)}?{query}", None)
    return readings


def _short_links(page: Page) -> Iterator[tuple[str, bool, str]]:
    """Label, whether it says next, and HREF of the links that may be of a pager."""
    links = np.flatnonzero(page.is_tag("a", "link"))
    start, stop = page.start[links], page.stop[links]
    short = stop - start <= MAX_LABEL
    columns = (links, page.is_tag("a")[links], start, stop)
    for index, is_a, first, last in zip(*(column[short].tolist() for column in columns), strict=True):
        link = page.elements[index]
        href = link.get("href")
        if not href or not (is_a or {"next", "prev"} & set((link.get("rel") or "").lower().split())):
            continue
        label = page.text[first:last].strip(AROUND)
        numbered = _NUMBERED.fullmatch(label)
        yield numbered[1] if numbered else label, is_next(link, label), href


def _counts_from_zero(links: list[_Link]) -> bool:
    """Whether the labels of numbered links are one more than the numbers in their addresses."""
    ahead = [int(link.label) - link.number for link in links if link.label.isdecimal() and link.number is not None]
    return bool(ahead) and 1 in ahead and 0 not in ahead
