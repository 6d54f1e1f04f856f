"""Pages of web archives in Spark and in Ray: the rows that one machine gives."""

from __future__ import annotations

import gzip
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from lxml import etree
from pyarrow import Table, parquet

from newsbody.cli import main
from newsbody.commands._engines import archive_tables, placed_tables, read_tables
from newsbody.demo import forum_pages, news_pages
from newsbody.extraction import Wanted
from tests.engine_rows import KINDS
from tests.test_command_inputs import http, of_length, record
from tests.test_sitememory import site_with_a_line

ROOT = Path(__file__).parents[1]
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two archives as Common Crawl's are, with pages of each site in both.

    One site has more pages than it is learned from, one a line that only the other pages tell from a body; there are a
    forum, two sites of a page each, and a record that is broken.
    """
    news = [page for path, page in news_pages().items() if path.startswith("/news/")]
    lines = [etree.tostring(page.root, encoding="unicode") for page in site_with_a_line("<p>Snow falls.</p>")]
    pages = {f"http://news.example/{number}": news[number % len(news)] for number in range(60)}
    pages |= {f"http://lines.example/{number}": page for number, page in enumerate(lines)}
    pages |= {f"http://forum.example{path}": page for path, page in forum_pages().items() if "topic" in path}
    pages |= {"http://one.example/": news[0], "https://WWW.two.example:443/?a=b#c": news[1]}
    records = [gzip.compress(record(url, http(page.encode()))) for url, page in pages.items()]
    folder = tmp_path_factory.mktemp("archives")
    paths = [folder / "CC-MAIN-1.warc.gz", folder / "CC-MAIN-2.warc.gz"]
    paths[0].write_bytes(b"".join([*records[::2], gzip.compress(of_length("many"))[:-30]]))
    paths[1].write_bytes(b"".join(records[1::2]))
    return list(map(str, paths))


@pytest.fixture(scope="module")
def alone(archives: list[str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rows]:
    """What ``newsbody extract`` gives."""
    out = {kind: tmp_path_factory.mktemp("alone") / f"{kind}.parquet" for kind in KINDS}
    for kind, path in out.items():
        main(["extract", *archives, "--kind", kind, "-o", str(path)])
    return {kind: by_id(parquet.read_table(path).to_pylist()) for kind, path in out.items()}


def by_id(rows: Rows) -> Rows:
    """The rows in an order; what could not be read has no address, and its error another class, on an engine."""
    told = ({**row, "id": "", "error": row["error"].split(": ")[-1]} if row["error"] else row for row in rows)
    return sorted(told, key=lambda row: (row["id"], row["error"] or ""))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["spark", "ray"])
def test_the_rows_are_those_of_one_machine(
    engine: str, archives: list[str], alone: dict[str, Rows], tmp_path: Path
) -> None:
    if find_spec(package := {"spark": "pyspark"}.get(engine, engine)) is None:
        pytest.skip(f"{package} is not installed: pip install 'newsbody[{engine}]'")
    if engine == "spark" and which("java") is None:
        pytest.skip("Spark needs Java")
    command = [sys.executable, "-m", "tests.engine_rows", engine, str(tmp_path), *archives]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    for kind in KINDS:
        assert by_id(parquet.read_table(tmp_path / f"{kind}.parquet").to_pylist()) == alone[kind]


@pytest.mark.slow
def test_tables_give_the_rows_of_the_command(archives: list[str], alone: dict[str, Rows]) -> None:
    tables = archive_tables([Table.from_pydict({"path": archives})])
    placed = [row for table in placed_tables(tables) for row in table.to_pylist()]
    ordered = Table.from_pylist(sorted(placed, key=lambda row: (row["site"], row["place"])))
    rows = [row for table in read_tables(ordered.to_batches(7), "article", Wanted()) for row in table.to_pylist()]
    assert by_id(rows) == alone["article"]
    lines = {row["id"]: row["articleBody"] for row in rows if "lines.example" in row["id"]}
    assert not any("may be wrong" in body for body in lines.values())
    assert len(rows) > 80
    assert sum(bool(row["error"]) for row in rows) >= 1


def test_pages_without_an_address_are_read_one_by_one() -> None:
    pages = [etree.tostring(page.root, encoding="unicode") for page in site_with_a_line("<p>Snow falls.</p>")]
    tables = list(placed_tables([Table.from_pydict({"content": [*pages, None]})]))
    sites = [row["site"] for table in tables for row in table.to_pylist()]
    assert len(set(sites)) == len(pages) + 1
    rows = [row for table in read_tables(tables, "article", Wanted()) for row in table.to_pylist()]
    assert any("may be wrong" in row["articleBody"] for row in rows)
