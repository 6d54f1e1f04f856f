"""What Scrapy fetches, told to learning: which links a page has, that it ended, moved or failed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from newsbody.crawl.ground.meta import asked_url, is_left_alone, newsbody_meta
from newsbody.crawl.hooks.responses import forget_parsed
from newsbody.crawl.learning.visit import Visit
from newsbody.crawl.session.session import Crawl

#: Links and pages that are remembered of a crawl without items; what a sample of addresses keeps at most.
MAX_REMEMBERED = 2400


class Visits:
    """One per crawl.

    Where the requests are the project's own, nothing is learned before its spider gives an item; it may never
    give one. What was found until then is told when it does (:meth:`wake`).
    """

    def __init__(self, crawler: Crawler) -> None:
        crawl = Crawl.of(crawler)
        self._discovery, self._reader = crawl.study.discovery, crawl.reader
        self._open: WeakKeyDictionary[Response, Visit] = WeakKeyDictionary()
        self.asleep = not crawl.settings.looks_at_addresses
        self._remembered: list[Callable[[], None]] = []
        self._links = 0
        crawler.signals.connect(self._dropped, signal=signals.request_dropped)

    def wake(self) -> None:
        """There are items."""
        if self.asleep:
            self.asleep = False
            for event in self._remembered:
                event()
            self._remembered.clear()

    def _tell(self, event: Callable[[], None]) -> None:
        if not self.asleep:
            event()
        elif len(self._remembered) < MAX_REMEMBERED:
            self._remembered.append(event)

    def of(self, response: Response) -> Visit:
        """What a page shows, gathered until it has ended."""
        url = response.request.url if response.request else response.url
        return self._open.setdefault(response, Visit(url))

    def found(self, request: Request, response: Response | None, text_length: int | None) -> None:
        """A request goes out: for a link on a page, or without a response to start with."""
        if response is None:
            self._tell(partial(self._discovery.found, request.url, None, text_length))
        elif is_left_alone(response.request):
            self._tell(partial(self._discovery.expect, request.url, text_length))
        elif not self.asleep:
            self._discovery.found(request.url, self.of(response), text_length)
        elif self._links < MAX_REMEMBERED:
            self._links += 1
            self.of(response).links.append((request.url, text_length))

    def ended(self, response: Response | None) -> None:
        """The spider is done with a page: its links are known, and what is to be read of it waits."""
        if response is None or response.request is None:
            return
        visit, request = self.of(response), response.request
        # A visit holds what waits of its page, and with it the response: it is not to be kept by it.
        del self._open[response]
        if visit.pages:
            forget_parsed(response)
        for page in visit.pages:
            if not page.is_being_read:
                self._reader.waits(page.source)
        if not is_left_alone(request):
            self._redirected(request)
            self._tell(partial(self._discovery.ended, visit, start=_is_start(request)))

    def failed(self, request: Request) -> None:
        """A page cannot be fetched."""
        if not is_left_alone(request) and request.callback is not NO_CALLBACK:
            self._redirected(request)
            self._tell(partial(self._discovery.failed, request.url, start=_is_start(request)))

    def known(self, request: Request) -> None:
        """A page is not fetched, for it is under another address; nobody waits for a place in a thread."""
        if not is_left_alone(request):
            self._redirected(request)
            self._tell(partial(self._discovery.known, request.url, start=_is_start(request)))

    def _redirected(self, request: Request) -> None:
        asked = asked_url(request)
        if asked != request.url:
            self._tell(partial(self._discovery.redirected, asked, request.url, start=_is_start(request)))

    def _dropped(self, request: Request) -> None:
        self._redirected(request)  # to an address that was asked for already


def _is_start(request: Request) -> bool:
    return bool(newsbody_meta(request).get("start"))
