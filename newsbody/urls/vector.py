"""Structure vectors of URLs and their dissimilarity (Liu, Tan, Fu, Wang, definitions 1 and 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import factorial, perm
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

#: One entry p(u, i) of a structure vector: type id and value id (equation 1).
Entry = tuple[int, int]

#: Pads a vector to the longest: the empty type, the empty value (seed: 空值).
EMPTY: Entry = (0, 0)

_ORIGIN = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*")
_BLOCK = re.compile(r"[^\W_]+|[^\x00-\x7f]+")


def split_blocks(url: str) -> list[str]:
    """The blocks of path, query and fragment, split at everything that is neither letter nor digit.

    Scheme, host and port are left out; what has no ``//`` is taken for a path. Percent escapes are decoded first.
    """
    origin = _ORIGIN.match(url)
    rest = url[origin.end() :] if origin else url
    return _BLOCK.findall(unquote(rest) if "%" in rest else rest)


def block_type(block: str) -> str:
    """``letters``, ``digits``, ``mixed`` or ``other``; ``empty`` for no block at all."""
    if not block:
        return "empty"
    if block.isalpha():
        return "letters"
    if block.isdecimal():
        return "digits"
    return "mixed" if block.isalnum() else "other"


@dataclass(slots=True)
class _BlockNumbers:
    """Type and value ids, handed out at first sight (seed, tables 1 and 2). Id 0 is the empty type and value."""

    types: dict[str, int]
    values: dict[str, int]

    @classmethod
    def new(cls) -> _BlockNumbers:
        return cls({"empty": 0}, {"": 0})

    def entry(self, block: str) -> Entry:
        """The entry of one block, with new ids when type or value are new."""
        kind = self.types.setdefault(block_type(block), len(self.types))
        return kind, self.values.setdefault(block, len(self.values))


def structure_vectors(urls: Sequence[str]) -> list[list[Entry]]:
    """The structure vector of each URL, padded with (0, 0) to the longest (equation 2)."""
    numbering = _BlockNumbers.new()
    vectors = [[numbering.entry(block) for block in split_blocks(url)] for url in urls]
    longest = max(map(len, vectors), default=0)
    return [vector + [EMPTY] * (longest - len(vector)) for vector in vectors]


def value_matrix(blocks: Iterable[Sequence[str]]) -> tuple[NDArray[np.int32], list[str]]:
    """Value ids as an (n, N) array and the values in order of their ids.

    The type of a block follows from its value, so two entries differ exactly when their value ids do: nothing more
    is needed for distances.
    """
    ids: dict[str, int] = {"": 0}
    rows = [[ids.setdefault(block, len(ids)) for block in sequence] for sequence in blocks]
    longest = max(map(len, rows), default=0)
    matrix = np.zeros((len(rows), longest), dtype=np.int32)
    for number, row in enumerate(rows):
        matrix[number, : len(row)] = row
    return matrix, list(ids)


def first_difference(a: Sequence[Entry], b: Sequence[Entry]) -> int:
    """Ns: the first position, from 1, at which two vectors of one length differ; 0 when they are equal (equation 3).

    Raises ValueError when the lengths differ.
    """
    return next((place for place, (x, y) in enumerate(zip(a, b, strict=True), 1) if x != y), 0)


def dissimilarity(a: Sequence[Entry], b: Sequence[Entry]) -> int:
    """D = N!/Ns!, exactly, as a whole number of any size; 0 for equal vectors (equation 4)."""
    place = first_difference(a, b)
    return perm(len(a), len(a) - place) if place else 0


def distance(place: int) -> float:
    """D/N! = 1/Ns!, the dissimilarity by which densities are taken: it does not depend on the longest URL.

    ``place``: Ns, 0 for equal vectors. From Ns = 171 on 1/Ns! is below the smallest normal float and given as 0.
    """
    return 1.0 / factorial(place) if 0 < place <= 170 else 0.0
