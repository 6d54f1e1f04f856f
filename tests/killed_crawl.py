"""Crawls into a database that are killed (``kill -9``) and started again, over HTTP, by ``scrapy crawl``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import NullPool, create_engine, func, inspect, select

from newsbody.database import open_database
from newsbody.database.tables import POSTS

ROOT = Path(__file__).parents[1]


class KilledCrawl:
    """One forum, one database, and a queue in Redis or (``redis`` None) a job's folder; as many workers, one after the
    other, as are killed.
    """

    def __init__(self, url: str, address: str, folder: Path, timeout: float, redis: str | None = None) -> None:
        self.address, self._folder, self._timeout = address, folder, timeout
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        options = {"NEWSBODY_STORE": address, "AUTOTHROTTLE_ENABLED": "0"}
        if redis:
            self._environment |= {"SCRAPY_PROJECT": "redis", "REDIS_URL": redis}
            options["NEWSBODY_LEASE"] = "2"
        else:
            options |= {"JOBDIR": str(folder / "job"), "NEWSBODY_PROFILES": str(folder / "profiles.db")}
        words = [word for name, value in options.items() for word in ("-s", f"{name}={value}")]
        self._command = [sys.executable, "-m", "scrapy", "crawl", "forum", "-a", f"url={url}", *words]
        self._engine = create_engine(address, poolclass=NullPool)
        self._log = folder / "log"

    def crawl(self, kill_at: int | None = None, *arguments: str) -> bool:
        """Crawl to the end, which gives True; or kill it as soon as more posts than that are stored."""
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                [*self._command, "-a", f"out={self._folder / 'out'}", *arguments],
                cwd=ROOT, env=self._environment, stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + self._timeout
        while process.poll() is None:
            if kill_at is not None and self.stored() > kill_at:
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
        with self._engine.connect() as connection:
            there = inspect(connection).has_table("posts")
            return connection.execute(select(func.count()).select_from(POSTS)).scalar_one() if there else 0

    def posts(self) -> list[tuple[str, str]]:
        """Thread and id of all stored posts."""
        database = open_database(self.address)
        found = [(row["threadId"], row["postId"]) for row in database.read(POSTS)]
        database.close()
        return found
