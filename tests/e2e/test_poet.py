"""scrapy-poet in a project: callbacks that ask for an Article get that of their page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import scrapy
from scrapy.http import Response

from newsbody import Article, ForumThread
from tests.e2e.pages import HOST, article_url, headline, news_site, paragraphs
from tests.e2e.web import crawl

pytest.importorskip("scrapy_poet")


class TownSpider(scrapy.Spider):
    name = "town"
    start_urls = [f"{HOST}/"]  # noqa: RUF012

    def parse(self, response: Response) -> Iterator[Any]:
        for link in response.css(".list a"):
            yield response.follow(link.attrib["href"], self.parse_story)

    def parse_story(self, response: Response, article: Article, thread: ForumThread) -> Iterator[Any]:
        yield {"url": article.url, "headline": article.headline, "text": article.text, "posts": len(thread.posts)}


def test_callbacks_get_the_article_of_their_page(tmp_path: Path) -> None:
    settings = {
        "ADDONS": {"newsbody.Addon": 500, "scrapy_poet.Addon": 300},
        "SCRAPY_POET_PROVIDERS": {"newsbody.crawl.hooks.poet.ArticleProvider": 500},
        "NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"),
    }
    first = crawl(TownSpider, news_site(8), settings)
    assert {item["url"]: item["headline"] for item in first.items} == {article_url(n): headline(n) for n in range(1, 9)}
    assert all("\n".join(paragraphs(n)) in texts(first)[article_url(n)] for n in range(1, 9))
    assert first.stat("rules_learned") == 1
    again = crawl(TownSpider, news_site(8), settings)
    # The rule is there from the first page on, and with it the line that the site repeats is out.
    assert texts(again) == {article_url(n): "\n".join(paragraphs(n)) for n in range(1, 9)}


def texts(crawled: Any) -> dict[str, str]:
    return {item["url"]: item["text"] for item in crawled.items}
