"""Responses as plain data that can be read away from the event loop."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from weakref import WeakKeyDictionary

from scrapy.http import HtmlResponse, Response
from w3lib.encoding import http_content_type_encoding

from newsbody.crawl.pages.tasks import Source

#: A server that dates its answers before there was HTTP/1.0, or further ahead, has a wrong clock.
FIRST_DATE = datetime(1996, 5, 1, tzinfo=UTC)
CLOCK_ERROR = timedelta(days=1)


class Sources:
    """The pages of responses. Several items may come from one page: it is handed over once and read once."""

    def __init__(self) -> None:
        self._sources: WeakKeyDictionary[Response, Source] = WeakKeyDictionary()

    def of(self, response: Response | None) -> Source | None:
        """The page of a response, None for what is no HTML page."""
        if not isinstance(response, HtmlResponse):
            return None
        if response not in self._sources:
            content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
            encoding = http_content_type_encoding(content_type)
            self._sources[response] = Source(response.body, response.url, encoding, fetched_at(response))
        return self._sources[response]


def fetched_at(response: Response) -> datetime:
    """When a page was fetched, on this machine's clock: as its server says, if that can be, else now."""
    now = datetime.now().astimezone()
    try:
        told = parsedate_to_datetime((response.headers.get("Date") or b"").decode("latin-1")).astimezone()
    except (ValueError, OverflowError):  # no date, or none that there is
        return now
    return told if FIRST_DATE <= told <= now + CLOCK_ERROR else now
