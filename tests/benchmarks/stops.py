"""A crawl that is stopped at random moments, resumed until it ends: is anything lost, anything there twice?

    python -m tests.benchmarks.stops [--clean 15] [--killed 15] [--seed 0] [--delay .05]

Crawls the demonstration's forum on 127.0.0.1 with JOBDIR; prints a line a stop, then what the feeds hold
against what the forum has. Exit status 0 when every post and every thread is there once.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from newsbody.demo import forum_pages, serve
from newsbody.demo.demo_sites import threads

#: Seconds after its start in which a run is stopped.
LONGEST = 1.5
#: Seconds that a run may take which nobody stops.
TIMEOUT = 300.0
#: Characters of a traceback that are printed.
MAX_SHOWN = 3000


@dataclass
class Result:
    """What the feeds hold at the end. ``stops``: how many of the runs were stopped before they ended."""

    stops: int
    posts: list[tuple[str, Any]]
    threads: list[tuple[str, int, bool]]

    @property
    def twice(self) -> list[object]:
        """Rows that are there more than once."""
        counts: Counter[object] = Counter([*self.posts, *(key for key, *_ in self.threads)])
        return [key for key, count in counts.items() if count > 1]

    @property
    def whole(self) -> bool:
        """Is every post of the forum there once, in a thread that is whole?"""
        posts = {(str(thread.number), place) for thread in threads() for place in range(1, len(thread.posts) + 1)}
        found = {(str(thread.number), len(thread.posts), False) for thread in threads()}
        return not self.twice and set(self.posts) == posts and set(self.threads) == found


def run(folder: Path, clean: int, killed: int, draw: random.Random, delay: float = 0.05) -> Result:
    """Crawl, stop so often by SIGINT and by SIGKILL in any order, and go on until the crawl ends."""
    ways = [signal.SIGINT] * clean + [signal.SIGKILL] * killed
    draw.shuffle(ways)
    stops = 0
    with serve(forum_pages()) as (address, _):
        for way in tqdm([*ways, None], unit="run", disable=len(ways) < 10):
            stops += _once(folder, address, delay, way, draw)
    rows = {name: _rows(folder / "out" / f"{name}.jsonl") for name in ("posts", "threads")}
    return Result(
        stops,
        [(row["threadId"], row["position"]) for row in rows["posts"]],
        [(row["threadId"], len(row["posts"]), row["truncated"]) for row in rows["threads"]],
    )


def _once(folder: Path, address: str, delay: float, way: signal.Signals | None, draw: random.Random) -> bool:
    """One run; was it stopped before it ended?"""
    words = [
        sys.executable, "-m", "newsbody", "crawl", f"{address}/", "--forum", "--out", str(folder / "out"),
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
    parser.add_argument("--clean", type=int, default=15)
    parser.add_argument("--killed", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.05)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), args.clean, args.killed, random.Random(args.seed), args.delay)
        tracebacks = (Path(folder) / "log").read_text("utf8").split("Traceback (most recent call last)")[1:]
    print(f"stopped {found.stops} times; posts {len(found.posts)}, threads {len(found.threads)}, twice {found.twice}")
    print(f"tracebacks in the logs: {len(tracebacks)}")
    for text in tracebacks:
        print(text[:MAX_SHOWN])
    print("everything once" if found.whole else "NOT everything once")
    return 0 if found.whole else 1


if __name__ == "__main__":
    sys.exit(main())
