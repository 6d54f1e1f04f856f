"""``newsbody workers N URL…``: a crawl by several workers of this machine, on one queue in Redis."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO

from newsbody.commands import crawl
from newsbody.ground.extras import MissingExtra, require

HELP = "crawl with several workers of this machine, which share a queue in Redis"
EXAMPLES = """\
  newsbody workers 3 https://forum.example.com/ --forum --redis redis://127.0.0.1:6379/0
"""
DEFAULT_REDIS = "redis://127.0.0.1:6379/0"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How many, and the arguments of a crawl."""
    parser.add_argument("number", type=int, metavar="N", help="how many")
    crawl.add_arguments(parser)
    parser.epilog = f"examples:\n{EXAMPLES}"
    parser.set_defaults(redis=os.environ.get("REDIS_URL", DEFAULT_REDIS))


def run(args: argparse.Namespace) -> int:
    """Exit status of the crawl: 0 when it gave items, 1 when it gave none, 2 for what cannot be."""
    try:
        if args.number < 1:
            raise ValueError(f"{args.number} workers: write a number, 1 or more")
        if args.output or args.job:
            raise ValueError("each worker writes a folder of its own and goes on by itself: leave out -o and --job")
        require("scrapy_redis", "redis")
    except (MissingExtra, ValueError) as error:
        print(f"newsbody workers: {error}", file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        statuses = _crawled([_words(args, number, folder) for number in range(1, args.number + 1)])
        return _show(statuses, Path(folder), args.out)


def _words(args: argparse.Namespace, number: int, folder: str) -> list[str]:
    own = ["--out", str(Path(args.out, f"worker{number}")), "--stats", str(Path(folder, f"{number}.json"))]
    return [sys.executable, "-m", "newsbody", "crawl", *crawl.words_of(args), "--redis", args.redis, *own]


def _crawled(commands: Sequence[Sequence[str]]) -> list[int]:
    """Run the workers, show what they say behind their numbers, and wait for all; how each ended.

    Ctrl-C reaches them by itself; what ends this process is handed on to them.
    """
    workers = [subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) for words in commands]
    readers = [Thread(target=_told, args=(number, worker.stderr)) for number, worker in enumerate(workers, 1)]
    for reader in readers:
        reader.start()

    def hand_on(number: int, _: object) -> None:
        for worker in workers:
            if number != signal.SIGINT and worker.poll() is None:
                worker.send_signal(number)

    before = {number: signal.signal(number, hand_on) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        return [worker.wait() for worker in workers]
    finally:
        for reader in readers:
            reader.join()
        for number, handler in before.items():
            signal.signal(number, handler)


def _told(number: int, lines: IO[bytes]) -> None:
    with lines:
        for line in lines:
            print(f"{number} | {line.decode('utf-8', 'replace').rstrip()}", file=sys.stderr, flush=True)


def _show(statuses: Sequence[int], folder: Path, out: str) -> int:
    """One summary of all workers."""
    from newsbody.crawl.hooks.summary import table

    stats = Counter[str]()
    for path in folder.iterdir():
        given = json.loads(path.read_text("utf-8"))
        stats.update({name: value for name, value in given.items() if isinstance(value, (int, float))})
    print("\n".join(table(stats)))
    for number, status in enumerate(statuses, 1):
        if status < 0:
            print(f"worker {number} was killed; what it was at the others have done, or the next one does.")
    print(f"{out}/worker*: the rows of {len(statuses)} workers")
    return 2 if 2 in statuses and not stats else 0 if stats["item_scraped_count"] else 1
