"""By what a request is known again: sites give every visitor, or every page, links of its own."""

from __future__ import annotations

from scrapy import Request
from scrapy.utils.request import RequestFingerprinter

from newsbody.urls.normalize import without_session


class WithoutSession(RequestFingerprinter):
    """Of addresses that differ only in who asks, or from where (session ids, campaigns), one is asked for.

    Not where pages are claimed (``NEWSBODY_ONCE``): there another address is asked for when a page's first one fails.
    """

    def fingerprint(self, request: Request) -> bytes:
        """Scrapy's own, of the address without them."""
        url = without_session(request.url)
        return super().fingerprint(request if url == request.url else request.replace(url=url))
