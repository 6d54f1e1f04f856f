"""The plain functions: a page in, its body out."""

from __future__ import annotations

from newsbody.body import Body
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.page import Page


def extract(html: bytes | str, url: str | None = None, encoding: str | None = None, extractor: str = DEFAULT) -> Body:
    """The body of a single page.

    ``encoding`` is what the HTTP header declares; it is only believed when the page agrees.
    Any input gives a body, an empty one for a page without. Raises UnknownExtractor for a
    name that is not in the registry.
    """
    return get_extractor(extractor).extract(Page.parse(html, url, encoding))
