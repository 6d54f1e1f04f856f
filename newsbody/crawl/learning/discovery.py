"""What a crawl finds and fetches, told to the order in which its sites are learned from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from newsbody.crawl.learning.reorder_buffer import RANKS, START
from newsbody.crawl.learning.site import Site
from newsbody.crawl.learning.visit import Visit
from newsbody.urls.list_addresses import is_list_address
from newsbody.urls.normalize import leads_back

if TYPE_CHECKING:
    from newsbody.crawl.ground.settings import CrawlSettings


class Discovery:
    """One per crawl.

    ``site_of`` gives what is known of the site of an address; ``wake`` is told of a site in
    which a page may have its turn now.
    """

    def __init__(self, settings: CrawlSettings, site_of: Callable[[str], Site], wake: Callable[[Site], None]) -> None:
        self._settings = settings
        self._site_of = site_of
        self._wake = wake
        #: All that the crawl starts with has been found.
        self.started = False

    def found(self, url: str, visit: Visit | None, text_length: int | None) -> None:
        """A request goes out: for a link, with a text of that length, on a page; without a page to start with."""
        if visit is None:
            self._expect_start(self._site_of(url), url)
        elif self._site_of(visit.url).order.closed:
            self.expect(url, text_length, fed=visit.is_feed)  # on another site, whose pages take no turns
        else:
            visit.links.append((url, text_length))

    def _expect_start(self, site: Site, url: str) -> None:
        site.starts.add(url)
        # Later ones come while pages have their turns, at a moment that is chance.
        if not site.order.begun and not site.addresses.sample_full:
            site.addresses.add(url, None)
        site.order.expect(url, START)

    def expect(self, url: str, text_length: int | None, *, fed: bool = False) -> None:
        """A page is going to be fetched, for a link with a text of that length; of a feed, if it is ``fed``."""
        site = self._site_of(url)
        site.addresses.add(url, text_length, fed=fed)
        if self._is_fetched_for_sure(site, url):
            late = is_list_address(url) or leads_back(url)  # which may be asked for last
            usual = RANKS["list"] if site.starts.hold(url) else RANKS["other"] if late else 0
            self._expect(site, url, RANKS.get(site.addresses.worth(url) or "", usual))

    def moved(self, url: str) -> None:
        """A redirect that had its turn leads to a page, maybe of another host."""
        self._expect(self._site_of(url), url, 0)

    def _expect(self, site: Site, url: str, rank: int) -> None:
        if site.order.expect(url, rank):
            self._wake(site)

    def ended(self, visit: Visit, *, start: bool) -> None:
        """A page was fetched: its links are known, and what is to be read of it waits. ``start``: the crawl's own."""
        site = self._site_of(visit.url)
        if (visit.pages or not site.order.closed) and self._has_turn(site, visit.url, start):
            site.order.end(visit)
            self._wake(site)

    def redirected(self, asked: str, url: str, *, start: bool) -> None:
        """A redirect is a page with one link: which of two redirects to a page came first is chance."""
        if asked != url:
            self.ended(Visit(asked, moved_to=url), start=start)

    def failed(self, url: str, *, start: bool) -> None:
        """A page cannot be fetched."""
        site = self._site_of(url)
        if self._has_turn(site, url, start):
            site.order.fail(url)
            self._wake(site)

    def known(self, url: str, *, start: bool) -> None:
        """A page is not fetched under this address, since it is under another."""
        if self._site_of(url).addresses.look(url).is_variant:
            self.failed(url, start=start)

    def _has_turn(self, site: Site, url: str, start: bool) -> bool:
        # A place in a thread may have been waited for before the thread was seen to have an address of its own.
        return start or site.order.awaits(url) or self._is_fetched_for_sure(site, url)

    def _is_fetched_for_sure(self, site: Site, url: str) -> bool:
        """With NEWSBODY_ONCE, variants and other pages are not."""
        address = site.addresses.look(url)
        if address.worth == "other" and self._settings.other_pages != "last":
            return False
        return (
            address.worth is None
            or not self._settings.once
            or (address.worth != "other" and not site.addresses.has_own(address))
        )
