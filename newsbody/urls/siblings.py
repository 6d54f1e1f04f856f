"""Which words of a sample of paths are constants, and which are titles: told by what stands beside them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from newsbody.urls.beside_titles import (
    OPEN_WORDS,
    lettered_titles,
    numbered_titles,
    numbers_between_words,
    rows_before_titles,
)
from newsbody.urls.shapes import Shape, read_shape, split_extension, words_in

#: A constant has at most this many words; longer texts are slugs however often they occur.
CONSTANT_WORDS = 3

#: Where titles outnumber segments that begin with a number of up to four digits by this factor, those are titles too
#: (``2024-in-pictures``, ``v8-engines-compared``).
YEAR_DIGITS = 4
TITLES_PER_NUMBER = 4

#: Where so many of the segments below all folders side by side are titles, few below one of them are titles as well.
OPEN_SHARE = 0.5

#: Titles begin with ever other words. Where there are so many to a first word, it says of what kind they are, if so
#: large a share has one, and these words seldom stand further behind.
OF_A_KIND, OWN_KIND, SELDOM = 6, 0.9, 0.3

_ENDING = re.compile(r"(.+)[-_.,]\d+")
_SHORT = re.compile(r"([^{}]+)[-_.,]\{n\}(?:\.\w+)?")
_LEADING = re.compile(r"[^\W\d_]{0,2}\{n\}-\{s\}(?:\.\w+)?")


def read_paths(paths: Sequence[tuple[str, ...]]) -> list[tuple[Shape, ...]]:
    """Shapes of every segment, words decided by their siblings to be constants or free text."""
    result: list[tuple[Shape, ...]] = [()] * len(paths)
    pending: list[tuple[list[tuple[list[int], bool]], int]] = [([(list(range(len(paths))), False)], 0)]
    while pending:
        folders, depth = pending.pop()
        going = [([n for n in numbers if len(paths[n]) > depth], below_key) for numbers, below_key in folders]
        going = [folder for folder in going if folder[0]]
        for (numbers, below_key), decided in zip(going, _decide_folders(paths, going, depth), strict=True):
            branches: dict[str, list[int]] = defaultdict(list)
            for number in numbers:
                shape = decided[paths[number][depth]]
                result[number] += (shape,)
                branches[shape.pattern].append(number)
            below = [(branch, below_key or "{" in pattern) for pattern, branch in branches.items()]
            pending += [(below, depth + 1)] if below else []
    return result


def _decide_folders(
    paths: Sequence[tuple[str, ...]], folders: Sequence[tuple[list[int], bool]], depth: int
) -> list[dict[str, Shape]]:
    """The shapes in folders side by side: few titles in one look like constants, those of all like titles."""
    decided = [_decide(paths, numbers, depth, below_key=below_key) for numbers, below_key in folders]
    above = [not below_key for _, below_key in folders]
    texts = [shape for shapes, plain in zip(decided, above, strict=True) if plain for shape in shapes.values()]
    titles = sum(shape.pattern.startswith("{s}") for shape in texts)
    if sum(above) < 2 or titles < OPEN_WORDS or titles < OPEN_SHARE * len(texts):
        return decided
    recurring = Counter(text for shapes, plain in zip(decided, above, strict=True) if plain for text in shapes)
    return [
        _decide(
            paths, numbers, depth, below_key=below_key, titled=None if below_key or _are_names(shapes) else recurring
        )
        for (numbers, below_key), shapes in zip(folders, decided, strict=True)
    ]


def _are_names(texts: Collection[str]) -> bool:
    """Are these many single words (``/profiles/name``), not those of a scheme that stand beside titles?"""
    return len(texts) >= OPEN_WORDS and all(words_in(text) < 2 for text in texts)


@dataclass(slots=True)
class _Place:
    """What stands at one place of the tree: the distinct texts, how often, under what and before what."""

    count: Counter[str]
    parents: dict[str, set[tuple[str, ...]]]
    tails: dict[str, set[tuple[str, ...]]]


def _decide(
    paths: Sequence[tuple[str, ...]],
    numbers: list[int],
    depth: int,
    *,
    below_key: bool,
    titled: Mapping[str, int] | None = None,
) -> dict[str, Shape]:
    """The shape of each distinct segment text that stands at ``depth`` of the given paths.

    ``titled``: where titles stand in folders beside theirs, in how many folders each text stands.
    """
    place = _Place(Counter(), defaultdict(set), defaultdict(set))
    for number in numbers:
        text = paths[number][depth]
        place.count[text] += 1
        place.parents[text].add(paths[number][:depth])
        place.tails[text].add(paths[number][depth + 1 :])
    shapes = {text: read_shape(text) for text in place.count}
    read = rows_before_titles(shapes)
    others = shapes.keys() - read.keys()
    shapes.update(read | (lettered_titles(others) or numbered_titles(others)))
    shapes.update(numbers_between_words([text for text, shape in shapes.items() if shape.is_word]))
    numbered: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for shape in shapes.values():
        numbered[shape.pattern].add(shape.values)
    titled_ids = _titled_ids(shapes)
    words = [
        text
        for text, shape in shapes.items()
        if shape.is_word
        or shape.pattern in titled_ids
        or (shape.pattern[0] != "{" and len(numbered[shape.pattern]) < 2 and not shape.names_page)
    ]
    constants = _constants_below_key(place, words) if below_key else _constants(place, words, titled=titled)
    for text in words:
        shapes[text] = Shape(text, (), text) if text in constants else shapes[text].as_slug()
    shapes.update(_of_kinds([text for text in words if text not in constants]))
    titles = sum(shape.pattern.startswith("{s}") for shape in shapes.values())
    leading = [t for t, s in shapes.items() if _LEADING.fullmatch(s.pattern) and len(s.values[0]) <= YEAR_DIGITS]
    if titles > TITLES_PER_NUMBER * len(leading):
        shapes.update((text, shapes[text].as_slug()) for text in leading)
    return shapes


def _of_kinds(titles: Sequence[str]) -> dict[str, Shape]:
    """The shapes of titles behind a word for their kind (``Thread-the-title``, ``User-name``), where all have one."""
    found: dict[str, Shape] = {}
    within: Counter[str] = Counter()
    for text in titles:
        stem, extension = split_extension(text)
        word, _, rest = stem.partition("-")
        if word and rest:
            found[text] = Shape(f"{word}-{{s}}{extension}", (rest,), text)
            within.update(set(rest.split("-")))
    kinds = Counter(shape.pattern for shape in found.values())
    words = {pattern.partition("-")[0] for pattern in kinds}
    several = len(kinds) > 1 and min(kinds.values()) > 1
    few = len(found) >= max(OF_A_KIND * len(kinds), OWN_KIND * len(titles))
    return found if several and few and sum(within[word] for word in words) <= SELDOM * len(found) else {}


def _titled_ids(shapes: Mapping[str, Shape]) -> set[str]:
    """Patterns of short titles with an id behind, where long ones stand beside them: not words of the scheme.

    Each comes again with another number where the posts of a thread have its title, too.
    """
    endings = [match[1] for t, s in shapes.items() if s.is_word and (match := _ENDING.fullmatch(split_extension(t)[0]))]
    long = sum(words_in(title) > CONSTANT_WORDS for title in endings)
    short = {s.pattern for s in shapes.values() if (match := _SHORT.fullmatch(s.pattern)) and words_in(match[1]) > 1}
    return short if min(long, len(short)) >= OPEN_WORDS else set()


def _constants(place: _Place, words: Sequence[str], *, titled: Mapping[str, int] | None) -> set[str]:
    """Words of the scheme: those that recur. At a place with many words that do not, long ones are titles anyway."""
    scripts = _scripts(words)
    once = {t for t in words if len(place.tails[t]) < 2 and place.count[t] < 3 and t not in scripts}
    long = {t for t in words if words_in(t) > CONSTANT_WORDS and t not in scripts}
    if titled is not None:
        alone = {t for t in words if titled[t] < 2 and t not in scripts}
        return set(words) - long - {t for t in once | alone if words_in(t) > 1}
    if len(once) < OPEN_WORDS:
        names = {t for t in _names(place, words) | _beside(place, words, long) if words_in(t) > 1}
        return set(words) - names - long if len(names) >= OPEN_WORDS else set(words)
    rare = max(3, place.count.total() // 5)
    titles = {t for t in long if place.count[t] <= rare}
    return set(words) - once - titles - _names(place, words)


def _names(place: _Place, words: Sequence[str]) -> set[str]:
    """Words that lead on only where many others do as well (``…/page/2``, ``…/replies``): names with their pages."""
    ways = _ways(place, words)
    shared = Counter(way for found in ways.values() for way in found)
    return {t for t, found in ways.items() if len(found) > 1 and all(shared[way] >= OPEN_WORDS for way in found)}


def _beside(place: _Place, words: Sequence[str], long: set[str]) -> set[str]:
    """Many long words, and others that lead on as these do: titles with an id behind (``…/the-title/12``)."""
    ways = _ways(place, words)
    known = {way for text in long for way in ways[text]} if len(long) >= OPEN_WORDS else set()
    return {t for t, found in ways.items() if found <= known}


def _ways(place: _Place, words: Sequence[str]) -> dict[str, set[tuple[str, ...]]]:
    """The shapes of what stands behind each word."""
    return {t: {tuple(read_shape(segment).pattern for segment in tail) for tail in place.tails[t]} for t in words}


def _constants_below_key(place: _Place, words: Sequence[str]) -> set[str]:
    """Words after a key: those that stand under several keys, and single ones that lead on to several places."""
    shared = {text for text in words if len(place.parents[text]) > 1 and words_in(text) <= CONSTANT_WORDS}
    single = {t for t in words if not split_extension(t)[1] and words_in(t) < 2}
    return shared | {text for text in single if len(place.tails[text]) > 2}


def _scripts(words: Sequence[str]) -> set[str]:
    """Names of scripts: few, and of few words; where many have the words of titles, they are titles."""
    scripts = {text for text in words if _is_script(text)}
    titled = [text for text in scripts if words_in(split_extension(text)[0]) > CONSTANT_WORDS]
    return {t for t in scripts if words_in(split_extension(t)[0]) < 2} if len(titled) >= OPEN_WORDS else scripts


def _is_script(text: str) -> bool:
    return split_extension(text)[1].lower() not in ("", ".html", ".htm", ".shtml", ".xhtml")
