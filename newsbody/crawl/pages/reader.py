"""Reads pages away from the event loop: each once, as long as nothing new is known of its site."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from weakref import WeakKeyDictionary

from newsbody.crawl.pages import tasks
from newsbody.crawl.pages.executor import Workers
from newsbody.crawl.pages.tasks import NOTHING, Learnt, Reading, Source
from newsbody.crawl.settings import CrawlSettings
from newsbody.sitememory import SiteMemory
from newsbody.stores import Learned
from newsbody.urls.topics import LinkEvidence

logger = logging.getLogger(__name__)


class Reader:
    """One per crawl. It is told what is known of a site, and never starts to learn.

    ``count`` takes what is counted in the stats; ``was_read`` is told once of every page that was read: the page,
    the kind, the rule it was read with and what it gave. ``wants_html``: does any item get its body as HTML?
    """

    def __init__(
        self,
        settings: CrawlSettings,
        count: Callable[[str], None],
        was_read: Callable[[Source, str, Learned | None, Reading], None],
        wants_html: Callable[[], bool],
    ) -> None:
        self._settings = settings
        self._count, self._was_read, self._wants_html = count, was_read, wants_html
        self._workers = Workers(settings.processes)
        self._readings: WeakKeyDictionary[Source, tuple[str, Learned | None, SiteMemory, asyncio.Future[Reading]]]
        self._readings = WeakKeyDictionary()

    async def read(self, source: Source, kind: str, entry: Learned | None, memory: SiteMemory) -> Reading:
        """Read a page by a rule, by the extractor without one. A page that breaks the reading gives NOTHING."""
        known = self._readings.get(source)
        broken = known and known[3].done() and known[3].result() is NOTHING
        if known is None or (known[:3] != (kind, entry, memory) and not broken):
            future = asyncio.ensure_future(self._read(source, kind, entry, memory))
            known = self._readings[source] = (kind, entry, memory, future)
        return await known[3]

    async def _read(self, source: Source, kind: str, entry: Learned | None, memory: SiteMemory) -> Reading:
        rule = entry.value if entry else None
        try:
            reading = await self._workers.run(
                tasks.read, source, kind, rule, memory, self._settings.extractor, self._wants_html()
            )
        except Exception:
            logger.exception("newsbody could not read %s: its item stays without a body", source.url)
            self._count("errors")
            return NOTHING
        self._count("pages_by_rule" if reading.by_rule else "pages_by_extractor")
        self._was_read(source, kind, entry, reading)
        return reading

    async def shows_posts(self, source: Source) -> bool:
        """Does a page look like one of a thread?"""
        try:
            return await self._workers.run(tasks.count_posts, source) > 0
        except Exception:
            logger.exception("newsbody could not read %s", source.url)
            self._count("errors")
            return False

    async def learn(self, kind: str, sources: Sequence[Source], today: str) -> Learnt:
        """What a few pages of a site teach; raises what learning raises."""
        return await self._workers.run(tasks.learn, kind, sources, self._settings.extractor, today)

    async def learn_addresses(
        self, links: Mapping[str, LinkEvidence], fetched: Sequence[Source]
    ) -> dict[str, object] | None:
        """The resolver of a site as a dict, None when its addresses do not show one; raises what learning raises."""
        return await self._workers.run(tasks.learn_addresses, links, self._settings.topic, fetched)

    def close(self) -> None:
        """Let go of threads and processes; waits for what is running."""
        self._workers.close()
