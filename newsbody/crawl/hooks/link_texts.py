"""How long the texts of links are: links to topics are titles, links to other pages are words."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from lxml import etree
from scrapy import Request
from scrapy.http import HtmlResponse, Response

from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.markup.links import web_address

_TEXT = etree.XPath("string()")


class LinkTexts:
    """Lengths of link texts, each page looked through once."""

    def __init__(self) -> None:
        self._pages: WeakKeyDictionary[Response, dict[str, int]] = WeakKeyDictionary()

    def length(self, request: Request, response: Response | None) -> int | None:
        """Characters of the link that led from a page to a request, 0 when it has none; None for a start request."""
        if response is None:
            return None
        # Scrapy's CrawlSpider and newsbody's own spiders say what the link was.
        text = request.meta.get("link_text")
        if isinstance(text, str):
            return len(text.strip())
        if not isinstance(response, HtmlResponse):
            return 0
        if response not in self._pages:
            self._pages[response] = _lengths(response)
        return self._pages[response].get(request.url, 0)


def _lengths(response: HtmlResponse) -> dict[str, int]:
    lengths: dict[str, int] = {}
    base = page_base(response)  # first of all: without one Scrapy makes no selector
    root = response.selector.root
    for link in root.iter("a") if isinstance(root, etree._Element) else ():
        href = link.get("href")
        if href is not None:
            url = web_address(base, href)
            text = " ".join(str(_TEXT(link)).split())
            lengths[url] = max(len(text), lengths.get(url, 0))
    return lengths
