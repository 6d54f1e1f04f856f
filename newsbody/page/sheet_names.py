"""Where names stand in a style sheet."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from newsbody.page.characters import IntArray

#: What stands around names in a sheet; all else is part of one.
_WHITE, _OTHER, _DOT, _SEMICOLON, _CLOSE, _COMMA, _OPEN = range(1, 8)
_KINDS = bytearray(0 if code > 127 or chr(code).isalnum() or code in b"-_" else _OTHER for code in range(256))
for _kind, _bytes in (
    *((_WHITE, b" \t\n\r\f\v"), (_DOT, b".#"), (_SEMICOLON, b";")),
    *((_CLOSE, b"}"), (_COMMA, b","), (_OPEN, b"{")),
):
    for _byte in _bytes:
        _KINDS[_byte] = _kind
#: What beyond ASCII is no part of a name.
_WIDE_SPACES = "\u3000\xa0"
#: Names are told apart by so many bytes at their end, as a number, and those alike in these one by one.
_KEY_BYTES = 8


class SheetNames:
    """In which blocks of a sheet a name stands; of most names it is only found that there are none.

    With numpy over the bytes: all names in a dictionary take three times as long.
    """

    def __init__(self, css: str) -> None:
        for white in _WIDE_SPACES if not css.isascii() else "":
            css = css.replace(white, " ")
        self._css = css.encode() + b" "  # so that every name ends
        kinds = np.frombuffer(self._css.translate(_KINDS), dtype=np.uint8)
        marks = np.flatnonzero(kinds != 0)  # of a mask: of numbers it takes four times as long
        kind = kinds[marks]
        self._set_names(marks, np.flatnonzero(kind == _DOT))
        black = kind != _WHITE
        self._marks, self._kinds = marks[black], kind[black]
        self._closing = self._marks[self._kinds == _CLOSE]
        #: The names with some key, and the numbers of their blocks.
        self._known: dict[int, dict[bytes, list[int]]] = {}

    def _set_names(self, marks: IntArray, dots: IntArray) -> None:
        """Where ids and classes begin and end, and their keys, in the order of these."""
        begins, ends = marks[dots], marks[dots + 1]
        ending = np.ndarray(len(self._css), ">u8", bytes(_KEY_BYTES) + self._css, strides=(1,))[ends]
        unused = 8 * np.maximum(_KEY_BYTES - (ends - begins), 0).astype(np.uint64)
        keys = ending.astype(np.uint64) << unused >> unused
        order = keys.argsort()
        self._begins, self._ends, self._keys = begins[order], ends[order], keys[order]

    @cached_property
    def uneven_blocks(self) -> list[int]:
        """The numbers of the chunks that do not have one opening brace: rules within others begin or end there."""
        opening = self._marks[self._kinds == _OPEN]
        opened = np.bincount(self._closing.searchsorted(opening), minlength=len(self._closing) + 1)
        return np.flatnonzero(opened != 1).tolist()

    def of_name(self, name: str) -> list[int]:
        """The numbers of the blocks that have a class (``.x``) or id (``#x``), each as often as it stands there."""
        searched = name.encode()
        key = int.from_bytes(searched[-_KEY_BYTES:], "big")
        known = self._known.get(key)
        if known is None:
            edges = np.array((key, key + 1), dtype=np.uint64)
            first, last = self._keys.searchsorted(edges).tolist()
            if first == last:
                return []
            known = self._known[key] = self._read(slice(first, last))
        return known.get(searched, [])

    def _read(self, chosen: slice) -> dict[bytes, list[int]]:
        """Some of the names."""
        begins, ends = self._begins[chosen], self._ends[chosen]
        spans = zip(begins.tolist(), ends.tolist(), self._closing.searchsorted(begins).tolist(), strict=True)
        numbers: dict[bytes, list[int]] = {}
        for begin, end, number in spans:
            numbers.setdefault(self._css[begin:end], []).append(number)
        return numbers

    @cached_property
    def of_tag(self) -> dict[str, list[int]]:
        """The numbers of the blocks for all elements of a tag."""
        marks = np.concatenate(([-1], self._marks))
        begins = np.concatenate(([True], self._kinds[:-1] >= _SEMICOLON))
        places = np.flatnonzero(begins & (self._kinds >= _COMMA))
        ends = marks[places + 1]
        spans = zip(marks[places].tolist(), ends.tolist(), self._closing.searchsorted(ends).tolist(), strict=True)
        numbers: dict[str, list[int]] = {}
        for before, end, number in spans:
            tag = self._css[before + 1 : end].strip()
            if tag[:1].isalpha():
                numbers.setdefault(tag.decode().lower(), []).append(number)
        return numbers
