"""Guards and limits changed by lot, one at a time: how many of the changes do the tests see?

    python -m pytest -n auto --cov=newsbody --cov-context=test --cov-report=      (pytest-cov; writes .coverage)
    python -m tests.benchmarks.mutants [--seed 1] [--count 50] [--tests 100] [--only newsbody/urls] [--first 0]

A comparison takes in its bound or leaves it out (``<`` → ``<=``) or is turned round (``==`` → ``!=``), a guard is never
true (``if x: return``), a number with a name is ten times as large, a fraction half as large again. The changed file
stands in a copy of the checkout; there the tests run that the recorded run saw on its line, those of the fewest lines
first, until one fails. What only other processes run no test is known for; survivors are for a human to look at: some
change nothing that can be seen.
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
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from coverage import CoverageData

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


def tests_by_line(recorded: Path) -> dict[str, dict[int, list[str]]]:
    """File → line → the tests that run it, those that run the fewest lines of all first."""
    data = CoverageData(str(recorded))
    data.read()
    ran, runs = defaultdict[str, dict[int, list[str]]](dict), Counter[str]()
    for name in data.measured_files():
        file = "newsbody" + name.rpartition("/newsbody")[2]
        for line, contexts in data.contexts_by_lineno(name).items():
            tests = {context.removesuffix("|run") for context in contexts if context.endswith("|run")}
            runs.update(tests)
            ran[file][line] = list(tests)
    return {
        file: {line: sorted(tests, key=lambda test: (runs[test], test)) for line, tests in lines.items()}
        for file, lines in ran.items()
    }


def tests_of(mutant: Mutant, ran: dict[str, dict[int, list[str]]], count: int) -> list[str]:
    """The tests that run a changed line; for a limit, which is read when its module is, the lines that name it."""
    source = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()[mutant.line - 1]
    named = re.match(r"\s*(\w+)(?:: \w+)? = ", source)
    places = [(mutant.path, mutant.line)]
    if named and mutant.old.replace(".", "").replace("_", "").isdecimal():
        word = re.compile(rf"\b{named[1]}\b")
        texts = {file: (ROOT / file).read_text(encoding="utf-8").splitlines() for file in ran}
        places = [(file, n) for file, lines in texts.items() for n, line in enumerate(lines, 1) if word.search(line)]
    # By turns: the nearest of each place before the second nearest of any.
    lists = [ran.get(file, {}).get(line, [])[:count] for file, line in places]
    return list(dict.fromkeys(test for turn in zip_longest(*lists) for test in turn if test))[:count]


# --- running ------------------------------------------------------------------------------


def is_seen(mutant: Mutant, copy: Path, tests: list[str]) -> str:
    """The first test that fails for a change; "" where all pass."""
    path = copy / mutant.path
    source = path.read_bytes()
    path.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.stop :])
    words = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]
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
    parser.add_argument("--tests", type=int, default=100, help="tests for each change")
    parser.add_argument("--ran", type=Path, default=ROOT / ".coverage", help="the recorded run")
    parser.add_argument("--only", default="newsbody/", help="the beginning of the paths, with :LINE for one place")
    args = parser.parse_args()
    paths = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "newsbody").rglob("*.py"))]
    every = [
        one for path in paths if not path.startswith(LEFT_OUT) for one in mutants_of(path, (ROOT / path).read_bytes())
    ]
    every = [one for one in every if f"{one.path}:{one.line}".startswith(args.only)]
    drawn = random.Random(args.seed).sample(every, min(args.count, len(every)))[args.first :]
    ran, survivors = tests_by_line(args.ran), list[Mutant]()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache"))
        for number, mutant in enumerate(drawn, args.first):
            tests = tests_of(mutant, ran, args.tests)
            by = is_seen(mutant, copy, tests) if tests else ""
            survivors += [] if by else [mutant]
            result = f"seen by {by}" if by else "SURVIVES" if tests else "NO TEST"
            print(f"{number:3} {result}  {mutant}", flush=True)
    print(f"seed {args.seed}: {len(drawn) - len(survivors)} of {len(drawn)} seen, of {len(every)} places")


if __name__ == "__main__":
    main()
