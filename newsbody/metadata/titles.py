"""The TITLE of a page without the names of site and section: `Harbour Post - Bridge reopens` → `Bridge reopens`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from urllib.parse import urlsplit

import numpy as np

from newsbody.markup.links import base_url, web_address
from newsbody.metadata.structured import Structured
from newsbody.page import Page
from newsbody.page.characters import CJK_WEIGHT

#: What stands between a headline and the names of site and section in a TITLE.
_SEPARATOR = re.compile(
    r"\s+[|–—·•»«›:>/~-]+\s+|\s*[|_｜»«]+\s*|(?<=[^\x00-\x7f])\s*[-–—]+\s*|(?<=[^\s-])--+(?=[^\s-])"
)
#: Beside a name that links of the page bear any of these parts it from the headline.
_MARKS = "|｜_–—-·•»«›:：>/~"
_DASHES = ("-", "–", "—")
#: … and so do these brackets around it: `Moss【Garden】`.
_OPENING, _CLOSING = "【】"
_NOT_LETTERS = re.compile(r"[\W_]+")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
#: `Bridge reopens (Page 2 of 3)`, `大桥重开 第2页`.
_PAGE_NUMBER = re.compile(
    r"(?<=\S)[\s|–—·»:>/~,(（\[-]+(?:(?:page|seite|página|pagina|страница|strona|sida|sayfa|trang)\s?[0-9]{1,4}"
    r"(?:\s?(?:of|von|de|di|из|z|/)\s?[0-9]{1,4})?|(?:第\s?[0-9]{1,4}\s?[页頁]|[0-9]{1,4}\s?(?:ページ目?|페이지)))\s?[)）\]]?(?=$|\s[|–—·»:>/~-])",
    re.IGNORECASE,
)
#: What leads from a page to the other pages of its article or thread: `&p=2`, `-2.htm`, `/page/2`, `#comments`.
_PAGED = re.compile(r"(?:#.*|(?:[/?&;._-]?(?:p|pg|page|pid|start|st|offset)?[=/._-]?[0-9]+)*(?:\.\w+)?/?(?:#.*)?)$")
_START_PAGE = re.compile(r"/?(?:(?:index|default|home)\.\w+)?/?$")
_EXTENSION = re.compile(r"\.\w{2,5}$")
#: Names of site and section mostly stand behind the headline: the first part goes before a longer one
#: unless it weighs less than this share of it.
MIN_PART_SHARE = 0.6
#: Longer names are none (characters), and so many links are looked at.
MAX_NAME, MAX_LINKS = 80, 5_000


def site_names(page: Page, structured: Structured) -> list[str]:
    """The names of the site, letters only: as it states them, and in its address."""
    stated = [*structured.meta("og:site_name"), *structured.node_texts(structured.article, "publisher")]
    with suppress(ValueError):  # an unclosed bracket of an IPv6 address
        stated += (urlsplit(page.url or "").hostname or "").split(".")
    return [letters for name in stated if (letters := letters_of(name))]


def linked_names(page: Page, title: str) -> dict[str, bool]:
    """The texts of links to other pages of the site that stand in the TITLE, and whether they name the site itself.

    Its own name goes first: `{"Harbour Post": True, "Local news": False}`.
    """
    folded, base = title.casefold(), base_url(page)
    links = np.flatnonzero(page.is_tag("a"))
    links = links[page.stop[links] - page.start[links] <= len(title)][:MAX_LINKS]
    found: dict[str, bool] = {}
    for index, start, stop in zip(links.tolist(), page.start[links].tolist(), page.stop[links].tolist(), strict=True):
        shown = page.text[start:stop].strip()
        name = shown or _picture_text(page, index)
        if 1 < len(name) <= MAX_NAME and name.casefold() in folded and not found.get(name):
            aim = aim_of_link(page.url, web_address(base, page.elements[index].get("href") or ""))
            if aim is Aim.START_PAGE or (shown and aim is Aim.OTHER_PAGE):
                found[name] = aim is Aim.START_PAGE
    return dict(sorted(found.items(), key=lambda item: not item[1]))


def link_around(page: Page, element: int) -> str:
    """The address of the link around an element, as it stands in the markup."""
    return next((page.elements[i].get("href") or "" for i in page.ancestors(element) if page.tags[i] == "a"), "")


def _picture_text(page: Page, index: int) -> str:
    """What the picture of a link shows, as a logo does."""
    inside = range(index + 1, min(int(page.end[index]), index + 4))
    return next((page.elements[i].get("alt") or "" for i in inside if page.tags[i] == "img"), "")


class Aim(Enum):
    """Where a link of a page leads."""

    START_PAGE, OTHER_PAGE, SAME_TEXT, OTHER_SITE = range(4)


def aim_of_link(own: str | None, address: str) -> Aim:
    """Where a link leads: `/` → the start page, `/t/5-title?page=2` on `/t/5-title` → the same thread."""
    try:
        here, there = urlsplit(own or ""), urlsplit(address)
    except ValueError:  # an unclosed bracket of an IPv6 address
        return Aim.OTHER_SITE
    if not address or (there.hostname and here.hostname and there.hostname != here.hostname):
        return Aim.OTHER_SITE
    one, other = (f"{_EXTENSION.sub('', part.path)}?{part.query}".rstrip("?") for part in (here, there))
    if _is_same_text(one, other) or _is_same_text(other, one):
        return Aim.SAME_TEXT
    if _START_PAGE.fullmatch(there.path) and not there.query:
        return Aim.START_PAGE
    return Aim.OTHER_PAGE if own else Aim.OTHER_SITE


def _is_same_text(one: str, other: str) -> bool:
    return one == other or (len(other) > 1 and one.startswith(other) and _PAGED.match(one, len(other)) is not None)


def without_names(title: str, names: Mapping[str, bool]) -> str:
    """A title without the number of the page, and without names before and behind: those of the site go first.

    `{"Our forum": True, "Garden": False}` of `Moss (Page 2) / Garden / Our forum` → `Moss`. A dash without spaces
    parts the name of a section only where one parts that of the site: `Moss-Garden-Our forum`.
    """
    left, glued = _PAGE_NUMBER.sub("", title.strip().lstrip("»›>|").lstrip()), False
    while found := next(filter(None, (_ends(left, *named, glued) for named in names.items())), None):
        left, glued = _PAGE_NUMBER.sub("", found[0]), glued or found[1]
    return left


def _ends(title: str, name: str, is_site: bool, glued: bool) -> tuple[str, bool] | None:
    """A title without a name at either end, and whether a dash without spaces parted them; None where none stands."""
    folded, size = name.casefold(), len(name)
    whole = title[:-1] if title[-1:] == _CLOSING and title[-size - 2 : -size - 1] == _OPENING else title
    before, behind = whole[:-size], title[size:]
    if whole[-size:].casefold() == folded and (left := before.rstrip(_MARKS + _OPENING + " ")):
        mark = before[len(left) :]
        if mark.strip() and (is_site or glued or mark not in _DASHES):
            return left, mark in _DASHES
    may_lead = is_site or _weight(name) <= _weight(behind)
    if may_lead and title[:size].casefold() == folded and (left := behind.lstrip(_MARKS + " ")):
        mark = behind[: len(behind) - len(left)]
        # What stands before a colon is often a part of the headline: `Brexit: a long way`.
        if mark.strip() and (is_site or (mark not in _DASHES and not mark.lstrip().startswith((":", "：")))):
            return left, False
    return None


def main_part(title: str) -> str:
    """The part of a title that is the headline: the first that is not much shorter than the longest."""
    parts = title_parts(title)
    longest = max(map(_weight, parts), default=0)
    return next((part for part in parts if _weight(part) >= MIN_PART_SHARE * longest), title)


def title_parts(title: str) -> list[str]:
    """The parts of a title: headline, section and site in any order."""
    return [part.strip() for part in _SEPARATOR.split(title) if part.strip()]


def letters_of(text: str) -> str:
    """A text without case, white space and marks: `Bridge re-opens!` → `bridgereopens`."""
    return _NOT_LETTERS.sub("", text.casefold())


def _weight(text: str) -> float:
    """The length of a text in letters; a CJK character says as much as several."""
    return len(text) + (CJK_WEIGHT - 1) * len(CJK.findall(text))
