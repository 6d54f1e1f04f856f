"""Groups of like addresses: which words of a sample are constants, and where each address has its key.

The *head* of an address runs from its first segment to its key, the first part that tells one page from the next
(an id, or a slug where there are no ids). Addresses with the same head are one group: whatever follows the key
(page numbers, post anchors, views) belongs to the page that the key names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from newsbody.urls.normalize import UrlParts
from newsbody.urls.shapes import DEED_KEYS, MAX_SEGMENT, PAGE_NAMES, Shape, read_shape, split_extension, words_in

#: A place with this many words that occur once each holds names, not constants (measured on the development lists).
OPEN_WORDS = 5

#: A constant has at most this many words; longer texts are slugs however often they occur.
CONSTANT_WORDS = 3

#: Where titles outnumber segments that begin with a number of up to four digits by this factor, those are titles too
#: (``2024-in-pictures``, ``v8-engines-compared``).
YEAR_DIGITS = 4
TITLES_PER_NUMBER = 4

#: A query key that chooses the kind of page stands in at least this share of the queries of its script.
SELECTOR_SHARE = 0.6

#: So many things has a kind of page that a key chooses; so many of them, as a share, are seen as one kind only.
KIND_MEMBERS, OWN_THINGS = 3, 0.8

#: Names under which servers answer for a folder: they serve every kind of page.
DEFAULT_DOCUMENTS = frozenset(("index", "default", "main", "home"))

#: Words between a thread's id and the id of one of its posts or pages.
POST_WORDS = frozenset("page post p message msg comment comments answer answers reply a".split())

#: Of two bare numbers in a row the first is a board when the second has at least this many digits more.
BOARD_DIGITS = 3

#: Where so many of the segments below all folders side by side are titles, few below one of them are titles as well.
OPEN_SHARE = 0.5

#: Of the segments at a place so many name their kind by a letter before their id, or none does.
LETTERED = 0.3

_NAME = re.compile(r"[^\W\d][\w-]*")
_LETTERED = re.compile(r"(.+?)([-_][^\W\d_]{1,2})(\d+)((?:[-_](?:[^\W\d_]{0,8}[-_]?\d+|[^\W\d_]{2,8}))?)")
_LEADING = re.compile(r"[^\W\d_]{0,2}\{n\}-\{s\}(?:\.\w+)?")

#: Path patterns up to the key, and the query keys (with their value, or None for any) that choose the kind of page.
Head = tuple[tuple[str, ...], tuple[tuple[str, str | None], ...]]


@dataclass(slots=True)
class Group:
    """Addresses with one head. ``shapes`` are the shapes of each member's whole path."""

    head: Head
    members: list[UrlParts] = field(default_factory=list)
    shapes: list[tuple[Shape, ...]] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        return self.head[0]

    @property
    def query(self) -> tuple[tuple[str, str | None], ...]:
        return self.head[1]

    @property
    def keyed_by_path(self) -> bool:
        return bool(self.path) and "{" in self.path[-1]


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
        _decide(paths, numbers, depth, below_key=below_key, titled=None if below_key else recurring)
        for numbers, below_key in folders
    ]


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
    shapes.update(_lettered(shapes))
    numbered: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for shape in shapes.values():
        numbered[shape.pattern].add(shape.values)
    words = [
        text
        for text, shape in shapes.items()
        if shape.is_word or (shape.pattern[0] != "{" and len(numbered[shape.pattern]) < 2 and not _names_page(shape))
    ]
    constants = _constants_below_key(place, words) if below_key else _constants(place, words, titled=titled)
    for text in words:
        shapes[text] = Shape(text, (), text) if text in constants else shapes[text].as_slug()
    titles = sum(shape.pattern.startswith("{s}") for shape in shapes.values())
    leading = [t for t, s in shapes.items() if _LEADING.fullmatch(s.pattern) and len(s.values[0]) <= YEAR_DIGITS]
    if titles > TITLES_PER_NUMBER * len(leading):
        shapes.update((text, shapes[text].as_slug()) for text in leading)
    return shapes


def _lettered(texts: Collection[str]) -> dict[str, Shape]:
    """The shapes of titles with a letter for their kind and an id behind (``the-title-t12.html``), where many are."""
    ids: dict[str, set[str]] = defaultdict(set)
    found = {}
    for text in texts:
        stem, extension = split_extension(text)
        match = _LETTERED.fullmatch(stem) if len(text) <= MAX_SEGMENT else None
        if match is not None:
            title, letter, number, tail = match.groups()
            behind = tail[:1] + ("{n}" if tail[1:].isdecimal() else "{s}") if tail else ""
            values = (title, number, tail[1:]) if tail else (title, number)
            found[text] = letter, Shape(f"{{s}}{letter}{{n}}{behind}{extension}", values, text)
            ids[letter].add(number)
    shapes = {text: shape for text, (letter, shape) in found.items() if len(ids[letter]) >= OPEN_WORDS}
    return shapes if len(shapes) >= LETTERED * len(texts) else {}


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


def key_depths(paths: Sequence[tuple[Shape, ...]]) -> list[int]:
    """For each path, the number of segments up to and including its key (all of them when it has no key).

    The key is the first segment that holds an id, else the last with free text before any constant follows. A first
    id that has under it several other id segments with a slug (a board) hands over to the second.
    """
    depths = []
    below: dict[tuple[str, ...], set[str]] = defaultdict(set)
    firsts: dict[tuple[str, ...], set[str]] = defaultdict(set)
    found = []
    for shapes in paths:
        first = _first_key(shapes)
        second = _second_key(shapes, first)
        found.append((first, second))
        if second is not None:
            signature = tuple(shape.pattern for shape in shapes[: second + 1])
            below[signature].add("/".join(shape.text for shape in shapes[: second + 1]))
            firsts[signature].add("/".join(shape.text for shape in shapes[: first + 1]))
    for shapes, (first, second) in zip(paths, found, strict=True):
        depth = min(first + 1, len(shapes))
        if second is not None:
            signature = tuple(shape.pattern for shape in shapes[: second + 1])
            if len(below[signature]) >= 2 * len(firsts[signature]):
                depth = second + 1
        depths.append(depth)
    return depths


def _names_page(shape: Shape) -> bool:
    """Whether its constant part is a word for pages: ``page-2``."""
    return len(shape.values) == 1 and shape.pattern.split("{")[0].strip("-_.").lower() in PAGE_NAMES


def _first_key(shapes: tuple[Shape, ...]) -> int:
    titled = False
    for position, shape in enumerate(shapes):
        before = shapes[position - 1].text.lower() if position else ""
        numbering = _names_page(shape) or before in PAGE_NAMES or before in POST_WORDS
        if shape.has_id and not (titled and numbering):
            return position
        titled = titled or "{s}" in shape.pattern
    free = [position for position, shape in enumerate(shapes) if "{s}" in shape.pattern]
    return free[-1] if free else len(shapes)


def _second_key(shapes: tuple[Shape, ...], first: int) -> int | None:
    """An id below the first one that may be the thread where the first is its board."""
    for position in range(first + 1, len(shapes)):
        shape = shapes[position]
        if shape.has_id:
            between = shapes[first + 1 : position]
            if any(not s.is_word or s.text.lower() in POST_WORDS for s in between):
                return None
            board, thread = shapes[first].values[0], shape.values[0]
            grown = shapes[first].pattern == shape.pattern == "{n}" and len(thread) >= len(board) + BOARD_DIGITS
            return position if between or grown or "{s}" in shape.pattern else None
    return None


def split_queries(
    path: tuple[str, ...], queries: Sequence[tuple[tuple[str, str], ...]], depth: int = 0
) -> list[tuple[tuple[str, str | None], ...]]:
    """For each query of one script, the keys that choose the kind of page it asks for."""
    result: list[tuple[tuple[str, str | None], ...]] = [()] * len(queries)
    asked = [number for number, query in enumerate(queries) if query]
    if not asked or depth > 2:
        return result
    selector = _selector([queries[n] for n in asked])
    if selector is None and depth == 0 and _is_default_document(path):
        return _by_entry_key(queries)
    if selector is None:
        return result
    by_value: dict[str | None, list[int]] = defaultdict(list)
    for number in asked:
        by_value[dict(queries[number]).get(selector)].append(number)
    for value, numbers in by_value.items():
        rest = [tuple(pair for pair in queries[n] if pair[0] != selector) for n in numbers]
        deeper = split_queries(path, rest, depth + 1) if value is not None else [()] * len(rest)
        for number, below in zip(numbers, deeper, strict=True):
            result[number] = ((selector, value), *below) if value is not None else ()
    return result


def _selector(queries: Sequence[tuple[tuple[str, str], ...]]) -> str | None:
    """The key whose named value decides which other keys there are; None when there is no such key."""
    present: Counter[str] = Counter()
    for query in queries:
        present.update({key for key, value in query if key and _NAME.fullmatch(value)})
    for key, count in sorted(present.items(), key=lambda item: (-item[1], item[0])):
        if count < SELECTOR_SHARE * len(queries):
            return None
        seen: dict[frozenset[str], set[str]] = defaultdict(set)
        rows = [(dict(query).get(key, ""), frozenset(k for k, _ in query if k != key)) for query in queries]
        for value, others in rows:
            seen[others].add(value)
        values = {value for value, _ in rows}
        own = sum(len(seen[others]) == 1 for _, others in rows)
        if len(values) == 1 or (own >= SELECTOR_SHARE * len(rows) and len(values) <= max(2, len(rows) // 3)):
            return key
        if _chooses([dict(query) for query in queries], key):
            return key
    return None


def _chooses(queries: Sequence[dict[str, str]], key: str) -> bool:
    """Whether a key chooses the kind of page though all kinds have the same keys: few names, of many things each.

    A view or an order is one of a thing that is seen in others as well.
    """
    things: dict[frozenset[tuple[str, str]], set[str]] = defaultdict(set)
    of: dict[str, set[frozenset[tuple[str, str]]]] = defaultdict(set)
    for query in queries:
        thing = frozenset((k, v) for k, v in query.items() if k != key)
        things[thing].add(query.get(key, ""))
        of[query.get(key, "")].add(thing)
    if not all(_NAME.fullmatch(value) for value in of) or len(of) * KIND_MEMBERS > len(things):
        return False
    several = sum(len(found) >= KIND_MEMBERS for found in of.values())
    alone = sum(len(values) == 1 for values in things.values())
    return several >= 2 and alone >= OWN_THINGS * len(things)


def _is_default_document(path: tuple[str, ...]) -> bool:
    return not path or split_extension(path[-1])[0].lower() in DEFAULT_DOCUMENTS or path[-1].endswith("?")


def _by_entry_key(queries: Sequence[tuple[tuple[str, str], ...]]) -> list[tuple[tuple[str, str | None], ...]]:
    """On a page that serves every kind, the key that most addresses share names the kind (``showtopic=7``).

    A deed goes before it when the deed is done to other things as well (``action=print;topic=7``, ``action=login``).
    """
    frequency = Counter(key for query in queries for key in {key for key, _ in query})
    values: dict[str, set[str]] = defaultdict(set)
    for key, value in chain.from_iterable(queries):
        values[key].add(value)
    coded = {key for key, found in values.items() if _are_codes(found)}
    # What is the same everywhere, as a session, names nothing.
    entries = [
        max((key for key, _ in query), key=lambda key: (len(values[key]) > 1, frequency[key], key), default="")
        for query in queries
    ]
    met: dict[str, set[str]] = defaultdict(set)
    for query, entry in zip(queries, entries, strict=True):
        for key, value in query:
            if key.lower() in DEED_KEYS and _NAME.fullmatch(value):
                met[key].add(entry)
    result: list[tuple[tuple[str, str | None], ...]] = []
    for query, entry in zip(queries, entries, strict=True):
        deed = next((key for key, value in query if len(met.get(key, ())) > 1 and _NAME.fullmatch(value)), entry)
        named = dict(query).get(deed, "")
        result.append(((deed, named if _NAME.fullmatch(named) and deed not in coded else None),) if query else ())
    return result


def _are_codes(values: Iterable[str]) -> bool:
    """Whether what looks like names are ids, with digits in them."""
    names = [value for value in values if _NAME.fullmatch(value)]
    return len(names) >= OPEN_WORDS and 2 * sum(bool(re.search(r"\d", name)) for name in names) >= len(names)
