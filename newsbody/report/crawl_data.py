"""What a report shows of a crawl: how addresses were told apart, and what came of them."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from newsbody.ground.extras import require
from newsbody.items import identity
from newsbody.page.sites import host_of
from newsbody.urls.clusters import Clustering, cluster_urls
from newsbody.urls.density import PrefixTree
from newsbody.urls.groups import Group
from newsbody.urls.normalize import is_media, split_url
from newsbody.urls.resolver import Resolver

#: Addresses shown of a kind, of a cluster, and of a point of the graph.
EXAMPLES, OF_CLUSTER, OF_POINT = 12, 5, 4
#: Branches of the tree that are shown below one node, the largest, and in all.
MOST_BRANCHES, MOST_NODES = 40, 3000


def addresses(urls: Iterable[str], resolver: Resolver | None) -> dict[str, Any] | None:
    """Everything the report shows of some addresses of one site; None without any that is a page."""
    different = sorted(set(urls))
    pages = [parts for parts in map(split_url, different) if parts is not None and not is_media(parts)]
    if not pages:
        return None
    clusters = cluster_urls(pages)
    kind_of = cache(resolver.kind) if resolver else None
    return {
        "count": len(different),
        "kinds": _kinds(different, kind_of),
        "clusters": [_cluster(group, kind_of) for group in clusters.groups],
        "graph": _graph(clusters),
        "tree": _tree(clusters.graph.tree, clusters.centres),
    }


def _kinds(urls: Sequence[str], kind_of: Callable[[str], str] | None) -> dict[str, Any]:
    if kind_of is None:
        return {}
    found: dict[str, list[str]] = {"topic": [], "list": [], "other": []}
    for url in urls:
        found[kind_of(url)].append(url)
    return {kind: {"count": len(some), "examples": _spread(some, EXAMPLES)} for kind, some in found.items()}


def _spread(values: Sequence[str], count: int) -> list[str]:
    """Some of all, from the first to the last."""
    return [values[i * len(values) // count] for i in range(count)] if len(values) > count else list(values)


def _cluster(group: Group, kind_of: Callable[[str], str] | None) -> dict[str, Any]:
    members = [parts.unsplit() for parts in group.members]
    kinds = Counter(map(kind_of, members)) if kind_of else Counter[str]()
    query = "&".join(f"{key}={'…' if value is None else value}" for key, value in group.query)
    return {
        "head": "/" + "/".join(group.path) + ("?" + query if query else ""),
        "count": len(members),
        "kind": kinds.most_common(1)[0][0] if kinds else "",
        "examples": _spread(members, OF_CLUSTER),
    }


def _graph(clusters: Clustering) -> dict[str, Any]:
    """Points with equal ρ and δ in one: ``[ρ, place, count, examples, clusters]``; the place p is a δ of 1/p!."""
    graph = clusters.graph
    places = [int(depth) + 1 for depth in graph.split]
    nearest = min((place for place in places if place > 0), default=1)
    centres = {centre: number for number, centre in enumerate(clusters.centres, 1)}
    of_point = _examples(clusters)
    points: dict[tuple[float, int], list[Any]] = {}
    counts = graph.tree.multiplicity.tolist()
    for point, (rho, place) in enumerate(zip(graph.rho.tolist(), places, strict=True)):
        key = round(rho, 4), place or nearest  # the densest point stands at the largest distance
        entry = points.setdefault(key, [*key, 0, [], []])
        entry[2] += counts[point]
        entry[3] += of_point[point][: OF_POINT - len(entry[3])]
        entry[4] += [centres[point]] if point in centres else []
    return {"points": [points[key] for key in sorted(points)], "deepest": max(max(places), 1)}


def _examples(clusters: Clustering) -> list[list[str]]:
    """Some addresses of each point."""
    of_point: list[list[str]] = [[] for _ in range(len(clusters.graph.tree.leaf))]
    for point, parts in zip(clusters.graph.tree.of.tolist(), clusters.pages, strict=True):
        if len(of_point[point]) < OF_POINT:
            of_point[point].append(parts.unsplit())
    return of_point


def _tree(tree: PrefixTree, centres: Sequence[int]) -> list[Any]:
    """Nested ``[text, count, cluster, children]``; a chain of single children is one, small branches are counted."""
    children: dict[int, list[int]] = defaultdict(list)
    for node, parent in enumerate(tree.parent.tolist()):
        children[parent].append(node)
    marks = {int(tree.leaf[centre]): number for number, centre in enumerate(centres, 1)}
    root: list[Any] = ["", int(tree.size[0]), 0, []]
    pending, made = deque([(0, root)]), 0
    while pending:
        node, row = pending.popleft()
        while len(children[node]) == 1:
            (node,) = children[node]
            row[0] = " / ".join(filter(None, (row[0], _label(tree, node))))
            row[2] = row[2] or marks.get(node, 0)
        below = sorted(children[node], key=lambda child: (-tree.size[child], child))
        shown = below[: MOST_BRANCHES if made < MOST_NODES else 0]
        for child in shown:
            branch: list[Any] = [_label(tree, child), int(tree.size[child]), marks.get(child, 0), []]
            row[3].append(branch)
            pending.append((child, branch))
        made += len(shown)
        if hidden := below[len(shown) :]:
            row[3].append([len(hidden), int(tree.size[hidden].sum()), 0, []])
    return root


def _label(tree: PrefixTree, node: int) -> str:
    return tree.values[int(tree.edge[node])]


# --- what a crawl gave, site by site: how much when, and what of it wants a look --------

#: Addresses that are named of each thing to look at.
NAMED = 50
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
#: A feed, and those of later crawls, which carry the time: ``2026-03-01T09-30-00-posts.jsonl``.
_FEED = re.compile(r"(?:\d{4}-\d\d-\d\dT[\d-]+-)?(\w+\.jsonl)")
_FEEDS = {"articles": "articles.jsonl", "posts": "posts.jsonl", "threads": "threads.jsonl"}


@dataclass
class CrawlFigures:
    """The items of one site. ``days``: day -> how many articles, how many posts; ``urls``: of articles and posts."""

    days: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_FEEDS, 0))
    urls: set[str] = field(default_factory=set)
    empty: list[str] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    truncated: list[str] = field(default_factory=list)

    def add(self, what: str, row: Mapping[str, Any]) -> None:
        """Count one item."""
        self.counts[what] += 1
        self.urls.add(row["url"])
        if what == "threads":
            self.truncated += [row["url"]] if row.get("truncated") else []
            return
        day = _DAY.match(row.get("datePublished") or "")
        if day:
            self.days[day[0]][what == "posts"] += 1
        if not (row.get("articleBody") if what == "articles" else row.get("text")):
            self.empty.append(row["url"])
        if row.get("duplicateOf"):
            self.duplicates.append((row["url"], row["duplicateOf"]))

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {
            **self.counts,
            "days": sorted((day, *counts) for day, counts in self.days.items()),
            "empty": [len(self.empty), self.empty[:NAMED]],
            "duplicates": [len(self.duplicates), self.duplicates[:NAMED]],
            "truncated": [len(self.truncated), self.truncated[:NAMED]],
        }


def read_items(source: str) -> dict[str, CrawlFigures]:
    """The items of a database (its address) or of a folder of feeds, by site.

    Raises ValueError (what to write) for what is neither, and OSError.
    """
    found: dict[str, CrawlFigures] = defaultdict(CrawlFigures)
    for what, row in _database(source) if "://" in source else _feeds(Path(source)):
        if isinstance(row.get("url"), str):
            found[host_of(row["url"])].add(what, row)
    return dict(found)


def _database(address: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    require("sqlalchemy", "database")
    from newsbody.database import open_written
    from newsbody.database.tables import EXPORTED

    database = open_written(address)
    try:
        for what in _FEEDS:
            yield from ((what, row) for row in database.read(EXPORTED[what]))
    finally:
        database.close()


def _feeds(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    newest_first = sorted(folder.rglob("*.jsonl"), key=lambda path: (path.name[0].isdigit(), path.name), reverse=True)
    found = [(match[1], path) for path in newest_first if (match := _FEED.fullmatch(path.name))]
    files = [(what, path) for what, wanted in _FEEDS.items() for name, path in found if name == wanted]
    if not files:
        raise ValueError(f"{folder} holds no feed ({', '.join(_FEEDS.values())}): name the folder that -a out= named")
    seen: set[bytes | None] = set()  # of what another crawl, or another worker, gave out again the newest counts
    for what, path in files:
        for number, line in enumerate(_lines(path), 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
            if isinstance(row, dict) and ((key := identity(row)) is None or key not in seen):
                seen.add(key)
                yield what, row


def _lines(path: Path) -> Iterable[str]:
    with path.open(encoding="utf-8") as file:
        yield from (line for line in file if line.strip())
