"""What each visit finds in all addresses of a site: a session in the path, or a number that is made at random.

It is told by the first page: a segment that looks like a token and stands at the same place of nearly all addresses to
which that leads tells no pages apart. Pages are known without it; what is asked for is what was linked to.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from newsbody.crawl.sources.domains import site_domain
from newsbody.page.sites import host_of

#: Addresses of the host of a first page that are needed, and the share of them where a token stands.
LEAST_LINKS, NEARLY_ALL = 10, 0.9
#: Segments from the first one on that may be a token.
MAX_PLACE = 3
#: Letters and digits of one, of both so many at least: that many stand in no word and no date.
_TOKEN = re.compile(r"(?=[A-Za-z]*[0-9](?:[A-Za-z]*[0-9]){2})(?=[0-9]*[A-Za-z](?:[0-9]*[A-Za-z]){2})[0-9A-Za-z]{16,64}")


@dataclass(frozen=True)
class VisitPart:
    """Where a token stands on a host: in which segment, between which signs, and how long it is."""

    host: str
    place: int
    before: str
    behind: str
    length: int

    @classmethod
    def of(cls, url: str, place: int) -> VisitPart | None:
        """None where no token stands there."""
        segment = _segment(url, place)
        token = _TOKEN.search(segment)
        if token is None:
            return None
        before, behind = segment[: token.start()], segment[token.end() :]
        return cls(host_of(url), place, before, behind, len(token[0]))


def _segment(url: str, place: int) -> str:
    """A segment of an address; "" where it has fewer, and of what is no address."""
    try:
        segments = urlsplit(url).path.split("/")[1:]
    except ValueError:
        return ""
    return segments[place] if place < len(segments) else ""


class VisitParts:
    """One per crawl."""

    def __init__(self) -> None:
        self._known: set[VisitPart] = set()

    def __len__(self) -> int:
        return len(self._known)

    def begins(self, url: str, links: Iterable[str]) -> bool:
        """A crawl begins with a page, which leads to ``links``. True when something was learned by it."""
        own = [link for link in dict.fromkeys(links) if host_of(link) == host_of(url)]
        found = Counter(
            (part, _segment(link, place))
            for link in own
            for place in range(MAX_PLACE)
            if (part := VisitPart.of(link, place))
        )
        tokens = {part for (part, _), count in found.items() if count >= max(LEAST_LINKS, NEARLY_ALL * len(own))}
        is_new = not tokens <= self._known
        self._known |= tokens
        return is_new

    def without(self, url: str) -> str:
        """An address without what is of the visit."""
        parts = sorted((part for part in self._known if part.host == host_of(url)), key=lambda part: -part.place)
        for part in parts:
            if VisitPart.of(url, part.place) == part:
                found = urlsplit(url)
                segments = found.path.split("/")
                del segments[part.place + 1]
                url = found._replace(path="/".join(segments)).geturl()
        return url

    # --- for a crawl another day --------------------------------------------------------------

    def to_texts(self, domain: str) -> list[str]:
        """What was learned of a registered domain."""
        return sorted(json.dumps(asdict(part)) for part in self._known if site_domain(part.host) == domain)

    def go_on(self, text: str) -> bool:
        """Begin with one of what :meth:`to_texts` gave; False for anything else."""
        found = json.loads(text)
        if not isinstance(found, dict) or found.keys() != VisitPart.__annotations__.keys():
            return False
        self._known.add(VisitPart(**found))
        return True
