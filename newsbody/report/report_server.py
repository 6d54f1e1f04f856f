"""The report, served on this machine alone, so that a click in it can store a rule.

Only 127.0.0.1, under a path that nobody guesses; a page of another origin can neither read it nor post to it: the
path is secret, the Host header must be this server's, and what is posted must be JSON, which needs its consent.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: Bytes of a posted rule; no rule is longer.
MOST_POSTED = 100_000
#: What a path is known by.
TOKEN_BYTES = 16

#: Name of an action -> what it does with posted JSON. ValueError (and LookupError) say what is wrong.
Actions = Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]]


class ReportServer(ThreadingHTTPServer):
    """``render`` gives the page; it is asked each time, so that it shows what was stored."""

    daemon_threads = True

    def __init__(self, render: Callable[[str], str], actions: Actions, port: int = 0) -> None:
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.render, self.actions = render, actions
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away before its answer is no fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def address(self) -> str:
        return f"http://{self.host}/{self.token}/"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: ReportServer

    def do_GET(self) -> None:
        if self._is_welcome() == "":
            self._answer(200, "text/html; charset=utf-8", self.server.render(self.server.token))

    def do_POST(self) -> None:
        action = self._is_welcome()
        if action is None:
            return
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not (length.isascii() and length.isdecimal()):
            self._tell(415, {"error": "JSON is expected"})
            return
        if len(length) > len(str(MOST_POSTED)) or int(length) > MOST_POSTED:
            self._tell(413, {"error": f"at most {MOST_POSTED} bytes are expected"})
            return
        try:
            given = json.loads(self.rfile.read(int(length)))
            if action not in self.server.actions or not isinstance(given, dict):
                raise LookupError(f"there is no {action!r}")
            answer = self.server.actions[action](given)
        except (ValueError, LookupError, RecursionError) as error:
            self._tell(400, {"error": str(error)})
        else:
            self._tell(200, answer)

    def _is_welcome(self) -> str | None:
        """What is asked for below the secret path; None, and an answer is given, for everybody else."""
        _, token, *rest = self.path.split("/", 2) if "/" in self.path else ("", "")
        secret = secrets.compare_digest(token.encode(), self.server.token.encode())
        if not secret or self.headers.get("Host") != self.server.host or not rest:
            self._answer(404, "text/plain; charset=utf-8", "Not here.")
            return None
        return rest[0]

    def _tell(self, status: int, answer: dict[str, Any]) -> None:
        self._answer(status, "application/json", json.dumps(answer, ensure_ascii=False))

    def _answer(self, status: int, content_type: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody waits for a line for each request."""
