"""What a crawl gave, site by site: how much when, and what of it wants a look."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from newsbody.ground.extras import require
from newsbody.items import identity
from newsbody.page.sites import host_of

#: Addresses that are named of each thing to look at.
NAMED = 50
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
#: A feed, and those of later crawls, which carry the time: ``2026-03-01T09-30-00-posts.jsonl``.
_FEED = re.compile(r"(?:\d{4}-\d\d-\d\dT[\d-]+-)?(\w+\.jsonl)")
_FEEDS = {"articles": "articles.jsonl", "posts": "posts.jsonl", "threads": "threads.jsonl"}


@dataclass
class CrawlFigures:
    """The items of one site. ``days``: day -> how many articles, how many posts; ``urls``: of articles and posts."""

    days: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_FEEDS, 0))
    urls: set[str] = field(default_factory=set)
    empty: list[str] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    truncated: list[str] = field(default_factory=list)

    def add(self, what: str, row: Mapping[str, Any]) -> None:
        """Count one item."""
        self.counts[what] += 1
        self.urls.add(row["url"])
        if what == "threads":
            self.truncated += [row["url"]] if row.get("truncated") else []
            return
        day = _DAY.match(row.get("datePublished") or "")
        if day:
            self.days[day[0]][what == "posts"] += 1
        if not (row.get("articleBody") if what == "articles" else row.get("text")):
            self.empty.append(row["url"])
        if row.get("duplicateOf"):
            self.duplicates.append((row["url"], row["duplicateOf"]))

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {
            **self.counts,
            "days": sorted((day, *counts) for day, counts in self.days.items()),
            "empty": [len(self.empty), self.empty[:NAMED]],
            "duplicates": [len(self.duplicates), self.duplicates[:NAMED]],
            "truncated": [len(self.truncated), self.truncated[:NAMED]],
        }


def read_items(source: str) -> dict[str, CrawlFigures]:
    """The items of a database (its address) or of a folder of feeds, by site.

    Raises ValueError (what to write) for what is neither, and OSError.
    """
    found: dict[str, CrawlFigures] = defaultdict(CrawlFigures)
    for what, row in _database(source) if "://" in source else _feeds(Path(source)):
        if isinstance(row.get("url"), str):
            found[host_of(row["url"])].add(what, row)
    return dict(found)


def _database(address: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    require("sqlalchemy", "database")
    from newsbody.database import open_written
    from newsbody.database.tables import EXPORTED

    database = open_written(address)
    try:
        for what in _FEEDS:
            yield from ((what, row) for row in database.read(EXPORTED[what]))
    finally:
        database.close()


def _feeds(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    newest_first = sorted(folder.rglob("*.jsonl"), key=lambda path: (path.name[0].isdigit(), path.name), reverse=True)
    found = [(match[1], path) for path in newest_first if (match := _FEED.fullmatch(path.name))]
    files = [(what, path) for what, wanted in _FEEDS.items() for name, path in found if name == wanted]
    if not files:
        raise ValueError(f"{folder} holds no feed ({', '.join(_FEEDS.values())}): name the folder that -a out= named")
    seen: set[bytes | None] = set()  # of what another crawl, or another worker, gave out again the newest counts
    for what, path in files:
        for number, line in enumerate(_lines(path), 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
            if isinstance(row, dict) and ((key := identity(row)) is None or key not in seen):
                seen.add(key)
                yield what, row


def _lines(path: Path) -> Iterable[str]:
    with path.open(encoding="utf-8") as file:
        yield from (line for line in file if line.strip())
