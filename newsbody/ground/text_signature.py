"""Texts that say the same or nearly the same: the one definition of the crawl, the ledger and the database.

MinHash over shingles, looked up by bands, finds near-duplicates without comparing all with all: Broder, "On the
resemblance and containment of documents" (1997), and Leskovec, Rajaraman and Ullman, "Mining of Massive Datasets",
section 3.4. Where only equality can be asked (a ledger, Redis), texts go by keys.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import islice

import numpy as np
from numpy.typing import NDArray

#: Characters of a shingle (Mining of Massive Datasets, 3.2.2: nine for long texts).
SHINGLE = 9
#: Shorter texts, without blanks and marks, are alike by chance.
SHORTEST = 100
#: Of a longer text as much as this is looked at: a bound for the work.
MAX_LETTERS = 20_000
#: Hash functions, and those of a band: texts of which .8 of the shingles are common share a band in 9,998 of 10,000
#: cases, texts of which .2 are in 25.
HASHES, ROWS = 64, 4
#: Texts with so large a share of equal hashes are near-duplicates.
SAME = 0.8
#: Sentences by which a copy is known where only equality can be asked: what is added in print is shorter than these,
#: and reports that share them with their headline say nothing else of their own. Sentences that are looked at, and
#: letters of one; shorter ones stand in many texts.
LONGEST, MAX_SENTENCES, MIN_SENTENCE = 5, 32, 8

_END = re.compile(r"[\n.!?。！？]+")
_NO_LETTERS = re.compile(r"[\W_]+")
_RANDOM = np.random.default_rng(1997)
_FACTORS = _RANDOM.integers(1, 2**63, HASHES, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
_SHIFTS = _RANDOM.integers(0, 2**63, HASHES, dtype=np.uint64)
_POWERS = np.uint64(0x9E3779B97F4A7C15) ** np.arange(SHINGLE, dtype=np.uint64)


def key_of(text: str) -> bytes:
    """What a text is known by, whatever space is between its words; to be made once, for it goes through all of it."""
    return blake2b("".join(text.split()).encode("utf-8", "replace"), digest_size=16).digest()


def gist_of(headline: str, text: str) -> str:
    """What an article and its copies have in common wherever they are met: headline and longest sentences."""
    letters = (letters_of(sentence) for sentence in _END.split(text))
    said = list(islice((sentence for sentence in letters if len(sentence) >= MIN_SENTENCE), MAX_SENTENCES))
    longest = sorted(set(said or [letters_of(text)]), key=lambda sentence: (-len(sentence), sentence))[:LONGEST]
    return key_of("\n".join([headline, *longest])).hex()


def letters_of(text: str) -> str:
    """A text without blanks and marks: "It's 5!" gives "Its5". Numbers stay: a report of each day differs in them."""
    return _NO_LETTERS.sub("", text)


def signature(text: str) -> bytes | None:
    """MinHash of the letters of a text, ``HASHES`` numbers of 4 bytes; None for a text too short to be told apart."""
    letters = letters_of(text.casefold())[:MAX_LETTERS]
    if len(letters) < SHORTEST:
        return None
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    windows = np.lib.stride_tricks.sliding_window_view(codes, SHINGLE)
    shingles = np.unique(windows @ _POWERS)
    shingles ^= shingles >> np.uint64(29)  # the upper bits of a product depend on all lower ones, not the other way
    least = [
        (shingles * factor + shift).min() >> np.uint64(32) for factor, shift in zip(_FACTORS, _SHIFTS, strict=True)
    ]
    return np.array(least, dtype="<u4").tobytes()


def bands(mark: bytes) -> list[int]:
    """The values of a signature under which it is looked up, one a band; each fits a signed 32-bit integer."""
    rows = _numbers(mark).reshape(-1, ROWS).astype(np.uint64)
    mixed = rows @ (_POWERS[1 : ROWS + 1])
    return [int(value) for value in (mixed >> np.uint64(33)).astype(np.int64)]


def likeness(one: bytes, other: bytes) -> float:
    """The share of shingles that two texts have in common, estimated: 0 to 1."""
    return float((_numbers(one) == _numbers(other)).mean())


def _numbers(mark: bytes) -> NDArray[np.uint32]:
    return np.frombuffer(mark, dtype="<u4")
