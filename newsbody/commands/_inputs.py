"""Where pages come from on the command line: files, folders, addresses, standard input and web archives."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from newsbody._version import __version__
from newsbody.commands._archives import archived_pages
from newsbody.ground.extras import require
from newsbody.page.sites import split_login

#: What a saved page is called; other files of a folder are passed over.
PAGE_SUFFIXES = {".html", ".htm", ".shtml", ".xhtml"}
_ARCHIVE = re.compile(r"\.warc(?:\.gz|\.zst|\.lz4)?$", re.IGNORECASE)
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


def inputs(names: Sequence[str], url: str | None = None) -> tuple[Iterator[Input], int | None]:
    """The pages of what was named, in order, each with an id of its own, and how many (None: unknown).

    ``url`` is the address of a single page that does not come from one. Raises FileNotFoundError, before the first
    page, for what is not there, and MissingExtra for archives without the extra ``warc``.
    """
    listed: list[Input | Path] = []
    for name in names:
        if name == STDIN:
            listed.append(Input(STDIN, sys.stdin.buffer.read(), url))
        elif _ADDRESS.match(name):
            address = _without_login(name)
            listed.append(Input(address, name, address))
        elif _ARCHIVE.search(name):
            if not Path(name).is_file():
                raise FileNotFoundError(f"{name} is not there.")
            require("fastwarc.warc", "warc")
            listed.append(Path(name))
        else:
            folder = Path(name)
            for file in page_files([folder]):
                inner = file.relative_to(folder) if folder.is_dir() else Path(file.name)
                listed.append(Input(inner.with_suffix("").as_posix(), file, url))
    pages = [one for one in listed if isinstance(one, Input)]
    repeated = {name for name, count in Counter(one.id for one in pages).items() if count > 1}
    found = (page for one in listed for page in ((_named(one, repeated),) if isinstance(one, Input) else archive(one)))
    return map(_Numbered(), found), len(pages) if len(pages) == len(listed) else None


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


def archive(path: Path) -> Iterator[Input]:
    """The pages of a WARC file; what cannot be read of it is an input that says so."""
    for page in archived_pages(path):
        yield Input(page.url or page.record or str(path), page.data, page.url, page.encoding)


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
        return replace(page, data=data, url=response.url, encoding=response.headers.get_content_charset())
