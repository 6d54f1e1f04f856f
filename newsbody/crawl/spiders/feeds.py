"""The files that items go to: their formats, and those that a resumed crawl goes on with."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from datetime import datetime
from functools import partial
from io import BytesIO, FileIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self, cast

from itemadapter import ItemAdapter
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter
from scrapy.extensions.feedexport import FileFeedStorage
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.job import job_dir

from newsbody.crawl.ground.background import once_there_is_room
from newsbody.crawl.queue.shared_queue import shared_queue
from newsbody.items import Article, ForumThread, Post, flat, identity

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

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


# --- feeds: CSV that spreadsheets open, and files that a worker which is killed leaves whole ---

#: Called for a row that is left out.
Count = Callable[[], None]


def _no_count() -> None:
    """Nobody asks."""


class LinesItemExporter(JsonLinesItemExporter):
    """JSON lines; a job that goes on leaves out the rows that its file holds already."""

    def __init__(self, file: BytesIO, known: Container[bytes | None] = (), count: Count = _no_count, **options: Any):
        super().__init__(file, **options)
        self._known, self._count = known, count

    @classmethod
    def from_crawler(cls, crawler: Crawler, file: BytesIO, **options: Any) -> Self:
        """Looks at what the file holds when the crawl has a JOBDIR."""
        return cls(file, _known(crawler, file, whole_lines, json_rows), partial(_repeated, crawler), **options)

    def export_item(self, item: Any) -> None:
        """Write one row."""
        if identity(ItemAdapter(item)) in self._known:
            self._count()
        else:
            super().export_item(item)


class FlatCsvItemExporter(CsvItemExporter):
    """Articles and posts a row each. Threads are left out: their posts are there.

    Nested values of other items are written as JSON. Without another encoding the file is
    ``utf-8-sig``: without the mark Excel takes UTF-8 for the local code page. A job that goes on
    leaves out the rows that its file holds already, and the head. Cells that a spreadsheet would compute are
    marked as text, but with ``formulas`` (NEWSBODY_CSV_FORMULAS).
    """

    def __init__(
        self,
        file: BytesIO,
        known: Container[bytes | None] = (),
        count: Count = _no_count,
        formulas: bool = False,
        **options: Any,
    ):
        if options.get("encoding") in (None, "utf-8", "utf8") and options.get("include_headers_line", True):
            options["encoding"] = "utf-8-sig"
        super().__init__(file, **options)
        self._known, self._count, self._formulas = known, count, formulas

    @classmethod
    def from_crawler(cls, crawler: Crawler, file: BytesIO, **options: Any) -> Self:
        """Looks at what the file holds when the crawl has a JOBDIR."""
        known = _known(crawler, file, whole_records, csv_rows)
        if job_dir(crawler.settings) and os.fstat(file.fileno()).st_size:
            options["include_headers_line"] = False
        formulas = crawler.settings.getbool("NEWSBODY_CSV_FORMULAS")
        return cls(file, known, partial(_repeated, crawler), formulas, **options)

    def export_item(self, item: Any) -> None:
        """Write one row."""
        if isinstance(item, ForumThread):
            return
        if identity(ItemAdapter(item)) in self._known:
            self._count()
            return
        if isinstance(item, (Article, Post)):
            row = flat(item)
        else:
            row = {name: _cell(value) for name, value in ItemAdapter(item).asdict().items()}
        super().export_item(row if self._formulas else {name: harmless(value) for name, value in row.items()})


def _known(crawler: Crawler, file: Any, whole: Callable[[bytes], int], rows: Rows) -> Container[bytes | None]:
    # What is uploaded at the end is a temporary file, whose name is a number.
    here = job_dir(crawler.settings) and not isinstance(file.name, int)
    return written(Path(file.name), whole, rows) if here else ()


def _repeated(crawler: Crawler) -> None:
    assert crawler.stats is not None
    crawler.stats.inc_value("newsbody/rows_repeated")


class PatientFile(FileIO):
    """Rows are written whole: while the disk is full, or the quota used up, the crawl stands still.

    ``meanwhile`` and what is raised: as of :func:`~newsbody.crawl.ground.background.once_there_is_room`.
    """

    def __init__(self, path: Path, mode: str, meanwhile: Callable[[], None] | None = None) -> None:
        super().__init__(path, mode)
        self._meanwhile = meanwhile

    def write(self, data: ReadableBuffer, /) -> int:
        """Write all of it, or nothing."""
        left = memoryview(data).cast("B")
        length = len(left)
        while left:
            try:
                left = left[once_there_is_room(partial(super().write, left), str(self.name), self._meanwhile) :]
            except OSError:
                self._take_back(length - len(left))
                raise
        return length

    def _take_back(self, count: int) -> None:
        """Half a row would spoil the next one."""
        if count:
            self.truncate(self.seek(-count, os.SEEK_END))


class UnbufferedFileStorage(FileFeedStorage):
    """A local file that every item is written to at once: what was exported outlives the process."""

    def open(self, spider: Spider) -> IO[bytes]:
        """The file, made anew or added to as the feed says."""
        path = Path(self.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        queue = shared_queue(spider.crawler)
        # Without a sign of life the others take all its pages back, and each comes twice.
        return cast(IO[bytes], PatientFile(path, self.write_mode, None if queue is None else queue.show_life))


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, (dict, list, tuple)) else value


def merge_feeds(settings: BaseSettings, defaults: Mapping[str, Any]) -> None:
    """Add our exporters, storages and feeds to the project's; one that the command line names is the only one."""
    for name in ("FEED_EXPORTERS", "FEED_STORAGES", "FEEDS"):
        own, priority = settings.getdict(name), settings.getpriority(name) or 0
        if name != "FEEDS" or (own and priority < SETTINGS_PRIORITIES["cmdline"]):
            settings.set(name, {**defaults[name], **own}, priority=priority)


def writable(folder: str, name: str) -> Path:
    """A folder that can be written to, made where there is none. Raises ValueError: ``name`` is to name another."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(f"no permission to write to {path}")
    except OSError as error:
        raise ValueError(f"{name}={folder!r} cannot be written to ({error}). Name another folder: {name}=…") from error
    return path


def prepare_feeds(settings: BaseSettings, names: Collection[str], folder: str, *, overwrite: bool) -> str:
    """What the names of a crawl's files begin with: nothing, or the time where there are some of an earlier crawl.

    Yesterday's files are never lost; with ``overwrite`` they are written over. A job that goes on
    adds to its own. Raises ValueError for a folder that cannot be written to: before the crawl, not when
    its items have nowhere to go.
    """
    path = writable(folder, "out")
    there = any((path / Path(name).name.replace("%(feed_prefix)s", "")).exists() for name in names)
    prefix = f"{datetime.now():%Y-%m-%dT%H-%M-%S}-" if there and not overwrite else ""
    if job := job_dir(settings):
        return _prefix_of_job(Path(job) / "newsbody.feeds", prefix)
    if overwrite:
        feeds = settings.getdict("FEEDS")
        for name in names:
            feeds[name] = {**feeds[name], "overwrite": True}
        settings.set("FEEDS", feeds, priority=settings.getpriority("FEEDS") or 0)
    return prefix


def _prefix_of_job(note: Path, prefix: str) -> str:
    """What the files of a job were called when it began; noted when it begins."""
    if note.exists():
        return note.read_text("utf8")
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(prefix, "utf8")
    return prefix
