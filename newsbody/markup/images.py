"""The images and links of a body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from urllib.parse import urldefrag, urljoin, urlsplit

import numpy as np
from lxml import etree
from w3lib.html import strip_html5_whitespace

from newsbody.page import Page
from newsbody.page.body import Body, common_ancestor

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
    return base_address(page.url or "", next((href for base in page.all_of("base") if (href := base.get("href"))), ""))


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


def page_links(page: Page) -> Iterator[tuple[str, str]]:
    """The absolute address and the text of each link of a page, in order; those for readers without scripts last.

    ``<noscript><a href="?page=2">2</a></noscript>`` is one of these, and so is ``<link rel="next" href="?page=2">``:
    what goes on from the very address of a page is the second, as a pager of arrows does not say.
    """
    base, own = base_url(page), urldefrag(page.url or "").url
    met = set[object]()
    for index in np.flatnonzero(page.is_tag("a")).tolist():
        met.add(page.elements[index])
        href = page.elements[index].get("href")
        address = web_address(base, href) if href else ""
        if address:
            yield address, " ".join(page.text[page.start[index] : page.stop[index]].split())
    for link in chain(page.root.iterfind(".//noscript//a"), page.root.iterfind(".//link")):
        href, is_link = link.get("href"), link.tag == "a" or "next" in (link.get("rel") or "").lower().split()
        address = web_address(base, href) if href and is_link and link not in met else ""
        goes_on = link.tag == "link" and bool(own) and address.startswith(own) and _GOES_ON.match(address, len(own))
        if address and goes_on:
            yield own, "1"
        if address:
            yield address, "2" if goes_on else " ".join(" ".join(map(str, link.itertext())).split())


# --- the images of a body, and where they are to be had ---------------------------------

#: Attributes in which pages that load images late keep the address.
_LAZY = re.compile(
    r"^data-.*(?:src|original|lazy|url|image|img|file)|^(?:original|file|zoomfile|real_?src|_src|lazy-?src)$"
)
_LOOKS_LIKE_IMAGE = re.compile(r"^[^\s{}<>]+\.(?:jpe?g|png|gif|webp|avif|bmp|svg)(?:[?#!@_&/].*)?$", re.IGNORECASE)
#: An image both of whose sides are stated to be no longer than this is an icon or a counter (pixels).
MAX_ICON = 60
#: What folders of the pictures that stand for a face are called everywhere.
_FACES = re.compile(r"(?:^|[/_-])(?:smil(?:ey|ie)s?|emot(?:e|ion|icon)s?|emojis?)(?:[_-][\w-]{0,32})?/", re.IGNORECASE)
#: Text beside an image of at most this many characters may be its caption.
MAX_CAPTION = 250
#: In front of and behind the text images count while the text is this share of what stands there.
MIN_TEXT_SHARE = 0.5


#: Numbers of more digits are no sizes.
MAX_DIGITS = 5


def stated_pixels(element: etree._Element, name: str) -> int | None:
    """The width or height that an element states, None without a number."""
    value = (element.get(name) or "").strip().removesuffix("px").strip()
    return int(value) if value.isdecimal() and len(value) <= MAX_DIGITS else None


def image_address(element: etree._Element, base: str) -> str:
    """The absolute address of an IMG, "" when it has none; late loaded ones where they really are."""
    if late := late_address(element):
        return web_address(base, late)
    for value in (element.get("src"), _largest(element.get("srcset")), _largest(element.get("data-srcset"))):
        address = web_address(base, value) if value else ""
        if address:
            return address
    return ""


def late_address(element: etree._Element) -> str:
    """Where an IMG that is loaded late really is, as it says beside its SRC, which is a placeholder; "" for others."""
    for name, stated in element.attrib.items():
        if len(stated) <= MAX_ADDRESS and _LAZY.search(str(name)) and _LOOKS_LIKE_IMAGE.match(str(stated).strip()):
            return str(stated)
    return ""


def image_addresses(body: Body) -> dict[int, str]:
    """The IMG elements of a body that have an address, by number and in order, with it made absolute."""
    base, elements = base_url(body.page), body.page.elements
    found = ((index, image_address(elements[index], base)) for index in body_image_elements(body))
    return {index: address for index, address in found if address}


def _largest(srcset: str | None) -> str:
    """The last address of a SRCSET, by custom the largest."""
    if not srcset:
        return ""
    candidates = [part.split() for part in re.split(r",\s+", srcset)]
    return next((parts[0] for parts in reversed(candidates) if parts), "")


def media_addresses(body: Body) -> dict[int, str]:
    """The frames and films amid the text of a body, by number and in order, with the addresses they show."""
    base, elements = base_url(body.page), body.page.elements
    found = {}
    for index in _amid_text(body, "iframe", "video"):
        first = next(elements[index].iter("source"), None)
        stated = elements[index].get("src") or (first.get("src") if first is not None else "") or ""
        if address := web_address(base, stated):
            found[index] = address
    return found


def body_image_elements(body: Body) -> Iterable[int]:
    """The IMG elements of a body, in order: those its extractor named, else those amid its text."""
    return body.images or _amid_text(body, "img")


def _amid_text(body: Body, *tags: str) -> Iterator[int]:
    """The elements with these tags amid the text: going up from one the first text met is the body's, or a caption."""
    page = body.page
    top = common_ancestor(body)
    if top is None:
        return
    chosen = page.run_chars * body.runs
    body_chars, all_chars = page.run_sum(chosen), page.run_sum(page.run_chars)
    runs = np.flatnonzero(body.runs)
    # Going up from an image: where the first text of the body is met, and where the first other text.
    with_body = page.innermost(body_chars > 0)
    other = all_chars > MAX_CAPTION
    other[top] = True
    with_other = page.innermost(other)
    compact = body_chars[top] >= MIN_TEXT_SHARE * all_chars[top]
    for index in np.flatnonzero(page.is_tag(*tags)[top : page.end[top]]).tolist():
        image = index + top
        if is_icon(page.elements[image]):
            continue
        beside = int(with_body[image])
        amid = runs[0] < page.first_run[image] <= runs[-1]
        if beside >= with_other[image] and (beside != top or amid or compact):
            yield image


def is_icon(element: etree._Element) -> bool:
    """Whether an IMG states both its sides, and neither is longer than that of an icon, or stands among smilies.

    What learns a site finds its smilies as well, in whatever folder, but not those that its first pages lack.
    """
    if _FACES.search((late_address(element) or element.get("src") or "")[:MAX_ADDRESS]):
        return True
    width, height = stated_pixels(element, "width"), stated_pixels(element, "height")
    return width is not None and height is not None and max(width, height) <= MAX_ICON
