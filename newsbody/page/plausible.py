"""How much a text looks like writing: the measure by which an encoding is chosen.

Bytes read in a wrong encoding give rare characters, capitals within words and letters
without neighbours. All of it is counted over arrays of character classes.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

#: The characters that a third of all Chinese and a half of all Korean writing consists of. Read in a wrong
#: encoding, the common characters of one script are common ones of another, but not these.
FREQUENT = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "這個們來為國說時會對於過發後裡"
    "이다는에을의가고하지한로도서기를은사자니리대인시해어스부아나정일전제보그장"
)
#: The same of Japanese. Chinese encodings have them at the same places, but Chinese has no use for them.
FREQUENT_JAPANESE = "".join(map(chr, range(0x3041, 0x3094)))
#: What they are worth when every third character is one of them, as a share of plausible characters: less than
#: a declaration, more than the chance of a short text.
FREQUENT_BONUS, FREQUENT_SHARE = 0.1, 1 / 3
MAX_PLAUSIBLE = 1 + FREQUENT_BONUS
#: How much more a broken sequence, a control or a private-use character counts than a merely unlikely one.
BROKEN_WEIGHT = 3

_TYPOGRAPHY = "“”‘’–—…«»·•°©®™€£§¡¿№\u00a0"
_ALPHABETS_END = 0x3400
_LATIN_END = 0x250
_COMMON, _BROKEN, _TYPOGRAPHIC, _ALPHABETIC, _UPPER, _FREQUENT, _FREQUENT_JAPANESE = (1 << bit for bit in range(7))


def plausible(text: str, japanese: bool = False) -> float:
    """Share of the non-ASCII characters that stand as they stand in writing, 0 … 1, plus up to FREQUENT_BONUS.

    0 for a text without any. ``japanese``: by the frequent characters of that language.
    """
    codes = np.frombuffer(f" {text} ".encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    classes = _class_table()[np.minimum(codes, 0xFFFF)]
    here = np.flatnonzero(codes[1:-1] > 0x7F) + 1
    kinds = classes[here]
    common = (kinds & _COMMON) != 0
    broken = ~common & ((kinds & _BROKEN) != 0)
    good = common | (~broken & (((kinds & _TYPOGRAPHIC) != 0) | _stand_in_words(codes, classes, here)))
    good_count = int(good.sum())
    if not good_count:
        return 0.0
    bad_count = len(here) - good_count + (BROKEN_WEIGHT - 1) * int(broken.sum())
    frequent = int(((kinds & (_FREQUENT_JAPANESE if japanese else _FREQUENT)) != 0).sum())
    bonus = FREQUENT_BONUS * min(1.0, frequent / good_count / FREQUENT_SHARE)
    return good_count / (good_count + bad_count) + bonus


def _stand_in_words(codes: NDArray[np.uint32], classes: NDArray[np.uint8], here: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Letters of an alphabet that stand in words: Latin with accents beside plain letters, others beside their like."""
    letter = (classes & _ALPHABETIC) != 0
    upper = (classes & _UPPER) != 0
    before, after = here - 1, here + 1
    within = letter[here] & (codes[here] < _ALPHABETS_END)
    # A capital in the middle of a word is none.
    within &= ~(upper[here] & letter[before] & ~upper[before])
    plain = letter & (codes < 0x80)
    latin = letter & (codes < _LATIN_END)
    beside_plain = plain[before] | plain[after]
    beside_like = (letter[before] | letter[after]) & ~(latin[before] | latin[after])
    return np.asarray(within & np.where(codes[here] < _LATIN_END, beside_plain, beside_like))


@cache
def _class_table() -> NDArray[np.uint8]:
    """The classes of every character of the basic plane; the last, no character, stands for all beyond."""
    table = np.zeros(0x10000, dtype=np.uint8)
    for code in range(0x10000):
        char = chr(code)
        if char.isalpha():
            table[code] |= _ALPHABETIC
        if char.isupper():
            table[code] |= _UPPER
        if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Co", "Cn"):
            table[code] |= _BROKEN
    for chars, flag in (
        (_common_characters(), _COMMON),
        (_TYPOGRAPHY, _TYPOGRAPHIC),
        (FREQUENT, _FREQUENT),
        (FREQUENT_JAPANESE, _FREQUENT_JAPANESE),
    ):
        table[[ord(char) for char in chars]] |= flag
    # Beyond stand emoji and rare Han: unlikely, not broken.
    table[0xFFFF] = 0
    return table


def _common_characters() -> str:
    """Han characters of the first level of GB 2312 and Big5, kana, and KS X 1001 Hangul."""
    gb = (bytes((row, cell)) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF))
    big5 = (bytes((row, cell)) for row in range(0xA4, 0xC7) for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    hangul = (bytes((row, cell)) for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF))
    kana = map(chr, range(0x3041, 0x30FF))
    marks = map(chr, (*range(0x3000, 0x3020), *range(0xFF01, 0xFF60)))
    decoded = (
        raw.decode(codec, "ignore")
        for codec, raws in (("gb2312", gb), ("big5", big5), ("euc-kr", hangul))
        for raw in raws
    )
    return "".join((*decoded, *kana, *marks))
