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
from pathlib import Path
from typing import Any

from newsbody.commands._inputs import Input, NoPage
from newsbody.commands._results import in_order
from newsbody.extractors.assessed import JudgedPage
from newsbody.ground.sitememory import PAGES, SiteMemory, hashed
from newsbody.page import Page
from newsbody.page.sites import SiteGroups, host_of, site_of, template_of
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule

#: Pages that a site is learned from: those with the smallest hashes of their ids.
SAMPLE = 40
#: Articles of a site from which on they are read in the light of each other: two may be a page and its copy.
LEAST_ARTICLES = 3

_TABLES = """
CREATE TABLE IF NOT EXISTS pages (number INTEGER PRIMARY KEY, site INTEGER);
CREATE TABLE IF NOT EXISTS kept (
    number INTEGER PRIMARY KEY, id TEXT, data BLOB, error TEXT, url TEXT, encoding TEXT, fetched TEXT,
    is_fetched INTEGER
);
CREATE TABLE IF NOT EXISTS rules (site INTEGER PRIMARY KEY, rule TEXT);
"""


@dataclass(frozen=True)
class PagePlace:
    """Where a page is from: its host, else what it is built of. ``page`` has its bytes, or an error."""

    page: Input
    host: str | None = None
    template: frozenset[int] | None = None


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


#: What some pages of a site teach, as JSON primitives; None where they teach nothing.
Teach = Callable[[Sequence[Page]], "dict[str, Any] | None"]


def _thread_rule(pages: Sequence[Page]) -> dict[str, Any] | None:
    rule = learn_thread_rule(pages, "")
    return rule.to_dict() if rule else None


def _article_memory(pages: Sequence[Page]) -> dict[str, Any]:
    """Only pages that the memory keeps are judged."""
    memory = SiteMemory()
    for page in sorted(pages, key=lambda page: hashed(page.url or page.text))[:PAGES]:
        JudgedPage(page).remember_in(memory)
    return memory.to_dict()


@dataclass(frozen=True)
class SiteLesson:
    """How a site is learned from ``least`` pages or more: what they teach, and what is made of that."""

    teach: Teach
    from_dict: Callable[[dict[str, Any]], Any]
    least: int = 1

    def learned(self, sample: Sequence[Input]) -> str | None:
        """What a sample, in the order of the hashes of its ids, teaches as JSON; None where that is nothing."""
        if len(sample) < self.least:
            return None
        taught = self.teach([Page.parse(page.bytes, page.url, page.encoding) for page in sample])
        return json.dumps(taught) if taught else None

    def made_of(self, learned: str | None) -> Any:
        """What pages of the site are read by."""
        return self.from_dict(json.loads(learned)) if learned else None


#: The memory of a site's articles, and the rule of its threads.
LESSONS = {
    "article": SiteLesson(_article_memory, SiteMemory.from_dict, LEAST_ARTICLES),
    "thread": SiteLesson(_thread_rule, Rule.from_dict),
}


class SiteRules:
    """The rules of the sites that pages are of, in a file: what was fetched and learned outlives a kill."""

    def __init__(self, path: Path, lesson: SiteLesson) -> None:
        self.path, self._lesson = path, lesson
        self._file = sqlite3.connect(path)
        self._file.executescript(_TABLES)

    def learn(self, pages: Iterable[Input], jobs: int) -> None:
        """Look at all pages, then learn each site from its sample. What an earlier run learned is not learned again."""
        if self._file.execute("PRAGMA user_version").fetchone()[0]:
            return
        self._file.executescript("DELETE FROM pages; DELETE FROM rules; DELETE FROM kept WHERE NOT is_fetched;")
        groups, samples = SiteGroups(), defaultdict[int, list[tuple[int, int]]](list)
        for number, (given, place) in enumerate(in_order(place_of, self._with_kept(pages), jobs)):
            group = groups.place(place.host, place.template)
            self._file.execute("INSERT INTO pages VALUES (?, ?)", (number, group))
            if isinstance(given.data, str):
                self._keep(number, place.page, is_fetched=True)
            if isinstance(place.page.data, bytes):
                self._sample(samples[group], number, place.page)
        merged = defaultdict[int, list[tuple[int, int]]](list)
        for group, sample in samples.items():
            merged[groups.find(group)] = sorted(merged[groups.find(group)] + sample)[:SAMPLE]
        self._file.executemany("UPDATE pages SET site = ? WHERE site = ?", _moved(groups))
        self._file.commit()
        taught_of.cache_clear()
        for (site, _), rule in in_order(partial(_learned, self.path, self._lesson), merged.items(), jobs):
            self._file.execute("INSERT INTO rules VALUES (?, ?)", (site, rule))
            self._file.commit()  # those who learn the next ones read the file, and must not wait
        self._file.execute("DELETE FROM kept WHERE NOT is_fetched")
        self._file.commit()
        self._file.execute("PRAGMA user_version = 1")

    def _sample(self, sample: list[tuple[int, int]], number: int, page: Input) -> None:
        insort(sample, (hashed(page.id), number))
        if (hashed(page.id), number) in sample[:SAMPLE]:
            self._keep(number, page)
        for _, out in sample[SAMPLE:]:
            self._file.execute("DELETE FROM kept WHERE number = ? AND NOT is_fetched", (out,))
        del sample[SAMPLE:]

    def _keep(self, number: int, page: Input, *, is_fetched: bool = False) -> None:
        data, error = (page.data, None) if isinstance(page.data, bytes) else (None, str(page.data))
        row = (
            number,
            page.id,
            data,
            error,
            page.url,
            page.encoding,
            page.fetched and page.fetched.isoformat(),
            is_fetched,
        )
        self._file.execute("INSERT OR IGNORE INTO kept VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        if is_fetched:
            self._file.commit()

    def _with_kept(self, pages: Iterable[Input]) -> Iterator[Input]:
        """The pages; those that were fetched once come from here."""
        for number, page in enumerate(pages):
            yield _kept(self._file, number) or page if isinstance(page.data, str) else page

    def with_sites(self, pages: Iterable[Input]) -> Iterator[tuple[Input, int]]:
        """The pages, with the number of the site that each is of."""
        for number, page in enumerate(self._with_kept(pages)):
            yield page, self._file.execute("SELECT site FROM pages WHERE number = ?", (number,)).fetchone()[0]

    def close(self) -> None:
        """Nothing more is asked."""
        self._file.close()


def _moved(groups: SiteGroups) -> list[tuple[int, int]]:
    return [(groups.find(group), group) for group in range(len(groups)) if groups.find(group) != group]


def _kept(file: sqlite3.Connection, number: int) -> Input | None:
    query = "SELECT id, data, error, url, encoding, fetched FROM kept WHERE number = ?"
    for name, data, error, url, encoding, fetched in file.execute(query, (number,)):
        time = datetime.fromisoformat(fetched) if fetched else None
        return Input(name, data if error is None else NoPage(error), url, encoding, time)
    return None


def _learned(path: Path, lesson: SiteLesson, sampled: tuple[int, Sequence[tuple[int, int]]]) -> str | None:
    with closing(sqlite3.connect(path)) as file:
        return lesson.learned([page for _, number in sampled[1] if (page := _kept(file, number))])


@lru_cache(maxsize=256)
def taught_of(path: Path, lesson: SiteLesson, site: int) -> Any:
    """What was learned of a site, out of the file of SiteRules: None where that is nothing."""
    with closing(sqlite3.connect(path)) as file:
        row = file.execute("SELECT rule FROM rules WHERE site = ?", (site,)).fetchone()
    return lesson.made_of(row and row[0])
