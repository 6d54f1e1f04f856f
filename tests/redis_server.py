"""A Redis of one's own on a free port: Debian's redis-server, started and ended by the test."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
import redis

#: Seconds until a server that does not answer is taken to be broken; it takes hundredths of one.
TIMEOUT = 10.0


class RedisServer:
    """``stop`` and ``start`` let it go away and come back with what it held."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.socket = folder / "redis.sock"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start and wait for the first answer. Without the program the test is skipped, in CI it fails."""
        program = shutil.which("redis-server")
        if program is None:
            message = "redis-server is not installed (Debian: apt-get install redis-server)"
            if os.environ.get("CI"):
                pytest.fail(message)
            pytest.skip(message)
        options = {
            "port": self.port, "bind": "127.0.0.1", "unixsocket": self.socket, "dir": self._folder, "save": "",
            "appendonly": "yes", "auto-aof-rewrite-percentage": 0,  # what was done stands there in its order
        }  # fmt: skip
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        self._process = subprocess.Popen([program, *words], stdout=subprocess.DEVNULL)
        until = time.monotonic() + TIMEOUT
        with self.client() as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.01)

    def empty(self) -> None:
        """Be as one that was just started: there, without data, scripts or limits."""
        if self._process is None:
            self.start()
        with self.client() as client:
            client.config_set("maxmemory", 0)
            client.flushall()
            client.script_flush()
            client.config_resetstat()

    def stop(self) -> None:
        """Go away, with all connections."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(TIMEOUT)
            self._process = None

    def client(self) -> redis.Redis:
        """A connection beside those that are tested; to be used with ``with``."""
        return redis.Redis(host="127.0.0.1", port=self.port)

    def get(self, key: str) -> bytes:
        """What stands under a key that is there."""
        with self.client() as client:
            value = client.get(key)
        assert isinstance(value, bytes)
        return value

    def set(self, key: str, value: str) -> None:
        """Write past those that are tested."""
        with self.client() as client:
            client.set(key, value)

    def reads(self) -> int:
        """How often a value was asked for since the last call."""
        with self.client() as client:
            calls = client.info("commandstats").get("cmdstat_get", {}).get("calls", 0)
            client.config_resetstat()
        return int(calls)
