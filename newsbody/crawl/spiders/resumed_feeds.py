"""Files of a crawl that goes on: what one holds already is not written again, and a torn end is cut off."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from newsbody.items import identity

#: The rows of a whole file, by its text.
Rows = Callable[[str], Iterator[Mapping[str, Any]]]
#: How cells begin that spreadsheets compute; wide forms where Chinese and Japanese ones do.
_FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def written(path: Path, whole: Callable[[bytes], int], rows: Rows) -> set[bytes]:
    """The identities of the rows of a file, after its torn last row was cut off.

    ``whole``: how many bytes of the file are whole rows; ``rows`` reads these.
    """
    if not path.exists():
        return set()
    data = path.read_bytes()
    length = whole(data)
    if length < len(data):
        with path.open("r+b") as file:
            file.truncate(length)
    found = (identity(row) for row in rows(data[:length].decode("utf-8-sig", "replace")))
    return {key for key in found if key is not None}


def whole_lines(data: bytes) -> int:
    """How many bytes are whole lines."""
    return data.rfind(b"\n") + 1


def whole_records(data: bytes) -> int:
    """How many bytes of a CSV file are whole records: lines end within quoted cells, too."""
    length, open_quotes, end = 0, 0, 0
    for line in data.splitlines(keepends=True):
        length += len(line)
        open_quotes ^= line.count(b'"') & 1
        if not open_quotes and line.endswith(b"\n"):
            end = length
    return end


def json_rows(text: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a file of JSON lines that are objects."""
    for line in text.split("\n"):
        row = json.loads(line) if line.strip() else None
        if isinstance(row, dict):
            yield row


def csv_rows(text: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a CSV file by their columns, as they were before :func:`harmless`."""
    for row in csv.DictReader(io.StringIO(text, newline="")):
        yield {name: _as_it_was(value) for name, value in row.items()}


def harmless(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: behind a quotation mark it is text; numbers stay."""
    is_formula = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value


def _as_it_was(value: Any) -> Any:
    marked = isinstance(value, str) and value.startswith("'") and harmless(value[1:]) != value[1:]
    return value[1:] if marked else value
