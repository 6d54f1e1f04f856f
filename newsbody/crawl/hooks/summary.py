"""What a crawl gave, as a table at its end, and what to try where it gave little."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from itemadapter import ItemAdapter
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.statscollectors import StatsCollector

from newsbody.crawl.ground.meta import is_listing
from newsbody.crawl.queue.shared_queue import shared_queue
from newsbody.crawl.session.session import Crawl
from newsbody.items import Article, ForumThread, Post

logger = logging.getLogger(__name__)

#: label -> the stats that are added up for it. A row of nothing but zeros is left out.
ROWS: dict[str, tuple[str, ...]] = {
    "pages fetched": ("response_received_count",),
    "  of articles or threads": ("newsbody/pages_topic",),
    "  lists": ("newsbody/pages_list",),
    "  sitemaps and feeds": ("newsbody/listings",),
    "articles": ("newsbody/articles",),
    "threads": ("newsbody/threads",),
    "  of these not whole": ("newsbody/threads_truncated",),
    "  of these with fewer posts than they say": ("newsbody/threads_short",),
    "threads of which no page could be read": ("newsbody/threads_unread",),
    "lists that could not be read": ("newsbody/lists_unread",),
    "kinds of lists given up: nothing new for long": ("newsbody/lists_given_up",),
    "pages asked for once more": ("newsbody/pages_asked_again",),
    "posts": ("newsbody/posts",),
    "without a body": ("newsbody/empty_bodies",),
    "not of the time asked for": ("newsbody/items_out_of_time",),
    "known from an earlier crawl": ("newsbody/pages_met",),
    "threads whose rows say nothing": ("newsbody/rows_silent",),
    "  of these asked for": ("newsbody/rows_silent_asked",),
    "written by an earlier run": ("newsbody/rows_repeated",),
    "rules and topics learned": ("newsbody/rules_learned", "newsbody/resolvers_learned"),
    "doubted and learned again": ("newsbody/drift", "newsbody/resolvers_learned_again"),
    "requests for a page that is known": ("newsbody/requests_known",),
    "errors": ("newsbody/errors", "log_count/ERROR"),
    "seconds in extraction": ("newsbody/extraction_seconds",),
}
#: What a server says with a status, where that is a reason for giving nothing.
REFUSALS = {
    401: "asks for a password or a session (cookies=FILE)",
    403: "refuses this visitor (user_agent=…, cookies=FILE, or ask its owner)",
    404: "has no such page",
    407: "stands behind a proxy that wants a password",
    410: "has no such page any more",
    429: "is asked too fast (-s AUTOTHROTTLE_START_DELAY=5)",
    451: "may not be shown here",
    500: "has a fault",
    502: "has a fault",
    503: "is not available or refuses this visitor (user_agent=…, -s AUTOTHROTTLE_START_DELAY=5)",
}
#: Requests that we do not send ourselves are no failures.
_OWN = ("downloader/exception_type_count/newsbody.", "downloader/exception_type_count/scrapy.exceptions.IgnoreRequest")
#: More threads than this share that are not whole are worth a word, and more pages that are refused.
MANY = 0.5
#: Of so many refused pages it is asked at the end whether they are forms and members of a forum, and no loss.
MAX_REFUSED = 10_000


class Summary:
    """Extension of newsbody's own spiders."""

    def __init__(self, crawler: Crawler, stats: StatsCollector) -> None:
        self._crawler, self._stats = crawler, stats
        self._refused: list[tuple[int, str]] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Summary:
        assert crawler.stats is not None
        summary = cls(crawler, crawler.stats)
        crawler.signals.connect(summary.item_scraped, signal=signals.item_scraped)
        crawler.signals.connect(summary.response_received, signal=signals.response_received)
        crawler.signals.connect(summary.spider_idle, signal=signals.spider_idle)
        crawler.signals.connect(summary.spider_closed, signal=signals.spider_closed)
        return summary

    def item_scraped(self, item: Any) -> None:
        """Count what goes out."""
        if isinstance(item, Post):
            self._count("posts")
        elif isinstance(item, ForumThread):
            self._count("threads")
            if item.truncated:
                self._count("threads_truncated")
        elif isinstance(item, Article):
            self._count("articles")
            if not ItemAdapter(item).get("articleBody"):
                self._count("empty_bodies")

    def response_received(self, response: Response, request: Request) -> None:
        """Count pages by what is known of their addresses, what is no web page, and what the site does not give.

        Lists of its own that a site has not got, and its robots.txt, which Scrapy asks for as well, are no pages.
        """
        if is_listing(request) or request.url.endswith("/robots.txt"):
            return
        if response.status >= 400:
            self._count(f"refused/{response.status}")
            self._refused += [(response.status, request.url)][: MAX_REFUSED - len(self._refused)]
        elif response.status == 200 and not isinstance(response, HtmlResponse):
            kind = (response.headers.get("Content-Type") or b"unknown").decode("latin-1").partition(";")[0]
            self._count(f"not_html/{kind.strip().lower()[:60]}")
        elif response.status == 200 and (worth := self._worth(request.url)) in ("topic", "list"):
            self._count(f"pages_{worth}")

    def spider_idle(self) -> None:
        """Nothing is left to fetch: now, or the next time, it is known which refused pages are no threads or lists."""
        beside = Counter(status for status, url in self._refused if self._worth(url) == "other")
        for status, count in beside.items():
            self._stats.set_value(f"newsbody/refused_beside/{status}", count)

    def spider_closed(self, spider: Spider) -> None:
        """Say what the crawl gave; what ``scrapy parse`` shows stands there already."""
        if getattr(spider, "only_shown", False):
            return
        stats = self._stats.get_stats()
        logger.info("What the crawl gave:\n  %s", "\n  ".join(table(stats)))
        shared = shared_queue(self._crawler) is not None
        arguments = getattr(spider, "arguments", None)
        alone = arguments is not None and arguments.depth == 0
        for sentence in advice(stats, getattr(spider, "start_urls", []), shared=shared, alone=alone):
            logger.warning("%s", sentence)

    def _worth(self, url: str) -> str | None:
        return Crawl.of(self._crawler).site(url).addresses.worth(url)

    def _count(self, what: str) -> None:
        self._stats.inc_value(f"newsbody/{what}")


def table(stats: Mapping[str, Any]) -> list[str]:
    """The lines of the table, numbers right."""
    rows = {label: sum(stats.get(name, 0) for name in names) for label, names in ROWS.items()}
    width = max(map(len, ROWS))
    return [f"{label:<{width}} {_shown(number):>8}" for label, number in rows.items() if number]


def _shown(number: float) -> str:
    return f"{number:,.1f}" if isinstance(number, float) else f"{number:,}"


def _some(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def advice(stats: Mapping[str, Any], starts: list[str], *, shared: bool = False, alone: bool = False) -> Iterator[str]:
    """What a person should look at, a sentence each; nothing when all is well.

    ``shared``: with other workers; ``alone``: no links were to be followed.
    """
    threads, truncated = stats.get("newsbody/threads", 0), stats.get("newsbody/threads_truncated", 0)
    reason = stats.get("finish_reason", "finished")
    ended = reason == "finished"
    nothing = not any(stats.get(f"newsbody/{what}") for what in ("articles", "threads", "posts", "pages_met"))
    where = " ".join(starts[:3]) or "the start"
    if ended and shared and not stats.get("downloader/request_count"):
        yield (
            "No page was left for this worker: others have fetched all that the queue knows of. "
            "-s SCHEDULER_FLUSH_ON_START=1 crawls anew."
        )
    elif ended and nothing and stats.get("newsbody/job_goes_on"):
        yield "Nothing was left of this job: all its pages were met before. Another JOBDIR begins anew."
    elif ended and nothing:
        yield f"Nothing was found at {where}. " + " ".join(_reasons(stats, alone=alone))
    elif nothing and reason.startswith("closespider_"):
        yield (
            f"Nothing was found at {where} in {stats.get('response_received_count', 0)} pages, then a limit ended the "
            "crawl. Allow it more (pages=…), or start at a list of articles or threads."
        )
    elif ended and truncated > MANY * threads:
        yield (
            f"{truncated} of {threads} threads are not whole: some of their pages could not be fetched, or their "
            "addresses are not understood. Give the address of one thread: topic=…"
        )
    if unread := stats.get("newsbody/threads_unread", 0) + stats.get("newsbody/lists_unread", 0):
        failed = _some(unread, "thread or list", "threads and lists")
        yield f"{failed} could not be read, also when asked for again: --new asks for what is missing another time."
    for status, meaning in REFUSALS.items() if not nothing else ():
        beside = stats.get(f"newsbody/refused_beside/{status}", 0)
        refused = stats.get(f"newsbody/refused/{status}", 0) - beside
        pages = stats.get("response_received_count", 0) - beside
        if refused > MANY * pages:
            yield f"{refused} of {pages} pages answered {status}: the site {meaning}."
    if stats.get("newsbody/empty_bodies"):
        empty = _some(stats["newsbody/empty_bodies"], "article has", "articles have")
        yield f"{empty} an empty body: what should hold it could not be read."


def _reasons(stats: Mapping[str, Any], *, alone: bool) -> Iterator[str]:
    """Why nothing was found, as far as Scrapy's stats tell."""
    if late := stats.get("newsbody/items_out_of_time"):
        yield f"{late} articles or posts are not of the time that was asked for (since=…, until=…)."
        return
    found = [*_refused(stats), *_not_html(stats)]
    yield from found
    if found:
        return
    if alone and stats.get("response_received_count"):
        yield "None of the pages was taken for an article or a thread, and no links were followed (depth=0)."
    elif stats.get("newsbody/links_offsite") and not stats.get("newsbody/links_followed"):
        yield (
            "All links of the first page lead to other sites: start at the site that they lead to, or name its hosts: "
            "hosts=…"
        )
    elif stats.get("newsbody/links_not_allowed") and not stats.get("newsbody/links_followed"):
        yield "No link of the first page passes allow=… and deny=…: what do its addresses look like?"
    elif scripted := stats.get("newsbody/pages_script"):
        yield (
            f"{_some(scripted, 'page shows', 'pages show')} nothing before scripts have run: browser=1 fetches such "
            "pages in a browser (newsbody[browser])."
        )
    elif stats.get("response_received_count") and not stats.get("newsbody/links_followed"):
        yield (
            "The first page links to no page of its site: it may be made by a script. Let a browser fetch what scripts "
            "draw (browser=1, newsbody[browser]), or start at a list of articles or threads."
        )
    elif stats.get("response_received_count"):
        yield (
            f"{stats['response_received_count']} pages were read, and none was taken for an article or a thread. Give "
            "the address of one: topic=…"
        )
    else:
        yield "No page was fetched; the log says why with -L INFO."


def _refused(stats: Mapping[str, Any]) -> Iterator[str]:
    if forbidden := stats.get("robotstxt/forbidden"):
        yield (
            f"robots.txt forbids {forbidden} of the requests. Ask the site's owner; "
            "-s ROBOTSTXT_OBEY=0 is for sites of your own."
        )
    for status, meaning in REFUSALS.items():
        if count := stats.get(f"newsbody/refused/{status}"):
            yield f"{_some(count, 'answer was', 'answers were')} {status}: the site {meaning}."
    for name, count in sorted(stats.items()):
        if name.startswith("downloader/exception_type_count/") and not name.startswith(_OWN):
            failed = _some(count, "request failed", "requests failed")
            yield f"{failed} with {name.rpartition('.')[2]}: is the address right, the site there?"
    if loops := stats.get("newsbody/redirects_given_up"):
        redirecting = _some(loops, "page only redirects", "pages only redirect")
        yield f"{redirecting}, again and again: cookies may be wanted (cookies=FILE)."


def _not_html(stats: Mapping[str, Any]) -> Iterator[str]:
    prefix = "newsbody/not_html/"
    kinds = [name.removeprefix(prefix) for name in sorted(stats) if name.startswith(prefix)]
    if kinds and not stats.get("newsbody/links_followed"):
        yield f"What was fetched is no web page but {', '.join(kinds)}; newsbody reads HTML."
