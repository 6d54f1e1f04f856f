"""Responses as they are read: by their time, their kind, and so many at most."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Self
from weakref import WeakKeyDictionary, ref

from lxml import etree
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.python import to_unicode
from w3lib.encoding import http_content_type_encoding

from newsbody.crawl.ground.meta import asked_url, is_left_alone, newsbody_meta
from newsbody.crawl.learning.visit import Visit
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.session.session import Crawl
from newsbody.page.parse import MAX_PAGE_BYTES, is_parsed_as_it_is

#: A server that dates its answers before there was HTTP/1.0, or further ahead, has a wrong clock.
FIRST_DATE = datetime(1996, 5, 1, tzinfo=UTC)
CLOCK_ERROR = timedelta(days=1)
#: Pages of which it is known what links call them.
MAX_CALLED = 50_000


class Sources:
    """One per crawl: the pages of responses. Several items may come from one page: it is read once."""

    def __init__(self, crawler: Crawler) -> None:
        self._sources: WeakKeyDictionary[Response, Source] = WeakKeyDictionary()
        self._called: dict[str, str] = {}
        self._dated: dict[str, str] = {}
        self._max_bytes = crawler.settings.getint("NEWSBODY_MAX_PAGE_BYTES", MAX_PAGE_BYTES)

    def is_called(self, url: str, text: str) -> None:
        """A link, or a feed, calls a page so; of several texts the longest is kept."""
        if len(text) > len(self._called.get(url, "")) and (url in self._called or len(self._called) < MAX_CALLED):
            self._called[url] = text

    def are_dated(self, published: Mapping[str, str]) -> None:
        """A feed, or a list, says when pages were published; one that says the time of day, too, knows better."""
        for url, when in published.items():
            known = self._dated.get(url, "")
            if len(when) > len(known) and (known or len(self._dated) < MAX_CALLED):
                self._dated[url] = when

    def _names_of(self, url: str, own: str) -> Sequence[str]:
        return own, self._called.get(url, "")

    def of(self, response: Response | None, wanted: Iterable[str] = ()) -> Source | None:
        """The page of a response, of which those fields are wanted; None for what is no HTML page."""
        if not isinstance(response, HtmlResponse):
            return None
        source = self._sources.get(response)
        if source is None:
            content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
            encoding = http_content_type_encoding(content_type)
            source = Source(response.body, response.url, encoding, fetched_at(response), parsed_tree(response))
            source.max_bytes, source.origin = self._max_bytes, ref(response)
            if response.request is not None:  # asked when it is read: links may come later
                own = str(response.request.meta.get("link_text") or "")
                source.called = partial(self._names_of, asked_url(response.request), own)
                source.dated = partial(self._dated.get, asked_url(response.request))
                source.named_by = to_unicode(response.request.headers.get("Referer") or b"")
            self._sources[response] = source
        source.wanted = source.wanted.union(wanted)
        return source


def parsed_tree(response: HtmlResponse) -> Callable[[str], etree._Element | None] | None:
    """Gives the tree of the selector that a spider made of a response, if it made one, of the text that we would read.

    That is so when Scrapy takes the bytes for the same encoding (Python's codec name).
    """
    root = response._cached_selector.root if response._cached_selector is not None else None
    if not isinstance(root, etree._Element):
        return None
    return partial(_tree_of, root, codecs.lookup(response.encoding).name, response.body)


def _tree_of(root: etree._Element, parsed_as: str, body: bytes, encoding: str) -> etree._Element | None:
    return root if parsed_as == encoding and is_parsed_as_it_is(body, root) else None


def forget_parsed(response: Response) -> None:
    """Let go of what Scrapy keeps of a response whose callback is over, twenty times its bytes.

    It is made again if asked for. A response and its selector hold each other: without this they stay until garbage is
    collected, 400 pages of one site 542 MB where they now are 170 (307 without newsbody).
    """
    if isinstance(response, HtmlResponse):
        response._cached_selector = response._cached_ubody = None


def fetched_at(response: Response) -> datetime:
    """When a page was fetched, on this machine's clock: as its server says, if that can be, else now."""
    now = datetime.now().astimezone()
    try:
        told = parsedate_to_datetime((response.headers.get("Date") or b"").decode("latin-1")).astimezone()
    except (ValueError, OverflowError):  # no date, or none that there is
        return now
    return told if FIRST_DATE <= told <= now + CLOCK_ERROR else now


# --- what Scrapy fetches, told to learning: which links a page has, that it ended, moved or failed ---

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
        for page in visit.pages:
            if not page.is_being_read:
                self._reader.waits(page.source)
        if not is_left_alone(request):
            forget_parsed(response)
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


# --- ``pages=40`` fetches 40: towards the end no more requests are under way than pages are still wanted ---


class PageLimit:
    """Extension of newsbody's own spiders."""

    def __init__(self, crawler: Crawler, pages: int) -> None:
        self._crawler, self._left = crawler, pages
        self._most = crawler.settings.getint("CONCURRENT_REQUESTS") or pages
        crawler.signals.connect(self._narrow, signal=signals.engine_started)
        crawler.signals.connect(self._received, signal=signals.response_received)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raises NotConfigured where any number of pages is wanted."""
        pages = crawler.settings.getint("CLOSESPIDER_PAGECOUNT")
        if not pages:
            raise NotConfigured  # in silence: it is the rule
        return cls(crawler, pages)

    def _received(self) -> None:
        self._left -= 1
        self._narrow()

    def _narrow(self) -> None:
        if self._crawler.engine:
            self._crawler.engine.downloader.total_concurrency = max(1, min(self._most, self._left))
