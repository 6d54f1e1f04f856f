"""Sites are learned from a sample of their pages before the pages are read, in bounded memory, by several processes."""

from __future__ import annotations

import json
import sqlite3
from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from time import monotonic
from typing import Any

from newsbody.commands._inputs import Input, NoPage
from newsbody.commands._processes import Processes
from newsbody.commands._results import NOTED_EVERY
from newsbody.extraction import SiteArticles
from newsbody.extractors.assessed import JudgedPage
from newsbody.ground.sitememory import PAGES, hashed
from newsbody.page import Page
from newsbody.page.sites import SiteGroups, host_of, site_of, template_of
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule

#: Pages that threads of a site are learned from: those with the smallest hashes of their ids.
SAMPLE = 40
#: Articles of a site from which on they are read in the light of each other: two may be a page and its copy.
LEAST_ARTICLES = 3

Row = dict[str, Any]
#: What is made of a page by what its site taught; judged already where it is of the sample.
Work = Callable[[Input, Any, JudgedPage | None], Row]

#: What stands behind a page's bytes is not found without reading them.
_TABLES = """
CREATE TABLE IF NOT EXISTS pages (number INTEGER PRIMARY KEY, site INTEGER);
CREATE INDEX IF NOT EXISTS by_site ON pages (site);
CREATE TABLE IF NOT EXISTS kept (
    number INTEGER PRIMARY KEY, id TEXT, error TEXT, url TEXT, encoding TEXT, fetched TEXT, is_fetched INTEGER,
    data BLOB
);
CREATE TABLE IF NOT EXISTS rules (site INTEGER PRIMARY KEY, rule TEXT);
CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, made TEXT);
"""

#: Those who learn a site read the file while what the others learned is written, and nobody waits for the disk.
_SHARED = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"


@dataclass(frozen=True)
class PagePlace:
    """Where a page is from: its host, else what it is built of. ``page`` has its bytes, or an error."""

    page: Input
    host: str | None = None
    template: frozenset[int] | None = None


def _has_address(page: Input) -> bool:
    """Is a page at hand, with an address that tells its place?"""
    return isinstance(page.data, bytes) and bool(page.url)


def place_of(page: Input) -> PagePlace:
    """The place of a page."""
    if isinstance(page.data, Exception):
        return PagePlace(page)
    try:
        loaded = page.loaded()
        if loaded.url and (host := host_of(loaded.url)):
            return PagePlace(loaded, host)
        read = Page.parse(loaded.bytes, loaded.url, loaded.encoding)
        named = site_of(read)
        return PagePlace(loaded, named, None if named else template_of(read))
    except Exception as error:  # noqa: BLE001 - a page never stops the run: its row will say what happened
        return PagePlace(replace(page, data=NoPage(f"{type(error).__name__}: {error}")))


#: What some pages of a site teach, as JSON primitives, None where nothing; and whether there are more pages than these.
Teach = Callable[[Sequence[JudgedPage], bool], "dict[str, Any] | None"]


def _thread_rule(pages: Sequence[JudgedPage], more: bool) -> dict[str, Any] | None:
    rule = learn_thread_rule([one.page for one in pages], "")
    return rule.to_dict() if rule else None


def _articles(pages: Sequence[JudgedPage], more: bool) -> dict[str, Any]:
    return SiteArticles.taught_by(pages, more=more).to_dict()


@dataclass(frozen=True)
class SiteLesson:
    """How a site is learned from a ``sample`` of ``least`` pages or more: what they teach, and what is made of that."""

    teach: Teach
    from_dict: Callable[[dict[str, Any]], Any]
    least: int = 1
    sample: int = SAMPLE

    def learned(self, sample: Sequence[Input], more: bool, work: Work) -> tuple[str | None, list[Row]]:
        """What a sample, in the order of the hashes of its ids, teaches as JSON, and the rows of its pages."""
        judged = [JudgedPage(Page.parse(page.bytes, page.url, page.encoding)) for page in sample]
        taught = self.teach(judged, more) if len(sample) >= self.least else None
        learned = json.dumps(taught) if taught else None
        made = self.made_of(learned)
        return learned, [work(page, made, one) for page, one in zip(sample, judged, strict=True)]

    def made_of(self, learned: str | None) -> Any:
        """What pages of the site are read by."""
        return self.from_dict(json.loads(learned)) if learned else None


#: The memory and the rule of a site's articles, and the rule of its threads.
LESSONS = {
    "article": SiteLesson(_articles, SiteArticles.from_dict, LEAST_ARTICLES, PAGES),
    "thread": SiteLesson(_thread_rule, Rule.from_dict),
}


class SiteRules:
    """The rules of the sites that pages are of, in a file: what was fetched, learned and read outlives a kill."""

    def __init__(self, path: Path, lesson: SiteLesson, work: Work) -> None:
        self.path, self._lesson, self._work = path, lesson, work
        self._file = sqlite3.connect(path)
        self._file.executescript(_TABLES)

    def place(self, pages: Iterable[Input], processes: Processes) -> None:
        """Look at all pages, each to its site, and keep a sample of it: what an earlier run did stays."""
        if self._file.execute("PRAGMA user_version").fetchone()[0]:
            return
        self._file.executescript("DELETE FROM pages; DELETE FROM kept WHERE NOT is_fetched;")
        groups, samples = SiteGroups(), defaultdict[int, list[tuple[int, int]]](list)
        placed = processes.in_order(place_of, self._with_kept(pages), is_light=_has_address)
        for number, (given, place) in enumerate(placed):
            group = groups.place(place.host, place.template)
            self._file.execute("INSERT INTO pages VALUES (?, ?)", (number, group))
            if isinstance(given.data, str):
                self._keep(number, place.page, is_fetched=True)
            if isinstance(place.page.data, bytes):
                self._sample(samples[group], number, place.page)
        self._file.executemany("UPDATE pages SET site = ? WHERE site = ?", _moved(groups))
        self._file.execute("PRAGMA user_version = 1")
        self._file.commit()

    @property
    def count(self) -> int:
        """How many pages were looked at."""
        return int(self._file.execute("SELECT count(*) FROM pages").fetchone()[0])

    def _sample(self, sample: list[tuple[int, int]], number: int, page: Input) -> None:
        insort(sample, (hashed(page.id), number))
        if (hashed(page.id), number) in sample[: self._lesson.sample]:
            self._keep(number, page)
        for _, out in sample[self._lesson.sample :]:
            self._file.execute("DELETE FROM kept WHERE number = ? AND NOT is_fetched", (out,))
        del sample[self._lesson.sample :]

    def _keep(self, number: int, page: Input, *, is_fetched: bool = False) -> None:
        data, error = (page.data, None) if isinstance(page.data, bytes) else (None, str(page.data))
        row = (
            number,
            page.id,
            error,
            page.url,
            page.encoding,
            page.fetched and page.fetched.isoformat(),
            is_fetched,
            data,
        )
        self._file.execute("INSERT OR IGNORE INTO kept VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        if is_fetched:
            self._file.commit()

    def _with_kept(self, pages: Iterable[Input]) -> Iterator[Input]:
        """The pages; those that were fetched once come from here."""
        for number, page in enumerate(pages):
            yield _kept(self._file, number) or page if isinstance(page.data, str) else page

    def with_sites(self, pages: Iterable[Input], processes: Processes) -> Iterator[tuple[Input, int] | Row]:
        """The pages, with the number of the site that each is of, which is learned; the row of what is read already.

        Where samples are all there is, the pages are not asked for again.
        """
        self._file.executescript(_SHARED)
        taught_of.cache_clear()
        beyond = "SELECT 1 FROM pages LEFT JOIN kept USING (number) WHERE data IS NULL"
        asked = self._with_kept(pages) if self._file.execute(beyond).fetchone() else repeat(None)
        known, learning = {site for (site,) in self._file.execute("SELECT site FROM rules")}, self._learning(processes)
        for number, page in zip(range(self.count), asked, strict=False):
            site = self._file.execute("SELECT site FROM pages WHERE number = ?", (number,)).fetchone()[0]
            while site not in known:
                known.add(next(learning))
            made = self._file.execute("SELECT made FROM rows WHERE number = ?", (number,)).fetchone()
            if made:
                yield json.loads(made[0])
            elif page:
                self._file.commit()
                yield page, site

    def _learning(self, processes: Processes) -> Iterator[int]:
        """Learn each site from its sample, in the order of the first pages, and read the sample."""
        unknown = "SELECT site FROM pages WHERE site NOT IN (SELECT site FROM rules) GROUP BY site ORDER BY min(number)"
        sites = [site for (site,) in self._file.execute(unknown)]
        noted = monotonic()
        for site, (rule, rows) in processes.in_order(partial(_learned, self.path, self._lesson, self._work), sites):
            self._file.execute("INSERT INTO rules VALUES (?, ?)", (site, rule))
            self._file.executemany("INSERT INTO rows VALUES (?, ?)", rows)
            if monotonic() - noted > NOTED_EVERY:
                self._file.commit()
                noted = monotonic()
            yield site

    def close(self) -> None:
        """Nothing more is asked."""
        self._file.commit()
        self._file.close()


def _moved(groups: SiteGroups) -> list[tuple[int, int]]:
    return [(groups.find(group), group) for group in range(len(groups)) if groups.find(group) != group]


def _kept(file: sqlite3.Connection, number: int) -> Input | None:
    query = "SELECT id, data, error, url, encoding, fetched FROM kept WHERE number = ?"
    for name, data, error, url, encoding, fetched in file.execute(query, (number,)):
        time = datetime.fromisoformat(fetched) if fetched else None
        return Input(name, data if error is None else NoPage(error), url, encoding, time)
    return None


def _learned(path: Path, lesson: SiteLesson, work: Work, site: int) -> tuple[str | None, list[tuple[int, str]]]:
    """What a site teaches, and the rows of its sample by the numbers of the pages."""
    with closing(sqlite3.connect(path)) as file:
        query = "SELECT number, id FROM kept JOIN pages USING (number) WHERE site = ? AND error IS NULL"
        sampled = sorted((hashed(name), number) for number, name in file.execute(query, (site,)))[: lesson.sample]
        count = file.execute("SELECT count(*) FROM pages WHERE site = ?", (site,)).fetchone()[0]
        pages = {number: page for _, number in sampled if (page := _kept(file, number))}
    learned, rows = lesson.learned(list(pages.values()), count > len(pages), work)
    return learned, list(zip(pages, map(json.dumps, rows), strict=True))


@lru_cache(maxsize=256)
def taught_of(path: Path, lesson: SiteLesson, site: int) -> Any:
    """What was learned of a site, out of the file of SiteRules: None where that is nothing."""
    with closing(sqlite3.connect(path)) as file:
        row = file.execute("SELECT rule FROM rules WHERE site = ?", (site,)).fetchone()
    return lesson.made_of(row and row[0])
