"""What Scrapy fetches, told to learning: which links a page has, that it ended, moved or failed."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from newsbody.crawl.hooks.responses import forget_parsed
from newsbody.crawl.learning.visits import Visit
from newsbody.crawl.meta import asked_url, is_left_alone, newsbody_meta
from newsbody.crawl.session import Crawl


class Visits:
    """One per crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self._discovery = Crawl.of(crawler).study.discovery
        self._open: WeakKeyDictionary[Response, Visit] = WeakKeyDictionary()
        crawler.signals.connect(self._dropped, signal=signals.request_dropped)

    def of(self, response: Response) -> Visit:
        """What a page shows, gathered until it has ended."""
        url = response.request.url if response.request else response.url
        return self._open.setdefault(response, Visit(url))

    def found(self, request: Request, response: Response | None, text_length: int | None) -> None:
        """A request goes out: for a link on a page, or without a response to start with."""
        if response is not None and is_left_alone(response.request):
            self._discovery.expect(request.url, text_length)
        else:
            self._discovery.found(request.url, self.of(response) if response else None, text_length)

    def ended(self, response: Response | None) -> None:
        """The spider is done with a page: its links are known, and what is to be read of it waits."""
        if response is None or response.request is None:
            return
        visit, request = self.of(response), response.request
        # A visit holds what waits of its page, and with it the response: it is not to be kept by it.
        del self._open[response]
        if visit.pages:
            forget_parsed(response)
        if not is_left_alone(request):
            self._redirected(request)
            self._discovery.ended(visit, start=_is_start(request))

    def failed(self, request: Request) -> None:
        """A page cannot be fetched."""
        if not is_left_alone(request) and request.callback is not NO_CALLBACK:
            self._redirected(request)
            self._discovery.failed(request.url, start=_is_start(request))

    def known(self, request: Request) -> None:
        """A page is not fetched, for it is under another address; nobody waits for a place in a thread."""
        if not is_left_alone(request):
            self._redirected(request)
            self._discovery.known(request.url, start=_is_start(request))

    def _redirected(self, request: Request) -> None:
        self._discovery.redirected(asked_url(request), request.url, start=_is_start(request))

    def _dropped(self, request: Request) -> None:
        self._redirected(request)  # to an address that was asked for already


def _is_start(request: Request) -> bool:
    return bool(newsbody_meta(request).get("start"))
