"""Addresses in parts, and where a server moves those of a kind: each ``/blog/one`` to ``/blog/one/``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import urlsplit, urlunsplit

from newsbody.crawl.sources.domains import site_domain
from newsbody.urls.normalize import MAX_URL, without_session

#: So many addresses of a kind that were moved in one way, and none that was not, tell how the others are.
LED = 3
#: Kinds of addresses that are remembered; more are of many sites, of which the next ones are learned anew.
MAX_KINDS = 10_000

#: Scheme, host, segments, slash, ending and keys of an address: :attr:`Parts.kind`.
Kind = tuple[str, str, int, bool, str, tuple[str, ...]]


#: Scheme, host and slash of where an address leads; None where those of a kind do not lead to one place.
Way = tuple[str, str, bool] | None


@dataclass(frozen=True)
class Parts:
    """An address in parts, as it was written but for its session."""

    scheme: str
    host: str
    path: tuple[str, ...]
    slash: bool
    query: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, url: str) -> Parts | None:
        """None for what is no address."""
        try:
            found = urlsplit(without_session(url)) if len(url) <= MAX_URL else None
        except ValueError:
            return None
        if found is None or not found.netloc:
            return None
        path = tuple(segment for segment in found.path.split("/") if segment)
        pairs = (part.partition("=") for part in found.query.split("&") if part)
        query = tuple((key, value) for key, _, value in pairs)
        return cls(found.scheme, found.netloc.lower(), path, found.path.endswith("/"), query)

    @property
    def kind(self) -> Kind:
        """What it has in common with others that a server treats alike: all but the names."""
        ending = PurePosixPath(*self.path[-1:]).suffix
        return self.scheme, self.host, len(self.path), self.slash, ending, keys_of(self.query)

    def unsplit(self) -> str:
        """The address."""
        path = "".join("/" + segment for segment in self.path) + ("/" if self.slash or not self.path else "")
        query = "&".join(key + ("=" + value if value else "") for key, value in self.query)
        return urlunsplit((self.scheme, self.host, path, query, ""))


def keys_of(query: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(sorted(key for key, _ in query))


class Moves:
    """One per crawl: only the scheme, host and last slash of an address change where it is foreseen how it is moved."""

    def __init__(self) -> None:
        self._led: dict[Kind, tuple[Way, int]] = {}

    def note(self, url: str, target: str) -> None:
        """An address led to another, which may be itself."""
        parts, led = Parts.of(url), Parts.of(target)
        if parts is None or led is None or (parts.path, parts.query) != (led.path, led.query):
            return
        way, (before, count) = (led.scheme, led.host, led.slash), self._led.get(parts.kind, (None, 0))
        if len(self._led) > MAX_KINDS:
            self._led.clear()
        self._led[parts.kind] = (way, count + 1) if before == way or not count else (None, 1)

    def onward(self, url: str) -> str:
        """Where an address leads; the address itself if that is not known."""
        parts = Parts.of(url)
        way, count = self._led.get(parts.kind, (None, 0)) if parts else (None, 0)
        if parts is None or way is None or count < LED or parts.unsplit() != url:
            return url
        scheme, host, slash = way
        return replace(parts, scheme=scheme, host=host, slash=slash).unsplit()

    # --- for a crawl another day --------------------------------------------------------------

    def to_texts(self, domain: str) -> list[str]:
        """What was learned of a registered domain: the kinds whose addresses lead to others."""
        led = ((kind, way) for kind, (way, count) in self._led.items() if way and count >= LED)
        moved = ((kind, way) for kind, way in led if way != (kind[0], kind[1], kind[3]))
        return sorted(json.dumps([kind, way]) for kind, way in moved if site_domain(kind[1]) == domain)

    def go_on(self, text: str) -> bool:
        """Begin with one of what :meth:`to_texts` gave; False for anything else."""
        found = json.loads(text)
        if not isinstance(found, list) or len(found) != 2:
            return False
        (*kind, keys), (scheme, host, slash) = found
        self._led[(*kind, tuple(keys))] = (scheme, host, slash), LED
        return True
