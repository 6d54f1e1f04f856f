"""Files of a crawl that goes on: what one holds already is not written again, and a torn end is cut off."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

#: The rows of a whole file, by its text.
Rows = Callable[[str], Iterator[Mapping[str, Any]]]
#: How cells begin that spreadsheets compute; wide forms where Chinese and Japanese ones do.
_FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def identity(row: Mapping[str, Any]) -> bytes | None:
    """What tells one of our rows from all others, as 16 bytes; None for rows that are none of ours.

    A post is told by its number on the site, else by its text and time: how it is counted in
    its thread may be known better today.
    """
    thread, url = row.get("threadId"), row.get("url")
    key: tuple[object, ...] | None
    if thread is None:
        key = ("article", url) if url and "articleBody" in row else None
    elif row.get("posts") is not None:
        key = ("thread", thread, url)
    elif row.get("postId"):
        key = ("post", thread, row["postId"])
    else:
        key = ("post", thread, url, row.get("text"), row.get("datePublished"))
    if key is None:
        return None
    told = "\0".join(str(part or "") for part in key)
    return hashlib.blake2b(told.encode("utf8", "replace"), digest_size=16).digest()


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
