"""Which keys of queries choose the kind of page that an address asks for."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from newsbody.urls.beside_titles import OPEN_WORDS
from newsbody.urls.shapes import DEED_KEYS, split_extension

#: A query key that chooses the kind of page stands in at least this share of the queries of its script.
SELECTOR_SHARE = 0.6

#: So many things has a kind of page that a key chooses; so many of them, as a share, are seen as one kind only.
KIND_MEMBERS, OWN_THINGS = 3, 0.8

#: Names under which servers answer for a folder: they serve every kind of page.
DEFAULT_DOCUMENTS = frozenset(("index", "default", "main", "home"))

_NAME = re.compile(r"[^\W\d][\w-]*")


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
        return by_entry_key(queries)
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


def by_entry_key(queries: Sequence[tuple[tuple[str, str], ...]]) -> list[tuple[tuple[str, str | None], ...]]:
    """On a page that serves every kind, the key that most addresses share names the kind (``showtopic=7``).

    A deed goes before it when the deed is done to other things as well (``action=print;topic=7``, ``action=login``).
    """
    frequency = Counter(key for query in queries for key in {key for key, _ in query})
    values: dict[str, set[str]] = defaultdict(set)
    for key, value in chain.from_iterable(queries):
        values[key].add(value)
    coded = {key for key, found in values.items() if _are_codes(found)}
    numbered = {key for key, found in values.items() if 2 * sum(map(str.isdecimal, found)) > len(found)}
    # What is the same everywhere, as a session, names nothing; of an id and the title that goes with it the id does.
    entries = [
        max(
            (key for key, _ in query),
            key=lambda key: (len(values[key]) > 1, frequency[key], key in numbered, key),
            default="",
        )
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
