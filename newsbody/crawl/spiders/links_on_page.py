"""The links of a page that a crawl may follow."""

from __future__ import annotations

from collections.abc import Iterator

from scrapy.http import HtmlResponse
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor

from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.spiders.listings import NO_PAGES
from newsbody.markup.links import is_template, web_address

# Sites of the last century show their pages in frames.
_EXTRACTOR = LinkExtractor(tags=("a", "area", "frame"), attrs=("href", "src"), deny_extensions=NO_PAGES)
_NEXT = "//link[contains(concat(' ', normalize-space(@rel), ' '), ' next ')]/@href"


def links_on_page(response: HtmlResponse) -> Iterator[Link]:
    """The links of a page, and the one that it states as its next: ``<link rel="next" href="?page=2">``."""
    found = [link for link in _EXTRACTOR.extract_links(response) if not is_template(link.url)]
    yield from found
    base, met = page_base(response), {link.url for link in found}
    for stated in response.xpath(_NEXT).getall():
        if (url := web_address(base, stated)) and url not in met:
            yield Link(url)
