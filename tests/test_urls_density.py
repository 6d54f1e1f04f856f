"""KNN-DPC on the prefix tree against the n² form, which exists only here."""

from __future__ import annotations

from itertools import pairwise
from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsbody.urls.centres import choose_centres, cut_silhouettes
from newsbody.urls.density import DecisionGraph, build_tree, centres_below, decision_graph, follow, grow
from newsbody.urls.vector import distance

Blocks = list[list[str]]

SAMPLES: st.SearchStrategy[Blocks] = st.lists(st.lists(st.sampled_from("abc"), max_size=5), min_size=1, max_size=24)


def graph_of(blocks: Blocks, k: int) -> DecisionGraph:
    return decision_graph(build_tree(blocks), k)


class Oracle:
    """The n² form: all distances, one row of them sorted for each URL."""

    def __init__(self, blocks: Blocks, k: int) -> None:
        longest = max(map(len, blocks))
        padded = [tuple(row + [""] * (longest - len(row))) for row in blocks]
        self.points = sorted(set(padded))
        self.of = [self.points.index(row) for row in padded]
        self.count = [padded.count(point) for point in self.points]
        self.place = [[self._first_difference(a, b) for b in self.points] for a in self.points]
        self.distance = [[distance(place) for place in row] for row in self.place]
        self.rho, self.lists = zip(*(self._neighbours(i, k) for i in range(len(self.points))), strict=True)
        self.order = sorted(range(len(self.points)), key=lambda i: (-self.rho[i], i))
        self.delta, self.denser = self._deltas()

    @staticmethod
    def _first_difference(a: tuple[str, ...], b: tuple[str, ...]) -> int:
        return next((i for i, (x, y) in enumerate(zip(a, b, strict=True), 1) if x != y), 0)

    def _neighbours(self, i: int, k: int) -> tuple[float, frozenset[int]]:
        others = [(self.distance[i][j], j) for j in range(len(self.points)) for _ in range(self.count[j] - (i == j))]
        nearest = sorted(others)[:k]
        reach = nearest[-1][0] if len(nearest) == k else float("inf")
        return sum(exp(-d) for d, _ in nearest), frozenset({i} | {j for d, j in others if d <= reach})

    def _deltas(self) -> tuple[list[float], list[int]]:
        delta, denser = [0.0] * len(self.points), list(range(len(self.points)))
        for rank, i in enumerate(self.order):
            before = self.order[:rank]
            if before:
                delta[i] = min(self.distance[i][j] for j in before)
                denser[i] = next(j for j in before if self.distance[i][j] == delta[i])
            else:
                delta[i] = max(self.distance[i])
        return delta, denser

    def grow(self, centres: list[int]) -> list[int]:
        label = {centre: number for number, centre in enumerate(centres)}
        for centre in sorted(centres, key=self.order.index):
            pending, visited = [centre], {centre}
            while pending:
                point = pending.pop(0)
                for other in sorted(self.lists[point] - visited):
                    if other not in label or other == centre:
                        label[other] = label[centre]
                        visited.add(other)
                        pending.append(other)
        for point in self.order:
            label.setdefault(point, label.get(self.denser[point], 0))
        return [label[point] for point in range(len(self.points))]


@settings(max_examples=150)
@given(SAMPLES, st.integers(1, 8))
def test_tree_equals_the_quadratic_form(blocks: Blocks, k: int) -> None:
    graph, oracle = graph_of(blocks, k), Oracle(blocks, k)
    assert graph.tree.of.tolist() == oracle.of
    assert graph.rho == pytest.approx(oracle.rho, rel=1e-12)
    assert graph.delta == pytest.approx(oracle.delta, rel=1e-12)
    assert graph.order.tolist() == oracle.order
    assert graph.denser.tolist() == oracle.denser
    for point, node in enumerate(graph.ball):
        first = graph.tree.first[node]
        assert set(range(first, first + graph.tree.points[node])) == oracle.lists[point]


@settings(max_examples=150)
@given(SAMPLES, st.integers(1, 8), st.data())
def test_growth_equals_the_quadratic_form(blocks: Blocks, k: int, data: st.DataObject) -> None:
    graph, oracle = graph_of(blocks, k), Oracle(blocks, k)
    points = st.integers(0, len(oracle.points) - 1)
    centres = sorted(data.draw(st.sets(points, min_size=1)))
    assert grow(graph, centres).tolist() == oracle.grow(centres)


@settings(max_examples=100)
@given(SAMPLES)
def test_silhouettes_equal_the_quadratic_form(blocks: Blocks) -> None:
    tree, oracle = build_tree(blocks), Oracle(blocks, 1)
    for depth, score in enumerate(cut_silhouettes(tree)):
        heads = [point[:depth] for point in oracle.points]
        if len(set(heads)) == 1:
            assert score == -1
            continue
        total = 0.0
        for i, head in enumerate(heads):
            own = [j for j, h in enumerate(heads) if h == head]
            size = sum(oracle.count[j] for j in own)
            if size == 1:
                continue
            a = sum(oracle.distance[i][j] * oracle.count[j] for j in own) / (size - 1)
            b = min(oracle.distance[i][j] for j, h in enumerate(heads) if h != head)
            total += oracle.count[i] * (b - a) / max(a, b)
        assert score == pytest.approx(total / len(blocks), abs=1e-9)


@settings(max_examples=50)
@given(SAMPLES)
def test_order_of_urls_does_not_matter(blocks: Blocks) -> None:
    a, b = graph_of(blocks, 3), graph_of(blocks[::-1], 3)
    assert a.rho.tolist() == b.rho.tolist()
    assert choose_centres(a) == choose_centres(b)


def test_two_kinds_of_pages_make_two_clusters() -> None:
    blocks = [["thread", str(i), "1", "html"] for i in range(30)] + [["member", str(i), "html"] for i in range(20)]
    graph = graph_of(blocks, 10)
    centres = choose_centres(graph)
    labels = follow(graph, centres)[graph.tree.of]
    assert len(centres) == 2
    assert len(set(labels[:30])) == 1
    assert set(labels[:30]).isdisjoint(labels[30:])


def test_centres_stand_out_in_the_decision_graph() -> None:
    blocks = [["thread", str(i)] for i in range(30)] + [["member", str(i)] for i in range(20)]
    graph = graph_of(blocks, 10)
    centres = choose_centres(graph)
    rest = np.setdiff1d(np.arange(len(graph.rho)), centres)
    gamma = graph.rho * graph.delta
    assert gamma[centres].min() > gamma[rest].max()


def test_points_below_a_node_are_consecutive() -> None:
    tree = build_tree([["b", "x"], ["a"], ["b", "y"], ["a"], []])
    assert tree.multiplicity.tolist() == [1, 2, 1, 1]
    assert tree.size[0] == 5
    for depth in range(tree.longest + 1):
        ends = [(tree.first[n], tree.first[n] + tree.points[n]) for n in range(len(tree.depth))[tree.level(depth)]]
        assert [a for _, a in ends[:-1]] == [b for b, _ in ends[1:]]
        assert all(a < b for a, b in pairwise([0, *(end for _, end in ends)]))


def test_one_url_and_equal_urls() -> None:
    graph = graph_of([["a", "b"]] * 4, 2)
    assert graph.rho.tolist() == [2.0]
    assert graph.delta.tolist() == [0.0]
    assert choose_centres(graph) == [0]
    assert centres_below(graph, [0]) == [0]


def test_bad_input_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="no URLs"):
        build_tree([])
    with pytest.raises(ValueError, match="at least 1, not 0"):
        graph_of([["a"]], 0)
