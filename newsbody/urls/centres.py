"""Cluster centres of plain structure vectors, without an eye on the decision graph.

Liu, Tan, Fu, Wang (section 5) leave open how they are found.

In an ultrametric every clustering by centres is a cut of the prefix tree, and δ takes only the values 1/1!, 1/2!, …,
one for each depth. What has to be found is a depth. The mean silhouette of a cut is exact and linear on the tree: the
mean distance to the own cluster is a sum of subtree sizes, the nearest other cluster hangs at the next branching
above. Of the cuts by depth, the one with the best mean silhouette is taken, and the densest point of each subtree is
its centre. The largest gap in ρ·δ and the knee of its curve do worse (``tests.benchmarks.centres``). Addresses whose
blocks are typed need no such search: see :mod:`newsbody.urls.clusters`.
"""

from __future__ import annotations

import numpy as np

from newsbody.urls.density import DecisionGraph, FloatArray, IntArray, PrefixTree, centres_below
from newsbody.urls.vector import distance


def choose_centres(graph: DecisionGraph) -> list[int]:
    """The centres of the cut with the best mean silhouette, as points in ascending order."""
    scores = cut_silhouettes(graph.tree)
    best = int(np.argmax(scores)) if len(scores) else 0
    return centres_below(graph, np.arange(len(graph.tree.depth))[graph.tree.level(best)])


def cut_silhouettes(tree: PrefixTree) -> FloatArray:
    """(N + 1,) mean silhouette of the URLs when the tree is cut at each depth; a cluster of one URL counts 0.

    A cut that leaves one cluster counts -1: it separates nothing.
    """
    above = _ancestors(tree)
    weight = tree.multiplicity
    scores = np.full(tree.longest + 1, -1.0)
    inner = np.zeros((tree.longest + 1, len(weight)))  # sum of distances to the own cluster, cut at each depth
    for depth in range(tree.longest - 1, -1, -1):
        fresh = tree.size[above[depth]] - tree.size[above[depth + 1]]
        inner[depth] = inner[depth + 1] + fresh * distance(depth + 1)
    outer = np.full(len(weight), np.inf)  # distance to the nearest other cluster
    for depth in range(1, tree.longest + 1):
        size = tree.size[above[depth]]
        outer = np.where(tree.size[above[depth - 1]] > size, distance(depth), outer)
        if not np.isfinite(outer).all():
            continue
        mean = inner[depth] / np.maximum(size - 1, 1)
        widest = np.maximum(np.maximum(mean, outer), np.finfo(float).tiny)
        scores[depth] = float(np.sum(np.where(size > 1, (outer - mean) / widest, 0.0) * weight) / np.sum(weight))
    return scores


def _ancestors(tree: PrefixTree) -> list[IntArray]:
    """For each depth the (p,) nodes above the points at that depth."""
    nodes = [tree.leaf]
    for _ in range(tree.longest):
        nodes.append(tree.parent[nodes[-1]])
    return nodes[::-1]
