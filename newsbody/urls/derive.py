"""From a group of like addresses to its route: which number is the thread, which is the page, what can be left out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import gcd

from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Route
from newsbody.urls.shapes import PAGE_NAMES, Shape

DENSE = 0.5
"""Page numbers of a sample fill at least this share of the range from the first to the last (post numbers do not)."""

ALWAYS = 0.9
"""A query key belongs to the address of the page when at least this share of the members has it."""

RARE = 0.02
"""What fewer members than this share have is junk."""

MAX_PAGES = 5000
"""A larger number is no page number."""

_HOLE = re.compile(r"\{[nxhs]\}")


def derive_route(group: Group, allowed: Iterable[str] = ()) -> Route:
    """The route of a group. ``allowed`` are action words of an example address that is known to be a topic."""
    words = tuple(sorted(allowed))
    return _from_path(group, words) if group.keyed_by_path else _from_query(group, words)


def thread_keys(group: Group, route: Route) -> list[str]:
    """The thread key of each member, members without one left out."""
    keys = []
    for parts in group.members:
        match = route.match(parts)
        key = route.thread_key(parts, match) if match else None
        if key is not None:
            keys.append(key)
    return keys


def _from_path(group: Group, allowed: tuple[str, ...]) -> Route:
    depth = len(group.path)
    rows = [[value for shape in shapes[:depth] for value in shape.values] for shapes in group.shapes]
    holes = _HOLE.findall("".join(group.path))
    in_key = len(_HOLE.findall(group.path[-1]))
    key_hole = _key_hole(rows, holes, len(holes) - in_key)
    spare = [hole for hole in range(len(holes) - in_key, len(holes)) if hole != key_hole and holes[hole] == "{n}"]
    page_hole = _page_hole(rows, key_hole, spare)
    fixed = tuple((hole, min({row[hole] for row in rows}, key=_size)) for hole in spare if hole > key_hole != page_hole)
    fixed = tuple((hole, value) for hole, value in fixed if hole != page_hole)
    tails = [shapes[depth:] for shapes in group.shapes]
    bare = [parts for parts, tail in zip(group.members, tails, strict=True) if not tail]
    follows = sum(bool(tail) and _is_title(tail[0]) for tail in tails)
    keys = [row[key_hole] for row in rows]
    page_tail, first_tail = _page_tail(keys, [t[1:] if t and _is_title(t[0]) else t for t in tails])
    page_key = None if page_tail else _page_key(keys, group.members, ())
    first = first_tail or (
        _first_page(group.members, page_key) if page_key else ("1" if page_hole is not None else None)
    )
    return Route(
        path=group.path,
        id_hole=key_hole,
        page_hole=page_hole,
        page_key=page_key,
        page_tail=page_tail,
        first_page=first,
        fixed=fixed,
        slug_follows=follows > RARE * len(rows),
        keep_slug=len(bare) < (1 - ALWAYS) * follows,
        slash=2 * sum(parts.slash for parts in (bare or group.members)) > len(bare or group.members),
        endings=_endings(group, key_hole, holes, rows),
        allowed=allowed,
    )


def _is_title(shape: Shape) -> bool:
    return shape.pattern.startswith("{s}") or ("{s}" in shape.pattern and not shape.has_id)


def _size(text: str) -> tuple[int, str]:
    return len(text), text


def _key_hole(rows: Sequence[Sequence[str]], holes: Sequence[str], start: int) -> int:
    """The hole of the key segment with the largest numbers among those whose values differ about as much as any.

    Threads outnumber boards and pages. A title only counts where there is no id.
    """
    distinct = {hole: len({row[hole] for row in rows}) for hole in range(start, len(holes))}
    ids = [hole for hole in distinct if holes[hole] != "{s}"] or list(distinct)
    varied = [hole for hole in ids if 2 * distinct[hole] >= max(distinct[other] for other in ids)]
    return max(varied, key=lambda hole: (_largest([row[hole] for row in rows]), distinct[hole], -hole))


def _page_hole(rows: Sequence[Sequence[str]], key_hole: int, spare: Sequence[int]) -> int | None:
    """The number after the key that varies most within one thread, when it looks like page numbers."""
    best: tuple[int, int] | None = None
    for hole in spare:
        values = {row[hole] for row in rows}
        if hole < key_hole or not _dense(values):
            continue
        within: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            within[row[key_hole]].add(row[hole])
        variety = sum(len(seen) - 1 for seen in within.values())
        if best is None or variety > best[0]:
            best = (variety, hole)
    return best[1] if best else None


def _dense(values: Iterable[str]) -> bool:
    """Whether numbers look like pages: small, and few left out between the first and the last."""
    numbers = sorted({int(value) for value in values if value.isdigit() and len(value) <= 6} - {0})
    if not numbers or numbers[-1] > MAX_PAGES * 10:
        return False
    step = gcd(*numbers)
    if len(numbers) == 1:
        return numbers[0] <= 2
    pages = numbers[-1] // step
    return pages <= MAX_PAGES and len(numbers) >= DENSE * pages


def _page_tail(keys: Sequence[str], tails: Sequence[tuple[Shape, ...]]) -> tuple[tuple[str, ...], str | None]:
    """The pattern of segments after the key that numbers the pages, and the number of the first page."""
    found: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for key, tail in zip(keys, tails, strict=True):
        if tail and tail[0].values and len(tail[0].values) == 1 and "{n}" in tail[0].pattern:
            found[(tail[0].pattern,)].append((key, tail[0].values[0]))
        elif len(tail) > 1 and tail[0].is_word and tail[1].pattern == "{n}":
            found[(tail[0].pattern, "{n}")].append((key, tail[1].values[0]))
    ranked = sorted(found, key=lambda pattern: (not _names_page(pattern), -len(found[pattern]), pattern))
    for pattern in ranked:
        numbers = {value for _, value in found[pattern]}
        if _names_page(pattern) or (len(numbers) > 1 and _dense(numbers)):
            return pattern, "1" if "1" in numbers or "0" not in numbers else "0"
    return (), None


def _names_page(pattern: Sequence[str]) -> bool:
    words = re.findall(r"[^\W\d_]+", " ".join(_HOLE.sub(" ", piece) for piece in pattern))
    return any(word.lower() in PAGE_NAMES for word in words)


def _page_key(keys: Sequence[str | None], members: Sequence[UrlParts], ids: Sequence[str]) -> str | None:
    """The query key that numbers the pages of a thread."""
    values: dict[str, list[str]] = defaultdict(list)
    for key, parts in zip(keys, members, strict=True):
        if key is None:
            continue
        for name, value in parts.query:
            if name not in ids and value.isdigit():
                values[name].append(value)
    named = [name for name in values if name.lower() in PAGE_NAMES]
    pool = named or [name for name in values if len(set(values[name])) > 2 and "2" in values[name]]
    pages = [name for name in pool if _dense(values[name]) or _speaks_of_pages(name, values[name])]
    return min(pages, key=lambda name: (-len(values[name]), name), default=None)


def _speaks_of_pages(name: str, values: Sequence[str]) -> bool:
    """A name of one letter is no word: ``p`` may number posts."""
    return name.lower() in PAGE_NAMES and len(name) > 1 and max(len(value) for value in values) <= len(str(MAX_PAGES))


def _first_page(members: Sequence[UrlParts], page_key: str) -> str:
    """The number of the first page: 1 when pages 1 are rarer than pages 2 (only links back lead to them), else 0.

    Counted from 0, every thread of several pages has a page 1, so it is the most frequent. Where that is so because
    of views that always name the page, taking 1 for a second page costs a request; the other mistake loses posts.
    """
    values = Counter(dict(parts.query).get(page_key) for parts in members)
    return "1" if "0" not in values and values["1"] < values["2"] else "0"


def _endings(group: Group, key_hole: int, holes: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What addresses of one thread append to its title, when the same stands on several threads."""
    if not group.path[-1].split(".")[0].endswith("{s}"):
        return ()
    slug_hole = max((h for h, hole in enumerate(holes) if hole == "{s}"), default=None)
    if slug_hole is None:
        return ()
    slugs: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        slugs[row[key_hole]].add(row[slug_hole])
    seen: Counter[str] = Counter()
    for names in slugs.values():
        patterns = set()
        for name in names:
            bases = [base for base in names if base != name and name.startswith(base + "-")]
            if bases:
                patterns.add(re.sub(r"\d+", "{n}", name[len(min(bases, key=len)) :]))
        seen.update(patterns)
    return tuple(
        sorted(p for p, n in seen.items() if n > 1 and re.search(r"[^\W\d_]", _HOLE.sub("", p)) and len(p) < 24)
    )


def _from_query(group: Group, allowed: tuple[str, ...]) -> Route:
    ids = _id_keys(group)
    members = group.members
    first = ids[0] if ids else None
    keys: list[str | None] = [dict(parts.query).get(first) if first else None for parts in members]
    page_key = _page_key(keys, members, ids)
    dotted = sum(bool(re.fullmatch(r"\d+\.\d+", key)) for key in keys if key) > ALWAYS / 2 * sum(map(bool, keys))
    owners = [parts for parts, key in zip(members, keys, strict=True) if key is not None]
    chosen = {key for key, _ in group.query} | set(ids)
    keep = []
    for name in sorted({name for parts in owners for name, _ in parts.query} - chosen - {page_key or ""}):
        values = [dict(parts.query)[name] for parts in owners if name in dict(parts.query)]
        if len(values) >= ALWAYS * len(owners) and len(owners) > 2 and not _varies_within(name, owners, first):
            keep.append(name)
    return Route(
        path=group.path,
        selectors=group.query,
        ids=ids,
        page_key=page_key,
        first_page=_first_page(owners, page_key) if page_key else ("0" if dotted else None),
        keep=tuple(keep),
        dotted=dotted,
        allowed=allowed,
    )


def _varies_within(name: str, members: Sequence[UrlParts], key: str | None) -> bool:
    """Whether one thread is seen with several values of a query key: then it is a view, not part of the identity."""
    seen: dict[str, set[str]] = defaultdict(set)
    for parts in members:
        query = dict(parts.query)
        if key in query and name in query:
            seen[query[key]].add(query[name])
    return any(len(values) > 1 for values in seen.values())


def _id_keys(group: Group) -> tuple[str, ...]:
    """Query keys that name the page: the thread's first, then those that stand alone for it (a post's)."""
    chosen = [key for key, value in group.query if value is None]
    queries = [dict(parts.query) for parts in group.members if parts.query]
    values: dict[str, list[str]] = defaultdict(list)
    alone: Counter[str] = Counter()
    for query in queries:
        numeric = [key for key, value in query.items() if value[:1].isdigit() or _is_code(value)]
        for key in numeric:
            values[key].append(query[key])
        if len(numeric) == 1:
            alone[numeric[0]] += 1
    if chosen:
        return tuple(chosen)
    full = [key for key in values if len(values[key]) >= ALWAYS * len(queries)]
    if full:
        best = [max(full, key=lambda key: (len(set(values[key])), _largest(values[key]), key))]
    else:
        best = sorted(_cover(queries, values, alone), key=lambda key: (_largest(values[key]), key))
    rest = sorted(
        (key for key in alone if key not in best and alone[key] > RARE * len(queries)), key=lambda k: -alone[k]
    )
    return (*best, *rest)


def _cover(queries: Sequence[dict[str, str]], values: dict[str, list[str]], alone: Counter[str]) -> list[str]:
    """A few keys so that nearly every query has one of them, those that stand alone first."""
    chosen: list[str] = []
    left = [query for query in queries if any(key in values for key in query)]
    while left and len(left) > RARE * len(queries):
        present = Counter(key for query in left for key in query if key in values)
        key = max(
            present, key=lambda k: (alone[k] > 0, present[k], k.lower() not in PAGE_NAMES, _largest(values[k]), k)
        )
        chosen.append(key)
        left = [query for query in left if key not in query]
    return chosen


def _largest(values: Sequence[str]) -> int:
    """Posts outnumber threads: of two counters of one forum the larger one counts the finer thing."""
    return max((int(value) for value in values if value.isdigit()), default=0)


def _is_code(value: str) -> bool:
    return bool(re.fullmatch(r"(?=.*\d)[0-9A-Za-z-]{5,40}", value))
