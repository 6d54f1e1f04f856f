"""Cross-validation: which pages are tested by a model that was trained on the others."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from newsbody.evaluate.corpus import GoldPage

By = Literal["page", "site"]


def split(pages: Sequence[GoldPage], folds: int, by: By = "page", seed: int = 0) -> list[list[int]]:
    """The numbers of the pages of each fold; every page is in one, whatever the order of the pages.

    By page, the pages of a site are dealt out in turn; by site, a site's pages stay together and
    the folds get about equally many pages of each set. Another seed gives other folds, for means over
    several divisions. Raises ValueError with fewer units than folds.
    """
    units = _units(pages, by, seed)
    if folds < 2 or len(units) < folds:
        raise ValueError(f"{folds} folds by {by} need 2 folds or more and a {by} each; there are {len(units)}.")
    dealt: list[list[int]] = [[] for _ in range(folds)]
    sizes: dict[tuple[str, int], int] = defaultdict(int)
    for unit in units:
        source = min(pages[number].set for number in unit)
        target = min(range(folds), key=lambda fold: (sizes[source, fold], len(dealt[fold]), fold))
        dealt[target] += unit
        sizes[source, target] += len(unit)
    return [sorted(fold) for fold in dealt]


def _units(pages: Sequence[GoldPage], by: By, seed: int) -> list[list[int]]:
    """Pages that may not be separated, large units first, then by a hash that no order of files shows in."""
    grouped: dict[str, list[int]] = defaultdict(list)
    for number, page in enumerate(pages):
        key = f"{page.set}/{page.id}" if by == "page" or not page.site else page.site
        grouped[key].append(number)
    salt = f"{seed}/" if seed else ""
    order = sorted(grouped, key=lambda key: (-len(grouped[key]), hashlib.sha256((salt + key).encode()).digest()))
    return [grouped[key] for key in order]
