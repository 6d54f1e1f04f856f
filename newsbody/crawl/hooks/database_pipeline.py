"""Items go into the database of ``NEWSBODY_STORE`` before their request is done."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from newsbody.crawl.ground.scrapy_engine import setting_up
from newsbody.crawl.ground.settings import WrongSetting
from newsbody.crawl.session.session import Crawl
from newsbody.ground.extras import MissingExtra, require

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
        from newsbody.database import batches, row_of

        self._writer = batches.BatchWriter(self._database.write, self._count)
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
