"""Each page once, whatever its addresses: what was under way before its site was known."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from newsbody.crawl.hooks.visits import Visits
from newsbody.crawl.learning.addresses import Addresses
from newsbody.crawl.learning.fruits import ASIDE
from newsbody.crawl.meta import KnownPage, is_left_alone, is_listing, mark, newsbody_meta
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
        if is_left_alone(request) or is_listing(request) or request.callback is NO_CALLBACK:
            return None
        site = crawl.site(request.url)
        aside = bool(meta.get("aside"))
        asked = not crawl.settings.topics or meta.get("start")
        if not asked and not self._is_useful(site.addresses, request.url, aside=aside):
            crawl.count("requests_never")
            raise IgnoreRequest("newsbody: neither a topic nor a list that brings anything new")
        if not crawl.settings.once:
            return None
        page_id = site.addresses.look(request.url).page_id
        if meta.get("claimed") == page_id:
            return None  # a retry, or a redirect to another address of the same page
        if not crawl.claim(request.url, request) and (meta.get("promoted") or not request.dont_filter):
            crawl.count("requests_known")
            raise KnownPage("newsbody: the page is fetched already")
        mark(request, claimed=page_id)
        return None

    def _is_useful(self, addresses: Addresses, url: str, *, aside: bool) -> bool:
        """Is it a topic or a list, or a page of a form that led to some? ``aside``: only another topic led to it."""
        worth, others = addresses.worth(url), Crawl.of(self.crawler).settings.other_pages
        if aside and worth == "topic" and others == "useful" and not addresses.is_claimed(url):
            return addresses.fruits.spend(ASIDE)
        if worth == "other" and others == "never":
            return False
        spare = worth == "other" or (worth == "list" and addresses.fruits.is_filtered(url))
        return not spare or others != "useful" or addresses.fruits.spend(url)

    def process_response(self, request: Request, response: Response) -> Response:
        """A page that the server does not give is not waited for."""
        if response.status >= 400:
            Crawl.of(self.crawler).part(Visits).failed(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Nor is one that could not be fetched or was ignored; one that is fetched under another address is."""
        visits = Crawl.of(self.crawler).part(Visits)
        if isinstance(exception, KnownPage):
            visits.known(request)
        else:
            visits.failed(request)
