"""scrapy-poet: ``def parse(self, response, article: Article)`` gets the article of its page.

ADDONS = {"newsbody.Addon": 500, "scrapy_poet.Addon": 300}
SCRAPY_POET_PROVIDERS = {"newsbody.crawl.hooks.poet.ArticleProvider": 500}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy.crawler import Crawler
from scrapy.http import Response

# The signature of __call__ is read at run time: what scrapy-poet is to give stands in it.
from scrapy_poet.page_input_providers import PageObjectInputProvider

from newsbody.article import ARTICLE_FIELDS
from newsbody.crawl.hooks.fetches import Sources
from newsbody.crawl.session.session import Crawl
from newsbody.items import Article, ForumThread, Post


class ArticleProvider(PageObjectInputProvider):
    """Gives a page as Article or ForumThread: by the rule of its site, by the extractor where none is learned yet."""

    provided_classes = {Article, ForumThread}  # noqa: RUF012 (scrapy-poet's own form)

    async def __call__(
        self, to_provide: set[Callable[..., Any]], response: Response, crawler: Crawler
    ) -> Sequence[Any]:
        """What was asked for; empty for a response that is no page."""
        crawl = Crawl.of(crawler)
        source = crawl.part(Sources).of(response, ARTICLE_FIELDS)
        found: list[Any] = []
        for wanted in to_provide:
            if source is None:
                found.append(Article(response.url) if wanted is Article else ForumThread(response.url, response.url))
                continue
            await crawl.known_site(response.url)
            reading = await crawl.read(source, "article" if wanted is Article else "thread")
            found.append((_article if wanted is Article else _thread)(response.url, dict(reading.fields)))
        return found


def _article(url: str, given: dict[str, Any]) -> Article:
    return Article(url=url, **given)


def _thread(url: str, given: dict[str, Any]) -> ForumThread:
    headline = given.get("headline")
    posts = [Post(url, url, headline=headline, **row) for row in given.get("posts", ())]
    return ForumThread(url, url, headline, posts)
