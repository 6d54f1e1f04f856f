"""Lists, sitemaps and feeds that need not be looked at, from one crawl to the next ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from newsbody.crawl.addresses.list_cover import LOOK_AGAIN, Cover
from newsbody.crawl.known.ledger import Met
from newsbody.crawl.known.stored import PAGE, Names, Notes, page_of
from newsbody.crawl.sources.domains import site_domain
from newsbody.page.sites import host_of

if TYPE_CHECKING:
    from newsbody.crawl.sources.listing import Listing


class Needless:
    """What the lists of each site name (:mod:`newsbody.crawl.addresses.list_cover`), and what came of that before.

    Nothing is learned where this process does not see all that a site has, ``alone``.
    """

    def __init__(self, notes: Notes, names: Names, *, alone: bool) -> None:
        self._notes, self._names, self._alone = notes, names, alone
        #: By registered domain; by host and key, needless ones that were met.
        self._covers: defaultdict[str, Cover] = defaultdict(Cover)
        self._met: dict[tuple[str, str], Met] = {}
        #: What each robots.txt names.
        self._robots: dict[str, list[str]] = {}

    def _cover(self, url: str) -> Cover:
        return self._covers[site_domain(host_of(url))]

    def covers(self) -> Iterator[tuple[str, Cover]]:
        """What is known of each registered domain."""
        yield from self._covers.items()

    def is_out(self, url: str) -> None:
        """An article is out."""
        if self._alone:
            self._cover(url).is_out(self._names.plain(url))

    def list_seen(self, url: str, links: Iterable[str], *, always: bool) -> None:
        """A list was looked through, and these links of it are worth it."""
        if self._alone:
            self._cover(url).list_names(self._names.plain(url), map(self._names.plain, links), always=always)

    def is_no_list(self, url: str) -> None:
        """What was looked through is none."""
        if self._alone:
            self._cover(url).is_no_list(self._names.plain(url))

    def listing_seen(self, url: str, listing: Listing) -> None:
        """A robots.txt, a sitemap or a feed was read."""
        if self._alone and url.endswith("/robots.txt"):
            self._robots[url] = [entry.url for entry in listing.further]
        elif self._alone:
            tells_more = bool(listing.further) or any(page.modified for page in listing.pages)
            pages = [self._names.plain(page.url) for page in listing.pages]
            self._cover(url).listing_names(self._names.plain(url), pages, tells_more=tells_more)

    def listing_gone(self, url: str) -> None:
        """There is no sitemap where a robots.txt, or custom, says."""
        for named in self._robots.values():
            named[:] = [other for other in named if other != url]

    def listing(self, url: str) -> list[str] | None:
        """Those that a robots.txt names, none of a sitemap or a feed, which need not be asked; None for one to ask."""
        host, key = self._names.host(url), self._names.key(url)
        met = self._notes.get(host, key) if self._alone else None
        if met is None or not met.needless:
            return None
        self.meet(host, key, met)
        return met.further if met.needless > 1 else None

    def meet(self, host: str, key: str, met: Met) -> None:
        """Something that is needless was named."""
        self._met[host, key] = met

    def close(self, *, whole: bool) -> None:
        """All that a crawl saw is known: which of it need not be looked at the next times. ``whole``: all was new."""
        for domain, cover in self._covers.items():
            self._note(domain, cover, whole=whole)
        for url, further in self._robots.items():  # the sites, which know keys, are gone by now
            met = Met(is_list=True, needless=LOOK_AGAIN, further=further)
            self._notes.put(self._names.host(url), {f"{PAGE} {self._names.plain(url)}": met})

    def _note(self, domain: str, cover: Cover, *, whole: bool) -> None:
        """Which lists are needless. Where that turns out to be wrong, they are looked at once more."""
        listed, told = cover.needless(whole=whole)
        told |= cover.needless_listings(listed | told)
        for page in sorted(listed | told):
            met = Met(is_list=True, needless=LOOK_AGAIN, listed=page in listed)
            self._notes.put(host_of(page), {f"{PAGE} {page}": met})
        for (host, key), met in self._met.items():
            page = page_of(key) or ""
            if site_domain(host) != domain or page in listed | told:
                continue
            wrong = not cover.is_listed if met.listed else cover.tells_more(page)
            left = met.needless - 1 or LOOK_AGAIN
            self._notes.put(host, {key: replace(met, needless=0 if wrong else left)})
