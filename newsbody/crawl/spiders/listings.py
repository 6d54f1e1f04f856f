"""Sitemaps and feeds: what a site says of its own pages is asked for, and followed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, ClassVar
from urllib.parse import urljoin

from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import IGNORED_EXTENSIONS
from scrapy.utils.url import url_has_any_extension

from newsbody.crawl.ground.meta import LAST, META_KEY
from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.hooks.fetches import Visits
from newsbody.crawl.known.stored import Worth
from newsbody.crawl.sources.domains import Hosts
from newsbody.crawl.sources.listing import Listing, read_listing, read_robots
from newsbody.crawl.spiders.remembering import Remembering
from newsbody.markup.links import web_address
from newsbody.urls.list_addresses import list_choice
from newsbody.urls.normalize import MEDIA_EXTENSIONS

#: Sitemaps and pages of feeds that are asked for: with 50,000 addresses each they name more than a crawl visits.
MAX_LISTINGS = 500
#: Files that are named beside pages: pictures, feeds, which are asked for as such, and what pages are written in.
NO_PAGES = [*IGNORED_EXTENSIONS, *MEDIA_EXTENSIONS, "md", "rst"]
_NO_PAGES = {f".{extension}" for extension in NO_PAGES}
_FEEDS = (
    "//link[contains(concat(' ', @rel, ' '), ' alternate ')]"
    "[contains(@type, 'rss+xml') or contains(@type, 'atom+xml') or contains(@type, 'feed+json')]/@href"
)


class AskingForListings(Remembering):
    """What stands in them on the hosts of the crawl goes out as requests of the spider."""

    #: Does it ask for sitemaps and feeds, unless told otherwise?
    asks_for_listings: ClassVar[bool] = False
    #: Which hosts the crawl stays on.
    _hosts: Hosts

    def __init__(self) -> None:
        super().__init__()
        self._listings = 0
        #: Of listings that were not asked for again, which named it.
        self._named_by: dict[str, str] = {}

    @abstractmethod
    def request(self, url: str, **more: Any) -> Request:
        """A request as the spider makes them all."""

    def _ask_robots(self, starts: Iterable[str]) -> Iterator[Request]:
        """Requests for what the robots.txt of each host names, where listings are asked for."""
        if self._asks_for_listings:
            for url in dict.fromkeys(urljoin(start, "/robots.txt") for start in starts):
                yield from self._ask_listing(url)

    def _ask_feeds(self, response: HtmlResponse) -> Iterator[Request]:
        """Requests for the feeds that a page names, where listings are asked for; some name one for each tag."""
        named = response.xpath(_FEEDS).getall() if self._asks_for_listings else ()
        feeds = [url for feed in named if (url := web_address(page_base(response), feed)) in self._hosts]
        for place, url in enumerate(feeds):
            yield from self._ask_listing(url, priority=LAST if place else 0)

    @property
    def _asks_for_listings(self) -> bool:
        asked = self.arguments.sources
        return self.arguments.depth != 0 and (self.asks_for_listings if asked is None else asked)

    def _priority(self, url: str) -> int:
        """What is added to the priority of the request for what a page or a listing names."""
        return 0

    def _listing(self, url: str, priority: int = 0) -> Request:
        # Without a robots.txt, or with one that forbids everything, there may be a sitemap all the same.
        own = {"dont_obey_robotstxt": True, "handle_httpstatus_all": True} if url.endswith("/robots.txt") else {}
        meta = {META_KEY: {"listing": True}, **own}
        return self.request(url, callback=self.parse_listing, meta=meta, priority=priority)

    def _listing_gone(self, url: str) -> Iterator[Request]:
        """There is no listing under an address: what named it when it was asked last may name another one now."""
        self.novelty.listing_gone(url)
        if url in self._named_by:
            yield self._listing(self._named_by.pop(url))

    def _ask_listing(self, url: str, priority: int = 0) -> Iterator[Request]:
        """The request for a listing, or for those that it named when it was asked last, where that is enough."""
        known = self.novelty.needless_listing(url)
        if known is None:
            yield self._listing(url, priority)
        else:
            self._named_by.update(dict.fromkeys(known, url))
            yield from self._further(known)

    def _further(self, urls: Iterable[str]) -> Iterator[Request]:
        for url in urls:
            # Feeds of each tag and author name what others name, too.
            if self._listings < MAX_LISTINGS and url in self._hosts and not list_choice(url):
                self._listings += 1
                yield from self._ask_listing(url)

    async def parse_listing(self, response: Response) -> AsyncIterator[Any]:
        """The pages, and further lists, that robots.txt, a sitemap or a feed names."""
        if response.url.endswith("/robots.txt"):
            listing = read_robots(response.body if response.status == 200 else b"", response.url)
        else:
            found = read_listing(response.body, response.url)
            for request in self._listing_gone(response.url) if found is None else ():
                yield request
            listing = found or Listing()
            self._count("listings")
            self.crawl.part(Visits).of(response).is_feed = listing.is_feed
        self.novelty.listing_seen(response.url, listing)
        for request in self._further(entry.url for entry in listing.further):
            yield request
        for request in self._listed(listing, response.url):
            yield request

    def _listed(self, listing: Listing, url: str) -> Iterator[Request]:
        for page in listing.pages:
            is_page = page.url in self._hosts and not url_has_any_extension(page.url, _NO_PAGES)
            if is_page and self.arguments.follows(page.url) and self.arguments.wants(page.modified):
                self._count("links_followed")
                found = self.novelty.link(page.url, url, page.modified, tells=not page.with_all)
                if found.worth is Worth.NEW:
                    meta = {"link_text": page.title}
                    yield self.request(found.url, meta=meta, priority=self._priority(page.url))
                else:
                    self._count("pages_met")
