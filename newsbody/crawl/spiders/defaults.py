"""The settings with which the spiders for news and forums run."""

from __future__ import annotations

from typing import Any

import scrapy
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

from newsbody._version import __version__
from newsbody.crawl.addon import Addon
from newsbody.crawl.hooks.fetches import PageLimit
from newsbody.crawl.hooks.live import LiveLine
from newsbody.crawl.hooks.summary import Summary
from newsbody.crawl.sources.listing import MAX_SITEMAP_BYTES
from newsbody.crawl.spiders.feeds import FlatCsvItemExporter, LinesItemExporter, UnbufferedFileStorage
from newsbody.items import Article, ForumThread, Post

#: Settings of these spiders unless the project, or the command line, says otherwise.
DEFAULTS: dict[str, Any] = {
    # Which pages are topics, and which requests go first, is what these spiders are for.
    "NEWSBODY_TOPICS": True,
    "ROBOTSTXT_OBEY": True,
    "AUTOTHROTTLE_ENABLED": True,
    # Scrapy begins with five seconds; the delay adapts to the answers from the first one on.
    "AUTOTHROTTLE_START_DELAY": 0.5,
    "REMOTE_CONTROL_ENABLED": False,
    # Nothing larger is read, and a few answers of the gigabyte that Scrapy allows, compressed ones soon, fill memory.
    "DOWNLOAD_MAXSIZE": MAX_SITEMAP_BYTES,
    # Pages that wait to be read, of which Scrapy lets five megabytes in. A small one, or a dead link, takes thirty
    # times its bytes then, for the tasks of its items: 100 small sites took 349 MB at the end with one megabyte, 316
    # with this, and no more time.
    "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 300_000,
    # First come, first served: a site is learned from what its front page links to first, not from what stands
    # in the footer (archives, mobile views), and two crawls go the same way.
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "FEED_EXPORT_ENCODING": "utf-8",
    "USER_AGENT": f"newsbody/{__version__} (Scrapy/{scrapy.__version__})",
    "FEED_EXPORTERS": {"csv": FlatCsvItemExporter, "jsonlines": LinesItemExporter, "jl": LinesItemExporter},
    # What was given out stands in the file at once: it outlives the process.
    "FEED_STORAGES": dict.fromkeys(("", "file"), UnbufferedFileStorage),
    "FEEDS": {
        f"%(out)s/%(feed_prefix)s{name}.{suffix}": {"format": form, "item_classes": [cls], "store_empty": False}
        for name, cls in (("articles", Article), ("threads", ForumThread), ("posts", Post))
        for form, suffix in (("jsonlines", "jsonl"), ("csv", "csv"))
        if (name, form) != ("threads", "csv")
    },
}


def set_defaults(settings: BaseSettings) -> None:
    """Use the defaults, and what these spiders are hooked into, where the project says nothing else."""
    settings.setdefault_in_component_priority_dict("ADDONS", Addon, 500)
    settings.setdefault_in_component_priority_dict("EXTENSIONS", Summary, 500)
    settings.setdefault_in_component_priority_dict("EXTENSIONS", LiveLine, 510)
    settings.setdefault_in_component_priority_dict("EXTENSIONS", PageLimit, 515)
    # Scrapy's runners write their settings over a crawler's once more, where the priority is not higher.
    for name in ("ADDONS", "EXTENSIONS"):
        priority = max(settings.getpriority(name) or 0, SETTINGS_PRIORITIES["addon"])
        settings.set(name, settings.getdict(name), priority=priority)
    for name, value in DEFAULTS.items():
        settings.set(name, value, priority="addon")
