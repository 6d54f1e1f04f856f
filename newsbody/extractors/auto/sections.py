"""Sections in the gaps of a body and behind it: products of a review, recipes, each in a box of the page's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from newsbody.extractors.auto.container import containers_around, stand_beside
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page.characters import BoolArray, IntArray

_HEADINGS = ("h2", "h3", "h4", "h5")
#: Captions of a gallery, which has headings, too.
_PICTURES = ("figure", "figcaption", "caption")
#: A section is a heading and, at most so many paragraphs behind it, a text of so many weighted letters with no larger a
#: share of links. (40 letters, or two paragraphs, change the same pages.)
NEAR, LONG, LINKS = 4, 80.0, 0.3
#: So many there are of one template, most of whose texts stand so. What has less than this share of the body's weight
#: may be teasers. (With .1 one of eight pages is worse, with any share four of fourteen.)
LEAST, MOSTLY, LEAST_SHARE = 3, 0.5, 0.3
#: Behind a body a heading with a larger share of links is another article's.
LEADS_AWAY = 0.1


def with_sections(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, with the sections of one template that stand between its paragraphs or behind them.

    Behind them, that is in the container around, and their headings are no links: what else stands there are other
    articles. (Of 5,735 articles, their sets left out, seven are changed by what stands between: five have an F1 of .80
    to .94 for .36 to .76, two are wrong before and after. Four by what stands behind: .85 to .97 for .30 to .87.
    With the short texts of a template, and the entries of live reports, two more are better, one of ours .20 -> .94.
    Of several texts below a heading the first is near it: .27 -> .92, .74 -> .95, .82 -> .89.)
    """
    taken = body.nonzero()[0]
    if not len(taken):
        return body
    last = int(taken[-1])
    gap = np.arange(taken[0], len(body))
    gap = gap[~body[gap]]
    rows = gap[(table.plain[gap] >= LONG) & (table.link_share[gap] < LINKS)]
    if len(rows) < LEAST:
        return body
    element, is_heading = table.element, table.page.is_tag(*_HEADINGS)
    heads = gap[is_heading[element[gap]] | is_heading[np.maximum(table.page.parent[element[gap]], 0)]]
    heads = heads[(heads < last) | (table.link_share[heads] < LEADS_AWAY)]
    if len(heads) < LEAST:
        return body
    rows = rows[_headings(rows, heads, body)[1]]
    if len(rows) < LEAST:  # as on most pages; what follows takes time
        return body
    template = table.templates[0]
    stop, one_of_many = _stop(table, taken)
    if one_of_many:  # the others hold what the body is made of
        gap = gap[np.isin(template[gap], template[taken]) | is_heading[element[gap]]]
    rows = gap[(gap < stop) & (table.plain[gap] >= LONG) & (table.link_share[gap] < LINKS)]
    own, near = _headings(rows, heads, body)
    found = [number for number, headings in _groups(template[rows], own, near) if headings]
    # Where some are long the short ones are texts as well.
    rows = gap[(gap < stop) & np.isin(template[gap], found) & (table.link_share[gap] < LINKS)]
    rows = rows[_may_be_body(table, rows, body)]
    own, near = _headings(rows, heads, body)
    more = body.copy()
    for number, headings in _groups(template[rows], own, near):
        if headings:
            more[rows[template[rows] == number]] = True
            more[[heading for heading in headings if table.link_share[heading] < LINKS]] = True
    enough = table.weight[more & ~body].sum() >= LEAST_SHARE * table.weight[body].sum()
    return more if enough else body


def _stop(table: ParagraphTable, taken: IntArray) -> tuple[int, bool]:
    """Up to which paragraph there may be sections, and whether the container around a body is one of many.

    Of many that are alike each holds a section, up to the end of the one around all of them: entries of a live report.
    """
    last, signature = int(taken[-1]), table.signature
    containers = list(containers_around(table, table.around(int(taken[0]), last)))
    several = [int(np.count_nonzero(signature == signature[index])) > LEAST for index in containers]
    single = next((index for index, many in zip(containers, several, strict=True) if not many), None)
    if single is None:
        return (int(table.last[containers[0]]) if containers else last), False
    return int(table.last[single]), several[0]


def _headings(rows: IntArray, heads: IntArray, body: BoolArray) -> tuple[IntArray, BoolArray]:
    """The last heading in front of each of some texts, and whether it is near, with no body between. Shapes of rows."""
    place, before = heads.searchsorted(rows) - 1, body.cumsum()
    own = heads[place]
    return own, (place >= 0) & (rows - own <= NEAR) & (before[rows] == before[own])


def _groups(template: IntArray, own: IntArray, near: BoolArray) -> Iterator[tuple[int, list[int]]]:
    """The templates of some texts, each with the headings of its sections; without any if it is none of sections."""
    for number in sorted(set(template[near].tolist())):  # np.unique takes 10 ms at first
        alike = template == number
        headings = sorted(set(own[alike & near].tolist()))
        first = np.diff(own[alike], prepend=-1) > 0  # below each heading
        yield number, headings if len(headings) >= LEAST and near[alike][first].mean() >= MOSTLY else []


def _may_be_body(table: ParagraphTable, rows: IntArray, body: BoolArray) -> BoolArray:
    """Which of some texts are seen, said for the first time, no captions, and do not stand beside the article."""
    taken, original = body.nonzero()[0], table.original[rows]
    fits = ((original == rows) | ~body[original]) & ~table.page.is_tag(*_PICTURES)[table.element[rows]]
    fits &= ~table.hidden(rows)
    some, top = fits.nonzero()[0], table.around(int(taken[0]), int(taken[-1]))
    fits[some] = [not beside for beside in stand_beside(table, rows[some], top)]
    return np.asarray(fits)
