"""What grows with a crawl leaves memory, and is there all the same."""

from __future__ import annotations

import sqlite3
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.stores import spill
from newsbody.stores.spill import Spill

KEYS = st.text(max_size=2)


@given(st.lists(st.tuples(KEYS, st.none() | st.text(max_size=3))))
def test_it_is_a_dict(steps: list[tuple[str, str | None]]) -> None:
    found, expected = Spill(in_memory=2), dict[str, str]()
    for key, value in steps:
        if value is None:
            assert found.pop(key, None) == expected.pop(key, None)
        else:
            found[key] = expected[key] = value
        assert (key in found) == (key in expected)
    assert dict(found) == expected
    assert len(found) == len(expected)


def test_halves_of_characters_are_kept() -> None:
    found = Spill(in_memory=0)
    found["\ud83d"] = "\ud83d"
    assert dict(found) == {"\ud83d": "\ud83d"}


def test_where_there_is_no_disk_it_stays_in_memory(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(spill, "_open", full)
    found = Spill(in_memory=4)
    for number in range(100):
        found[str(number)] = ""
    assert len(found) == 100
    assert caplog.text.count("database or disk is full") == 5  # with 4, 8, 16, 32 and 64


@pytest.mark.slow
def test_addresses_of_a_site_without_end_do_not_fill_memory() -> None:
    addresses = Addresses(300)
    tracemalloc.start()

    def meet(first: int, last: int) -> int:
        for number in range(first, last):
            url = f"http://news.example.com/2026/calendar/month-{number}/day-{number}.html?view=agenda"
            addresses.note_passed(url, "http://news.example.com/")
            assert addresses.claim(url)
        return tracemalloc.get_traced_memory()[0]

    try:
        before = meet(0, 30_000)  # 20,000 stay in memory
        after = meet(30_000, 70_000)
    finally:
        tracemalloc.stop()
    assert after < before + 4_000_000  # 100 bytes an address
    assert not addresses.claim("http://news.example.com/2026/calendar/month-7/day-7.html?view=agenda")
