"""What a page costs on an engine, in processor time and bytes, without the engine: the table of docs/engines.md.

python -m tests.benchmarks.engines ARCHIVE [--share 10]
"""

from __future__ import annotations

import argparse
import zlib
from pathlib import Path
from time import process_time

import pyarrow

from newsbody.commands._engines import archive_tables, placed_tables, read_tables
from newsbody.extraction import Wanted


def main() -> None:
    """Print a line for each step; the last one is measured on a share of the sites."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--share", type=int, default=10, metavar="N", help="read one site of N")
    args = parser.parse_args()
    begun = process_time()
    tables = list(archive_tables([pyarrow.table({"path": [str(args.archive.resolve())]})]))
    unpacked = process_time()
    pages = pyarrow.concat_tables(placed_tables(tables))
    placed, count = process_time(), pages.num_rows
    print(f"{count:,} pages of {len(set(pages['site'].to_pylist())):,} sites")
    size = args.archive.stat().st_size / count / 1000
    print(f"archive  {(unpacked - begun) / count * 1000:.2f} ms, {size:.0f} kB a page")
    print(f"site     {(placed - unpacked) / count * 1000:.2f} ms a page")
    sink = pyarrow.BufferOutputStream()
    options = pyarrow.ipc.IpcWriteOptions(compression="lz4")
    with pyarrow.ipc.new_stream(sink, pages.schema, options=options) as out:
        out.write_table(pages, max_chunksize=100)
    print(f"shuffle  {sink.getvalue().size / count / 1000:.0f} kB a page")
    some = pages.filter(
        pyarrow.array([zlib.crc32(site.encode()) % args.share == 0 for site in pages["site"].to_pylist()])
    )
    some = some.sort_by([("site", "ascending"), ("place", "ascending")])
    begun = process_time()
    rows = [row for table in read_tables([some], "article", Wanted()) for row in table.to_pylist()]
    took = process_time() - begun
    row = sum(len(zlib.compress(str(row).encode())) for row in rows) / len(rows) / 1000
    print(f"read     {took / len(rows) * 1000:.1f} ms, {row:.1f} kB a page, of {len(rows):,} pages")


if __name__ == "__main__":
    main()
