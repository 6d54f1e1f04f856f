"""What a crawl finds and fetches, told to the order in which its sites are learned from."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.http import Response

from newsbody.crawl.learning.site import Site
from newsbody.crawl.learning.turns import START
from newsbody.crawl.learning.visits import Visit
from newsbody.crawl.meta import PRIORITIES, asked_url, is_left_alone, newsbody_meta
from newsbody.crawl.settings import CrawlSettings


class Frontier:
    """One per crawl.

    ``site_of`` gives what is known of the site of an address; ``study`` is told of a site in
    which a page may have its turn now.
    """

    def __init__(self, settings: CrawlSettings, site_of: Callable[[str], Site], study: Callable[[Site], None]) -> None:
        self._settings = settings
        self._site_of = site_of
        self._study = study
        self._visits: WeakKeyDictionary[Response, Visit] = WeakKeyDictionary()
        #: All that the crawl starts with has been found.
        self.started = False

    def visit(self, response: Response) -> Visit:
        """What a page shows, gathered until it has ended."""
        url = response.request.url if response.request else response.url
        return self._visits.setdefault(response, Visit(url))

    def found(self, request: Request, response: Response | None, text_length: int | None) -> None:
        """A request goes out: for a link on a page, or without a response to start with."""
        if response is None:
            self._expect_start(self._site_of(request.url), request.url)
        elif is_left_alone(response.request) or self._site_of(self.visit(response).url).order.closed:
            self.expect(request.url, text_length)  # on another site, whose pages take no turns
        else:
            self.visit(response).links.append((request.url, text_length))

    def _expect_start(self, site: Site, url: str) -> None:
        # Later ones come while pages have their turns, at a moment that is chance.
        if not site.order.begun and not site.addresses.sample_full:
            site.addresses.add(url, None)
        site.order.expect(url, START)

    def expect(self, url: str, text_length: int | None) -> None:
        """A page is going to be fetched, for a link with a text of that length."""
        site = self._site_of(url)
        site.addresses.add(url, text_length)
        if self._is_fetched_for_sure(site, url):
            site.order.expect(url, PRIORITIES.get(site.addresses.worth(url) or "", 0))

    def ended(self, response: Response | None) -> None:
        """The spider is done with a page: its links are known, and what is to be read of it waits."""
        request = response.request if response else None
        if response is None or request is None or is_left_alone(request):
            return
        self.redirected(request)
        self._end(self.visit(response), request)

    def redirected(self, request: Request) -> None:
        """A redirect is a page with one link: which of two redirects to a page came first is chance."""
        if asked_url(request) != request.url:
            self._end(Visit(asked_url(request), moved_to=request.url), request)

    def failed(self, request: Request) -> None:
        """A page cannot be fetched."""
        self.redirected(request)
        site = self._site_of(request.url)
        if self._has_turn(site, request.url, request):
            site.order.fail(request.url)
            self._study(site)

    def _end(self, visit: Visit, request: Request) -> None:
        site = self._site_of(visit.url)
        if site.order.closed and not visit.pages:
            return
        if self._has_turn(site, visit.url, request):
            site.order.end(visit)
            self._study(site)

    def _has_turn(self, site: Site, url: str, request: Request) -> bool:
        return bool(newsbody_meta(request).get("start")) or self._is_fetched_for_sure(site, url)

    def _is_fetched_for_sure(self, site: Site, url: str) -> bool:
        """With NEWSBODY_ONCE, variants and other pages are not."""
        kind = site.addresses.worth(url)
        if kind == "other" and self._settings.other_pages != "last":
            return False
        return kind is None or not self._settings.once or (kind != "other" and not site.addresses.is_variant(url))
