"""Boosted regression trees as flat arrays, evaluated for all rows and trees at once.

Nodes of all trees lie in one row of arrays. The children of a node are neighbours, so one
number leads to both; a leaf leads to itself and no value is above its threshold. So rows
that have arrived take further steps on the spot, and no step asks whether they have.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: How the arrays of an ensemble are packed: little-endian, deflated, base64. Children are counted from
#: their parent, which makes small numbers.
_PACKED = {"feature": "<u1", "threshold": "<f4", "child": "<u2", "value": "<f2", "root": "<u2"}

#: Steps that all rows of all trees take before those that have arrived are left out.
DENSE_LEVELS = 5
#: So many trees are asked of every row. Rows that they leave below these log odds, three quarters of a page's,
#: are given up: none of 9,000 ended above 0. The other trees would have doubled their log odds.
FIRST_TREES, HOPELESS, FURTHER = 24, -2.0, 2.0


@dataclass(frozen=True)
class TreeEnsemble:
    """Additive trees. ``feature``, ``threshold``, ``child``, ``value`` have one entry a node, ``root`` one a tree."""

    feature: NDArray[np.int32]
    threshold: NDArray[np.float32]
    #: The left child, taken by values up to the threshold; the right one stands behind it.
    child: NDArray[np.int32]
    value: NDArray[np.float32]
    root: NDArray[np.int32]
    depth: int
    #: What the sum starts from.
    base: float

    def raw(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of all trees for each row of a ``(k, features)`` matrix: log odds, shape ``(k,)``.

        Rows that are hopeless after the first trees are not asked any further.
        """
        total = self._sum(rows, self.root[:FIRST_TREES]) + np.float32(self.base)
        if len(self.root) > FIRST_TREES:
            hopeless = total < HOPELESS
            total[hopeless] *= FURTHER
            left = np.flatnonzero(~hopeless)
            total[left] += self._sum(rows[left], self.root[FIRST_TREES:])
        return np.asarray(total)

    def _sum(self, rows: NDArray[np.float32], root: NDArray[np.int32]) -> NDArray[np.float32]:
        """The sum of the trees with these roots for each row."""
        k, width = rows.shape
        flat = np.ascontiguousarray(rows, dtype=np.float32).ravel()
        offset = np.repeat(np.arange(k, dtype=np.int32) * width, len(root))
        node = np.tile(root, k)
        on_way, place = node, None
        for level in range(self.depth):
            above = flat.take(offset + self.feature.take(on_way)) > self.threshold.take(on_way)
            on_way = self.child.take(on_way) + above
            if level < DENSE_LEVELS:
                node = on_way
                if level + 1 < DENSE_LEVELS:
                    continue
            else:
                node[place] = on_way
            # Most have arrived: go on with the others alone.
            still = np.flatnonzero(self.child.take(on_way) != on_way)
            if not len(still):
                break
            place = still if place is None else place[still]
            on_way, offset = on_way[still], offset[still]
        return np.asarray(self.value.take(node).reshape(k, len(root)).sum(axis=1))

    def probability(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logistic function of :meth:`raw`."""
        return np.asarray(1 / (1 + np.exp(-self.raw(rows))))

    def to_data(self) -> dict[str, Any]:
        """JSON primitives: the packed arrays, ``depth`` and ``base``."""
        arrays: dict[str, NDArray[Any]] = {
            "feature": self.feature,
            "threshold": self.threshold,
            "child": self.child - np.arange(len(self.child)),
            "value": self.value,
            "root": self.root,
        }
        packed = {name: _pack(arrays[name].astype(kind)) for name, kind in _PACKED.items()}
        return {**packed, "depth": self.depth, "base": self.base}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TreeEnsemble:
        """What :meth:`to_data` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        arrays = {name: np.frombuffer(_unpack(data[name]), dtype=kind) for name, kind in _PACKED.items()}
        size = len(arrays["child"])
        child = np.arange(size) + arrays["child"]
        if any(len(arrays[name]) != size for name in ("feature", "threshold", "value")):
            raise ValueError("These arrays are no tree ensemble: they have different lengths.")
        if max(child.max(initial=0), arrays["root"].max(initial=0)) >= size:
            raise ValueError("These arrays are no tree ensemble: a child or a root is not there.")
        return cls(
            feature=arrays["feature"].astype(np.int32),
            threshold=arrays["threshold"],
            child=child.astype(np.int32),
            value=arrays["value"].astype(np.float32),
            root=arrays["root"].astype(np.int32),
            depth=int(data["depth"]),
            base=float(data["base"]),
        )


def _pack(array: NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(array.tobytes(), 9)).decode()


def _unpack(text: str) -> bytes:
    try:
        return zlib.decompress(base64.b64decode(text))
    except zlib.error as error:
        raise ValueError(f"These arrays are no tree ensemble: {error}.") from error
