"""Items on their way out: what a time asks for, their fields, the database."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.pipelines import ItemPipelineManager
from scrapy.settings import BaseSettings
from scrapy.utils.asyncio import is_asyncio_available

from newsbody.crawl.ground.scrapy_engine import setting_up
from newsbody.crawl.ground.settings import WrongSetting
from newsbody.crawl.hooks.fields import FieldWriter
from newsbody.crawl.hooks.origins import Handover
from newsbody.crawl.session.session import Crawl
from newsbody.ground.extras import MissingExtra, require
from newsbody.items import Article

if TYPE_CHECKING:
    from newsbody.database import Database, Row

logger = logging.getLogger(__name__)


class DatabasePipeline:
    """Item pipeline. Stands last, so that what the project's own pipelines drop or change is so in the database."""

    def __init__(self, crawler: Crawler) -> None:
        """Raises WrongSetting for a database that cannot be used, before there is an engine that could fetch."""
        self._crawler = crawler
        self._passed: set[type] = set()
        self._crawl = Crawl.of(crawler)
        try:
            with setting_up():
                self._database = _open(crawler.settings)
        except WrongSetting:
            self._crawl.give_up()
            raise
        from newsbody.database import row_of
        from newsbody.database.batches import BatchWriter

        self._writer = BatchWriter(self._database.write, self._count)
        self._row_of = partial(row_of, names=self._crawl.settings.fields, address_of=self._crawl.canonical)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DatabasePipeline:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Wait until an item is stored; one that is no article, thread or post passes, which is said once."""
        row: Row | None = self._row_of(item)
        if row is None:
            self._say_passed(type(item))
            return item
        try:
            await self._writer.written(row)
        except Exception:
            logger.exception("The database refuses the item of %s, which goes on without it", row.values["url"])
            self._count("refused", 1)
        return item

    async def close_spider(self) -> None:
        """Every item was awaited: nothing is left to write."""
        self._database.close()

    def _count(self, what: str, number: int) -> None:
        self._crawler.stats.inc_value(f"newsbody/store_{what}", number)

    def _say_passed(self, item_class: type) -> None:
        self._count("passed", 1)
        if item_class not in self._passed:
            self._passed.add(item_class)
            logger.warning(
                "Items of %s are not stored: an article has the fields url and articleBody (NEWSBODY_FIELDS names "
                "yours), a post url, threadId and text",
                item_class.__qualname__,
            )


def _open(settings: BaseSettings) -> Database:
    address, versions = settings["NEWSBODY_STORE"], settings.getbool("NEWSBODY_VERSIONS")
    try:
        require("sqlalchemy", "database")
        from newsbody.database import open_database

        return open_database(address, versions=versions)
    except (MissingExtra, ValueError) as error:
        raise WrongSetting(f"NEWSBODY_STORE: {error}") from error


# --- items: the body of their page is written into them; and the moment when no item waits any more ---

#: What pages are read beside: with another reactor the crawl would wait for ever, without a word.
REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"


class BodyPipeline:
    """Item pipeline. Stands first, so that the project's own pipelines see whole items."""

    def __init__(self, crawler: Crawler) -> None:
        """Raises WrongSetting, which stops the crawl before its engine is there."""
        with setting_up():
            _require_asyncio(crawler.settings)
        self._crawl = Crawl.of(crawler)
        settings = self._crawl.settings
        self._writer = FieldWriter(settings.fields, settings.overwrite)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BodyPipeline:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Fill an item from the page it came from; items without a page pass as they are.

        Raises DropItem for one whose page is less likely an article than ``NEWSBODY_MIN_PROBABILITY``.
        """
        page = self._crawl.part(Handover).take(item)
        if page is None:
            if isinstance(item, Article) and item.probability is not None:
                self._require_probable(item.kind, item.probability, item.url)
            return item
        source, kind, reading = page
        if reading is None:
            reading = await self._crawl.read(source, kind)
        self._require_probable(reading.kind, reading.probability, source.url)
        fetched = source.fetched and source.fetched.isoformat(timespec="seconds")
        about = {"probability": reading.probability, "dateDownloaded": fetched}
        self._writer.write(item, {"url": source.url, "metadata": about, **reading.fields})
        return item

    def _require_probable(self, kind: str | None, probability: float, url: str) -> None:
        least = self._crawl.settings.min_probability
        likely = probability if kind in ("article", "thread") else 1 - probability
        if likely < least:
            self._crawl.count("items_improbable")
            raise DropItem(f"newsbody: {url} is an article with a probability of {likely:.2f}, less than {least}")


def _require_asyncio(settings: BaseSettings) -> None:
    if settings.getbool("TWISTED_REACTOR_ENABLED", default=True) and not is_asyncio_available():
        raise WrongSetting(
            f"newsbody needs Scrapy's own reactor, not {settings['TWISTED_REACTOR']!r}: leave the "
            f'setting TWISTED_REACTOR out, or write TWISTED_REACTOR = "{REACTOR}"'
        )


class PatientPipelines(ItemPipelineManager):
    """Scrapy's item pipelines, which close only when no page waits any more.

    A spider that is stopped (page limit, Ctrl-C) is never idle; so this is the last moment at
    which items can still go through all pipelines. All pipelines are closed at once, so no
    single pipeline could do it.
    """

    async def close_spider_async(self) -> None:
        """Finish what waits, then close the pipelines."""
        crawl = Crawl.existing(self.crawler) if self.crawler else None
        if crawl:
            await crawl.finish_all()
        await super().close_spider_async()
        if crawl:
            await crawl.close()


def patient(processor: type) -> type:
    """A project's own item processor, with the patience of ours; one that cannot have it is left as it is."""
    if issubclass(processor, PatientPipelines):
        return processor
    if not issubclass(processor, ItemPipelineManager):
        logger.warning(
            "ITEM_PROCESSOR = %s: when the spider is stopped, the items that wait for their site are lost. "
            "Derive it from scrapy.pipelines.ItemPipelineManager to keep them.",
            processor.__qualname__,
        )
        return processor
    if processor is ItemPipelineManager:
        return PatientPipelines
    return type(f"Patient{processor.__name__}", (PatientPipelines, processor), {})
