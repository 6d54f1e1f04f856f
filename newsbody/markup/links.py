"""Addresses as pages state them: absolute, and those of their links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from urllib.parse import urldefrag, urljoin, urlsplit

import numpy as np
from lxml import etree
from w3lib.html import strip_html5_whitespace

from newsbody.page import Page

#: Needs no joining; what urlsplit may find fault with is left to it.
_ABSOLUTE = re.compile(r"https?://[A-Za-z0-9_.-]+(?:[/?#][^\s\[\]\ud800-\udfff]*)?$")
#: Longer addresses are none: what Scrapy asks for by default (URLLENGTH_LIMIT).
MAX_ADDRESS = 2083
#: A longer base is none: it would stand in front of every link of the page.
MAX_BASE = 500
#: What browsers pass over wherever it stands in an address.
_PASSED_OVER = re.compile("[\x00-\x1f\x7f-\x9f]")
#: No name of a host holds any of it (URL Standard, forbidden host code points); others are refused by urlsplit.
_NO_HOST = re.compile(r"[\s<>^|]")
#: Words of a template: ``/search?q=%7BencodeURIComponent(``, ``/user/${name}``, ``/t/{{id}}``; ids in braces are none.
_TEMPLATE = re.compile(r"(?:\{|%7b)[^/?#&]*\(|\$(?:\{|%7b)|(?:\{|%7b){2}", re.IGNORECASE)
_SCHEMES = frozenset(("http", "https"))
#: Wordings of links to the next page. 下一篇, "next article" and the like are not among them.
_NEXT = re.compile(
    r"(?=.)(?:下一?[页頁]|后一?页|後一頁|次のページ|次へ|다음(?: 페이지)?|next(?: page)?|weiter|nächste(?: seite)?|"
    r"(?:page )?suivante?|(?:página )?siguiente|próxima(?: página)?|(?:pagina )?successiva|avanti|"
    r"volgende(?: pagina)?|далее|следующая(?: страница)?|następna(?: strona)?|dalej)?\s?[>›»→]{0,2}",
    re.IGNORECASE,
)
#: A link, its absolute address and its text.
Link = tuple[etree._Element, str, str]
AROUND = "[]【】()（） \t\r\n"
#: Rows of lists are no longer than this, in characters.
MAX_ROW = 500
#: Labels of links to pages are no longer than this, in characters with the white space of the source.
MAX_LABEL = 60


def base_url(page: Page) -> str:
    """What relative addresses of a page start from; "" when neither the page nor we know."""
    return base_address(page.url or "", page.stated_base)


def base_address(url: str, stated: str) -> str:
    """What relative addresses start from that stand at ``url``, where ``<base>`` or ``xml:base`` states another one."""
    base = web_address(url, stated) if stated else ""
    return base if 0 < len(base) <= MAX_BASE else url


def is_template(address: str) -> bool:
    """Is it what a script makes addresses of?"""
    return ("{" in address or "%7" in address) and _TEMPLATE.search(address) is not None


def web_address(base: str, address: str) -> str:
    """An absolute web address, "" for what is none: ``javascript:``, ``http://[x``, ``http://x:99999/``, too long.

    Without a base a relative address stays as it is.

    >>> [web_address("http://n.test/a/5", address) for address in ("6", "//m.n.test/", "javascript:x()", "http://[x")]
    ['http://n.test/a/6', 'http://m.n.test/', '', '']
    """
    address = strip_html5_whitespace(address)
    if len(address) > MAX_ADDRESS or is_template(address):
        return ""
    if _PASSED_OVER.search(address):
        address = _PASSED_OVER.sub("", address)
    if _ABSOLUTE.match(address):
        return address
    try:
        joined = urljoin(base, address)
        parts = urlsplit(joined)
        host, _ = parts.hostname, parts.port
        joined.encode()
    except ValueError:  # an unclosed bracket of an IPv6 address, a port that is none, half a character
        return ""
    if _NO_HOST.search(parts.netloc.rpartition("@")[2]):
        return ""
    return joined if address and ((parts.scheme in _SCHEMES and host) or not (parts.scheme or base)) else ""


#: Behind a whole address: ``/t/7/`` goes on as ``/t/7/2/``, ``/t/7`` as ``/t/7?page=2`` and not as ``/t/72``.
_GOES_ON = re.compile(r"[/?&;]|(?<=/)\w")
#: … and says by itself that it is the second: ``?page=2``, ``/page/2/``.
_SECOND = re.compile(r"\W*page\w*\W2/?", re.IGNORECASE)


def anchors(page: Page) -> Iterator[tuple[int, str]]:
    """The element and the absolute address of each anchor that leads somewhere, in order."""
    base = base_url(page)
    for index in np.flatnonzero(page.is_tag("a")).tolist():
        href = page.elements[index].get("href")
        if address := web_address(base, href) if href else "":
            yield index, address


def is_next(link: etree._Element, text: str) -> bool:
    """Does a link say, by its REL, its ``text`` or its title, that it leads to the next page?"""
    said = (text, link.get("title") or "", link.get("aria-label") or "")
    return _is_stated_next(link) or any(len(one) <= MAX_LABEL and _is_next(one) for one in said)


@lru_cache(maxsize=4096)
def _is_next(text: str) -> bool:
    return _NEXT.fullmatch(text.strip(AROUND)) is not None


def page_links(page: Page) -> Iterator[tuple[str, str]]:
    """The absolute address and the text of each link of a page, in order; those for readers without scripts last.

    ``<noscript><a href="?page=2">2</a></noscript>`` is one of these, and so is ``<link rel="next" href="?page=2">``.
    """
    base, own = base_url(page), urldefrag(page.url or "").url
    found: list[Link] = [
        (page.elements[index], address, page.text_of(index) or _row_beside(page, index))
        for index, address in anchors(page)
    ]
    met = {page.elements[index] for index in np.flatnonzero(page.is_tag("a"))}
    stated: list[Link] = []
    for link in chain(page.root.iterfind(".//noscript//a"), page.root.iterfind(".//link")):
        href, is_link = link.get("href"), link.tag == "a" or _is_stated_next(link)
        address = web_address(base, href) if href and is_link and link not in met else ""
        if address:
            text = " ".join(" ".join(map(str, link.itertext())).split())
            (stated if link.tag == "link" and _goes_on(own, address) else found).append((link, address, text))
    yield from ((address, text) for _, address, text in found)
    yield from second_page(own, [*found, *stated])


def second_page(own: str, links: Sequence[Link]) -> list[tuple[str, str]]:
    """The first page and its second as numbered links, where that is called the next alone, ``Next »``, or a picture.

    It goes on from the very address of the page, ``own``: ``/t/7`` and ``/t/7?page=2``.
    """
    numbered = {address for _, address, text in links if text.isdecimal()}
    following = [(link, address, text) for link, address, text in links if _goes_on(own, address)]
    nexts = (one for link, one, text in following if is_next(link, text) or _SECOND.fullmatch(one, len(own)))
    second = next(nexts, "")
    return [(own, "1"), (second, "2")] if second and second not in numbered else []


def _row_beside(page: Page, link: int) -> str:
    """What a link with nothing in it covers: of the row that it stands in the text with the most letters.

    Nothing where it says itself what it is, be it the time that a script writes (``title="2026-06-26T11:29:49Z"``).
    """
    row, said = int(page.parent[link]), page.elements[link].keys()
    if page.end[link] > link + 1 or row < 0 or page.stop[row] - page.start[row] > MAX_ROW:
        return ""
    if "title" in said or "aria-label" in said:
        return ""
    lines = np.unique(page.run_paragraph[page.first_run[row] : page.last_run[row]]).tolist()
    return max((page.paragraphs[line] for line in lines), key=lambda text: sum(map(str.isalpha, text)), default="")


def _is_stated_next(link: etree._Element) -> bool:
    return "next" in (link.get("rel") or "").lower().split()


def _goes_on(own: str, address: str) -> bool:
    return bool(own) and address.startswith(own) and _GOES_ON.match(address, len(own)) is not None
