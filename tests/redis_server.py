"""A Redis of our own for tests: strings, scanning and optimistic transactions, over a real socket."""

from __future__ import annotations

import socket
import socketserver
from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatchcase
from threading import Lock, Thread
from typing import Any


class RedisServer:
    """Listens on a free port of 127.0.0.1; ``stop`` and ``start`` let it go away and come back."""

    def __init__(self) -> None:
        self.data: dict[bytes, bytes] = {}
        self.versions: dict[bytes, int] = {}
        self.lock = Lock()
        self.commands: list[bytes] = []
        #: Called with a key when a client has read it while watching it: another worker may write now.
        self.when_watched_read: Callable[[bytes], None] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._server: socketserver.ThreadingTCPServer | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        server = self

        class Handler(_Handler):
            redis = server

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._connections: list[socket.socket] = []
        self._server = Server(("127.0.0.1", self.port), Handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Go away, with all connections."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
            for connection in self._connections:
                with suppress(OSError):  # the client is gone already
                    connection.shutdown(socket.SHUT_RDWR)
            self._server = None

    def accepted(self, connection: socket.socket) -> None:
        self._connections.append(connection)

    def set(self, key: bytes, value: bytes) -> None:
        with self.lock:
            self.data[key] = value
            self.versions[key] = self.versions.get(key, 0) + 1


class _Handler(socketserver.StreamRequestHandler):
    redis: RedisServer

    def handle(self) -> None:
        self.redis.accepted(self.connection)
        self.watched: dict[bytes, int] = {}
        self.queued: list[list[bytes]] | None = None
        try:
            while command := self._read():
                self.redis.commands.append(command[0].upper())
                self.wfile.write(_encode(self._answer(command)))
        except (OSError, ValueError):
            return  # the server was stopped, or the client is gone

    def _read(self) -> list[bytes]:
        head = self.rfile.readline()
        if not head:
            return []
        parts = []
        for _ in range(int(head[1:])):
            size = int(self.rfile.readline()[1:])
            parts.append(self.rfile.read(size + 2)[:-2])
        return parts

    def _answer(self, command: list[bytes]) -> Any:
        name = command[0].upper()
        if name == b"EXEC":
            return self._execute()
        if self.queued is not None:
            self.queued.append(command)
            return "QUEUED"
        if name == b"MULTI":
            self.queued = []
            return "OK"
        if name in (b"WATCH", b"UNWATCH"):
            self.watched = {key: self.redis.versions.get(key, 0) for key in command[1:]}
            return "OK"
        answer = self._do(name, command[1:])
        if name == b"GET" and command[1] in self.watched and self.redis.when_watched_read:
            self.redis.when_watched_read(command[1])
        return answer

    def _execute(self) -> Any:
        queued, self.queued = self.queued or [], None
        watched, self.watched = self.watched, {}
        if any(self.redis.versions.get(key, 0) != version for key, version in watched.items()):
            return None
        return [self._do(command[0].upper(), command[1:]) for command in queued]

    def _do(self, name: bytes, arguments: list[bytes]) -> Any:
        if name == b"GET":
            return self.redis.data.get(arguments[0])
        if name == b"SET":
            self.redis.set(arguments[0], arguments[1])
            return "OK"
        if name == b"DEL":
            return sum(self.redis.data.pop(key, None) is not None for key in arguments)
        if name == b"SCAN":
            pattern = arguments[arguments.index(b"MATCH") + 1].decode()
            return [b"0", [key for key in self.redis.data if fnmatchcase(key.decode(), pattern)]]
        if name == b"HELLO":
            return {b"server": b"redis", b"version": b"7.4.0", b"proto": 3}
        if name in (b"CLIENT", b"SELECT"):
            return "OK"
        return ValueError(f"unknown command '{name.decode()}'")


def _encode(value: Any) -> bytes:
    if isinstance(value, Exception):
        return f"-ERR {value}\r\n".encode()
    if value is None:
        return b"_\r\n"
    if isinstance(value, str):
        return f"+{value}\r\n".encode()
    if isinstance(value, int):
        return f":{value}\r\n".encode()
    if isinstance(value, bytes):
        return b"$%d\r\n%s\r\n" % (len(value), value)
    if isinstance(value, dict):
        return b"%%%d\r\n" % len(value) + b"".join(_encode(part) for pair in value.items() for part in pair)
    return b"*%d\r\n" % len(value) + b"".join(_encode(part) for part in value)
