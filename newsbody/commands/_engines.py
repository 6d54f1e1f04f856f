"""Pages as tables of Arrow, for engines that bring those of a site together: Spark and Ray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from io import BufferedReader
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any, Literal
from zlib import crc32

from newsbody.commands._inputs import Input, PageColumns, archive_inputs
from newsbody.commands._outputs import arrow_schema, arrow_table, row_types
from newsbody.commands._sites import LESSONS, Row, place_of
from newsbody.commands.extract import article_row, thread_row
from newsbody.extraction import Wanted
from newsbody.ground.extras import require
from newsbody.ground.sitememory import hashed

pyarrow = require("pyarrow", "parquet")
Kind = Literal["article", "thread"]
#: Pages of a table that is handed on, and bytes of an archive that are read at a time.
BATCH, BUFFER = 100, 1 << 22
#: A table of pages; with the site of each (a page without an address is one of its own), and where in it.
_TEXTS = [(name, pyarrow.string()) for name in ("url", "encoding", "error")]
PAGES = pyarrow.schema([("html", pyarrow.binary()), ("fetched", pyarrow.timestamp("us", "UTC")), *_TEXTS])
PLACED = pyarrow.schema([*PAGES, ("site", pyarrow.string()), ("place", pyarrow.int64())])


def archive_tables(batches: Iterable[Any]) -> Iterator[Any]:
    """The pages of WARC files, whose places (``/a/b.warc.gz``, ``s3://…``) stand in a column ``path``."""
    from pyarrow.fs import FileSystem

    for path in (path for batch in batches for path in batch["path"].to_pylist()):
        system, name = FileSystem.from_uri(path)
        with BufferedReader(system.open_input_file(name), BUFFER) as file:
            yield from _tables(map(_page_row, archive_inputs(file, path)), PAGES)


def placed_tables(batches: Iterable[Any]) -> Iterator[Any]:
    """The pages of tables, with the site and the place of each."""
    return _tables((_placed_row(page) for batch in batches for _, page in _pages(batch)), PLACED)


def read_tables(batches: Iterable[Any], kind: Kind, wanted: Wanted) -> Iterator[Any]:
    """The rows of placed pages, which stand by site and place: the first ones of a site are what it is learned from."""
    pages = (one for batch in batches for one in _pages(batch))
    sites = groupby(pages, lambda one: one[0]["site"])
    rows = (row for _, of_site in sites for row in _site_rows(map(itemgetter(1), of_site), kind, wanted))
    return _tables(rows, arrow_schema(row_types(kind)))


def _site_rows(pages: Iterator[Input], kind: Kind, wanted: Wanted) -> Iterator[Row]:
    lesson, work = LESSONS[kind], partial(article_row, wanted=wanted) if kind == "article" else thread_row
    sample, more = list(islice(pages, lesson.sample)), list(islice(pages, 1))
    learned, rows = lesson.learned([page for page in sample if isinstance(page.data, bytes)], bool(more), work)
    taught, rest = lesson.made_of(learned), chain((page for page in sample if not isinstance(page.data, bytes)), more)
    return chain(rows, (work(page, taught, None) for page in chain(rest, pages)))


def _pages(batch: Any) -> Iterator[tuple[Row, Input]]:
    columns = PageColumns(batch.schema.names, "The table")
    for start in range(0, batch.num_rows, BATCH):
        yield from ((row, columns.page_of(row, "")) for row in batch.slice(start, BATCH).to_pylist())


def _page_row(page: Input) -> Row:
    data, error = (page.data, None) if isinstance(page.data, bytes) else (None, str(page.data))
    return {"url": page.url, "html": data, "encoding": page.encoding, "fetched": page.fetched, "error": error}


def _placed_row(page: Input) -> Row:
    place = place_of(page)
    row, number = _page_row(place.page), hashed(page.id)
    return {**row, "site": place.host or f"#{crc32(row['html'] or b'')} {number}", "place": number}


def _tables(rows: Iterable[Row], schema: Any) -> Iterator[Any]:
    rest = iter(rows)
    while some := list(islice(rest, BATCH)):
        yield arrow_table(some, schema)
