"""A PostgreSQL of one's own on a free port: Debian's postgresql, started and ended by the test."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

#: Seconds until a server that does not answer is taken to be broken; it takes tenths of one.
TIMEOUT = 20.0


def _program(name: str) -> str:
    """Debian keeps the server's programs apart for each version. Without them the test is skipped, in CI it fails."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(debian[-1]) if debian else None)
    if found is None:
        message = "PostgreSQL is not installed (Debian: apt-get install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


class PostgresServer:
    """``stop`` and ``start`` let it go away and come back with what it held."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="newsbody-postgres-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        # It refuses to run as root.
        self._user: dict[str, Any] = {}
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self._folder, user.pw_uid, user.pw_gid)

    def initialise(self) -> None:
        """Make an empty cluster."""
        words = [_program("initdb"), "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "-N"]
        folder = str(self._folder)
        subprocess.run([*words, folder], check=True, capture_output=True, cwd=folder, timeout=60, **self._user)

    def start(self) -> None:
        """Start and wait for the first answer."""
        options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        log = (self._folder / "log").open("ab")
        self._process = subprocess.Popen(
            [_program("postgres"), "-D", str(self._folder), "-p", str(self.port), *words],
            stdout=log, stderr=log, cwd=self._folder, **self._user,
        )  # fmt: skip
        log.close()
        until = time.monotonic() + TIMEOUT
        while True:
            try:
                self.run("SELECT 1")
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        """Go away at once, with all connections."""
        if self._process is not None:
            self._process.send_signal(2)  # SIGINT: the fast shutdown
            self._process.wait(TIMEOUT)
            self._process = None

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        shutil.rmtree(self._folder)

    def new_database(self, name: str, owner: str = "postgres") -> str:
        """The address of an empty database."""
        self.run(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), sql.Identifier(owner)))
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/{name}"

    def run(self, statement: str | sql.Composed, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run one statement beside those that are tested; returns its rows."""
        address = f"host=127.0.0.1 port={self.port} user=postgres dbname={database}"
        with psycopg.connect(address, autocommit=True, connect_timeout=2) as connection:
            cursor = connection.execute(statement.encode() if isinstance(statement, str) else statement)
            return cursor.fetchall() if cursor.description else []
