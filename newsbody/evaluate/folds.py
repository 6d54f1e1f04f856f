"""Cross-validation: which pages are tested by a model that was trained on the others."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from newsbody.evaluate.corpus import GoldPage

By = Literal["page", "site"]


class Division(NamedTuple):
    """Numbers of the pages that are tested, and of those that train for it."""

    name: str
    tested: list[int]
    training: list[int]


def by_folds(pages: Sequence[GoldPage], folds: int, by: By = "page", seed: int = 0) -> list[Division]:
    """Every fold of :func:`split` with all that is not in it."""
    dealt = split(pages, folds, by, seed)
    everything = set(range(len(pages)))
    return [
        Division(f"fold {number} of {folds}", fold, sorted(everything - set(fold)))
        for number, fold in enumerate(dealt, 1)
    ]


def leave_sets_out(
    pages: Sequence[GoldPage], together: Sequence[Collection[str]] = (), never: Collection[str] = ()
) -> list[Division]:
    """Every set with the pages of all others, but for those of its sites: what a model makes of pages unlike its own.

    Sets that are named ``together`` are left out at a time: they stem from one source, or a training for each takes
    too long. Those that may ``never`` train are tested only. Raises ValueError for a set that is not there or is named
    twice, and for a single set.
    """
    sets = list(dict.fromkeys(page.set for page in pages))
    named = [name for group in together for name in group]
    for name in (*named, *never):
        if name not in sets:
            raise ValueError(f"There is no set {name!r} among these pages: {', '.join(sets)}.")
    if len(named) > len(set(named)):
        raise ValueError(f"A set can be left out once: {', '.join(named)}.")
    groups = [*map(list, together), *([name] for name in sets if name not in named)]
    divisions = [_without(pages, group, never) for group in groups]
    if not all(division.training for division in divisions):
        raise ValueError("Nothing is left to train on: give two sets or more, of different sites.")
    return divisions


def _without(pages: Sequence[GoldPage], group: Sequence[str], never: Collection[str]) -> Division:
    tested = [number for number, page in enumerate(pages) if page.set in group]
    sites = {pages[number].site for number in tested} - {""}
    out = {*group, *never}
    training = [number for number, page in enumerate(pages) if page.set not in out and page.site not in sites]
    return Division("+".join(group), tested, training)


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
