"""``newsbody export``: what stands in a database of items, as JSON lines, CSV or Parquet."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tqdm import tqdm

from newsbody.commands._outputs import arrow_schema, arrow_table
from newsbody.ground.extras import MissingExtra, require

if TYPE_CHECKING:
    from sqlalchemy import Table

HELP = "write what stands in a database of items as JSON lines, CSV or Parquet"
TABLES = ("articles", "posts", "threads", "versions")
#: Rows of a group in a Parquet file; it is held in memory.
GROUP = 10_000

Rows = Iterable[dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("store", help="the address that NEWSBODY_STORE has, such as sqlite:///items.db")
    parser.add_argument("what", choices=TABLES, help="versions: what articles were before they changed")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="file to write (default: the screen)")
    parser.add_argument("--format", choices=tuple(_WRITERS), help="default: by the name of FILE, else jsonl")


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 with a sentence when something cannot be used."""
    form = args.format or (args.out.suffix.lstrip(".") if args.out else "jsonl")
    try:
        if form not in _WRITERS:
            raise ValueError(f"{args.out}: write --format, or a name that ends in .{', .'.join(_WRITERS)}")
        if form == "parquet" and args.out is None:
            raise ValueError("Parquet needs a file: write -o items.parquet")
        number = _export(args, form)
    except (MissingExtra, ValueError) as error:
        print(f"newsbody export: {error}", file=sys.stderr)
        return 2
    print(f"{number} {args.what}", file=sys.stderr)
    return 0


def _export(args: argparse.Namespace, form: str) -> int:
    require("sqlalchemy", "database")
    from newsbody.database import open_written
    from newsbody.database.tables import EXPORTED

    if form == "parquet":
        require("pyarrow", "parquet")
    database = open_written(args.store)
    try:
        number = database.counts()[args.what]
        table = EXPORTED[args.what]
        rows = tqdm(database.read(table), total=number, unit=" rows", disable=None, leave=False)
        _WRITERS[form](rows, table, args.out)
    finally:
        database.close()
    return number


def _jsonl(rows: Rows, table: Table, out: Path | None) -> None:
    with _opened(out, "utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _csv(rows: Rows, table: Table, out: Path | None) -> None:
    with _opened(out, "utf-8-sig") as file:  # without the mark Excel takes UTF-8 for the local code page
        writer = csv.writer(file)
        writer.writerow(_names(table))
        writer.writerows([_cell(value) for value in row.values()] for row in rows)


def _cell(value: Any) -> Any:
    """Several values on lines; of authors and images what names them."""
    if isinstance(value, list):
        return "\n".join(str(_cell(part)) for part in value)
    if isinstance(value, dict):
        return value.get("name") or value.get("url") or json.dumps(value, ensure_ascii=False)
    return value


def _parquet(rows: Rows, table: Table, out: Path | None) -> None:
    from pyarrow import parquet
    from sqlalchemy import Boolean, Float, Integer

    kinds = ((Boolean, bool), (Integer, int), (Float, float))
    types = {
        name: next((kind for cls, kind in kinds if isinstance(table.columns[name].type, cls)), str)
        for name in _names(table)
    }
    with parquet.ParquetWriter(out, arrow_schema(types)) as writer:
        for group in _groups(rows):
            lines = ({name: _json(value) for name, value in row.items()} for row in group)
            writer.write_table(arrow_table(lines, writer.schema))


def _groups(rows: Rows) -> Iterator[list[dict[str, Any]]]:
    rest = iter(rows)
    while group := list(islice(rest, GROUP)):
        yield group


def _json(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _names(table: Table) -> list[str]:
    from newsbody.database.tables import INTERNAL

    return [column.name for column in table.columns if column.name not in INTERNAL]


def _opened(out: Path | None, encoding: str) -> IO[str]:
    if out is None:
        return open(sys.stdout.fileno(), "w", encoding=encoding, closefd=False, newline="")
    return open(out, "w", encoding=encoding, newline="")


_WRITERS: dict[str, Callable[[Rows, Table, Path | None], None]] = {"jsonl": _jsonl, "csv": _csv, "parquet": _parquet}
