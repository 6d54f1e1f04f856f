"""The images of a body, and where they are to be had."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
from lxml import etree

from newsbody.markup.links import MAX_ADDRESS, base_url, web_address
from newsbody.page.body import Body, common_ancestor

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
