"""Which page an item came from: the middleware sees both, the pipeline only the item."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading

#: Items on their way at most; the pages of more are let go. Items in Scrapy's pipelines are far fewer
#: (CONCURRENT_ITEMS for each response); what stays longer was replaced by another pipeline.
MAX_ITEMS = 10_000


class Handover:
    """Pages by item. Items are told apart by identity: dicts cannot be hashed."""

    def __init__(self, crawler: Crawler) -> None:
        self._pages: OrderedDict[int, tuple[Any, Source, str, Reading | None]] = OrderedDict()
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self._forget, signal=signal)

    def give(self, item: Any, source: Source, kind: str, reading: Reading | None = None) -> None:
        """Note where an item came from. The item is kept alive meanwhile, so its identity stays its own."""
        self._pages[id(item)] = (item, source, kind, reading)
        if len(self._pages) > MAX_ITEMS:
            self._pages.popitem(last=False)

    def take(self, item: Any) -> tuple[Source, str, Reading | None] | None:
        """The page of an item, what kind it is, and what was read of it already; None for other items."""
        found = self._pages.pop(id(item), None)
        return found[1:] if found else None

    def _forget(self, item: Any) -> None:
        self._pages.pop(id(item), None)
