"""What ``newsbody extract`` was stopped at, or killed, is gone on with: each row is there once, as without a stop."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tqdm import tqdm

from newsbody.cli import main
from newsbody.commands import _results, extract
from newsbody.commands._inputs import Input, PageSources
from newsbody.commands._processes import Processes
from newsbody.commands._sites import SiteLesson, SiteRules
from newsbody.demo import forum_pages, news_pages, serve
from newsbody.extractors.assessed import JudgedPage
from tests.benchmarks.killed_extract import killed_runs
from tests.test_command_inputs import http, record

PAGES = [page for path, page in news_pages().items() if path.startswith("/news/")]
TOPICS = {path: page for path, page in forum_pages().items() if path.startswith("/topic-")}


def archive(path: Path, pages: int) -> Path:
    with path.open("wb") as file:
        for number in range(pages):
            page = PAGES[number % len(PAGES)].encode()
            file.write(gzip.compress(record(f"http://a.example/{number}", http(page)), 1))
    return path


def stopped(monkeypatch: pytest.MonkeyPatch, after: int, words: list[str]) -> None:
    """Run the command; Ctrl-C comes at a page."""
    read, number = extract.article_row, count()

    def interrupted(*given: object, **options: object) -> dict[str, Any]:
        if next(number) == after:
            raise KeyboardInterrupt
        return read(*given, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(extract, "article_row", interrupted)
        assert main(["extract", *words]) == 130


@pytest.mark.parametrize("form", ["jsonl", "json", "csv", "md", "html"])
@pytest.mark.parametrize("target", ["out.", "out/"])
def test_the_rows_are_as_without_a_stop(
    form: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_results, "NOTED_EVERY", 0.005)
    monkeypatch.setattr(_results, "PART", 7)
    words = [str(archive(tmp_path / "a.warc.gz", 20)), "--extractor", "cecs", "--format", form]
    target += "" if target.endswith("/") else form
    assert main(["extract", *words, "-o", f"whole-{target}"]) == 0
    stopped(monkeypatch, 9, [*words, "-o", target])
    stopped(monkeypatch, 4, [*words, "-o", target, "--resume"])
    with (tmp_path / target if "." in target else max((tmp_path / target).glob("part*"))).open("a") as file:
        file.write("what was written and not noted down")
    assert main(["extract", *words, "-o", target, "--resume"]) == 0
    whole, gone_on = (
        sorted((tmp_path / name).rglob("part*")) or [tmp_path / name] for name in (f"whole-{target}", target)
    )
    assert [path.read_bytes() for path in gone_on] == [path.read_bytes() for path in whole]
    assert len(whole) == (1 if "." in target else 3)
    assert {path.name for path in tmp_path.iterdir()} == {"a.warc.gz", target.strip("/"), f"whole-{target.strip('/')}"}
    capsys.readouterr()
    assert main(["extract", *words, "-o", target, "--resume"]) == 0
    assert "is whole" in capsys.readouterr().err


def test_parts_of_tables_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(_results, "PART", 7)
    out = tmp_path / "out"
    words = [str(archive(tmp_path / "a.warc.gz", 20)), "--extractor", "cecs", "--format", "parquet", "-o", f"{out}/"]
    stopped(monkeypatch, 9, words)
    assert [path.name for path in sorted(out.glob("*.parquet"))] == ["part-00000.parquet"]
    assert main(["extract", *words, "--resume"]) == 0
    assert [parquet.read_table(path).num_rows for path in sorted(out.iterdir())] == [7, 7, 6]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "out.jsonl", "--kind", "thread", "--resume"], "was begun with other arguments"),
        (["--resume"], "--resume goes on with a file or a folder: write -o"),
        (["-o", "out/"], "holds an earlier run: --resume goes on with it; or name another folder"),
    ],
)
def test_what_cannot_be_gone_on_with_is_told(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    archive(tmp_path / "a.warc.gz", 3)
    for target in ("out.jsonl", "out/"):
        stopped(monkeypatch, 1, ["a.warc.gz", "-o", target])
    assert main(["extract", "a.warc.gz", *words]) == 2
    assert told in capsys.readouterr().err


def test_addresses_of_threads_are_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.jsonl"
    with serve({**TOPICS, "/nowhere": ""}) as (base, seen):
        (tmp_path / "urls.txt").write_text("".join(f"{base}{path}\n" for path in [*TOPICS, "/gone"]))
        words = ["extract", str(tmp_path / "urls.txt"), "--kind", "thread", "-o", str(out)]
        with monkeypatch.context() as patch:
            patch.setattr(extract, "thread_headline", lambda *given: sys.exit("stopped"))
            with pytest.raises(SystemExit):
                main(words)
        assert main([*words, "--resume"]) == 1
        assert sorted(seen) == sorted([*TOPICS, "/gone"])
    rows = list(map(json.loads, out.read_text("utf8").splitlines()))
    assert [row["kind"] for row in rows] == ["thread"] * len(TOPICS) + ["other"]
    assert "404" in rows[-1]["error"]
    assert {path.name for path in tmp_path.iterdir()} == {"urls.txt", "out.jsonl"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["article", "thread"])
def test_killed_again_and_again(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run = killed_runs([str(archive(tmp_path / "a.warc.gz", 1500)), "--kind", kind], out, kills=5)
    assert run.status == 0
    assert run.kills >= 2  # a quick machine may end before the fifth
    rows = map(json.loads, out.read_text("utf8").splitlines())
    assert [row["id"] for row in rows] == [f"http://a.example/{number}" for number in range(1500)]
    assert run.memory <= 400e6


def much(pages: Sequence[JudgedPage], more: bool) -> dict[str, Any]:
    return {"learned": "x" * 300_000, "pages": len(pages)}


def row_of(page: Input, taught: dict[str, Any], judged: JudgedPage | None) -> dict[str, Any]:
    return {"id": page.id, "pages": taught["pages"]}


def test_what_is_learned_of_many_sites_is_stored_while_others_are_learned(tmp_path: Path) -> None:
    pages = [Input(f"{n}", b"<p>A page.", f"http://site{n % 60}.example/{n}") for n in range(120)]
    with Processes(2) as two, closing(SiteRules(tmp_path / "sites", SiteLesson(much, dict), row_of)) as sites:
        sites.place(pages, two)
        assert list(sites.with_sites(nothing_more(), two)) == [{"id": page.id, "pages": 2} for page in pages]
    with closing(sqlite3.connect(tmp_path / "sites")) as file:
        rules = [json.loads(rule) for (rule,) in file.execute("SELECT rule FROM rules")]
    assert [rule["pages"] for rule in rules] == [2] * 60


def nothing_more() -> Iterator[Input]:
    yield pytest.fail("pages whose rows are all made are read once")


def fatal(number: int) -> int:
    if number == 20:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_is_killed_ends_the_run_in_a_sentence() -> None:
    with Processes(2) as two, pytest.raises(OSError, match="a process that reads pages was killed"):
        list(two.in_order(fatal, range(100)))


def test_what_is_light_is_done_here_and_comes_in_its_place() -> None:
    with Processes(2) as two:
        made = list(two.in_order(_process_of, range(40), 4, is_light=lambda number: 10 <= number < 30))
    assert [number for number, _ in made] == list(range(40))
    here = [number for number, process in made if process == os.getpid()]
    assert here == list(range(12, 28)), "chunks of which all are light"


def _process_of(number: int) -> int:
    return os.getpid()


def test_how_much_of_an_archive_is_read_is_known(tmp_path: Path) -> None:
    sources = PageSources([str(archive(tmp_path / "a.warc.gz", 200)), str(tmp_path / "a.warc.gz")])
    shares = [sources.share for _ in sources]
    assert (sources.count, len(shares), shares[-1]) == (None, 400, 1.0)
    assert shares == sorted(shares)
    assert 0.3 < shares[150] < 0.5 < shares[250] < 0.8


def test_the_bar_knows_how_many_rows_come_of_an_archive_that_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    totals: list[int | None] = []

    def shown(*args: Any, **words: Any) -> tqdm[Any]:
        totals.append(words["total"])
        return tqdm(*args, **words)

    monkeypatch.setattr("newsbody.commands.extract.tqdm", shown)
    assert main(["extract", str(archive(tmp_path / "a.warc.gz", 12)), "-o", str(tmp_path / "all.txt")]) == 0
    assert totals == [None, 12]


def test_pages_beyond_the_sample_of_a_site_are_read_by_its_rule(tmp_path: Path) -> None:
    words = ["extract", str(archive(tmp_path / "a.warc.gz", 30)), "-o"]
    assert main([*words, str(tmp_path / "all.jsonl")]) == 0
    rows = list(map(json.loads, (tmp_path / "all.jsonl").read_text("utf8").splitlines()))
    assert Counter(row["extractor"] for row in rows) == {"auto": 24, "rule": 6}
    assert [row["id"] for row in rows] == [f"http://a.example/{number}" for number in range(30)]
    by_page = {number: {row["articleBody"] for row in rows[number :: len(PAGES)]} for number in range(len(PAGES))}
    assert {len(texts) for texts in by_page.values()} == {1}
    assert main([*words, str(tmp_path / "all.txt")]) == 0
    texts = (tmp_path / "all.txt").read_text("utf8")
    assert texts == "\n\n".join(row["articleBody"] + "\n" for row in rows)
