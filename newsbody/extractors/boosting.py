"""Boosted regression trees as flat arrays, evaluated for all rows and trees at once.

Nodes of all trees lie in one row of arrays. The children of a node are neighbours, so one
number leads to both; a leaf leads to itself and no value is above its threshold. So every
row of every tree takes ``depth`` equal steps and no step asks whether it has arrived.
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


@dataclass(frozen=True)
class TreeEnsemble:
    """Additive trees. ``feature``, ``threshold``, ``child``, ``value`` have one entry a node, ``root`` one a tree."""

    feature: NDArray[np.int64]
    threshold: NDArray[np.float32]
    #: The left child, taken by values up to the threshold; the right one stands behind it.
    child: NDArray[np.int64]
    value: NDArray[np.float32]
    root: NDArray[np.int64]
    depth: int
    #: What the sum starts from.
    base: float

    def raw(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The sum of all trees for each row of a ``(k, features)`` matrix: log odds, shape ``(k,)``."""
        k, width = rows.shape
        flat = np.ascontiguousarray(rows, dtype=np.float32).ravel()
        offset = (np.arange(k) * width)[:, None]
        node = np.tile(self.root, (k, 1))
        for _ in range(self.depth):
            node = self.child[node] + (flat[offset + self.feature[node]] > self.threshold[node])
        return np.asarray(self.value[node].sum(axis=1) + np.float32(self.base))

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
            feature=arrays["feature"].astype(np.int64),
            threshold=arrays["threshold"],
            child=child,
            value=arrays["value"].astype(np.float32),
            root=arrays["root"].astype(np.int64),
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
