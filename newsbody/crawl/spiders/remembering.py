"""What a spider remembers beside its requests, and what it lets go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.yields import FRUITFUL
from newsbody.crawl.assembly.base import ArticleAssembly
from newsbody.crawl.ground.meta import newsbody_meta
from newsbody.crawl.known.novelty import Novelty
from newsbody.crawl.known.stored import open_known
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.session.session import Crawl
from newsbody.crawl.spiders.arguments import Arguments
from newsbody.crawl.spiders.repeats import LONG, Repeats, names_of
from newsbody.ground.text_signature import key_of
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
            asked = response.meta.get("redirect_urls", ())
            self.novelty.list_seen(response.url, links, asked, always=self.is_start(response))

    def item_scraped(self, item: Any) -> None:
        """An item is out: later crawls are to know it."""
        if isinstance(item, Article):
            self.novelty.article_out(item.url)
        elif isinstance(item, ForumThread) and self.crawl.site(item.url).addresses.shows_letters:
            self.novelty.letters_out(item.posts)
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


# --- articles on their way out: what each is known by, and which pages are of one that is not complete ---


class Outgoing:
    """One per crawl. ``pages`` puts together what has several."""

    def __init__(
        self, pages: ArticleAssembly, novelty: Novelty, repeats: Repeats, count: Callable[[str], object]
    ) -> None:
        self._pages, self._novelty, self._repeats, self._count = pages, novelty, repeats, count
        #: By the address of an article what it is known by, and whether further pages follow; the first of these by the
        #: pages of articles that are not complete.
        self._names = dict[str, tuple[str, bool]]()
        self._begun = dict[str, str]()
        #: Later pages of articles that are not complete.
        self._later = set[str]()

    def begin(self, url: str, name: str) -> None:
        """A page of an article on several pages came that is sure to be of one."""
        self._begun[url] = name

    def is_later(self, url: str) -> None:
        """A page came that is not the first of its article."""
        self._later.add(url)

    def is_alone(self, url: str, name: str) -> None:
        """An article on one page is about to go out."""
        self._names[url] = name, False

    def is_kept_back(self, url: str) -> None:
        """An article is not given out."""
        self._names.pop(url, None)

    def wanted(self, articles: Iterable[Article]) -> list[Article]:
        """Of articles that are complete those that no page shows alone."""
        out = []
        for article in articles:
            name = self._begun.pop(article.url, None)
            if name and self._repeats.another(article):  # as the page that shows all of it
                self._count("pages_repeated")
                self._novelty.seen(article.url)
                self._novelty.is_no_list(article.url)
                continue
            if name:
                self._names[article.url] = name, True
            out.append(article)
        self._forget()
        return out

    def _forget(self) -> None:
        for url in [url for url in self._begun if not self._pages.holds(url)]:
            del self._begun[url]
        # A later crawl may meet the article under another address, which names the same later pages.
        for url in [url for url in self._later if not self._pages.holds(url)]:
            self._later.remove(url)
            self._novelty.seen(url)

    def is_out(self, article: Article) -> None:
        """An article is out: by what it is known it is to be known again."""
        # What is not complete at the end goes out by itself.
        begun = self._begun.pop(article.url, ""), True
        name, has_more = self._names.pop(article.url, begun)
        if name:
            self._novelty.text_out(article.url, names_of(article, name))
        if has_more and len(article.articleBody) >= LONG and key_of(article.articleBody).hex() != name:
            self._novelty.is_no_list(article.url)
