"""Memory of a process that crawls, with newsbody and with a pipeline that does nothing, while pages come.

    python -m tests.benchmarks.crawl_memory [SITE [FOLDER…]] [--pages 5000] [--sites 785] [--latency 0.0] [--census]

As in :mod:`tests.benchmarks.crawl_cost`: ``SITE`` is a folder of pages of one site, crawled again and
again under other addresses; the pages of the other folders are crawled as one page a host. Without any, the pages
of both are made. Told is what is resident, in megabytes, after each tenth of the items, and at most; then how much of
it the allocator holds though nothing is in it. ``--census``: of which types there are more objects at the end than in
the middle.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from tests.article_pages import article
from tests.benchmarks.crawl_cost import FRONT, TIMEOUT, WAYS, Pages, alone, host_pages, site_pages
from tests.e2e.web import crawl

#: Times at which memory is looked at.
LOOKS = 10
#: Pages that are made where none are named, and types that a census tells of.
MADE, TYPES = 200, 20
KILOBYTE = 1024


def resident() -> float:
    """Megabytes that this process holds now."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / KILOBYTE


def held_by_allocator() -> float:
    """Megabytes that go back to the system when they are asked for."""
    before = resident()
    ctypes.CDLL(None).malloc_trim(0)
    return before - resident()


class Watch:
    """Looks at the memory of a crawl after each tenth of its items; with ``census`` at its objects twice."""

    def __init__(self, items: int, *, census: bool) -> None:
        self._every, self._items, self._census = max(1, items // LOOKS), 0, census
        self.seen: list[float] = []
        self.objects: list[Counter[str]] = []
        self.spare = 0.0

    def __call__(self, crawler: Crawler) -> None:
        """Listen to a crawl."""
        crawler.signals.connect(self._went, signal=signals.item_scraped)

    def _went(self, item: dict[str, Any]) -> None:
        item.pop("articleBody", None)  # the crawls of the tests keep their items
        self._items += 1
        if self._items % self._every:
            return
        self.seen.append(resident())
        if self._census and len(self.seen) in (LOOKS // 2, LOOKS):
            gc.collect()
            self.objects.append(Counter(f"{type(one).__module__}.{type(one).__name__}" for one in gc.get_objects()))
        if len(self.seen) == LOOKS:
            self.spare = held_by_allocator()

    @property
    def grown(self) -> list[tuple[str, int]]:
        """Types, and how many more objects of them there are, most first."""
        return (self.objects[-1] - self.objects[0]).most_common(TYPES) if len(self.objects) > 1 else []


#: What was resident, at most, what the allocator held, and the types that grew.
Told = tuple[list[float], float, float, list[tuple[str, int]]]


def memory(way: str, pages: Pages, profiles: str, latency: float, census: bool) -> Told:
    """What is resident while a crawl goes on."""
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
    watch = Watch(len(pages), census=census)
    if FRONT in pages:
        crawl(of_site, pages, settings, prepare=watch, start_urls=[FRONT])
    else:
        crawl(of_hosts, pages, settings, prepare=watch)
    return watch.seen, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTE, watch.spare, watch.grown


@contextmanager
def made_pages(named: Sequence[Path]) -> Iterator[Sequence[Path]]:
    """The folders that are named; without any, one with pages of our own, as a site and as many."""
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory() as name:
        for number in range(MADE):
            (Path(name) / f"{number:03}.html").write_text(article(number, paragraphs=10 + number % 40)[0])
        yield [Path(name)] * 2


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="of one site, then of many")
    parser.add_argument("--pages", type=int, default=5000, help="pages of the one site (default: %(default)s)")
    parser.add_argument("--sites", type=int, default=785, help="hosts, a page each (default: %(default)s)")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds that a page takes (default: %(default)s)")
    parser.add_argument("--census", action="store_true")
    args = parser.parse_args(argv)
    with made_pages(args.folders) as (site, *others):
        _tell("one site", site_pages(site, args.pages), args)
        if others:
            _tell("every page on another host", host_pages(others, args.sites), args)
    return 0


def _tell(name: str, pages: Pages, args: argparse.Namespace) -> None:
    print(f"\n{name}, {len(pages)} pages: MB after each tenth of the items, at most, and held by the allocator")
    for way in ("nothing", "newsbody"):
        with tempfile.TemporaryDirectory() as folder:
            profiles = str(Path(folder) / "profiles")
            seen, most, spare, grown = alone(memory, way, pages, profiles, args.latency, args.census)
        print(f"{way:12}" + "".join(f"{megabytes:6.0f}" for megabytes in seen) + f"{most:8.0f}{spare:6.0f}", flush=True)
        for kind, number in grown:
            print(f"    {number:+8} {kind}")


if __name__ == "__main__":
    sys.exit(main())
