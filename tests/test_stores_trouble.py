"""Stores on full disks, held by others, with rows that somebody else wrote: the crawl goes on, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from newsbody.page.sites import host_of
from newsbody.stores import Learned, Profile, ProfileError, SqliteStore
from newsbody.stores import sqlite as sqlite_module

RULE = {"kind": "thread", "body": ["div.a"]}


def profile(host: str = "f.test", evidence: int = 5) -> Profile:
    return Profile(host, rules={"thread": Learned(RULE, evidence, "2026-01-01")})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "p.sqlite3")
    store.save(profile())
    store.close()
    return tmp_path / "p.sqlite3"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.com/", "http://e.com./"),
        ("http://e.com/", "http://E.COM:080/"),
        ("https://e.com/", "https://e.com:0443/x"),
        ("http://e.com:8080/", "http://e.com.:8080/"),
        ("http://e.com/", "http://user:pass@www.e.com/"),
        ("http://[::1]/", "http://[::1]:80/"),
    ],
)
def test_one_site_has_one_name(one: str, other: str) -> None:
    assert host_of(one) == host_of(other) != ""


def test_other_ports_and_hosts_are_other_sites() -> None:
    names = {
        host_of(f"http://{host}/") for host in ("e.com", "e.com:8080", "e.com:443", "a.e.com", "[::1]", "[::1]:81")
    }
    assert len(names) == 6
    assert host_of("http://e.com:99999/") == host_of("http://e.com:x/") == host_of("file:///a") == ""


def test_a_row_that_names_another_site_is_not_taken_for_this_one(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE profiles SET profile = replace(profile, 'f.test', 'evil.test')")
    connection.commit()
    connection.close()
    store = SqliteStore(path)
    with pytest.raises(ProfileError, match="evil"):
        store.load("f.test")
    store.close()


@pytest.mark.parametrize("depth", [30, 900, 100_000])
def test_deeply_nested_rows_are_refused(depth: int) -> None:
    text = json.dumps({"version": 1, "host": "f.test", "rules": {}, "resolver": 0}).replace(
        "0}", "[" * depth + "]" * depth + "}"
    )
    with pytest.raises(ProfileError):
        Profile.from_json(text)


def test_a_file_that_others_hold_does_not_stop_the_loop(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite_module, "LOCK_TIMEOUT", 1.0)

    async def crawl() -> tuple[float, float]:
        store = SqliteStore(path)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        longest, started = 0.0, time.monotonic()
        merging = asyncio.ensure_future(store.merge(profile(evidence=9)))
        while not merging.done():
            before = time.monotonic()
            await asyncio.sleep(0)
            longest = max(longest, time.monotonic() - before)
        assert (await merging).rules["thread"].evidence == 9
        # Held once, it is not asked for each site: what is learned is kept, and seen.
        began = time.monotonic()
        for number in range(20):
            await store.merge(profile(f"{number}.test"))
        assert time.monotonic() - began < 5
        assert (await store.fetch("7.test")) == profile("7.test")
        known = await store.fetch("f.test")
        assert known is not None
        assert known.rules["thread"].evidence == 9
        other.execute("ROLLBACK")
        other.close()
        await store.aclose()
        return longest, began - started

    with caplog.at_level(logging.WARNING):
        longest, waited = asyncio.run(crawl())
    assert longest < 0.9
    assert waited < 10
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1
    store = SqliteStore(path)
    assert len(list(store.hosts())) == 21
    store.close()


FULL_DISK = """
import asyncio, logging, resource, sys
logging.basicConfig(level=logging.WARNING)
from newsbody.stores import Learned, Profile, SqliteStore
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

async def crawl():
    store = SqliteStore(sys.argv[1])
    assert store.load("f.test").rules["thread"].evidence == 5
    merged = await store.merge(Profile("g.test", rules={"thread": Learned({"kind": "thread"}, 1, "2026-01-01")}))
    assert (await store.fetch("g.test")) == merged
    if sys.argv[2] == "freed":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.aclose()

asyncio.run(crawl())
"""


@pytest.mark.parametrize("disk", ["full", "freed"])
def test_a_full_disk_keeps_no_crawl_from_starting(path: Path, disk: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path), disk], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert ("is lost" in done.stderr) == (disk == "full")
    store = SqliteStore(path)
    assert list(store.hosts()) == (["f.test"] if disk == "full" else ["f.test", "g.test"])
    store.close()


def test_a_store_that_is_as_it_should_be_is_opened_without_writing(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    started = time.monotonic()
    store = SqliteStore(path)
    assert store.load("f.test") == profile()
    assert time.monotonic() - started < 5
    store.close()
    other.close()
