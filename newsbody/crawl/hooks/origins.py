"""What a request carries with it: its fingerprint, where it was found, what its link says."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any
from weakref import WeakKeyDictionary

from lxml import etree
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.utils.request import RequestFingerprinter

from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.markup.links import web_address
from newsbody.urls.normalize import without_session


class WithoutSession(RequestFingerprinter):
    """Of addresses that differ only in who asks, or from where (session ids, campaigns), one is asked for.

    Not where pages are claimed (``NEWSBODY_ONCE``): there another address is asked for when a page's first one fails.
    """

    def fingerprint(self, request: Request) -> bytes:
        """Scrapy's own, of the address without them."""
        url = without_session(request.url)
        return super().fingerprint(request if url == request.url else request.replace(url=url))


# --- which page an item came from: the middleware sees both, the pipeline only the item ---

#: Items on their way at most; the pages of more are let go. Items in Scrapy's pipelines are far fewer
#: (CONCURRENT_ITEMS for each response); what stays longer was replaced by another pipeline.
MAX_ITEMS = 10_000


class Handover:
    """Pages by item. Items are told apart by identity: dicts cannot be hashed."""

    def __init__(self, crawler: Crawler) -> None:
        self._pages: OrderedDict[int, tuple[Any, Source, str, Reading | None]] = OrderedDict()
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self._forget, signal=signal)

    def give(self, item: Any, source: Source, kind: str, reading: Reading | None = None) -> None:
        """Note where an item came from. The item is kept alive meanwhile, so its identity stays its own."""
        self._pages[id(item)] = (item, source, kind, reading)
        if len(self._pages) > MAX_ITEMS:
            self._pages.popitem(last=False)

    def take(self, item: Any) -> tuple[Source, str, Reading | None] | None:
        """The page of an item, what kind it is, and what was read of it already; None for other items."""
        found = self._pages.pop(id(item), None)
        return found[1:] if found else None

    def _forget(self, item: Any) -> None:
        self._pages.pop(id(item), None)


# --- how long the texts of links are: links to topics are titles, links to other pages are words ---

_TEXT = etree.XPath("string()")


class LinkTexts:
    """Lengths of link texts, each page looked through once."""

    def __init__(self) -> None:
        self._pages: WeakKeyDictionary[Response, dict[str, int]] = WeakKeyDictionary()

    def length(self, request: Request, response: Response | None) -> int | None:
        """Characters of the link that led from a page to a request, 0 when it has none; None for a start request."""
        if response is None:
            return None
        # Scrapy's CrawlSpider and newsbody's own spiders say what the link was.
        text = request.meta.get("link_text")
        if isinstance(text, str):
            return len(text.strip())
        if not isinstance(response, HtmlResponse):
            return 0
        if response not in self._pages:
            self._pages[response] = _lengths(response)
        return self._pages[response].get(request.url, 0)


def _lengths(response: HtmlResponse) -> dict[str, int]:
    lengths: dict[str, int] = {}
    base = page_base(response)  # first of all: without one Scrapy makes no selector
    root = response.selector.root
    for link in root.iter("a") if isinstance(root, etree._Element) else ():
        href = link.get("href")
        if href is not None:
            url = web_address(base, href)
            text = " ".join(str(_TEXT(link)).split())
            lengths[url] = max(len(text), lengths.get(url, 0))
    return lengths
