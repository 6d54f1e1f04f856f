"""The addresses of a site for the report: their clusters, decision graph and prefix tree, as JSON primitives."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

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
