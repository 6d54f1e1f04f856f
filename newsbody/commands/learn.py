"""``newsbody learn``: the rule of each site from some of its saved pages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from tqdm import tqdm

from newsbody.extractors import DEFAULT, get_extractor
from newsbody.inputs import page_files
from newsbody.page import Page
from newsbody.rules.learn import Method, learn_article_rule, learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.sites import group_by_site, site_of
from newsbody.stores import Learned, Profile, ProfileError, open_store

HELP = "learn the body rule of a site from some of its saved pages"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Pages, what they are, and where the rules go."""
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGES", help="saved pages, or folders of them")
    parser.add_argument("--kind", choices=("news", "forum"), default="news", help="what the pages are (default: news)")
    parser.add_argument("--extractor", default=DEFAULT, help=f"finds the bodies that news rules rest on ({DEFAULT})")
    parser.add_argument(
        "--method", choices=get_args(Method), default="slots", help="how forum rules are found (ksf: as in the paper)"
    )
    parser.add_argument("--store", help="keep the rules in this profile store; otherwise they are only printed")


def run(args: argparse.Namespace) -> int:
    """Print a line of JSON for each site; 1 when no site's pages show a rule."""
    try:
        files = list(page_files(args.pages))
    except OSError as error:
        print(f"newsbody learn: {error}", file=sys.stderr)
        return 1
    pages = [Page.parse(file.read_bytes()) for file in tqdm(files, unit="page", desc="reading", disable=None)]
    today = datetime.now(UTC).date().isoformat()
    learned = 0
    for numbers in group_by_site(pages):
        of_site = [pages[number] for number in numbers]
        host = next((site for page in of_site if (site := site_of(page))), None)
        rule = _learn(of_site, args, today)
        learned += rule is not None
        print(json.dumps({"host": host, "pages": len(of_site), "rule": rule and rule.to_dict()}, ensure_ascii=False))
        if rule and args.store:
            try:
                _keep(host, rule, args.store)
            except ProfileError as error:
                print(f"newsbody learn: {error}", file=sys.stderr)
                return 1
    return 0 if learned else 1


def _learn(pages: Sequence[Page], args: argparse.Namespace, today: str) -> Rule | None:
    if args.kind == "forum":
        return learn_thread_rule(pages, today, args.method)
    extractor = get_extractor(args.extractor)
    return learn_article_rule(pages, [extractor.extract(page) for page in pages], today)


def _keep(host: str | None, rule: Rule, address: str) -> None:
    if host is None:
        raise ProfileError("the pages do not say which site they are of, so their rule cannot be stored")
    entry = Learned.first(rule.to_dict(), rule.evidence.pages, rule.learned)
    with closing(open_store(address)) as store:
        store.save(Profile(host).with_rule(rule.kind, entry))
