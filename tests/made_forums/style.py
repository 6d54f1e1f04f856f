"""What a forum's software may look like: a value of each dimension, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

#: The kind of the pages whose markup is all drawn; the others are in :mod:`~tests.made_forums.kinds`.
DRAWN = "drawn"
#: The values of each dimension, the plainest first, and how often each is drawn.
CHOICES: dict[str, dict[Any, int]] = {
    "layout": {"div": 8, "table": 4, "rows": 2, "dl": 2, "list": 2, "flat": 2, "nested": 2, "hr": 1},
    "naming": {"all": 8, "body": 2, "some": 3, "ids": 2, "changing": 2, "none": 2},
    "header": {"before": 6, "beside": 3, "inside": 2, "behind": 3, "split": 2},
    "opener": {"same": 6, "other names": 2, "other place": 2, "other tag": 1},
    "language": {"en": 3, "zh": 4, "de": 2},
    "date": {
        "iso": 3, "seconds": 2, "words": 3, "local": 3, "slashes": 1, "datetime": 2, "title": 2, "clock outside": 1,
        "epoch": 1, "short": 0,
    },
    "dated by": {"alone": 3, "said": 2, "in line": 2},
    "author": {"link": 6, "bold": 2, "by": 1},
    "numbering": {"none": 3, "from 1": 3, "from 0": 1, "replies from 1": 2, "named": 1},
    "counted": {"through": 3, "per page": 1},
    "blocks": {"br": 3, "p": 3, "div": 1},
    "signature": {"none": 5, "outside": 2, "inside": 1, "line": 1},
    "edit note": {"none": 3, "inside": 2, "outside": 1},
    "attachment": {"none": 3, "inside": 1, "line": 1},
    "hidden hint": {"none": 4, "inside": 1},
    "code": {"none": 3, "head": 1, "plain": 1},
    "quote": {"none": 3, "blockquote": 2, "cited": 2, "box": 2, "nested": 1},
    "ads": {"none": 4, "between": 1, "like posts": 1},
    "pictures": {"none": 2, "smilies": 1, "avatars": 1, "both": 1},
    "card": {"none": 2, "counts": 2, "joined": 1},
    "buttons": {"none": 1, "links": 2, "scripts": 1, "likes": 1},
    "skins": {1: 5, 2: 1},
    "stray dates": {"none": 4, "inside": 1, "edge": 1},
    "around": {"plain": 1, "busy": 1},
    "data": {"none": 8, "json-ld": 1, "microdata": 1},
    "order": {"time": 1},
    "kind": {DRAWN: 1},
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """One forum: a value of each dimension of :data:`CHOICES`, and the seed of all that is drawn beyond."""

    seed: int
    values: tuple[tuple[str, Any], ...]

    def __getitem__(self, dimension: str) -> Any:
        return dict(self.values)[dimension]

    @property
    def odd(self) -> dict[str, Any]:
        """The dimensions that are not plain."""
        return {name: value for name, value in self.values if value != plain(name)}

    def with_value(self, dimension: str, value: Any) -> Style:
        """The same forum with another value of one dimension."""
        return replace(self, values=tuple((name, value if name == dimension else old) for name, old in self.values))

    def __str__(self) -> str:
        odd = ", ".join(f"{name} {value}" for name, value in self.odd.items())
        return f"{self.seed}: {odd or 'all plain'}"


def plain(dimension: str) -> Any:
    """The plainest value of a dimension."""
    return next(iter(CHOICES[dimension]))


def draw_style(seed: int) -> Style:
    """A forum at random, always the same for a seed."""
    rng = random.Random(f"style {seed}")
    values = {name: rng.choices(list(weights), list(weights.values()))[0] for name, weights in CHOICES.items()}
    return Style(seed, tuple(_consistent(values).items()))


def _consistent(values: dict[str, Any]) -> dict[str, Any]:
    """Without combinations that no page can show."""
    if values["layout"] == "hr":  # nothing holds a body that could hold a header as well, and no name is given
        values |= {"opener": "same", "naming": "none", "blocks": "p"}
    if values["layout"] in ("hr", "dl", "flat") and values["header"] in ("beside", "split", "inside"):
        values["header"] = "before"
    if values["layout"] == "nested" and values["header"] == "beside":
        values["header"] = "before"
    return values


def singles(seed: int) -> Iterator[Style]:
    """The plain forum, and those that differ from it in one dimension."""
    all_plain = Style(seed, tuple((name, plain(name)) for name in CHOICES))
    yield all_plain
    for name, values in CHOICES.items():
        yield from (all_plain.with_value(name, value) for value in values if value != plain(name))
