"""Requests: which addresses are topics. Items: they are given the page they come from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import cached_property
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.spidermiddlewares.base import BaseSpiderMiddleware

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.addresses.yields import Fruits
from newsbody.crawl.ground.meta import (
    PRIORITIES,
    in_turn,
    is_left_alone,
    is_listing,
    mark,
    newsbody_meta,
    past_filter,
    tagged,
)
from newsbody.crawl.ground.scrapy_engine import send_item, urls_in_progress
from newsbody.crawl.hooks.fetches import Sources, Visits
from newsbody.crawl.hooks.fields import ItemParts, mapping_of
from newsbody.crawl.hooks.origins import Handover, LinkTexts
from newsbody.crawl.learning.site import Site
from newsbody.crawl.learning.visit import PendingPage
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.session.session import Crawl
from newsbody.urls.normalize import leads_back

#: Seconds that an item of somebody else's spider waits for its site to be learned at most.
MAX_WAIT = 30.0


class TopicMiddleware(BaseSpiderMiddleware):
    """Spider middleware. Every request is passed on at once: what Scrapy does not know, a stop would lose."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._links = LinkTexts()
        self._parts = ItemParts()

    @cached_property
    def crawl(self) -> Crawl:
        """Asked for late: what is wrong in the settings is to stop the crawl, not this component."""
        return Crawl.of(self.crawler)

    def _fills(self, response: Response | None) -> bool:
        """Is what stands on a page written into its items? Those of newsbody's own spiders are whole."""
        own = getattr(self.crawler.spider, "reads_pages", False)
        return not own and isinstance(response, HtmlResponse) and not is_left_alone(response.request)

    async def process_start(self, start: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Start requests go out when the profile of their site is loaded."""
        try:
            async for output in start:
                if isinstance(output, Request) and not is_left_alone(output):
                    await self.crawl.known_site(output.url)
                    if self.crawl.settings.looks_at_addresses:
                        mark(output, start=True)
                processed = self._get_processed(output, None)
                if processed is not None:
                    yield processed
        finally:
            self.crawl.study.starts_are_over()

    def process_spider_output(
        self, response: Response | None, result: Iterable[Any], spider: Spider | None = None
    ) -> Iterator[Any]:
        """Pass on what a page gives; afterwards its links are known."""
        try:
            yield from super().process_spider_output(
                response, self._parts.of(result) if self._fills(response) else result
            )
        finally:
            self.crawl.part(Visits).ended(response)

    async def process_spider_output_async(
        self, response: Response | None, result: AsyncIterator[Any], spider: Spider | None = None
    ) -> AsyncIterator[Any]:
        """Pass on what a page gives, before its callback makes a tree of it once reading has caught up.

        Afterwards its links are known.
        """
        try:
            await self.crawl.reader.caught_up()
            outputs = self._parts.of_async(result) if self._fills(response) else result
            async for output in super().process_spider_output_async(response, outputs):
                yield output
        finally:
            self.crawl.part(Visits).ended(response)

    def get_processed_request(self, request: Request, response: Response | None) -> Request | None:
        """Tag, order or drop a request when its site is known; remember its address otherwise.

        Without ``NEWSBODY_TOPICS`` it is only looked at: the requests of a project are its own.
        """
        if is_left_alone(request):
            return request
        crawl = self.crawl
        if crawl.part(Visits).asleep:
            crawl.part(Visits).found(request, response, None)
            return request
        site = crawl.site(request.url)
        kind = site.addresses.worth(request.url)
        # Nobody waits for the turn of what is fetched last.
        if not site.order.closed and not newsbody_meta(request).get("last"):
            length = self._links.length(request, response) if crawl.settings.looks_at_addresses else None
            crawl.part(Visits).found(request, response, length)
        return self._placed(request, response, site, kind) if crawl.settings.topics else request

    def _placed(self, request: Request, response: Response | None, site: Site, kind: str | None) -> Request | None:
        """A request of our own spiders, with its place in their order; None when it is not to be made.

        ``kind``: of its address, None while that is not known.
        """
        addresses = site.addresses
        if is_listing(request):
            return request.replace(priority=request.priority + PRIORITIES["list"])
        if kind is None:
            if not leads_back(request.url):
                request = in_turn(request, len(addresses.noted), early=site.starts.hold(request.url))
            start = bool(newsbody_meta(request).get("start"))
            asked = request if self.crawl.settings.once else None
            came_from = response.url if response else ""
            addresses.note(request.url, asked, start=start, came_from=came_from, by_number=_by_number(request))
            return request
        if response is None:
            return tagged(request, kind)
        if kind == "other" and _by_number(request):
            addresses.fruits.goes_on(request.url, response.url)
        if self._is_needless(request, addresses, kind):
            addresses.left_out(request.url, request)
            return None
        aside = kind == "topic" and addresses.is_aside(request.url, response.url)
        if aside and self.crawl.settings.once:
            return self._aside(request, addresses)
        if kind != "other":
            addresses.note_passed(request.url, response.url)
        self.crawl.count(f"requests_{kind}")
        if aside:
            mark(request, aside=True)
            return tagged(request, "other")
        if kind == "topic" and self.crawl.settings.once and addresses.named_at_last(request.url):
            return tagged(past_filter(request), kind)
        return tagged(request, _turn_of(request.url, kind, addresses.fruits))

    def _is_needless(self, request: Request, addresses: Addresses, kind: str) -> bool:
        """Is it of a kind that brings nothing, or for a page that another request is for?"""
        settings = self.crawl.settings
        others, fruits = settings.other_pages, addresses.fruits
        given_up = others == "useful" and kind == "other" and fruits.given_up(request.url)
        given_up = given_up and not fruits.is_open(request.url, urls_in_progress(self.crawler))
        if given_up or (others == "never" and kind == "other"):
            self.crawl.count("requests_never")
            return True
        is_known = settings.once and not request.dont_filter and addresses.is_claimed(request.url)
        if is_known and self.crawl.claims.instead(request):
            self.crawl.count("requests_known")
            return True
        return False

    def _aside(self, request: Request, addresses: Addresses) -> Request | None:
        """A request for a thread to which another one links. Should a list name it, too, that is asked for first."""
        if not addresses.pass_aside(request.url):
            self.crawl.count("requests_known")
            return None
        self.crawl.count("requests_aside")
        mark(request, aside=True)
        return tagged(past_filter(request), "other")

    def get_processed_item(self, item: Any, response: Response | None) -> Any:
        """Hand the page of an item over to the pipeline; the item waits outside while its site is learned."""
        if self._parts.take(item) or not self._fills(response):
            return item
        crawl = self.crawl
        source = crawl.part(Sources).of(response, mapping_of(item, crawl.settings.fields))
        if response is None or source is None:
            return item
        crawl.part(Visits).wake()
        kind = newsbody_meta(response.request).get("page", crawl.settings.kind)
        if crawl.is_settled(source.url, kind):
            crawl.part(Handover).give(item, source, kind)
            return item
        request = response.request
        timer: asyncio.TimerHandle | None = None

        async def finish(reading: Reading | None) -> None:
            if timer:
                timer.cancel()
            crawl.part(Handover).give(item, source, kind, reading)
            try:
                await send_item(self.crawler, item, response)
            finally:
                crawl.claims.release(request)

        crawl.claims.hold(request)
        page, room = PendingPage(source, kind, finish, guest=True), crawl.study.room
        if room.waits(page, crawl.part(Visits).of(response)):
            timer = asyncio.get_running_loop().call_later(MAX_WAIT, room.late, page)
        else:
            crawl.spawn(room.finish(page))
        return None


def _by_number(request: Request) -> bool:
    """Did a link lead to it that says a number, as those to further pages do?"""
    return str(request.meta.get("link_text") or "").isdecimal()


def _turn_of(url: str, kind: str, fruits: Fruits) -> str:
    """The kind of page as which an address has its turn: by what came of those like it."""
    if kind == "list" and fruits.is_filtered(url):
        return "other"
    return "list" if kind == "other" and fruits.is_list(url) else kind
