"""A server that misbehaves in sixty ways among three hundred good pages: each of these is given, in any order."""

from __future__ import annotations

import gzip
import json
import random
import socketserver
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.article_pages import article

GOOD = 300
#: Seconds that a page may take, and the whole crawl.
PATIENCE, TIMEOUT = 3, 560
STORY = article(9_999)[0].encode()
BOMB = gzip.compress(b"<p>" + b"a" * 60_000_000)
HTML = b"Content-Type: text/html\r\n"


def said(body: bytes = STORY, head: bytes = HTML, status: bytes = b"200 OK", *, length: bool = True) -> bytes:
    size = b"Content-Length: %d\r\n" % len(body) if length else b""
    return b"HTTP/1.1 " + status + b"\r\n" + head + size + b"Connection: close\r\n\r\n" + body


def packed(name: str, body: bytes) -> bytes:
    return said(body, HTML + b"Content-Encoding: " + name.encode() + b"\r\n")


def moved(where: bytes, status: bytes = b"302 Found") -> bytes:
    return said(b"", HTML + b"Location: " + where + b"\r\n", status)


def page(head: str = "", body: str = "") -> bytes:
    return said(
        f"<html><head><title>Odd</title>{head}</head><body>{body}</body></html>".encode("utf-8", "surrogatepass")
    )


#: What is sent by path; a number among the pieces is a pause of so many seconds.
BAD: Mapping[str, list[bytes | float]] = {
    # No answer, or none of HTTP.
    "closed": [],
    "silent": [60.0],
    "cut head": [b"HTTP/1.1 200 OK\r\nContent-"],
    "no head": [STORY],
    "noise": [bytes(range(256)) * 9],
    "old": [b"HTTP/0.9 200\r\n\r\n" + STORY],
    "future": [b"HTTP/9.9 200 OK\r\n\r\n" + STORY],
    "status": [said(status=b"999 Odd")],
    "no status": [said(status=b"")],
    "negative": [said(status=b"-1 X")],
    "teapot": [said(status=b"418 Teapot")],
    "continue": [b"HTTP/1.1 100 Continue\r\n\r\n" * 50 + said()],
    "no content": [said(status=b"204 No Content")],
    "reset": [said(status=b"205 Reset Content")],
    "range": [said(status=b"206 Partial Content")],
    "down": [said(status=b"503 Down")],
    "busy": [said(head=HTML + b"Retry-After: 99999999999\r\n", status=b"429 Busy")],
    "auth": [said(status=b"401 No")],
    # Lengths and pieces that are none.
    "short": [said()[:-500]],
    "long": [said() + b"more" * 999],
    "no length": [said(length=False)],
    "two lengths": [said(head=HTML + b"Content-Length: 5\r\n")],
    "odd length": [said(head=HTML + b"Content-Length: many\r\n", length=False)],
    "huge length": [said(head=HTML + b"Content-Length: 99999999999999999999\r\n", length=False)],
    "minus length": [said(head=HTML + b"Content-Length: -7\r\n", length=False)],
    "bad chunk": [said(b"zz\r\n" + STORY, HTML + b"Transfer-Encoding: chunked\r\n", length=False)],
    "huge chunk": [said(b"ffffffffffffffff\r\n" + STORY, HTML + b"Transfer-Encoding: chunked\r\n", length=False)],
    "cut chunk": [said(b"ffff\r\n" + STORY[:99], HTML + b"Transfer-Encoding: chunked\r\n", length=False)],
    "drops": [said(STORY[:50])[:-20], 0.5, b"a", 30.0],
    # Packed, or not.
    "no gzip": [packed("gzip", STORY)],
    "cut gzip": [packed("gzip", gzip.compress(STORY)[:-40])],
    "bomb": [packed("gzip", BOMB)],
    "bombs": [packed("gzip, gzip", gzip.compress(BOMB))],
    "no br": [packed("br", STORY)],
    "no zstd": [packed("zstd", STORY)],
    "deflate": [packed("deflate", zlib.compress(STORY)[2:])],
    "rot13": [packed("rot13", STORY)],
    "empty gzip": [packed("gzip", b"")],
    # Heads.
    "long head": [said(head=HTML + b"X: " + b"a" * 300_000 + b"\r\n")],
    "many heads": [said(head=HTML + b"X: a\r\n" * 20_000)],
    "odd head": [said(head=HTML + b"\xff\xfe: \x00\r\nno colon\r\n: \r\n")],
    "cookies": [said(head=HTML + b"Set-Cookie: \xff=;;=\x01\r\n" * 500)],
    "no type": [said(head=b"")],
    "type": [said(head=b"Content-Type: ;;charset=\xff\r\n")],
    "picture": [said(head=b"Content-Type: image/png\r\n")],
    "charset": [said(head=b"Content-Type: text/html; charset=rot13\r\n")],
    "date": [said(head=HTML + b"Date: 99 Foo 99999 99:99:99\r\n")],
    # Where else to go.
    "to itself": [moved(b"/bad/to%20itself")],
    "nowhere": [moved(b"")],
    "bad port": [moved(b"http://127.0.0.1:99999/")],
    "bracket": [moved(b"http://[bad/")],
    "bytes": [moved(b"/\xff\xfe\x80")],
    "script": [moved(b"javascript:alert(1)")],
    "to a file": [moved(b"file:///etc/passwd")],
    "abroad": [moved(b"http://127.0.0.2:9/")],
    "refresh": [page('<meta http-equiv=refresh content="0">')],
    "bad refresh": [page('<meta http-equiv=refresh content="0;url=http://[x">')],
    "bad base": [page('<base href="http://[x">', "<a href=/n/1.html>x</a>")],
    # Pages.
    "deep": [page(body="<div>" * 60_000)],
    "nul": [said(b"\0" * 99_999)],
    "wide": [said(STORY.decode().encode("utf-16"))],
    "links": [page(body="".join(f"<a href='http://x{n}.test:{n}99999/'>x</a>" for n in range(3000)))],
    "xml": [page(body="<![CDATA[" * 9999)],
}


class Site(socketserver.ThreadingTCPServer):
    daemon_threads, allow_reuse_address, request_queue_size = True, True, 100


@contextmanager
def serving(answer: Callable[[str], list[bytes | float]]) -> Iterator[str]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            path = self.rfile.readline(9999).split()[1:2]
            while self.rfile.readline(9999).strip():
                pass
            with suppress(ConnectionError):  # the crawl has heard enough
                for piece in answer(path[0].decode() if path else ""):
                    time.sleep(piece) if isinstance(piece, float) else self.wfile.write(piece)

    with Site(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_good_page_is_given(seed: int, tmp_path: Path) -> None:
    assert len(BAD) >= 60
    names = {f"/bad/{name.replace(' ', '%20')}": pieces for name, pieces in BAD.items()}
    paths = [f"/n/{number}.html" for number in range(GOOD)]
    mixed = [*paths, *names]
    random.Random(seed).shuffle(mixed)
    front = "<title>News</title><ul>" + "".join(f'<li><a href="{path}">Story about {path}</a>' for path in mixed)

    def answer(path: str) -> list[bytes | float]:
        if path in names:
            return names[path]
        if path == "/":
            return [said(front.encode())]
        if path in paths:
            return [said(article(paths.index(path))[0].encode())]
        return [said(b"gone", status=b"404 Not Found")]

    with serving(answer) as site:
        options = {
            "DOWNLOAD_TIMEOUT": PATIENCE, "RETRY_ENABLED": False, "DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": False,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "NEWSBODY_PROFILES": tmp_path / "profiles.sqlite3",
        }  # fmt: skip
        command = [sys.executable, "-m", "newsbody", "crawl", f"{site}/", "--news", "-o", str(tmp_path / "out.jsonl")]
        for name, value in options.items():
            command += ["-s", f"{name}={value}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf8").splitlines()]
    given = {row["url"].removeprefix(site) for row in rows}
    assert not set(paths) - given, done.stderr[-3000:]
    assert len(rows) == len(given)
