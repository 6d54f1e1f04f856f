"""Each page once, whatever its addresses: what was under way before its site was known."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from newsbody.crawl.hooks.visits import Visits
from newsbody.crawl.meta import KnownPage, is_left_alone, mark, newsbody_meta
from newsbody.crawl.session import Crawl


class OnceMiddleware:
    """Downloader middleware: requests that were under way before their site was known.

    With ``NEWSBODY_ONCE`` a page that was fetched under another address is not fetched again;
    ``NEWSBODY_OTHER_PAGES`` says what becomes of pages that are neither topics nor lists.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> OnceMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> Request | None:
        """Raises IgnoreRequest for a page that is not to be fetched (again)."""
        crawl = Crawl.of(self.crawler)
        meta = newsbody_meta(request)
        if is_left_alone(request) or request.callback is NO_CALLBACK:
            return None
        site = crawl.site(request.url)
        others = crawl.settings.other_pages
        spent = crawl.settings.topics and not meta.get("start") and site.addresses.worth(request.url) == "other"
        if spent and (others == "never" or (others == "useful" and not site.addresses.spend_on_other())):
            crawl.count("requests_never")
            raise IgnoreRequest("newsbody: neither a topic nor a list")
        if not crawl.settings.once:
            return None
        canonical = site.addresses.canonical(request.url)
        claimed = meta.get("claimed")
        if claimed is not None and site.addresses.canonical(claimed) == canonical:
            return None  # a retry, or a redirect to another address of the same page
        if site.addresses.is_variant(request.url) and not meta.get("start"):
            # What it shows would not be given out; the page is fetched under its own address, unless it was.
            crawl.count("requests_known")
            return request.replace(url=canonical, dont_filter=False)
        if not crawl.claim(request.url, request) and (meta.get("promoted") or not request.dont_filter):
            crawl.count("requests_known")
            raise KnownPage("newsbody: the page is fetched already")
        mark(request, claimed=canonical)
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        """A page that the server does not give is not waited for."""
        if response.status >= 400:
            Crawl.of(self.crawler).part(Visits).failed(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Nor is one that could not be fetched or was ignored; one that is fetched under another address is."""
        if not isinstance(exception, KnownPage):
            Crawl.of(self.crawler).part(Visits).failed(request)
