"""The floors on the hundred pages of our own, and what they rest on."""

from __future__ import annotations

import json
from pathlib import Path

from newsbody.extractors import EXTRACTORS
from tests.benchmarks.gate import FLOORS, floored, measure, missed, raised
from tests.pages.make import FOLDER, corpus_hash, write

STORED = json.loads(FLOORS.read_text("utf8"))


def test_no_figure_is_below_its_floor() -> None:
    assert STORED["corpus"] == corpus_hash(), "the pages changed: python -m tests.benchmarks.gate --write"
    assert set(STORED["floors"]) == {*EXTRACTORS, "metadata"}
    assert missed(STORED["floors"], measure()) == []


def test_pages_are_written_again_as_they_are(tmp_path: Path) -> None:
    write(tmp_path)
    assert len(list((FOLDER / "pages").glob("*.html"))) == 100
    assert corpus_hash(tmp_path) == corpus_hash()


def test_floors_only_rise_and_a_fall_is_named() -> None:
    floors = {"auto": {"F1": 0.9, "kind": 0.8}}
    better, worse = {"auto": {"F1": 0.95678, "kind": 0.7}}, {"auto": {"F1": 0.8999, "kind": 0.8}}
    assert raised(floors, better) == {"auto": {"F1": 0.946, "kind": 0.8}}
    assert missed(floors, worse) == ["auto: F1 is 0.8999, its floor 0.9"]
    assert missed(raised({}, better), better) == []
    assert floored(1.0) == 1.0


def test_gold_stands_in_the_pages() -> None:
    rows = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text("utf8").splitlines()]
    assert len({row["id"] for row in rows}) == 100
    for row in rows:
        html = (FOLDER / "pages" / f"{row['id']}.html").read_text("utf8")
        assert all(line.strip() in html for line in row["text"].splitlines()), row["id"]
        assert bool(row["text"]) == (row["kind"] == "article"), row["id"]
