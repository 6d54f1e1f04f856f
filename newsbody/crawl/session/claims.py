"""Which request a page is fetched for, and what is done when that fails; whoever works on the crawl."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from scrapy import Request
from scrapy.crawler import Crawler

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.ground.meta import mark
from newsbody.crawl.queue.base import InFlight
from newsbody.crawl.queue.job_scheduler import job
from newsbody.crawl.queue.shared_queue import SharedQueue, shared_queue
from newsbody.crawl.sources.domains import site_domain
from newsbody.page.sites import host_of


class Claims:
    """One per crawl. What this process knows, what its job knows, and what several workers know in Redis, are one."""

    def __init__(
        self, crawler: Crawler, addresses_of: Callable[[str], Addresses], count: Callable[[str], object]
    ) -> None:
        self._crawler, self._addresses_of, self._count = crawler, addresses_of, count

    # --- a request is done when all that its page gave is out ---------------------------------

    def hold(self, request: Request | None) -> None:
        """A page may wait: until it is released its request is not done."""
        if request is not None and (holder := self._holder) is not None:
            holder.hold(request)

    def release(self, request: Request | None) -> None:
        """All that a page gave is out."""
        if request is not None and (holder := self._holder) is not None:
            holder.release(request)

    def release_with(self, requests: Iterable[Request], request: Request) -> None:
        """What these were held for is over when another request is done."""
        if (holder := self._holder) is not None:
            holder.release_with(requests, request)

    @property
    def _holder(self) -> InFlight[Any] | None:
        """Who knows what is not done yet, so that it can be done again; None where nobody will."""
        return job(self._crawler) if self._queue is None else self._queue

    # --- a page is fetched for one request ----------------------------------------------------

    def claim(self, url: str, request: Request) -> bool:
        """Note that a page is fetched; False when it was, under whatever address, by whatever worker or run."""
        addresses = self._addresses_of(url)
        if addresses.has_own(addresses.look(url)) or not self._claim(addresses.page_name(url), request):
            return False
        if self._queue is not None:
            addresses.lost(url)  # it is this request's, whatever this worker thought that it had under way
        return addresses.claim(url)

    def claim_page(self, url: str, page_id: str, request: Request) -> bool:
        """The same for a page that turned out to be shown under ``url``."""
        return self._claim(page_id, request) and self._addresses_of(url).claim_page(url, page_id)

    def claim_text(self, name: str, request: Request) -> bool:
        """Note that a text of a site is given out, as what a request fetched; False when it was for another one.

        Whatever worker or run that was; in a single process nothing is noted. A request that is second, as for an
        article in print, is kept until what the first one gave is out: killed before that, it may fail the next time.
        """
        name = f"text {site_domain(host_of(request.url))} {name}"
        while not self._claim(name, request):
            if self._keep(name, request):
                return False
        self.came(request, name)
        return True

    def claim_posts(self, request: Request | None, prints: Sequence[bytes]) -> list[bool]:
        """Note that posts stand on the page of a request; False for each that another worker read on another page.

        What this worker read it knows itself.
        """
        if request is None or (holder := self._holder) is None:
            return [True] * len(prints)
        return holder.claim_posts(prints, request)

    def _claim(self, page_id: str, request: Request) -> bool:
        # What another worker fetches is not noted as this one's: it may end, and the page come here.
        return (holder := self._holder) is None or holder.claim(page_id, request)

    def instead(self, request: Request) -> bool:
        """Keep a request, whose page is under way under another address, for when that fails.

        False when it is not: another worker failed to fetch it.
        """
        addresses, url = self._addresses_of(request.url), request.url
        name = addresses.page_name(url)
        if self._queue is None:
            return not addresses.instead(url, request) or self._keep(name, request)
        is_here = addresses.has_come(url) or addresses.is_own_claim(url) or addresses.has_own(addresses.look(url))
        return is_here or self._keep(name, request, claimed=name)

    def _keep(self, name: str, request: Request, **marks: str) -> bool:
        """Keep a request for when that fails which claimed a name; False when none does any more."""
        again = request.replace(dont_filter=True, meta=dict(request.meta))
        mark(again, **marks)
        return (holder := self._holder) is None or holder.keep(name, again)

    def came(self, request: Request, page_id: str) -> None:
        """A page that was claimed was fetched."""
        if (holder := self._holder) is not None:
            holder.came(page_id, request)

    def failed(self, request: Request, page_id: str) -> Request | None:
        """A request that had claimed a page failed: another one, for another address of it, may claim it.

        Returns one that this worker alone knows; one that any of several knows is in their queue now.
        """
        again, other = self._addresses_of(request.url).failed(request.url)
        if other is not None:
            self._count("requests_instead")
            mark(other, claimed=page_id)
            return cast(Request, other.replace(dont_filter=True, priority=request.priority))
        if (holder := self._holder) is not None and holder.free(page_id, request, again=again):
            self._count("requests_instead")
        return None

    @property
    def _queue(self) -> SharedQueue | None:
        return shared_queue(self._crawler)
