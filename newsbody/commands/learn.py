"""``newsbody learn``: the rule of each site from some of its saved pages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import get_args

from tqdm import tqdm

from newsbody.commands._inputs import Input, PageSources, kind_named
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.ground.extras import MissingExtra
from newsbody.page import Page
from newsbody.page.sites import group_by_site, host_of, site_of
from newsbody.report.report_server import taken
from newsbody.rules.learn_thread import Method, learn_article_rule, learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.stores import Learned, Profile, ProfileError, open_store

HELP = "learn the body rule of a site from some of its saved pages"
#: Of what a rule takes, so many pages and so many characters of each are shown.
SHOWN, SHOWN_CHARS = 3, 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Pages, what they are, and where the rules go."""
    parser.add_argument("pages", nargs="+", metavar="PAGE", help="saved pages, folders of them, addresses, WARC files")
    parser.add_argument(
        "--kind",
        choices=("article", "thread"),
        default="article",
        type=kind_named,
        help="what the pages are (default: %(default)s)",
    )
    parser.add_argument("--extractor", default=DEFAULT, help=f"finds the bodies that article rules rest on ({DEFAULT})")
    parser.add_argument(
        "--method",
        choices=get_args(Method),
        default="slots",
        help="how thread rules are found (ksf: as in the paper)",
    )
    parser.add_argument("--site", metavar="HOST", help="whose pages these are, where they do not say: news.example.com")
    parser.add_argument("--store", help="keep the rules in this profile store; otherwise they are only printed")


def run(args: argparse.Namespace) -> int:
    """Print a line of JSON for each site; 1 when no site's pages show a rule."""
    try:
        found = PageSources(args.pages)
    except (OSError, MissingExtra) as error:
        print(f"newsbody learn: {error}", file=sys.stderr)
        return 1
    home = args.site if args.site is None or "://" in args.site else f"http://{args.site}/"
    if home is not None and not host_of(home):
        print(f"newsbody learn: --site {args.site!r} is no host: write --site news.example.com", file=sys.stderr)
        return 1
    pages = list(read_pages(tqdm(found, total=found.count, unit="page", desc="reading", disable=None)))
    for page in pages:
        page.url = page.url if site_of(page) else home
    today = datetime.now(UTC).date().isoformat()
    learned = 0
    for numbers in group_by_site(pages):
        of_site = [pages[number] for number in numbers]
        host = next((site for page in of_site if (site := site_of(page))), None)
        rule = _learn(of_site, args, today)
        learned += rule is not None
        takes = [text[:SHOWN_CHARS] for page in of_site[:SHOWN] if rule and (text := taken(page, rule))]
        row = {"host": host, "pages": len(of_site), "rule": rule and rule.to_dict(), "takes": takes}
        print(json.dumps(row, ensure_ascii=False), flush=True)
        if rule is None:
            few = " A rule is what several pages have in common." if len(of_site) == 1 else ""
            print(f"newsbody learn: {len(of_site)} pages of {host or 'a site'} show no rule.{few}", file=sys.stderr)
        if rule and args.store and _is_wanted(host):
            try:
                _keep(host, rule, args.store)
            except ProfileError as error:
                print(f"newsbody learn: {error}", file=sys.stderr)
                return 1
    return 0 if learned else 1


def read_pages(found: Iterable[Input]) -> Iterator[Page]:
    """The pages that can be read; of the others it is said why not."""
    for one in found:
        try:
            loaded = one.loaded()
        except (OSError, ValueError) as error:
            print(f"{one.id} is left out: {error}", file=sys.stderr)
            continue
        yield Page.parse(loaded.bytes, loaded.url, loaded.encoding)


def _is_wanted(host: str | None) -> bool:
    """Somebody who looks on is asked before a rule is stored."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    return input(f"Store this rule for {host}? [Y/n] ").strip().lower() in ("", "y", "yes", "是")


def _learn(pages: Sequence[Page], args: argparse.Namespace, today: str) -> Rule | None:
    if args.kind == "thread":
        return learn_thread_rule(pages, today, args.method)
    extractor = get_extractor(args.extractor)
    return learn_article_rule(pages, [extractor.extract(page) for page in pages], today)


def _keep(host: str | None, rule: Rule, address: str) -> None:
    if host is None:
        raise ProfileError("the pages do not say which site they are of. To store their rule write --site HOST")
    entry = Learned.first(rule.to_dict(), rule.evidence.pages, rule.learned)
    with closing(open_store(address)) as store:
        store.save(Profile(host).with_rule(rule.kind, entry))
