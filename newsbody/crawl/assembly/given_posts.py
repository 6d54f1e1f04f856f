"""Which posts were given out: the same page may stand under addresses that nothing shows to be one page's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

#: Posts remembered, at some 100 bytes each; of more, the oldest are forgotten.
MAX_KNOWN = 500_000


#: Says of each of some posts, by their fingerprints, whether nobody else has read it.
Claim = Callable[[Sequence[bytes]], Sequence[bool]]


def _all_own(prints: Sequence[bytes]) -> list[bool]:
    return [True] * len(prints)


class KnownPosts:
    """The posts of a crawl, by their id, author, time and text."""

    def __init__(self) -> None:
        self._known: dict[bytes, None] = {}

    def add(self, rows: list[dict[str, Any]], claim: Claim = _all_own) -> bool:
        """Add the posts of a page; those with an id that are known are taken out. False when all are known.

        Posts without ids may be alike by chance (thanks, thanks), whole pages of them not. ``claim`` says of each that
        is new here whether it is to others as well.
        """
        prints = [_fingerprint(row) for row in rows]
        if self._knows(prints, rows):
            return False
        new = [mark for mark in prints if mark not in self._known]
        # What is another worker's is not remembered: if that one is killed, its page comes here.
        own = {mark for mark, is_own in zip(new, claim(new), strict=True) if is_own}
        if not own and _tells(rows):
            return False
        rows[:] = [row for row, mark in zip(rows, prints, strict=True) if mark in own or not row.get("postId")]
        self._known.update(dict.fromkeys(own))
        while len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return True

    def knows(self, rows: Sequence[Mapping[str, Any]]) -> bool:
        """Are all posts of a page known?"""
        return self._knows(map(_fingerprint, rows), rows)

    def _knows(self, prints: Iterable[bytes], rows: Sequence[Mapping[str, Any]]) -> bool:
        return all(mark in self._known for mark in prints) and _tells(rows)


def _tells(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Do the posts differ from others by more than a few words?"""
    return all(row.get("postId") or row.get("datePublished") for row in rows) or len(rows) > 1


def _fingerprint(row: Mapping[str, Any]) -> bytes:
    author = row.get("author")
    said = (row.get("postId"), author.name if author else None, row.get("datePublished"), row.get("text"))
    return blake2b(repr(said).encode("utf-8", "replace"), digest_size=8).digest()
