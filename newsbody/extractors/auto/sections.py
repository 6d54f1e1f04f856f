"""Sections in the gaps of a body: products of a review, recipes of a collection, each in a box of the page's own."""

from __future__ import annotations

import numpy as np

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page.characters import BoolArray

_HEADINGS = ("h2", "h3", "h4", "h5")
#: Captions of a gallery, which has headings, too.
_PICTURES = ("figure", "figcaption", "caption")
#: A section is a heading and, at most so many paragraphs behind it, a text of so many weighted letters with no larger a
#: share of links. (40 letters, or two paragraphs, change the same pages.)
NEAR, LONG, LINKS = 4, 80.0, 0.3
#: So many there are of one template, most of whose texts stand so. What has less than this share of the body's weight
#: may be teasers. (With .1 one of eight pages is worse, with any share four of fourteen.)
LEAST, MOSTLY, LEAST_SHARE = 3, 0.5, 0.3


def with_sections(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with the sections of one template that stand between its paragraphs.

    (Of 5,735 articles, their sets left out, seven are changed: five have an F1 of .80 to .94 for .36 to .76, two are
    wrong before and after. What stands so behind a body, in its container, may be other articles: dragnet is lower.)
    """
    taken = np.flatnonzero(body)
    if not len(taken):
        return body
    gap = np.arange(taken[0], taken[-1])
    gap = gap[~body[gap]]
    rows = gap[(table.plain[gap] >= LONG) & (table.link_share[gap] < LINKS)]
    if len(rows) < LEAST:  # as on most pages
        return body
    element, is_heading = table.element, table.page.is_tag(*_HEADINGS)
    heads = gap[is_heading[element[gap]] | is_heading[np.maximum(table.page.parent[element[gap]], 0)]]
    rows = rows[~table.page.is_tag(*_PICTURES)[element[rows]]]
    if min(len(heads), len(rows)) < LEAST:
        return body
    original = table.original[rows]
    rows = rows[~table.hidden(rows) & ((original == rows) | ~body[original])]
    last = heads.searchsorted(rows) - 1
    own, before = heads[last], np.cumsum(body)
    near = (last >= 0) & (rows - own <= NEAR) & (before[rows] == before[own])
    more = body.copy()
    template = table.templates[0][rows]
    for number in np.unique(template[near]).tolist():
        alike = template == number
        headings = np.unique(own[alike & near])
        if len(headings) >= LEAST and near[alike].mean() >= MOSTLY:
            more[rows[alike]] = True
            more[headings[table.link_share[headings] < LINKS]] = True
    enough = table.weight[more & ~body].sum() >= LEAST_SHARE * table.weight[body].sum()
    return more if enough else body
