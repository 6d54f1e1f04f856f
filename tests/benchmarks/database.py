"""What the database of items costs, and a long crawl into it that is killed twice.

``python -m tests.benchmarks.database [--posts 100000]`` writes that many posts into SQLite and PostgreSQL, twice, and
prints the processor's time; ``--crawl`` crawls a forum of as many into PostgreSQL, with its queue in Redis, kills the
crawl (``kill -9``) at a third and at two thirds, goes on, and counts.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from newsbody.database import Row, open_database, row_of
from newsbody.demo import serve
from newsbody.items import Author, Post
from tests.big_forum import POSTS_A_PAGE, BigForum
from tests.killed_crawl import KilledCrawl
from tests.postgres_server import PostgresServer
from tests.redis_server import RedisServer

#: Posts of a thread, and of a batch: those of the pages that are under way at a time.
OF_THREAD, OF_BATCH = 50, 200
#: Seconds until the long crawl is taken to hang.
TIMEOUT = 7200.0


def main() -> None:
    """Print a line for each thing that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=100_000)
    parser.add_argument("--crawl", action="store_true")
    args = parser.parse_args()
    postgres = PostgresServer()
    postgres.initialise()
    postgres.start()
    try:
        with TemporaryDirectory() as folder:
            if args.crawl:
                killed(args.posts, postgres, Path(folder))
            else:
                for address in (f"sqlite:///{folder}/items.db", postgres.new_database("written")):
                    written(address, args.posts)
    finally:
        postgres.close()


def posts(count: int) -> Iterator[Row]:
    """Rows of posts, in threads."""
    for number in range(count):
        thread, place = divmod(number, OF_THREAD)
        text = f"Post {place} of thread {thread}. " + "Some words of it. " * 8
        url, author = f"http://forum.test/t/{thread}-{place // 20}.html", Author(f"member {number % 97}")
        row = row_of(Post(str(thread), url, text, place + 1, str(number), author, "2026-01-01T10:00:00"))
        assert row is not None
        yield row


def written(address: str, count: int) -> None:
    """Write, and write again."""
    database = open_database(address)
    for _ in range(2):
        began, counts, rest = time.process_time(), Counter[str](), posts(count)
        while batch := list(islice(rest, OF_BATCH)):
            counts += database.write(batch)
        took = time.process_time() - began
        print(f"{address[:6]}: {dict(counts)}, {1e6 * took / count:.0f} µs of processor a post", flush=True)
    database.close()


def killed(count: int, postgres: PostgresServer, folder: Path) -> None:
    """Crawl, be killed twice, go on; then count."""
    redis = RedisServer(folder)
    redis.start()
    forum = BigForum(dict.fromkeys(range(1001, 1001 + count // POSTS_A_PAGE), POSTS_A_PAGE))
    try:
        with serve(forum) as (base, seen):
            crawl = KilledCrawl(f"{base}/", postgres.new_database("crawled"), folder, TIMEOUT, redis.address)
            for at in (count // 3, 2 * count // 3, None):
                began = time.monotonic()
                ended = crawl.crawl(at)
                took = time.monotonic() - began
                what = "ended" if ended else "killed"
                print(f"{what}: {crawl.stored()} posts, {took:.0f} s, {len(seen)} requests so far", flush=True)
        found = Counter(crawl.posts())
        lost, twice = forum.expected() - found.keys(), [key for key, times in found.items() if times > 1]
        print(f"{len(found)} of {count} posts, {len(lost)} lost, {len(twice)} twice")
    finally:
        redis.stop()


if __name__ == "__main__":
    main()
