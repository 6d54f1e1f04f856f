"""Which part of addresses names a thread, as titles of links and rows of page numbers show it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.normalize import UrlParts

#: Of the numbered links on thread pages so many keep the thread's id; the rest are of other rows of numbers.
PURE = 0.8

#: Numbered links on thread pages that say which part is kept.
MIN_PAIRS = 2

#: Of the links that carry one thread's id so many have its title; the others say when its last post was written, or are
#: abbreviated. Those with a board's id have as many titles as threads.
PURE_TITLES = 0.4

#: Of two parts of an address the values of one have so many more titles: a date or a board, with many threads each.
CLEARLY = 0.1

#: An id has at least this share of the different values that titles have: one thread may have several titles, with
#: words for its last page or its posts behind them; a board has many threads. And so many of the addresses to which
#: lists lead have it: that of a list's own page has few.
SOME = 0.5

#: Of parts with about as many different values (an id and a title) the id is taken.
NEARLY = 0.9


def choose_key(
    members: Sequence[UrlParts], columns: Mapping[str, Sequence[str | None]], crawled: Crawled
) -> str | None:
    """Which part of its addresses names a thread: links with one value have one title, and pagers keep it.

    ``columns``: for each part the value of each member, None where it has none.
    Returns None when links and pagers do not tell.
    """
    number = {parts: place for place, parts in enumerate(members)}
    pairs = [(number[a], number[b]) for a, b in crawled.pairs if a in number and b in number]
    # The address of a post may look like a thread's: the pager of its page leads to others, never back to it.
    own = {a for a, b in pairs if a == b}
    pairs = [(a, b) for a, b in pairs if a in own or not own]
    paired, titled, pure = [], [], dict[str, tuple[int, float]]()
    all_listed = sum(crawled.listed[parts] > 0 for parts in members)
    for place, (name, values) in enumerate(columns.items()):
        known = [value for value in values if value is not None]
        distinct = len(set(known))
        is_text = 2 * sum(value.isdecimal() for value in known) < len(known)
        kept = [values[a] == values[b] for a, b in pairs if values[a] is not None and values[b] is not None]
        if distinct < 2 or sum(kept) < PURE * len(kept):
            continue
        if len(kept) >= MIN_PAIRS:
            paired.append((distinct, is_text, place, name))
        having = [parts for parts, value in zip(members, values, strict=True) if value is not None]
        listed = sum(crawled.listed[parts] > 0 for parts in having)
        if listed < SOME * all_listed:
            continue
        purity = title_purity(members, values, crawled)
        if purity is not None and purity >= PURE_TITLES:
            titled.append((listed, is_text, place, name))
            pure[name] = listed, purity
    if paired:
        return _best(paired)
    return _best([row for row in titled if not _is_mixed(*pure[row[-1]], pure.values())])


def _is_mixed(listed: int, purity: float, others: Iterable[tuple[int, float]]) -> bool:
    """Do the values of a part, a date's or a board's, have many titles, and those of another clearly fewer?"""
    return any(purity + CLEARLY < other and more >= NEARLY * listed for more, other in others)


def _best(rows: Sequence[tuple[Any, ...]]) -> str | None:
    """Of parts with (count, is text, place, name) the first number that nearly reaches the largest count, else text."""
    most = max((row[0] for row in rows), default=0)
    numbers = [row for row in rows if not row[1]]
    if numbers and max(row[0] for row in numbers) >= SOME * most:
        rows = numbers
    most = NEARLY * max((row[0] for row in rows), default=0)
    found: str | None = min((row[1:] for row in rows if row[0] >= most), default=(None,))[-1]
    return found


def title_purity(members: Sequence[UrlParts], values: Sequence[str | None], crawled: Crawled) -> float | None:
    """Share of the links with a title whose value, of a part of the address, has mostly this one; None without any.

    Links on lists, where there are some: those beside posts (``all by this author``) have one text for every thread.
    """
    rows = [(parts, value) for parts, value in zip(members, values, strict=True)
            if value is not None and parts in crawled.titles]  # fmt: skip
    rows = [row for row in rows if crawled.listed[row[0]] > 0] or rows
    return _purity([(value, crawled.titles[parts]) for parts, value in rows]) if rows else None


def _purity(titled: Sequence[tuple[str, set[str]]]) -> float:
    """Share of the addresses that have a title in common with most others of their value."""
    texts: dict[str, list[set[str]]] = defaultdict(list)
    for value, titles in titled:
        texts[value].append(titles)
    pure = 0
    for found in texts.values():
        counts = Counter(title for titles in found for title in titles)
        pure += max(counts.values())
    return pure / len(titled)
