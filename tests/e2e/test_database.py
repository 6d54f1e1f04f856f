"""Whole crawls into a database: SQLite, and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request, Spider

from newsbody.cli import main
from newsbody.crawl.ground.settings import WrongSetting
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.database import Row, batches, open_database
from newsbody.database.tables import ARTICLES, POSTS
from newsbody.demo import forum_pages
from newsbody.demo.demo_sites import threads
from tests.e2e.pages import HOST, article_page, article_url, news_site, paragraphs
from tests.e2e.web import crawl
from tests.postgres_server import PostgresServer

FORUM = "http://forum.test"


def rows(address: str, table: Any) -> list[dict[str, Any]]:
    database = open_database(address)
    found = list(database.read(table))
    database.close()
    return found


def crawl_news(address: str, tmp_path: Path, pages: dict[str, str], **settings: Any) -> Any:
    own = {"NEWSBODY_STORE": address, "NEWSBODY_PROFILES": str(tmp_path / "profiles.db"), **settings}
    return crawl(NewsSpider, pages, own, url=f"{HOST}/")


def test_articles_of_a_crawl_and_what_changed_since(database_address: str, tmp_path: Path) -> None:
    pages = news_site(12)
    crawled = crawl_news(database_address, tmp_path, pages)
    assert (crawled.stat("store_articles_new"), len(crawled.items)) == (12, 12)
    pages[article_url(3)] = article_page(3).replace(paragraphs(3)[0], "This line is another now, and it says so.")
    pages[article_url(13)] = article_page(13)
    pages[f"{HOST}/"] = pages[f"{HOST}/"].replace("<ul>", f'<ul><li><a href="{article_url(13)}">Story 13</a></li>')
    again = crawl_news(database_address, tmp_path, pages, NEWSBODY_VERSIONS=1)
    counts = {what: again.stat(f"store_articles_{what}") for what in ("new", "changed", "same")}
    assert counts == {"new": 1, "changed": 1, "same": 11}
    stored = {row["address"]: row["articleBody"] for row in rows(database_address, ARTICLES)}
    assert stored == {item.url: item.articleBody for item in again.items}


def test_posts_of_a_crawl(database_address: str, tmp_path: Path) -> None:
    pages = {f"{FORUM}{path}": page for path, page in forum_pages().items()}
    settings = {"NEWSBODY_STORE": database_address, "NEWSBODY_PROFILES": str(tmp_path / "profiles.db")}
    for expected in ("store_posts_new", "store_posts_same"):
        crawled = crawl(ForumSpider, pages, settings, url=f"{FORUM}/")
        assert crawled.stat(expected) == sum(len(thread.posts) for thread in threads())
    stored = Counter((row["threadId"], row["position"]) for row in rows(database_address, POSTS))
    assert stored == Counter((str(t.number), floor + 1) for t in threads() for floor in range(len(t.posts)))


class OtherSpider(Spider):
    """Somebody's own items."""

    name = "other"

    async def start(self) -> Any:
        yield Request(article_url(1))

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "content": ""}
        yield {"price": 3}
        yield {"price": 4}


def test_items_of_a_project(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    address = f"sqlite:///{tmp_path}/items.db"
    settings = {
        "ADDONS": {"newsbody.Addon": 500}, "NEWSBODY_STORE": address, "NEWSBODY_FIELDS": {"articleBody": "content"},
        "NEWSBODY_PROFILES": str(tmp_path / "profiles.db"),
    }  # fmt: skip
    crawled = crawl(OtherSpider, news_site(1), settings)
    assert (len(crawled.items), crawled.stat("store_passed")) == (3, 2)
    assert caplog.text.count("Items of dict are not stored") == 1
    (stored,) = rows(address, ARTICLES)
    assert paragraphs(1)[0] in stored["articleBody"]


def test_a_database_that_does_not_answer_stops_the_crawl_at_its_start(tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match="does not answer"):
        crawl_news("postgresql://127.0.0.1:1/items", tmp_path, news_site(1))


class Stopping(dict[str, str]):
    """Pages; when the tenth is asked for the database goes away until somebody missed it."""

    postgres: PostgresServer
    is_missed: Callable[[], bool]

    def get(self, url: str, default: Any = None) -> Any:
        self.asked = getattr(self, "asked", 0) + 1
        if self.asked == 10:
            self.postgres.stop()
            self.start = threading.Thread(target=self.come_back)
            self.start.start()
        return super().get(url, default)

    def come_back(self) -> None:
        for _ in range(300):
            if self.is_missed():
                break
            time.sleep(0.1)
        self.postgres.start()

    def __deepcopy__(self, memo: object) -> Stopping:
        return self


def test_the_crawl_waits_while_the_database_is_away(
    postgres: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = postgres.new_database("away")
    pages = Stopping(news_site(30))
    pages.postgres = postgres
    pages.is_missed = lambda: "The database does not take items" in caplog.text
    with caplog.at_level(logging.INFO):
        crawled = crawl_news(address, tmp_path, pages, CONCURRENT_REQUESTS=2)
    pages.start.join()
    assert "The database does not take items" in caplog.text
    assert "The database takes items again" in caplog.text
    assert len(crawled.items) == len(rows(address, ARTICLES)) == 30


def test_one_row_that_is_refused_takes_no_other_with_it() -> None:
    written: list[str] = []
    counts: Counter[str] = Counter()

    def write(some: Sequence[Row]) -> Counter[str]:
        if any(row.values["url"] == "bad" for row in some):
            raise ValueError("refused")
        written.extend(row.values["url"] for row in some)
        return Counter(rows=len(some))

    async def run() -> list[Any]:
        writer = batches.BatchWriter(write, lambda what, number: counts.update({what: number}))
        given = [Row("article", {"url": url}) for url in ("a", "bad", "b")]
        return await asyncio.gather(*(writer.written(row) for row in given), return_exceptions=True)

    results = asyncio.run(run())
    assert written == ["a", "b"]
    assert counts == {"rows": 2}
    assert [type(result) for result in results] == [type(None), ValueError, type(None)]


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_export(form: str, database_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crawl_news(database_address, tmp_path, news_site(3))
    out = tmp_path / f"articles.{form}"
    assert main(["export", database_address, "articles", "-o", str(out)]) == 0
    assert "3 articles" in capsys.readouterr().err
    if form == "jsonl":
        found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        assert [row["address"] for row in found] == [article_url(number) for number in (1, 2, 3)]
        assert "signature" not in found[0]
    elif form == "csv":
        assert out.read_bytes().startswith(b"\xef\xbb\xbfaddress,site,url,")
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        table = parquet.read_table(out)
        assert table.column("articleBody").to_pylist()[0] == "\n".join(paragraphs(1))


def test_export_to_the_screen(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{tmp_path}/items.db"
    crawl_news(address, tmp_path, news_site(2))
    assert main(["export", address, "articles"]) == 0
    assert len(capfd.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["items.db", "posts"], "is no address of a database"),
        (["sqlite://", "posts", "-o", "posts.xls"], "write --format, or a name that ends in .jsonl, .csv, .parquet"),
        (["sqlite://", "posts", "--format", "parquet"], "write -o items.parquet"),
    ],
)
def test_export_says_what_is_wrong(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", *words]) == 2
    assert says in capsys.readouterr().err
