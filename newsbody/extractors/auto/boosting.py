"""Boosted regression trees as flat arrays, evaluated for all rows and trees at once.

Nodes of all trees lie in one row of arrays. The children of a node are neighbours, so one
number leads to both; a leaf leads to itself and no value is above its threshold. So rows
that have arrived take further steps on the spot, and few steps ask whether they have.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsbody.page.characters import IntArray

#: How the arrays of an ensemble are packed: little-endian, deflated, base64. Children are counted from
#: their parent, which makes small numbers.
_PACKED = {"feature": "<u1", "threshold": "<f4", "child": "<u2", "value": "<f2", "root": "<u2"}

#: The uppermost levels of a tree are one step: all their comparisons, a bit each, tell the node below.
TOP_LEVELS = 3
#: So many steps are taken before the rows that have arrived are left out.
STEPS = 3
#: So many rows are looked at together, what their steps take stays in the processor's cache: 8,000 in a third of the
#: time, and in a fifth of the memory. (Most pages have fewer.)
ROWS_AT_ONCE = 512
#: So many trees are asked of every row. Rows that they leave below these log odds, three quarters of a page's, are
#: given up: 2 of 34,812 would have ended above 0. The other trees would have taken their log odds up to twice as far.
FIRST_TREES, HOPELESS, FURTHER = 24, -2.0, 2.0


@dataclass(frozen=True)
class TreeEnsemble:
    """Additive trees. ``feature``, ``threshold``, ``child``, ``value`` have one entry a node, ``root`` one a tree.

    Trees may come in several ``chains`` of the same length, each trained from other random
    numbers and standing behind the one before: what all of them say together, on average.
    """

    feature: NDArray[np.integer]
    threshold: NDArray[np.float32]
    #: The left child, taken by values up to the threshold; the right one stands behind it.
    child: NDArray[np.integer]
    value: NDArray[np.float32]
    root: NDArray[np.integer]
    #: What the sum starts from.
    base: float
    chains: int = 1

    def raw(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of all trees, the mean of all chains, for each row of a ``(k, features)`` matrix: log odds, (k,).

        Rows that are hopeless after the first trees of the first chain are not asked any further.
        """
        if len(rows) > ROWS_AT_ONCE:
            return np.concatenate(
                [self.raw(rows[start : start + ROWS_AT_ONCE]) for start in range(0, len(rows), ROWS_AT_ONCE)]
            )
        base, chains = np.float32(self.base), np.float32(self.chains)
        if len(self.root) <= FIRST_TREES * self.chains:
            return np.asarray(self._sum(rows, slice(None)) / chains + base)
        first = self._sum(rows, slice(FIRST_TREES))
        total = (first + base) * np.float32(FURTHER)
        left = (total >= HOPELESS * FURTHER).nonzero()[0]
        further = self._sum(rows.take(left, axis=0), slice(FIRST_TREES, None))
        total[left] = (first[left] + further) / chains + base
        return np.asarray(total)

    def _sum(self, rows: NDArray[np.float32], trees: slice) -> NDArray[np.float32]:
        """The sum of these trees for each row."""
        leaves = self._walk(rows[0].tolist(), trees) if len(rows) == 1 else self._leaves(rows, trees)
        return np.asarray(self.value.take(leaves).reshape(len(rows), len(self.root[trees])).sum(axis=1))

    def _walk(self, row: list[float], trees: slice) -> list[int]:
        """The leaf of each of these trees for a single row: so few steps are quicker without numpy."""
        feature, threshold, child = self._lists
        leaves = []
        for node in self.root[trees].tolist():
            while child[node] != node:
                node = child[node] + (row[feature[node]] > threshold[node])
            leaves.append(node)
        return leaves

    @cached_property
    def _lists(self) -> tuple[list[int], list[float], list[int]]:
        return self.feature.tolist(), self.threshold.tolist(), self.child.tolist()

    def _leaves(self, rows: NDArray[np.float32], trees: slice) -> IntArray:
        """The leaves of these trees for each row, one row's behind the other's."""
        width = rows.shape[1]
        feature, threshold, below = self._top
        feature, threshold, below = feature[trees], threshold[trees], below[trees]
        above = rows.take(feature.ravel(), axis=1) > threshold.ravel()
        outcome = np.packbits(above, axis=1) + np.arange(0, below.size, below.shape[1])
        node = below.take(outcome).astype(np.int64).ravel()
        flat = np.ascontiguousarray(rows, dtype=np.float32).ravel()
        place = (self.child.take(node) != node).nonzero()[0]
        on_way, offset = node[place], place // len(below) * width
        while len(place):
            for _ in range(STEPS):
                is_above = flat.take(offset + self.feature.take(on_way)) > self.threshold.take(on_way)
                on_way = self.child.take(on_way) + is_above
            node[place] = on_way
            still = (self.child.take(on_way) != on_way).nonzero()[0]
            place, on_way, offset = place[still], on_way[still], offset[still]
        return node

    @cached_property
    def _top(self) -> tuple[NDArray[np.integer], NDArray[np.float32], IntArray]:
        """Features and thresholds of each tree's uppermost nodes, and the node below for each of their outcomes.

        Shapes (trees, 8), as a heap with one more to fill a byte, and (trees, 256).
        """
        size = 1 << TOP_LEVELS
        heap = np.zeros((len(self.root), 2 * size - 1), dtype=np.int64)
        heap[:, 0] = self.root
        for place in range(size - 1):
            node = heap[:, place]
            heap[:, 2 * place + 1] = self.child[node]
            heap[:, 2 * place + 2] = self.child[node] + (self.child[node] != node)
        outcomes = np.arange(1 << size)
        bits = np.unpackbits(outcomes.astype(np.uint8)[:, None], axis=1)
        number = np.zeros_like(outcomes)
        for _ in range(TOP_LEVELS):
            number = 2 * number + 1 + bits[outcomes, number]
        below = heap[:, number].astype(np.min_scalar_type(len(self.child)))  # the smaller the better in the cache
        return self.feature[heap[:, :size]], self.threshold[heap[:, :size]], below

    def probability(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logistic function of :meth:`raw`."""
        return np.asarray(1 / (1 + np.exp(-self.raw(rows))))

    def to_data(self) -> dict[str, Any]:
        """JSON primitives: the packed arrays, ``base`` and ``chains``."""
        arrays: dict[str, NDArray[Any]] = {
            "feature": self.feature,
            "threshold": self.threshold,
            "child": self.child - np.arange(len(self.child)),
            "value": self.value,
            "root": self.root,
        }
        packed = {name: _pack(arrays[name].astype(kind)) for name, kind in _PACKED.items()}
        return {**packed, "base": self.base, "chains": self.chains}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TreeEnsemble:
        """What :meth:`to_data` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        arrays = {name: np.frombuffer(_unpack(data[name]), dtype=kind) for name, kind in _PACKED.items()}
        size = len(arrays["child"])
        child = np.arange(size) + arrays["child"]
        if any(len(arrays[name]) != size for name in ("feature", "threshold", "value")):
            raise ValueError("These arrays are no tree ensemble: they have different lengths.")
        if data["chains"] < 1 or len(arrays["root"]) % data["chains"]:
            raise ValueError("These arrays are no tree ensemble: their chains have different lengths.")
        if max(child.max(initial=0), arrays["root"].max(initial=0)) >= size:
            raise ValueError("These arrays are no tree ensemble: a child or a root is not there.")
        return cls(
            feature=arrays["feature"].astype(np.int64),
            threshold=arrays["threshold"],
            child=child.astype(np.int64),
            value=arrays["value"].astype(np.float32),
            root=arrays["root"].astype(np.int64),
            base=float(data["base"]),
            chains=int(data["chains"]),
        )


def _pack(array: NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(array.tobytes(), 9)).decode()


def _unpack(text: str) -> bytes:
    try:
        return zlib.decompress(base64.b64decode(text))
    except zlib.error as error:
        raise ValueError(f"These arrays are no tree ensemble: {error}.") from error
