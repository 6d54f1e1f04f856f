"""Sites that change their templates, crawled era after era, against learning each era afresh.

    python -m tests.benchmarks.drift BIG9 [--keep FOLDER]

``BIG9`` is the labelled set of the same sites in several years; the year stands in the ids
(``…-05_…``). Its pages are served on 127.0.0.1 under addresses of their sites. Every era is one
``scrapy crawl news``: once with the profiles that the eras before left, once without any.
Shown is the 4-shingle F1 of the exported bodies by era and site.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from newsbody.evaluate.corpus import GoldPage, read_set
from newsbody.evaluate.metrics import score_page, summarise

ROOT = Path(__file__).parents[2]
#: Seconds until a crawl is taken to hang.
TIMEOUT = 900

Eras = dict[str, dict[str, GoldPage]]


def eras_of(pages: Sequence[GoldPage]) -> Eras:
    """The pages by era, then by the address they are served under."""
    eras: Eras = defaultdict(dict)
    for page in pages:
        year = re.search(r"-(\d\d)_", page.id)
        if year is None:
            raise ValueError(f"{page.id}: no year stands in this id.")
        eras[f"20{year[1]}"][f"http://{page.site}/{year[1]}/{page.id.strip('_')}.html"] = page
    return dict(sorted(eras.items()))


@contextmanager
def serving(pages: Mapping[str, GoldPage]) -> Iterator[str]:
    """An HTTP proxy that answers with the pages, and 404 to all else; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path)
            data = page.html if page else b""
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the crawl has a log of its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def crawl(pages: Mapping[str, GoldPage], work: Path, name: str, options: Sequence[str]) -> dict[str, str]:
    """The bodies of pages by address, as a crawl in ``work`` exports them; profiles stay there."""
    with serving(pages) as address:
        environment = {
            **os.environ, "http_proxy": address, "SCRAPY_SETTINGS_MODULE": "settings.default",
            "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        subprocess.run(
            [sys.executable, "-m", "scrapy", "crawl", "news", "-a", f"url={' '.join(pages)}",
             "-a", "depth=0",  # none of the links
             "-a", f"out={name}", "-s", f"LOG_FILE={name}.log", "-s", "AUTOTHROTTLE_ENABLED=False",
             "-s", "DOWNLOAD_DELAY=0", *options],
            cwd=work, env=environment, timeout=TIMEOUT, check=True,
        )  # fmt: skip
    exported = work / name / "articles.jsonl"
    lines = exported.read_text(encoding="utf-8").splitlines() if exported.exists() else []
    return {row["url"]: row["articleBody"] for row in map(json.loads, lines)}


def f1_by_site(pages: Mapping[str, GoldPage], bodies: Mapping[str, str]) -> dict[str, float]:
    """F1 over all pages ("all") and over those of each site; a page that was not exported has no body."""
    scores = defaultdict(list)
    for address, page in pages.items():
        score = score_page(page.text, bodies.get(address, ""), page.optional)
        for group in ("all", page.site):
            scores[group].append(score)
    return {group: summarise(found)["F1"] for group, found in sorted(scores.items())}


def measure(eras: Eras, work: Path, options: Sequence[str]) -> Iterator[tuple[str, dict[str, float], dict[str, float]]]:
    """Per era the F1 by site with the profiles of the eras before, and without any."""
    for era, pages in eras.items():
        (work / "drift").mkdir(parents=True, exist_ok=True)
        (work / f"afresh{era}").mkdir(parents=True)
        kept = crawl(pages, work / "drift", era, options)
        fresh = crawl(pages, work / f"afresh{era}", era, options)
        yield era, f1_by_site(pages, kept), f1_by_site(pages, fresh)


def main() -> None:
    """Make the crawls and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--option", action="append", default=[], help="passed on to scrapy crawl, such as -sX=1")
    parser.add_argument("--keep", type=Path, help="folder for the output of the crawls; default a temporary one")
    args = parser.parse_args()
    eras = eras_of(read_set(args.folder))
    with tempfile.TemporaryDirectory() as temporary:
        for era, kept, fresh in measure(eras, args.keep or Path(temporary), args.option):
            row = "  ".join(f"{group} {kept[group]:.4f} / {fresh[group]:.4f}" for group in kept)
            print(f"{era}: after the eras before / afresh: {row}", flush=True)


if __name__ == "__main__":
    main()
