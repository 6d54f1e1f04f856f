"""Trained models as plain data: a JSON file with a card, a version and a checksum, no code; decision trees as arrays.

``{"format": "newsbody model", "version": 1, "system": "twolayer", "card": {"pages": …}, "sha256": "…", "data": {…}}``
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsbody.page.characters import IntArray

FORMAT = "newsbody model"
#: Goes up when what stands in ``data`` means something else; older files are then refused.
VERSION = 1
SHIPPED = Path(__file__).parent / "models"


class ModelError(ValueError):
    """Raised for a model file that cannot be used; the message says which, why and what to do."""


@dataclass(frozen=True)
class Model:
    """What ``newsbody train`` made: the numbers (JSON primitives) and the card that says from what."""

    system: str
    data: Mapping[str, Any] = field(repr=False)
    card: Mapping[str, Any]


@cache
def shipped_model(system: str) -> Model:
    """The model that comes with the package, read once per process. Raises ModelError."""
    return read_model(SHIPPED / f"{system}.json", system)


def read_model(path: Path | str, system: str) -> Model:
    """A model file of that system. Raises ModelError, with a sentence, for any other file."""
    advice = f"Train one with: newsbody train {system} --corpus FOLDER -o {path}"
    try:
        content = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise ModelError(f"The model {path} cannot be read ({error.strerror}). {advice}") from error
    except ValueError as error:
        raise ModelError(f"The model {path} is broken: no JSON ({error}). {advice}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ModelError(f"{path} is no model of newsbody. {advice}")
    if content.get("version") != VERSION:
        raise ModelError(f"The model {path} has version {content.get('version')}, this is for {VERSION}. {advice}")
    if content.get("system") != system:
        raise ModelError(f"The model {path} is for {content.get('system')!r}, not for {system!r}. {advice}")
    data, card = content.get("data"), content.get("card")
    if not isinstance(data, dict) or not isinstance(card, dict) or content.get("sha256") != _checksum(data):
        raise ModelError(f"The model {path} is broken: its data are not those it was written with. {advice}")
    return Model(system, data, card)


def write_model(path: Path | str, model: Model) -> None:
    """Write a model file; equal models give equal bytes."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "system": model.system,
        "card": model.card,
        "sha256": _checksum(model.data),
        "data": model.data,
    }
    lines = ",\n".join(f"{json.dumps(key)}: {_dump(value)}" for key, value in content.items())
    Path(path).write_text(f"{{{lines}}}\n", encoding="utf8")


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _checksum(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(_dump(data).encode()).hexdigest()


# --- decision trees as arrays: what is left of a trained tree when it only has to decide ---

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class DecisionTree:
    """A binary tree of ``t`` nodes, the root first; each array has shape ``(t,)``.

    An inner node sends a row left when ``row[feature] <= threshold``. Children stand behind
    their parent. A leaf has -1 as its feature; ``value`` is its probability of the positive class.
    """

    feature: IntArray
    threshold: FloatArray
    left: IntArray
    right: IntArray
    value: FloatArray

    def __post_init__(self) -> None:
        size = len(self.feature)
        inner = self.feature >= 0
        places = np.arange(size)
        children = np.concatenate((self.left[inner], self.right[inner]))
        if (
            not size
            or any(len(part) != size for part in (self.threshold, self.left, self.right, self.value))
            or (children <= np.concatenate((places[inner], places[inner]))).any()
            or (children >= size).any()
        ):
            raise ValueError("These arrays are no decision tree.")

    def predict(self, rows: FloatArray) -> FloatArray:
        """Probability of the positive class; ``rows`` of shape (r, features) give shape (r,)."""
        node = np.zeros(len(rows), dtype=np.int64)
        active = np.arange(len(rows)) if self.feature[0] >= 0 else np.zeros(0, dtype=np.int64)
        while len(active):
            here = node[active]
            goes_left = rows[active, self.feature[here]] <= self.threshold[here]
            node[active] = np.where(goes_left, self.left[here], self.right[here])
            active = active[self.feature[node[active]] >= 0]
        return self.value[node]

    def to_data(self) -> dict[str, Any]:
        """JSON primitives. Values and thresholds keep single precision, as scikit-learn compares."""
        return {
            "feature": self.feature.tolist(),
            "threshold": [float(f"{value:.9g}") for value in self.threshold],
            "left": self.left.tolist(),
            "right": self.right.tolist(),
            "value": [float(f"{value:.6g}") for value in self.value],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> DecisionTree:
        """The tree that ``to_data`` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            np.asarray(data["feature"], dtype=np.int64),
            np.asarray(data["threshold"], dtype=np.float64),
            np.asarray(data["left"], dtype=np.int64),
            np.asarray(data["right"], dtype=np.int64),
            np.asarray(data["value"], dtype=np.float64),
        )


@dataclass(frozen=True)
class Committee:
    """Several trees that were asked the same question."""

    trees: tuple[DecisionTree, ...]

    def predict(self, rows: FloatArray) -> FloatArray:
        """The mean of their probabilities; ``rows`` of shape (r, features) give shape (r,)."""
        return np.asarray(np.mean([tree.predict(rows) for tree in self.trees], axis=0))

    @classmethod
    def from_data(cls, data: Sequence[Mapping[str, Any]]) -> Committee:
        """The committee of these trees' data. Raises KeyError, TypeError or ValueError for anything else."""
        if not data:
            raise ValueError("A committee has a tree or more.")
        return cls(tuple(DecisionTree.from_data(tree) for tree in data))
