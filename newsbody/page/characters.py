"""Character classes of a page's text, counted for any interval in constant time.

The text is looked at once, as an array of code points; every later question ("how many
characters of this element are letters?") is a difference of two cumulated counts.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

#: Sentence ends that stand alone (CJK) and those that need a space or the end behind them.
CJK_STOPS = "。！？"
SPACED_STOPS = ".!?"
#: Full stops and question marks of other scripts, which stand for nothing else: Devanagari, Arabic, Ethiopic,
#: Khmer, Burmese, and the narrow one of Japanese.
OTHER_STOPS = "।॥۔؟።។။｡"
#: What a sentence, or a quotation of one, closes with.
ENDS = '。！？.!?”"’」』…)）'

#: Unicode ranges without spaces between words: kana, Han with its extensions, Hangul.
CJK_RANGES = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF))
#: A CJK character carries about as much as 2.5 letters (measured: models trained on one
#: kind of script carry over to the other when lengths are weighed so).
CJK_WEIGHT = 2.5

_SPACE, _CJK, _DIGIT, _STOP, _SPACED_STOP, _OTHER_STOP, _END = (1 << bit for bit in range(7))
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"


def _class_table() -> NDArray[np.uint8]:
    table = np.zeros(0x10000, dtype=np.uint8)
    for code in range(0x10000):
        char = chr(code)
        if char.isspace() or char in _INVISIBLE:
            table[code] |= _SPACE
        elif char.isdigit():
            table[code] |= _DIGIT
    for low, high in CJK_RANGES:
        table[low : high + 1] |= _CJK
    stops = ((CJK_STOPS, _STOP), (SPACED_STOPS, _SPACED_STOP), (OTHER_STOPS, _OTHER_STOP))
    for chars, flag in (*stops, (ENDS, _END)):
        for char in chars:
            table[ord(char)] |= flag
    return table


_TABLE = _class_table()
#: In halves: whole numbers add up in a fifth of the time.
_WEIGHTS = np.array(
    [2 * (not flags & _SPACE) + round(2 * CJK_WEIGHT - 2) * bool(flags & _CJK) for flags in range(1 << 8)],
    dtype=np.uint8,
)


def cumulated(counts: NDArray[np.generic]) -> IntArray:
    """The sum of all before each place and, at the end, of all: shape (n + 1,) for counts of shape (n,)."""
    total = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=total[1:])
    return total


class Characters:
    """Cumulated counts over a text; each array has ``len(text) + 1`` entries, the first 0.

    The count of an interval ``[a, b)`` is ``counts[b] - counts[a]``, for arrays of
    intervals as well.
    """

    def __init__(self, text: str) -> None:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
        if len(units) == len(text):
            self._classes = _TABLE.take(units)
            return
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._classes = _TABLE.take(np.minimum(codes, 0xFFFF))
        self._classes[(codes >= 0x20000) & (codes < 0x40000)] = _CJK

    def _count(self, flag: int) -> IntArray:
        return cumulated((self._classes & flag) != 0)

    @cached_property
    def visible(self) -> IntArray:
        """Characters that are neither white space nor invisible."""
        return cumulated((self._classes & _SPACE) == 0)

    @cached_property
    def cjk(self) -> IntArray:
        return self._count(_CJK)

    @cached_property
    def digits(self) -> IntArray:
        return self._count(_DIGIT)

    @cached_property
    def stops(self) -> IntArray:
        """Sentence ends: 。！？ anywhere, and . ! ? before white space or the end."""
        return cumulated(self._is_stop)

    @property
    def _is_stop(self) -> BoolArray:
        return np.asarray(self._ends_before_space | ((self._classes & _STOP) != 0))

    @cached_property
    def single_stops(self) -> IntArray:
        """Sentence ends of all scripts without those that stand in a row: "..." and "!!" cut off and cry out."""
        spaced = (self._classes & _SPACED_STOP) != 0
        single = self._ends_before_space.copy()
        single[1:] &= ~spaced[:-1]
        return cumulated(single | ((self._classes & (_STOP | _OTHER_STOP)) != 0))

    @cached_property
    def _ends_before_space(self) -> BoolArray:
        """. ! ? before white space or the end."""
        ends: BoolArray = (self._classes & _SPACED_STOP) != 0
        ends[:-1] &= (self._classes[1:] & _SPACE) != 0
        return ends

    @cached_property
    def weight(self) -> NDArray[np.float64]:
        """Visible characters with a CJK character counted :data:`CJK_WEIGHT` times."""
        return cumulated(_WEIGHTS.take(self._classes)) / 2

    # --- from each of some places to the next: so many sums take a third of the time of all cumulated counts ---------

    def weight_from(self, places: IntArray) -> NDArray[np.float64]:
        """The weight from each of ever later places to the next one, or the end. Shape of ``places``."""
        return np.asarray(np.add.reduceat(_WEIGHTS.take(self._classes), places, dtype=np.int64) / 2)

    def visible_from(self, places: IntArray) -> IntArray:
        """The visible characters from each of ever later places to the next one, or the end. Shape of ``places``."""
        return np.add.reduceat((self._classes & _SPACE) == 0, places, dtype=np.int64)

    def stops_from(self, places: IntArray) -> IntArray:
        """The sentence ends from each of ever later places to the next one, or the end. Shape of ``places``."""
        return np.add.reduceat(self._is_stop, places, dtype=np.int64)

    def digits_from(self, places: IntArray) -> IntArray:
        """The digits from each of ever later places to the next one, or the end. Shape of ``places``."""
        return np.add.reduceat((self._classes & _DIGIT) != 0, places, dtype=np.int64)

    def end_at(self, places: IntArray) -> BoolArray:
        """Whether the character at each of these places is one of :data:`ENDS`. Shape of ``places``."""
        return np.asarray((self._classes[places] & _END) != 0)

    @cached_property
    def any_cjk(self) -> bool:
        """Whether the text has a CJK character at all."""
        return bool((self._classes & _CJK).any())
