"""Articles that say nearly what another says, on the same site or on another one."""

from __future__ import annotations

from collections import defaultdict

from sqlalchemy import Connection, delete, insert, select, tuple_

from newsbody.database.connection import in_parts
from newsbody.database.tables import ARTICLES, BANDS
from newsbody.ground.text_signature import SAME, bands, likeness, signature

#: Candidates compared with one article, those stored first: a bound where thousands say the same.
MOST_CANDIDATES = 50


class Originals:
    """Within one transaction: the first article that says what another says, among those stored and those added."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._added: dict[str, tuple[bytes | None, list[int], str | None]] = {}
        self._by_band: dict[tuple[int, int], list[str]] = defaultdict(list)

    def add(self, address: str, text: str) -> tuple[bytes | None, str | None]:
        """The signature of an article, and the address of its original; None where it is one itself."""
        mark = signature(text)
        values = bands(mark) if mark else []
        best = max(self._candidates(address, mark, values), default=(0.0, None)) if mark else (0.0, None)
        original = best[1] if best[0] >= SAME else None
        self._added[address] = mark, values, original
        for place in enumerate(values):
            self._by_band[place].append(address)
        return mark, original

    def _candidates(self, address: str, mark: bytes, values: list[int]) -> list[tuple[float, str]]:
        """Likeness and original of all that share a band."""
        places, found = list(enumerate(values)), []
        here = dict.fromkeys(other for place in places for other in self._by_band[place][:MOST_CANDIDATES])
        for other in here:
            its_mark, _, original = self._added[other]
            if its_mark and other != address:
                found.append((likeness(mark, its_mark), original or other))
        key = tuple_(BANDS.c.band, BANDS.c.value)
        alike = select(BANDS.c.address).where(key.in_(places)).distinct()
        stored = select(ARTICLES.c.address, ARTICLES.c.signature, ARTICLES.c.duplicateOf)
        stored = stored.where(ARTICLES.c.address.in_(alike), ARTICLES.c.address != address)
        rows = self._connection.execute(stored.order_by(ARTICLES.c.firstSeen).limit(MOST_CANDIDATES)).all()
        rest = [row for row in rows if row.signature and row.duplicateOf != address and row.address not in self._added]
        return found + [(likeness(mark, row.signature), row.duplicateOf or row.address) for row in rest]

    def save(self) -> None:
        """Store where the added ones are looked up."""
        for some in in_parts(self._added):
            self._connection.execute(delete(BANDS).where(BANDS.c.address.in_(some)))
        rows = [
            {"address": address, "band": band, "value": value}
            for address, (_, values, _) in self._added.items()
            for band, value in enumerate(values)
        ]
        if rows:
            self._connection.execute(insert(BANDS), rows)
