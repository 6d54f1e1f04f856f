"""From a group of like addresses to its route: which number is the thread, which is the page, what can be left out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts
from newsbody.urls.paging import first_page_of, page_hole_of, page_key_of, page_tail_of
from newsbody.urls.routes import Route
from newsbody.urls.shapes import PAGE_NAMES, Shape, words_in
from newsbody.urls.thread_forms import plain_forms
from newsbody.urls.titled import CLEARLY, choose_key, title_purity

#: A query key belongs to the address of the page when at least this share of the members has it.
ALWAYS = 0.9

#: What fewer members than this share have is junk.
RARE = 0.02

_HOLE = re.compile(r"\{[nxhs]\}")


def derive_route(group: Group, crawled: Crawled | None = None) -> Route:
    """The likeliest route of a group."""
    return derive_routes(group, crawled)[0]


def derive_routes(group: Group, crawled: Crawled | None = None) -> list[Route]:
    """What may be the route of a group, the likeliest first: by what links and pagers say, then by what it looks like.

    What a crawl has seen decides how pages are numbered, where anything numbered was seen.
    """
    usual = _from_path(group) if group.keyed_by_path else _from_query(group)
    if crawled is None:
        return [usual]
    found = []
    for route in filter(None, (_by_evidence(group, crawled), usual)):
        same = (route.path, route.id_hole, route.ids[:1]) == (usual.path, usual.id_hole, usual.ids[:1])
        if not crawled.ways:  # nothing numbered was seen: what numbers look like has to do
            route = usual if same else route
            found.append(replace(route, marks=_marks(group, route)))
            continue
        route = replace(route, page_hole=None, page_key=None, page_tail=(), first_page=None, dotted=False)
        route = replace(route, marks=_marks(group, route))
        found += [replace(route, forms=forms) for forms in plain_forms(group, route, crawled)]
    return list(dict.fromkeys(found))


def _fixed(rows: Sequence[Sequence[str]], holes: Sequence[str], key: int) -> tuple[tuple[int, str], ...]:
    """Numbers behind the key that do not follow it, such as that of the list which led to a thread, and the least."""
    found = []
    for hole in range(key + 1, len(holes)):
        values: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            values[row[key]].add(row[hole])
        seen = {row[hole] for row in rows}
        free = any(len(own) > 1 for own in values.values()) or 2 * len(seen) < len(values)
        if holes[hole] == "{n}" and free:
            found.append((hole, min(seen, key=_size)))
    return tuple(found)


def _marks(group: Group, route: Route) -> tuple[str, ...]:
    """Words and numbered words behind the keys of several threads, most of which are seen without: no titles."""
    tails: dict[str, list[set[str]]] = defaultdict(list)
    behind: dict[str, set[str]] = defaultdict(set)
    for parts, shapes in zip(group.members, group.shapes, strict=True):
        match = route.match(parts)
        key = route.thread_key(parts, match) if match else None
        if key is None:
            continue
        tail = {s.pattern for s in shapes[len(route.path) :] if s.is_word or (s.has_id and "{s}" not in s.pattern)}
        tails[key].append(tail)
        for pattern in tail:
            behind[pattern].add(key)
    alone = {mark for mark in behind if "{" not in mark and words_in(mark) < 2}
    marks = {mark for mark, keys in behind.items() if len(keys) > 1 or mark in alone}
    without = {mark: sum(any(mark not in tail for tail in tails[key]) for key in behind[mark]) for mark in marks}
    return tuple(sorted(mark for mark in marks if 2 * without[mark] > len(behind[mark])))


def _by_evidence(group: Group, crawled: Crawled) -> Route | None:
    """The route by that part of the addresses which links and pagers show to be the thread's; None: they do not.

    It may stand behind the place where others have theirs: what each value of which has many titles, and one further
    back one each, is a board or a date.
    """
    depth, found, shown = len(group.path), None, 0.0
    titled = [shapes for parts, shapes in zip(group.members, group.shapes, strict=True) if crawled.listed[parts] > 0]
    for extra in (0, 1, 2, 3):
        among = (titled if extra else None) or group.shapes
        patterns = Counter(tuple(shape.pattern for shape in shapes[: depth + extra]) for shapes in among)
        patterns = Counter({pattern: n for pattern, n in patterns.items() if len(pattern) == depth + extra})
        path = min(patterns, key=lambda pattern: (-patterns[pattern], pattern), default=())
        if extra and ("{" not in "".join(path[-1:]) or 2 * patterns[path] < len(among)):
            continue
        pairs = [(parts, shapes) for parts, shapes in zip(group.members, group.shapes, strict=True)
                 if _begins(shapes, path)]  # fmt: skip
        members = [parts for parts, _ in pairs]
        rows = [[value for shape in shapes[: depth + extra] for value in shape.values] for _, shapes in pairs]
        columns: dict[str, list[str | None]] = {}
        for hole in range(len(rows[0]) if rows else 0):
            columns[f"{hole}"] = [row[hole] for row in rows]
        chosen = {key for key, value in group.query if value is not None}
        for key in sorted({key for parts in members for key, _ in parts.query} - chosen):
            columns[f"?{key}"] = [dict(parts.query).get(key) or None for parts in members]
        best = choose_key(members, columns, crawled)
        if best is None and found is None and extra and rows and len(rows[0]) > 1:
            # Numbers that start anew in each folder name a thread together with it.
            columns = {f"{len(rows[0]) - 1}": ["/".join(row) for row in rows]}
            if best := choose_key(members, columns, crawled):
                return replace(_route_by(group, path, best, rows), within=tuple(range(int(best))))
        if best is None:
            continue
        purity = title_purity(members, columns[best], crawled) or 0.0
        further = found is not None and not best.startswith("?") and int(best) >= "".join(found.path).count("{")
        if found is None or (further and purity > shown + CLEARLY):
            found, shown = _route_by(group, path, best, rows), purity
    return found


def _route_by(group: Group, path: tuple[str, ...], best: str, rows: Sequence[Sequence[str]]) -> Route:
    """The route whose key is a hole of the path, by its number, or ``?`` and a query key."""
    if not best.startswith("?"):
        holes = _HOLE.findall("".join(path))
        slash = 2 * sum(parts.slash for parts in group.members) > len(group.members)
        slug_follows, keep_slug = _slug([shapes[len(path) :] for shapes in group.shapes if _begins(shapes, path)])
        return Route(path=path, selectors=group.query, id_hole=int(best), slash=slash, slug_follows=slug_follows,
                     keep_slug=keep_slug, fixed=_fixed(rows, holes, int(best)),
                     endings=_endings(group, int(best), holes, rows))  # fmt: skip
    selectors = tuple((key, value) for key, value in group.query if value is not None)
    others = [key for key in _id_keys(group) if key != best[1:]]
    return Route(path=path, selectors=selectors, ids=(best[1:], *others))


def thread_keys(group: Group, route: Route) -> list[str]:
    """The thread key of each member, members without one left out."""
    keys = []
    for parts in group.members:
        match = route.match(parts)
        key = route.thread_key(parts, match) if match else None
        if key is not None:
            keys.append(key)
    return keys


def _from_path(group: Group) -> Route:
    depth = len(group.path)
    rows = [[value for shape in shapes[:depth] for value in shape.values] for shapes in group.shapes]
    holes = _HOLE.findall("".join(group.path))
    in_key = len(_HOLE.findall(group.path[-1]))
    key_hole = _key_hole(rows, holes, len(holes) - in_key)
    spare = [hole for hole in range(len(holes) - in_key, len(holes)) if hole != key_hole and holes[hole] == "{n}"]
    page_hole = page_hole_of(rows, key_hole, spare)
    fixed = tuple((hole, min({row[hole] for row in rows}, key=_size)) for hole in spare if hole > key_hole != page_hole)
    fixed = tuple((hole, value) for hole, value in fixed if hole != page_hole)
    tails = [shapes[depth:] for shapes in group.shapes]
    bare = [parts for parts, tail in zip(group.members, tails, strict=True) if not tail]
    slug_follows, keep_slug = _slug(tails)
    keys = [row[key_hole] for row in rows]
    page_tail, first_tail = page_tail_of(keys, [t[1:] if t and _is_title(t[0]) else t for t in tails])
    page_key = None if page_tail else page_key_of(keys, group.members, ())
    first = first_tail or (
        first_page_of(group.members, page_key) if page_key else ("1" if page_hole is not None else None)
    )
    return Route(
        path=group.path,
        id_hole=key_hole,
        page_hole=page_hole,
        page_key=page_key,
        page_tail=page_tail,
        first_page=first,
        fixed=fixed,
        slug_follows=slug_follows,
        keep_slug=keep_slug,
        slash=2 * sum(parts.slash for parts in (bare or group.members)) > len(bare or group.members),
        keep=_always_beside(page_key, group.members) if page_key else (),
        endings=_endings(group, key_hole, holes, rows),
    )


def _always_beside(page_key: str, members: Sequence[UrlParts]) -> tuple[str, ...]:
    """What each number of a page comes with, the same for all threads: `v` of `/topic/5/?page=2&v=0`."""
    pages = [parts.query for parts in members if page_key in dict(parts.query)]
    always = set[tuple[str, str]].intersection(*map(set, pages)) if len(pages) > 1 else set()
    return tuple(sorted(key for key, _ in always if key != page_key))


def _begins(shapes: Sequence[Shape], path: Sequence[str]) -> bool:
    return [shape.pattern for shape in shapes[: len(path)]] == list(path)


def _slug(tails: Sequence[Sequence[Shape]]) -> tuple[bool, bool]:
    """Whether a title may follow the path of a route, and whether it always does, by what stands behind that path."""
    follows = sum(bool(tail) and _is_title(tail[0]) for tail in tails)
    return follows > RARE * len(tails), sum(not tail for tail in tails) < (1 - ALWAYS) * follows


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


def _from_query(group: Group) -> Route:
    ids = _id_keys(group)
    members = group.members
    first = ids[0] if ids else None
    keys: list[str | None] = [dict(parts.query).get(first) if first else None for parts in members]
    page_key = page_key_of(keys, members, ids)
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
        first_page=first_page_of(owners, page_key) if page_key else ("0" if dotted else None),
        keep=tuple(keep),
        dotted=dotted,
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
        numeric = [key for key, value in query.items() if value[:1].isdecimal() or _is_code(value)]
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
    return max((int(value) for value in values if value.isdecimal()), default=0)


def _is_code(value: str) -> bool:
    return bool(re.fullmatch(r"(?=.*\d)[0-9A-Za-z-]{5,40}", value))
