"""What newsbody costs a whole crawl: processor time as a ratio to the same crawl with a pipeline that does nothing.

    python -m tests.benchmarks.crawl_cost SITE FOLDER… [--pages 600] [--hosts 300] [--rounds 3]

``SITE`` is a folder of saved pages of one site, crawled from a front page that links to all of
them, again and again under other addresses; the pages of the other folders are crawled as one page
a host. Pages are answered from their files in this process, links are selected with CSS. Every
crawl has a process of its own; the ways take turns, and the best round of each counts. Then it is
counted, in crawls that are not timed, how often a page was parsed, flattened, judged and read.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scrapy import Request, Spider
from scrapy.http import Response

from newsbody.extractors.auto.extractor import Auto
from newsbody.items import Article
from tests.e2e.web import crawl

FRONT = "http://site.test/"
#: Seconds until a crawl is taken to hang.
TIMEOUT = 900.0
#: What is counted, and where it is done.
COUNTED = {
    "parsed": "newsbody.crawl.pages.fetched.parse",
    "flattened": "newsbody.page.page.flatten_visible",
    "read": "newsbody.crawl.pages.tasks.read",
}


class Pages(Mapping[str, bytes]):
    """Addresses and files; a file is read when it is asked for, so that no crawl holds them all."""

    def __init__(self, files: Mapping[str, Path], front: bytes = b"") -> None:
        self._files, self._front = files, front

    def __getitem__(self, url: str) -> bytes:
        return self._front if url == FRONT and self._front else self._files[url].read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __deepcopy__(self, memo: object) -> Pages:  # settings are copied
        return self


class Reader(Spider):
    """A spider that knows nothing of newsbody."""

    name = "reader"

    def parse(self, response: Response) -> Iterator[Any]:
        """The stories of the front page."""
        for address in response.css("a.story::attr(href)").getall():
            yield Request(address, self.parse_story)

    def parse_story(self, response: Response) -> Iterator[Any]:
        """An item, with its links as most spiders look at them."""
        response.css("a::attr(href)").getall()
        yield self.item(response)

    def item(self, response: Response) -> Any:
        return {"url": response.url, "title": response.css("title::text").get()}


class HostReader(Reader):
    """Starts with every page."""

    async def start(self) -> Any:
        for url in self.settings["TEST_PAGES"]:
            yield Request(url, self.parse_story)


class HtmlReader(Reader):
    """Puts the page into its items, for pipelines that need it."""

    def item(self, response: Response) -> Any:
        return {"url": response.url, "html": response.text}


class HtmlHostReader(HtmlReader, HostReader):
    """The same of all pages."""


class AllFieldsReader(Reader):
    """Asks for all that newsbody can give."""

    def item(self, response: Response) -> Any:
        return Article(url=response.url)


class AllFieldsHostReader(AllFieldsReader, HostReader):
    """The same of all pages."""


class Nothing:
    """A pipeline."""

    def process_item(self, item: Any) -> Any:
        return item


class Trafilatura:
    """A pipeline that calls trafilatura."""

    def process_item(self, item: Any) -> Any:
        from trafilatura import extract

        item["articleBody"] = extract(item.pop("html"))
        return item


class Resiliparse:
    """A pipeline that calls resiliparse."""

    def process_item(self, item: Any) -> Any:
        from resiliparse.extract.html2text import extract_plain_text

        item["articleBody"] = extract_plain_text(item.pop("html"), main_content=True)
        return item


#: The ways to crawl: the spider for one site, the one for many hosts, a pipeline, whether newsbody is on.
WAYS: dict[str, tuple[type[Spider], type[Spider], type, bool]] = {
    "nothing": (Reader, HostReader, Nothing, False),
    "newsbody": (Reader, HostReader, Nothing, True),
    "newsbody, all fields": (AllFieldsReader, AllFieldsHostReader, Nothing, True),
    "resiliparse": (HtmlReader, HtmlHostReader, Resiliparse, False),
    "trafilatura": (HtmlReader, HtmlHostReader, Trafilatura, False),
}


def site_pages(folder: Path, count: int) -> Pages:
    """The pages of a site, repeated until there are ``count`` of them, and a front page."""
    saved = sorted(folder.rglob("*.html"))
    files = {f"{FRONT}news/{10_000 + number}.html": saved[number % len(saved)] for number in range(count)}
    links = "".join(f'<li><a class="story" href="{url}">A story of the town and its people</a></li>' for url in files)
    return Pages(files, f"<html><body><ul>{links}</ul></body></html>".encode())


def host_pages(folders: Sequence[Path], count: int) -> Pages:
    """At most ``count`` pages of these folders, evenly spread, each on a host of its own."""
    saved = sorted(file for folder in folders for file in folder.rglob("*.html"))
    step = max(1.0, len(saved) / count)
    chosen = [saved[int(place * step)] for place in range(min(count, len(saved)))]
    return Pages({f"http://host{number}.test/news/{10_000 + number}.html": file for number, file in enumerate(chosen)})


def cost(way: str, pages: Pages, profiles: str) -> tuple[float, float]:
    """Seconds of processor time of a crawl, and megabytes of memory that its process had at most."""
    began = time.process_time()
    items = made(way, pages, profiles)
    seconds = time.process_time() - began
    assert items == len(pages), f"{way}: {items} items of {len(pages)} pages"
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def made(way: str, pages: Pages, profiles: str) -> int:
    """Make a crawl; returns how many items it gave."""
    of_site, of_hosts, pipeline, on = WAYS[way]
    settings: dict[str, Any] = {
        "NEWSBODY_EXTRACTOR": "auto",
        "NEWSBODY_PROFILES": profiles,
        "ITEM_PIPELINES": {pipeline: 500},
        "TEST_TIMEOUT": TIMEOUT,
        "RETRY_ENABLED": False,
    }
    if on:
        settings["ADDONS"] = {"newsbody.Addon": 500}
    if FRONT in pages:
        return len(crawl(of_site, pages, settings, start_urls=[FRONT]).items)
    return len(crawl(of_hosts, pages, settings).items)


def counted(way: str, pages: Pages, profiles: str) -> dict[str, float]:
    """How often a page was parsed, flattened, judged and read in a crawl."""
    counts: Counter[str] = Counter()
    with ExitStack() as patches:
        for name, place in COUNTED.items():
            module, _, function = place.rpartition(".")
            told = _told(counts, name, getattr(importlib.import_module(module), function))
            patches.enter_context(patch(place, told))
        patches.enter_context(patch.object(Auto, "judge", _told(counts, "judged", Auto.judge)))
        made(way, pages, profiles)
    return {name: counts[name] / len(pages) for name in (*COUNTED, "judged")}


def _told(counts: Counter[str], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def counting(*args: Any, **kwargs: Any) -> Any:
        counts[name] += 1
        return function(*args, **kwargs)

    return counting


def alone(work: Callable[..., Any], *args: Any) -> Any:
    """The value of a function, in a process of its own."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(work, args)


def measure(pages: Pages, ways: Sequence[str], rounds: int, *, known: bool) -> dict[str, Any]:
    """The cost of each way; ``known``: the site was learned before."""
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        learned = Path(folder) / "learned"
        if known:
            alone(made, "newsbody", pages, str(learned))
        new = partial(_profiles, Path(folder), learned)
        for _ in range(rounds):
            for way in ways:
                seconds, megabytes = alone(cost, way, pages, new())
                best = rows.setdefault(way, {"seconds": seconds, "megabytes": megabytes})
                best["seconds"] = min(best["seconds"], seconds)
        for way in ways:
            if WAYS[way][3]:
                rows[way] |= alone(counted, way, pages, new())
    for row in rows.values():
        row["ratio"] = row["seconds"] / rows["nothing"]["seconds"]
    return rows


def _profiles(folder: Path, learned: Path) -> str:
    """A store of profiles: what was learned before, if anything was."""
    copy = folder / f"profiles{time.monotonic_ns()}"
    if learned.exists():
        copy.write_bytes(learned.read_bytes())
    return str(copy)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them as JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path, metavar="SITE")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=600, help="pages of the one site (default: %(default)s)")
    parser.add_argument("--hosts", type=int, default=300, help="hosts, a page each (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: %(default)s)")
    parser.add_argument("--ways", nargs="+", choices=tuple(WAYS), default=list(WAYS), metavar="WAY")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    # Packages that are installed have their bytecode, ours as well as Scrapy.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    ways = [way for way in args.ways if way.startswith("n") or importlib.util.find_spec(way)]
    site = site_pages(args.site, args.pages)
    crawls = [("a site that has a rule", site, True), ("a site without", site, False)]
    if args.folders:
        crawls.append(("every page on another host", host_pages(args.folders, args.hosts), False))
    tables = {}
    for name, pages, known in crawls:
        tables[name] = measure(pages, ways, args.rounds, known=known)
        _print(f"{name}, {len(pages)} pages", tables[name])
    if args.json:
        args.json.write_text(json.dumps(tables, indent=1))
    return 0


def _print(title: str, rows: Mapping[str, Mapping[str, float]]) -> None:
    columns = (*COUNTED, "judged")
    print(f"\n{title:40}{'ratio':>7}{'s':>8}{'MB':>6}" + "".join(f"{name:>11}" for name in columns))
    for way, row in rows.items():
        counts = "".join(f"{row[name]:11.2f}" if name in row else "" for name in columns)
        print(f"{way:40}{row['ratio']:7.2f}{row['seconds']:8.2f}{row['megabytes']:6.0f}{counts}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
