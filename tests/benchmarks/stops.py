"""A crawl that is stopped at random moments, resumed until it ends: is anything lost, anything there twice?

    python -m tests.benchmarks.stops [--news] [--clean 15] [--killed 15] [--seed 0] [--delay .05]

Crawls the demonstration's forum, or its paper, on 127.0.0.1 with JOBDIR and a database; says what the feeds and the
database hold against what the site has. Exit status 0 when every post and thread, or article, is there once.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from newsbody.database import open_written
from newsbody.database.tables import ARTICLES, POSTS
from newsbody.demo import forum_pages, news_pages, serve
from newsbody.demo.demo_sites import articles, threads

#: Seconds after its start in which a run is stopped.
LONGEST = 1.5
#: Seconds that a run may take which nobody stops.
TIMEOUT = 300.0
#: Characters of a traceback that are printed.
MAX_SHOWN = 3000


@dataclass
class Result:
    """What feeds and database hold at the end. ``stops``: how many of the runs were stopped before they ended."""

    stops: int
    rows: dict[str, list[Any]]
    wanted: dict[str, set[Any]]

    @property
    def twice(self) -> list[object]:
        """Rows that are there more than once."""
        return [row for rows in self.rows.values() for row, count in Counter(rows).items() if count > 1]

    @property
    def whole(self) -> bool:
        """Is all of the site there once, with nothing else, and are its threads whole?"""
        return not self.twice and all(set(rows) == self.wanted[name] for name, rows in self.rows.items())


def run(
    folder: Path, clean: int, killed: int, draw: random.Random, delay: float = 0.05, *, news: bool = False
) -> Result:
    """Crawl, stop so often by SIGINT and by SIGKILL in any order, and go on until the crawl ends."""
    ways = [signal.SIGINT] * clean + [signal.SIGKILL] * killed
    draw.shuffle(ways)
    stops = 0
    with serve(news_pages() if news else forum_pages()) as (address, _):
        for way in tqdm([*ways, None], unit="run", disable=len(ways) < 10):
            stops += _once(folder, address, delay, way, draw, news=news)
    with closing(open_written(f"sqlite:///{folder / 'items.db'}")) as database:
        stored = list(database.read(ARTICLES if news else POSTS))
    if news:
        given = [row["url"] for row in _rows(folder / "out" / "articles.jsonl")]
        rows = {"articles": given, "stored": [row["url"] for row in stored]}
        return Result(stops, rows, {name: {address + article.path for article in articles()} for name in rows})
    posts, found = _rows(folder / "out" / "posts.jsonl"), _rows(folder / "out" / "threads.jsonl")
    rows = {
        "posts": [(row["threadId"], row["position"]) for row in posts],
        "stored": [(row["threadId"], row["position"]) for row in stored],
        "threads": [(row["threadId"], len(row["posts"]), row["truncated"]) for row in found],
    }
    places = {(str(thread.number), place) for thread in threads() for place in range(1, len(thread.posts) + 1)}
    whole = {(str(thread.number), len(thread.posts), False) for thread in threads()}
    return Result(stops, rows, {"posts": places, "stored": places, "threads": whole})


def _once(
    folder: Path, address: str, delay: float, way: signal.Signals | None, draw: random.Random, *, news: bool
) -> bool:
    """One run; was it stopped before it ended?"""
    words = [
        sys.executable, "-m", "newsbody", "crawl", f"{address}/", "--news" if news else "--forum",
        "--out", str(folder / "out"), "-s", f"NEWSBODY_STORE=sqlite:///{folder / 'items.db'}",
        "--job", str(folder / "job"), "-s", "AUTOTHROTTLE_ENABLED=0", "-s", f"DOWNLOAD_DELAY={delay}",
        "-s", f"NEWSBODY_PROFILES={folder / 'profiles.sqlite3'}", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=4",
    ]  # fmt: skip
    with (folder / "log").open("ab") as log, subprocess.Popen(words, stdout=log, stderr=log) as crawl:
        if way is not None:
            _wait_until_it_crawls(folder, crawl)
            time.sleep(draw.uniform(0, LONGEST))
            stopped = crawl.poll() is None
            crawl.send_signal(way)
            crawl.wait(TIMEOUT)
            return stopped
        crawl.wait(TIMEOUT)
        return False


def _wait_until_it_crawls(folder: Path, crawl: subprocess.Popen[bytes]) -> None:
    """Until the process has written to its journal: before, there is nothing to lose. A killed one left its own."""
    journal, began, since = folder / "job" / "newsbody.sqlite3-wal", time.monotonic(), time.time()
    while crawl.poll() is None and time.monotonic() - began < TIMEOUT:
        if journal.exists() and journal.stat().st_size and journal.stat().st_mtime > since:
            return
        time.sleep(0.02)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()] if path.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--news", action="store_true", help="crawl the paper")
    parser.add_argument("--clean", type=int, default=15)
    parser.add_argument("--killed", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.05)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), args.clean, args.killed, random.Random(args.seed), args.delay, news=args.news)
        tracebacks = (Path(folder) / "log").read_text("utf8").split("Traceback (most recent call last)")[1:]
    counts = ", ".join(f"{name} {len(rows)} of {len(found.wanted[name])}" for name, rows in found.rows.items())
    print(f"stopped {found.stops} times; {counts}; twice {found.twice}")
    print(f"tracebacks in the logs: {len(tracebacks)}")
    for text in tracebacks:
        print(text[:MAX_SHOWN])
    print("everything once" if found.whole else "NOT everything once")
    return 0 if found.whole else 1


if __name__ == "__main__":
    sys.exit(main())
