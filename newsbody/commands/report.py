"""``newsbody report``: pictures of what was learned of each site, in one HTML file; with ``--serve`` to correct it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from tqdm import tqdm

from newsbody.commands._inputs import PageSources, SiteOption
from newsbody.commands.learn import read_pages
from newsbody.ground.extras import MissingExtra
from newsbody.page import Page
from newsbody.page.sites import host_of
from newsbody.report.crawl_data import read_items
from newsbody.report.report_server import ReportServer, edited, pin_rule, pin_topics, render, taken
from newsbody.report.site_data import EXCERPT, SiteData, gather
from newsbody.rules.rule import Rule
from newsbody.rules.written import RuleError
from newsbody.stores import DEFAULT_STORE, ProfileError, ProfileStore, open_store

HELP = "show what was learned of each site, and why, in one HTML file to look at and to correct"
EXAMPLES = """\
  newsbody report                                          what the profile store knows
  newsbody report pages/ --items out -o report.html        saved pages and what a crawl gave, and their sites alone
  newsbody report pages/ --serve                           to pin rules by a click
"""
#: The highest port there is.
MAX_PORT = 65_535
#: Beginnings of what a rule takes that are shown when it is tried.
SHOWN = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is shown, and where."""
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="pages to look at: files, folders, addresses, WARC")
    parser.add_argument("--store", default=DEFAULT_STORE, help=f"where profiles stand (default: {DEFAULT_STORE})")
    parser.add_argument("--items", metavar="FROM", help="what a crawl gave: folder of its feeds, address of a database")
    parser.add_argument("--urls", type=Path, metavar="FILE", help="addresses of the sites, one a line")
    parser.add_argument(
        "--site",
        "--host",
        dest="hosts",
        metavar="HOST",
        action=SiteOption,
        default=[],
        help="only this site, of which pages are that do not say it; may be given again",
    )
    parser.add_argument("-o", "--output", type=Path, default=Path("report.html"), metavar="FILE", help="(%(default)s)")
    parser.add_argument("--serve", action="store_true", help="serve it on 127.0.0.1, to store rules from it")
    parser.add_argument("--port", type=_port, default=0, help="of --serve (default: a free one)")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: write a number up to {MAX_PORT}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Exit status 0, 1 when there is nothing to show, 2 with a sentence when something cannot be used."""
    try:
        with closing(open_store(args.store)) as store:
            sites = _gather(store, args)
            if not sites:
                print(f"newsbody report: {_nothing(store, args)}", file=sys.stderr)
                return 1
            if args.serve:
                return _serve(args, sites)
        args.output.write_text(render(sites, store=_named(args.store)), encoding="utf-8")
    except (ProfileError, RuleError, MissingExtra, OSError, ValueError) as error:
        print(f"newsbody report: {error}", file=sys.stderr)
        return 2
    print(f"{len(sites)} {'site' if len(sites) == 1 else 'sites'}: {args.output}")
    return 0


def _named(store: str) -> str:
    """How lines to type name a store; no password of it is written into a file."""
    if store == DEFAULT_STORE:
        return ""
    parts = urlsplit(store)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl() if parts.password else store


def _gather(store: ProfileStore, args: argparse.Namespace) -> list[SiteData]:
    profiles = [profile for host in store.hosts() if (profile := store.load(host))]
    crawled = read_items(args.items) if args.items else {}
    urls = args.urls.read_text("utf-8").split() if args.urls else []
    return gather(profiles, _pages(args.pages), urls, crawled, args.hosts)


def _pages(names: Sequence[str]) -> Iterator[tuple[str, Page]]:
    found = PageSources(names)
    for one in tqdm(found, total=found.count, unit="page", desc="reading", disable=None):
        yield from ((one.id, page) for page in read_pages([one]))


def _nothing(store: ProfileStore, args: argparse.Namespace) -> str:
    known = ", ".join(store.hosts())
    if args.hosts:
        return f"nothing is known of {', '.join(args.hosts)}; known are {known or 'no sites'}"
    return f"{args.store} knows no site. Crawl one, or name pages to look at: newsbody report PAGES…"


# --- served -----------------------------------------------------------------------------------


def _serve(args: argparse.Namespace, sites: Sequence[SiteData]) -> int:
    with server_of(args.store, sites, args.port) as server:
        server.render(server.token)  # whoever opens it does not wait
        print(f"The report is at {server.address} until Ctrl-C.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def server_of(store: str, sites: Sequence[SiteData], port: int = 0) -> ReportServer:
    """The report as a server that stores rules; a request at a time opens the store, as SQLite wants it."""
    by_host = {site.host: site for site in sites}
    drawn: list[str] = []
    drawing = Lock()

    def page(token: str) -> str:
        with drawing:
            with closing(open_store(store)) as opened:
                known = [opened.load(site.host) or site.profile for site in sites]
            if not drawn or known != [site.profile for site in sites]:
                for site, profile in zip(sites, known, strict=True):
                    site.profile = profile
                drawn[:] = [render(sites, token)]
            return drawn[0]

    def try_rule(given: dict[str, Any]) -> dict[str, Any]:
        site = _site(by_host, given)
        texts = [text for _, one in site.pages if (text := taken(one, _rule(site, given)))]
        return {"matched": len(texts), "pages": len(site.pages), "examples": [text[:EXCERPT] for text in texts[:SHOWN]]}

    def keep_rule(given: dict[str, Any]) -> dict[str, Any]:
        site = _site(by_host, given)
        with closing(open_store(store)) as opened:
            return {"rule": pin_rule(opened, site.host, _rule(site, given)).to_dict()}

    def keep_topic(given: dict[str, Any]) -> dict[str, Any]:
        site = _site(by_host, given)
        if host_of(str(given.get("url"))) != site.host:
            raise ValueError(f"{given.get('url')} is no address of {site.host}")
        with closing(open_store(store)) as opened:
            return {"regex": pin_topics(opened, site.host, str(given["url"]), site.urls).to_regex()}

    return ReportServer(page, {"try": try_rule, "rule": keep_rule, "topic": keep_topic}, port)


def _site(by_host: dict[str, SiteData], given: dict[str, Any]) -> SiteData:
    host = given.get("host")
    if not host or host not in by_host:
        raise LookupError(f"the report has no site {host!r}, or the site has no name that a rule could be kept under")
    return by_host[host]


def _rule(site: SiteData, given: dict[str, Any]) -> Rule:
    kind = str(given.get("kind"))
    old = site.profile.rules.get(kind) if site.profile else None
    return edited(old.value if old else None, kind, {"body": given.get("body")})
