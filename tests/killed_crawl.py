"""Crawls into a database that are killed (``kill -9``) and started again, over HTTP, by ``scrapy crawl``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from newsbody.database import open_database
from newsbody.database.tables import POSTS
from tests.postgres_server import PostgresServer

ROOT = Path(__file__).parents[1]


class KilledCrawl:
    """One forum, one queue in Redis, one database; as many workers, one after the other, as are killed."""

    def __init__(self, url: str, redis: str, server: PostgresServer, name: str, folder: Path, timeout: float) -> None:
        self.address = server.new_database(name)
        self._server, self._name, self._folder, self._timeout = server, name, folder, timeout
        self._environment = {**os.environ, "SCRAPY_PROJECT": "redis", "REDIS_URL": redis, "PYTHONPATH": str(ROOT)}
        options = {"NEWSBODY_STORE": self.address, "NEWSBODY_LEASE": "2", "AUTOTHROTTLE_ENABLED": "0"}
        words = [word for name, value in options.items() for word in ("-s", f"{name}={value}")]
        self._command = [sys.executable, "-m", "scrapy", "crawl", "forum", "-a", f"url={url}", *words]
        self._log = folder / "log"

    def crawl(self, kill_when: Callable[[int], bool] | None = None, *arguments: str) -> bool:
        """Crawl to the end, which gives True; or kill it as soon as so many posts are stored."""
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                [*self._command, "-a", f"out={self._folder / 'out'}", *arguments],
                cwd=ROOT, env=self._environment, stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + self._timeout
        while process.poll() is None:
            if kill_when and kill_when(self.stored()):
                process.send_signal(signal.SIGKILL)
                process.wait()
                return False
            if time.monotonic() > until:
                process.kill()
                process.wait()
                raise TimeoutError(self._log.read_text("utf-8")[-3000:])
            time.sleep(0.05)
        assert process.returncode == 0, self._log.read_text("utf-8")[-3000:]
        return True

    def stored(self) -> int:
        """How many posts the database holds."""
        try:
            return int(self._server.run("SELECT count(*) FROM posts", self._name)[0][0])
        except psycopg.errors.UndefinedTable:
            return 0

    def posts(self) -> list[tuple[str, str]]:
        """Thread and id of all stored posts."""
        database = open_database(self.address)
        found = [(row["threadId"], row["postId"]) for row in database.read(POSTS)]
        database.close()
        return found
