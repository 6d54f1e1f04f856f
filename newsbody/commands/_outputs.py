"""What the command line writes: rows (jsonl, json, csv) or texts (md, txt, html), each while the next page is read."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any

Row = Mapping[str, Any]

#: The formats by the ending of a file's name.
FORMATS = ("jsonl", "json", "csv", "md", "txt", "html")


def format_of(name: str, default: str = "jsonl") -> str:
    """The format that a file's name asks for."""
    suffix = Path(name).suffix.lower().lstrip(".")
    return suffix if suffix in FORMATS else {"markdown": "md", "htm": "html", "text": "txt"}.get(suffix, default)


class Writer:
    """Writes results one by one. ``close`` ends a file that has an end of its own."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.count = 0
        #: JSON has escapes of its own for what the encoding of a terminal has not got.
        self._escapes = not (getattr(out, "encoding", None) or "utf").lower().startswith("utf")

    def write(self, row: Row) -> None:
        """Write one result; ``row`` has at least ``id`` and ``text``."""
        self._write(row)
        self.count += 1

    def _write(self, row: Row) -> None:
        self.out.write(self._json(row) + "\n")

    def _json(self, row: Row) -> str:
        return json.dumps(row, ensure_ascii=self._escapes)

    def close(self) -> None:
        """Write what ends the file."""


class JsonWriter(Writer):
    """One array."""

    def _write(self, row: Row) -> None:
        self.out.write(("[\n" if not self.count else ",\n") + self._json(row))

    def close(self) -> None:
        """The end of the array."""
        self.out.write("\n]\n" if self.count else "[]\n")


class CsvWriter(Writer):
    """A row a result; lists of plain values on lines, others as JSON. The first row says the columns."""

    def _write(self, row: Row) -> None:
        cells = {name: _cell(value) for name, value in row.items()}
        if not self.count:
            self._columns = list(cells)
            csv.writer(self.out).writerow(self._columns)
        csv.writer(self.out).writerow([cells.get(name, "") for name in self._columns])


class TextWriter(Writer):
    """Texts one after the other; ``between`` stands between two."""

    def __init__(self, out: IO[str], between: str) -> None:
        super().__init__(out)
        self._between = between

    def _write(self, row: Row) -> None:
        self.out.write((self._between if self.count else "") + str(row["text"]).rstrip("\n") + "\n")


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        names = [part.get("name") or part.get("url") if isinstance(part, dict) else part for part in value]
        texts = [name for name in names if isinstance(name, str)]
        if len(texts) == len(names):
            return "\n".join(texts)
    if isinstance(value, dict) and isinstance(value.get("url"), str):
        return value["url"]
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


_WRITERS = {"jsonl": Writer, "json": JsonWriter, "csv": CsvWriter}
_BETWEEN = {"md": "\n---\n\n", "txt": "\n\n", "html": "\n<hr>\n\n"}


@contextmanager
def writer(form: str, out: AbstractContextManager[IO[str]]) -> Iterator[Writer]:
    """The writer of a format, on a file that is closed with it."""
    with out as file:
        made = _WRITERS[form](file) if form in _WRITERS else TextWriter(file, _BETWEEN[form])
        yield made
        made.close()


def open_output(name: str, form: str) -> IO[str]:
    """A file to write; CSV with the mark without which Excel takes UTF-8 for the local code page.

    What is no Unicode, as the name of a file in another encoding, is escaped.
    """
    encoding = "utf-8-sig" if form == "csv" else "utf-8"
    return open(name, "w", encoding=encoding, errors="backslashreplace", newline="" if form == "csv" else None)
