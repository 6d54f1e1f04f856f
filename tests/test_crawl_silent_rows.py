"""Threads of which no list says whether anything was written in them."""

from __future__ import annotations

from newsbody.crawl.known.row_texts import BATCH, MAX_ASKED, SilentRows


def met(threads: range) -> SilentRows:
    rows = SilentRows()
    for number in threads:
        rows.met(f"thread {number}", f"/t/{number}", is_told=False)
    return rows


def test_those_are_asked_for_that_no_row_tells_of_and_each_once() -> None:
    rows = met(range(4))
    rows.met("thread 2", "/t/2", is_told=True)
    rows.met("thread 2", "/t/2", is_told=False)
    assert rows.next_batch() == ["/t/0", "/t/1", "/t/3"]
    rows.bore("thread 1")
    assert rows.next_batch() == []
    assert (len(rows), rows.asked) == (3, 3)


def test_batches_go_on_as_long_as_they_bring_something_and_within_the_budget() -> None:
    rows = met(range(2 * MAX_ASKED))
    assert len(rows.next_batch()) == BATCH
    rows.bore(f"thread {BATCH}")  # none of the batch
    assert rows.next_batch() == []
    rows = met(range(2 * MAX_ASKED))
    while batch := rows.next_batch():
        rows.bore(f"thread {batch[0].rpartition('/')[2]}")
    assert rows.asked == MAX_ASKED
