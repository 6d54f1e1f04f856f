"""Clusters of like addresses: KNN-DPC on structure vectors whose blocks are typed, centres chosen branch by branch.

Plain structure vectors compare ids by their value: two threads differ as much as a thread and a form. Here a block is
the *shape* of a path segment (``{s}.{n}``) or the part of the query that chooses the kind of page. The vector of an
address is its head, an empty block that ends it, and the shapes and query keys that follow the key.

Centres without an eye on the decision graph (Liu, Tan, Fu, Wang leave it open): δ takes only the values 1/1!, 1/2!, …,
one for each depth of the prefix tree. Choosing centres by a threshold on δ or ρ·δ (the largest gap, the knee) or by
one depth for all (silhouette) therefore cuts the tree at nearly the same depth everywhere, and no depth fits: a forum
has ``/faq.php`` beside ``/forum/threads/title.7/page-2``. What ends a cluster in truth is the place where the scheme of
the site ends and the names of its pages begin. It is looked for in each branch by itself: the first node after which
blocks are names (ids by their type, texts by not recurring), and the densest point below it is the centre: a point of
high ρ whose δ is large *for its branch*. No number of clusters, no threshold, no K for a site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsbody.urls.density import (
    DEFAULT_K,
    DecisionGraph,
    PrefixTree,
    build_tree,
    centres_below,
    decision_graph,
    follow,
)
from newsbody.urls.groups import Group, key_depths
from newsbody.urls.normalize import UrlParts, is_media
from newsbody.urls.queries import split_queries
from newsbody.urls.siblings import read_paths


@dataclass(frozen=True, slots=True)
class Clustering:
    """Clusters of a sample with the decision graph they were read from.

    ``graph``: over the typed vectors.
    ``centres``: the point of each cluster's centre.
    ``groups``: the clusters, in the order of ``centres``.
    ``pages``: (n,) the addresses in the order of the tree's ``of``.
    """

    graph: DecisionGraph
    centres: list[int]
    groups: list[Group]
    pages: list[UrlParts]


def cluster_urls(sample: Sequence[UrlParts], k: int = DEFAULT_K) -> Clustering:
    """Cluster the addresses of one site; pictures, feeds and the like are left out. Order and repeats do not matter.

    Growth is along nearest denser points. Breadth-first growth over K-nearest lists joins clusters that are smaller
    than K; on real sites that costs topics (benchmark ``tests.benchmarks.centres``).

    Raises ValueError when no page is left.
    """
    pages = sorted({parts for parts in sample if not is_media(parts)}, key=lambda p: (p.path, p.query, p.slash))
    paths = read_paths([parts.path for parts in pages])
    heads: list[tuple[int, tuple[tuple[str, str | None], ...]]] = [(0, ())] * len(pages)
    by_path: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, (shapes, depth) in enumerate(zip(paths, key_depths(paths), strict=True)):
        heads[number] = (depth, ())
        by_path[tuple(shape.pattern for shape in shapes[:depth])].append(number)
    for path, numbers in by_path.items():
        if not path or "{" not in path[-1]:  # the key is not in the path: the query says what is asked for
            for number, query in zip(numbers, split_queries(path, [pages[n].query for n in numbers]), strict=True):
                heads[number] = (heads[number][0], query)
    vectors, ends = [], []
    for parts, shapes, (depth, query) in zip(pages, paths, heads, strict=True):
        patterns = [shape.pattern for shape in shapes]
        head = [*patterns[:depth], *(f"{key}={value or ''}" for key, value in query), ""]
        chosen = {key for key, _ in query}
        vectors.append([*head, *patterns[depth:], *sorted({key for key, _ in parts.query} - chosen)])
        ends.append(len(head))
    graph = decision_graph(build_tree(vectors), k)
    nodes = _nodes_at(graph.tree, np.array(ends))
    centres = centres_below(graph, nodes)
    groups: dict[int, Group] = {}
    for number, label in enumerate(follow(graph, centres)[graph.tree.of].tolist()):
        group = groups.get(label)
        if group is None:
            depth, query = heads[number]
            group = groups[label] = Group((tuple(shape.pattern for shape in paths[number][:depth]), query))
        group.members.append(pages[number])
        group.shapes.append(paths[number])
    return Clustering(graph, centres, [groups[label] for label in sorted(groups)], pages)


def _nodes_at(tree: PrefixTree, ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """The different nodes at which the heads of the addresses end. ``ends``: (n,) length of each head."""
    node = tree.leaf[tree.of]
    for depth in range(tree.longest, 0, -1):
        node = np.where(ends < depth, tree.parent[node], node)
    return np.unique(node)
