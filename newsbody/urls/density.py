"""KNN-DPC on a prefix tree: the decision graph of n URLs in O(n·N) (Liu, Tan, Fu, Wang, section 3.1.2).

The distance of two structure vectors depends on their common prefix alone, so every ball around a point is a subtree
of the prefix tree and every sum over neighbours is a sum over subtree sizes. Three things the seed leaves open:

- **Ties.** An ultrametric is full of them. ρ does not depend on how they are broken. The K-nearest list of a point
  holds every point that is as near as the K-th, so it is the smallest subtree with K other points.
- **Equal densities.** Of equally dense points the one whose blocks come first in the alphabet counts as denser.
  The result so does not depend on the order of the URLs.
- **Distance.** 1/Ns! instead of N!/Ns! (see :func:`newsbody.urls.vector.distance`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from newsbody.urls.vector import distance, value_matrix

#: Neighbours of a point, one number for all sites. The clusters hardly depend on it (benchmark: 5, 10, 20).
DEFAULT_K = 10

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PrefixTree:
    """Nodes of all prefixes that occur, root first, level by level. A node of depth d stands for d equal blocks.

    Points are the *different* vectors in alphabetical order, each the leaf of its branch.

    ``parent``: (m,) node above, -1 for the root.
    ``depth``: (m,) number of blocks.
    ``edge``: (m,) number of the last block in ``values``; 0, the empty block, for the root.
    ``size``: (m,) URLs below, repeats counted.
    ``first``: (m,) number of the first point below; the points below a node are consecutive.
    ``points``: (m,) number of points below.
    ``leaf``: (p,) node of each point.
    ``of``: (n,) point of each URL.
    ``values``: the different blocks.
    """

    parent: IntArray
    depth: IntArray
    edge: IntArray
    size: IntArray
    first: IntArray
    points: IntArray
    leaf: IntArray
    of: IntArray
    values: tuple[str, ...]

    @property
    def longest(self) -> int:
        """N, the length of the vectors."""
        return int(self.depth[-1])

    @property
    def multiplicity(self) -> IntArray:
        """(p,) number of URLs of each point."""
        return self.size[self.leaf]

    def level(self, depth: int) -> slice:
        """The nodes of one depth."""
        first, last = np.searchsorted(self.depth, (depth, depth + 1))
        return slice(int(first), int(last))


@dataclass(frozen=True, slots=True)
class DecisionGraph:
    """ρ and δ of every point, and how points hang together.

    ``rho``: (p,) Σ exp(−d) over the K nearest (equation 5).
    ``delta``: (p,) distance to the nearest denser point, the largest distance for the densest (equation 6).
    ``split``: (p,) depth of the deepest node that holds a point and a denser one; -1 for the densest point.
    ``denser``: (p,) the densest point at that distance, a point itself when it is the densest.
    ``ball``: (p,) node whose subtree is the K-nearest list with the point itself.
    ``order``: (p,) points from the densest down.
    """

    tree: PrefixTree
    rho: FloatArray
    delta: FloatArray
    split: IntArray
    denser: IntArray
    ball: IntArray
    order: IntArray


def build_tree(blocks: Iterable[Sequence[str]]) -> PrefixTree:
    """The prefix tree of block sequences; shorter ones end in empty blocks, as structure vectors do.

    Raises ValueError when there are no sequences.
    """
    matrix, values = value_matrix(blocks)
    if not len(matrix):
        raise ValueError("no URLs to build a prefix tree of")
    alphabetical = np.array(sorted(range(len(values)), key=values.__getitem__), dtype=np.int64)
    rank = np.empty(len(values), dtype=np.int64)
    rank[alphabetical] = np.arange(len(values))
    branch = np.zeros(len(matrix), dtype=np.int64)
    parents, sizes, edges = [np.array([-1])], [np.array([len(matrix)])], [np.array([0])]
    for place in range(matrix.shape[1]):
        key = branch * len(values) + rank[matrix[:, place]]
        nodes, branch, size = np.unique(key, return_inverse=True, return_counts=True)
        parents.append(nodes // len(values))
        edges.append(alphabetical[nodes % len(values)])
        sizes.append(size)
    return _assemble(parents, sizes, edges, branch, tuple(values))


def _assemble(
    parents: list[IntArray], sizes: list[IntArray], edges: list[IntArray], of: IntArray, values: tuple[str, ...]
) -> PrefixTree:
    """Join the levels: numbers within a level become node numbers, counts of points rise from the leaves."""
    start = np.cumsum([0, *map(len, parents)])
    points = np.ones(int(start[-1]), dtype=np.int64)
    first = np.zeros(int(start[-1]), dtype=np.int64)
    for level in range(len(parents) - 1, 0, -1):
        nodes, over = slice(start[level], start[level + 1]), slice(start[level - 1], start[level])
        points[over] = np.bincount(parents[level], weights=points[nodes], minlength=len(parents[level - 1]))
    for level in range(1, len(parents)):  # points are consecutive: a node begins where its elder sibling ends
        nodes = slice(start[level], start[level + 1])
        first[nodes] = np.cumsum(points[nodes]) - points[nodes]
    above = [number + start[level - 1] if level else number for level, number in enumerate(parents)]
    return PrefixTree(
        parent=np.concatenate(above).astype(np.int64),
        depth=np.repeat(np.arange(len(parents)), np.diff(start)).astype(np.int64),
        edge=np.concatenate(edges).astype(np.int64),
        size=np.concatenate(sizes).astype(np.int64),
        first=first,
        points=points,
        leaf=np.arange(start[-2], start[-1], dtype=np.int64),
        of=of.astype(np.int64),
        values=values,
    )


def decision_graph(tree: PrefixTree, k: int = DEFAULT_K) -> DecisionGraph:
    """ρ, δ and K-nearest lists of all points, exactly, without a distance matrix.

    Raises ValueError when k is below 1.
    """
    if k < 1:
        raise ValueError(f"k is the number of neighbours and must be at least 1, not {k}")
    rho, ball = _densities(tree, k)
    order = np.lexsort((np.arange(len(rho)), -rho))
    place = np.empty(len(rho), dtype=np.int64)
    place[order] = np.arange(len(rho))
    return _deltas(tree, rho, ball, order, place)


def _densities(tree: PrefixTree, k: int) -> tuple[FloatArray, IntArray]:
    """Walk from the leaves to the root, all points at once: each level adds the URLs that share one block less."""
    node = tree.leaf
    reached = np.minimum(tree.multiplicity - 1, k)
    rho = reached.astype(np.float64)  # repeats are at distance 0: exp(0) = 1
    ball = np.where(reached >= k, node, -1)
    for depth in range(tree.longest, 0, -1):
        node = tree.parent[node]
        further = np.minimum(tree.size[node] - 1, k) - reached
        rho += further * exp(-distance(depth))
        reached += further
        ball = np.where((ball < 0) & (reached >= k), node, ball)
    return rho, np.maximum(ball, 0)  # fewer than K others: the whole tree


def _tops(tree: PrefixTree, place: IntArray) -> IntArray:
    """(m,) the place in the order of densities of the densest point below each node."""
    top = np.full(len(tree.parent), len(place), dtype=np.int64)
    top[tree.leaf] = place
    for depth in range(tree.longest, 0, -1):
        nodes = tree.level(depth)
        np.minimum.at(top, tree.parent[nodes], top[nodes])
    return top


def _deltas(tree: PrefixTree, rho: FloatArray, ball: IntArray, order: IntArray, place: IntArray) -> DecisionGraph:
    """Walk up until a subtree holds something denser: the densest point there is at distance δ."""
    top = _tops(tree, place)
    split = np.full(len(rho), -1, dtype=np.int64)
    denser = np.arange(len(rho))
    node = tree.leaf
    for depth in range(tree.longest, 0, -1):
        node = tree.parent[node]
        found = (split < 0) & (top[node] < place)
        split[found] = depth - 1
        denser[found] = order[top[node[found]]]
    children = np.bincount(tree.parent[1:], minlength=len(tree.parent))
    branching = tree.depth[children > 1]
    widest = int(branching[0]) + 1 if len(branching) else 0
    delta = np.array([distance(depth + 1) for depth in range(tree.longest + 1)])[np.maximum(split, 0)]
    delta[order[0]] = distance(widest)
    return DecisionGraph(tree, rho, delta, split, denser, ball, order)


def centres_below(graph: DecisionGraph, nodes: Sequence[int] | IntArray) -> list[int]:
    """The densest points below the given nodes, each once, in ascending order."""
    place = np.empty(len(graph.order), dtype=np.int64)
    place[graph.order] = np.arange(len(graph.order))
    tops: list[int] = np.unique(graph.order[_tops(graph.tree, place)[np.asarray(nodes, dtype=np.int64)]]).tolist()
    return tops


def follow(graph: DecisionGraph, centres: Sequence[int]) -> IntArray:
    """Clusters by the nearest denser point: each point belongs where that belongs, up to a centre.

    Returns (p,) number of the centre in ``centres``; points above every centre go to the first.
    """
    label = np.full(len(graph.rho), -1, dtype=np.int64)
    label[list(centres)] = np.arange(len(centres))
    for point in graph.order[label[graph.order] < 0].tolist():
        label[point] = max(0, label[graph.denser[point]])
    return label


def grow(graph: DecisionGraph, centres: Sequence[int]) -> IntArray:
    """Clusters by breadth-first growth from the centres over K-nearest lists (seed, algorithm 2).

    Denser centres grow first. What no list reaches joins the cluster of its nearest denser point.

    Returns (p,) number of the centre in ``centres``.
    """
    tree = graph.tree
    label = np.full(len(graph.rho), -1, dtype=np.int64)
    label[list(centres)] = np.arange(len(centres))
    for cluster in sorted(range(len(centres)), key=lambda c: (-graph.rho[centres[c]], centres[c])):
        pending = deque([int(graph.ball[centres[cluster]])])
        visited = set(pending)
        while pending:
            node = pending.popleft()
            points = np.arange(tree.first[node], tree.first[node] + tree.points[node])
            fresh = points[label[points] < 0]
            label[fresh] = cluster
            reached = set(np.unique(graph.ball[fresh]).tolist()) - visited
            visited |= reached
            pending.extend(sorted(reached))
    for point in graph.order[label[graph.order] < 0].tolist():
        label[point] = max(0, label[graph.denser[point]])
    return label
