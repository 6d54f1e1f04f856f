"""Reads mutated pages, feeds, archives and stored rows by everything that reads them, and names those that raise.

    python -m tests.benchmarks.mutations [--pages 100000] [--inputs 10000] [--seed 1] [--corpus FOLDER]

Pages are mutated from those of our own writing and, with a folder, from the saved ones in it.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from tests.mutated_inputs import INPUTS, inputs_broken, read_broken
from tests.mutations import mutated, saved, seeds
from tests.test_mutated_pages import LEARN_EACH, check

#: Seconds of processor time after which a page of this size is named as slow.
SLOW = 5.0


def main(argv: Sequence[str] | None = None) -> int:
    """Read the pages; 1 when any raised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--inputs", type=int, default=10_000, help="of each kind beside pages (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path)
    args = parser.parse_args(argv)
    failed = sum(_failures(kind, args.inputs, args.seed) for kind in INPUTS)
    sources = seeds() + (saved(args.corpus) if args.corpus else [])
    slowest = 0.0
    for number, data in enumerate(tqdm(mutated(sources, args.pages, args.seed), total=args.pages, disable=None)):
        started = time.process_time()
        try:
            check(data, learning=number % LEARN_EACH == 0)
        except Exception:  # noqa: BLE001 (every one is a finding)
            failed += 1
            print(f"page {number} of seed {args.seed}, {len(data)} bytes:\n{traceback.format_exc()}", flush=True)
        seconds = time.process_time() - started
        slowest = max(slowest, seconds)
        if seconds > SLOW:
            print(f"page {number} of seed {args.seed} took {seconds:.1f} s: {data!r:.300}", flush=True)
    made = f"{args.pages} pages of seed {args.seed} from {len(sources)}"
    print(f"{made}: {failed} exceptions, the slowest {slowest:.2f} s")
    return 1 if failed else 0


def _failures(kind: str, count: int, seed: int) -> int:
    """How many broken feeds, archives and stored rows raise."""
    failed = 0
    for number, data in enumerate(inputs_broken(kind, count, seed)):
        try:
            read_broken(kind, data)
        except Exception:  # noqa: BLE001 (every one is a finding)
            failed += 1
            print(f"{kind} {number} of seed {seed}:\n{data!r:.300}\n{traceback.format_exc()}", flush=True)
    print(f"{count} of kind {kind}: {failed} exceptions", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
