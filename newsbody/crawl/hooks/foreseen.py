"""Redirects that are foreseen: where each ``/blog/one`` leads to ``/blog/one/``, that is asked for at once."""

from __future__ import annotations

from dataclasses import replace

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from newsbody.crawl.addresses.aliases import Kind, Parts

#: So many addresses of a kind that were moved in one way, and none that was not, tell how the others are.
LED = 3
#: Kinds of addresses that are remembered; more are of many sites, of which the next ones are learned anew.
MAX_KINDS = 10_000
#: Why Scrapy says that a request was redirected: moved for good; and why we do.
_MOVED, _FORESEEN = (301, 308), "foreseen"
_GONE = (404, 410)

#: Scheme, host and slash of where an address leads; None where those of a kind do not lead to one place.
Way = tuple[str, str, bool] | None


class ForeseenMiddleware:
    """Downloader middleware: requests go where a server would redirect them, if that moves all of a kind in one way.

    Only their scheme, host and last slash may change. What is not there is asked for under its own address: that tells
    whether the server still moves it.
    """

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.getbool("REDIRECT_ENABLED"):
            raise NotConfigured("REDIRECT_ENABLED is off")
        self.crawler = crawler
        self._led: dict[Kind, tuple[Way, int]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ForeseenMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> Request | None:
        """The request that a redirect would make of this one."""
        urls, reasons = request.meta.get("redirect_urls", ()), request.meta.get("redirect_reasons", ())
        if reasons and reasons[-1] in _MOVED:
            self._note(urls[-1], request.url)
        is_ours = hasattr(self.crawler.spider, "stays_on") and request.method == "GET"
        onward = self._onward(request.url) if is_ours else request.url
        return None if onward in (request.url, *urls) else _redirected(request, onward, _FORESEEN)

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """A page that is there under the address that was asked for, or else a request for the one it was linked by."""
        if response.status == 200:
            self._note(request.url, request.url)
        elif response.status in _GONE and request.meta.get("redirect_reasons", ())[-1:] == [_FORESEEN]:
            linked = request.meta["redirect_urls"][-1]
            return _redirected(request, linked, "not there").replace(dont_filter=True)
        return response

    def _note(self, url: str, target: str) -> None:
        """An address led to another, which may be itself."""
        parts, led = Parts.of(url), Parts.of(target)
        if parts is None or led is None or (parts.path, parts.query) != (led.path, led.query):
            return
        way, (before, count) = (led.scheme, led.host, led.slash), self._led.get(parts.kind, (None, 0))
        if len(self._led) > MAX_KINDS:
            self._led.clear()
        self._led[parts.kind] = (way, count + 1) if before == way or not count else (None, 1)

    def _onward(self, url: str) -> str:
        """Where an address leads; the address itself if that is not known."""
        parts = Parts.of(url)
        way, count = self._led.get(parts.kind, (None, 0)) if parts else (None, 0)
        if parts is None or way is None or count < LED or parts.unsplit() != url:
            return url
        scheme, host, slash = way
        return replace(parts, scheme=scheme, host=host, slash=slash).unsplit()


def _redirected(request: Request, url: str, reason: str) -> Request:
    """What Scrapy makes of a request when a server leads it on."""
    urls, reasons = request.meta.get("redirect_urls", ()), request.meta.get("redirect_reasons", ())
    led = {"redirect_urls": [*urls, request.url], "redirect_reasons": [*reasons, reason]}
    return request.replace(url=url, meta={**request.meta, **led})
