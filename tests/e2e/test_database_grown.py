"""A saved forum that grew since the last crawl: PostgreSQL gets what is new, and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.database import open_database
from newsbody.database.tables import POSTS
from tests.benchmarks.crawls import CRAWLS, rows_of
from tests.e2e.web import Crawled, crawl
from tests.postgres_server import PostgresServer

pytestmark = pytest.mark.corpus

#: Posts that are written between the crawls, each the last one of its thread.
NEW = 40
#: Seconds for a crawl of some hundred pages on a machine that does other things as well.
TIMEOUT = 600
START = next(one.start for one in CRAWLS if one.name == "discuz")


def without(source: bytes, posts: set[str]) -> bytes:
    """A page before these posts were written."""
    tree = etree.fromstring(source, etree.HTMLParser(encoding="utf-8"))
    gone = {f"post_{post}" for post in posts}
    for element in [one for one in tree.iter("div") if one.get("id") in gone]:
        parent = element.getparent()
        assert parent is not None
        parent.remove(element)
    return bytes(etree.tostring(tree, encoding="utf-8", method="html", doctype="<!DOCTYPE html>"))


def test_a_second_crawl_adds_exactly_the_new_posts(corpus: Path, postgres: PostgresServer, tmp_path: Path) -> None:
    folder = corpus / "served" / "discuz"
    now = {
        row["url"]: (folder / row["file"]).read_bytes()
        for row in rows_of(folder / "index.jsonl")
        if row["status"] == 200
    }
    threads = rows_of(folder / "threads.jsonl")
    everything = {str(post["pid"]) for thread in threads for post in thread["posts"]}
    # The last post of a page that shows others, too: without it no page goes away.
    last = [
        str(thread["posts"][-1]["pid"])
        for thread in threads
        if Counter(post["page"] for post in thread["posts"])[thread["posts"][-1]["page"]] > 1
    ]
    new = set(last[:: len(last) // NEW][:NEW])
    before = {url: without(source, new) if b"post_" in source else source for url, source in now.items()}
    address = postgres.new_database("grown")

    def once(pages: dict[str, bytes]) -> Crawled:
        settings = {
            "NEWSBODY_STORE": address, "NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"),
            "NEWSBODY_EXTRACTOR": "auto", "TEST_TIMEOUT": TIMEOUT, "LOG_LEVEL": "WARNING",
        }  # fmt: skip
        return crawl(ForumSpider, pages, settings, url=START, out=str(tmp_path))

    def stored() -> Counter[str]:
        database = open_database(address)
        found = Counter(row["postId"] for row in database.read(POSTS))
        database.close()
        return found

    def counts(crawled: Crawled) -> dict[str, Any]:
        return {what: crawled.stat(f"store_posts_{what}") for what in ("new", "changed")}

    once(before)
    first = stored()
    assert not first - Counter(first.keys())
    assert first.keys() & everything == everything - new
    assert counts(once(now)) == {"new": NEW, "changed": 0}
    assert stored() == first + Counter(new)
