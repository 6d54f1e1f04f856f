"""``scrapy parse URL --spider=…`` shows what a page gives, and leaves nothing behind."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from newsbody.crawl.known.ledger import open_ledger
from newsbody.demo.demo_sites import POSTS_A_PAGE, articles, forum_pages, news_pages, serve, threads
from newsbody.stores import open_store
from tests.lots import lot

ROOT = Path(__file__).parents[2]
STORE = "profiles.sqlite3"


OWN_SPIDER = """
import scrapy

class OwnSpider(scrapy.Spider):
    name = "own"

    def parse(self, response):
        yield {"link": response.url, "articleBody": None}
"""


def shown(folder: Path, url: str, spider: str, *words: str, settings: str = "settings.default") -> list[dict[str, Any]]:
    """The items that the command shows; it runs in a project of its own."""
    (folder / "scrapy.cfg").write_text(f"[settings]\ndefault = {settings}\n")
    given = ["--nolinks", "--nocolour", "-s", f"NEWSBODY_PROFILES={STORE}", "-s", "AUTOTHROTTLE_ENABLED=0", *words]
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "parse", url, f"--spider={spider}", *given],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "Nothing was found" not in done.stderr
    _, separator, items = done.stdout.partition("# Scraped Items")
    assert separator, done.stdout + done.stderr
    found: list[dict[str, Any]] = ast.literal_eval(items.partition("\n")[2])
    return found


def test_an_article(tmp_path: Path) -> None:
    article = articles()[5]
    (path,) = (path for path, html in news_pages().items() if f"<h1>{article.headline}" in html)
    with serve(news_pages()) as (address, asked):
        (found,) = shown(tmp_path, address + path, "news")
    assert found["headline"] == article.headline
    assert found["articleBody"].split("\n") == list(article.paragraphs)
    assert asked == ["/robots.txt", path], "no sitemap, no feed, no link"


@pytest.mark.parametrize("page", lot([1, 2]))
def test_the_posts_of_a_page_and_their_thread(page: int, tmp_path: Path) -> None:
    thread = threads()[0]
    with serve(forum_pages()) as (address, asked):
        *posts, whole = shown(tmp_path, address + thread.path(page), "forum")
    written = thread.posts[POSTS_A_PAGE * (page - 1) : POSTS_A_PAGE * page]
    assert [post["author"]["name"] for post in posts] == [post.author for post in written]
    assert [post["datePublished"][:16].replace("T", " ") for post in posts] == [post.written for post in written]
    assert whole["posts"] == posts
    assert asked == ["/robots.txt", thread.path(page)]


@pytest.mark.slow
def test_links_are_followed_as_deep_as_somebody_says(tmp_path: Path) -> None:
    thread = threads()[0]
    with serve(forum_pages()) as (address, asked):
        found = shown(tmp_path, address + thread.path(), "forum", "--depth=2")
    posts = [row for row in found if row.get("threadId") == address + thread.path() or "postId" in row]
    ids = [row["postId"] for row in posts if "postId" in row]
    assert len(ids) == len(set(ids)) >= len(thread.posts)
    assert thread.path(2) in asked


@pytest.mark.slow
def test_items_of_a_project_are_whole_in_its_feed(tmp_path: Path) -> None:
    article = articles()[5]
    (path,) = (path for path, html in news_pages().items() if f"<h1>{article.headline}" in html)
    (tmp_path / "own_spider.py").write_text(OWN_SPIDER)
    (tmp_path / "own.py").write_text('SPIDER_MODULES = ["own_spider"]\nADDONS = {"newsbody.Addon": 500}\n')
    with serve(news_pages()) as (address, _):
        (item,) = shown(tmp_path, address + path, "own", "-o", "items.json", settings="own")
    (written,) = json.loads((tmp_path / "items.json").read_text("utf-8"))
    assert item == written == {"link": address + path, "articleBody": "\n".join(article.paragraphs)}


def test_nothing_is_kept(tmp_path: Path) -> None:
    """Else what was looked at would be known to the next crawl, and not given out with new=1."""
    path = threads()[0].path()
    with serve(forum_pages()) as (address, _):
        assert shown(tmp_path, address + path, "forum")
        host = address.removeprefix("http://")
    with closing(open_store(str(tmp_path / STORE))) as store:
        assert list(store.hosts()) == []
    with closing(open_ledger(str(tmp_path / STORE))) as ledger:
        assert not any(ledger.get(host, f"{kind} {address}{path}") for kind in ("page", "thread"))
    assert {file.name for file in tmp_path.iterdir()} <= {"scrapy.cfg", STORE}


def test_a_page_is_fetched_as_our_spiders_fetch_it(tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = settings.default\n")
    pages = news_pages()
    path = next(path for path, html in pages.items() if f"<h1>{articles()[5].headline}" in html)
    with serve(pages) as (address, _):
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "fetch", address + path, "--spider=news", "--nolog"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
    assert (done.returncode, done.stdout.strip()) == (0, pages[path].strip()), done.stderr
