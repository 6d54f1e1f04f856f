"""Trained models as plain data: a JSON file with a card, a version and a checksum, no code.

{"format": "newsbody model",
"version": 1,
"system": "twolayer",
"card": {"pages": …, "sites": …, "languages": …, "date": …, "settings": …, "figures": …},
"sha256": "…",
"data": {…}}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FORMAT = "newsbody model"
#: Goes up when what stands in ``data`` means something else; older files are then refused.
VERSION = 1
SHIPPED = Path(__file__).parent / "models"


class ModelError(ValueError):
    """Raised for a model file that cannot be used; the message says which, why and what to do."""


@dataclass(frozen=True)
class Model:
    """What ``newsbody train`` made: the numbers (JSON primitives) and the card that says from what."""

    system: str
    data: Mapping[str, Any] = field(repr=False)
    card: Mapping[str, Any]


@cache
def shipped_model(system: str) -> Model:
    """The model that comes with the package, read once per process. Raises ModelError."""
    return read_model(SHIPPED / f"{system}.json", system)


def read_model(path: Path | str, system: str) -> Model:
    """A model file of that system. Raises ModelError, with a sentence, for any other file."""
    advice = f"Train one with: newsbody train {system} --corpus FOLDER -o {path}"
    try:
        content = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise ModelError(f"The model {path} cannot be read ({error.strerror}). {advice}") from error
    except ValueError as error:
        raise ModelError(f"The model {path} is broken: no JSON ({error}). {advice}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ModelError(f"{path} is no model of newsbody. {advice}")
    if content.get("version") != VERSION:
        raise ModelError(f"The model {path} has version {content.get('version')}, this is for {VERSION}. {advice}")
    if content.get("system") != system:
        raise ModelError(f"The model {path} is for {content.get('system')!r}, not for {system!r}. {advice}")
    data, card = content.get("data"), content.get("card")
    if not isinstance(data, dict) or not isinstance(card, dict) or content.get("sha256") != _checksum(data):
        raise ModelError(f"The model {path} is broken: its data are not those it was written with. {advice}")
    return Model(system, data, card)


def write_model(path: Path | str, model: Model) -> None:
    """Write a model file; equal models give equal bytes."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "system": model.system,
        "card": model.card,
        "sha256": _checksum(model.data),
        "data": model.data,
    }
    lines = ",\n".join(f"{json.dumps(key)}: {_dump(value)}" for key, value in content.items())
    Path(path).write_text(f"{{{lines}}}\n", encoding="utf8")


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _checksum(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(_dump(data).encode()).hexdigest()
