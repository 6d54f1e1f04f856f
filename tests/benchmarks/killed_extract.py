"""``newsbody extract`` on web archives, killed and gone on with: rows, memory, pages a second.

    python -m tests.benchmarks.killed_extract ARCHIVE… [--kills 5] [--jobs 2]

10,000 pages of 4,156 hosts (one archive, 231 MB), on two shared and busy cores: each row once, at most 379 MB in all
processes together; 444 where each loads the model of languages for itself.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).parents[2]
#: Pages, or seconds, after which a run is killed, at most: rows are noted once a second, and a quick machine ends soon.
MOST_BETWEEN, MOST_SECONDS = 300, 1.5
#: Seconds between two looks at its rows, and at its memory, which takes longer.
LOOK, LOOK_AT_MEMORY = 0.01, 0.5


@dataclass
class KilledRuns:
    """How a command ended, how often it was killed before, and the most memory that its processes held together."""

    status: int = 0
    kills: int = 0
    memory: int = 0


def killed_runs(words: Sequence[str], out: Path, *, kills: int, jobs: int = 2) -> KilledRuns:
    """Run the command; ``kill -9`` ends it and all its processes, in whichever of its stages it is."""
    command = [sys.executable, "-m", "newsbody", "extract", *words, "-o", str(out), "--jobs", str(jobs), "--resume"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    seen, draw = KilledRuns(), random.Random(0)
    while True:
        run = subprocess.Popen(command, env=environment, start_new_session=True, stderr=subprocess.DEVNULL)
        until, end = done(out) + draw.randrange(MOST_BETWEEN), monotonic() + draw.uniform(0.5, MOST_SECONDS)
        looked = monotonic()
        while run.poll() is None:
            if monotonic() - looked > LOOK_AT_MEMORY:
                seen.memory = max(seen.memory, memory_of_group(run.pid))
                looked = monotonic()
            if seen.kills < kills and (done(out) > until or monotonic() > end):
                os.killpg(run.pid, signal.SIGKILL)
                seen.kills += 1
                run.wait()
            sleep(LOOK)
        if run.returncode != -signal.SIGKILL:
            seen.status = run.returncode
            return seen


def done(out: Path) -> int:
    """The rows that are noted down."""
    note = Path(f"{out}.resume")
    return int(json.loads(note.read_text())["done"]) if note.exists() else 0


def memory_of_group(group: int) -> int:
    """The bytes that the processes of a group hold; what they share counts once."""
    held = 0
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.getpgid(int(process.name)) == group:
                lines = (process / "smaps_rollup").read_text().splitlines()
                held += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
        except OSError:  # it has just ended
            continue
    return held


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", nargs="+")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", default="article")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out, begun = Path(folder, "out.jsonl"), monotonic()
        run = killed_runs([*args.archives, "--kind", args.kind], out, kills=args.kills, jobs=args.jobs)
        took = monotonic() - begun
        with out.open(encoding="utf-8") as file:
            ids = Counter(json.loads(line)["id"] for line in file)
    print(f"status {run.status}, {run.kills} kills; {ids.total():,} rows, {len(ids):,} different ids")
    print(f"at most {run.memory / 1e6:.0f} MB; {ids.total() / took:.1f} pages a second, with what the kills cost")


if __name__ == "__main__":
    main()
