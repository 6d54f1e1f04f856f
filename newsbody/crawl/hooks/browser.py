"""Pages that only a browser shows, asked again through it."""

from __future__ import annotations

import logging
import shutil
from importlib.util import find_spec

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.settings import BaseSettings

from newsbody.crawl.ground.settings import WrongSetting
from newsbody.crawl.session.session import Crawl
from newsbody.extractors.page_state import is_drawn_by_script
from newsbody.page import Page

logger = logging.getLogger(__name__)

HANDLER = "newsbody.crawl.hooks.browser_handler.BrowserHandler"
#: Before it stands what unpacks answers and follows redirects.
ORDER = 110
#: Browsers that a system has installed. Without one Playwright's own is asked for.
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
#: What a browser needs where the crawl runs as root, and what it is not to ask the network for by itself.
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


class BrowserMiddleware:
    """Downloader middleware: a page that shows nothing before its scripts have run is fetched again with them."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BrowserMiddleware:
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """The page, or the request of it in a browser."""
        if request.meta.get("playwright") or response.status != 200 or not isinstance(response, HtmlResponse):
            return response
        if not is_drawn_by_script(Page(response.selector.root, response.url)):
            return response
        Crawl.of(self._crawler).count("pages_in_browser")
        return request.replace(meta={**request.meta, "playwright": True}, dont_filter=True)


def use_browser(settings: BaseSettings) -> None:
    """Let pages that scripts draw be fetched by a browser. Raises WrongSetting where scrapy-playwright is missing."""
    if find_spec("scrapy_playwright") is None:
        raise WrongSetting("browser=1 needs scrapy-playwright: pip install 'newsbody[browser]'")
    handlers = {**settings.getdict("DOWNLOAD_HANDLERS"), "http": HANDLER, "https": HANDLER}
    settings.set("DOWNLOAD_HANDLERS", handlers, "cmdline")
    settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", BrowserMiddleware, ORDER)
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    options = {"args": _FLAGS, **({"executable_path": program} if program else {})}
    settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", options, "addon")
    # What a page only looks at costs more than the page.
    settings.set("PLAYWRIGHT_ABORT_REQUEST", is_needless, "addon")


def is_needless(request: object) -> bool:
    """Whether a browser can do without what it asks for: pictures, films, fonts."""
    return getattr(request, "resource_type", "") in ("image", "media", "font")
