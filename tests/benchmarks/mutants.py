"""Guards and limits changed by lot, one at a time: how many of the changes do the tests see?

    python -m tests.benchmarks.mutants [--seed 1] [--count 50] [--files 30] [--only newsbody/urls] [--first 0]

A comparison takes in its bound or leaves it out (``<`` → ``<=``) or is turned round (``==`` → ``!=``), a guard is never
true (``if x: return``), a number with a name is ten times as large, a fraction half as large again. The changed file
stands in a copy of the checkout; there the tests run whose imports lead to it in the fewest steps, until one fails.
Survivors are for a human to look at: some change nothing that can be seen.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: Seconds for the tests of one change; what takes longer is not counted as seen.
TIMEOUT = 1200
#: Rooms that compute nothing for a page: made sites, and what draws reports.
LEFT_OUT = ("newsbody/demo/", "newsbody/report/", "newsbody/_moved.py")
_OPERATORS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
}  # fmt: skip
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]+")
_LEAVES = (ast.Return, ast.Continue, ast.Break, ast.Raise)


@dataclass(frozen=True)
class Mutant:
    """A change of one place: the bytes from ``start`` to ``stop`` of a file become ``new``."""

    path: str
    line: int
    start: int
    stop: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {' '.join(self.old.split())}  →  {' '.join(self.new.split())}"


def mutants_of(path: str, source: bytes) -> Iterator[Mutant]:
    """All changes of a file, in the order of its nodes."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def mutant(node: ast.expr, start: int, stop: int, new: str) -> Mutant:
        return Mutant(path, node.lineno, start, stop, source[start:stop].decode(), new)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPERATORS:
            start, stop = place(node.left)[0], place(node.comparators[0])[1]
            middle, after = place(node.left)[1], place(node.comparators[0])[0]
            old, new = _OPERATORS[type(node.ops[0])]
            changed = source[middle:after].decode().replace(old, new, 1)
            whole = source[start:middle].decode() + changed + source[after:stop].decode()
            yield mutant(node, start, stop, whole)
        elif isinstance(node, ast.If) and len(node.body) == 1 and isinstance(node.body[0], _LEAVES):
            start, stop = place(node.test)
            yield mutant(node.test, start, stop, f"False and ({source[start:stop].decode()})")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and _is_limit(node):
            value = node.value
            assert isinstance(value, ast.Constant)
            start, stop = place(value)
            factor = "10" if isinstance(value.value, int) else "1.5"
            yield mutant(value, start, stop, f"{source[start:stop].decode()} * {factor}")


def _is_limit(node: ast.Assign | ast.AnnAssign) -> bool:
    """Is it a number with a name, ``MAX_TRIES = 3``, or a field of a table of thresholds, ``share: float = 0.5``?"""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    if not isinstance(target, ast.Name) or not isinstance(node.value, ast.Constant):
        return False
    named = bool(_NAME.fullmatch(target.id)) or isinstance(node, ast.AnnAssign)
    return named and type(node.value.value) in (int, float) and node.value.value != 0


# --- which tests --------------------------------------------------------------------------


def modules() -> dict[str, Path]:
    """All modules of the product and of the tests."""
    paths = [*sorted((ROOT / "newsbody").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def importers() -> dict[str, set[str]]:
    """Module → those that import it; commands and extractors are imported when they are asked for, by their names."""
    known, found = modules(), defaultdict(set)
    for name in known:
        if name.startswith(("newsbody.commands.", "newsbody.extractors.")):
            found[name].add("newsbody.cli" if "commands" in name else "newsbody.extractors")
    for name, path in known.items():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                imported = [one if one in known else node.module for one in inner]
            else:
                continue
            for one in imported:
                found[one].add(name)
    return found


def tests_near(path: str, graph: dict[str, set[str]], count: int) -> list[str]:
    """The files of tests from which the fewest imports lead to a module, the nearest first."""
    start = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    queue, seen = deque([start]), {start}
    found: list[str] = []
    while queue and len(found) < count:
        for name in sorted(graph.get(queue.popleft(), ()), key=lambda name: (".e2e." in name, name)):
            if name in seen or name.startswith("tests.benchmarks"):
                continue
            seen.add(name)
            queue.append(name)
            if name.rpartition(".")[2].startswith("test_"):
                found.append(name.replace(".", "/") + ".py")
    return found[:count]


# --- running ------------------------------------------------------------------------------


def is_seen(mutant: Mutant, copy: Path, files: list[str]) -> str:
    """The first test that fails for a change; "" where all pass."""
    path = copy / mutant.path
    source = path.read_bytes()
    path.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.stop :])
    words = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *files]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return ""
    finally:
        path.write_bytes(source)
    if done.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else (done.stdout + done.stderr)[-200:]


def main() -> None:
    """Draw, run, and say how many were seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50, help="changes that are drawn")
    parser.add_argument("--first", type=int, default=0, help="those before it are left out: the rest of an earlier run")
    parser.add_argument("--files", type=int, default=30, help="files of tests for each change")
    parser.add_argument("--only", default="newsbody/", help="the beginning of the paths, with :LINE for one place")
    args = parser.parse_args()
    paths = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "newsbody").rglob("*.py"))]
    every = [
        one for path in paths if not path.startswith(LEFT_OUT) for one in mutants_of(path, (ROOT / path).read_bytes())
    ]
    every = [one for one in every if f"{one.path}:{one.line}".startswith(args.only)]
    drawn = random.Random(args.seed).sample(every, min(args.count, len(every)))[args.first :]
    graph, survivors = importers(), list[Mutant]()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache"))
        for number, mutant in enumerate(drawn, args.first):
            by = is_seen(mutant, copy, tests_near(mutant.path, graph, args.files))
            survivors += [] if by else [mutant]
            print(f"{number:3} {'seen by ' + by if by else 'SURVIVES'}  {mutant}", flush=True)
    print(f"seed {args.seed}: {len(drawn) - len(survivors)} of {len(drawn)} seen, of {len(every)} places")


if __name__ == "__main__":
    main()
