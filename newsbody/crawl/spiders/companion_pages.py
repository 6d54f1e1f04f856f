"""Pages that stand beside others of a site: in print, to comment, to log in and come back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scrapy.http import HtmlResponse

from newsbody.crawl.addresses.companions import kind_of
from newsbody.crawl.ground.meta import newsbody_meta
from newsbody.crawl.hooks.fetches import Sources
from newsbody.crawl.pages.reading import is_article
from newsbody.crawl.spiders.base import SiteSpider
from newsbody.page.sites import host_of
from newsbody.urls.article_pages import goes_on

#: What stands on a page, but for its links.
TEXTS = "//body//text()[not(ancestor::a or ancestor::script or ancestor::style)]"


class LooksBeside(SiteSpider):
    """A few of each kind of them are asked for, and the others where something came of these."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        #: Hosts of which it is known what earlier crawls knew of their pages beside others.
        self._hosts_met = set[str]()

    def _beside(self, response: HtmlResponse, urls: Iterable[str]) -> dict[str, str]:
        urls, request = list(urls), newsbody_meta(response.request)

        def texts() -> list[str]:
            return response.xpath(TEXTS).getall()

        if page := request.get("beside"):
            satellites = self.crawl.site(page).addresses.satellites
            if satellites.says_nothing(
                kind_of(request["way"]), page, texts, _without_siblings(response.url, page, urls)
            ):
                self._silent.add(response)
                self._nothing_beside(response.request)
        for host in {host_of(url) for url in (response.url, *urls)} - self._hosts_met:
            self._meet(host)
        satellites = self.crawl.site(response.url).addresses.satellites
        found = satellites.of(response.url, urls)
        found = {url: kind for url, kind in found.items() if not goes_on(response.url, url)}
        if found:
            satellites.keep(response.url, found.values(), texts, urls)
        return found

    def _meet(self, host: str) -> None:
        """Begin with what earlier crawls knew of the pages beside others on a host."""
        self._hosts_met.add(host)
        known = self.novelty.beside(host)
        if known:
            addresses = self.crawl.sites.get(host).addresses
            addresses.satellites.go_on(known[0])
            addresses.endless.bring_nothing(known[1:])

    def _keep_beside(self) -> None:
        """Note for later crawls what is known by now."""
        for site in self.crawl.sites:
            satellites, endless = site.addresses.satellites, site.addresses.endless
            if site.host in self._hosts_met:
                self.novelty.beside_seen(site.host, [satellites.to_text(), *endless.over_beside])

    async def _look_beside(self, response: HtmlResponse) -> None:
        """The first pages of those beside others are read at once.

        While they wait for their site to be learned all of their kind might be fetched.
        """
        kind = kind_of(newsbody_meta(response.request).get("way", ()))
        if not kind or response in self._silent or response in self._leading:
            return
        source = self.crawl.part(Sources).of(response, self.page_fields)
        if source is None or not self.crawl.site(response.url).addresses.endless.is_open_beside(kind):
            return
        reading = await self.crawl.read(source, self.page_kind)
        if not is_article(reading) and reading.page_number == 1 and not reading.next_page:
            self._silent.add(response)
            self._nothing_beside(response.request)


def _without_siblings(url: str, page: str, links: Iterable[str]) -> Iterable[str]:
    """Links of a page beside another, without those to its own kind where that has a host, as for telephones."""
    host = host_of(url)
    return links if host == host_of(page) else [link for link in links if host_of(link) != host]
