"""The oldest versions that pyproject.toml allows, as constraints for pip: ``name>=1.2`` becomes ``name==1.2``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

#: Tools, which are of one version anyway, or of any.
LEFT_OUT = ("peers", "test")


def floors(path: Path) -> list[str]:
    """What is required to run, with every extra; of a package that is named twice the higher floor."""
    project = tomllib.loads(path.read_text())["project"]
    extras = project["optional-dependencies"]
    stated = [*project["dependencies"], *(one for name, of in extras.items() if name not in LEFT_OUT for one in of)]
    found: dict[str, tuple[int, ...]] = {}
    for requirement in stated:
        match = re.fullmatch(r"([A-Za-z0-9_.-]+)(?:\[.*\])?>=([0-9.]+)", requirement)
        if match:
            name, version = match[1].lower(), tuple(map(int, match[2].split(".")))
            found[name] = max(version, found.get(name, ()))
    return [f"{name}=={'.'.join(map(str, version))}" for name, version in sorted(found.items())]


if __name__ == "__main__":
    print("\n".join(floors(Path(__file__).parents[1] / "pyproject.toml")))
