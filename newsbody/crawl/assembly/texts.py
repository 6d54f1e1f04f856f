"""Texts that stand at many addresses: what a site says in place of its articles."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b

#: At so many addresses a text is no article: one may be there twice, under two sections or in print.
MANY = 3
#: Texts that are remembered, those met last; one takes some 200 bytes.
MAX_TEXTS = 20_000


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
