"""Pages in Spark, each read in the light of its site: ``read_sites(read_archives(spark, paths))``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from newsbody.commands._engines import PAGES, PLACED, Kind, archive_tables, placed_tables, read_tables
from newsbody.commands._outputs import arrow_schema, row_types
from newsbody.extraction import Options, Wanted
from newsbody.ground.extras import require

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def read_archives(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """The pages of WARC files, each file read by one task; their places as pyarrow takes them (``s3://…``)."""
    files = spark.createDataFrame([(path,) for path in paths], "path string").repartition(len(paths), "path")
    return _mapped(files, archive_tables, PAGES)


def read_sites(pages: DataFrame, kind: Kind = "article", **options: Unpack[Options]) -> DataFrame:
    """The rows that ``newsbody extract`` writes for pages, in no order: columns ``html`` and ``url``, as there.

    The pages of a site come to one task, which learns it and holds 40 of them. ``options``: see :class:`.Wanted`.
    """
    read = partial(read_tables, kind=kind, wanted=Wanted(**options))
    of_sites = _mapped(pages, placed_tables, PLACED).repartition("site").sortWithinPartitions("site", "place")
    return _mapped(of_sites, read, arrow_schema(row_types(kind)))


def _mapped(pages: DataFrame, made: Callable[[Any], Iterator[Any]], schema: Any) -> DataFrame:
    types = require("pyspark.sql.pandas.types", "spark")
    return pages.mapInArrow(partial(_batches, made), types.from_arrow_schema(schema))


def _batches(made: Callable[[Any], Iterator[Any]], batches: Iterator[Any]) -> Iterator[Any]:
    return (batch for table in made(batches) for batch in table.to_batches())
