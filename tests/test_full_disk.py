"""A disk that is full for a while costs time, and no row."""

from __future__ import annotations

import errno
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any, cast

import pytest
import redis

from newsbody.crawl.ground import background
from newsbody.crawl.queue.job_scheduler import Journal
from newsbody.crawl.spiders.feeds import PatientFile, UnbufferedFileStorage
from tests.shared_workers import at_work, worker

ROW = b"a row of thirty-two characters.\n"


@contextmanager
def full_at(size: int) -> Iterator[None]:
    """No file of this process gets larger."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LOOK_SECONDS", 0.01)


@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_rows_wait_for_room(tmp_path: Path, mode: str, caplog: pytest.LogCaptureFixture) -> None:
    no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    with full_at(4 * len(ROW) + 7), PatientFile(tmp_path / "rows", mode) as file:
        Timer(0.2, resource.setrlimit, (resource.RLIMIT_FSIZE, no_limit)).start()
        assert [file.write(ROW) for _ in range(9)] == [len(ROW)] * 9
    assert (tmp_path / "rows").read_bytes() == 9 * ROW
    assert caplog.text.count("The crawl stands still until there is room") == 1


@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_no_half_row_is_left(tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FULL_SECONDS", 0.05)
    with PatientFile(tmp_path / "rows", mode) as file:
        with full_at(4 * len(ROW) + 7), pytest.raises(OSError, match="too large") as stopped:
            [file.write(ROW) for _ in range(9)]
        assert stopped.value.errno == errno.EFBIG
        file.write(ROW)
    assert (tmp_path / "rows").read_bytes() == 5 * ROW


def test_what_else_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "rows").touch()
    with PatientFile(tmp_path / "rows", "rb") as file, pytest.raises(OSError, match="not open for writing"):
        file.write(ROW)


def test_other_workers_do_not_take_over_from_one_whose_disk_is_full(client: redis.Redis, tmp_path: Path) -> None:
    one, two = worker(client), worker(client)
    request = at_work(one)
    slot = SimpleNamespace(scheduler=SimpleNamespace(queue=one), inprogress={request})
    cast("Any", one._spider.crawler.engine)._slot = slot
    no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    client.delete(f"{one.key}:lease:{one.worker}")  # it has stood still for as long as that lasts
    with full_at(7), UnbufferedFileStorage(str(tmp_path / "rows")).open(one._spider) as file:
        Timer(0.2, resource.setrlimit, (resource.RLIMIT_FSIZE, no_limit)).start()
        file.write(ROW)
    two._takes_back_from = 0.0
    two.beat()
    assert two.pop() is None
    assert (tmp_path / "rows").read_bytes() == ROW


def test_a_journal_waits_for_room(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Adding, taking, acknowledging: each is done in the end, once, and is there for the process that goes on."""
    no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    journal = Journal(tmp_path / "job.sqlite3")
    for begin in range(0, 400, 40):
        size = max(file.stat().st_size for file in tmp_path.iterdir())
        with full_at(size + 20_000):
            Timer(0.3, resource.setrlimit, (resource.RLIMIT_FSIZE, no_limit)).start()
            for number in range(begin, begin + 40):
                assert journal.push(2000 * b"x", 0, b"%d" % number)
                assert journal.claim(f"page {number}", number + 1)
            taken = [journal.take() for _ in range(40)]
            assert [one[0] for one in taken if one] == list(range(begin + 1, begin + 41))
            journal.done(one[0] for one in taken[:30] if one)
            journal.note("begun", str(begin))
    journal.close()
    again = Journal(tmp_path / "job.sqlite3")
    assert len(list(again.unfinished())) == 100
    assert again.noted("begun") == "360"
    assert 1 <= caplog.text.count("The crawl stands still until there is room") <= 10


def test_a_journal_takes_little_of_a_small_disk(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "job.sqlite3")
    for number in range(500):
        assert journal.push(2000 * b"x", 0, b"%d" % number)
        taken = journal.take()
        assert taken
        journal.done([taken[0]])
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 2_000_000
    journal.close()


def test_a_journal_that_is_broken_says_so_at_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "job.sqlite3")
    journal._file.execute("DROP TABLE claims")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        journal.claim("page", 1)
