"""``scrapy crawl news -a url=https://example.com/``: the articles of news sites."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Self
from urllib.parse import urldefrag
from weakref import WeakSet
from zlib import crc32

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse
from scrapy.link import Link
from scrapy.settings import BaseSettings

from newsbody.article import ARTICLE_FIELDS
from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.address_life import Fault
from newsbody.crawl.assembly.articles import ArticlePages, Place, SharedArticles
from newsbody.crawl.assembly.base import ArticleAssembly
from newsbody.crawl.ground.meta import LAST, asked_url, newsbody_meta
from newsbody.crawl.ground.scrapy_engine import send_request
from newsbody.crawl.hooks.fetches import Sources
from newsbody.crawl.hooks.origins import WithoutSession
from newsbody.crawl.known.stored import Link as WorthOfLink
from newsbody.crawl.known.stored import Worth
from newsbody.crawl.pages.reading import NOTHING, PLACE, SURE, Reading, is_article
from newsbody.crawl.queue.shared_queue import shared_queue
from newsbody.crawl.sources.listing import Listing
from newsbody.crawl.spiders.companion_pages import TEXTS, LooksBeside
from newsbody.crawl.spiders.remembering import Outgoing
from newsbody.crawl.spiders.repeats import Repeats, name_of, names_of
from newsbody.crawl.spiders.shown_page import MAX_NAMED, Undecided, dates_of_rows, is_perhaps
from newsbody.ground.text_signature import key_of
from newsbody.items import Article
from newsbody.metadata.titles import Aim, aim_of_link
from newsbody.urls.article_pages import goes_on
from newsbody.urls.list_addresses import FEEDS, is_list_address, list_choice, list_kind

logger = logging.getLogger(__name__)

#: Turns in which lists that choose by something are asked for, so that one kind does not come after another.
CHOICES_APART = 16


class NewsSpider(LooksBeside):
    """Gives an :class:`~newsbody.items.Article` for every article, all its pages joined."""

    name = "news"
    page_kind = "article"
    asks_for_listings = True
    # Comments are for those that ask for them: a learner runs for each page.
    page_fields = frozenset((*ARTICLE_FIELDS, PLACE)) - {"comments"}

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._undecided = Undecided(lambda url: self.crawl.site(url).kind(url) == "topic")
        #: Pages of articles that are known, behind addresses that were not.
        self._met: WeakSet[HtmlResponse] = WeakSet()

    @cached_property
    def _articles(self) -> ArticleAssembly:
        queue = shared_queue(self.crawler)
        return ArticlePages(self._name) if queue is None else SharedArticles(queue, self._name)

    @cached_property
    def _repeats(self) -> Repeats:
        return Repeats(self._address, self.crawl.twins, self.novelty, self._count)

    @cached_property
    def _outgoing(self) -> Outgoing:
        return Outgoing(self._articles, self.novelty, self._repeats, self._count)

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

    def request(self, url: str, **more: Any) -> Request:
        request = super().request(url, **more)
        self.crawl.part(Sources).is_called(request.url, request.meta.get("link_text") or "")
        return request

    def items_of(self, response: HtmlResponse, reading: Reading, links: Sequence[str]) -> list[Any]:
        """The article that a page completes; a page that could not be read gives one without a body."""
        if response.request is not None and self._moved(response.request):
            self._count("pages_met")
            self._met.add(response)
            return []
        found = self._read_of(response, reading, links)
        wanted = self._of_time(found)
        for article in (article for article in found if article not in wanted):
            self._outgoing.is_kept_back(article.url)
        return wanted

    def _read_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str]) -> list[Article]:
        if reading is NOTHING:
            return [Article(url=response.url, **reading.fields)]
        article = Article(url=response.url, **reading.fields)
        if self._is_front_page(response, reading):
            self._undecided.keep(article, is_front=True)
            return []
        alone = reading.in_place and not self._undecided.is_among_articles(response.url)
        is_sure = reading.by_rule or (is_article(reading) and reading.probability >= SURE and not alone)
        if is_sure or not is_perhaps(reading):
            self._undecided.note(response.url, is_article=is_sure)
        elif alone or not self._is_article(response, reading):
            self._undecided.keep(article)
        if alone:
            reading = replace(reading, fields={**reading.fields, "articleBody": ""}, in_place=False)
        key = key_of(reading.text)
        if not self._repeats.has_own_text(response.url, reading, key, counts=self._is_article(response, reading)):
            if self._repeats.compare(response.url, reading, key, reading.fields.get("canonicalUrl")):
                self._met.add(response)  # known as its article is
            self._weigh(response, shows=False)
            if not article.articleBody:
                self._undecided.misses(response.url, "no text")
            return []
        return self._part_of(response, reading, links, key)

    def _part_of(self, response: HtmlResponse, reading: Reading, links: Iterable[str], key: bytes) -> list[Article]:
        """What comes of a page with a text of its own: an article, a part of one, or nothing, if it is a copy."""
        sure, shows = self._is_article(response, reading), reading.by_rule or is_article(reading)
        self._weigh(response, shows=shows)
        name = name_of(reading, key)
        article = Article(url=response.url, **reading.fields)
        place = Place(reading.page_number, reading.next_page, sure, article.headline, article.datePublished)
        names = names_of(article, name) if place.is_alone else [name]
        # Asked first: what is another worker's is not remembered, for if that one is killed, its page comes here.
        request = response.request if sure and place.is_alone else None
        is_copy = request is not None and not all(self.crawl.claims.claim_text(one, request) for one in names)
        is_copy = is_copy or (sure and self._repeats.is_copy(response.url, names))
        another = self._repeats.another(article) if sure and place.is_alone and not is_copy else None
        self._repeats.compare(response.url, reading, key, another)
        if is_copy or another:
            self._count("pages_repeated")
            if place.is_alone:  # pages of an article do not repeat its text: it is what stands above a list
                self.novelty.seen(response.url)
                self._undecided.everywhere.repeats(response.url)
                self._met.add(response)
            return []
        if (page := newsbody_meta(response.request).get("beside")) and self._articles.holds(page):
            self._silent.add(response)  # all pages in one, as it seems: what it says its article will say
        if sure:
            self._undecided.given(article)
        if sure and shows and not self._repeats.differs_by_numbers(response.url, reading):
            self._bears(response)
        if sure and (following := reading.next_page) and self._address(following) not in map(self._address, links):
            # Named in the head of the page only, or on a host that is not followed.
            send_request(self.crawler, self.request(following))
        if not place.is_alone:
            self._keep(response.request, article.url)
            if sure:
                self._outgoing.begin(article.url, name)
            if place.number > 1:
                self._outgoing.is_later(response.url)
        elif sure:
            self._repeats.note(response.url, reading, key)
            self._outgoing.is_alone(article.url, name)
            if self._may_be_everywhere(response, article):
                return []
        return self._out_with(response.request, self._articles.add(article, place))

    def _listed(self, listing: Listing, url: str) -> Iterator[Request]:
        named = [page.url for page in listing.pages]
        if listing.is_feed:  # a list of the site; a sitemap names all that it has
            self._undecided.everywhere.page(url, named)
            self.crawl.site(url).addresses.endless.ended_list(FEEDS, named, is_new=not all(map(self._is_met, named)))
        for addresses, page_url in ((self.crawl.site(one).addresses, one) for one in named):
            addresses.endless.is_listed(addresses.look(page_url).page_id)
        self.crawl.part(Sources).are_dated({page.url: page.published for page in listing.pages if page.published})
        yield from super()._listed(listing, url)

    def _may_be_everywhere(self, response: HtmlResponse, article: Article) -> bool:
        """Is an article kept until it is known whether it is what the site says of itself?"""
        self._undecided.everywhere.read(article)
        if self.is_start(response) or shared_queue(self.crawler) is not None or response.request is None:
            return False
        if not self._undecided.everywhere.hold(article, {article.url, asked_url(response.request)}):
            return False
        self._keep(response.request, article.url)
        self._met.add(response)
        return True

    def item_scraped(self, item: Any) -> None:
        super().item_scraped(item)
        if isinstance(item, Article):
            self._outgoing.is_out(item)

    def _allowed(self, response: HtmlResponse) -> Iterator[Link]:
        """Without what the site itself says of its links with a query that nobody is to follow: to answer, to buy."""
        yield from (link for link in super()._allowed(response) if not (link.nofollow and "?" in link.url))

    def _worth(self, url: str, response: HtmlResponse) -> WorthOfLink:
        """A list that no crawl looked at since nothing came of such is worth it where all is new."""
        found, choice = super()._worth(url, response), list_choice(url)
        is_spare = found.worth is Worth.NEW and (choice or (choice == "" and self.novelty.is_list(response.url)))
        return replace(found, worth=Worth.SPARE) if is_spare and self.novelty.only_new else found

    def _priority(self, url: str) -> int:
        """Lists come last, and those that choose by something behind all, mixed, their further pages first."""
        choice = list_choice(url)
        mixed = crc32(url.encode()) % CHOICES_APART if re.search(r"\D\d{1,3}\D*$", url) is None else 0
        return 0 if choice is None else LAST - mixed if choice else LAST + CHOICES_APART

    def _note_links(self, response: HtmlResponse, urls: Iterable[str]) -> list[str]:
        if self.crawl.site(response.url).kind(response.url) != "topic":
            self.crawl.part(Sources).are_dated(dates_of_rows(response))
        choice, urls = list_choice(response.url), list(dict.fromkeys(urldefrag(url).url for url in urls))
        pages = [url for url in urls if not is_list_address(url)]
        is_new = not all(map(self._is_met, pages))
        endless = self.crawl.site(response.url).addresses.endless
        if kind := list_kind(response.url):
            endless.ended_list(kind, pages, is_new=is_new, goes_on=any(goes_on(response.url, url) for url in urls))
        else:
            endless.names(pages, is_new=is_new)
        return super()._note_links(response, pages if choice else urls)

    def _is_met(self, url: str) -> bool:
        addresses = self.crawl.site(url).addresses
        return addresses.endless.is_met(addresses.look(url).page_id)

    def _weigh(self, response: HtmlResponse, *, shows: bool) -> None:
        """A page shows an article where it should, or does not."""
        site, source = self.crawl.site(response.url), self.crawl.part(Sources).of(response)
        if source is not None and site.kind(response.url) == "topic":
            self.crawl.study.show(source)
            self.crawl.study.weigh(response.url, None if shows else Fault.NO_BODY)

    def _beside(self, response: HtmlResponse, urls: Iterable[str]) -> dict[str, str]:
        urls = list(urls)
        if self.is_start(response):
            self.crawl.twins.begins(response.url, urls)
        self._undecided.everywhere.page(response.url, urls)
        return super()._beside(response, urls)

    async def _read(self, response: HtmlResponse, links: list[str]) -> list[Any]:
        await self._look_beside(response)
        await self._look_for_same(response)
        known = self._undecided.everywhere.known()
        self._let_go([article.url for article in known], response.request)
        return [*await super()._read(response, links), *self._of_time(known)]

    async def _look_for_same(self, response: HtmlResponse) -> None:
        """Of pages that wait for their site to be learned those that say the same are compared at once.

        Until then each of them might be asked for at all its addresses.
        """
        if self.crawl.site(response.url).order.closed and self.crawl.is_settled(response.url, self.page_kind):
            return
        other = self._repeats.same_page(response.url, response.xpath(TEXTS).getall())
        source = self.crawl.part(Sources).of(response, self.page_fields) if other else None
        if other and source is not None:
            self._repeats.compare_early(response.url, other, await self.crawl.read(source, self.page_kind))

    def _without_items(self, response: HtmlResponse, reading: Reading | None, links: list[str]) -> None:
        if response not in self._met:
            super()._without_items(response, reading, links)

    def _moved(self, request: Request) -> bool:
        """Did a redirect lead to an article that is known, from an address that is not?"""
        return self.novelty.moved(request.meta.get("redirect_urls", ()), request.url)

    async def failed(self, failure: Any) -> AsyncIterator[Any]:
        """A page that cannot be fetched: should it be of an article, that is missing."""
        response = getattr(failure.value, "response", None)
        why = type(failure.value).__name__ if response is None else str(response.status)
        self._undecided.misses(asked_url(failure.request), why)
        async for item in super().failed(failure):
            yield item

    def items_of_failed(self, request: Request) -> list[Any]:
        """Articles that only waited for the page that cannot be fetched."""
        if choice := list_choice(request.url):
            self.crawl.site(request.url).addresses.endless.ended_list(choice, (), is_new=False)
        return self._out_with(request, self._articles.fail(asked_url(request)))

    def _out_with(self, request: Request | None, articles: list[Article]) -> list[Article]:
        self._articles.forget(articles, request)
        out = self._outgoing.wanted(articles)
        self._let_go([url for url in self._parts if not self._is_held(url)], request)
        return out

    def _is_held(self, url: str) -> bool:
        return self._articles.holds(url) or self._undecided.everywhere.holds(url)

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
        for article, is_everywhere in self._undecided.everywhere.rest():
            if is_everywhere:
                self._count("pages_everywhere")
                self.novelty.seen(article.url)
            elif self._of_time([article]):
                yield article
        self._keep_beside()
        if missing := self._undecided.missing():
            some = ", ".join(missing[:MAX_NAMED])
            logger.warning("%d pages with addresses of articles gave none: %s", len(missing), some)
        self._let_go(list(self._parts), None)
        for article in self._of_time(self._undecided.rest()):
            if not self._repeats.another(article):
                self.novelty.is_no_list(article.url)
                yield article

    def _is_front_page(self, response: HtmlResponse, reading: Reading) -> bool:
        """May it be the list that a crawl begins with? What it shows whole is not taken for its own until the end."""
        start = self.start_urls[0] if len(self.start_urls) == 1 else None
        # `/`, and `/index.html` that shows the same.
        is_front = start is not None and (self.is_start(response) or aim_of_link(start, response.url) is Aim.START_PAGE)
        is_only_start = is_front and self.arguments.depth != 0
        doubted = is_only_start and is_perhaps(reading) and self.crawl.site(response.url).kind(response.url) != "topic"
        return doubted and not self.only_shown and self._is_article(response, reading)

    def _is_article(self, response: HtmlResponse, reading: Reading) -> bool:
        site = self.crawl.site(response.url)
        if reading.by_rule or site.kind(response.url) == "topic":
            return True
        if is_perhaps(reading) and self._undecided.is_of_articles(response.url):
            return True  # one of few words
        if self.is_start(response) and len(self.start_urls) > 1:
            return reading.kind == "article"  # several starts are pages that somebody chose
        doubtful = site.addresses.resolver is not None or site.rule("article").rule is not None
        return is_article(reading) and (reading.probability >= SURE or not doubtful)
