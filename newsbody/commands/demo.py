"""``newsbody demo``: crawls a news site and a forum of our own writing, served on this machine."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from newsbody.demo import forum_pages, news_pages, serve

HELP = "crawl a small news site and a small forum served on 127.0.0.1, and show what was learned"
#: Characters of a body that are shown.
SHOWN = 60
#: Parts of a rule that are shown.
SHOWN_PARTS = ("body", "post", "author", "time", "position", "quotes", "leave_out")
#: Items shown of a feed.
SHOWN_ITEMS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("newsbody-demo"),
        metavar="FOLDER",
        help="where to write (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0 when both crawls gave items, else 1."""
    args.out.mkdir(parents=True, exist_ok=True)
    profiles = args.out / "profiles.sqlite3"
    profiles.unlink(missing_ok=True)  # the demonstration begins with nothing learned
    with ExitStack() as servers:
        news = servers.enter_context(serve(news_pages()))[0]
        forum = servers.enter_context(serve(forum_pages()))[0]
        print(f"Crawling a news site at {news} and a forum at {forum} …", flush=True)
        _crawl(news, forum, args.out, profiles)
    print("\nWhat was learned:")
    for line in _learned(profiles):
        print(f"  {line}")
    found = [_show(path) for path in sorted(args.out.glob("*.jsonl"))]
    print(
        "\nWritten:", ", ".join(str(path) for path in sorted(args.out.iterdir()) if path.suffix in (".jsonl", ".csv"))
    )
    if not found or not all(found):
        print("newsbody demo: a crawl gave no items; run it again with its log on the screen.", file=sys.stderr)
        return 1
    return 0


def _crawl(news: str, forum: str, out: Path, profiles: Path) -> None:
    # Scrapy is loaded only here: the other commands do without it.
    from scrapy.crawler import CrawlerProcess

    from newsbody.crawl.spiders.forum import ForumSpider
    from newsbody.crawl.spiders.news import NewsSpider

    process = CrawlerProcess(
        {
            "LOG_LEVEL": "WARNING",
            "NEWSBODY_PROFILES": str(profiles),
            # A crawl of one's own machine need not be polite.
            "AUTOTHROTTLE_ENABLED": False,
            # Nobody looks into a crawl of seconds, and where its ports are taken it shows a traceback.
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(NewsSpider, url=f"{news}/", out=str(out), overwrite="1")
    process.crawl(ForumSpider, url=f"{forum}/", out=str(out), overwrite="1")
    process.start()


def _learned(profiles: Path) -> Iterator[str]:
    from newsbody.rules.rule import Rule
    from newsbody.stores import open_store
    from newsbody.urls.resolver import Resolver

    store = open_store(str(profiles))
    for host in store.hosts():
        profile = store.load(host)
        if profile is None:
            continue
        if profile.resolver:
            yield f"{host}  topic pages are {Resolver.from_dict(profile.resolver.value).to_regex()}"
        for kind, entry in profile.rules.items():
            parts = Rule.from_dict(entry.value).to_dict()
            yield f"{host}  {kind} rule, learned from {entry.evidence} pages:"
            for part in (name for name in SHOWN_PARTS if name in parts):
                yield f"    {part}: {parts[part] if isinstance(parts[part], str) else ', '.join(parts[part])}"
    store.close()


def _show(path: Path) -> int:
    """Print the first items of a feed; returns how many it holds."""
    items = [json.loads(line) for line in path.read_text("utf8").splitlines()]
    print(f"\n{path.name}: {len(items)} items")
    for item in items[:SHOWN_ITEMS]:
        print(f"  {_line(item)}")
    return len(items)


def _line(item: dict[str, Any]) -> str:
    if "posts" in item:
        return f"{item['headline']}: {len(item['posts'])} posts"
    text = (item.get("articleBody") or item.get("text") or "").replace("\n", " ")
    author: dict[str, str] = item.get("author") or next(iter(item.get("authors") or ()), {})
    about = [item.get("position"), author.get("name"), item.get("datePublished"), item.get("headline")]
    return " | ".join([*(str(part) for part in about if part), text[:SHOWN] + ("…" if len(text) > SHOWN else "")])
