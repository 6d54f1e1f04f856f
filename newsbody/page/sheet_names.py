"""Where names stand in a style sheet."""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np

from newsbody.page.characters import IntArray

#: What stands around names in a sheet; the rest is part of a name, white space, or something else.
_OTHER, _DOT, _SEMICOLON, _CLOSE, _COMMA, _OPEN = range(1, 7)
_KINDS = bytearray(
    0 if code > 127 or chr(code).isalnum() or code in b"-_ \t\n\r\f\v" else _OTHER for code in range(256)
)
for _kind, _bytes in ((_DOT, b".#"), (_SEMICOLON, b";"), (_CLOSE, b"}"), (_COMMA, b","), (_OPEN, b"{")):
    for _byte in _bytes:
        _KINDS[_byte] = _kind
#: What beyond ASCII is no part of a name.
_WIDE_SPACES = "\u3000\xa0"
#: Names are told apart by so many bytes at their beginning, and those alike in these one by one; one less than numbers
#: have, so that above all that begin alike there is a number.
_KEY_BYTES = 7
_NAME = re.compile(rb"[.#][\w\-\x80-\xff]*")


class SheetNames:
    """In which blocks of a sheet a name stands; of most names it is only found that there are none.

    With numpy over the bytes: all names in a dictionary take three times as long.
    """

    def __init__(self, css: str) -> None:
        for white in _WIDE_SPACES if not css.isascii() else "":
            css = css.replace(white, " ")
        self._css = css.encode()
        kinds = np.frombuffer(self._css.translate(_KINDS), dtype=np.uint8)
        self._marks = np.flatnonzero(kinds != 0)  # of a mask: of numbers it takes four times as long
        self._kinds = kinds[self._marks]
        self._closing = self._marks[self._kinds == _CLOSE]
        places = self._marks[self._kinds == _DOT]
        keys = np.ndarray(len(kinds), ">u8", self._css + bytes(8), strides=(1,))[places].astype(np.uint64)
        order = keys.argsort()
        #: Where ids and classes begin, and their first bytes as a number, in the order of these.
        self._places, self._keys = places[order], keys[order]
        #: The names that begin with some bytes, and the numbers of their blocks.
        self._known: dict[bytes, dict[bytes, list[int]]] = {}

    @cached_property
    def uneven_blocks(self) -> list[int]:
        """The numbers of the chunks that do not have one opening brace: rules within others begin or end there."""
        opening = self._marks[self._kinds == _OPEN]
        opened = np.bincount(self._closing.searchsorted(opening), minlength=len(self._closing) + 1)
        return np.flatnonzero(opened != 1).tolist()

    def of_name(self, name: str) -> list[int]:
        """The numbers of the blocks that have a class (``.x``) or id (``#x``), each as often as it stands there."""
        searched = name.encode()
        begin = searched[:_KEY_BYTES]
        known = self._known.get(begin)
        if known is None:
            edges = np.frombuffer(begin.ljust(8, b"\0") + begin.ljust(8, b"\xff"), dtype=">u8")
            first, last = self._keys.searchsorted(edges.astype(np.uint64)).tolist()
            if first == last:
                return []
            known = self._known[begin] = self._read(self._places[first:last])
        return known.get(searched, [])

    def _read(self, places: IntArray) -> dict[bytes, list[int]]:
        """The names at some places."""
        numbers: dict[bytes, list[int]] = {}
        for place, number in zip(places.tolist(), self._closing.searchsorted(places).tolist(), strict=True):
            found = _NAME.match(self._css, place)
            if found:
                numbers.setdefault(found[0], []).append(number)
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
