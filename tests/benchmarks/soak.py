"""Many hosts crawled by several workers while everything goes wrong: is an article lost, does memory grow?

    python -m tests.benchmarks.soak [--hosts 1000] [--workers 2] [--minutes 30] [--every 60] [--seed 0] [--folder F]

A proxy on 127.0.0.1 answers for made-up hosts: a third of them with three pages, the others with 62 (on a quiet
machine that takes half an hour); some answers are 503, cut off, late, hostile, or redirects to this machine. Every so
many seconds a worker is killed (another takes its place), Redis goes away and comes back, or a worker's files may not
grow for a while, as if its disk were full. After ``--minutes`` nothing more goes wrong, and the crawl ends by itself.
Exit status 0 when every article was given, and each worker's memory stayed within a fifth.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import ClassVar

from tests.article_pages import SENTENCES, SENTENCES_ZH
from tests.hostile_pages import CASES
from tests.redis_server import RedisServer

ROOT = Path(__file__).parents[2]
SMALL, LARGE = 2, 60
#: Seconds that Redis is away, and that a disk is full.
AWAY, FULL = 3.0, 15.0
#: Seconds without a sign of life after which a worker has ended; a disk that is full keeps one silent.
LEASE = 20
#: Seconds between two looks at the workers' memory, and processor seconds after which a worker has all that it keeps
#: (a starved one was still loading its modules after a minute and a half).
LOOK, WARM = 5.0, 30.0
#: How much larger than in the middle of its life a worker may be.
MAX_GROWTH = 1.2
#: Bytes of a hostile page.
HOSTILE_BYTES = 30_000
#: Share of addresses that are answered wrongly the first time, in hundredths: 503, cut off, late.
FAULTS = (("503", 4), ("cut", 8), ("late", 10))
#: What happens in turn to workers, Redis and disks: methods of :class:`Soak`.
FAULTS_OF_MACHINES = ("kill", "restart_redis", "fill_disk")


def articles(host: int) -> list[str]:
    """The paths of the articles of a host."""
    return [f"/2026/town/{1000 * host + number}.html" for number in range(SMALL if host % 3 == 0 else LARGE)]


def url(host: int, path: str) -> str:
    return f"http://h{host}.test{path}"


def token(host: int, path: str) -> str:
    """What only this article says."""
    return f"note {zlib.crc32(url(host, path).encode())} of the archive"


def page(host: int, path: str) -> str | None:
    """A page of a host; None for one that is not there."""
    titles = {one: f"What was said on day {one[-9:-5]} in the town" for one in articles(host)}
    links = "".join(f"<li><a href='{one}'>{title}</a></li>" for one, title in titles.items())
    frame = (
        "<html><head><title>{0}</title></head><body><div class='nav'><a href='/'>Home</a></div>{1}"
        f"<ul class='list-{host % 5}'>{links}</ul><a href='/hostile/{host}'>More</a> <a href='/away'>Away</a>"
        "<div class='foot'>All rights reserved</div></body></html>"
    )
    if path == "/":
        return frame.format("Town news", "")
    if path == f"/hostile/{host}":
        return list(CASES.values())[host % len(CASES)](HOSTILE_BYTES)
    if path not in articles(host):
        return None
    draw = random.Random(url(host, path))
    told = [" ".join(_sentence(draw, chinese=host % 2 == 1) for _ in range(4)) for _ in range(4)]
    told[2] += f" Whoever looks for {token(host, path)} finds it here, and nowhere else."
    text = "".join(f"<p>{paragraph}</p>" for paragraph in told)
    body = f"<h1>Day {path[-9:-5]}</h1><div class='text-{host % 7}'>{text}</div>"
    return frame.format(f"Day {path[-9:-5]}", body)


def _sentence(draw: random.Random, *, chinese: bool) -> str:
    """Like no other."""
    if chinese:
        return "".join(draw.choices("".join(SENTENCES_ZH), k=24)) + "。"
    return " ".join(draw.choices(" ".join(SENTENCES).lower().replace(".", "").split(), k=14)).capitalize() + "."


class Handler(BaseHTTPRequestHandler):
    """A proxy that knows the hosts by heart."""

    asked: ClassVar[Counter[str]] = Counter()
    #: Address -> when it was asked for, and what was answered.
    answered: ClassVar[dict[str, list[str]]] = defaultdict(list)

    def do_GET(self) -> None:
        host, _, path = self.path.removeprefix("http://h").partition(".test")
        self.asked[self.path] += 1
        fault = self._fault() if self.asked[self.path] == 1 else ""
        self.answered[self.path].append(f"{time.strftime('%T')} {fault or 'whole'}")
        text = page(int(host), path or "/") if host.isdecimal() else None
        if path == "/away":
            return self._answer(302, "", {"Location": "http://127.0.0.1:9/"})
        if fault == "late":
            time.sleep(2)
        if text is None or fault == "503":
            return self._answer(404 if text is None else 503, "<p>Not now.</p>")
        return self._answer(200, text, cut=fault == "cut")

    def _fault(self) -> str:
        place = zlib.crc32(self.path.encode()) % 100
        return next((name for name, below in FAULTS if place < below), "")

    def _answer(self, status: int, text: str, headers: Mapping[str, str] | None = None, *, cut: bool = False) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        with suppress(ConnectionError):  # of a worker that was killed
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if cut else body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the screen."""


@contextmanager
def serve() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@dataclass
class Worker:
    """``sizes``: (processor seconds of its life, megabytes)."""

    process: subprocess.Popen[bytes]
    folder: Path
    sizes: list[tuple[float, float]] = field(default_factory=list)

    def look(self) -> None:
        """Note how large it is."""
        told = Path(f"/proc/{self.process.pid}")
        pages = int((told / "statm").read_text().split()[1])
        user, system = (told / "stat").read_text().rpartition(")")[2].split()[11:13]
        spent = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        self.sizes.append((spent, pages * os.sysconf("SC_PAGESIZE") / 1e6))

    @property
    def warm(self) -> list[float]:
        """Its sizes since it has all that it keeps, in megabytes."""
        return [size for spent, size in self.sizes if spent > WARM]

    @property
    def growth(self) -> float | None:
        """The last sizes over those in the middle of its life; None for one that did not live long."""
        warm = self.warm
        return median(warm[-5:]) / median(warm[: max(5, len(warm) // 3)]) if len(warm) >= 15 else None


class Soak:
    """The workers, and what happens to them."""

    def __init__(self, folder: Path, server: RedisServer, proxy: str, draw: random.Random) -> None:
        self._folder, self._server, self._proxy, self._draw = folder, server, proxy, draw
        self.workers: list[Worker] = []
        self.happened: Counter[str] = Counter()

    def start(self) -> None:
        """One more worker."""
        folder = self._folder / f"worker{len(self.workers)}"
        folder.mkdir()
        words = [
            sys.executable, "-m", "scrapy", "crawl", "news", "-a", f"urls={self._folder / 'hosts.txt'}",
            "-a", "out=out", "-a", "sources=0", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "LOG_LEVEL=INFO",
            "-s", f"NEWSBODY_LEASE={LEASE}", "-s", "ROBOTSTXT_OBEY=0",
        ]  # fmt: skip
        env = {
            **os.environ, "SCRAPY_SETTINGS_MODULE": "settings.redis", "REDIS_URL": self._server.address,
            "http_proxy": self._proxy, "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        with (folder / "log").open("wb") as log:
            self.workers.append(Worker(subprocess.Popen(words, cwd=folder, env=env, stdout=log, stderr=log), folder))

    @property
    def alive(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.process.poll() is None]

    def kill(self) -> None:
        """A worker is gone, and another takes its place."""
        worker = self._draw.choice(self.alive)
        worker.process.kill()
        worker.process.wait()
        self.start()

    def restart_redis(self) -> None:
        """Redis is away for a while."""
        self._server.stop()
        time.sleep(AWAY)
        self._server.start()

    def fill_disk(self) -> None:
        """The files of a worker cannot grow for a while."""
        worker = self._draw.choice(self.alive)
        sizes = [file.stat().st_size for file in (worker.folder / "out").glob("*")]
        before = resource.prlimit(worker.process.pid, resource.RLIMIT_FSIZE, (max(sizes, default=0) + 500, -1))
        time.sleep(FULL)
        if worker.process.poll() is None:
            resource.prlimit(worker.process.pid, resource.RLIMIT_FSIZE, before)

    def run(self, workers: int, seconds: float, every: float, faults: Sequence[str]) -> None:
        """Until no worker is left, which is when the queue is empty."""
        for _ in range(workers):
            self.start()
        began = happened = time.monotonic()
        ways = [getattr(self, name) for name in faults]
        while alive := self.alive:
            time.sleep(LOOK)
            for worker in alive:
                if worker.process.poll() is None:
                    worker.look()
            now = time.monotonic()
            if self.alive and now - happened > every and now - began < seconds:
                way = ways[self.happened.total() % len(ways)]
                self.happened[way.__name__] += 1
                way()
                happened = time.monotonic()
                print(f"{now - began:5.0f} s: {way.__name__}; {self.given} articles so far", flush=True)

    @property
    def given(self) -> int:
        """How many rows there are."""
        return sum(file.read_bytes().count(b"\n") for file in self._feeds())

    def rows(self) -> dict[str, list[str]]:
        """Address -> the bodies that were given of it."""
        found: dict[str, list[str]] = defaultdict(list)
        for file in self._feeds():
            # A worker that is killed may leave half a row.
            for row in map(json.loads, file.read_text("utf8").split("\n")[:-1]):
                found[row["url"]].append(row["articleBody"])
        return found

    def _feeds(self) -> list[Path]:
        return sorted(self._folder.glob("worker*/out/articles.jsonl"))

    def tracebacks(self) -> int:
        return sum((worker.folder / "log").read_text("utf8", "replace").count("Traceback") for worker in self.workers)


def main(argv: Sequence[str] | None = None) -> int:
    """Crawl and count; 1 when anything is missing or grew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hosts", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--every", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--faults", nargs="+", choices=FAULTS_OF_MACHINES, default=FAULTS_OF_MACHINES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="where logs and feeds are kept; else they are removed")
    args = parser.parse_args(argv)
    with _folder(args.folder) as folder, serve() as proxy:
        (folder / "hosts.txt").write_text("".join(f"{url(host, '/')}\n" for host in range(args.hosts)))
        (folder / "redis").mkdir()
        server = RedisServer(folder / "redis")
        server.start()
        soak = Soak(folder, server, proxy, random.Random(args.seed))
        try:
            soak.run(args.workers, 60 * args.minutes, args.every, args.faults)
        finally:
            for worker in soak.alive:
                worker.process.send_signal(signal.SIGKILL)
            server.stop()
        return _report(soak, args.hosts)


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True)
        yield kept
        return
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def _report(soak: Soak, hosts: int) -> int:
    found = soak.rows()
    expected = {url(host, path): token(host, path) for host in range(hosts) for path in articles(host)}
    missing = sorted(address for address in expected if address not in found)
    wrong = sorted(a for a, said in expected.items() if a in found and not all(said in body for body in found[a]))
    others = sorted(address for address in found if address not in expected and "/hostile/" not in address)
    twice = sum(len(bodies) > 1 for bodies in found.values())
    unlike = sum(len(set(bodies)) > 1 for bodies in found.values())
    growths = [round(worker.growth, 2) for worker in soak.workers if worker.growth is not None]
    largest = max((size for worker in soak.workers for _, size in worker.sizes), default=0)
    print(f"{hosts} hosts, {len(soak.workers)} workers, {dict(soak.happened)}, {soak.tracebacks()} tracebacks in logs")
    print(
        f"{len(expected)} articles: {len(missing)} missing {missing[:3]}, {len(wrong)} without their text {wrong[:3]}"
    )
    for address in missing:
        print(f"{address} was asked for: {', '.join(Handler.answered[address]) or 'never'}")
    statuses = Counter(worker.process.returncode for worker in soak.workers)
    print(f"given twice {twice}, of these not the same {unlike}; no articles {others[:3]}; statuses {dict(statuses)}")
    given_up = sum((w.folder / "log").read_text("utf8", "replace").count("is given up") for w in soak.workers)
    print(f"requests given up {given_up}")
    print(f"memory: growth of workers that lived long {growths}, the largest {largest:.0f} MB")
    if growths:
        warm = max(soak.workers, key=lambda worker: worker.growth or 0).warm
        print(f"the one that grew most, over its life: {[round(size) for size in warm[:: max(1, len(warm) // 20)]]} MB")
    return int(bool(missing or wrong or any(growth > MAX_GROWTH for growth in growths)))


if __name__ == "__main__":
    sys.exit(main())
