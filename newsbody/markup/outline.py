"""The outline of a body, and a body without what somebody does not want of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from cssselect import HTMLTranslator, SelectorError
from lxml import etree

from newsbody.markup.links import web_address
from newsbody.page.body import Body, common_ancestor
from newsbody.page.characters import BoolArray

#: Blocks that may hold text directly …
TEXT_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li dt dd td th figcaption caption pre".split())
#: … and those that only hold other blocks.
STRUCTURE = frozenset("ul ol dl table thead tbody tfoot tr blockquote figure".split())
CELLS = frozenset(("td", "th"))
_TABLE_PARTS = CELLS | frozenset("table thead tbody tfoot tr caption".split())
#: Elements within a line, and what they become.
INLINE = {
    "a": "a", "b": "strong", "strong": "strong", "i": "em", "em": "em", "code": "code", "sub": "sub", "sup": "sup"
}  # fmt: skip
#: The element all of the body stands in belongs to it when it is one of these.
_MEANT_AS_WHOLE = frozenset("ul ol dl table blockquote pre p".split())
#: Deeper nesting is not followed: no article needs it, and trees that have it are broken.
MAX_NESTING = 40


def kept_elements(body: Body, images: Iterable[int], base: str, *, links: bool = True) -> dict[int, int]:
    """For each element around body text or an image the innermost kept one at or above it, -1 without one."""
    page = body.page
    top = common_ancestor(body)
    if top is None:
        return {}
    holds_body = page.run_sum(body.runs) > 0
    holds_body[list(images)] = True
    holds_body = page.subtree_sum(holds_body) > 0
    layout, parent = _layout_tables(body, top).tolist(), page.parent.tolist()
    kept_at: dict[int, int] = {}
    nesting: dict[int, int] = {}
    for index in (np.flatnonzero(holds_body[top : page.end[top]]) + top).tolist():
        tag, above = page.tags[index], parent[index]
        if index == top:
            kept = tag in _MEANT_AS_WHOLE
        elif tag == "a":
            kept = links and bool(web_address(base, page.elements[index].get("href") or ""))
        else:
            kept = tag in TEXT_BLOCKS or tag in STRUCTURE or tag in INLINE
        around = nesting.get(above, 0)
        kept = kept and around < MAX_NESTING and not (tag in _TABLE_PARTS and layout[index])
        kept_at[index] = index if kept else kept_at.get(above, -1)
        nesting[index] = around + kept
    return kept_at


def data_tables(body: Body) -> BoolArray:
    """The parts of tables that hold body text in several cells. Shape (n,)."""
    return ~_layout_tables(body, common_ancestor(body) or 0)


def _layout_tables(body: Body, top: int) -> BoolArray:
    """The parts of tables that have body text in one cell only: they are there for the layout. Shape (n,)."""
    page = body.page
    tables = page.is_tag("table")
    if not tables[top : page.end[top]].any():
        return np.ones(len(tables), dtype=np.bool_)
    table_of = page.innermost(tables)
    cell_of = page.innermost(page.is_tag(*CELLS))[page.run_element[body.runs]]
    cells = np.unique(cell_of[cell_of >= 0])
    count = np.bincount(table_of[cells][table_of[cells] >= 0], minlength=len(page.tags))
    return np.asarray((table_of < 0) | (count[table_of] < 2))


def cell_positions(body: Body) -> dict[int, int]:
    """Which cell of its row each TD and TH is, from 0."""
    page = body.page
    in_row: dict[int, int] = {}
    positions = {}
    for index in np.flatnonzero(page.is_tag(*CELLS)).tolist():
        row = int(page.parent[index])
        positions[index] = in_row.get(row, 0)
        in_row[row] = positions[index] + 1
    return positions


# --- A body without what somebody does not want of it: its tables, and what stands in certain elements ---


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
