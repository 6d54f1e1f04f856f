"""Texts that stand at many addresses: what a site says in place of its articles."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from newsbody.ground.text_signature import SAME, key_of, letters_of, likeness, signature

#: At so many addresses a text is no article: one may be there twice, under two sections or in print.
MANY = 3
#: Texts that are remembered, those met last; one takes some 200 bytes.
MAX_TEXTS = 20_000
#: Headlines of which articles are remembered, those met last, and articles of one; an article takes 400 bytes.
MAX_HEADLINES, MAX_ALIKE = 10_000, 20

#: Letters by which the beginning of an article is known, the characters in which they stand, and lines of a page that
#: may be such beginnings.
BEGIN, MAX_BEGIN, MAX_LINES = 40, 160, 500


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


class Beginnings:
    """How articles begin: a page on which others begin is a list, whether it shows all of them or their teasers."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, str] = OrderedDict()

    def note(self, site: str, address: str, text: str) -> None:
        """An article of a site. What two begin with is a phrase: "Berlin (dpa)" and a notice."""
        begin = f"{site} {letters_of(text[:MAX_BEGIN])[:BEGIN]}"
        self._known[begin] = address if self._known.get(begin, address) == address else ""
        if len(self._known) > MAX_TEXTS:
            self._known.popitem(last=False)

    def of_others(self, site: str, address: str, text: str) -> int:
        """How many articles at other addresses begin in a line of a text."""
        lines = text.split("\n")[:MAX_LINES]
        begins = (letters_of(" ".join(lines[number : number + 3])[:MAX_BEGIN])[:BEGIN] for number in range(len(lines)))
        found = {self._known.get(f"{site} {begin}", "") for begin in begins if len(begin) == BEGIN}
        return len(found - {"", address})


class Copies:
    """Articles that say nearly what another says below the same headline: in print, for telephones, all pages at once.

    Wherever else a text is said again it is another article, as a report of each day's weather.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, list[tuple[str, bytes]]] = OrderedDict()

    def original(self, address: str, headline: bytes, text: str) -> str | None:
        """Note an article; the address of another one that says nearly the same below the headline of that key."""
        own = _mark_of(text)
        known = self._known.setdefault(headline, [])
        self._known.move_to_end(headline)
        if other := _alike(known, address, own):
            return other
        if len(known) < MAX_ALIKE:
            known.append((address, own))
        if len(self._known) > MAX_HEADLINES:
            self._known.popitem(last=False)
        return None

    def under_another(self, address: str, headline: bytes, text: str) -> str | None:
        """The address of an article that says nearly the same, where a page repeats it below a heading of its own."""
        return _alike(self._known.get(headline, ()), address, _mark_of(text)) if headline in self._known else None


def _mark_of(text: str) -> bytes:
    return signature(text) or key_of(letters_of(text))


def _alike(known: Iterable[tuple[str, bytes]], address: str, own: bytes) -> str | None:
    """The address of the first of some articles, but at an address, whose signature is nearly the same."""
    same = (
        other
        for other, said in known
        if other != address and (said == own or (len(said) == len(own) and likeness(said, own) >= SAME))
    )
    return next(same, None)
