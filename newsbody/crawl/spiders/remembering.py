"""What a site had when it was crawled before: noted when something is out, asked for when a link is found."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.yields import FRUITFUL
from newsbody.crawl.ground.meta import newsbody_meta
from newsbody.crawl.known.novelty import Novelty
from newsbody.crawl.known.stored import open_known
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.session.session import Crawl
from newsbody.crawl.spiders.arguments import Arguments
from newsbody.items import Article, ForumThread


class Remembering(Spider):
    """Later crawls know what this one gave out, and where nothing was."""

    arguments: Arguments
    #: What its pages are: see :class:`~newsbody.crawl.learning.visit.PendingPage`.
    page_kind: ClassVar[str]
    #: Nothing is given out or kept: see :class:`~newsbody.crawl.spiders.base.SiteSpider`.
    only_shown: bool

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.item_scraped, signal=signals.item_scraped)
        crawler.signals.connect(spider.spider_closed, signal=signals.spider_closed)
        return spider

    @property
    def crawl(self) -> Crawl:
        return Crawl.of(self.crawler)

    def is_start(self, response: Response) -> bool:
        """Is it the page of a start URL, perhaps under the address it was redirected to?"""
        return newsbody_meta(response.request).get("start", False) is True

    def _without_items(self, response: HtmlResponse, reading: Reading | None, links: list[str]) -> None:
        """Note a page that gives nothing: as a list, if it is one, else as one that need not be fetched again."""
        kind = self.crawl.site(response.url).addresses.worth(response.url)
        topics = sum(self.crawl.site(url).addresses.worth(url) == "topic" for url in links)
        is_list = topics >= FRUITFUL or (reading is not None and reading.kind == "list")
        if kind == "other" and not (is_list or self.is_start(response) or self.novelty.is_list(response.url)):
            self.novelty.seen(response.url)
        elif kind != "topic":  # in doubt a list: it is looked through again where there is something new
            self.novelty.list_seen(response.url, links, always=self.is_start(response))

    def item_scraped(self, item: Any) -> None:
        """An item is out: later crawls are to know it."""
        if isinstance(item, Article):
            self.novelty.article_out(item.url)
        elif isinstance(item, ForumThread):
            self.novelty.thread_out(item.posts, whole=not item.truncated)

    def spider_closed(self, reason: str) -> None:
        """Note what the lists said, if all that they led to is out."""
        if "novelty" in self.__dict__:  # something was fetched
            self.novelty.close(finished=reason == "finished")

    @cached_property
    def novelty(self) -> Novelty:
        """What is new by what earlier crawls gave out."""
        settings = self.crawl.settings
        stored = self.settings.get("NEWSBODY_STORE") if self.arguments.new else None
        novelty = Novelty(
            open_known(":memory:" if self.only_shown else settings.profiles, stored),
            self._look,
            only_new=self.arguments.new,
            others=settings.other_pages == "last",
            alone=self.page_kind == "article" and not (settings.shared or self.arguments.is_narrow),
            twins=self.crawl.twins,
        )
        novelty.begin(self.arguments.starts)
        return novelty

    def _count(self, what: str) -> None:
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(f"newsbody/{what}")

    def _set_stat(self, what: str, number: int) -> None:
        assert self.crawler.stats is not None
        if number or self.crawler.stats.get_value(f"newsbody/{what}"):
            self.crawler.stats.set_value(f"newsbody/{what}", number)

    def _look(self, url: str) -> Address:
        return self.crawl.site(url).addresses.look(url)
