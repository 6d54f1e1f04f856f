"""Feeds: CSV that spreadsheets open, and files that a worker which is killed leaves whole."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from itemadapter import ItemAdapter
from scrapy import Spider
from scrapy.exporters import CsvItemExporter
from scrapy.extensions.feedexport import FileFeedStorage
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

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


def merge_feeds(settings: BaseSettings, defaults: Mapping[str, Any]) -> None:
    """Add our exporters, storages and feeds to the project's; one that the command line names is the only one."""
    for name in ("FEED_EXPORTERS", "FEED_STORAGES", "FEEDS"):
        own, priority = settings.getdict(name), settings.getpriority(name) or 0
        if name != "FEEDS" or (own and priority < SETTINGS_PRIORITIES["cmdline"]):
            settings.set(name, {**defaults[name], **own}, priority=priority)


def prepare_feeds(settings: BaseSettings, names: Collection[str], folder: str, *, overwrite: bool) -> str:
    """What the names of a crawl's files begin with: nothing, or the time where there are some of an earlier crawl.

    Yesterday's files are never lost; with ``overwrite`` they are written over. Raises ValueError for
    a folder that cannot be written to: before the crawl, not when its items have nowhere to go.
    """
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(f"no permission to write to {path}")
    except OSError as error:
        raise ValueError(f"out={folder!r} cannot be written to ({error}). Name another folder: out=…") from error
    if overwrite:
        feeds = settings.getdict("FEEDS")
        for name in names:
            feeds[name] = {**feeds[name], "overwrite": True}
        settings.set("FEEDS", feeds, priority=settings.getpriority("FEEDS") or 0)
        return ""
    there = any((path / Path(name).name.replace("%(feed_prefix)s", "")).exists() for name in names)
    return f"{datetime.now():%Y-%m-%dT%H-%M-%S}-" if there else ""
