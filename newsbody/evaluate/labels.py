"""Gold text to paragraph labels: which paragraphs of a page are its body.

The gold body is plain text that somebody made from the page, so its words stand in the page,
in the same order, with other white space, punctuation and line breaks. Every paragraph is
looked up in the gold text (word for word, else by shared shingles), and of all places found
the heaviest chain is taken that goes forward in the page and in the gold text. So a sentence
that stands in the page twice is labelled once, at the place where its neighbours stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from newsbody.page import Page
from newsbody.page.characters import CJK_RANGES, BoolArray

LabelArray = NDArray[np.int8]
BODY, NOT_BODY, IGNORED = 1, 0, -1

#: Words of a shingle for paragraphs that do not stand word for word in the gold text.
SHINGLE = 3
#: Paragraphs with fewer words may stand anywhere by chance: they need a whole gold line or a neighbour.
SHORT = 4
#: Places looked at for one paragraph; only tiny paragraphs stand in more.
MAX_PLACES = 30
#: What a step over a paragraph costs, in words: of two places the one near the rest of the body wins.
GAP_COST = 0.02
#: A paragraph that the chain left over (the gold text has another order) needs this many words.
STRAY_MINIMUM = 8
#: Share of an optional line's words, or of the paragraph's, that makes the paragraph optional.
OPTIONAL_SHARE = 0.8

_CJK = "".join(f"{chr(low)}-{chr(high)}" for low, high in CJK_RANGES)
_WORD = re.compile(rf"[{_CJK}\U00020000-\U0003ffff]|[^\W{_CJK}]+")


class _GoldPlace(NamedTuple):
    paragraph: int
    start: int
    stop: int
    weight: float


def label_paragraphs(page: Page, gold_text: str, optional: Sequence[str] = ()) -> LabelArray:
    """Label of every paragraph, shape ``(k,)``: 1 body, 0 not body, -1 does not count.

    A paragraph is body when more than half of its words stand in the gold text at its place.
    -1 is only given for lines of ``optional`` (byline, abstract), never for a line of the gold text.
    """
    words = _GoldWords()
    paragraphs = [words.encode(text) for text in page.paragraphs]
    lines = [words.encode(line) for line in gold_text.splitlines()]
    gold = "".join(lines)
    labels = np.zeros(len(page), dtype=np.int8)
    chain = _heaviest_chain(_places(paragraphs, gold), len(gold))
    chain = _without_chance(chain, _line_bounds(lines))
    for place in chain:
        labels[place.paragraph] = BODY
    _add_strays(labels, paragraphs, gold, chain)
    _fill_wordless(labels, paragraphs)
    _mark_optional(labels, paragraphs, [words.encode(line) for line in optional])
    return labels


def label_segments(page: Page, body: Sequence[str], not_body: Sequence[str]) -> LabelArray:
    """Labels, shape ``(k,)``, of a page of which only some texts are known: IGNORED but for paragraphs that hold one.

    A text of the body must stand in one paragraph alone: of several nobody knows which is meant.
    """
    labels = np.full(len(page), IGNORED, dtype=np.int8)
    paragraphs = [_squeezed(text) for text in page.paragraphs]
    for label, segments in ((NOT_BODY, not_body), (BODY, body)):
        for segment in filter(None, map(_squeezed, segments)):
            holding = [number for number, text in enumerate(paragraphs) if segment in text]
            if label == NOT_BODY or len(holding) == 1:
                labels[holding] = label
    return labels


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def oracle(labels: LabelArray) -> BoolArray:
    """The paragraphs that a perfect choice takes: the upper limit of all that choose paragraphs."""
    return np.asarray(labels == BODY)


class _GoldWords:
    """Texts as strings with one character per word, so that finding words is finding substrings."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def encode(self, text: str) -> str:
        codes = self._codes
        return "".join(codes.setdefault(word, chr(len(codes) + 1)) for word in _WORD.findall(text.casefold()))


def _line_bounds(lines: Iterable[str]) -> frozenset[tuple[int, int]]:
    bounds, position = set(), 0
    for line in lines:
        bounds.add((position, position + len(line)))
        position += len(line)
    return frozenset(bounds)


# --- where a paragraph stands in the gold text -----------------------------------------------


def _places(paragraphs: Sequence[str], gold: str) -> list[_GoldPlace]:
    shingles: dict[str, list[int]] = {}
    for start in range(len(gold) - SHINGLE + 1):
        shingles.setdefault(gold[start : start + SHINGLE], []).append(start)
    places: list[_GoldPlace] = []
    for number, text in enumerate(paragraphs):
        if not text:
            continue
        exact = _occurrences(text, gold)
        if exact:
            places += (_GoldPlace(number, start, start + len(text), len(text)) for start in exact)
        else:
            similar = _similar_place(number, text, shingles)
            if similar:
                places.append(similar)
    return places


def _occurrences(text: str, gold: str) -> list[int]:
    found: list[int] = []
    start = gold.find(text)
    while start >= 0 and len(found) < MAX_PLACES:
        found.append(start)
        start = gold.find(text, start + 1)
    return found


def _similar_place(number: int, text: str, shingles: dict[str, list[int]]) -> _GoldPlace | None:
    """Where most shingles of a paragraph stand in the gold text about as far apart as in the paragraph."""
    hits = [
        (here, there)
        for here in range(len(text) - SHINGLE + 1)
        for there in shingles.get(text[here : here + SHINGLE], ())[:MAX_PLACES]
    ]
    if not hits:
        return None
    width = len(text) // 5 + SHINGLE  # insertions and deletions that still make the same paragraph
    votes = Counter((there - here) // width for here, there in hits)
    best = max(votes, key=lambda bucket: (votes[bucket] + votes[bucket + 1], -bucket))
    near = [(here, there) for here, there in hits if (there - here) // width in (best, best + 1)]
    matched = len({here + step for here, _ in near for step in range(SHINGLE)})
    weight = 2 * matched - len(text)
    if weight <= 0:
        return None
    return _GoldPlace(number, min(there for _, there in near), max(there for _, there in near) + SHINGLE, weight)


# --- the chain -------------------------------------------------------------------------------


def _heaviest_chain(places: list[_GoldPlace], size: int) -> list[_GoldPlace]:
    """Places with rising paragraphs and disjoint, rising intervals, of the largest total weight.

    A prefix-maximum (Fenwick) tree over the ends of the intervals: O(n log size) for n places.
    """
    best: list[tuple[float, int]] = [(0.0, -1)] * (size + 2)
    total = [0.0] * len(places)
    before = [-1] * len(places)

    def lookup(stop: int) -> tuple[float, int]:
        found, index = (float("-inf"), -1), stop + 1
        while index > 0:
            found = max(found, best[index])
            index -= index & -index
        return found

    waiting: list[int] = []
    for index, place in enumerate(places):
        if waiting and places[waiting[0]].paragraph != place.paragraph:
            for done in waiting:
                entry = (total[done] + GAP_COST * places[done].paragraph, done)
                slot = places[done].stop + 1
                while slot < len(best):
                    best[slot] = max(best[slot], entry)
                    slot += slot & -slot
            waiting = []
        score, previous = lookup(place.start)
        gain = score - GAP_COST * (place.paragraph - 1) if previous >= 0 else 0.0
        if gain > 0:
            before[index] = previous
        total[index] = place.weight + max(gain, 0.0)
        waiting.append(index)
    chain: list[_GoldPlace] = []
    index = max(range(len(places)), key=lambda i: (total[i], -i), default=-1)
    while index >= 0:
        chain.append(places[index])
        index = before[index]
    return chain[::-1]


def _without_chance(chain: list[_GoldPlace], bounds: frozenset[tuple[int, int]]) -> list[_GoldPlace]:
    """Without very short paragraphs that are part of a gold line and continue none of its other parts."""
    kept: list[_GoldPlace] = []
    for index, place in enumerate(chain):
        if place.stop - place.start >= SHORT or (place.start, place.stop) in bounds:
            kept.append(place)
            continue
        neighbours = chain[max(0, index - 1) : index] + chain[index + 1 : index + 2]
        if any(
            abs(other.paragraph - place.paragraph) <= 2 and (other.stop == place.start or place.stop == other.start)
            for other in neighbours
        ):
            kept.append(place)
    return kept


def _add_strays(labels: LabelArray, paragraphs: Sequence[str], gold: str, chain: Sequence[_GoldPlace]) -> None:
    """Body paragraphs that the gold text has in another order: long ones, each gold word used once."""
    free = np.ones(len(gold), dtype=np.bool_)
    for place in chain:
        free[place.start : place.stop] = False
    for number, text in enumerate(paragraphs):
        if labels[number] == BODY or len(text) < STRAY_MINIMUM:
            continue
        for start in _occurrences(text, gold):
            if free[start : start + len(text)].all():
                free[start : start + len(text)] = False
                labels[number] = BODY
                break


def _fill_wordless(labels: LabelArray, paragraphs: Sequence[str]) -> None:
    """A paragraph without a word (a line of asterisks) between two of the body belongs to it."""
    for number in range(1, len(paragraphs) - 1):
        if not paragraphs[number] and labels[number - 1] == BODY and labels[number + 1] == BODY:
            labels[number] = BODY


def _mark_optional(labels: LabelArray, paragraphs: Sequence[str], optional: Sequence[str]) -> None:
    for number, text in enumerate(paragraphs):
        if labels[number] == BODY or not text:
            continue
        for line in optional:
            shorter, longer = sorted((text, line), key=len)
            if shorter and shorter in longer and (text == shorter or len(shorter) >= OPTIONAL_SHARE * len(longer)):
                labels[number] = IGNORED
