"""The house is as the README draws it: read from the imports themselves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "newsbody"
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
#: What computes, with or without a crawl around it.
WITHOUT_SCRAPY = [name for name in MODULES if not re.match(r"newsbody\.(crawl|commands)\.", name)]
PURE = [name for name in MODULES if name.startswith(("newsbody.crawl.learning.", "newsbody.crawl.pages."))]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports(module: str) -> Iterator[str]:
    """All that a module imports, wherever in it, also for its types only: packages as their ``__init__``."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found = [f"{node.module}.{alias.name}", node.module, f"{node.module}.__init__"]
                yield next((name for name in found if name in MODULES), node.module)


def test_nothing_imports_itself_by_way_of_others() -> None:
    # The front door is asked for the version alone; what it exports is imported when it is first asked for.
    arrows = {module: set(imports(module)) & MODULES.keys() - {"newsbody.__init__"} for module in MODULES}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


@pytest.mark.parametrize("module", WITHOUT_SCRAPY)
def test_what_computes_imports_no_scrapy(module: str) -> None:
    assert not {name for name in imports(module) if name.split(".")[0] in ("scrapy", "twisted")}


def test_learning_awaits_nothing_and_needs_no_scrapy() -> None:
    for module in PURE:
        assert not any(name.split(".")[0] == "scrapy" for name in imports(module)), module
    waiting = (ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)
    learning = [module for module in PURE if module.startswith("newsbody.crawl.learning.")]
    assert not [module for module in learning if any(isinstance(node, waiting) for node in ast.walk(tree(module)))]
    code = "import newsbody.crawl.learning.study, sys; sys.exit('scrapy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_the_lives_of_rules_and_addresses_are_moved_in_one_place_each() -> None:
    def moves(module: str) -> bool:
        targets = (node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute))
        return any(node.attr == "_state" and isinstance(node.ctx, ast.Store) for node in targets)

    learning = [module for module in MODULES if module.startswith("newsbody.crawl.")]
    lives = [f"newsbody.crawl.learning.{name}_life" for name in ("address", "rule")]
    assert [module for module in learning if moves(module)] == lives


# --- the picture --------------------------------------------------------------------------


def floors() -> list[list[str]]:
    """The rooms of the README's picture, from the ground up, by the beginnings of the names of their modules."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"## How it is built\n.*?```\n(.*?)```", text, re.DOTALL)
    lines = [line for line in picture.splitlines() if line.strip(" │")]
    found, within = [], ""
    for line in lines:
        names = re.split(r"\s{3,}", line.strip())[0].split()
        if not line.startswith("   "):
            within = ""
        if names[0].endswith("/"):
            within = names[0].replace("/", ".")
        else:
            found.append([f"newsbody.{within}{name}" for name in names])
    return found


FLOORS = floors()
ROOMS = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def room_of(module: str) -> str | None:
    """The room of a module: a package or, where the picture has no other, the module itself."""
    parts = module.removesuffix(".__init__").split(".")
    return next((name for end in range(len(parts), 1, -1) if (name := ".".join(parts[:end])) in ROOMS), None)


def test_every_package_stands_in_the_picture_and_every_room_of_it_in_the_house() -> None:
    packages = {module.removesuffix(".__init__") for module in MODULES if module.endswith(".__init__")}
    # The front door, what is drawn by its rooms, and places of before, which may stand in settings.
    packages -= {"newsbody", "newsbody.crawl"}
    assert sorted(package for package in packages if room_of(package) is None) == []
    assert sorted(room for room in ROOMS if room not in packages and room not in MODULES) == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_above_it_in_the_picture(room: str) -> None:
    own = [module for module in MODULES if room_of(module) == room]
    wrong = {(module, name) for module in own for name in imports(module) if _is_up(room, room_of(name))}
    assert not wrong


def _is_up(room: str, other: str | None) -> bool:
    return other not in (None, room) and ROOMS[str(other)] >= ROOMS[room]
