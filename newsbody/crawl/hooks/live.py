"""How a crawl goes: one line that changes on a terminal, now and then a line in the log elsewhere."""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from contextlib import ExitStack
from typing import Any, TextIO

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call
from tqdm import tqdm

from newsbody.crawl.session.session import Crawl

logger = logging.getLogger(__name__)

#: Seconds between two looks on a terminal; elsewhere it is LOGSTATS_INTERVAL.
TERMINAL_SECONDS = 0.5
#: What is said of a rate are the pages of so many seconds.
RATE_SECONDS = 60.0
#: What is counted, by its stat.
COUNTED = {
    "pages": "response_received_count",
    "articles": "newsbody/articles",
    "threads": "newsbody/threads",
    "posts": "newsbody/posts",
}


class _Above:
    """A terminal, written above the line that changes."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> None:
        tqdm.write(text, file=self._terminal, end="")

    def flush(self) -> None:
        self._terminal.flush()


class LiveLine:
    """Extension of newsbody's own spiders; ``LOGSTATS_INTERVAL = 0`` keeps it out of the log."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._on_terminal = sys.stderr.isatty()
        seconds = TERMINAL_SECONDS if self._on_terminal else crawler.settings.getfloat("LOGSTATS_INTERVAL")
        if not seconds:
            raise NotConfigured("LOGSTATS_INTERVAL is 0")
        self._seconds = seconds
        self._looks: deque[tuple[float, int]] = deque()
        self._shown = ExitStack()
        crawler.signals.connect(self.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LiveLine:
        """Raises NotConfigured where nobody wants to look."""
        return cls(crawler)

    def spider_opened(self) -> None:
        """Begin to look."""
        self._bar: tqdm[Any] | None = None
        self._looks.append((time.monotonic(), 0))  # the first line of a log has a rate, too
        if self._on_terminal:
            self._write_log_above()
            self._bar = self._shown.enter_context(tqdm(bar_format="{desc}", file=sys.stderr, leave=False))
        self._loop = create_looping_call(self._look)
        self._loop.start(self._seconds, now=self._on_terminal)
        self._shown.callback(self._loop.stop)

    def spider_closed(self) -> None:
        """Let go of the line."""
        self._shown.close()

    def _write_log_above(self) -> None:
        """Only the stream changes: tqdm's own redirection puts a handler there that knows no level."""
        for handler in logging.root.handlers:
            if isinstance(handler, logging.StreamHandler) and handler.stream in (sys.stdout, sys.stderr):
                before = handler.stream
                handler.setStream(_Above(before))
                self._shown.callback(handler.setStream, before)

    def _look(self) -> None:
        line = self.line(time.monotonic())
        if self._bar is not None:
            self._bar.set_description_str(line)
        else:
            logger.info("%s", line)

    def line(self, now: float) -> str:
        """``now``: seconds of a clock that only goes forward."""
        assert self._crawler.stats is not None
        counts = {name: int(self._crawler.stats.get_value(stat, 0)) for name, stat in COUNTED.items()}
        parts = [f"{counts['pages']:,} pages ({self._rate(now, counts['pages']):,.0f} a minute)"]
        parts += [f"{counts[name]:,} {name}" for name in ("articles", "threads", "posts") if counts[name]]
        return ", ".join([*parts, *self._sites()])

    def _rate(self, now: float, pages: int) -> float:
        self._looks.append((now, pages))
        while len(self._looks) > 2 and self._looks[1][0] <= now - RATE_SECONDS:
            self._looks.popleft()
        began, before = self._looks[0]
        return 60 * (pages - before) / (now - began) if now > began else 0.0

    def _sites(self) -> list[str]:
        crawl = Crawl.existing(self._crawler)
        sites = list(crawl.sites) if crawl else []
        learned = sum(site.learned for site in sites)
        doubted = sum(
            life.rule is not None and life.rule.status == "doubted" for site in sites for life in site.rules.values()
        )
        told = {"learned": learned, "learning": len(sites) - learned, "doubted": doubted}
        shown = [f"{count:,} {what}" for what, count in told.items() if count]
        return [f"sites: {', '.join(shown)}"] if shown else []
