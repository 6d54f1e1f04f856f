"""Each page once, whatever its addresses: what was under way before its site was known."""

from __future__ import annotations

from typing import cast

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.python import to_unicode

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.addresses.companions import kind_of
from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.crawl.addresses.yields import ASIDE
from newsbody.crawl.ground.meta import LAST, asked_url, is_left_alone, is_listing, mark, newsbody_meta
from newsbody.crawl.ground.scrapy_engine import judge_requests, send_item, urls_in_progress
from newsbody.crawl.hooks.fetches import Visits
from newsbody.crawl.session.session import Crawl
from newsbody.urls.article_pages import goes_on
from newsbody.urls.list_addresses import FEEDS, list_kind
from newsbody.urls.normalize import leads_back


class OnceMiddleware:
    """Downloader middleware: requests that were under way before their site was known.

    With ``NEWSBODY_ONCE`` a page that was fetched under another address is not fetched again;
    ``NEWSBODY_OTHER_PAGES`` says what becomes of pages that are neither topics nor lists. What is not to be
    sent is left out when it is taken from the queue: nothing is made of it, and nobody's errback hears of it.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        crawler.signals.connect(self._opened, signal=signals.spider_opened)
        crawler.signals.connect(self._dropped, signal=signals.request_dropped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> OnceMiddleware:
        return cls(crawler)

    def _opened(self) -> None:
        crawl = Crawl.of(self.crawler)
        if crawl.settings.once or crawl.settings.topics:
            pauses = lambda: crawl.settings.once and crawl.pause.is_on()  # noqa: E731
            judge_requests(self.crawler, self.is_sent, pauses, self.waits)

    def waits(self, request: Request) -> bool:
        """Is it for a page of a kind of which others under way may show whether anything comes of it?"""
        kind = _kind_of_late(request)
        crawl = Crawl.of(self.crawler)
        addresses = crawl.site(request.url).addresses
        if kind is not None and addresses.endless.is_open_list(kind):
            return True
        if (beside := _beside(crawl, request)) and addresses.endless.is_tried_beside(beside):
            return name_of(request.url) in map(name_of, urls_in_progress(self.crawler))
        is_open = addresses.fruits.is_open(request.url, urls_in_progress(self.crawler))
        return is_open and _is_spare(addresses, request.url)

    def is_sent(self, request: Request) -> bool:
        """Is a request to be sent whose turn has come?"""
        crawl = Crawl.of(self.crawler)
        meta = newsbody_meta(request)
        if is_left_alone(request):
            return True
        site = crawl.site(request.url)
        if is_listing(request):
            is_spare = site.addresses.endless.is_given_up_list(_kind_of_late(request))
            return not is_spare or self._leave_out(crawl, request)
        if site.addresses.is_noted_aside(request.url) and not meta.get("promoted"):
            mark(request, aside=True)
        aside = bool(newsbody_meta(request).get("aside"))
        asked = not crawl.settings.topics or meta.get("start")
        beside = _beside(crawl, request)
        given_up = bool(beside) and site.addresses.endless.given_up_beside(beside)
        if not asked and (given_up or not self._is_useful(site.addresses, request, aside=aside)):
            return self._leave_out(crawl, request)
        if beside:
            site.addresses.endless.tries_beside(beside)
        return self._is_first(crawl, request) if crawl.settings.once else self._has_no_twin(crawl, request)

    def _leave_out(self, crawl: Crawl, request: Request) -> bool:
        """A request is not sent."""
        crawl.count("requests_never")
        crawl.site(request.url).addresses.left_out(request.url, request)
        self._fail(request)
        return False

    def _has_no_twin(self, crawl: Crawl, request: Request) -> bool:
        """Was the page of a request not asked for under an address that shows the same, as other pages have told?

        One that is kept for when that fails is not done before that is known.
        """
        if crawl.twins.asks(request.meta.get("redirect_urls", ()), request.url):
            return True
        if crawl.twins.keep(request.url, request):
            crawl.claims.hold(request)
        crawl.count("requests_known")
        crawl.part(Visits).known(request)
        return False

    def _is_first(self, crawl: Crawl, request: Request) -> bool:
        """Is a page not fetched yet, under whatever address?"""
        meta, addresses = newsbody_meta(request), crawl.site(request.url).addresses
        page = addresses.page_name(request.url)
        if meta.get("claimed") == page or (meta.get("claimed") and addresses.is_own_claim(request.url)):
            return True  # a retry, or a redirect to another address of the same page; addresses may mean another now
        while not crawl.claims.claim(request.url, request):
            if request.dont_filter and not meta.get("promoted"):
                return True
            if crawl.claims.instead(request):
                crawl.count("requests_known")
                addresses.left_out(request.url, request)
                crawl.part(Visits).known(request)
                return False
        mark(request, claimed=page)
        return True

    def _fail(self, request: Request) -> None:
        """A page is never fetched: nobody waits for its turn, nor for what it would be a part of."""
        crawl = Crawl.of(self.crawler)
        crawl.part(Visits).failed(request)
        items_of_failed = getattr(self.crawler.spider, "items_of_failed", None)
        for item in items_of_failed(request) if items_of_failed else ():
            crawl.background.start(send_item(self.crawler, item, None))

    def _is_useful(self, addresses: Addresses, request: Request, *, aside: bool) -> bool:
        """Is it a topic or a list, or a page of a form that led to some? ``aside``: only another topic led to it.

        Before topics are known: is it no form to log in, and none of many that are redirected to one?
        """
        url = request.url
        worth, others = addresses.worth(url), Crawl.of(self.crawler).settings.other_pages
        if addresses.endless.given_up(url):
            return False
        if aside and worth == "topic" and others == "useful" and not addresses.is_claimed(url):
            return addresses.fruits.spend(ASIDE)
        if worth == "other" and others == "never":
            return False
        if worth is None and others == "useful":
            leads_on = not leads_back(url)
            return not addresses.fruits.is_fruitless(url) if leads_on else addresses.fruits.spend(asked_url(request))
        return not _is_spare(addresses, url) or others != "useful" or addresses.fruits.spend(url)

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """A page that the server does not give is not waited for, unless it may stand under another address."""
        if response.status >= 400:
            return self._failed(request) or response
        crawl = Crawl.of(self.crawler)
        if crawl.settings.once:
            if claimed := newsbody_meta(request).get("claimed"):
                crawl.claims.came(request, claimed)
            for url in {request.url, asked_url(request)}:
                crawl.site(url).addresses.answered(url)
        self._let_go_of_twins(crawl, request)
        return response

    def _twin(self, crawl: Crawl, request: Request) -> Request | None:
        """What was kept for when a request fails, under its own address or the one that redirects to it."""
        for url in dict.fromkeys((request.url, asked_url(request))):
            twin = crawl.twins.failed(url)
            crawl.claims.release_with(crawl.twins.came(url) if twin is None else [twin], request)
            if twin is not None:
                return cast(Request, twin.replace(dont_filter=True))
        return None

    def _let_go_of_twins(self, crawl: Crawl, request: Request) -> None:
        """Nothing more is asked for in place of a request."""
        for url in {request.url, asked_url(request)}:
            crawl.claims.release_with(crawl.twins.came(url), request)

    def _dropped(self, request: Request) -> None:
        """What redirects to a page that is known came with that."""
        if request.meta.get("redirect_urls"):
            self._let_go_of_twins(Crawl.of(self.crawler), request)

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """Nor is one that could not be fetched, or that somebody else ignores."""
        return self._failed(request)

    def _failed(self, request: Request) -> Request | None:
        """Let go of what a request claimed. Returns one for another address of its page, if there was one."""
        crawl = Crawl.of(self.crawler)
        crawl.part(Visits).failed(request)
        claimed = newsbody_meta(request).get("claimed")
        if not crawl.settings.once:
            return self._twin(crawl, request)
        if not claimed:
            return None
        return crawl.claims.failed(request, claimed)


def _is_spare(addresses: Addresses, url: str) -> bool:
    """Is it neither a topic nor a list, or one that is only sorted otherwise?"""
    worth = addresses.worth(url)
    return worth == "other" or (worth == "list" and addresses.fruits.is_filtered(url))


def _kind_of_late(request: Request) -> str | None:
    """Of which kind a list or a feed is that comes behind what may say whether anything new stands there."""
    if request.priority > LAST // 2:
        return None
    return FEEDS if is_listing(request) else list_kind(request.url)


def _beside(crawl: Crawl, request: Request) -> str:
    """As which kind of satellite a page is known by now: more is than when the link to it was met. "" for none."""
    way = newsbody_meta(request).get("way", ())
    referer = request.headers.get("Referer")
    if kind_of(way) or not way or not referer:
        return kind_of(way)
    page = to_unicode(referer)
    kind = "" if goes_on(page, request.url) else crawl.site(page).addresses.satellites.kind(page, request.url)
    if kind:
        mark(request, way=[kind, *way], beside=page)
    return kind
