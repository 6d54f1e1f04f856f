"""Reads pages away from the event loop: each once, as long as nothing new is known of its site."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.pages import tasks
from newsbody.crawl.pages.executor import TookTooLong, Workers, timed
from newsbody.crawl.pages.fetched import OpenPages, Source
from newsbody.crawl.pages.reading import BODY_ONLY, NOTHING, PLACE, Reading
from newsbody.crawl.pages.tasks import LEAST_ARTICLES, Learnt
from newsbody.extractors.interstitials import GATES
from newsbody.ground.sitememory import SiteMemory
from newsbody.rules.rule import MAX_BODIES
from newsbody.stores import Learned
from newsbody.urls.seen_pages import LinkEvidence

logger = logging.getLogger(__name__)

#: Bytes of pages that may wait to be read: enough for two threads to have work, and their trees take ten times that
#: (260 large pages of as many sites: 229 MB with 1,000,000 bytes, 204 with 300,000, 158 without newsbody).
MAX_LAG = 400_000
#: … and for each process of a pool.
PROCESS_LAG = 200_000
#: Bytes of a page that a rule is applied to on the event loop, when the spider made the tree of it there: that took
#: longer than the rule does, and to hand a page to a thread and back costs as much as the rule. With all fields the
#: largest of them takes 30 ms; comments take longer than all else.
MAX_QUICK = 1_000_000
#: Fewer show nothing of their site.
LEAST_LINKS = 2


def is_quick(source: Source, processes: int) -> bool:
    """Does a rule take less time for a page than it takes to hand it over? Its tree is there, and it is not large.

    Where other processes read, all fields are theirs.
    """
    if processes and source.wanted != BODY_ONLY:
        return False
    return source.tree is not None and len(source.data) <= MAX_QUICK and "comments" not in source.wanted


class Reader:
    """One per crawl. It is told what is known of a site, and never starts to learn.

    ``count`` takes what is counted in the stats; ``was_read`` is told once of every page that was read: the page,
    the kind, the rule it was read with and what it gave. ``spent``: of the seconds that a piece of work took.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        count: Callable[[str], None],
        was_read: Callable[[Source, str, Learned | None, Reading], None],
        spent: Callable[[float], None] | None = None,
    ) -> None:
        self._settings = settings
        self._count, self._was_read = count, was_read
        self._workers, self._spent = Workers(settings.processes, settings.page_seconds, spent), spent
        self._open = OpenPages()
        self._lag, self._max_lag = 0, max(MAX_LAG, PROCESS_LAG * settings.processes)
        self._less, self._gate = asyncio.Event(), asyncio.Lock()
        #: By the bearers of pages: of one that is kept to be learned from nothing more is to be read.
        self._readings: WeakKeyDictionary[object, tuple[str, Learned | None, SiteMemory, asyncio.Future[Reading]]]
        self._readings = WeakKeyDictionary()

    async def read(
        self, source: Source, kind: str, entry: Learned | None, memory: SiteMemory, *, closely: bool = True
    ) -> Reading:
        """Read a page by a rule, by the extractor without one. A page that breaks the reading gives NOTHING.

        ``closely``: also by what stands in front of a rule's bodies, and how much of the text these are.
        """
        bearer = source.bearer
        known = self._readings.get(bearer)
        result = known[3].result() if known and known[3].done() else None
        enough = result is None or source.wanted <= result.asked
        if result is not NOTHING and (known is None or known[:3] != (kind, entry, memory) or not enough):
            future = self._reading(source, kind, entry, memory, closely=closely)
            known = self._readings[bearer] = (kind, entry, memory, future)
        assert known is not None
        reading = await known[3]
        if reading is NOTHING or source.wanted <= reading.asked:
            return reading
        return await self.read(source, kind, entry, memory, closely=closely)  # another item wants more

    def _reading(
        self, source: Source, kind: str, entry: Learned | None, memory: SiteMemory, *, closely: bool
    ) -> asyncio.Future[Reading]:
        """A reading that is done when the rule takes no time, and under way beside the event loop otherwise.

        Where the place in a site is asked for, which of two pages came first decides which is the copy: none overtakes
        those that are read beside the loop.
        """
        in_order = PLACE not in source.wanted or not self._lag
        if entry is None or kind != "article" or not in_order or not is_quick(source, self._settings.processes):
            return asyncio.ensure_future(self._read(source, kind, entry, memory))
        reading: Reading | None = NOTHING
        with self._said(f"{source.url}: its item stays without a body"):
            args = source, entry.value, memory, self._settings.extractor, closely
            reading, took = timed(tasks.read_by_rule, *args)
            if self._spent:
                self._spent(took)
        if reading is None:
            return asyncio.ensure_future(self._read(source, kind, entry, memory))
        future = asyncio.get_running_loop().create_future()
        future.set_result(self._noted(source, kind, entry, reading))
        return future

    async def _read(self, source: Source, kind: str, entry: Learned | None, memory: SiteMemory) -> Reading:
        """Read a page away from the event loop."""
        self._lag += len(source.data)
        rule = entry.value if entry else None
        reading = NOTHING
        try:
            with self._said(f"{source.url}: its item stays without a body"):
                reading = await self._workers.run(tasks.read, source, kind, rule, memory, self._settings.extractor)
        finally:
            self._lag -= len(source.data)
            self._less.set()
        return self._noted(source, kind, entry, reading)

    @contextmanager
    def _said(self, what: str) -> Iterator[None]:
        """What could not be read is said, and nothing follows. Of what took too long nothing more is asked: it takes
        as long again.
        """
        try:
            yield
        except TookTooLong as error:
            logger.error("newsbody could not read %s (%s)", what, error)
            self._count("pages_too_long")
        except Exception:
            logger.exception("newsbody could not read %s", what)
            self._count("errors")

    def _noted(self, source: Source, kind: str, entry: Learned | None, reading: Reading) -> Reading:
        """The same reading, counted and told of."""
        if reading is NOTHING:
            return reading
        self._open.used(source)
        self._count("pages_by_rule" if reading.by_rule else "pages_by_extractor")
        if reading.unread:
            logger.warning("newsbody has not read the last %d bytes of %s: it is too large", reading.unread, source.url)
            self._count("pages_cut")
        if len(reading.fields.get("posts", ())) >= MAX_BODIES:
            logger.warning("newsbody reads %d posts of a page: %s may have more", MAX_BODIES, source.url)
            self._count("pages_cut")
        if reading.kind in GATES:
            self._count("pages_gate")
        if reading.kind == "script":
            self._count("pages_script")
        if reading.hidden:
            self._count("pages_with_hidden_text")
        self._was_read(source, kind, entry, reading)
        return reading

    def waits(self, source: Source) -> None:
        """A page is read later: the tree that Scrapy made of it is kept as those of pages that were read."""
        self._open.used(source)

    async def caught_up(self) -> None:
        """Wait until few enough bytes of pages (:data:`MAX_LAG`) are still to be read.

        A response whose callback waits here holds its place in Scrapy's scraper, which so slows downloading down. Of
        those that wait one looks after each page, and they go on one by one.
        """
        async with self._gate:
            while self._lag > self._max_lag:
                self._less.clear()
                await self._less.wait()

    async def shows_posts(self, source: Source, rule: Mapping[str, Any] | None = None) -> bool:
        """Does a page look like one of a thread? With a ``rule``: does that find posts?"""
        from newsbody.crawl.pages import page_evidence as seeing

        posts = 0
        try:
            with self._said(source.url):
                posts = await self._workers.run(seeing.count_posts, source, self._settings.extractor, rule)
        finally:
            self._open.used(source)
        return posts > 0

    async def threads_among(self, sources: Sequence[Source]) -> int:
        """How many of some pages look like pages of threads, and not like articles; 0 when that cannot be told."""
        from newsbody.crawl.pages import page_evidence as seeing

        found = 0
        try:
            with self._said(f"{len(sources)} pages"):
                found = await self._workers.run(seeing.threads_among, sources, self._settings.extractor)
        finally:
            for source in sources:
                self._open.used(source)
        return found

    async def learn(self, kind: str, sources: Sequence[Source], today: str, beside: Sequence[Source] = ()) -> Learnt:
        """What a few pages of a site teach, with others ``beside`` them; raises what learning raises."""
        if kind == "article" and len(sources) < LEAST_ARTICLES:
            return Learnt(None, SiteMemory())
        try:
            return await self._workers.run(
                tasks.learn, kind, sources, self._settings.extractor, today, self._settings.rules, beside
            )
        finally:
            for source in (*beside, *sources):
                self._open.used(source)

    async def learn_on(self, rule: Mapping[str, Any], sources: Sequence[Source]) -> dict[str, Any]:
        """A rule for threads with what more pages teach; raises what learning raises."""
        try:
            return await self._workers.run(tasks.learn_on, rule, sources, self._settings.extractor)
        finally:
            for source in sources:
                self._open.used(source)

    async def learn_addresses(
        self,
        links: Mapping[str, LinkEvidence],
        fetched: Sequence[Source],
        moved: Mapping[str, str],
        doubted: Mapping[str, Any] | None = None,
    ) -> dict[str, object] | None:
        """The resolver of a site as a dict, None when its addresses do not show one; raises what learning raises.

        ``doubted``: one that is in use; None when there is no better one.
        """
        if len(links) < LEAST_LINKS:
            return None
        from newsbody.crawl.pages import page_evidence as seeing

        settings = self._settings
        try:
            return await self._workers.run(
                seeing.learn_addresses,
                settings.kind,
                links,
                settings.topic,
                fetched,
                moved,
                settings.extractor,
                doubted,
            )
        finally:
            for source in fetched:
                self._open.used(source)

    def close(self) -> None:
        """Let go of threads and processes; waits for what is running."""
        self._workers.close()
