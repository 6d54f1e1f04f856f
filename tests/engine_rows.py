"""The rows of web archives by a real engine, in a process of its own: Spark brings a JVM, Ray servers.

``python -m tests.engine_rows spark FOLDER ARCHIVE…``
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from newsbody.commands._engines import Kind

KINDS: tuple[Kind, ...] = ("article", "thread")


def by_spark(paths: Sequence[str]) -> dict[str, Any]:
    from pyspark.sql import SparkSession

    from newsbody.spark import read_archives, read_sites

    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "3"}
    own = dict.fromkeys(("spark.driver.host", "spark.driver.bindAddress"), "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config(map=settings | own).getOrCreate()
    return {kind: read_sites(read_archives(session, paths), kind).toArrow() for kind in KINDS}


def by_ray(paths: Sequence[str]) -> dict[str, Any]:
    import ray

    from newsbody.ray import read_archives, read_sites

    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    ray.data.DataContext.get_current().default_hash_shuffle_parallelism = 3
    found: dict[str, Any] = {}
    for kind in KINDS:
        tables = ray.get(read_sites(read_archives(paths), kind).to_arrow_refs())
        found[kind] = pyarrow.concat_tables(table for table in tables if table.num_rows)
    return found


if __name__ == "__main__":
    for kind, rows in {"spark": by_spark, "ray": by_ray}[sys.argv[1]](sys.argv[3:]).items():
        parquet.write_table(rows, Path(sys.argv[2], f"{kind}.parquet"))
