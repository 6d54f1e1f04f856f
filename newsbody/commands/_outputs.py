"""What the command line writes: rows (jsonl, json, csv, parquet) or texts (md, txt, html, xml), one after the other."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType
from typing import IO, Any, get_args, get_origin, get_type_hints

from newsbody.dates import moment_of
from newsbody.items import Article, Post
from newsbody.markup.formats import CORPUS_HEADER, NAMESPACE

Row = Mapping[str, Any]

#: The formats, which are endings of files' names, and other endings for them.
FORMATS = ("jsonl", "json", "csv", "md", "txt", "html", "xml", "parquet")
_ENDINGS = {**dict(zip(FORMATS, FORMATS, strict=True)), "markdown": "md", "htm": "html", "text": "txt", "jl": "jsonl"}
#: Fields that are times in a Parquet file, in UTC where no zone is said. Their ``…Raw`` is what the page said.
_TIMES = {"datePublished", "dateModified", "firstSeen", "changed", "replaced"}
#: Rows of a group in a Parquet file; it is held in memory.
GROUP = 500


def format_of(name: str) -> str:
    """The format that a file's name asks for. Raises ValueError with what to write."""
    form = _ENDINGS.get(Path(name).suffix.lower().lstrip("."))
    if form is None:
        raise ValueError(
            f"-o {name}: write a name that ends in .{', .'.join(FORMATS)}, the name of a folder, or --format"
        )
    return form


def row_types(kind: str) -> dict[str, Any]:
    """The columns of the rows of a kind of pages, with their types as annotations."""
    if kind == "thread":
        return {"id": str, "text": str, "kind": str, "headline": str, "posts": list[Post], "error": str}
    fields = get_type_hints(Article)
    names = [name for name in Article.__dataclass_fields__ if name != "articleBodyHtml"]
    return {"id": str, **{name: fields[name] for name in names}, "error": str}


def post_types() -> dict[str, Any]:
    """The fields of a post in a row: with its text as it stands on the page, pictures by their address."""
    left_out = ("threadId", "url", "headline")
    types = {name: hint for name, hint in get_type_hints(Post).items() if name not in left_out}
    types["dateRaw"] = types.pop("datePublishedRaw")
    return types | {"fullText": str, "images": list[str]}


class Writer:
    """Writes results one by one as JSON lines. ``count``: how many the file holds already."""

    def __init__(self, out: IO[str], columns: Sequence[str] = (), count: int = 0) -> None:
        self.out = out
        self.columns = columns
        self.count = count
        #: JSON has escapes of its own for what the encoding of a terminal has not got.
        self._escapes = not (getattr(out, "encoding", None) or "utf").lower().startswith("utf")

    def write(self, row: Row) -> None:
        """Write one result."""
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
    """A row a result; lists of plain values on lines, others as JSON. By its mark Excel knows UTF-8."""

    def _write(self, row: Row) -> None:
        if not self.count:
            self.out.write("\ufeff" if self.out.seekable() else "")
            csv.writer(self.out).writerow(self.columns)
        csv.writer(self.out).writerow([_cell(row.get(name)) for name in self.columns])


class TextWriter(Writer):
    """Texts one after the other; ``between`` stands between two."""

    between = "\n\n"

    def _write(self, row: Row) -> None:
        self.out.write((self.between if self.count else "") + str(row.get("text", "")).rstrip("\n") + "\n")


class MarkdownWriter(TextWriter):
    """Markdown, a line between two articles."""

    between = "\n---\n\n"


class HtmlWriter(TextWriter):
    """HTML, a line between two articles."""

    between = "\n<hr>\n\n"


class TeiWriter(Writer):
    """A corpus of TEI; a page that gave none, because of an error, is an empty line."""

    def _write(self, row: Row) -> None:
        self.out.write(self._begin() + str(row.get("text", "")) + "\n")

    def _begin(self) -> str:
        return "" if self.count else f'<teiCorpus xmlns="{NAMESPACE}">{CORPUS_HEADER}\n'

    def close(self) -> None:
        """The end of the corpus."""
        self.out.write(self._begin() + "</teiCorpus>\n")


WRITERS = {
    "jsonl": Writer,
    "json": JsonWriter,
    "csv": CsvWriter,
    "txt": TextWriter,
    "md": MarkdownWriter,
    "html": HtmlWriter,
    "xml": TeiWriter,
}


class ParquetRows:
    """Rows of a Parquet file, which is whole when it is closed, and no sooner."""

    def __init__(self, path: Path, types: Mapping[str, Any]) -> None:
        from pyarrow import parquet

        self._schema = arrow_schema(types)
        self._file = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Row] = []
        self.count = 0

    def write(self, row: Row) -> None:
        """Write one result."""
        self._rows.append(row)
        self.count += 1
        if len(self._rows) >= GROUP:
            self._write_group()

    def _write_group(self) -> None:
        self._file.write_table(arrow_table(self._rows, self._schema))
        self._rows = []

    def close(self) -> None:
        """The end of the file."""
        self._write_group()
        self._file.close()


def arrow_schema(types: Mapping[str, Any]) -> Any:
    """The schema of Arrow for columns with their types as annotations."""
    import pyarrow

    return pyarrow.schema([(name, arrow_type(hint, name)) for name, hint in types.items()])


def arrow_table(rows: Iterable[Row], schema: Any) -> Any:
    """Rows as a table of Arrow, their times as such."""
    import pyarrow

    return pyarrow.Table.from_pylist([_with_times(row) for row in rows], schema)


def arrow_type(hint: Any, name: str = "") -> Any:
    """The type of Arrow for an annotation: ``list[Author]`` is a list of structs."""
    import pyarrow

    hint = (
        next((part for part in get_args(hint) if part is not NoneType), hint) if get_origin(hint) is not list else hint
    )
    if name in _TIMES:
        return pyarrow.timestamp("us", "UTC")
    if get_origin(hint) is list:
        return pyarrow.list_(arrow_type(get_args(hint)[0]))
    if is_dataclass(hint):
        types = post_types() if hint is Post else get_type_hints(hint)
        return pyarrow.struct([(field, arrow_type(one, field)) for field, one in types.items()])
    return {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}.get(hint, pyarrow.string())


def _with_times(value: Any) -> Any:
    """A row, or a part of one, with its times as such."""
    if isinstance(value, list):
        return [_with_times(part) for part in value]
    if not isinstance(value, Mapping):
        return value
    return {name: moment_of(part) if name in _TIMES else _with_times(part) for name, part in value.items()}


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        names = [part.get("name") or part.get("url") if isinstance(part, dict) else part for part in value]
        texts = [name for name in names if isinstance(name, str)]
        if len(texts) == len(names):
            return "\n".join(texts)
    if isinstance(value, dict) and isinstance(value.get("url"), str):
        return value["url"]
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value
