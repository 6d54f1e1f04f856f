"""What the spiders for news and forums share: where they start, what they follow, their defaults."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from sys import intern
from typing import Any, ClassVar, Self, TypeVar
from weakref import WeakSet

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response
from scrapy.link import Link
from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.job import job_dir

from newsbody.crawl.addresses.companions import kind_of
from newsbody.crawl.addresses.spider_traps import way_over
from newsbody.crawl.ground.meta import LAST, META_KEY, asked_url, is_listing, newsbody_meta
from newsbody.crawl.ground.scrapy_engine import is_only_shown, send_item, send_request, setting_up
from newsbody.crawl.hooks.browser import use_browser
from newsbody.crawl.hooks.fetches import Sources, Visits
from newsbody.crawl.known.stored import Link as WorthOfLink
from newsbody.crawl.known.stored import Worth
from newsbody.crawl.learning.visit import PendingPage
from newsbody.crawl.pages.reading import BODY_ONLY, Reading
from newsbody.crawl.queue.job_scheduler import JobScheduler, job
from newsbody.crawl.sources.domains import Hosts
from newsbody.crawl.spiders.arguments import Arguments
from newsbody.crawl.spiders.defaults import DEFAULTS, set_defaults
from newsbody.crawl.spiders.feeds import merge_feeds, prepare_feeds, writable
from newsbody.crawl.spiders.listings import AskingForListings
from newsbody.crawl.spiders.shown_page import links_on_page
from newsbody.ground.memory import tune_own_process
from newsbody.items import Article, Post
from newsbody.page.sites import host_of, split_login
from newsbody.urls.normalize import without_session

#: Statuses of pages that are not there, and need not be asked for again.
GONE = (404, 410)
#: A page that redirects to itself is asked for once more; so many times it may redirect then.
MAX_AGAIN = 2

Dated = TypeVar("Dated", Article, Post)


class SiteSpider(AskingForListings):
    """Follows the links of whole sites and gives what it reads on their pages.

    Its arguments are those of :data:`~newsbody.crawl.spiders.arguments.ARGUMENTS`; raises
    ValueError, with what to write, for others.
    """

    #: Items of this spider are whole; the pipeline has nothing to add.
    reads_pages: ClassVar[bool] = True
    #: What it wants of them.
    page_fields: ClassVar[frozenset[str]] = BODY_ONLY

    def __init__(self, **given: Any) -> None:
        super().__init__()
        #: ``scrapy parse`` shows what it reads on a page, and names the page: nothing of it is given out or kept.
        self.only_shown = is_only_shown(type(self))
        self.arguments = Arguments.read(self.name, given, needs_start=not self.only_shown)
        self.start_urls = list(self.arguments.starts)
        self.out = self.arguments.out
        #: What the names of the feeds begin with.
        self.feed_prefix = ""
        self._hosts = Hosts(self.start_urls, list(self.arguments.hosts))
        #: The requests of the pages of what is not out yet, by thread, or by address of the page.
        self._parts: dict[str, list[Request]] = {}
        #: Pages that link to something new, or gave it.
        self._leading: WeakSet[HtmlResponse] = WeakSet()
        self._bearing: WeakSet[HtmlResponse] = WeakSet()
        #: Pages beside others that say nothing that these do not.
        self._silent: WeakSet[HtmlResponse] = WeakSet()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Defaults of these spiders; whatever the project says wins."""
        super().update_settings(settings)
        set_defaults(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Turns the arguments that are settings of Scrapy into these. Raises ValueError as for the arguments."""
        with setting_up():
            spider = super().from_crawler(crawler, *args, **kwargs)
            if not crawler.settings.frozen:  # as it is while a crawl is set up
                spider._apply(crawler.settings)
        tune_own_process()
        crawler.signals.connect(spider._dropped, signal=signals.request_dropped)
        return spider

    def _apply(self, settings: BaseSettings) -> None:
        given = self.arguments
        limits = {
            "DEPTH_LIMIT": given.depth, "CLOSESPIDER_PAGECOUNT": given.pages, "NEWSBODY_TOPIC": given.topic,
            "USER_AGENT": given.user_agent,
        }  # fmt: skip
        for name, value in limits.items():
            if value:
                settings.set(name, value, priority="cmdline")
        if given.browser:
            use_browser(settings)
        if settings.get("JOBDIR"):
            writable(settings["JOBDIR"], "JOBDIR")
        if job_dir(settings) and not settings.getpriority("SCHEDULER"):
            settings.set("SCHEDULER", JobScheduler, priority="addon")
        merge_feeds(settings, DEFAULTS)
        own = set(DEFAULTS["FEEDS"]) & set(settings.getdict("FEEDS"))
        if own and not self.only_shown:
            self.feed_prefix = prepare_feeds(settings, own, given.out, overwrite=given.overwrite)

    async def start(self) -> AsyncIterator[Any]:
        """The start requests."""
        self.crawl.closing.at_end.append(self._finish)
        self.crawl.closing.before_end.append(self.ask_further)
        # A job that goes on looks at its front page once more; a list of pages is done when it is done.
        again = job_dir(self.settings) is not None and len(self.start_urls) == 1
        for url in self.start_urls:
            yield self.request(url, cookies=self.arguments.cookies, dont_filter=again)
        for request in self._ask_robots(self.start_urls):
            yield request

    def request(self, url: str, **more: Any) -> Request:
        """A request as this spider makes them all: with what was said of headers and the like."""
        meta = {**self.arguments.meta, **more.pop("meta", {})}
        # A user and password that a link names are not ours to use, and Scrapy takes them for the host.
        url, headers = split_login(url)[0], dict(self.arguments.headers)
        if login := self.arguments.logins.get(host_of(url)):
            headers.setdefault("Authorization", login)
        return Request(url, errback=self.failed, headers=headers, meta=meta, **more)

    def _dropped(self, request: Request) -> None:
        """What redirects to itself wants a cookie, or a session: it is asked for again, which the filter prevents."""
        before = map(without_session, request.meta.get("redirect_urls", ()))
        if without_session(request.url) in before and not request.dont_filter:
            left = min(request.meta.get("redirect_ttl", 0), MAX_AGAIN)
            send_request(self.crawler, request.replace(dont_filter=True, meta={**request.meta, "redirect_ttl": left}))
        elif request.meta.get("redirect_urls"):  # to a page that is known
            self._nothing_beside(request)

    async def parse(self, response: Response) -> AsyncIterator[Any]:
        """The links of a page, then what is read on it."""
        if not isinstance(response, HtmlResponse):
            self._nothing_beside(response.request)  # what the page beside it is written in, or a file
            return
        if self.is_start(response):
            self._hosts.add(response.url)
            for request in self._ask_feeds(response):
                yield request
        links = list(self.links(response))
        for request in links:
            yield request
        # A page that waits keeps them, and the pages of a site name the same: each address stands in memory once.
        for item in await self._read(response, [intern(request.url) for request in links]):
            yield item
        if self.only_shown:
            async for item in self.unfinished():
                yield item

    @abstractmethod
    def unfinished(self) -> AsyncIterator[Any]:
        """What is not complete when nothing more is to come."""

    def ask_further(self) -> bool:
        """Ask for what is missing when nothing else is left to fetch; does anything go out?"""
        return False

    async def _finish(self) -> None:
        async for item in self.unfinished():
            await send_item(self.crawler, item, None)

    def links(self, response: HtmlResponse) -> Iterator[Request]:
        """Requests for the pages of the same sites that a page links to, and that are worth it."""
        found = [(link, self._worth(link.url, response)) for link in self._allowed(response)]
        # Lists that nobody says anything of: looked through from the start on, and until what is known begins.
        mostly_new = self._is_mostly_new(found)
        looks_on = mostly_new or self.is_start(response) or self._is_way(found)
        looks = {Worth.NEW: True, Worth.LOOK: looks_on, Worth.SPARE: mostly_new}
        urls = [link.url for link, _ in found]
        way, beside = self._note_links(response, urls), self._beside(response, urls)
        for link, worth in found:
            if looks.get(worth.worth):
                own: dict[str, Any] = {"way": way}
                priority = self._priority(link.url)
                if kind := beside.get(link.url):
                    own = {"way": [kind, *way], "beside": response.url}
                    if self.crawl.site(link.url).addresses.endless.waits_beside(kind):
                        own["last"], priority = True, LAST
                meta = {"link_text": link.text.strip(), META_KEY: own}
                yield self.request(worth.url, meta=meta, priority=priority)
            else:
                self._count("pages_met")
                is_known = worth.met is not None and self.novelty.key(link.url) != self.novelty.key(response.url)
                if not is_known and (addresses := self.crawl.site(link.url).addresses).life.on_trial:
                    addresses.left_out(link.url, self.request(link.url, meta={"link_text": link.text.strip()}))

    def _is_mostly_new(self, found: Sequence[tuple[Link, WorthOfLink]]) -> bool:
        """Is most of what a page leads to new?"""
        kinds = Counter(worth.worth for _, worth in found)
        return kinds[Worth.NEW] > kinds[Worth.NOTHING]

    def _is_way(self, found: Sequence[tuple[Link, WorthOfLink]]) -> bool:
        """Does a page lead to lists, and is it none itself?"""
        return False

    def _note_links(self, response: HtmlResponse, urls: Iterable[str]) -> list[str]:
        """Does a page lead on? Returns the way to what it links to."""
        for url in urls:
            addresses = self.crawl.site(url).addresses
            if addresses.endless.leads_on(url, addresses.look(url).page_id, response.url):
                self._leading.add(response)
        return way_over(response.url, newsbody_meta(response.request).get("way", ()))

    def _beside(self, response: HtmlResponse, urls: Iterable[str]) -> dict[str, str]:
        """Which links of a page lead to something beside it, and of what kind that is."""
        return {}

    def _bears(self, response: HtmlResponse) -> None:
        """A page gave something that no other did."""
        self._bearing.add(response)
        way = newsbody_meta(response.request).get("way", ())
        site = self.crawl.site(response.url)
        if response in self._silent and kind_of(way):
            way = way[1:]  # it speaks for what led to it, but not for its kind
        else:
            site.addresses.endless.is_no_copy(response.url)
        if site.addresses.endless.bore(way_over(response.url, way)):
            self.crawl.note_endless(site)

    def _done_with(self, response: HtmlResponse) -> None:
        """A page that gave nothing may be one of very many."""
        if response not in self._bearing and not self.is_start(response):
            site = self.crawl.site(response.url)
            led_on = response in self._leading
            if response not in self._silent:
                self._nothing_beside(response.request, led_on=led_on)
            if site.addresses.endless.ended(response.url, led_on=led_on):
                self.crawl.note_endless(site)

    def _nothing_beside(self, request: Request | None, *, led_on: bool = False) -> None:
        """A page gave nothing; it may be one that stands beside another, as many do."""
        if request is None or not (kind := kind_of(newsbody_meta(request).get("way", ()))):
            return
        url, page = asked_url(request), newsbody_meta(request)["beside"]
        endless = self.crawl.site(url).addresses.endless
        endless.ended_beside(kind, led_on=led_on)
        if endless.given_up_beside(kind) and host_of(page) != host_of(url):
            endless.give_up(url)  # each leads to others of its form, as pages for telephones do

    def _allowed(self, response: HtmlResponse) -> Iterator[Link]:
        for link in links_on_page(response) if self.arguments.depth != 0 else ():
            if not self.stays_on(link.url):
                self._count("links_offsite")
            elif not self.arguments.follows(link.url):
                self._count("links_not_allowed")
            else:
                self._count("links_followed")
                yield link

    def _of_time(self, items: Iterable[Dated]) -> list[Dated]:
        """Those that were published when ``since`` and ``until`` say; the others are counted."""
        found = []
        for item in items:
            if self.arguments.wants(item.datePublished):
                found.append(item)
            else:
                self._count("items_out_of_time")
        return found

    def _worth(self, url: str, response: HtmlResponse) -> WorthOfLink:
        return self.novelty.link(url, response.url)

    def stays_on(self, url: str) -> bool:
        """Is an address on one of the hosts that the crawl stays on, also when a redirect leads there?"""
        return url in self._hosts

    async def _read(self, response: HtmlResponse, links: list[str]) -> list[Any]:
        """The items of a page; those of a page that waits for its site are sent when it is read."""
        crawl, request = self.crawl, response.request
        source = crawl.part(Sources).of(response, self.page_fields)
        now: list[Any] | None = []

        async def finish(reading: Reading | None) -> None:
            try:
                if reading is None and request is not None:
                    crawl.site(request.url).addresses.left_out(request.url, request, fetched=True)
                found = self.items_of(response, reading, links) if reading else []
                if not found:
                    self._without_items(response, reading, links)
                if reading is not None or crawl.site(response.url).addresses.look(response.url).kind != "topic":
                    self._done_with(response)
                for item in found:
                    if now is not None:
                        now.append(item)
                    else:
                        await send_item(self.crawler, item, response)
            finally:
                crawl.claims.release(request)

        if source is None:
            return []
        crawl.claims.hold(request)
        page = PendingPage(source, self.page_kind, finish, chosen=self.is_start(response))
        if not crawl.study.room.waits(page, crawl.part(Visits).of(response)):
            await crawl.run(crawl.study.room.finish(page))
        if self.only_shown:
            await crawl.closing.hurry_all()
        items, now = now, None
        return items or []

    def _keep(self, request: Request | None, part: str) -> None:
        """A page is part of something that is not out yet: until it is, the request of the page is not done."""
        if request is not None and (own := job(self.crawler)) is not None:
            own.hold(request)
            self._parts.setdefault(part, []).append(request)

    def _let_go(self, parts: Iterable[str], request: Request | None) -> None:
        """What these were part of goes out with the items of a request; without one, it is out."""
        if (own := job(self.crawler)) is not None:
            for part in parts:
                own.release_with(self._parts.pop(part, ()), request)

    @abstractmethod
    def items_of(self, response: HtmlResponse, reading: Reading, links: Sequence[str]) -> list[Any]:
        """The items of a page that was read. ``links``: the addresses on its own site that it links to."""

    async def failed(self, failure: Any) -> AsyncIterator[Any]:
        """A page that cannot be fetched; Scrapy has logged it."""
        self._nothing_beside(failure.request)
        if failure.check(HttpError) and failure.value.response.status in GONE:
            self.novelty.page_gone(failure.request.url)
            for request in self._listing_gone(failure.request.url) if is_listing(failure.request) else ():
                yield request
        if failure.check(IgnoreRequest) and failure.request.meta.get("redirect_ttl") == 0:
            self._count("redirects_given_up")
        for item in self.items_of_failed(failure.request):
            yield item

    def items_of_failed(self, request: Request) -> list[Any]:
        """What is to be given out when a page cannot be fetched."""
        return []
