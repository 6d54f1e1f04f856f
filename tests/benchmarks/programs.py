"""Pages of known forum programs, imitated from memory of their markup: crawled whole, with the database as the truth.

    python -m tests.benchmarks.programs [NAME ...] [--seed N] [--new] [--out FOLDER]

One line a program: posts of the truth, found once, exact among them, with author, position and headline, rows that are
no post; with ``--new`` what a second crawl finds of the posts that were written since.
"""

from __future__ import annotations

import argparse
import http.server
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import tests.programs
from tests.programs.forum import Forum, Post, Redirect, Thread

Answer = Callable[[Forum, str, dict[str, str]], "str | None"]
Order = Callable[[Thread], list[Post]]
SETTINGS = ("AUTOTHROTTLE_ENABLED=False", "DOWNLOAD_DELAY=0", "CONCURRENT_REQUESTS_PER_DOMAIN=8")


def serve(answer: Answer, forum: Forum, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of the forum on 127.0.0.1 in a thread of its own."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            url = urlsplit(self.path)
            page = answer(forum, unquote(url.path), dict(parse_qsl(url.query, keep_blank_values=True)))
            moved = isinstance(page, Redirect)
            body = b"" if moved else (page or "<title>404</title>Not found").encode()
            self.send_response(301 if moved else 200 if page else 404)
            if page is not None and moved:
                self.send_header("Location", page)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def crawl(url: str, out: Path, *more: str) -> list[dict[str, Any]]:
    """The posts that a crawl of the forum gives."""
    own = f"NEWSBODY_PROFILES={out.parent / 'profiles.sqlite3'}"  # another program may have had the port
    settings = [word for setting in (*SETTINGS, own) for word in ("-s", setting)]
    command = [sys.executable, "-m", "newsbody", "crawl", url, "--forum", "--out", str(out), *settings, *more]
    before = set(out.glob("*posts.jsonl"))
    with (out.parent / f"{out.name}.log").open("a") as log:
        subprocess.run(command, stdout=log, stderr=log, check=True, timeout=900)
    written = sorted(set(out.glob("*posts.jsonl")) - before)
    return [json.loads(line) for line in written[-1].read_text("utf8").splitlines()] if written else []


def compare(
    forum: Forum, posts: list[dict[str, Any]], phase: int, log: Callable[[str], object], order: Order
) -> Counter[str]:
    """Counts of what was found of the posts of a phase; what was not is logged."""
    places = {post.number: place for thread in forum.threads for place, post in enumerate(order(thread), 1)}
    wanted = [post for post in forum.posts.values() if post.phase == phase]
    by_text, by_id = defaultdict(list), {str(post.number): post for post in wanted}
    for post in wanted:
        by_text[_squeezed(post.text)].append(post)
    counts, found = Counter(truth=len(wanted)), defaultdict(list)
    for row in posts:
        same = by_text[_squeezed(row["text"])]
        said = [post for post in same if _squeezed(row.get("headline")) == _squeezed(post.thread.title)] or same
        said = [post for post in said if row.get("position") == places[post.number]] or said
        ids = [by_id[number] for number in re.findall(r"\d+", str(row.get("postId"))) if number in by_id]
        said = [post for post in said if post in ids] or said  # "Thanks!" stands twice in some threads
        begins = [
            post for post in wanted if len(post.lines[0]) > 9 and _squeezed(post.lines[0]) in _squeezed(row["text"])
        ]
        if match := next(iter(said or ids or begins), None):
            found[match.number].append(row)
        else:
            counts["strays"] += 1
            log(f"stray {row['url']} {row['text'][:90]!r}")
    for post in wanted:
        rows = found[post.number]
        if not rows:
            log(f"missing {post.thread.number} {post.thread.title} #{post.place} {post.number} {post.text[:90]!r}")
            continue
        row, author = rows[0], rows[0].get("author")
        counts["once"] += len(rows) == 1
        fields = {
            "once": (len(rows), 1),
            "exact": (_squeezed(row["text"]), _squeezed(post.text)),
            "author": (author.get("name") if isinstance(author, dict) else author, post.name),
            "position": (row.get("position"), places[post.number]),
            "headline": (_squeezed(row.get("headline")), _squeezed(post.thread.title)),
            "minute": ((row.get("datePublished") or "")[:16], post.when.isoformat()[:16]),
        }
        for name, (given, true) in fields.items():
            counts[name] += given == true and name != "once"
            if given != true:
                log(f"{name} {[row['url'] for row in rows]} {given!r} <> {true!r}")
    return counts


def _squeezed(text: str | None) -> str:
    return re.sub(r"\s+", "", text or "")


def measure(name: str, out: Path, *, seed: int, new: bool) -> str:
    """The line of a program."""
    program = importlib.import_module(f"tests.programs.{name}")
    answer: Answer = program.answer
    order: Order = getattr(program, "order", attrgetter("posts"))  # of answers below what they answer another
    forum, folder = Forum(seed), out / name
    folder.mkdir(parents=True, exist_ok=True)
    server = serve(answer, forum)
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    with (folder / "missed.txt").open("w", encoding="utf8") as missed:
        counts = compare(forum, crawl(url, folder / "crawl"), 1, lambda line: missed.write(line + "\n"), order)
        server.shutdown()
        server.server_close()
        line = f"{name}: {_told(counts)}"
        if new:
            later = Forum(seed, phase=2)
            server = serve(answer, later, server.server_address[1])
            rows = crawl(url, folder / "crawl", "--new")
            line += "; new: " + _told(compare(later, rows, 2, lambda line: missed.write(f"new {line}\n"), order))
            server.shutdown()
            server.server_close()
    return line


def _told(counts: Counter[str]) -> str:
    names = ("truth", "once", "exact", "author", "position", "headline", "minute", "strays")
    return " ".join(f"{name} {counts[name]}" for name in names)


def main() -> None:
    every = [module.name for module in pkgutil.iter_modules(tests.programs.__path__) if module.name != "forum"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(every)}")
    parser.add_argument("--seed", type=int, default=5, help="of the forum (default 5)")
    parser.add_argument("--new", action="store_true", help="crawl again after the second phase")
    parser.add_argument("--out", type=Path, help="folder for what the crawls write")
    arguments = parser.parse_args()
    out = arguments.out or Path(tempfile.mkdtemp(prefix="programs."))
    for name in arguments.names or every:
        print(measure(name, out, seed=arguments.seed, new=arguments.new), flush=True)
    print(f"what was missed: {out}/NAME/missed.txt")


if __name__ == "__main__":
    main()
