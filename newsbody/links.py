"""Absolute addresses of what a page links to."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

import numpy as np
from w3lib.html import strip_html5_whitespace

from newsbody.page import Page

#: Needs no joining; what urljoin may find fault with is left to it.
_ABSOLUTE = re.compile(r"https?://[\w.-]+(?::[0-9]{1,5})?(?:[/?#][^\s\[\]]*)?$", re.ASCII)
_SCHEMES = frozenset(("http", "https"))


def base_url(page: Page) -> str:
    """What relative addresses of a page start from; "" when neither the page nor we know."""
    stated = (page.elements[index].get("href") for index in np.flatnonzero(page.is_tag("base")).tolist())
    return join(page.url or "", next(filter(None, stated), "")) or page.url or ""


def join(base: str, address: str) -> str:
    """An absolute web address, "" for what is none (javascript:, data:, mailto:, broken).

    Without a base a relative address stays as it is.
    """
    address = strip_html5_whitespace(address)
    if _ABSOLUTE.match(address):
        return address
    try:
        joined = urljoin(base, address)
        scheme = urlsplit(joined).scheme
    except ValueError:  # an unclosed bracket of an IPv6 address
        return ""
    return joined if address and (scheme in _SCHEMES or not (scheme or base)) else ""
