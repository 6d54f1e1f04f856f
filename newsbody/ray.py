"""Pages in Ray Data, each read in the light of its site: ``read_sites(read_archives(paths))``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from newsbody.commands._engines import Kind, archive_tables, placed_tables, read_tables
from newsbody.extraction import Options, Wanted
from newsbody.ground.extras import require

if TYPE_CHECKING:
    from ray.data import Dataset


def read_archives(paths: Sequence[str]) -> Dataset:
    """The pages of WARC files, each file read by one task; their places as pyarrow takes them (``s3://…``)."""
    files = require("ray.data", "ray").from_items([{"path": path} for path in paths], override_num_blocks=len(paths))
    return files.map_batches(partial(_made, made=archive_tables), batch_format="pyarrow")


def read_sites(pages: Dataset, kind: Kind = "article", **options: Unpack[Options]) -> Dataset:
    """The rows that ``newsbody extract`` writes for pages, in no order: columns ``html`` and ``url``, as there.

    The pages of a site come to one task, which learns it and holds them. ``options``: see :class:`.Wanted`.
    """
    read = partial(read_tables, kind=kind, wanted=Wanted(**options))
    placed = pages.map_batches(partial(_made, made=placed_tables), batch_format="pyarrow", batch_size=None)
    return placed.groupby("site").map_groups(partial(_site_made, made=read), batch_format="pyarrow")


def _made(table: Any, made: Callable[[Any], Iterator[Any]]) -> Iterator[Any]:
    yield from made([table])


def _site_made(table: Any, made: Callable[[Any], Iterator[Any]]) -> Any:
    return require("pyarrow", "ray").concat_tables(made([table.sort_by("place")]))
