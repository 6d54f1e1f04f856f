"""The data of a report: all that is known of each site, as JSON primitives, and its pages as they look."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from newsbody.ground.sitememory import SiteMemory
from newsbody.markup.links import base_url, web_address
from newsbody.metadata import read_metadata
from newsbody.page import Page
from newsbody.page.sites import host_of, site_of
from newsbody.report.crawl_data import CrawlFigures, addresses
from newsbody.report.page_marks import OPEN, Marked, mark, rules_of
from newsbody.report.snapshot import snapshot, style_sheets
from newsbody.rules.apply import LINE_KEY_CHARS
from newsbody.rules.rule import Rule
from newsbody.stores import Profile
from newsbody.urls.resolver import Resolver
from newsbody.urls.topics import learn_resolver

#: Characters of the compressed pages of one report; beyond, pages are shown by their paragraphs alone.
MOST_CHARS = 4_000_000
#: One page takes no more of it than this.
MOST_OF_PAGE = 150_000
#: Addresses of a site that the report shows, and from which a resolver is learned where none is stored.
MOST_ADDRESSES, SAMPLE = 5000, 300
#: Characters of a body that are shown in the list of pages.
EXCERPT = 120
#: A page of which more of the marked text is undecided wants a look.
MUCH_UNDECIDED = 0.1
#: A resolver that is less sure wants a look (the crawl uses it only where somebody says that the site is a forum).
UNSURE = 0.7


@dataclass
class SiteData:
    """What a site's part of the report is made of."""

    host: str
    profile: Profile | None = None
    pages: list[tuple[str, Page]] = field(default_factory=list)
    urls: set[str] = field(default_factory=set)
    crawled: CrawlFigures | None = None

    @property
    def asked(self) -> bool:
        """Is more of it given than what was learned?"""
        return bool(self.pages or self.urls or self.crawled)

    @property
    def rules(self) -> dict[str, Rule]:
        return rules_of(self.profile.rules) if self.profile else {}

    @property
    def resolver(self) -> Resolver | None:
        """The stored one, else what its addresses teach."""
        if self.profile and self.profile.resolver:
            return Resolver.from_dict(self.profile.resolver.value)
        return learn_resolver(_spread(self.urls, SAMPLE)) if self.urls else None

    @property
    def memory(self) -> SiteMemory | None:
        return self.profile.memory.memory if self.profile and self.profile.memory else None


def gather(
    profiles: Iterable[Profile],
    pages: Iterable[tuple[str, Page]],
    urls: Iterable[str],
    crawled: Mapping[str, CrawlFigures],
    hosts: Sequence[str] = (),
) -> list[SiteData]:
    """The sites that are asked for, those with most pages first: ``hosts``, else those of pages, addresses and items,
    and where none of these names one all that ``profiles`` know.

    ``pages``: name and page; those that do not say where they are from are of the host that is named, if one is.
    The addresses that pages link to, on their own site, are addresses of it.
    """
    found: dict[str, SiteData] = {}

    def site(host: str) -> SiteData:
        return found.setdefault(host, SiteData(host))

    for profile in profiles:
        site(profile.host).profile = profile
    for name, page in pages:
        host = site_of(page) or (hosts[0] if len(hosts) == 1 else "")
        site(host).pages.append((name, page))
        address = address_of(page)
        if address:
            site(host).urls.add(address)
            site(host).urls.update(link for link in links(page, address) if host_of(link) == host)
    for host, items in crawled.items():
        site(host).crawled = items
        site(host).urls |= items.urls
    for url in urls:
        site(host_of(url)).urls.add(url)
    shown = [one for one in found.values() if (one.host in hosts if hosts else one.asked)]
    if not hosts and not any(one.host for one in shown):
        shown = list(found.values())
    return sorted(shown, key=lambda one: (-len(one.pages), -len(one.urls), one.host))


def address_of(page: Page) -> str:
    """Where a page is from; of a saved one what it says itself, "" when it does not."""
    return page.url or read_metadata(page).canonicalUrl or ""


def links(page: Page, address: str) -> list[str]:
    """The addresses that a page links to. ``address``: its own."""
    base = web_address(address, base_url(page)) or address
    found = (web_address(base, element.get("href") or "").partition("#")[0] for element in page.all_of("a"))
    return [url for url in dict.fromkeys(found) if url.startswith("http")]


class SiteAssembly:
    """Puts the data of the sites together. ``blobs``: the pages as they look, compressed, by their numbers."""

    def __init__(self) -> None:
        self.blobs: list[str] = []
        self._left = MOST_CHARS

    def site(self, data: SiteData) -> dict[str, Any]:
        """One site as JSON primitives."""
        styles: list[str] = []
        rules, memory = data.rules, data.memory
        resolver = data.resolver
        pages = [self._page(name, page, mark(page, rules, memory), styles, resolver) for name, page in data.pages]
        return {
            "host": data.host,
            "rules": [_rule(kind, entry) for kind, entry in (data.profile.rules if data.profile else {}).items()],
            "resolver": _resolver(data, resolver),
            "memory": len(data.profile.memory.memory) if data.profile and data.profile.memory else 0,
            "addresses": addresses(_spread(data.urls, MOST_ADDRESSES), resolver),
            "known": len(data.urls),
            "items": data.crawled.to_dict() if data.crawled else None,
            "pages": pages,
            "styles": styles,
            "watch": _watch(data, pages, resolver),
        }

    def _page(
        self, name: str, page: Page, marked: Marked, styles: list[str], resolver: Resolver | None
    ) -> dict[str, Any]:
        style = style_sheets(page)
        if style and style not in styles:
            styles.append(style)
        total = sum(marked.counts.values())
        return {
            "name": name,
            "url": address_of(page),
            "title": page.title,
            "by": marked.by,
            "kind": marked.kind,
            "probability": round(marked.probability, 3),
            "posts": marked.posts,
            "chars": len(marked.text),
            "missing": not marked.text and _wants_body(address_of(page), marked, resolver),
            "text": " ".join(marked.text[: 2 * EXCERPT].split())[:EXCERPT],
            "counts": marked.counts,
            "undecided": round(marked.counts.get(OPEN, 0) / total, 3) if total else 0,
            "style": styles.index(style) if style else -1,
            "blob": self._blob(page, marked),
        }

    def _blob(self, page: Page, marked: Marked) -> int:
        """The number of the compressed markup of a page, by its paragraphs alone where it would be too large."""
        reasons = {str(paragraph): reason for paragraph, reason in marked.reasons.items()}
        packed = _packed({"html": snapshot(page, marked.marks, marked.elements), "reasons": reasons})
        if len(packed) > min(MOST_OF_PAGE, self._left):
            packed = _packed({"html": plain(page, marked), "reasons": reasons, "plain": True})
        if len(packed) > min(MOST_OF_PAGE, self._left):
            packed = _packed({"html": "", "reasons": {}, "plain": True})
        self._left -= len(packed)
        self.blobs.append(packed)
        return len(self.blobs) - 1


def _spread(urls: Collection[str], most: int) -> list[str]:
    """No more than ``most`` of some addresses, in their order, of every kind as large a share as it has of all."""
    ordered = sorted(urls)
    return [ordered[number * len(ordered) // most] for number in range(most)] if len(ordered) > most else ordered


def _wants_body(address: str, marked: Marked, resolver: Resolver | None) -> bool:
    """Is a page without a body one that should have one? Lists and the like have none."""
    if resolver and address and resolver.confidence >= UNSURE:
        return resolver.kind(address) == "topic"
    return marked.kind != "list"


def plain(page: Page, marked: Marked) -> str:
    """The marked paragraphs of a page, without its looks."""
    rows: dict[int, str] = defaultdict(str)
    for run, letter in enumerate(marked.marks):
        if letter:
            paragraph = int(page.run_paragraph[run])
            text = escape(page.text[page.run_start[run] : page.run_stop[run]], quote=False)
            rows[paragraph] += f"<span m={letter} p={paragraph}>{text}</span>"
    return "<body>" + "".join(f"<p>{row}</p>" for row in rows.values())


def _packed(value: object) -> str:
    """JSON as gzip in base64, which browsers unpack by themselves."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b64encode(packer.compress(text) + packer.flush()).decode()


def _rule(kind: str, entry: Any) -> dict[str, Any]:
    value = Rule.from_dict(entry.value).to_dict()
    parts = {name: value.pop(name) for name in list(value) if name not in ("evidence", "learned", "changed", "status")}
    parts.pop("kind")
    if "furniture" in parts:  # lines are known by their beginnings
        parts["furniture"] = [line + "…" * (len(line) == LINE_KEY_CHARS) for line in parts["furniture"]]
    return {
        "kind": kind,
        "parts": parts,
        **value,
        "weight": entry.evidence,
        "generation": entry.generation,
        "history": list(entry.history),
    }


def _resolver(data: SiteData, resolver: Resolver | None) -> dict[str, Any] | None:
    if resolver is None:
        return None
    entry = data.profile.resolver if data.profile else None
    return {
        "regex": resolver.to_regex(),
        "confidence": round(resolver.confidence, 2),
        "stored": entry is not None,
        "evidence": entry.evidence if entry else min(len(data.urls), SAMPLE),
        "learned": entry.learned if entry else "",
        "pinned": bool(entry and entry.value.get("status") == "pinned"),
        "history": list(entry.history) if entry else [],
    }


def _watch(data: SiteData, pages: Sequence[Mapping[str, Any]], resolver: Resolver | None) -> list[list[Any]]:
    """What to look at: ``[what, how many, pages or addresses, kind]``."""
    found: list[list[Any]] = []

    def note(what: str, where: Sequence[Any], count: int | None = None, kind: str = "") -> None:
        if where:
            found.append([what, len(where) if count is None else count, list(where[:50]), kind])

    for kind, rule in data.rules.items():
        note("doubted", [kind] if rule.status == "doubted" else [], kind=kind)
    others = [n for n, page in enumerate(pages) if not page["by"].endswith("rule") and page["chars"]]
    note("unmatched", others if data.rules else [])
    note("nameless", list(range(len(pages))) if not data.host else [])
    note("empty", [n for n, page in enumerate(pages) if page["missing"]])
    note("undecided", [n for n, page in enumerate(pages) if page["undecided"] > MUCH_UNDECIDED])
    note("topicless", [data.host] if data.urls and not (data.pages or data.crawled or resolver) else [])
    if resolver is not None and resolver.confidence < UNSURE and data.profile and data.profile.resolver:
        note("unsure", [resolver.confidence])
    if data.crawled:
        items = data.crawled
        note("empty_items", items.empty[:50], len(items.empty))
        note("duplicates", items.duplicates[:50], len(items.duplicates))
        note("truncated", items.truncated[:50], len(items.truncated))
    return found
