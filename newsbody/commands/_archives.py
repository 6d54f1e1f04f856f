"""The pages of a WARC file, record by record: one that is broken takes no other with it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import IO, Any

from newsbody.ground.extras import require

#: Bytes of a record that are read; a page is never so large, and what else an archive holds is passed over.
MAX_RECORD = 50_000_000
#: Bytes of a record's head, of a read, and of what one read may unpack to.
MAX_HEAD, CHUNK, MAX_UNPACKED = 1 << 16, 1 << 16, 1 << 20
#: Digits of a length; longer ones are none.
MAX_DIGITS = 18
_PAGE_TYPE = re.compile(r"html|text/plain|^$", re.IGNORECASE)
_LENGTH = re.compile(rb"^Content-Length:[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)
#: Behind a record, and where the next one begins when its length is wrong.
_END, _NEXT = re.compile(rb"\s*(?:WARC/[01]\.|\Z)"), re.compile(rb"[\r\n]+(?=WARC/[01]\.[0-9]+\r?\n)")
_GZIP = b"\x1f\x8b\x08"
_READERS = {".zst": "ZstdReader", ".lz4": "Lz4Reader"}
_DECODERS = {"gzip": "GzipReader", "x-gzip": "GzipReader", "br": "BrotliReader", "zstd": "ZstdReader"}


@dataclass(frozen=True)
class Archived:
    """What an archive holds of a page, or the error that came instead."""

    url: str | None
    data: bytes | OSError
    encoding: str | None = None
    record: str = ""
    fetched: datetime | None = None


def archived_pages(file: IO[bytes], suffix: str) -> Iterator[Archived]:
    """The pages among the responses of an archive, and what of it cannot be read. ``suffix``: of its name."""
    warc = require("fastwarc.warc", "warc")
    troubles: list[str] = []
    for record in _Records(_opened(file, suffix.lower(), troubles.append), troubles.append):
        page = _page(warc, record, troubles.append)
        if page is not None:
            yield page
        yield from (Archived(None, OSError(trouble)) for trouble in troubles)
        troubles.clear()
    yield from (Archived(None, OSError(trouble)) for trouble in troubles)


class _Records:
    """The records of an archive as they stand there. What says a wrong length ends where the next one begins."""

    def __init__(self, chunks: Iterator[bytes], complain: Callable[[str], object]) -> None:
        self._chunks, self._complain = chunks, complain
        self._buffer, self._position = b"", 0

    def __iter__(self) -> Iterator[bytes]:
        while self._fill(MAX_HEAD):
            behind = self._buffer.find(b"\r\n\r\n", 0, MAX_HEAD) + 4
            stated = _LENGTH.search(self._buffer, 0, behind)
            end = behind + int(stated[1]) if stated and stated[1].isdigit() and len(stated[1]) < MAX_DIGITS else 0
            if end > MAX_RECORD and self._fill(MAX_RECORD + 1) > MAX_RECORD:
                self._pass_over(end)
                continue
            self._fill(end + 16)
            if not self._buffer.startswith(b"WARC/") or not 0 < end <= len(self._buffer) or not self._ends_at(end):
                found = _NEXT.search(self._buffer)
                end = found.start() if found else len(self._buffer)
                self._complain(f"the record at byte {self._position:,} says a wrong length")
            record = self._buffer[:end]
            self._drop(end)
            yield record

    def _ends_at(self, end: int) -> bool:
        return _END.match(self._buffer, end) is not None

    def _fill(self, size: int) -> int:
        """Have so many bytes at hand, if there are; how many there are."""
        parts, length = [self._buffer], len(self._buffer)
        while length < size and (chunk := next(self._chunks, b"")):
            parts.append(chunk)
            length += len(chunk)
        self._buffer = b"".join(parts)
        return length

    def _drop(self, end: int) -> None:
        rest = self._buffer[end:].lstrip(b"\r\n")
        self._position += len(self._buffer) - len(rest)
        self._buffer = rest

    def _pass_over(self, end: int) -> None:
        begin, left = self._position, end
        while left > 0 and self._fill(1):
            taken = min(left, len(self._buffer))
            left -= taken
            self._position += taken
            self._buffer = self._buffer[taken:]
        self._fill(16)
        fault = "" if not left and self._ends_at(0) else ", and its length is wrong"
        self._complain(f"the record at byte {begin:,} is larger than {MAX_RECORD:,} bytes{fault}")
        self._drop(0)


def _opened(file: IO[bytes], suffix: str, complain: Callable[[str], object]) -> Iterator[bytes]:
    if file.read(2) == _GZIP[:2]:
        file.seek(0)
        yield from _gunzipped(file, complain)
        return
    file.seek(0)
    name = _READERS.get(suffix)
    stream = getattr(require("fastwarc.stream_io", "warc"), name)(file) if name else file
    try:
        while chunk := stream.read(CHUNK):
            yield chunk
    except (OSError, ValueError, RuntimeError) as error:
        complain(f"the archive cannot be read on ({type(error).__name__}: {error})")


def _gunzipped(file: IO[bytes], complain: Callable[[str], object]) -> Iterator[bytes]:
    """One member is as good as a record: behind a damaged one the next is looked for."""
    unpack, raw, is_within = zlib.decompressobj(31), b"", False
    while chunk := file.read(CHUNK):
        raw += chunk
        while raw:
            try:
                yield unpack.decompress(raw, MAX_UNPACKED)
                is_within = not unpack.eof
                raw = unpack.unconsumed_tail if is_within else unpack.unused_data.lstrip(b"\0")
                unpack = unpack if is_within else zlib.decompressobj(31)
            except zlib.error as error:
                complain(f"the archive is damaged before byte {file.tell():,} ({error})")
                yield b"\r\n\r\n"
                at = raw.find(_GZIP, 1)
                unpack, raw, is_within = zlib.decompressobj(31), raw[at:] if at > 0 else b"", False
    if is_within:
        complain("the archive breaks off")


def _page(warc: Any, record: bytes, complain: Callable[[str], object]) -> Archived | None:
    """The page of a response; None for all else."""
    head, between, content = record.partition(b"\r\n\r\n")
    length = b"%d" % len(content)
    stated = _LENGTH.search(head)
    if stated and stated[1] != length:
        record = head[: stated.start(1)] + length + head[stated.end(1) :] + between + content
    response = warc.WarcRecordType.response
    try:
        found = next(warc.ArchiveIterator(BytesIO(record), record_types=response, parse_http=False), None)
        if found is None:
            return None
        address = found.headers.get("WARC-Target-URI", "").strip("<>") or None
        found.parse_http(auto_decode="none")
        if found.http_headers is None or not _PAGE_TYPE.search(found.http_content_type or ""):
            return None
        if str(getattr(found.http_headers, "status_code", 200)) != "200":
            return None
        data = _decoded(found.reader.read(), found.http_headers, complain)
        return Archived(address, data, found.http_charset, found.record_id or "", found.record_date)
    except (OSError, ValueError, RuntimeError) as error:
        return Archived(None, OSError(f"a record cannot be read ({type(error).__name__}: {error})"))


def _decoded(data: bytes, headers: Any, complain: Callable[[str], object]) -> bytes:
    """The page as it was sent, whatever encoding that was; where it is not encoded so, it was stored without."""
    streams = require("fastwarc.stream_io", "warc")
    if "chunked" in (headers.get("Transfer-Encoding") or "").lower():
        data = _read_by(streams.ChunkedReader, data, complain)
    for name in reversed((headers.get("Content-Encoding") or "").lower().replace(" ", "").split(",")):
        if name in _DECODERS:
            data = _read_by(getattr(streams, _DECODERS[name]), data, complain)
        elif name == "deflate":
            data = _inflated(data)
    return data[:MAX_RECORD]


def _read_by(reader: Any, data: bytes, complain: Callable[[str], object]) -> bytes:
    """What can be decoded; the data as they are where nothing can, for they were stored decoded."""
    parts: list[bytes] = []
    try:
        stream = reader(BytesIO(data))
        while sum(map(len, parts)) < MAX_RECORD and (part := stream.read(MAX_UNPACKED)):
            parts.append(part)
        # The reader of gzip says neither that it breaks off nor that its sum is another.
        is_whole = data[:3] != _GZIP or int.from_bytes(data[-8:-4], "little") == zlib.crc32(b"".join(parts))
    except (OSError, ValueError, RuntimeError):
        is_whole = False
    if any(parts) and not is_whole:
        complain("what a record holds breaks off, or is damaged")
    return b"".join(parts) or data


def _inflated(data: bytes) -> bytes:
    for bits in (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        try:
            return zlib.decompressobj(bits).decompress(data, MAX_RECORD)
        except zlib.error:
            continue
    return data
