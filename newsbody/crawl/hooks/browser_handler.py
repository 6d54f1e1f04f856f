"""scrapy-playwright's download handler, which waits until a page is drawn: loaded only where the extra is there."""

from __future__ import annotations

from scrapy import Request
from scrapy.http import Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler
from scrapy_playwright.page import PageMethod

#: Applications ask for their data when they are loaded: a page is drawn when its text has not changed for some time
#: (milliseconds), and is taken as it is after ten seconds.
_DRAWN = """() => new Promise(resolve => {
    let text = "", since = Date.now(); const begin = since;
    const look = () => {
        const now = document.body ? document.body.innerText : "";
        if (now !== text) { text = now; since = Date.now(); }
        const drawn = text.trim() && Date.now() - since > 500;
        if (drawn || Date.now() - begin > 10000) resolve(); else setTimeout(look, 50);
    };
    look();
})"""


class BrowserHandler(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]
    """Download handler of requests with ``meta={"playwright": True}``; all others are fetched as ever."""

    async def download_request(self, request: Request) -> Response:
        """The response, as soon as the page is drawn; a request's own ``playwright_page_methods`` are left alone."""
        if request.meta.get("playwright") and "playwright_page_methods" not in request.meta:
            methods = [PageMethod("evaluate", _DRAWN)]
            request = request.replace(meta={**request.meta, "playwright_page_methods": methods})
        response: Response = await super().download_request(request)
        return response
