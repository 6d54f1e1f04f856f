"""Redirects that are foreseen: where each ``/blog/one`` leads to ``/blog/one/``, that is asked for at once."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from newsbody.crawl.session.session import Crawl

#: Why Scrapy says that a request was redirected: moved for good; and why we do.
_MOVED, _FORESEEN = (301, 308), "foreseen"
_GONE = (404, 410)


class ForeseenMiddleware:
    """Downloader middleware: requests go where a server would redirect them, if that moves all of a kind in one way.

    Only their scheme, host and last slash may change. What is not there is asked for under its own address: that tells
    whether the server still moves it.
    """

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.getbool("REDIRECT_ENABLED"):
            raise NotConfigured("REDIRECT_ENABLED is off")
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ForeseenMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> Request | None:
        """The request that a redirect would make of this one."""
        urls, reasons = request.meta.get("redirect_urls", ()), request.meta.get("redirect_reasons", ())
        if reasons and reasons[-1] in _MOVED:
            Crawl.of(self.crawler).twins.moves.note(urls[-1], request.url)
        is_ours = hasattr(self.crawler.spider, "stays_on") and request.method == "GET"
        onward = Crawl.of(self.crawler).twins.moves.onward(request.url) if is_ours else request.url
        return None if onward in (request.url, *urls) else _redirected(request, onward, _FORESEEN)

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """A page that is there under the address that was asked for, or else a request for the one it was linked by."""
        if response.status == 200:
            Crawl.of(self.crawler).twins.moves.note(request.url, request.url)
        elif response.status in _GONE and request.meta.get("redirect_reasons", ())[-1:] == [_FORESEEN]:
            linked = request.meta["redirect_urls"][-1]
            return _redirected(request, linked, "not there").replace(dont_filter=True)
        return response


def _redirected(request: Request, url: str, reason: str) -> Request:
    """What Scrapy makes of a request when a server leads it on."""
    urls, reasons = request.meta.get("redirect_urls", ()), request.meta.get("redirect_reasons", ())
    led = {"redirect_urls": [*urls, request.url], "redirect_reasons": [*reasons, reason]}
    return request.replace(url=url, meta={**request.meta, **led})
