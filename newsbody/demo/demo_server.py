"""Serves pages held in memory on a free port of 127.0.0.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import unquote

#: Path with query -> HTML.
Pages = Mapping[str, str]


def _handler(pages: Pages, seen: list[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            seen.append(self.path)
            if self.path == "/robots.txt":
                return self._answer(200, "text/plain", "User-agent: *\nAllow: /\n")
            path = unquote(self.path)
            if path in pages:
                return self._answer(200, "text/html; charset=utf-8", pages[path])
            return self._answer(404, "text/html; charset=utf-8", "<title>404</title><p>Not here.</p>")

        def _answer(self, status: int, content_type: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the screen for the crawl's own log."""

    return Handler


@contextmanager
def serve(pages: Pages) -> Iterator[tuple[str, list[str]]]:
    """Serve while the context lasts; gives the base URL and the list of paths asked for so far."""
    seen: list[str] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(pages, seen)) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", seen
        finally:
            server.shutdown()
            thread.join()
