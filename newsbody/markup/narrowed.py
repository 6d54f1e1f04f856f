"""A body without what somebody does not want of it: its tables, and what stands in certain elements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from cssselect import HTMLTranslator, SelectorError
from lxml import etree

from newsbody.markup.outline import data_tables
from newsbody.page.body import Body


def narrowed(body: Body, *, tables: bool = True, prune: Sequence[str] = ()) -> Body:
    """The body without its tables, and without what selectors find: ``div.ad``, ``//aside``.

    Raises ValueError for what is no selector of CSS and no XPath.
    """
    page = body.page
    out = np.zeros(len(page.elements), dtype=np.bool_)
    if prune:
        number_of: dict[object, int] = {element: number for number, element in enumerate(page.elements)}
        for selector in prune:
            found = page.root.xpath(_as_xpath(selector))
            out[[number_of[one] for one in found if one in number_of] if isinstance(found, list) else []] = True
    out = page.inside(out)
    if not tables:
        out |= data_tables(body)
    return replace(body, runs=body.runs & ~out[page.run_element]) if out.any() else body


def _as_xpath(selector: str) -> str:
    try:
        path = selector if selector.startswith(("/", "./", "(")) else HTMLTranslator().css_to_xpath(selector)
        etree.XPath(path)
    except (SelectorError, etree.XPathError) as error:
        raise ValueError(f"prune={selector!r} is no selector of CSS and no XPath: {error}") from error
    return path
