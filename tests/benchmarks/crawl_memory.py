"""Memory of a process that crawls, with newsbody and with a pipeline that does nothing, while pages come.

    python -m tests.benchmarks.crawl_memory SITE FOLDER… [--pages 5000] [--sites 785] [--latency 0.0]

As in :mod:`tests.benchmarks.crawl_cost`: ``SITE`` is a folder of pages of one site, crawled again and
again under other addresses; the pages of the other folders are crawled as one page a host. Told is what is
resident, in megabytes, after each tenth of the items, and at most.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from tests.benchmarks.crawl_cost import FRONT, TIMEOUT, WAYS, Pages, alone, host_pages, site_pages
from tests.e2e.web import crawl

#: Times at which memory is looked at.
LOOKS = 10
KILOBYTE = 1024


def resident() -> float:
    """Megabytes that this process holds now."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / KILOBYTE


class Watch:
    """Looks at the memory of a crawl after each tenth of its items."""

    def __init__(self, items: int) -> None:
        self._every, self._items = max(1, items // LOOKS), 0
        self.seen: list[float] = []

    def __call__(self, crawler: Crawler) -> None:
        """Listen to a crawl."""
        crawler.signals.connect(self._went, signal=signals.item_scraped)

    def _went(self, item: dict[str, Any]) -> None:
        item.pop("articleBody", None)  # the crawls of the tests keep their items
        self._items += 1
        if self._items % self._every == 0:
            self.seen.append(resident())


def memory(way: str, pages: Pages, profiles: str, latency: float) -> tuple[list[float], float]:
    """What is resident while a crawl goes on, and at most."""
    of_site, of_hosts, pipeline, on = WAYS[way]
    settings: dict[str, Any] = {
        "NEWSBODY_EXTRACTOR": "auto",
        "NEWSBODY_PROFILES": profiles,
        "ITEM_PIPELINES": {pipeline: 500},
        "TEST_TIMEOUT": TIMEOUT,
        "TEST_LATENCY": latency,
        "RETRY_ENABLED": False,
        "ADDONS": {"newsbody.Addon": 500} if on else {},
    }
    watch = Watch(len(pages))
    if FRONT in pages:
        crawl(of_site, pages, settings, prepare=watch, start_urls=[FRONT])
    else:
        crawl(of_hosts, pages, settings, prepare=watch)
    return watch.seen, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTE


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path, metavar="SITE")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=5000, help="pages of the one site (default: %(default)s)")
    parser.add_argument("--sites", type=int, default=785, help="hosts, a page each (default: %(default)s)")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds that a page takes (default: %(default)s)")
    args = parser.parse_args(argv)
    crawls = [("one site", site_pages(args.site, args.pages))]
    if args.folders:
        crawls.append(("every page on another host", host_pages(args.folders, args.sites)))
    for name, pages in crawls:
        print(f"\n{name}, {len(pages)} pages: MB after each tenth of the items, and at most")
        for way in ("nothing", "newsbody"):
            with tempfile.TemporaryDirectory() as folder:
                seen, most = alone(memory, way, pages, str(Path(folder) / "profiles"), args.latency)
            print(f"{way:12}" + "".join(f"{megabytes:6.0f}" for megabytes in seen) + f"{most:8.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
