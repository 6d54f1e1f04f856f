"""``scrapy crawl news -a url=https://example.com/``: the articles of news sites."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from typing import Any, Self
from weakref import WeakSet

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse
from scrapy.settings import BaseSettings

from newsbody.article import ARTICLE_FIELDS
from newsbody.crawl.assembly.articles import ArticlePages, Place
from newsbody.crawl.assembly.base import ArticleAssembly
from newsbody.crawl.assembly.texts import Copies, Texts, gist_of, key_of
from newsbody.crawl.engine import send_request
from newsbody.crawl.hooks.fingerprints import WithoutSession
from newsbody.crawl.hooks.responses import Sources
from newsbody.crawl.learning.address import Address, plain
from newsbody.crawl.learning.address_life import Fault
from newsbody.crawl.learning.everywhere import Everywhere
from newsbody.crawl.learning.forms import Forms
from newsbody.crawl.learning.satellites import kind_of
from newsbody.crawl.meta import asked_url, newsbody_meta
from newsbody.crawl.pages.reading import NOTHING, PLACE, Reading, is_article
from newsbody.crawl.shared.articles import SharedArticles
from newsbody.crawl.shared.queue import shared_queue
from newsbody.crawl.spiders.base import SiteSpider
from newsbody.gates import GATES
from newsbody.items import Article
from newsbody.pagination import goes_on
from newsbody.sites import host_of

#: A page that neither the rule of its site nor its address speak for is an article only when the
#: extractor is this sure. Measured with the default extractor: 97 % of 172 article pages are above, half of
#: 101 front pages and lists.
SURE = 0.75
#: Shorter texts, in characters, stand on the pages of several articles by chance, as that of every video: they are one
#: article only below one headline.
LONG = 100

#: Pages that may be articles by their addresses are kept until the end, but no more of a crawl; by then sure ones have
#: shown what their forms are of.
MAX_PERHAPS = 200

_NUMBER = re.compile(r"\d+")
#: What stands on a page, but for its links.
_TEXTS = "//body//text()[not(ancestor::a or ancestor::script or ancestor::style)]"


class NewsSpider(SiteSpider):
    """Gives an :class:`~newsbody.items.Article` for every article, all its pages joined."""

    name = "news"
    page_kind = "article"
    asks_for_listings = True
    # Comments are for those that ask for them: a learner runs for each page.
    page_fields = frozenset((*ARTICLE_FIELDS, PLACE)) - {"comments"}

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._articles: ArticleAssembly = ArticlePages(self._name)
        self._texts, self._numbered_texts, self._copies = Texts(), Texts(), Copies()
        self._forms, self._everywhere = Forms(), Everywhere()
        #: What may be articles, until it is known what their addresses are of.
        self._perhaps: list[Article] = []
        #: What went out, or is about to; by the address of an article what it is known by, and whether further pages
        #: follow; the first of these by the pages of articles that are not complete.
        self._given, self._names = Texts(), dict[str, tuple[str, bool]]()
        self._begun = dict[str, str]()
        #: Hosts of which it is known what earlier crawls knew of their pages beside others.
        self._hosts_met = set[str]()
        #: Later pages of articles that are not complete.
        self._later = set[str]()
        #: Pages of articles that are known, behind addresses that were not.
        self._met: WeakSet[HtmlResponse] = WeakSet()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """One request for addresses that differ in their session alone."""
        super().update_settings(settings)
        settings.set("REQUEST_FINGERPRINTER_CLASS", WithoutSession, priority="addon")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        # A redirect to a page that was asked for already.
        crawler.signals.connect(spider._moved, signal=signals.request_dropped)
        return spider

    async def start(self) -> Any:
        """The start requests; and articles whose pages were not all met are given out at the end."""
        queue = shared_queue(self.crawler)
        if queue is not None:
            self._articles = SharedArticles(queue, self._name)
        async for request in super().start():
            yield request

    def items_of(self, response: HtmlResponse, reading: Reading, links: Sequence[str]) -> list[Any]:
        """The article that a page completes; a page that could not be read gives one without a body."""
        if response.request is not None and self._moved(response.request):
            self._count("pages_met")
            self._met.add(response)
            return []
        found = self._read_of(response, reading, links)
        wanted = self._of_time(found)
        for article in found if len(wanted) < len(found) else ():
            if article not in wanted:
                self._names.pop(article.url, None)
        return wanted

    def _read_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str]) -> list[Article]:
        if reading is NOTHING:
            return [Article(url=response.url, **reading.fields)]
        is_sure = reading.by_rule or (is_article(reading) and reading.probability >= SURE)
        if is_sure or not _is_perhaps(reading):
            self._forms.note(response.url, is_article=is_sure)
        elif len(self._perhaps) < MAX_PERHAPS and not self._is_article(response, reading):
            self._perhaps.append(Article(url=response.url, **reading.fields))
        if reading.in_place and not self._is_among_articles(response.url):
            reading = replace(reading, fields={**reading.fields, "articleBody": ""}, in_place=False)
        key = key_of(reading.text)
        if not self._has_own_text(response, reading, key):
            if self._compare(response, reading, key, reading.fields.get("canonicalUrl")):
                self._met.add(response)  # known as its article is
            self._weigh(response, shows=False)
            return []
        sure, shows = self._is_article(response, reading), reading.by_rule or is_article(reading)
        self._weigh(response, shows=shows)
        name = _name_of(reading, key).hex()
        place = Place(reading.page_number, reading.next_page, sure)
        article = Article(url=response.url, **reading.fields)
        names = _names_of(article, name) if place.is_alone else [name]
        is_copy = sure and self._is_copy(response, names)
        another = self._another(article) if sure and place.is_alone and not is_copy else None
        self._compare(response, reading, key, another)
        if is_copy or another:
            self._count("pages_repeated")
            if place.is_alone:  # pages of an article do not repeat its text: it is what stands above a list
                self.novelty.seen(response.url)
                self._met.add(response)
            return []
        page = newsbody_meta(response.request).get("beside")
        if page and self._articles.holds(page):
            self._silent.add(response)  # all pages in one, as it seems: what it says its article will say
        if sure and shows and not self._differs_by_numbers(response, reading):
            self._bears(response)
        following = reading.next_page
        if sure and following and self._address(following) not in map(self._address, links):
            # Named in the head of the page only, or on a host that is not followed.
            send_request(self.crawler, self.request(following))
        if not place.is_alone:
            self._keep(response.request, article.url)
            if sure:
                self._begun[article.url] = name
            if place.number > 1:
                self._later.add(response.url)
        elif sure:
            # An original that comes after its copy, since its site was still being learned, is no second article.
            self._texts.stands_at_many(key, self._original(response, reading))
            request = response.request
            if request is not None and not all(self.crawl.claims.claim_text(f"text {one}", request) for one in names):
                self._count("pages_repeated")
                return []
            self._names[article.url] = name, False
            if self._may_be_everywhere(response, article):
                return []
        return self._out_with(response.request, self._articles.add(article, place))

    def _may_be_everywhere(self, response: HtmlResponse, article: Article) -> bool:
        """Is an article kept until it is known whether it is what the site says of itself?"""
        self._everywhere.read(article)
        if self.is_start(response) or shared_queue(self.crawler) is not None or response.request is None:
            return False
        if not self._everywhere.hold(article, {article.url, asked_url(response.request)}):
            return False
        self._keep(response.request, article.url)
        self._met.add(response)
        return True

    def _has_own_text(self, response: HtmlResponse, reading: Reading, key: bytes) -> bool:
        """Is there a text on a page that is no gate, no copy of another page, and does not stand at many addresses?"""
        if not reading.text or reading.kind in GATES:
            return False
        # In print, for telephones: the text of the page that it names as the one it is.
        repeated = self._texts.stands_at(key, self._original(response, reading)) or (
            self._texts.stands_at_many(key, self._address(response.url))
        )
        if repeated:
            self._count("pages_repeated")
        return not repeated

    def _is_copy(self, response: HtmlResponse, names: Sequence[str]) -> bool:
        """Went the article of a page out from another address, in this crawl or, with ``new``, in one before?

        In print, for telephones, below two sections, with what led to it in its address.
        """
        is_copy = self._given.stands_elsewhere(bytes.fromhex(names[0]), self._address(response.url))
        return is_copy or self.novelty.is_copy(response.url, names)

    def _another(self, article: Article) -> str | None:
        """The address of another one that says nearly what a whole article says."""
        return self._copies.original(plain(article.url), article.headline or "", article.articleBody)

    def _compare(self, response: HtmlResponse, reading: Reading, key: bytes, another: str | None) -> bool:
        """Which addresses show the same is learned from articles that are whole, and long enough to be told by that.

        Is it one whose address is that of a page with several?
        """
        is_whole = reading.page_number <= 1 and not reading.next_page
        if not is_whole or len(reading.text) < LONG or not (reading.by_rule or is_article(reading)):
            return False
        twins, url = self.crawl.twins, plain(response.url)
        twins.read(url, key.hex(), another and plain(another))
        return twins.name(url) != url

    def item_scraped(self, item: Any) -> None:
        super().item_scraped(item)
        if not isinstance(item, Article):
            return
        # What is not complete at the end goes out by itself.
        begun = self._begun.pop(item.url, ""), True
        name, has_more = self._names.pop(item.url, begun)
        if name:
            self.novelty.text_out(item.url, _names_of(item, name))
        if has_more and len(item.articleBody) >= LONG and key_of(item.articleBody).hex() != name:
            self.novelty.is_no_list(item.url)

    def _original(self, response: HtmlResponse, reading: Reading) -> str:
        """The address of the page that a page names as the one it is a copy of; its own, without one."""
        return self._address(reading.fields.get("canonicalUrl") or response.url)

    def _weigh(self, response: HtmlResponse, *, shows: bool) -> None:
        """A page shows an article where it should, or does not."""
        site, source = self.crawl.site(response.url), self.crawl.part(Sources).of(response)
        if source is not None and site.kind(response.url) == "topic":
            self.crawl.study.show(source)
            self.crawl.study.weigh(response.url, None if shows else Fault.NO_BODY)

    def _differs_by_numbers(self, response: HtmlResponse, reading: Reading) -> bool:
        """Does the text of a page stand at other addresses with other numbers, as that of a month in a calendar?"""
        key = key_of(_NUMBER.sub("0", reading.text))
        return self._numbered_texts.stands_at_many(key, self._address(response.url))

    def _beside(self, response: HtmlResponse, urls: Iterable[str]) -> dict[str, str]:
        urls, request = list(urls), newsbody_meta(response.request)
        self._everywhere.page(urls)

        def texts() -> list[str]:
            return response.xpath(_TEXTS).getall()

        if page := request.get("beside"):
            satellites = self.crawl.site(page).addresses.satellites
            if satellites.says_nothing(
                kind_of(request["way"]), page, texts, _without_siblings(response.url, page, urls)
            ):
                self._silent.add(response)
                self._nothing_beside(response.request)
        for host in {host_of(url) for url in (response.url, *urls)} - self._hosts_met:
            self._meet(host)
        satellites = self.crawl.site(response.url).addresses.satellites
        found = satellites.of(response.url, urls)
        found = {url: kind for url, kind in found.items() if not goes_on(response.url, url)}
        if found:
            satellites.keep(response.url, found.values(), texts, urls)
        return found

    def _meet(self, host: str) -> None:
        """Begin with what earlier crawls knew of the pages beside others on a host."""
        self._hosts_met.add(host)
        known = self.novelty.beside(host)
        if known:
            addresses = self.crawl.sites.get(host).addresses
            addresses.satellites.go_on(known[0])
            addresses.endless.bring_nothing(known[1:])

    def _keep_beside(self) -> None:
        for site in self.crawl.sites:
            satellites, endless = site.addresses.satellites, site.addresses.endless
            if site.host in self._hosts_met:
                self.novelty.beside_seen(site.host, [satellites.to_text(), *endless.over_beside])

    async def _read(self, response: HtmlResponse, links: list[str]) -> list[Any]:
        await self._look_beside(response)
        known = self._everywhere.known()
        self._let_go([article.url for article in known], response.request)
        return [*await super()._read(response, links), *self._of_time(known)]

    async def _look_beside(self, response: HtmlResponse) -> None:
        """The first pages of those beside others are read at once.

        While they wait for their site to be learned all of their kind might be fetched.
        """
        kind = kind_of(newsbody_meta(response.request).get("way", ()))
        if not kind or response in self._silent or response in self._leading:
            return
        source = self.crawl.part(Sources).of(response, self.page_fields)
        if source is None or not self.crawl.site(response.url).addresses.endless.is_open_beside(kind):
            return
        reading = await self.crawl.read(source, self.page_kind)
        if not is_article(reading) and reading.page_number == 1 and not reading.next_page:
            self._silent.add(response)
            self._nothing_beside(response.request)

    def _without_items(self, response: HtmlResponse, reading: Reading | None, links: list[str]) -> None:
        if response not in self._met:
            super()._without_items(response, reading, links)

    def _moved(self, request: Request) -> bool:
        """Did a redirect lead to an article that is known, from an address that is not?"""
        return self.novelty.moved(request.meta.get("redirect_urls", ()), request.url)

    def items_of_failed(self, request: Request) -> list[Any]:
        """Articles that only waited for the page that cannot be fetched."""
        return self._out_with(request, self._articles.fail(asked_url(request)))

    def _out_with(self, request: Request | None, articles: list[Article]) -> list[Article]:
        self._articles.forget(articles, request)
        out = []
        for article in articles:
            name = self._begun.pop(article.url, None)
            if name and self._another(article):  # as the page that shows all of it
                self._count("pages_repeated")
                self.novelty.seen(article.url)
                self.novelty.is_no_list(article.url)
                continue
            if name:
                self._names[article.url] = name, True
            out.append(article)
        for url in [url for url in self._begun if not self._articles.holds(url)]:
            del self._begun[url]
        # A later crawl may meet the article under another address, which names the same later pages.
        for url in [url for url in self._later if not self._articles.holds(url)]:
            self._later.remove(url)
            self.novelty.seen(url)
        self._let_go([url for url in self._parts if not self._is_held(url)], request)
        return out

    def _is_held(self, url: str) -> bool:
        return self._articles.holds(url) or self._everywhere.holds(url)

    def _look(self, url: str) -> Address:
        # Articles are known again by their whole address: what would tell threads apart may be their month, and before
        # there is a resolver nothing does.
        return replace(super()._look(url), thread_key=None)

    def _address(self, url: str) -> str:
        return self.crawl.canonical(url)

    def _name(self, url: str) -> str:
        """What a page is called, whichever of its addresses led to it."""
        return self._address(self.crawl.twins.name(url))

    async def unfinished(self) -> AsyncIterator[Any]:
        """Articles whose pages were not all met, and those of which it is known by now what their addresses are of."""
        async for article in self._articles.rest():
            yield article
        for article, is_everywhere in self._everywhere.rest():
            if is_everywhere:
                self._count("pages_everywhere")
                self.novelty.seen(article.url)
            elif self._of_time([article]):
                yield article
        self._keep_beside()
        self._let_go(list(self._parts), None)
        perhaps, self._perhaps = self._perhaps, []
        among = [article for article in perhaps if self._is_among_articles(article.url)]
        for article in self._of_time(among):
            if not self._another(article):
                self.novelty.is_no_list(article.url)
                yield article

    def _is_among_articles(self, url: str) -> bool:
        """Is it known of an address, or of several others of its form, that articles stand there?"""
        return self.crawl.site(url).kind(url) == "topic" or self._forms.is_of_articles(url)

    def _is_article(self, response: HtmlResponse, reading: Reading) -> bool:
        site = self.crawl.site(response.url)
        if reading.by_rule or site.kind(response.url) == "topic":
            return True
        if _is_perhaps(reading) and self._forms.is_of_articles(response.url):
            return True  # one of few words
        if self.is_start(response) and len(self.start_urls) > 1:
            return reading.kind == "article"  # several starts are pages that somebody chose
        doubtful = site.addresses.resolver is not None or site.rule("article").rule is not None
        return is_article(reading) and (reading.probability >= SURE or not doubtful)


def _is_perhaps(reading: Reading) -> bool:
    """May a page be an article, by what others of its form of address are?"""
    is_alone = reading.page_number <= 1 and not reading.next_page
    return bool(reading.text) and is_alone and (reading.in_place or reading.kind == "article")


def _names_of(article: Article, name: str) -> list[str]:
    """What a whole article is known by: its text, and what copies share that say a line more or less."""
    is_told = bool(article.headline) and len(article.articleBody) >= LONG
    return [name, gist_of(article.headline or "", article.articleBody)] if is_told else [name]


def _without_siblings(url: str, page: str, links: Iterable[str]) -> Iterable[str]:
    """Links of a page beside another, without those to its own kind where that has a host, as for telephones."""
    host = host_of(url)
    return links if host == host_of(page) else [link for link in links if host_of(link) != host]


def _name_of(reading: Reading, key: bytes) -> bytes:
    """What an article is known by, at whatever address: its text, with its headline where that is short."""
    return key if len(reading.text) >= LONG else key_of(f"{reading.fields.get('headline')}\n{reading.text}")
