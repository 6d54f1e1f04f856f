"""Responses as plain data that can be read away from the event loop."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from weakref import WeakKeyDictionary, ref

from lxml import etree
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from w3lib.encoding import http_content_type_encoding

from newsbody.crawl.pages.fetched import Source
from newsbody.page.limits import MAX_PAGE_BYTES
from newsbody.page.parse import is_parsed_as_it_is

#: A server that dates its answers before there was HTTP/1.0, or further ahead, has a wrong clock.
FIRST_DATE = datetime(1996, 5, 1, tzinfo=UTC)
CLOCK_ERROR = timedelta(days=1)


class Sources:
    """One per crawl: the pages of responses. Several items may come from one page: it is read once."""

    def __init__(self, crawler: Crawler) -> None:
        self._sources: WeakKeyDictionary[Response, Source] = WeakKeyDictionary()
        self._max_bytes = crawler.settings.getint("NEWSBODY_MAX_PAGE_BYTES", MAX_PAGE_BYTES)

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
    return root if parsed_as == encoding and is_parsed_as_it_is(body) else None


def forget_parsed(response: Response) -> None:
    """Let go of what Scrapy keeps of a response that waits, twenty times its bytes; it is made again if asked for."""
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
