"""The examples in docstrings of functions over addresses, selectors and dates run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("urls/*.py", "dates/*.py", "markup/links.py", "page/sites.py", "rules/selector.py")
PATHS = [path for room in ROOMS for path in sorted((ROOT / "newsbody").glob(room))]
WITH_EXAMPLES = [path for path in PATHS if ">>> " in path.read_text("utf-8")]
FLAGS = doctest.NORMALIZE_WHITESPACE


def test_there_are_examples_of_each() -> None:
    assert {path.parent.name for path in WITH_EXAMPLES} == {"urls", "dates", "markup", "page", "rules"}


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_examples_of_a_module_are_true(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    # The functions that remember answers stand behind a wrapper, which doctest looks into by its docstring.
    module = import_module(name)
    remembered = {key: value for key, value in vars(module).items() if hasattr(value, "__wrapped__")}
    tests = doctest.DocTestFinder(recurse=True).find(module)
    known = {test.name for test in tests}
    for key, value in remembered.items():
        if f"{name}.{key}" not in known:
            tests += doctest.DocTestFinder().find(value.__wrapped__, f"{name}.{key}", module, vars(module))
    assert sum(len(test.examples) for test in tests) == path.read_text("utf-8").count(">>> ")
    for test in tests:
        assert runner.run(test).failed == 0
