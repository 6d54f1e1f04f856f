"""Lets responses overtake one another, as they do over a network that is not this machine."""

from __future__ import annotations

import asyncio
import random

from scrapy import Request
from scrapy.crawler import Crawler


class Jitter:
    """Downloader middleware that holds each request back for up to ``JITTER_SECONDS``, another time in every run."""

    def __init__(self, crawler: Crawler) -> None:
        self._seconds = crawler.settings.getfloat("JITTER_SECONDS")
        self._random = random.SystemRandom()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Jitter:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Wait."""
        await asyncio.sleep(self._random.uniform(0, self._seconds))
