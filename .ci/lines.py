"""Lines of the product by room, and how many came since a commit: ``lines.py [COMMIT]``, the one before without it.

Growth wants its reason in the message of the commit.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]


def room_of(path: str) -> str:
    """``newsbody/crawl/queue/base.py`` → ``crawl/queue``, ``newsbody/urls/route.py`` → ``urls``."""
    parts = PurePosixPath(path).with_suffix("").parts[1:]
    depth = 2 if parts[0] == "crawl" and len(parts) > 2 else 1
    return "/".join(parts[:depth])


def lines_now() -> Counter[str]:
    """What stands in the folder."""
    counted: Counter[str] = Counter()
    for path in sorted((ROOT / "newsbody").rglob("*.py")):
        counted[room_of(path.relative_to(ROOT).as_posix())] += path.read_bytes().count(b"\n")
    return counted


def lines_of(commit: str) -> Counter[str]:
    """What stood there in a commit; nothing where git does not know it."""
    empty_tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    words = ["git", "-C", str(ROOT), "diff", "--numstat", "--no-renames", empty_tree, commit, "--", "newsbody"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    counted: Counter[str] = Counter()
    for line in done.stdout.splitlines():
        added, _, path = line.split("\t")
        if path.endswith(".py"):
            counted[room_of(path)] += int(added)
    return counted


def main(commit: str = "HEAD^") -> None:
    """Print the table."""
    now, before = lines_now(), lines_of(commit)
    rows = sorted(now.keys() | before.keys(), key=lambda room: -now[room])
    for room in [*rows, ""]:
        lines, old = (now[room], before[room]) if room else (now.total(), before.total())
        change = f"{lines - old:+7,}" if before and lines != old else ""
        print(f"{room or 'all':24}{lines:7,}{change}")


if __name__ == "__main__":
    main(*sys.argv[1:])
