"""Where rows go: the screen, a file, or a folder of parts; a run that was killed is gone on with."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import IO, Any, Self

from newsbody.commands._outputs import WRITERS, ParquetRows, Row, Writer

#: Seconds after which what is written is noted down: so much is done again after a kill.
NOTED_EVERY = 1.0
#: Rows of a part in a folder.
PART = 5_000


class Finished(Exception):
    """There is nothing to go on with: the run came to its end."""


@dataclass
class RunNote:
    """What is written: pages, those that failed; of the part in work its number, its rows and bytes."""

    run: str
    done: int = 0
    failed: int = 0
    part: int = 0
    rows: int = 0
    bytes: int = 0


class Results:
    """Takes rows in the order of the pages. After a kill the same run is gone on with behind the last row noted down.

    ``target``: "-", a file, or a folder (which ends in /, or is there) of parts. What is done stands beside it in
    ``TARGET.resume``, or in ``.resume`` of the folder, until the run is at its end. ``run`` is all that the rows depend
    on. Raises ValueError with what to write when something else stands there, and Finished.
    """

    def __init__(self, target: str, form: str, types: Mapping[str, Any], run: object, *, resume: bool = False) -> None:
        self._resume = resume
        self._form, self._columns, self._types = form, tuple(types), types
        self._folder = Path(target) if is_folder(target) else None
        self._stream, self._target = target if is_stream(target) else "", Path(target)
        self._note = self._folder / ".resume" if self._folder else Path(f"{target}.resume")
        self.note = RunNote(blake2b(repr((run, form)).encode("utf-8", "replace"), digest_size=8).hexdigest())
        if resume:
            self._read_note()
        elif self._folder and any(self._folder.glob("part-*")):
            raise ValueError(f"{target} holds an earlier run: --resume goes on with it; or name another folder")
        self._begin()

    def write(self, row: Row) -> None:
        """Write a page's row."""
        if self._folder and self.note.rows >= PART:
            self._end_part()
            self.note = replace(self.note, part=self.note.part + 1, rows=0, bytes=0)
            self._begin()
        self._writer.write(row)
        self.note.done += 1
        self.note.rows += 1
        self.note.failed += "error" in row
        if monotonic() - self._noted > NOTED_EVERY:
            self._write_note()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """The run is at its end, or stopped: then what is written is noted down."""
        if kind is None:
            self._end_part()
        if kind is None and not self._stream:
            self._note.unlink(missing_ok=True)
        elif kind is not None:
            self._stop()

    def _stop(self) -> None:
        with suppress(OSError):  # of a full disk, say; the earlier note stands
            if self._noted != inf:
                self._write_note()
            if isinstance(self._writer, ParquetRows):
                self._writer.close()
            elif self._out and self._out is not sys.stdout:
                self._out.close()

    @contextmanager
    def beside(self, name: str) -> Iterator[Path]:
        """A file of the run, which is kept until the run is at its end."""
        if self._stream:
            with TemporaryDirectory() as folder:
                yield Path(folder, name)
            return
        path = self._note.with_name(self._note.name.removesuffix("resume") + name)
        if not self._resume:
            path.unlink(missing_ok=True)
        yield path
        path.unlink()

    # --- parts ------------------------------------------------------------------------------------

    @property
    def _path(self) -> Path:
        return self._folder / f"part-{self.note.part:05}.{self._form}" if self._folder else self._target

    def _begin(self) -> None:
        """Open the part, behind what is noted down of it."""
        path, begun = self._path, self.note.bytes
        self._out: IO[str] | None = None
        self._noted = inf
        self._writer: Writer | ParquetRows
        if self._stream:
            self._out = sys.stdout if self._stream == "-" else path.open("w", encoding="utf-8")
            self._writer = WRITERS[self._form](self._out, self._columns)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if not begun:  # what stands there counts no more
            self._write_note()
        if self._form == "parquet":  # whole or none: what is done is noted between parts
            self._writer = ParquetRows(path.with_suffix(".unfinished"), self._types)
            return
        self._noted = monotonic()
        # What is no Unicode, as the name of a file in another encoding, is escaped.
        self._out = path.open("r+" if begun else "w", encoding="utf-8", errors="backslashreplace", newline="")
        self._out.truncate(begun)
        self._out.seek(begun)
        self._writer = WRITERS[self._form](self._out, self._columns, self.note.rows)

    def _end_part(self) -> None:
        self._writer.close()
        if self._out is None:
            self._path.with_suffix(".unfinished").replace(self._path)
        elif self._out is not sys.stdout:
            self._out.close()
            self._out = None

    # --- the note ---------------------------------------------------------------------------------

    def _write_note(self) -> None:
        if self._out:
            self._noted = monotonic()
            self._out.flush()
            os.fsync(self._out.fileno())
            self.note.bytes = os.fstat(self._out.fileno()).st_size
        new = self._note.with_name(f"{self._note.name}.new")
        new.write_text(json.dumps(asdict(self.note)), encoding="utf-8")
        new.replace(self._note)

    def _read_note(self) -> None:
        if self._stream:
            raise ValueError("--resume goes on with a file or a folder: write -o")
        if not self._note.exists():
            if any(self._folder.glob("part-*")) if self._folder else self._target.exists():
                raise Finished(f"{self._target} is whole; without --resume it is written anew")
            return
        noted = RunNote(**json.loads(self._note.read_text("utf-8")))
        if noted.run != self.note.run:
            raise ValueError(f"{self._target} was begun with other arguments: give the same, or leave out --resume")
        self.note = noted


def is_stream(target: str) -> bool:
    """Is it the screen, a device or a pipe? Nothing of it can be gone on with."""
    return target == "-" or (Path(target).exists() and not Path(target).is_file() and not Path(target).is_dir())


def is_folder(target: str) -> bool:
    """Is a folder named? It ends in /, or is there."""
    return target.endswith(("/", os.sep)) or Path(target).is_dir()
