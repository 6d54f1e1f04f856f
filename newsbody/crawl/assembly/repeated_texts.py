"""Texts that stand at many addresses: what a site says in place of its articles."""

from __future__ import annotations

import re
from array import array
from collections import OrderedDict
from hashlib import blake2b
from itertools import islice

#: At so many addresses a text is no article: one may be there twice, under two sections or in print.
MANY = 3
#: Texts that are remembered, those met last; one takes some 200 bytes.
MAX_TEXTS = 20_000
#: Sentences of an article that are looked at, and letters of one; shorter ones stand in many texts.
MAX_SENTENCES, MIN_SENTENCE = 32, 8
#: So much of each of two texts (by letters) stands in both when one is a copy of the other: what is added in print is a
#: line with the address.
NEARLY_ALL = 0.8
#: Sentences by which a copy is known where the others are not at hand, in another process or on another day: what is
#: added in print is shorter than these, and reports that share them with their headline say nothing else of their own.
LONGEST = 5
#: Headlines of which articles are remembered, those met last, and articles of one; an article takes 500 bytes.
MAX_HEADLINES, MAX_ALIKE = 10_000, 20

_END = re.compile(r"[\n.!?。！？]+")
_NO_LETTERS = re.compile(r"[\W_]+")


def key_of(text: str) -> bytes:
    """What a text is known by, whatever space is between its words; to be made once, for it goes through all of it."""
    return blake2b("".join(text.split()).encode("utf-8", "replace"), digest_size=16).digest()


class Texts:
    """The texts of a crawl by their keys (:func:`key_of`), and the addresses of each, as hashes."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[bytes, tuple[int, ...]] = OrderedDict()

    def stands_at_many(self, key: bytes, address: str) -> bool:
        """Note where a text stands; True when that are MANY addresses by now."""
        addresses = self._addresses.pop(key, ())
        if len(addresses) < MANY and hash(address) not in addresses:
            addresses = (*addresses, hash(address))
        self._addresses[key] = addresses
        if len(self._addresses) > MAX_TEXTS:
            self._addresses.popitem(last=False)
        return len(addresses) >= MANY

    def stands_at(self, key: bytes, address: str) -> bool:
        """Was it noted that a text stands at an address?"""
        return hash(address) in self._addresses.get(key, ())

    def stands_elsewhere(self, key: bytes, address: str) -> bool:
        """Note where a text stands first; True for any other address."""
        addresses = self._addresses.get(key) or (hash(address),)
        self._addresses[key] = addresses
        self._addresses.move_to_end(key)
        if len(self._addresses) > MAX_TEXTS:
            self._addresses.popitem(last=False)
        return addresses[0] != hash(address)


class Copies:
    """Articles that say nearly what another says below the same headline: in print, for telephones, all pages at once.

    Wherever else a text is said again it is another article, as a report of each day's weather.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, list[tuple[str, array[int]]]] = OrderedDict()

    def original(self, address: str, headline: str, text: str) -> str | None:
        """Note an article; the address of another one that says nearly the same."""
        if not headline:
            return None
        key, sentences = key_of(headline), _sentences(text)
        known = self._known.pop(key, [])
        self._known[key] = known
        for other, said in known:
            if other != address and _is_nearly(sentences, said):
                return other
        if len(known) < MAX_ALIKE:
            known.append((address, array("q", (part for pair in sentences.items() for part in pair))))
        if len(self._known) > MAX_HEADLINES:
            self._known.popitem(last=False)
        return None


def gist_of(headline: str, text: str) -> str:
    """What an article and its copies have in common wherever they are met: headline and longest sentences."""
    longest = sorted(set(_said(text)), key=lambda sentence: (-len(sentence), sentence))[:LONGEST]
    return key_of("\n".join([headline, *longest])).hex()


def _sentences(text: str) -> dict[int, int]:
    """The letters of each sentence of a text, by its hash."""
    return {hash(sentence): len(sentence) for sentence in _said(text)}


def _said(text: str) -> list[str]:
    """The letters of each sentence of a text."""
    letters = (_NO_LETTERS.sub("", sentence) for sentence in _END.split(text))
    said = list(islice((sentence for sentence in letters if len(sentence) >= MIN_SENTENCE), MAX_SENTENCES))
    return said or [_NO_LETTERS.sub("", text)]


def _is_nearly(sentences: dict[int, int], said: array[int]) -> bool:
    others = dict(zip(said[::2], said[1::2], strict=True))
    common = sum(length for sentence, length in sentences.items() if sentence in others)
    return common >= NEARLY_ALL * max(sum(sentences.values()), sum(others.values()))
