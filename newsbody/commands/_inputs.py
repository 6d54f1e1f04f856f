"""The pages that commands take: files, folders, addresses, standard input."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any
from urllib.request import Request, urlopen

from newsbody._version import __version__
from newsbody.commands._archives import archived_pages
from newsbody.ground.extras import require
from newsbody.page.sites import split_login

#: What kinds of pages were called.
_KINDS = {"forum": "thread", "news": "article"}


def kind_named(word: str) -> str:
    """The kind of pages that a word names."""
    if word in _KINDS:
        _tell(f"--kind {word}", f"--kind {_KINDS[word]}")
    return _KINDS.get(word, word)


class SiteOption(argparse.Action):
    """``--site``, which was called ``--host``; it may be given again where the default is a list."""

    def __call__(
        self, parser: object, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Take the site."""
        if option_string == "--host":
            _tell("--host", "--site")
        given = getattr(namespace, self.dest)
        setattr(namespace, self.dest, [*given, values] if isinstance(given, list) else values)


def _tell(old: str, new: str) -> None:
    print(f"{old} is called {new} now; the next version knows the old word no more.", file=sys.stderr)


# --- where pages come from on the command line ------------------------------------------

#: What a saved page is called; other files of a folder are passed over.
PAGE_SUFFIXES = {".html", ".htm", ".shtml", ".xhtml"}
#: What holds many pages.
_HOLDERS = {
    "archive": re.compile(r"\.warc(?:\.gz|\.zst|\.lz4)?$", re.IGNORECASE),
    "table": re.compile(r"\.parquet$", re.IGNORECASE),
    "addresses": re.compile(r"\.(?:txt|urls)$", re.IGNORECASE),
}
#: Columns of a Parquet file, the first that is there, and rows that are read at a time.
PAGE_COLUMNS, URL_COLUMNS, ROWS_READ = ("html", "content", "page", "body"), ("url", "uri", "address"), 32
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_PAGE_TYPE = re.compile(r"html|text/plain|^$", re.IGNORECASE)
#: Seconds an address may take to answer, and bytes of a page that are read: Scrapy's limits are 180 and a gigabyte,
#: for a crawl that goes on meanwhile; here somebody waits.
TIMEOUT, MAX_BYTES = 30, 50_000_000
STDIN = "-"
#: How files begin that somebody may take for pages, and are none. (A server says what it sends.)
_BEGINNINGS = {
    b"%PDF-": "PDF", b"PK\x03\x04": "ZIP, or a document of an office", b"\xd0\xcf\x11\xe0": "a document of an office",
    b"\x1f\x8b": "gzip: unpack it first", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture", b"GIF8": "a picture",
    b"\x7fELF": "a program", b"SQLite format 3": "a database",
}  # fmt: skip


class NoPage(ValueError):
    """What came is no page; the message says what it is."""


@dataclass(frozen=True)
class Input:
    """A page that is to be read. ``data`` are its bytes, a function that gives them, or the error that came instead."""

    id: str
    data: bytes | Path | str | Exception
    url: str | None = None
    encoding: str | None = None
    fetched: datetime | None = None

    def loaded(self) -> Input:
        """The same with its bytes. Raises OSError, or NoPage for what an address or a file gives that is no page."""
        if isinstance(self.data, Exception):
            raise self.data
        if isinstance(self.data, Path):
            data = self.data.read_bytes()
            if kind := next((kind for beginning, kind in _BEGINNINGS.items() if data.startswith(beginning)), ""):
                raise NoPage(f"{self.data} is {kind}, no page")
            return replace(self, data=data)
        return _fetched(self) if isinstance(self.data, str) else self

    @property
    def bytes(self) -> bytes:
        """The bytes of an input that is loaded."""
        assert isinstance(self.data, bytes)
        return self.data


def page_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The given files, and the pages below the given folders in order of their names.

    Raises FileNotFoundError for a path that is not there and a folder without pages.
    """
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.rglob("*") if file.suffix.lower() in PAGE_SUFFIXES)
            if not found:
                raise FileNotFoundError(f"{path} holds no pages ({', '.join(sorted(PAGE_SUFFIXES))}).")
            yield from found
        elif path.exists():
            yield path
        else:
            raise FileNotFoundError(f"{path} is not there.")


class PageSources:
    """The pages of what was named, in order, each with an id of its own; they can be gone through again.

    ``url`` is the address of a single page that does not come from one, ``fetched`` when pages were fetched that do
    not say it. Raises FileNotFoundError for what is not there, and MissingExtra for archives without the extra.
    """

    def __init__(self, names: Sequence[str], url: str | None = None, fetched: datetime | None = None) -> None:
        self._listed = list(_listed(names, url, fetched))
        pages = [one for one in self._listed if isinstance(one, Input)]
        self._repeated = {name for name, count in Counter(one.id for one in pages).items() if count > 1}
        #: How many pages there are; None where only reading them tells.
        self.count = len(pages) if len(pages) == len(self._listed) else None
        #: The share of all that is read.
        self.share = 0.0

    def __iter__(self) -> Iterator[Input]:
        return map(_Numbered(), self._pages())

    def _pages(self) -> Iterator[Input]:
        for number, one in enumerate(self._listed):
            if isinstance(one, Input):
                self.share = (number + 1) / len(self._listed)
                yield _named(one, self._repeated)
                continue
            for page, share in _READERS[_holder(one)](Path(one)):
                self.share = (number + share) / len(self._listed)
                yield page


def _listed(names: Sequence[str], url: str | None, fetched: datetime | None) -> Iterator[Input | str]:
    for name in names:
        if name == STDIN:
            yield Input(STDIN, sys.stdin.buffer.read(), url, fetched=fetched)
        elif _ADDRESS.match(name):
            yield _of_address(name)
        elif holder := _holder(name):
            if not Path(name).is_file():
                raise FileNotFoundError(f"{name} is not there.")
            if holder in _NEEDED:
                require(*_NEEDED[holder])
            if holder == "table":
                _columns(Path(name))
            yield name
        else:
            folder = Path(name)
            for file in page_files([folder]):
                inner = file.relative_to(folder) if folder.is_dir() else Path(file.name)
                yield Input(inner.with_suffix("").as_posix(), file, url, fetched=fetched)


def _holder(name: str) -> str:
    """What holds many pages, by its name; "" for a page or a folder."""
    return next((holder for holder, named in _HOLDERS.items() if named.search(name)), "")


def _of_address(name: str) -> Input:
    address = _without_login(name)
    return Input(address, name, address)


def _archive(path: Path) -> Iterator[tuple[Input, float]]:
    size = path.stat().st_size
    with path.open("rb") as file:
        for page in archive_inputs(file, str(path)):
            yield page, file.tell() / size


def archive_inputs(file: IO[bytes], name: str) -> Iterator[Input]:
    """The pages of a WARC file; what cannot be read of it is an input that says so."""
    for page in archived_pages(file, Path(name).suffix):
        yield Input(page.url or page.record or name, page.data, page.url, page.encoding, page.fetched)


def _addresses(path: Path) -> Iterator[tuple[Input, float]]:
    """A list of addresses, one a line (of several columns the last)."""
    size = path.stat().st_size
    with path.open("rb") as file:
        for line in file:
            if address := line.decode("utf-8-sig", "replace").rpartition("\t")[2].strip():
                yield _of_address(address), file.tell() / size


class PageColumns:
    """The columns of a table of pages: the page and its address, of several names the first; ``encoding``, ``fetched``.

    Raises NoPage, with what to write, for a table without pages. ``where`` says which table.
    """

    def __init__(self, columns: Iterable[str], where: object) -> None:
        names = {name.lower(): name for name in columns}
        known = [PAGE_COLUMNS, URL_COLUMNS, ("encoding",), ("fetched",), ("error",)]
        self._of = [next((names[one] for one in some if one in names), "") for some in known]
        if not self._of[0]:
            raise NoPage(f"{where} has no column with pages: name it one of {', '.join(PAGE_COLUMNS)}")
        self.names = list(filter(None, self._of))

    def page_of(self, row: Mapping[str, Any], name: str) -> Input:
        """The page of a row; its id is its address, else a ``name``."""
        page, address, encoding, fetched, error = map(row.get, self._of)
        if isinstance(page, str):
            page, encoding = page.encode("utf-8", "replace"), "utf-8"
        if not isinstance(fetched, datetime):
            fetched = None
        elif fetched.tzinfo is None:
            fetched = fetched.replace(tzinfo=UTC)
        return Input(address or name, NoPage(error) if error else page or b"", address, encoding, fetched)


def _columns(path: Path) -> PageColumns:
    from pyarrow import parquet

    return PageColumns(parquet.read_schema(path).names, path)


def _table(path: Path) -> Iterator[tuple[Input, float]]:
    """The rows of a Parquet file."""
    from pyarrow import parquet

    columns, file = _columns(path), parquet.ParquetFile(path)
    batches = file.iter_batches(ROWS_READ, columns=columns.names)
    rows = (row for batch in batches for row in batch.to_pylist())
    for number, row in enumerate(rows, 1):
        yield columns.page_of(row, f"{path.stem}#{number}"), number / file.metadata.num_rows


_READERS = {"archive": _archive, "addresses": _addresses, "table": _table}
_NEEDED = {"archive": ("fastwarc.warc", "warc"), "table": ("pyarrow.parquet", "parquet")}


def _named(page: Input, repeated: set[str]) -> Input:
    """Files of the same name in several folders are known by their paths."""
    whole = page.id in repeated and isinstance(page.data, Path)
    return replace(page, id=Path(str(page.data)).as_posix()) if whole else page


class _Numbered:
    """The second of the same id gets a number, as an archive may hold a page twice."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()

    def __call__(self, page: Input) -> Input:
        self._count[page.id] += 1
        number = self._count[page.id]
        return replace(page, id=f"{page.id}#{number}") if number > 1 else page


def _without_login(address: str) -> str:
    try:
        return split_login(address)[0]
    except ValueError:  # its row will say so
        return address


def _fetched(page: Input, opened: Callable[..., Any] = urlopen) -> Input:
    address, login = split_login(str(page.data))
    request = Request(address, headers={"User-Agent": f"newsbody/{__version__}", "Accept": "text/html,*/*;q=0.5"})
    if login:  # what it redirects to may be on another host
        request.add_unredirected_header("Authorization", login)
    with opened(request, timeout=TIMEOUT) as response:
        kind = response.headers.get_content_type()
        if not _PAGE_TYPE.search(kind):
            raise NoPage(f"{page.id} is {kind}, no page")
        data = response.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise NoPage(f"{page.id} is larger than {MAX_BYTES:,} bytes")
        encoding, now = response.headers.get_content_charset(), datetime.now(UTC)
        return replace(page, data=data, url=response.url, encoding=encoding, fetched=page.fetched or now)
