"""What servers may not do to our spiders: lead them to other hosts, and hand them more than a page."""

from __future__ import annotations

import codecs
import ipaddress
import logging
import re
import socket
from collections import Counter
from contextlib import suppress
from urllib.parse import urldefrag, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response
from scrapy.utils.response import get_meta_refresh

from newsbody.crawl.addresses.address import plain
from newsbody.crawl.addresses.yields import Form, form_of
from newsbody.crawl.ground.meta import META_KEY, newsbody_meta
from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.session.session import Crawl
from newsbody.markup.links import web_address
from newsbody.page.decode import NO_CHARSETS, transcode
from newsbody.page.parse import bounded, repaired

logger = logging.getLogger(__name__)

#: What is looked for in bytes.
_MARKUP = "<p a='b'>"
#: A query key that names scripts: ``?noscript``, ``?js=off``, ``&no_javascript=1``.
_SCRIPT_KEY = re.compile(r"(?i)(?:no|without)?[-_]?(?:java)?(?:scripts?|js)(?:=[^&]*)?")
#: So many pages of a form that had more for readers without scripts tell what the others have.
LED = 3


class GuardMiddleware:
    """Downloader middleware for spiders that read pages themselves and say what they follow (``stays_on``).

    Redirects are followed to where links are; a start may lead to another host, but not from the public network
    into this one. Pages are cut to what is read of them, before the spider parses them.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> GuardMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Raises IgnoreRequest for a redirect to another host."""
        came_from = request.meta.get("redirect_urls")
        stays_on = getattr(self.crawler.spider, "stays_on", None)
        if not came_from or stays_on is None:
            return
        if newsbody_meta(request).get("start"):
            allowed = not is_private(request.url) or is_private(came_from[0])
        else:
            allowed = stays_on(request.url)
        if not allowed:
            Crawl.of(self.crawler).count("redirects_offsite")
            raise IgnoreRequest(f"newsbody: {came_from[-1]} leads to another host, {request.url}")

    def process_response(self, request: Request, response: Response) -> Response:
        """The page, or as much of it as is read."""
        if not isinstance(response, HtmlResponse) or not hasattr(self.crawler.spider, "stays_on"):
            return response
        crawl = Crawl.of(self.crawler)
        page = with_plain_markup(response)
        page_base(page)
        body = bounded(page.body, crawl.settings.max_page_bytes)
        if len(body) == len(page.body):
            return page
        logger.warning(
            "newsbody reads %d of the %d bytes of %s: it is too large (NEWSBODY_MAX_PAGE_BYTES), or has too many tags",
            len(body), len(page.body), response.url,
        )  # fmt: skip
        crawl.count("pages_cut")
        return page.replace(body=body)


class RefreshMiddleware:
    """Downloader middleware beside Scrapy's for ``<meta http-equiv=refresh>``, for the same spiders.

    A page that loads itself again, or one that led to it, stays what it is: ``content="60;url=/"`` on a front page.
    One that says in ``<noscript>`` where readers without scripts find all of it is read there, as we are such a reader;
    after some of a form the others are asked for there at once.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        #: By the form of pages, and what is asked for in their place, how many showed more there.
        self._led = Counter[tuple[Form, str]]()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RefreshMiddleware:
        return cls(crawler)

    async def process_request(self, request: Request) -> Response | None:
        """The page for readers without scripts, where several pages of its form have one."""
        is_plain = self._led and request.method == "GET" and not _names_scripts(request.url)
        form = form_of(request.url) if is_plain else None
        key = next((key for (own, key), count in self._led.items() if own == form and count >= LED), "")
        query = "&".join(filter(None, (urlsplit(request.url).query, key)))
        return await self._whole(request, urlsplit(request.url)._replace(query=query).geturl()) if key else None

    async def process_response(self, request: Request, response: Response) -> Response:
        """The page; Scrapy looks for no refresh to what is no address. A page without one keeps its request as it is:
        tried again, it may be redirected.
        """
        if isinstance(response, HtmlResponse):
            page_base(response)
            own = hasattr(self.crawler.spider, "stays_on")
            led_here = map(plain, (response.url, *request.meta.get("redirect_urls", ())))
            address = _refresh_address(response)
            if address == "" or (address and own and plain(address) in led_here):
                request.meta["dont_redirect"] = True
            if own and request.method == "GET" and (scriptless := _scriptless_address(response)):
                key = next(filter(_SCRIPT_KEY.fullmatch, urlsplit(scriptless).query.split("&")))
                whole = await self._whole(request, scriptless, response.status)
                self._led[form_of(response.url), key] += len(whole.body if whole else b"") > len(response.body)
                return whole or response
        return response

    async def _whole(self, request: Request, address: str, status: int = 200) -> Response | None:
        """The page for readers without scripts, at the address of a page that names it; None where it fails."""
        assert self.crawler.engine is not None
        try:
            asked = request.replace(url=address, meta={**request.meta, META_KEY: {}})
            whole = await self.crawler.engine.download_async(asked)
        except Exception as error:  # noqa: BLE001 - whatever keeps it away, there is the page that names it
            logger.warning("newsbody could not fetch %s: %r", address, error)
            return None
        is_page = isinstance(whole, HtmlResponse) and whole.status == status
        return whole.replace(url=request.url, request=request) if is_page else None


def _refresh_address(response: HtmlResponse) -> str | None:
    """Where a page leads by itself, without a fragment; "" for what is no address, None without a refresh."""
    try:
        _, address = get_meta_refresh(response)
    except ValueError:
        return ""
    return None if address is None else web_address("", urldefrag(address)[0])


def _names_scripts(url: str) -> bool:
    return any(map(_SCRIPT_KEY.fullmatch, urlsplit(url).query.split("&")))


def _scriptless_address(response: HtmlResponse) -> str | None:
    """The address in ``<noscript>`` that is a page's own and a key that names scripts: ``/thread/7/?noscript``."""
    own, base = urlsplit(response.url), page_base(response)
    if b"<noscript" not in response.body or _names_scripts(response.url):
        return None
    for link in response.xpath("//noscript//a/@href").getall():
        url = web_address(base, urldefrag(link)[0]) or ""
        query = urlsplit(url).query.split("&")
        rest = "&".join(part for part in query if not _SCRIPT_KEY.fullmatch(part))
        if rest == own.query != urlsplit(url).query and urlsplit(url)._replace(query=own.query) == own:
            return url
    return None


def with_plain_markup(response: HtmlResponse) -> HtmlResponse:
    """A page whose markup stands in its bytes as in ASCII, where it is looked for: one in UTF-16, say, in UTF-8.

    Codecs that are no encodings of pages, which servers may name as well, are not believed. Scrapy parses what we do.
    """
    name = codecs.lookup(response.encoding).name
    if name in NO_CHARSETS or _MARKUP.encode(name) != _MARKUP.encode():
        response = response.replace(body=transcode(response.body, name)[0], encoding="utf-8")
    body = repaired(response.body)
    return response if body is response.body else response.replace(body=body)


def is_private(url: str) -> bool:
    """Is the host of an address in no public network: this machine, a local one, the services of a cloud?

    Names are not looked up.
    """
    try:
        host = (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:  # such as an unclosed [ of an IPv6 address
        return True
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return True
    with suppress(ValueError):  # a name, or an address in one of its odd forms
        return not ipaddress.ip_address(host).is_global
    try:
        return not ipaddress.ip_address(socket.inet_aton(host)).is_global
    except (OSError, ValueError):
        return False
