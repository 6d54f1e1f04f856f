"""Paragraph features: what a page's arrays say about each paragraph, as one float32 matrix.

All lengths are weighted letters (:attr:`~newsbody.page.characters.Characters.weight`), so that
scripts with and without spaces look alike. Every feature is an expression over whole
columns; nothing walks the tree. Four kinds of evidence meet here: what the paragraph itself
is like (length, links, stops: ``cecs``), what stands around it in sequence (``crf``), which
nodes it lies in (scope node of ``twolayer``, cohesion of ``nta``) and which other paragraphs
come from the same template.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.stated import HINTS, LITERALS, declared_body, described, hinted_elements, literal_counts
from newsbody.extractors.auto.table import BEGINNING, Column, ParagraphTable, best_segment, cumulate, grouped
from newsbody.page import Page
from newsbody.page.characters import IntArray
from newsbody.page.tags import TAG_CODES, TAG_NAMES

Columns = dict[str, NDArray[np.generic]]

#: Distances beyond this are alike.
FAR = 30
#: What a paragraph costs more in the second, stricter segment.
STRICTER = 40
_TAG_KINDS = (
    ("p",),
    ("div", "section", "article", "main", "body", "center"),
    ("td", "th"),
    ("li", "dt", "dd"),
    ("h1",),
    ("h2", "h3"),
    ("h4", "h5", "h6"),
    ("blockquote", "pre"),
    ("figcaption", "caption", "figure"),
)
_INSIDE = {
    "li": ("li", "dd", "dt"),
    "table": ("table",),
    "form": ("form",),
    "figure": ("figure",),
    "article": ("article",),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
}

_KIND_OF_TAG = np.zeros(len(TAG_NAMES), dtype=np.int8)
for _number, _names in enumerate(_TAG_KINDS, 1):
    _KIND_OF_TAG[[TAG_CODES[name] for name in _names]] = _number
_INSIDE_OF_TAG = np.zeros((len(TAG_NAMES), len(_INSIDE)), dtype=np.bool_)
for _number, _names in enumerate(_INSIDE.values()):
    _INSIDE_OF_TAG[[TAG_CODES[name] for name in _names], _number] = True


def paragraph_features(table: ParagraphTable) -> Columns:
    """The features of a page's paragraphs, each of shape ``(k,)``, in a fixed order."""
    columns: Columns = {}
    columns.update(_own(table))
    columns.update(_sequence(table))
    columns.update(_segment(table))
    columns.update(_nodes(table))
    columns.update(_ancestry(table))
    columns.update(_template(table))
    columns.update(_title(table))
    columns.update(_declared(table))
    return columns


def _log(values: NDArray[np.generic]) -> NDArray[np.generic]:
    return np.asarray(np.log1p(np.maximum(values, 0)))


def _share(part: NDArray[np.generic], whole: NDArray[np.generic]) -> NDArray[np.generic]:
    return np.asarray(part / np.maximum(whole, 1))


def _own(table: ParagraphTable) -> Columns:
    page = table.page
    columns: Columns = {
        "plain": _log(table.plain),
        "link_share": table.link_share,
        "runs": page.paragraph_run[1:] - page.paragraph_run[:-1],
        "stop_rate": _share(table.stops, table.weight),
        "digit_rate": _share(table.digits, table.weight),
        "ends_stop": page.characters.end_at(page.paragraph_stop - 1),
        "tag": _KIND_OF_TAG[page.tag_codes[table.element]],
    }
    literals = literal_counts(page)
    for column, name in enumerate(LITERALS):
        columns[f"literal_{name}"] = literals[:, column]
    return columns


def shifted(values: NDArray[np.generic], by: int) -> Column:
    """The values ``by`` places further on, -1 beyond the ends."""
    result = np.full(len(values), -1, dtype=np.float32)
    if by > 0:
        result[:-by] = values[by:]
    else:
        result[-by:] = values[:by]
    return result


def _sequence(table: ParagraphTable) -> Columns:
    k = len(table.weight)
    columns: Columns = {}
    plain = _log(table.plain)
    parent = table.page.parent[table.element]
    columns["plain+1"] = shifted(plain, 1)
    columns["same_parent+1"] = shifted(parent, 1) == parent
    sums = cumulate(table.plain)
    total = max(float(sums[-1]), 1.0)
    columns["text_place"] = sums[:-1] / total
    columns["page_plain"] = np.full(k, np.log1p(total))
    columns["page_link_share"] = np.full(k, table.link.sum() / max(float(table.weight.sum()), 1.0))
    images = np.concatenate(([-FAR], table.page.is_tag("img").nonzero()[0], [len(table.page.end) + FAR]))
    following = images.searchsorted(table.element)
    columns["image_before"] = np.minimum(table.element - images[following - 1], FAR)
    return columns


def _segment(table: ParagraphTable) -> Columns:
    place = np.arange(len(table.weight))
    start, stop, through = table.segment
    best = max(float(through.max()), 1.0)
    start, stop, strict = best_segment(table.score - STRICTER)
    inside = (place - start) / max(stop - start, 1)
    return {
        "through": through / best,
        "through_strict": strict / max(float(strict.max()), 1.0),
        "segment_place": np.where(place < start, place - start, np.where(place >= stop, place - stop + 2, inside)),
        "segment_best": np.full(len(place), np.log1p(best)),
    }


def _nodes(table: ParagraphTable) -> Columns:
    """Aggregates of the innermost nodes that hold ever more paragraphs."""
    columns: Columns = {}
    sums = cumulate(np.array([table.plain, table.link, table.score]).T)
    whole = max(float(sums[-1, 0]), 1.0)
    score = np.ascontiguousarray(sums[:, 2])
    scores = score.take(table.last) - score.take(table.first)
    best_score = max(float(scores.max()), 1.0)
    first, last = table.spans
    inside = sums.take(last, axis=0) - sums.take(first, axis=0)
    plain, link = inside[:, :, 0], inside[:, :, 1]
    page_share, link_share = plain / whole, _share(link, plain + link)
    log_plain, log_count = _log(plain[:2]), _log((last - first)[:2])
    for level in range(3):
        columns[f"node{level + 1}_page_share"] = page_share[level]
        columns[f"node{level + 1}_link_share"] = link_share[level]
        if level < 2:
            columns[f"node{level + 1}_plain"] = log_plain[level]
            columns[f"node{level + 1}_count"] = log_count[level]
        if level == 0:
            columns["node1_score"] = inside[0, :, 2] / best_score
    columns.update(_scope(table, scores))
    return columns


def _scope(table: ParagraphTable, scores: NDArray[np.float64]) -> Columns:
    """Place relative to the scope node: the subtree with the largest sum of scores, of shape (n,)."""
    scope = len(scores) - 1 - int(scores[::-1].argmax())  # the innermost of equal ones
    chain = np.array(list(table.page.ancestors(scope)), dtype=np.int64)
    opened = chain[::-1].searchsorted(table.element, "right")
    closed = table.page.end[chain].searchsorted(table.element, "right")
    common = opened - closed
    low, high = table.first[scope], table.last[scope]
    return {
        "scope_missing": len(chain) - common,
        "scope_below": table.page.depth[table.element] - common,
        "scope_place": ((np.arange(len(common)) - low) / max(int(high - low), 1)).clip(-1, 2),
    }


def _ancestry(table: ParagraphTable) -> Columns:
    """How many ancestors are of some tag, have a telling class or id, or stand among others like them."""
    page, holding = table.page, table.holding
    # Only siblings that hold paragraphs of their own say that something is repeated.
    several = table.shown[table.last[table.shown] - table.first[table.shown] > 1]
    signature = table.signature[several]
    siblings = page.parent[several] * (int(signature.max(initial=0)) + 1) + signature
    group = grouped(siblings)
    names = [f"in_{name}" for name in _INSIDE] + [f"hint_{name}" for name in HINTS] + ["repeated"]
    marked = np.zeros((len(holding), len(names)), dtype=np.float32)
    marked[:, : len(_INSIDE)] = _INSIDE_OF_TAG.take(page.tag_codes[holding], axis=0)
    marked[table.place[table.shown], len(_INSIDE) : -1] = hinted_elements(table)
    marked[table.place[several], -1] = np.log(np.bincount(group)[group])
    parent = table.place[page.parent[holding]]
    parent[0] = -1
    inner = table.place[page.run_element[page.paragraph_run[:-1]]]
    around = _sum_upwards(marked, parent).take(inner, axis=0)
    return {name: around[:, column] for column, name in enumerate(names)}


def _sum_upwards(values: Column, parent: IntArray) -> Column:
    """Sums over each element and all above it; ``values`` of shape (n, columns), the parent of the root is -1."""
    total = np.concatenate([values, np.zeros((1, values.shape[1]), dtype=np.float32)])
    up = np.append(parent, -1)
    while (up >= 0).any():  # pointer doubling: rounds are logarithmic in the depth
        total += total.take(up, axis=0)
        up = up[up]
    return total[:-1]


def _template(table: ParagraphTable) -> Columns:
    """Sums over the paragraphs of the same template."""
    start, stop, _ = table.segment
    best = np.zeros_like(table.plain)
    best[start:stop] = table.plain[start:stop]
    columns: Columns = {}
    for name, group in zip(("pair", "triple"), table.templates, strict=True):
        count = np.bincount(group)
        columns[f"{name}_count"] = _log(count)[group]
    plain, within = np.bincount(group, table.plain), np.bincount(group, best)
    columns["triple_mean"] = _log(plain / count)[group]
    columns["triple_in_segment"] = _share(within, plain)[group]
    columns["triple_of_segment"] = (within / max(float(best.sum()), 1.0))[group]
    return columns


def _title(table: ParagraphTable) -> Columns:
    page = table.page
    title = "".join(page.title.split())
    equal = np.zeros(len(page), dtype=np.bool_)
    if len(title) >= 4:
        rows, begins = table.beginnings
        texts = begins[:]
        likely = table.weight[rows] <= 2.5 * len(title) + 20
        longer = likely & (page.paragraph_stop - page.paragraph_start > BEGINNING)[rows]
        for number in longer.nonzero()[0].tolist():
            texts[number] = table.squeezed(rows[number])
        equal[rows] = likely & np.array([text in title or title in text for text in texts], dtype=np.bool_)
    place = np.arange(len(page))
    columns: Columns = {}
    for name, marks in (("title", equal), ("h1", page.is_tag("h1")[table.element])):
        seen = np.maximum.accumulate(np.where(marks, place, -1))
        columns[f"since_{name}"] = np.where(seen >= 0, np.minimum(place - seen, 60), -1)
    columns["until_title"] = equal[::-1].cumsum()[::-1]
    return columns


def _declared(table: ParagraphTable) -> Columns:
    """What the page's own data say is the body, and how much of the page's text that is."""
    told = declared_body(table)
    share = float(table.plain[told].sum()) / max(float(table.plain.sum()), 1.0)
    return {"described": described(table), "told": told, "told_share": np.full(len(told), share)}


def feature_matrix(table: ParagraphTable) -> NDArray[np.float32]:
    """All features of a page with at least one paragraph: shape ``(k, len(FEATURES))``."""
    return matrix(paragraph_features(table))


def matrix(columns: Columns) -> Column:
    """Columns of shape (k,) side by side: shape ``(k, columns)``."""
    rows = np.concatenate(list(columns.values()), dtype=np.float32).reshape(len(columns), -1)
    return np.ascontiguousarray(rows.T)


#: The features' names in the order of the matrix's columns.
FEATURES = tuple(paragraph_features(ParagraphTable(Page.parse("<p>a</p>"))))
