"""Feeds: CSV that spreadsheets open, and files that a worker which is killed leaves whole."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from itemadapter import ItemAdapter
from scrapy import Spider
from scrapy.exporters import CsvItemExporter
from scrapy.extensions.feedexport import FileFeedStorage

from newsbody.items import Article, ForumThread, Post, flat


class FlatCsvItemExporter(CsvItemExporter):
    """Articles and posts a row each. Threads are left out: their posts are there.

    Nested values of other items are written as JSON. Without another encoding the file is
    ``utf-8-sig``: without the mark Excel takes UTF-8 for the local code page.
    """

    def __init__(self, file: BytesIO, **options: Any) -> None:
        if options.get("encoding") in (None, "utf-8", "utf8"):
            options["encoding"] = "utf-8-sig"
        super().__init__(file, **options)

    def export_item(self, item: Any) -> None:
        """Write one row."""
        if isinstance(item, ForumThread):
            return
        if isinstance(item, (Article, Post)):
            row = flat(item)
        else:
            row = {name: _cell(value) for name, value in ItemAdapter(item).asdict().items()}
        super().export_item(row)


class UnbufferedFileStorage(FileFeedStorage):
    """A local file that every item is written to at once: what was exported outlives the process."""

    def open(self, spider: Spider) -> IO[bytes]:
        """The file, made anew or added to as the feed says."""
        path = Path(self.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open(self.write_mode, buffering=0)


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, (dict, list, tuple)) else value
