"""What a request to the report may say wrong is answered, and nothing is printed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from newsbody.report.report_server import ReportServer


@pytest.fixture
def server() -> Iterator[ReportServer]:
    with ReportServer(lambda token: "<p>The report</p>", {"pin": lambda given: {"pinned": given["a"]}}) as made:
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def asked(server: ReportServer, head: str, body: bytes = b"") -> str:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.sendall(head.replace("TOKEN", server.token).encode() + b"\r\n\r\n" + body)
        connection.shutdown(socket.SHUT_WR)
        return connection.makefile("rb").read().decode()


JSON = "Host: {}\r\nContent-Type: application/json\r\nContent-Length: "


@pytest.mark.parametrize(
    ("head", "body", "status"),
    [
        ("GET /TOKEN/ HTTP/1.0\r\nHost: {}", b"", 200),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "8", b'{"a": 1}', 200),
        ("GET x HTTP/1.0", b"", 404),
        ("GET * HTTP/1.0", b"", 404),
        ("GET // HTTP/1.0", b"", 404),
        ("POST x HTTP/1.0", b"", 404),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + 5000 * "1", b"", 413),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "100001", b"", 413),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "٣", b"", 415),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "-5", b"", 415),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "99999", b"[" * 99_999, 400),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "9", b'{"b": 1}}', 400),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "3", b"\xff\xfe\xfd", 400),
        ("POST /TOKEN/pin HTTP/1.0\r\n" + JSON + "6000", b"1" * 6_000, 400),
    ],
)
def test_a_request(
    head: str, body: bytes, status: int, server: ReportServer, capfd: pytest.CaptureFixture[str]
) -> None:
    assert asked(server, head.replace("{}", server.host), body).split()[1] == str(status)
    assert capfd.readouterr().err == ""
