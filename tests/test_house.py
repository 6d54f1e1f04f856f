"""The house is as the README draws it: read from the imports themselves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "newsbody"
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
#: What computes, with or without a crawl around it.
WITHOUT_SCRAPY = [name for name in MODULES if not re.match(r"newsbody\.(crawl|commands)\.", name)]
LEARNING = ("newsbody.crawl.learning.", "newsbody.crawl.addresses.")
PURE = [name for name in MODULES if name.startswith((*LEARNING, "newsbody.crawl.pages."))]


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
    assert circle({**arrows, "newsbody.page.body": {"newsbody.article"}, "newsbody.article": {"newsbody.page.body"}})
    assert circle(arrows) == []


def circle(arrows: Mapping[str, Iterable[str]]) -> list[str]:
    """Modules of which each imports the next; none without a circle."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


#: What is read at once: lines of a module, and of a function.
LINES_OF_MODULE, LINES_OF_FUNCTION = 350, 60


def too_long(module: str, source: str) -> list[str]:
    """The module, and its functions, that are longer than one reads at once."""
    functions = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
    long = [f"{module}.{one.name}" for one in functions if (one.end_lineno or 0) - one.lineno >= LINES_OF_FUNCTION]
    return long + [module] * (source.count("\n") > LINES_OF_MODULE)


def test_modules_and_functions_are_read_at_once() -> None:
    assert [long for name, path in MODULES.items() for long in too_long(name, path.read_text(encoding="utf-8"))] == []
    assert too_long("a", "def b():\n" + "    c()\n" * 60 + "d()\n" * 290) == ["a.b", "a"]
    assert too_long("a", "def b():\n" + "    c()\n" * 59 + "d()\n" * 290) == []


@pytest.mark.parametrize("module", WITHOUT_SCRAPY)
def test_what_computes_imports_no_scrapy(module: str) -> None:
    assert not {name for name in imports(module) if name.split(".")[0] in ("scrapy", "twisted")}


def test_learning_awaits_nothing_and_needs_no_scrapy() -> None:
    for module in PURE:
        assert not any(name.split(".")[0] == "scrapy" for name in imports(module)), module
    waiting = (ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)
    learning = [module for module in PURE if module.startswith(LEARNING)]
    assert not [module for module in learning if any(isinstance(node, waiting) for node in ast.walk(tree(module)))]
    code = "import newsbody.crawl.learning.study, sys; sys.exit('scrapy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_the_lives_of_rules_and_addresses_are_moved_in_one_place_each() -> None:
    def moves(module: str) -> bool:
        targets = (node for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute))
        return any(node.attr == "_state" and isinstance(node.ctx, ast.Store) for node in targets)

    learning = [module for module in MODULES if module.startswith("newsbody.crawl.")]
    lives = ["newsbody.crawl.addresses.address_life", "newsbody.crawl.learning.rule_life"]
    assert sorted(module for module in learning if moves(module)) == lives


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


#: The front door, what it stands on, and the package that only its rooms draw: imported for what they are, not drawn.
UNDRAWN = {"newsbody", "newsbody.__main__", "newsbody._moved", "newsbody._version", "newsbody.crawl"}


def room_of(module: str) -> str | None:
    """The room of a module: a package or, where the picture has no other, the module itself."""
    parts = module.removesuffix(".__init__").split(".")
    return next((name for end in range(len(parts), 1, -1) if (name := ".".join(parts[:end])) in ROOMS), None)


def wrongs(module: str, imported: Iterable[str]) -> list[str]:
    """What is wrong with the place of a module, and with what it imports."""
    room = room_of(module)
    if room is None:
        return [] if module.removesuffix(".__init__") in UNDRAWN else [f"{module} stands in no room"]
    return [f"{module} imports {name}" for name in imported if _is_wrong(room, name)]


def _is_wrong(room: str, name: str) -> bool:
    other = room_of(name)
    if other is None:
        return name in ("newsbody.__init__", "newsbody._moved") and room != "newsbody.cli"
    return other != room and ROOMS[other] >= ROOMS[room]


def test_every_room_of_the_picture_is_in_the_house() -> None:
    packages = {module.removesuffix(".__init__") for module in MODULES if module.endswith(".__init__")}
    assert sorted(room for room in ROOMS if room not in packages and room not in MODULES) == []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_a_room_and_imports_only_from_rooms_above_it_in_the_picture(module: str) -> None:
    assert not wrongs(module, imports(module))


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("newsbody.dates.words", "newsbody.items.zyte"),
        ("newsbody.crawl.spiders.defaults", "newsbody.__init__"),
        ("newsbody.zyte", "newsbody.items"),
        ("newsbody.page.body", "newsbody.article"),
    ],
)
def test_an_arrow_up_and_a_module_without_a_room_are_seen(module: str, imported: str) -> None:
    assert wrongs(module, [imported])


def test_the_house_has_few_doors() -> None:
    within = {path.name for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"} - {"__pycache__"}
    assert len(within) <= 27


#: What stands beside the package: a crawl's output once came in with "git add".
AT_THE_TOP = (
    ".ci .dockerignore .gitignore CHANGELOG.md CONTRIBUTING.md Dockerfile LICENSE README.md README.zh.md SECURITY.md "
    "compose.yaml docs mkdocs.yml newsbody pyproject.toml requirements.txt scrapy.cfg settings tests"
).split()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no repository: what is committed is not known")
def test_nothing_but_the_project_is_committed() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    assert {name.split("/")[0] for name in files if name} <= set(AT_THE_TOP)


# --- names --------------------------------------------------------------------------------

#: Modules of one name that are the same part of their rooms.
PARTS = {"__init__", "base", "extractor", "trainer"}
#: Names that still stand for two things. The list only gets shorter.
DOUBLE_CLASSES = {"ArticleParts", "KnownPosts", "Shown", "Together"}
DOUBLE_MODULES: set[str] = set()


def twice(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}


def test_a_class_has_a_name_of_its_own() -> None:
    nodes = (node for module in MODULES for node in ast.walk(tree(module)))
    assert twice(node.name for node in nodes if isinstance(node, ast.ClassDef)) <= DOUBLE_CLASSES


def test_modules_of_one_name_are_the_same_part() -> None:
    assert twice(name.rpartition(".")[2] for name in MODULES) <= PARTS | DOUBLE_MODULES
