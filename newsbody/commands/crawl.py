"""``newsbody crawl URL…``: the spiders without a Scrapy project, in any folder."""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from newsbody.ground.extras import MissingExtra

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.extensions.feedexport import FeedSlot
    from scrapy.settings import Settings

HELP = "crawl news sites or forums: articles, or threads and posts"
#: What addresses of forums are called; where nothing of it stands in the first one, it is taken for a news site.
_FORUM = re.compile(
    r"(?:^|[^a-z])(?:forums?|bbs|boards?|community|communities|discuss(?:ions?)?|threads?|topics?|luntan|club|tieba)"
    r"(?:[^a-z]|$)|view(?:topic|forum|thread)|show(?:topic|thread)|forumdisplay",
    re.IGNORECASE,
)
_FORMATS = {".jsonl": "jsonlines", ".jl": "jsonlines", ".json": "json", ".csv": "csv", ".xml": "xml"}
#: Formats of which a file is one whole: nothing can be added to it.
_WHOLE = ("json", "xml")
#: The spiders' arguments that are options of the command, beside URL and -o.
_OPTIONS = (
    "urls", "topic", "depth", "pages", "hosts", "allow", "deny", "since", "until", "new", "sources", "overwrite",
    "cookies", "headers", "meta", "browser", "user_agent",
)  # fmt: skip
_FLAGS = ("new", "overwrite", "browser")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  newsbody crawl https://news.example.com/\n"
        "  newsbody crawl https://forum.example.com/ --forum --pages 2000 -o posts.jsonl\n"
        "  newsbody crawl --urls pages.txt --depth 0 -o articles.csv\n"
        "  newsbody crawl https://news.example.com/ --new --out archive"
    )
    parser.add_argument("url", nargs="*", metavar="URL", help="where to start")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--news", action="store_const", const="news", dest="kind", help="articles (the default)")
    kind.add_argument("--forum", action="store_const", const="forum", dest="kind", help="threads and posts")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="one file: .jsonl, .json, .csv or .xml")
    parser.add_argument("--out", default="out", metavar="FOLDER", help="folder of the feeds (default: %(default)s)")
    for name in _OPTIONS:
        option = f"--{name.replace('_', '-')}"
        if name in _FLAGS:
            parser.add_argument(option, action="store_const", const="1", help=_help(name))
        else:
            parser.add_argument(option, metavar="VALUE", help=_help(name))
    parser.add_argument(
        "-s", "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of Scrapy or newsbody"
    )
    parser.add_argument("--redis", metavar="ADDRESS", help="one of many workers: share the queue in this Redis")
    parser.add_argument("--stats", type=Path, metavar="FILE", help="write the stats of the crawl as JSON")
    parser.add_argument("--job", metavar="FOLDER", help="go on here after a stop (Scrapy's JOBDIR)")
    parser.add_argument("-v", "--verbose", action="store_true", help="the whole log, also what Scrapy tells of itself")


def _help(name: str) -> str:
    """What an argument of the spiders says, with its example as an option."""
    from newsbody.crawl.spiders.arguments import ARGUMENTS

    option = f"--{name.replace('_', '-')}"
    return ARGUMENTS[name].replace(f"{name}=1", option).replace(f"{name}=", f"{option} ")


def words_of(args: argparse.Namespace) -> list[str]:
    """The arguments as they are written, but for those that say where something is written."""
    words = [*args.url, *([f"--{args.kind}"] if args.kind else []), *(["--verbose"] if args.verbose else [])]
    for name in _OPTIONS:
        if value := getattr(args, name):
            words += [f"--{name.replace('_', '-')}", *([] if name in _FLAGS else [value])]
    return words + [word for pair in args.set for word in ("-s", pair)]


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when the crawl gave items, 1 when it gave none, 2 for what cannot be."""
    from scrapy import signals
    from scrapy.crawler import AsyncCrawlerProcess

    from newsbody.crawl.hooks.site_kind import KindOfSite
    from newsbody.crawl.spiders.arguments import Arguments
    from newsbody.crawl.spiders.forum import ForumSpider
    from newsbody.crawl.spiders.news import NewsSpider

    given = {name: getattr(args, name) for name in _OPTIONS if getattr(args, name)}
    given |= {"url": " ".join(args.url), "out": args.out}
    try:
        if not (args.url or args.urls):
            raise ValueError("Where to start? Write: newsbody crawl https://example.com/")
        settings = settings_of(args)
        arguments = Arguments.read("news", given)
        kind = args.kind or guess(arguments.starts)
        # With --new mostly lists are asked for, and what the site is an earlier crawl has said.
        if args.kind is None and kind == "news" and not arguments.new:
            settings.setdefault_in_component_priority_dict("EXTENSIONS", KindOfSite, 520)
        process = AsyncCrawlerProcess(settings)
        if _tells_in_the_log(args):
            process.settings.set("LOG_LEVEL", "INFO", priority="cmdline")
            logging.getLogger("scrapy").setLevel(logging.WARNING)
        crawler = process.create_crawler(ForumSpider if kind == "forum" else NewsSpider)
        files = Counter[str]()

        def written(slot: FeedSlot) -> None:
            files[slot.uri] += slot.itemcount

        crawler.signals.connect(written, signal=signals.feed_slot_closed)
        process.crawl(crawler, **given)
        process.start()
    except (ValueError, MissingExtra) as error:
        print(f"newsbody crawl: {error}", file=sys.stderr)
        return 2
    if process.bootstrap_failed:
        return 2
    if args.stats:
        assert crawler.stats is not None
        args.stats.write_text(json.dumps(crawler.stats.get_stats(), default=str), encoding="utf-8")
    return _show(crawler, files)


def guess(starts: tuple[str, ...]) -> str:
    """Is it a forum or a news site, by the first address? It is said, and how to say otherwise."""
    parts = urlsplit(starts[0])
    kind = "forum" if _FORUM.search(f"{parts.hostname or ''} {parts.path} {parts.query}") else "news"
    other = "news" if kind == "forum" else "forum"
    print(f"{starts[0]} is crawled as a {kind} site; --{other} says otherwise.", file=sys.stderr)
    return kind


def settings_of(args: argparse.Namespace) -> Settings:
    """What the crawl is set to: the project's settings, where there is one, then the command's. Raises ValueError."""
    from scrapy.settings import Settings
    from scrapy.utils.project import get_project_settings, inside_project

    from newsbody.crawl.hooks.pipelines import REACTOR
    from newsbody.crawl.queue.worker_settings import worker_settings
    from newsbody.page.sites import split_login

    settings = get_project_settings() if inside_project() else Settings()
    said: dict[str, Any] = {"LOG_LEVEL": "INFO" if args.verbose else "WARNING"}
    if args.output:
        said["FEEDS"] = _feed(args.output, overwrite=bool(args.overwrite), job=bool(args.job))
    if args.job and args.redis:
        raise ValueError("--job and --redis: a queue in Redis goes on by itself; leave out --job")
    if args.job:
        said["JOBDIR"] = args.job
    if args.redis:
        said |= worker_settings(args.redis)
        print(f"This worker shares its queue, and what it learns, in {split_login(args.redis)[0]}.", file=sys.stderr)
    # The process is the command's own, whatever reactor a project runs its others on.
    settings.setdict(said | _settings(args.set) | {"TWISTED_REACTOR": REACTOR}, priority="cmdline")
    return settings


def _tells_in_the_log(args: argparse.Namespace) -> bool:
    """Does the log say how it goes? A terminal has a line for it; who names a level gets Scrapy's words as well."""
    return not (args.verbose or sys.stderr.isatty() or any(pair.startswith("LOG_LEVEL=") for pair in args.set))


def _feed(path: Path, *, overwrite: bool, job: bool) -> Mapping[str, Any]:
    form = _FORMATS.get(path.suffix.lower())
    if form is None:
        raise ValueError(f"-o {path}: name a file that ends in one of {', '.join(_FORMATS)}")
    if job and form in _WHOLE:
        raise ValueError(f"-o {path}: what goes on after a stop adds to its file; name a .jsonl or a .csv")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            is_there = file.tell() > 0
    except OSError as error:
        raise ValueError(f"-o {path} cannot be written to ({error}): name another file") from error
    if is_there and form != "jsonlines" and not (overwrite or job):
        raise ValueError(f"-o {path} is there already: --overwrite writes over it, a .jsonl is added to")
    return {str(path): {"format": form, "overwrite": overwrite}}


def _settings(pairs: list[str]) -> dict[str, str]:
    for pair in pairs:
        if not re.match(r"[A-Z][A-Z0-9_]*=", pair):
            raise ValueError(f"-s {pair}: write it as -s NAME=VALUE")
    return dict(pair.partition("=")[::2] for pair in pairs)


def _show(crawler: Crawler, files: Mapping[str, int]) -> int:
    """Say what the crawl gave, and in which files it stands."""
    from newsbody.crawl.hooks.summary import table

    assert crawler.stats is not None
    stats = crawler.stats.get_stats()
    print("\n".join(table(stats)))
    for name, items in files.items():
        print(f"{name}: {items:,} {'item' if items == 1 else 'items'}")
    return 0 if stats.get("item_scraped_count") or stats.get("newsbody/pages_met") else 1
