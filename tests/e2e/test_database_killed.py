"""A crawl into PostgreSQL that is killed twice gives every post once; the next one adds what is new."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from newsbody.demo import serve
from tests.big_forum import BigForum
from tests.killed_crawl import KilledCrawl
from tests.postgres_server import PostgresServer
from tests.redis_server import RedisServer

#: Seconds until a crawl is taken to hang.
TIMEOUT = 240.0


@pytest.mark.slow
def test_with_a_queue_in_redis_and_what_is_new_after_another_crawl(
    server: RedisServer, postgres: PostgresServer, tmp_path: Path
) -> None:
    forum = BigForum({number: 3 + 7 * number % 45 for number in range(101, 131)})
    whole = len(forum.expected())
    with serve(forum) as (base, _):
        crawl = KilledCrawl(f"{base}/", postgres.new_database("killed"), tmp_path, TIMEOUT, server.address)
        assert not crawl.crawl(whole // 5)
        assert not crawl.crawl(whole // 2)
        assert crawl.crawl()
        assert sorted(crawl.posts()) == sorted(forum.expected())
        forum.posts |= {105: forum.posts[105] + 30, 400: 5}
        assert crawl.crawl(None, "-s", "SCHEDULER_FLUSH_ON_START=1")
        assert sorted(crawl.posts()) == sorted(forum.expected())
        assert crawl.stored() == whole + 35


@pytest.mark.slow
def test_with_the_folder_of_a_job(database_address: str, tmp_path: Path) -> None:
    forum = BigForum({number: 3 + 7 * number % 45 for number in range(101, 121)})
    whole = len(forum.expected())
    with serve(forum) as (base, _):
        crawl = KilledCrawl(f"{base}/", database_address, tmp_path, TIMEOUT)
        for part in (5, 2):
            assert not crawl.crawl(whole // part)
        assert crawl.crawl()
    assert sorted(crawl.posts()) == sorted(forum.expected())


class Saved(Mapping[str, str]):
    """Path -> a page of a saved forum, whose links lead to ``host``."""

    host = ""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "index.jsonl").read_text("utf-8").splitlines()
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self._files: dict[str, Path] = {_path(row["url"]): folder / row["file"] for row in rows if row["status"] == 200}
        self._saved_host = urlsplit(rows[0]["url"]).netloc

    def __getitem__(self, path: str) -> str:
        return self._files[path].read_text("utf-8", errors="replace").replace(self._saved_host, self.host)

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


@pytest.mark.corpus
def test_a_saved_forum_after_two_kills(
    corpus: Path, server: RedisServer, postgres: PostgresServer, tmp_path: Path
) -> None:
    folder = corpus / "served" / "discuz"
    gold = [json.loads(line) for line in (folder / "threads.jsonl").read_text("utf-8").splitlines()]
    expected = sorted((str(thread["tid"]), str(post["pid"])) for thread in gold for post in thread["posts"])
    saved = Saved(folder)
    with serve(saved) as (base, _):
        saved.host = urlsplit(base).netloc
        address = postgres.new_database("discuz")
        crawl = KilledCrawl(f"{base}/forum.php", address, tmp_path, 5 * TIMEOUT, server.address)
        assert not crawl.crawl(len(expected) // 4)
        assert not crawl.crawl(len(expected) // 2)
        assert crawl.crawl()
        assert sorted(crawl.posts()) == expected
