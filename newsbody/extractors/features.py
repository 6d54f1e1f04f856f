"""Paragraph features: what a page's arrays say about each paragraph, as one float32 matrix.

All lengths are weighted letters (:attr:`~newsbody.characters.Characters.weight`), so that
scripts with and without spaces look alike. Every feature is an expression over whole
columns; nothing walks the tree. Four kinds of evidence meet here: what the paragraph itself
is like (length, links, stops: ``cecs``), what stands around it in sequence (``crf``), which
nodes it lies in (scope node of ``twolayer``, cohesion of ``nta``) and which other paragraphs
come from the same template.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsbody.characters import IntArray
from newsbody.extractors.hints import HINTS, LITERALS, hinted_elements, literal_counts
from newsbody.extractors.table import ParagraphTable, cumulate
from newsbody.page import Page

Columns = dict[str, NDArray[np.generic]]

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
    "header": ("header",),
    "footer": ("footer",),
    "aside": ("aside",),
    "nav": ("nav",),
    "form": ("form",),
    "figure": ("figure",),
    "quote": ("blockquote",),
    "article": ("article",),
    "main": ("main",),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "bold": ("strong", "b"),
    "small": ("em", "i", "small", "font"),
}


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
    return columns


def _log(values: NDArray[np.generic]) -> NDArray[np.generic]:
    return np.asarray(np.log1p(np.maximum(values, 0)))


def _share(part: NDArray[np.generic], whole: NDArray[np.generic]) -> NDArray[np.generic]:
    return np.asarray(part / np.maximum(whole, 1))


def _own(table: ParagraphTable) -> Columns:
    page = table.page
    kinds = np.zeros(len(page.tags), dtype=np.int8)
    for number, names in enumerate(_TAG_KINDS, 1):
        kinds[page.is_tag(*names)] = number
    codes = np.frombuffer(page.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    last = codes[page.paragraph_stop - 1] if len(page) else codes
    first = codes[page.paragraph_start] if len(page) else codes
    columns: Columns = {
        "weight": _log(table.weight),
        "plain": _log(table.plain),
        "link_share": _share(table.link, table.weight),
        "links": np.add.reduceat(page.run_is_link.astype(np.int64), page.paragraph_run[:-1]),
        "runs": np.diff(page.paragraph_run),
        "stops": table.stops,
        "stop_rate": _share(table.stops, table.weight),
        "comma_rate": _share(table.commas, table.weight),
        "digit_rate": _share(table.digits, table.weight),
        "ends_stop": np.isin(last, _ENDS),
        "ends_colon": np.isin(last, _COLONS),
        "starts_mark": np.isin(first, _MARKS),
        "tag": kinds[table.element],
        "after_br": page.after_br,
        "hidden": page.is_hidden[table.element],
    }
    literals = literal_counts(page)
    for column, name in enumerate(LITERALS):
        columns[f"literal_{name}"] = literals[:, column]
    return columns


_ENDS = np.array([ord(c) for c in '。！？.!?”"’」』…)）'], dtype=np.uint32)
_COLONS = np.array([ord(c) for c in ":："], dtype=np.uint32)
_MARKS = np.array([ord(c) for c in "[【(（>»·•-–—|■▲►●◆*←→©"], dtype=np.uint32)


def _shifted(values: NDArray[np.generic], by: int) -> NDArray[np.generic]:
    """The value ``by`` places further on, -1 beyond the ends."""
    result = np.full(len(values), -1, dtype=np.float32)
    if by > 0:
        result[:-by] = values[by:]
    else:
        result[-by:] = values[:by]
    return result


def _sequence(table: ParagraphTable) -> Columns:
    k = len(table.weight)
    columns: Columns = {}
    plain, share = _log(table.plain), _share(table.link, table.weight)
    for by in (-3, -2, -1, 1, 2, 3):
        columns[f"plain{by:+d}"] = _shifted(plain, by)
    for by in (-2, -1, 1, 2):
        columns[f"link_share{by:+d}"] = _shifted(share, by)
        columns[f"stops{by:+d}"] = _shifted(table.stops, by)
    element = table.element
    parent = table.page.parent[element]
    for by in (-1, 1):
        columns[f"same_parent{by:+d}"] = _shifted(parent, by) == parent
        columns[f"same_tag{by:+d}"] = _shifted(table.page.tag_codes[element], by) == table.page.tag_codes[element]
    sums = cumulate(np.stack([table.plain, table.link], axis=1))
    place = np.arange(k)
    for width in (4, 10):
        for name, low, high in (
            ("before", np.maximum(place - width, 0), place),
            ("after", place + 1, np.minimum(place + 1 + width, k)),
        ):
            window = sums[np.maximum(high, low)] - sums[low]
            columns[f"plain_{name}{width}"] = _log(window[:, 0])
            columns[f"link_share_{name}{width}"] = _share(window[:, 1], window.sum(axis=1))
    total = max(float(table.plain.sum()), 1.0)
    columns["place"] = place / max(k, 1)
    columns["text_place"] = sums[:-1, 0] / total
    columns["share_of_page"] = table.plain / total
    columns["page_plain"] = np.full(k, np.log1p(total))
    columns["page_link_share"] = np.full(k, table.link.sum() / max(float(table.weight.sum()), 1.0))
    columns["page_paragraphs"] = np.full(k, np.log1p(k))
    images = np.flatnonzero(table.page.is_tag("img"))
    nearest = np.searchsorted(images, element)
    padded = np.concatenate(([-1000], images, [len(table.page.tags) + 1000]))
    columns["image_before"] = np.minimum(element - padded[nearest], 30)
    columns["image_after"] = np.minimum(padded[nearest + 1] - element, 30)
    return columns


def best_segment(score: NDArray[np.floating]) -> tuple[int, int, NDArray[np.float64]]:
    """First and one behind the last of the maximum-sum segment, and per place the largest sum of one through it."""
    sums = cumulate(score)
    lowest = np.minimum.accumulate(sums)
    highest = np.maximum.accumulate(sums[::-1])[::-1]
    through = highest[1:] - lowest[:-1]
    if not len(through):
        return 0, 0, through
    stop = int(np.argmax(sums[1:] - lowest[:-1])) + 1
    start = int(np.argmin(sums[:stop]))
    return start, stop, through


def _segment(table: ParagraphTable) -> Columns:
    columns: Columns = {}
    place = np.arange(len(table.weight))
    for name, score in (("", table.score), ("_strict", table.score - 40)):
        start, stop, through = best_segment(score)
        best = max(float(through.max(initial=0)), 1.0)
        columns[f"through{name}"] = through / best
        columns[f"segment_place{name}"] = np.where(
            place < start,
            place - start,
            np.where(place >= stop, place - stop + 2, (place - start) / max(stop - start, 1)),
        )
        text = cumulate(table.plain)
        away = np.where(
            place < start, text[place + 1] - text[start], np.where(place >= stop, text[place] - text[stop], 0)
        )
        columns[f"segment_gap{name}"] = np.sign(away) * _log(np.abs(away))
    columns["segment_best"] = np.full(len(place), np.log1p(best))
    return columns


def scope_chain(table: ParagraphTable) -> IntArray:
    """The heuristic scope node, the subtree of the largest sum of scores, and its ancestors, innermost first."""
    sums = cumulate(table.score)
    totals = table.subtree(sums, np.arange(len(table.page.tags)))
    scope = len(totals) - 1 - int(np.argmax(totals[::-1]))
    return np.array(list(table.page.ancestors(scope)), dtype=np.int64)


def _nodes(table: ParagraphTable) -> Columns:
    """Aggregates of the three innermost nodes that hold ever more paragraphs; place in the scope node."""
    columns: Columns = {}
    page = table.page
    sums = cumulate(np.stack([table.plain, table.link, table.score, table.stops, np.ones_like(table.plain)], axis=1))
    whole = np.maximum(sums[-1], 1)
    node = table.element
    single = (table.last - table.first)[node] <= 1
    node = np.where(single, table.holder[node], node)
    best_score = max(float(table.subtree(sums, np.arange(len(page.tags)))[:, 2].max()), 1.0)
    previous = np.zeros(len(node))
    for level in (1, 2, 3):
        total = table.subtree(sums, node)
        columns[f"node{level}_plain"] = _log(total[:, 0])
        columns[f"node{level}_page_share"] = total[:, 0] / whole[0]
        columns[f"node{level}_link_share"] = _share(total[:, 1], total[:, 0] + total[:, 1])
        columns[f"node{level}_score"] = total[:, 2] / best_score
        columns[f"node{level}_mean"] = _log(total[:, 0] / np.maximum(total[:, 4], 1))
        columns[f"node{level}_stops"] = total[:, 3] / np.maximum(total[:, 4], 1)
        columns[f"node{level}_count"] = _log(total[:, 4])
        if level == 1:
            index = np.arange(len(node))
            columns["node1_place"] = (index - table.first[node]) / np.maximum(table.last[node] - table.first[node], 1)
            columns["node1_from_end"] = np.minimum(table.last[node] - index, 20)
            columns["node1_from_start"] = np.minimum(index - table.first[node], 20)
        else:
            columns[f"node{level}_inner_share"] = _share(previous, total[:, 0])
        previous = total[:, 0]
        node = table.holder[node]
    chain = scope_chain(table)
    starts, ends = np.sort(chain), np.sort(page.end[chain])
    common = np.searchsorted(starts, table.element, "right") - np.searchsorted(ends, table.element, "right")
    columns["scope_missing"] = len(chain) - common
    columns["scope_below"] = page.depth[table.element] - common
    scope = chain[0]
    index = np.arange(len(node))
    low, high = table.first[scope], table.last[scope]
    columns["scope_place"] = np.clip((index - low) / max(int(high - low), 1), -1, 2)
    return columns


def _ancestry(table: ParagraphTable) -> Columns:
    """How many ancestors are of some tag, have a telling class or id, or repeat beside each other."""
    page = table.page
    tags = np.stack([page.is_tag(*names) for names in _INSIDE.values()], axis=1)
    marked = np.concatenate([tags, hinted_elements(page)], axis=1).astype(np.float32)
    change = np.zeros((len(page.tags) + 1, marked.shape[1] + 1), dtype=np.float32)
    signature = _signatures(table)
    siblings = np.maximum(page.parent, 0) * (signature.max(initial=0) + 1) + signature
    _, group, sizes = np.unique(siblings, return_inverse=True, return_counts=True)
    container = (table.last - table.first) > 1
    repeated = np.where(container, np.log(sizes[group]), 0)
    values = np.concatenate([marked, repeated[:, None].astype(np.float32)], axis=1)
    change[:-1] += values
    np.subtract.at(change, page.end, values)
    around = np.cumsum(change[:-1], axis=0)
    holders = page.run_element[page.paragraph_run[:-1]] if len(page) else table.element
    inside = around[holders]
    names = [f"in_{name}" for name in _INSIDE] + [f"hint_{name}" for name in HINTS] + ["repeated"]
    return {name: inside[:, column] for column, name in enumerate(names)}


def _signatures(table: ParagraphTable) -> IntArray:
    """A number for each pair of tag and class. Shape (n,)."""
    numbers: dict[tuple[str, str], int] = {}
    pairs = zip(table.page.tags, table.page.classes, strict=True)
    return np.array([numbers.setdefault(pair, len(numbers)) for pair in pairs], dtype=np.int64)


def _template(table: ParagraphTable) -> Columns:
    """The paragraphs with the same tags and classes at the lowest two, and three, levels."""
    page = table.page
    signature = _signatures(table)
    base = int(signature.max(initial=0)) + 1
    element = table.element
    parent = np.maximum(page.parent[element], 0)
    upper = np.maximum(page.parent[parent], 0)
    start, stop, _ = best_segment(table.score)
    best = np.zeros(len(element), dtype=np.float32)
    best[start:stop] = table.plain[start:stop]
    columns: Columns = {}
    pair = signature[element] * base + signature[parent]
    for name, key in (("pair", pair), ("triple", pair * base + signature[upper] * 2 + page.after_br)):
        _, group = np.unique(key, return_inverse=True)
        count = np.bincount(group)
        plain = np.bincount(group, table.plain)
        link = np.bincount(group, table.link)
        stops = np.bincount(group, table.stops)
        within = np.bincount(group, best)
        columns[f"{name}_count"] = _log(count)[group]
        columns[f"{name}_mean"] = _log(plain / count)[group]
        columns[f"{name}_link_share"] = _share(link, plain + link)[group]
        columns[f"{name}_stops"] = (stops / count)[group]
        columns[f"{name}_in_segment"] = _share(within, plain)[group]
        columns[f"{name}_of_segment"] = (within / max(float(best.sum()), 1.0))[group]
    return columns


def _title(table: ParagraphTable) -> Columns:
    page = table.page
    title = "".join(page.title.split())
    k = len(page)
    equal = np.zeros(k, dtype=np.bool_)
    if len(title) >= 4:
        low, high = 8, 2.5 * len(title) + 20
        for index in np.flatnonzero((table.weight >= low) & (table.weight <= high)).tolist():
            text = "".join(page.text[page.paragraph_start[index] : page.paragraph_stop[index]].split())
            equal[index] = text in title or title in text
    headings = np.zeros(len(page.tags), dtype=np.bool_)
    headings |= page.is_tag("h1")
    place = np.arange(k)
    columns: Columns = {"title": equal}
    for name, marks in (("title", equal), ("h1", headings[table.element])):
        seen = np.maximum.accumulate(np.where(marks, place, -1)) if k else place
        columns[f"since_{name}"] = np.where(seen >= 0, np.minimum(place - seen, 60), -1)
        columns[f"until_{name}"] = np.cumsum(marks[::-1])[::-1] if k else place
    return columns


def feature_matrix(table: ParagraphTable) -> NDArray[np.float32]:
    """All features of a page with at least one paragraph: shape ``(k, len(FEATURES))``."""
    columns = paragraph_features(table)
    return np.stack([columns[name] for name in FEATURES], axis=1, dtype=np.float32)


#: The features' names in the order of the matrix's columns.
FEATURES = tuple(paragraph_features(ParagraphTable(Page.parse("<p>a</p>"))))
