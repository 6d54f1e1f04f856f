"""Sitemaps and feeds as lists of addresses.

Formats: sitemaps.org (urlset, sitemapindex, text; gzip), RSS, RDF, Atom, JSON Feed 1.1.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any
from urllib.parse import urljoin

import numpy as np
from lxml import etree
from scrapy.utils.gz import gunzip
from scrapy.utils.sitemap import Sitemap

from newsbody.crawl.sources.feed import read_feed, without_halves
from newsbody.dates import read_date
from newsbody.markup.links import web_address

#: A sitemap may hold so many addresses (sitemaps.org, "Sitemap file location"); what goes beyond is left out.
MAX_ENTRIES = 50_000
#: Bytes of an uncompressed sitemap (sitemaps.org); larger ones are left out.
MAX_SITEMAP_BYTES = 52_428_800
#: Markup in it ("<") that is read: 50,000 addresses with all that the standard lets them say have 500,000.
MAX_SITEMAP_TAGS = 600_000
#: Bytes of a feed, as XML or JSON; larger ones are left out.
MAX_FEED_BYTES = 5_000_000
#: Where so many rows of a sitemap, and this share of them, were changed in one hour, or on one day if no more is said,
#: it is the sitemap that was made then.
LEAST_AT_ONCE, NEARLY_ALL = 10, 0.9
#: Characters of a time as far as its hour.
_HOUR = len("2026-11-24T06")
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class Listed:
    """An address that a site lists. ``modified``, ``published``: ISO 8601, None where it is not said; ``title``: ""
    without.

    ``with_all``: it is said to be changed at the same time as nearly all others, which says nothing.
    """

    url: str
    modified: str | None = None
    title: str = ""
    with_all: bool = False
    published: str | None = None


@dataclass(frozen=True)
class Listing:
    """What a sitemap or feed lists: pages, and further sitemaps or pages of the feed.

    ``is_feed``: its pages are articles, as those of a feed and of a sitemap of news; other sitemaps list all kinds.
    """

    pages: list[Listed] = field(default_factory=list)
    further: list[Listed] = field(default_factory=list)
    is_feed: bool = False


def read_listing(body: bytes, url: str) -> Listing | None:
    """What a response lists, by its content: servers name all kinds of types. None for anything else."""
    if body.startswith(_GZIP):
        try:
            body = gunzip(body, max_size=MAX_SITEMAP_BYTES)
        except Exception:  # noqa: BLE001 - cut off, damaged, or a bomb: three libraries' errors, one answer
            return None
    if len(body) > MAX_SITEMAP_BYTES:
        return None
    start = body[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"{"):
        return _json_feed(body, url)
    if start.startswith(b"<"):
        body = without_halves(body)
        return _sitemap(body, url) or _feed(body, url)
    return _text(body, url)


def read_robots(body: bytes, url: str) -> Listing:
    """The sitemaps that a robots.txt names; without any, the place where most sites have one."""
    lines = body.decode("utf-8", "replace").splitlines()
    named = [line.partition(":")[2] for line in lines if line.lstrip().lower().startswith("sitemap:")]
    further = _listed((url, address, None, "") for address in named)
    return Listing(further=further or [Listed(urljoin(url, "/sitemap.xml"))])


def _sitemap(body: bytes, url: str) -> Listing | None:
    try:
        sitemap = Sitemap(_with_few_tags(body))
        rows = list(islice(sitemap, MAX_ENTRIES)) if sitemap.type in ("urlset", "sitemapindex") else None
    except (etree.XMLSyntaxError, StopIteration):
        return None
    if rows is None:
        return None
    found = _changed_at_once(_listed((url, row.get("loc"), row.get("lastmod"), "") for row in rows))
    if sitemap.type == "sitemapindex":
        return Listing(further=_newest_first(found))
    return Listing(_newest_first(found), is_feed=bool(rows) and all("news" in row for row in rows))


def _changed_at_once(found: list[Listed]) -> list[Listed]:
    """The same pages; of those that share the time of nearly all it is noted that they do."""
    hours = Counter((entry.modified or "")[:_HOUR] for entry in found)
    hour, several = max(hours.items(), key=lambda item: item[1], default=("", 0))
    if not hour or several < max(LEAST_AT_ONCE, NEARLY_ALL * len(found)):
        return found
    return [replace(entry, with_all=(entry.modified or "").startswith(hour)) for entry in found]


def _with_few_tags(body: bytes) -> bytes:
    """As much of a sitemap as is read: what holds no address takes as long, half a second a megabyte."""
    if body.count(b"<") <= MAX_SITEMAP_TAGS:
        return body
    return body[: int(np.flatnonzero(np.frombuffer(body, dtype=np.uint8) == ord("<"))[MAX_SITEMAP_TAGS])]


def _feed(body: bytes, url: str) -> Listing | None:
    head = body[:2000].lower()
    if not any(name in head for name in (b"<rss", b"<feed", b"<rdf")) or len(body) > MAX_FEED_BYTES:
        return None
    feed = read_feed(body, url, MAX_ENTRIES)
    if feed is None:
        return None
    pages = _listed(
        (feed.base, entry.link or None, entry.stamp, entry.title, entry.published) for entry in feed.entries
    )
    return Listing(pages, _listed([(feed.base, feed.following or None, None, "")]), is_feed=True)


def _json_feed(body: bytes, url: str) -> Listing | None:
    if len(body) > MAX_FEED_BYTES:
        return None
    try:
        feed = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(feed, dict) or "jsonfeed" not in str(feed.get("version")):
        return None
    items = feed["items"] if isinstance(feed.get("items"), list) else []
    rows = [item for item in items if isinstance(item, dict)]
    pages = _listed(
        (
            url,
            row.get("url"),
            row.get("date_modified") or row.get("date_published"),
            row.get("title"),
            row.get("date_published"),
        )
        for row in rows
    )
    return Listing(pages, _listed([(url, feed.get("next_url"), None, "")]), is_feed=True)


def _text(body: bytes, url: str) -> Listing | None:
    """A sitemap as text: an address a line, and nothing else."""
    lines = body.decode("utf-8", "replace").split()
    if not lines or not all(line.lower().startswith(("http://", "https://")) for line in lines[:5]):
        return None
    return Listing(_listed((url, line, None, "") for line in lines))


def _listed(rows: Iterable[tuple[Any, ...]]) -> list[Listed]:
    """What rows of (base, address, date of change, title), and of publishing, list, whatever of it is there; no more
    than a sitemap may hold.
    """
    found = []
    for base, address, modified, title, *published in islice(rows, MAX_ENTRIES):
        url = web_address(base, address) if isinstance(address, str) and address.strip() else ""
        if url:
            dates = [read_date(date) if isinstance(date, str) and date else None for date in (modified, *published)]
            title = title if isinstance(title, str) else ""
            found.append(Listed(url, dates[0], title, published=dates[-1] if published else None))
    return found


def _newest_first(found: Iterable[Listed]) -> list[Listed]:
    """Those that say when they were changed, newest first, then the others as they stand."""
    dated = [entry for entry in found if entry.modified]
    dated.sort(key=lambda entry: entry.modified or "", reverse=True)
    return dated + [entry for entry in found if not entry.modified]
