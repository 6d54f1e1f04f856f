"""``scrapy crawl news -a url=https://example.com/``: the articles of news sites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scrapy.http import HtmlResponse

from newsbody.crawl.spiders.base import SiteSpider
from newsbody.crawl.work import NOTHING, Reading, is_article
from newsbody.items import Article

#: A page that neither the rule of its site nor its address speak for is an article only when the
#: extractor is this sure.
SURE = 0.9


class NewsSpider(SiteSpider):
    """Gives an :class:`~newsbody.items.Article` for every page that has a news body."""

    name = "news"
    page_kind = "article"

    def items_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str]) -> list[Any]:
        """The article of a page; a page that could not be read gives one without a body."""
        if reading is NOTHING or (reading.text and self._is_article(response.url, reading)):
            return [Article(url=response.url, **reading.fields)]
        return []

    def _is_article(self, url: str, reading: Reading) -> bool:
        site = self.reader.site(url)
        if reading.by_rule or site.kind(url) == "topic":
            return True
        doubtful = site.addresses.resolver is not None or site.lesson("article").rule is not None
        return is_article(reading) and (reading.probability >= SURE or not doubtful)
