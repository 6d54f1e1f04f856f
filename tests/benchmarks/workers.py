"""Crawls of served forums by several workers on one Redis, measured against one worker and the gold.

    python -m tests.benchmarks.workers SERVE_PY CORPUS [NAME ...] --workers N [N ...] [--kill [SHARE]]

``SERVE_PY`` and ``CORPUS`` as for :mod:`tests.benchmarks.crawls`; a NAME is one of its served forums. A
redis-server is started on a free port, and the N workers in the same second. One worker alone is always
measured first: what several learn is compared with what it learned. ``--kill`` ends one of them with
SIGKILL as soon as a share of the pages (half) are fetched: the one that goes first, while one does.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import redis

from newsbody.stores import open_store
from tests.benchmarks.crawls import CRAWLS, ROOT, TIMEOUT, Crawl, Row, measure_posts, proxy, served_gold
from tests.redis_server import RedisServer

#: Seconds between two looks at how far the workers are.
LOOK_SECONDS = 0.2
#: What of a rule or resolver says how sure it is, not what it is.
UNSURE = ("evidence", "confidence", "status", "learned", "changed", "seen")

_FETCHED = re.compile(r"Crawled \(200\) <GET ([^>]+)>")


@dataclass
class Outcome:
    """What the workers of one run gave together."""

    seconds: float
    pages: Counter[str]
    posts: list[Row]
    threads: list[Row]
    learned: dict[str, Any]


def start(crawl: Crawl, number: int, work: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """One worker, with a log and feeds of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "scrapy", "crawl", crawl.spider, "-a", f"url={crawl.start}", "-a", f"out=out{number}",
         "-s", f"LOG_FILE=crawl{number}.log", "-s", "LOG_LEVEL=DEBUG"],
        cwd=work, env=environment,
    )  # fmt: skip


def fetched(work: Path) -> Iterator[str]:
    """The pages that all workers together have fetched, by their logs."""
    for log in sorted(work.glob("crawl*.log")):
        for url in _FETCHED.findall(log.read_text(encoding="utf-8", errors="replace")):
            if not url.endswith("/robots.txt"):
                yield url


def kill_one(running: Sequence[subprocess.Popen[bytes]], address: str) -> None:
    """End who goes first, while one does (its key names its process), else any."""
    with redis.Redis.from_url(address, decode_responses=True) as client:
        first = "".join(str(client.get(key)) for key in client.scan_iter(match="*:requests:first"))
    victim = next((process for process in running if f":{process.pid}:" in first), running[-1])
    print(f"  killed {'the first' if str(victim.pid) in first else 'one'}")
    victim.kill()


def run(crawl: Crawl, serve: Path, corpus: Path, work: Path, workers: int, kill_at: int | None = None) -> Outcome:
    """Let so many workers crawl until the last of them ends; one is killed after ``kill_at`` pages."""
    with ExitStack() as stack:
        server = RedisServer(work)
        server.start()
        stack.callback(server.stop)
        environment = {
            **os.environ, "http_proxy": stack.enter_context(proxy(serve, corpus / crawl.folder)),
            "SCRAPY_SETTINGS_MODULE": "settings.redis", "REDIS_URL": server.address, "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        began = time.monotonic()
        running = [start(crawl, number, work, environment) for number in range(workers)]
        for process in running:
            stack.callback(process.kill)
        while any(process.poll() is None for process in running):
            if time.monotonic() - began > TIMEOUT:
                raise TimeoutError(f"{workers} workers did not end in {TIMEOUT} seconds; their logs are in {work}")
            time.sleep(LOOK_SECONDS)
            if kill_at is not None and len(list(fetched(work))) >= kill_at:
                kill_one(running, server.address)
                kill_at = None
        seconds = time.monotonic() - began
        learned = what_was_learned(server.address)
    outs = sorted(work.glob("out*"))
    posts, threads = (
        [row for out in outs for row in whole_rows(out / f"{name}.jsonl")] for name in ("posts", "threads")
    )
    return Outcome(seconds, Counter(fetched(work)), posts, threads, learned)


def whole_rows(path: Path) -> list[Row]:
    """The rows of a feed; a worker that was killed may have left the last one half written."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    return [json.loads(line) for line in text.split("\n")[:-1]]


def what_was_learned(address: str) -> dict[str, Any]:
    """The rules and resolvers in Redis, without what says how sure they are."""
    store = open_store(address)
    learned: dict[str, Any] = {}
    for host in store.hosts():
        profile = store.load(host)
        entries = {**profile.rules, **({"addresses": profile.resolver} if profile.resolver else {})} if profile else {}
        for kind, entry in entries.items():
            learned[f"{host} {kind}"] = {name: value for name, value in entry.value.items() if name not in UNSURE}
    return learned


def report(name: str, outcome: Outcome, alone: Outcome, folder: Path) -> None:
    """Print what the workers gave, and how it differs from what one gave alone."""
    gold, _ = served_gold(folder)
    print(f"{name}: {outcome.seconds:.0f} s")
    print(f"  pages fetched {outcome.pages.total()}, twice {sum(n - 1 for n in outcome.pages.values())}, "
          f"fetched by one worker only {len(alone.pages.keys() - outcome.pages.keys())}")  # fmt: skip
    print(f"  {measure_posts(gold, outcome.posts)}")
    keys = Counter((post["threadId"], post["postId"] or post["position"]) for post in outcome.posts)
    rows = Counter(json.dumps(post, sort_keys=True) for post in outcome.posts)
    twice, same = (sum(n - 1 for n in counted.values()) for counted in (keys, rows))
    print(f"  posts exported {keys.total()}, twice {twice} ({same} as the same row), "
          f"missing of what one worker exported {(texts(alone.posts) - texts(outcome.posts)).total()}")  # fmt: skip
    ids = Counter(row["threadId"] for row in outcome.threads)
    parts = sum(n - 1 for n in ids.values())
    print(f"  thread items {ids.total()} for {len(ids)} threads ({parts} further parts), "
          f"{sum(row['truncated'] for row in outcome.threads)} truncated; gold {len(gold)}; "
          f"other than one worker's {len(different_threads(outcome.threads, alone.threads))}")  # fmt: skip
    for what in sorted({*outcome.learned, *alone.learned}):
        found, expected = outcome.learned.get(what, {}), alone.learned.get(what, {})
        names = sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))
        other = "; ".join(f"{name} {found.get(name)} instead of {expected.get(name)}" for name in names)
        print(f"  {what}: {other or 'equal'}")


def texts(posts: Sequence[Row]) -> Counter[tuple[str, str]]:
    """How often each text was exported of a thread."""
    return Counter((post["threadId"], post["text"]) for post in posts)


def different_threads(threads: Sequence[Row], others: Sequence[Row]) -> set[str]:
    """The threads whose posts are not the same ones in the same order."""
    orders = [
        {row["threadId"]: [(post["position"], post["text"]) for post in row["posts"]] for row in rows}
        for rows in (threads, others)
    ]
    return {key for key in {*orders[0], *orders[1]} if orders[0].get(key) != orders[1].get(key)}


def main() -> None:
    """Make the crawls and print their figures."""
    served = {crawl.name: crawl for crawl in CRAWLS if crawl.folder.startswith("served")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("serve", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("names", nargs="*", default=list(served), help=f"default: {' '.join(served)}")
    parser.add_argument("--workers", type=int, nargs="+", required=True)
    parser.add_argument("--kill", type=float, nargs="?", const=0.5, metavar="SHARE", help="of the pages; default half")
    parser.add_argument("--keep", type=Path, help="new folder for logs and feeds; default a temporary one")
    args = parser.parse_args()
    for name in args.names:
        crawl = served[name]
        alone: Outcome | None = None
        for workers in dict.fromkeys([1, *args.workers]):
            with tempfile.TemporaryDirectory() as temporary:
                work = (args.keep or Path(temporary)) / f"{name}-{workers}"
                work.mkdir(parents=True)
                kill_at = int(args.kill * alone.pages.total()) if args.kill and alone else None
                outcome = run(crawl, args.serve, args.corpus, work, workers, kill_at)
            alone = alone or outcome
            title = f"{name}, {workers} workers{', one killed' if kill_at else ''}"
            report(title, outcome, alone, args.corpus / crawl.folder)


if __name__ == "__main__":
    main()
