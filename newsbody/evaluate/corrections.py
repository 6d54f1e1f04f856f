"""Corrections of labels by ``docs/body.md``: what a figure is by the gold texts, and by these as they should be.

A line of ``corrections.jsonl``, beside the sets, says what a line of a page is, by its hash, and why::

    {"set": "town", "id": "p7", "line": "1f00ab34c9d2", "is": "none", "why": "rules for comments"}

``is``: ``none`` (no body, though the gold text holds it), ``body`` (though it does not: the paragraph of the page with
that hash, put behind the gold line with the hash ``after``), ``either`` (counts neither way). It holds no text.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal, get_args

CORRECTIONS_FILE = "corrections.jsonl"

Is = Literal["none", "body", "either"]


class CorrectionError(ValueError):
    """Raised for a broken row; the message names file and line."""


@dataclass(frozen=True)
class Correction:
    """What one line of a page is. ``after``: the hash of the gold line in front of it, "" at the top."""

    line: str
    is_: Is
    why: str
    after: str = ""


def line_hash(text: str) -> str:
    """The hash of a line, whatever its white space: twelve hexadecimal digits."""
    return blake2b("".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def read_corrections(path: Path) -> Mapping[tuple[str, str], tuple[Correction, ...]]:
    """The corrections of a file by set and page; none where there is no file. Raises CorrectionError."""
    found = defaultdict[tuple[str, str], list[Correction]](list)
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                row = json.loads(line)
                correction = Correction(row["line"], row["is"], row["why"], row.get("after", ""))
                key = row["set"], row["id"]
            except (ValueError, KeyError, TypeError) as error:
                raise CorrectionError(f"{path}, line {number}: no correction ({error!r}).") from error
            if correction.is_ not in get_args(Is):
                raise CorrectionError(f"{path}, line {number}: 'is' is one of {', '.join(get_args(Is))}.")
            found[key].append(correction)
    return {key: tuple(corrections) for key, corrections in found.items()}


def corrected(
    gold: str, optional: Sequence[str], corrections: Iterable[Correction], paragraphs: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """The gold text and the optional lines as they should be. ``paragraphs``: those of the page, in their order."""
    lines, either = gold.splitlines(), list(optional)
    by_hash = {line_hash(text): text for text in reversed(paragraphs)}
    for one in corrections:
        if one.is_ == "body":
            hashes = [line_hash(line) for line in lines]
            place = hashes.index(one.after) + 1 if one.after in hashes else 0
            lines[place:place] = [by_hash[one.line]] if one.line in by_hash else []
            continue
        if one.is_ == "either":
            either += [line for line in lines if line_hash(line) == one.line] or [by_hash.get(one.line, "")]
        lines = [line for line in lines if line_hash(line) != one.line]
    return "\n".join(lines), tuple(filter(None, either))
