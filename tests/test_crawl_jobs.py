"""The journal of a crawl with JOBDIR, and what feeds hold already."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import Request, Spider
from scrapy.utils.request import RequestFingerprinter
from scrapy.utils.test import get_crawler

from newsbody.crawl.queue.job_scheduler import JobScheduler, Journal
from newsbody.crawl.session.claims import Claims
from newsbody.crawl.spiders.feeds import csv_rows, json_rows, whole_lines, whole_records, written
from newsbody.items import Article, Author, ForumThread, Post, flat, identity


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[[], Journal]]:
    """Opens the journal of a job, as often as asked; all are closed when the test is over."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(Journal(tmp_path / "job" / "journal.sqlite3")))


def test_requests_come_by_priority_and_then_as_they_were_found(journal: Callable[[], Journal]) -> None:
    found = journal()
    for number, priority in enumerate((0, 5, 0, 5)):
        assert found.push(b"%d" % number, priority, b"f%d" % number)
    assert len(found) == 4
    assert [found.take() for _ in range(5)] == [(2, b"1"), (4, b"3"), (1, b"0"), (3, b"2"), None]
    assert len(found) == 0


def test_an_address_is_stored_once_even_when_it_is_done(journal: Callable[[], Journal]) -> None:
    found = journal()
    assert found.push(b"a", 0, b"same")
    assert not found.push(b"b", 9, b"same")
    taken = found.take()
    assert taken is not None
    found.done([taken[0]])
    assert not found.push(b"c", 0, b"same")
    assert found.push(b"d", 0, None)
    assert found.push(b"d", 0, None), "what has no fingerprint is never the same as another"


def test_what_a_request_that_failed_had_claimed_is_free(journal: Callable[[], Journal]) -> None:
    found = journal()
    assert found.claim("page 1", 1)
    assert not found.claim("page 1", 2)
    found.free("page 1")
    assert found.claim("page 1", 2)
    assert not found.claim("page 1", 3)


class AnyForum(Spider):
    name = "any"


@contextmanager
def going_on(folder: Path) -> Iterator[JobScheduler]:
    """A process that goes on with a job, as Scrapy has it."""
    crawler = get_crawler(AnyForum, {"JOBDIR": str(folder / "job")})
    crawler.spider = AnyForum()
    crawler.request_fingerprinter = RequestFingerprinter(crawler)
    scheduler = JobScheduler.from_crawler(crawler)
    crawler.engine = cast(Any, SimpleNamespace(_slot=SimpleNamespace(scheduler=scheduler, inprogress=set())))
    scheduler.open(crawler.spider)
    yield scheduler
    scheduler._journal.close()


@pytest.mark.parametrize("answer", ["killed", "came", "came, killed before its items were out", "failed"])
def test_another_address_of_a_page_outlives_the_process_that_knew_it(answer: str, tmp_path: Path) -> None:
    with going_on(tmp_path) as scheduler:
        scheduler.enqueue_request(Request("http://f.test/t/1?sid=1"))
        taken = scheduler.next_request()
        assert taken is not None
        flight = scheduler.in_flight
        flight.hold(taken)
        assert flight.claim("page 1", taken)
        flight.keep("page 1", Request("http://f.test/t/1?sid=2"))
        assert scheduler.next_request() is None, "who knows it here has it ready"
        if "came" in answer:
            flight.came("page 1", taken)
        if answer == "failed":
            flight.free("page 1", taken)
        if answer in ("came", "failed"):
            flight.release(taken)
        flight.acknowledge()
    left = [] if answer in ("came", "failed") else ["http://f.test/t/1?sid=1", "http://f.test/t/1?sid=2"]
    with going_on(tmp_path) as scheduler:
        assert [request.url for request in scheduler.unfinished] == left
        assert len(scheduler) == len(left)


def test_what_is_kept_for_another_time_ends_with_the_crawl(tmp_path: Path) -> None:
    with going_on(tmp_path) as scheduler:
        scheduler.in_flight.keep("page 1", Request("http://f.test/t/1?sid=2"))
        scheduler.close("finished")
    with going_on(tmp_path) as scheduler:
        assert scheduler.unfinished == []


@pytest.mark.parametrize("is_out", [False, True])
def test_a_copy_outlives_the_process_until_its_original_is_out(is_out: bool, tmp_path: Path) -> None:
    """The original may fail when it is fetched once more."""
    with going_on(tmp_path) as scheduler:
        for path in ("3.html", "print/3.html", "app/3.html"):
            scheduler.enqueue_request(Request(f"http://n.test/{path}"))
        claims, flight = Claims(scheduler._crawler, Mock(), Mock()), scheduler.in_flight
        original = scheduler.next_request()
        assert original is not None
        flight.hold(original)
        assert claims.claim_text("bridge", original)
        for _ in range(2):
            if is_out:
                flight.release(original)
                flight.acknowledge()
            copy = scheduler.next_request()
            assert copy is not None
            assert not claims.claim_text("bridge", copy)
        flight.acknowledge()
    left = [] if is_out else [f"http://n.test/{path}" for path in ("3.html", "print/3.html", "app/3.html")]
    with going_on(tmp_path) as scheduler:
        assert [request.url for request in scheduler.unfinished] == left
        for request in scheduler.unfinished[1:2]:
            assert Claims(scheduler._crawler, Mock(), Mock()).claim_text("bridge", request)


def test_what_was_not_done_is_there_again_and_what_was_is_not(journal: Callable[[], Journal]) -> None:
    before = journal()
    for name in (b"a", b"b", b"c"):
        before.push(name, 0, name)
    first, second = before.take(), before.take()
    assert first is not None
    assert second is not None
    assert before.claim("http://a/", first[0])
    assert before.claim("http://b/", second[0])
    before.done([first[0]])
    assert not before.resumed
    after = journal()  # the other was never closed, as in a process that was killed
    assert after.resumed
    assert list(after.unfinished()) == [b"b", b"c"]
    assert not after.claim("http://a/", 9)
    assert after.claim("http://b/", 9), "its request was not done, so its page is free"
    assert [after.take(), after.take(), after.take()] == [(2, b"b"), (3, b"c"), None]


_WORKER = """
import sys, random
from pathlib import Path
from newsbody.crawl.queue.job_scheduler import Journal
found = Journal(Path(sys.argv[1]))
if not found.resumed:
    found.push(b"1", 0, b"1")
out = open(sys.argv[2], "ab", buffering=0)
print("ready", flush=True)
while (taken := found.take()) is not None:
    number, data = taken
    for child in (2 * int(data), 2 * int(data) + 1):
        if child < 4000:
            found.push(b"%d" % child, child % 3, b"%d" % child)
    out.write(data + b"\\n")
    found.done([number])
print("end", flush=True)
"""


@pytest.mark.slow
def test_a_killed_process_loses_no_request(tmp_path: Path) -> None:
    """Killed again and again while it works: at the end every number was done, a repeated one was in flight."""
    arguments = [sys.executable, "-c", _WORKER, str(tmp_path / "journal.sqlite3"), str(tmp_path / "out")]
    kills = 0
    for delay in (0.02, 0.05, 0.01, 0.08, 0.03, None):
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
            if delay is None:
                assert worker.stdout.readline() == "end\n"
                continue
            try:
                worker.wait(delay)
            except subprocess.TimeoutExpired:
                os.kill(worker.pid, signal.SIGKILL)
                kills += 1
    done = (tmp_path / "out").read_bytes().split()
    assert kills
    assert set(done) == {b"%d" % number for number in range(1, 4000)}
    assert len(done) <= 3999 + kills


POSTS = [
    Post("7", "http://f.test/t7", "One\nand \"two\", three", 1, author=Author("Ann")),
    Post("7", "http://f.test/t7", "Four", 2, "p4"),
    Post("8", "http://f.test/t8", "=SUM(A1)", 1, "p5"),
]  # fmt: skip


def test_rows_are_told_apart_and_known_again_in_either_format(tmp_path: Path) -> None:
    rows: list[Post | ForumThread | Article] = [*POSTS]
    rows += [ForumThread("7", "http://f.test/t7", "T", POSTS[:2]), Article("http://n.test/1")]
    keys = [identity(vars(row)) for row in rows]
    assert None not in keys
    assert len(set(keys)) == len(rows)
    stored = [json.loads(json.dumps(asdict(row))) for row in rows]
    assert [identity(row) for row in stored] == keys
    path = tmp_path / "posts.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.DictWriter(file, list(flat(POSTS[0])))
        table.writeheader()
        table.writerows(flat(post) for post in POSTS)
    assert written(path, whole_records, csv_rows) == set(keys[:3])


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_torn_last_row_is_cut_off(cut: int, tmp_path: Path) -> None:
    lines = [json.dumps(asdict(post)).encode() + b"\n" for post in POSTS]
    path = tmp_path / "posts.jsonl"
    path.write_bytes(b"".join(lines)[:-cut])
    assert written(path, whole_lines, json_rows) == {identity(vars(post)) for post in POSTS[:2]}
    assert path.read_bytes() == b"".join(lines[:2])


def test_a_file_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert written(tmp_path / "none.jsonl", whole_lines, json_rows) == set()


@given(st.lists(st.lists(st.text(alphabet='a",\n\r x', max_size=6), min_size=2, max_size=2), min_size=1), st.data())
def test_whole_records_are_those_that_a_reader_sees(rows: list[list[str]], data: st.DataObject) -> None:
    import io

    text = io.StringIO(newline="")
    ends = []
    table = csv.writer(text)
    for row in rows:
        table.writerow(row)
        ends.append(text.tell())
    cut = data.draw(st.integers(0, ends[-1]))
    whole = whole_records(text.getvalue().encode()[:cut])
    assert whole <= cut
    assert whole in (0, *ends), "never within a record"
    assert whole == max(end for end in (0, *ends) if end <= cut)


def test_rows_of_others_are_not_told() -> None:
    assert identity({"title": "x"}) is None
