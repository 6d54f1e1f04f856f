"""Addresses as pages state them: absolute, and those of their links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from urllib.parse import urldefrag, urljoin, urlsplit

import numpy as np
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


def anchors(page: Page) -> Iterator[tuple[int, str]]:
    """The element and the absolute address of each anchor that leads somewhere, in order."""
    base = base_url(page)
    for index in np.flatnonzero(page.is_tag("a")).tolist():
        href = page.elements[index].get("href")
        if address := web_address(base, href) if href else "":
            yield index, address


def page_links(page: Page) -> Iterator[tuple[str, str]]:
    """The absolute address and the text of each link of a page, in order; those for readers without scripts last.

    ``<noscript><a href="?page=2">2</a></noscript>`` is one of these, and so is ``<link rel="next" href="?page=2">``:
    what goes on from the very address of a page is the second, as a pager of arrows does not say.
    """
    base, own = base_url(page), urldefrag(page.url or "").url
    yield from ((address, page.text_of(index)) for index, address in anchors(page))
    met = {page.elements[index] for index in np.flatnonzero(page.is_tag("a"))}
    for link in chain(page.root.iterfind(".//noscript//a"), page.root.iterfind(".//link")):
        href, is_link = link.get("href"), link.tag == "a" or "next" in (link.get("rel") or "").lower().split()
        address = web_address(base, href) if href and is_link and link not in met else ""
        goes_on = link.tag == "link" and bool(own) and address.startswith(own) and _GOES_ON.match(address, len(own))
        if address and goes_on:
            yield own, "1"
        if address:
            yield address, "2" if goes_on else " ".join(" ".join(map(str, link.itertext())).split())
