"""Crawls of saved sites through a serving proxy, measured against what is known of them.

    python -m tests.benchmarks.crawls SERVE_PY CORPUS [NAME ...]

``SERVE_PY`` serves folders of the corpus as an HTTP proxy (``SERVE_PY FOLDER --port N``);
``CORPUS`` is the unpacked corpus. Without names all crawls are made. Each is made by
``scrapy crawl`` in a fresh folder with nothing said but where to start; with ``--runs`` several
times, and it is printed how many items and rules differ, ``--jitter`` lets responses overtake
one another meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rapidfuzz.fuzz import ratio

from newsbody.rules.rule import Rule
from newsbody.stores import SqliteStore

ROOT = Path(__file__).parents[2]
#: A post counts as exported with its text when the two are this much alike (0 to 100).
ALIKE = 90.0
#: Of the gold of saved pages at least this share must be exported, the rest may be quotes and notes.
MIN_PART = 0.2
#: Texts shorter than this stand in several posts of a thread by chance (in characters).
SHORT = 30
#: What requests are spent on is looked at for so many from the start.
REQUESTS = 600
#: Seconds until a crawl is taken to hang.
TIMEOUT = 900

#: Options that take newsbody's part out of the choice of requests: breadth first, whatever is linked.
PLAIN = (
    '-sSPIDER_MIDDLEWARES={"newsbody.crawl.hooks.topic_middleware.TopicMiddleware": null}',
    '-sDOWNLOADER_MIDDLEWARES={"newsbody.crawl.hooks.once_middleware.OnceMiddleware": null}',
    "-sDEPTH_PRIORITY=1",
    f"-sCLOSESPIDER_PAGECOUNT={REQUESTS}",
)

#: Holds requests back for a random time each, see :class:`tests.benchmarks.jitter.Jitter`.
JITTER = ('-sDOWNLOADER_MIDDLEWARES={"tests.benchmarks.jitter.Jitter": 900}', "-sJITTER_SECONDS=%s")

Row = dict[str, Any]


@dataclass(frozen=True)
class Crawl:
    """One crawl: a folder of the corpus, a spider, and the start ("" for every saved page)."""

    name: str
    folder: str
    spider: str
    start: str = ""


CRAWLS = (
    Crawl("discuz", "served/discuz", "forum", "http://127.0.0.1:8101/forum.php"),
    Crawl("phpbb", "served/phpbb", "forum", "http://127.0.0.1:8102/index.php"),
    Crawl("talkop", "forums/forum_talkop", "forum"),
    Crawl("avalanches", "forums/forum_avalanches_phpbb2", "forum"),
    Crawl("chinanews", "unlabelled/zh_tt_chinanews_com", "news"),
)


def rows_of(path: Path) -> list[Row]:
    """The rows of a JSON lines file, none when there is no such file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return list(map(json.loads, lines))


@contextmanager
def proxy(serve: Path, folder: Path) -> Iterator[str]:
    """Serve a folder on a free port; gives the proxy's address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, serve, folder, "--port", str(port)], stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def run(crawl: Crawl, serve: Path, corpus: Path, work: Path, options: Sequence[str]) -> float:
    """Make the crawl in ``work``; returns how many seconds it took."""
    folder = corpus / crawl.folder
    start = crawl.start or " ".join(
        row["url"].replace("https://", "http://") for row in rows_of(folder / "gold.jsonl") if row.get("url")
    )
    with proxy(serve, folder) as address:
        environment = {
            **os.environ, "http_proxy": address, "SCRAPY_SETTINGS_MODULE": "settings.default",
            "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        began = time.monotonic()
        subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", crawl.spider, "-a", f"url={start}", *options,
             "-s", "LOG_FILE=crawl.log", "-s", "LOG_LEVEL=DEBUG"],
            cwd=work, env=environment, timeout=TIMEOUT, check=True,
        )  # fmt: skip
        return time.monotonic() - began


# --- measuring ----------------------------------------------------------------------------


def fold(text: str) -> str:
    """Without white space: gold and page break lines differently."""
    return "".join(text.split())


@dataclass
class PostFigures:
    """How the gold posts on saved pages were exported."""

    gold: int = 0
    exported: int = 0
    equal: int = 0
    once: int = 0
    author: int = 0
    minute: int = 0
    in_order: int = 0
    threads: int = 0

    def __str__(self) -> str:
        parts = (f"{name} {getattr(self, name) / max(1, self.gold):.3f}" for name in
                 ("exported", "once", "equal", "author", "minute"))  # fmt: skip
        return f"{self.gold} posts: {', '.join(parts)}; {self.in_order} of {self.threads} threads in order"


def _score(gold: str, found: str, *, exact: bool) -> float:
    """How alike two texts are, 0 to 100; where the gold is not exact, how much of what was found is in it."""
    text, other = fold(gold), fold(found)
    if not text:
        return 100.0 * (not other)
    if exact or len(other) < MIN_PART * len(text):
        return ratio(text, other, score_cutoff=ALIKE)
    lines = [fold(line) for line in found.splitlines()]
    return 100.0 * sum(len(line) for line in lines if line in text) / max(1, len(other))


def _best(post: Row, found: Sequence[Row], alike: float = ALIKE) -> Row | None:
    """The exported post with the text of a gold post, the one in its place when several have it."""
    floor = post.get("floor")
    scores = [_score(post["text"], other["text"], exact="text_full" in post) for other in found]
    best = max(scores, default=0.0)
    if best < alike:
        return None
    candidates = [other for other, score in zip(found, scores, strict=True) if score == best]
    return min(candidates, key=lambda other: other.get("position") != floor)


def measure_posts(gold: Sequence[Row], exported: Sequence[Row]) -> PostFigures:
    """Compare thread by thread. ``gold`` rows: {urls, posts}; posts of one thread are told apart by their text.

    The gold of saved pages (without ``text_full``) is all text of the body's element, with quotes and
    notes of the template: there it is enough that most of it is exported, and nothing else.
    """
    figures = PostFigures()
    by_url = {url: number for number, thread in enumerate(gold) for url in thread["urls"]}
    threads: dict[int, list[Row]] = defaultdict(list)
    for post in exported:
        if post["url"] in by_url:
            threads[by_url[post["url"]]].append(post)
    for number, thread in enumerate(gold):
        found = sorted(threads[number], key=lambda post: post.get("position") or 0)
        places = []
        for post in thread["posts"]:
            figures.gold += 1
            place = _best(post, found)
            if place is None:
                continue
            found.remove(place)
            places.append(place.get("position") or 0)
            figures.exported += 1
            figures.once += _best(post, found, 100.0) is None or len(fold(post["text"])) < SHORT
            figures.equal += fold(place["text"]) == fold(post["text"])
            figures.author += (place.get("author") or {}).get("name") == post.get("author")
            time_of = str(post.get("time") or "").replace(" ", "T")
            figures.minute += (place.get("datePublished") or "")[:16] == time_of[:16]
        figures.threads += 1
        figures.in_order += places == sorted(places)
    return figures


def served_gold(folder: Path) -> tuple[list[Row], set[str]]:
    """The threads of a served forum with the posts that stand on saved pages."""
    saved = {row["url"] for row in rows_of(folder / "index.jsonl") if row["status"] == 200 and row["kind"] == "thread"}
    threads = []
    for thread in rows_of(folder / "threads.jsonl"):
        posts = [post for post in thread["posts"] if thread["urls"][post["page"] - 1] in saved]
        if posts:
            threads.append({**thread, "posts": posts})
    return threads, saved


def saved_gold(folder: Path) -> list[Row]:
    """The saved thread pages of a forum, each a thread of its own."""
    rows = [row for row in rows_of(folder / "gold.jsonl") if row.get("kind") == "thread" and row.get("url")]
    return [{"urls": [row["url"].replace("https://", "http://")], "posts": row["posts"]} for row in rows]


def report_requests(folder: Path, log: Path, *, after: bool) -> None:
    """What the answered requests after learning (``after``: all) were spent on, by the corpus' own labels."""
    labels = {row["url"]: (row["kind"], row["subkind"]) for row in rows_of(folder / "index.jsonl")}
    seen, spent = Counter[str](), Counter[str]()
    requests = 0
    for line in log.open(encoding="utf-8", errors="replace"):
        after |= "learned topics" in line
        requests += "DEBUG: Crawled (" in line
        crawled = re.search(r"Crawled \(200\) <GET ([^>]+)>", line)
        if requests <= REQUESTS and crawled and after and not crawled[1].endswith("/robots.txt"):
            spent["/".join(labels.get(crawled[1], ("unknown", "unknown")))] += 1
            seen[crawled[1]] += 1
    useful = sum(n for kind, n in spent.items() if kind in ("thread/thread_first", "thread/thread_page", "list/list"))
    total = spent.total()
    share = useful / max(1, total)
    print(f"  first {REQUESTS} requests, answered 200 after learning: {total}, canonical topics and lists {share:.3f}")
    print(f"  {dict(spent.most_common())}; fetched twice: {sum(n > 1 for n in seen.values())}")


def learned(work: Path) -> dict[str, Any]:
    """What a crawl learned: resolvers, and rules without how many pages they were counted on."""
    store = SqliteStore(work / ".newsbody" / "profiles.sqlite3")
    profiles = {host: profile for host in store.hosts() if (profile := store.load(host))}
    store.close()
    rules = {
        f"{host} {kind}": Rule.from_dict(rule.value).without_evidence().to_dict()
        for host, profile in profiles.items()
        for kind, rule in profile.rules.items()
    }
    return rules | {host: profile.resolver.value for host, profile in profiles.items() if profile.resolver}


def report_differences(first: Path, second: Path) -> None:
    """How many items and rules of two crawls are not the same."""
    for name in ("posts", "threads", "articles"):
        one, other = (Counter(map(json.dumps, rows_of(work / "out" / f"{name}.jsonl"))) for work in (first, second))
        if one or other:
            print(f"  {name}: {one.total()} and {other.total()}; {(one - other).total()} only in the first run, "
                  f"{(other - one).total()} only in the other")  # fmt: skip
    before, after = learned(first), learned(second)
    differing = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    print(f"  rules and resolvers: {len(before)} and {len(after)}; differing: {differing or 'none'}")


def report(crawl: Crawl, corpus: Path, work: Path, seconds: float, *, plain: bool) -> None:
    """Print the figures of a crawl."""
    folder = corpus / crawl.folder
    stats = re.findall(r"'(newsbody/[^']+|item_scraped_count|response_received_count|log_count/\w+)': (\d+)",
                       (work / "crawl.log").read_text(encoding="utf-8", errors="replace"))  # fmt: skip
    print(f"{crawl.name}: {seconds:.0f} s; {', '.join(f'{name} {value}' for name, value in stats)}")
    store = SqliteStore(work / ".newsbody" / "profiles.sqlite3")
    for host in store.hosts():
        profile = store.load(host)
        for kind, rule in sorted(profile.rules.items()) if profile else ():
            print(f"  {host}: {kind} rule {rule.value['body']}, evidence {rule.evidence}")
    store.close()
    posts = rows_of(work / "out" / "posts.jsonl")
    if crawl.folder.startswith("served"):
        gold, _ = served_gold(folder)
        print(f"  {measure_posts(gold, posts)}")
        boards = defaultdict(list)
        for thread in gold:
            boards[thread["board"]].append(thread)
        for board, threads in sorted(boards.items()):
            figures = measure_posts(threads, posts)
            print(
                f"    {board}: exported {figures.exported / figures.gold:.3f}, equal {figures.equal / figures.gold:.3f}"
            )
        report_requests(folder, work / "crawl.log", after=plain)
    elif crawl.spider == "forum":
        print(f"  {measure_posts(saved_gold(folder), posts)}")
    else:
        bodies = {row["url"] for row in rows_of(work / "out" / "articles.jsonl") if row["articleBody"].strip()}
        saved = {row["url"].replace("https://", "http://") for row in rows_of(folder / "gold.jsonl") if row.get("url")}
        print(f"  {len(saved)} saved pages, {len(bodies & saved)} with a body; without: {sorted(saved - bodies)}")


def main() -> None:
    """Make the crawls and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("serve", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("names", nargs="*", default=[crawl.name for crawl in CRAWLS])
    parser.add_argument("--option", action="append", default=[], help="passed on to scrapy crawl, such as -sX=1")
    parser.add_argument("--keep", type=Path, help="folder for the output of the crawls; default a temporary one")
    parser.add_argument("--runs", type=int, default=1, help="make each crawl so many times and compare")
    parser.add_argument("--jitter", type=float, metavar="SECONDS", help="every response takes up to that much longer")
    parser.add_argument("--plain", action="store_true", help=f"{REQUESTS} pages without newsbody's choice of requests")
    args = parser.parse_args()
    options = [*args.option, *(PLAIN if args.plain else ())]
    options += [JITTER[0], JITTER[1] % args.jitter] if args.jitter else []
    for crawl in CRAWLS:
        if crawl.name in args.names:
            with tempfile.TemporaryDirectory() as temporary:
                works = [(args.keep or Path(temporary)) / f"{crawl.name}{n or ''}" for n in range(args.runs)]
                for work in works:
                    shutil.rmtree(work, ignore_errors=True)  # nothing learned before, no log of before
                    work.mkdir(parents=True)
                    seconds = run(crawl, args.serve, args.corpus, work, options)
                    report(crawl, args.corpus, work, seconds, plain=args.plain)
                for work in works[1:]:
                    report_differences(works[0], work)


if __name__ == "__main__":
    main()
