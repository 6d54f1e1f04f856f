"""How many labelled pages the random field needs (Zhang 2011, section 3: flat from 80 pages on).

python -m tests.benchmarks.learning_curve FOLDER… [--lang zh] [--sizes 20 40 60 80 100] [--trials 10]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from newsbody.evaluate.corpus import read_sets
from newsbody.train.crf.trainer import SIZES, TRIALS, learning_curve


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the curve, and write it as JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--lang", default="zh")
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--trials", type=int, default=TRIALS)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    gold = [page for _, rows in read_sets(args.folders) for page in rows if page.text and page.lang == args.lang]
    try:
        curve = learning_curve(gold, args.sizes, args.trials)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    columns = list(next(iter(curve.values())))
    print(f"{'pages':>6}" + "".join(f"{name:>10}" for name in columns))
    for size, row in curve.items():
        print(f"{size:>6}" + "".join(f"{row[name]:>10.3f}" for name in columns))
    if args.json:
        args.json.write_text(json.dumps(curve, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
