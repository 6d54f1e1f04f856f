"""``scrapy crawl news -a url=https://example.com/``: the articles of news sites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scrapy.http import HtmlResponse

from newsbody.crawl.spiders.base import SiteSpider
from newsbody.crawl.work import NOTHING, Reading
from newsbody.items import Article


class NewsSpider(SiteSpider):
    """Gives an :class:`~newsbody.items.Article` for every page that has a news body."""

    name = "news"
    page_kind = "article"

    def items_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str]) -> list[Any]:
        """The article of a page; a page that could not be read gives one without a body."""
        is_topic = self.reader.site(response.url).kind(response.url) == "topic"
        if reading is NOTHING or (reading.text and (is_topic or reading.kind == "article")):
            return [Article(url=response.url, **reading.fields)]
        return []
