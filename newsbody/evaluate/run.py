"""Extractors over labelled pages: in folds, with every variant."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.corpus import Classes, GoldPage, class_counts, corrected
from newsbody.evaluate.labels import label_paragraphs, oracle
from newsbody.evaluate.metrics import PageScore, scope_score, score_page
from newsbody.extractors import EXTRACTORS, Extractor, UnknownExtractor, get_extractor
from newsbody.extractors.crf.extractor import Crf
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.characters import BoolArray

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


# --- extractors over labelled pages: who is measured, on which pages, in how many processes ---

#: The row of a table that shows what a perfect choice of paragraphs reaches.
ORACLE = "oracle"
#: Pages handed to a worker at a time.
CHUNK = 8


@runtime_checkable
class HasScope(Protocol):
    """An extractor that first decides where on the page the body stands."""

    def scope(self, page: Page) -> BoolArray:
        """The paragraphs of the scope, shape (k,)."""


@dataclass(frozen=True)
class Variant:
    """An extractor to be measured: ``name`` or ``name:option=value,option=value``."""

    spec: str
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, spec: str) -> Variant:
        """Raises UnknownExtractor for another name, ValueError for options that are not written so."""
        name, _, rest = spec.partition(":")
        if name not in EXTRACTORS:
            raise UnknownExtractor(f"There is no extractor {name!r}. Choose one of: {', '.join(EXTRACTORS)}.")
        pairs = [pair.partition("=") for pair in rest.split(",") if pair]
        if not all(key and equals for key, equals, _ in pairs):
            raise ValueError(f"{spec!r}: write options as {name}:option=value,option=value.")
        return cls(spec, name, {key: _value(value) for key, _, value in pairs})

    def build(self, make: Callable[..., Extractor] | None = None) -> Extractor:
        """The extractor made by ``make`` (default: its class, with the shipped model) with the options.

        Raises ValueError for an option that the extractor does not know.
        """
        if make is None and not self.options:
            return get_extractor(self.name)
        try:
            return (make or type(get_extractor(self.name)))(**self.options)
        except TypeError as error:
            raise ValueError(f"{self.spec!r}: {error}") from error


def _value(text: str) -> bool | float | str:
    if text in ("yes", "no"):
        return text == "yes"
    try:
        return float(text)
    except ValueError:
        return text


@dataclass(frozen=True)
class Measured:
    """Scores of one page by variant, and the counts of its block classes where a variant gives them.

    ``mended``: its scores by the label as it should be, where there are corrections of it.
    """

    page: GoldPage
    scores: dict[str, PageScore]
    classes: dict[str, Classes]
    mended: dict[str, PageScore] = field(default_factory=dict)


def measure(pages: Sequence[GoldPage], extractors: Mapping[str, Extractor], jobs: int = 1) -> Iterator[Measured]:
    """Every page by every extractor, in the order of the pages."""
    with _mapper(extractors, jobs) as mapped:
        yield from tqdm(mapped(pages), total=len(pages), unit="page", disable=None)


def measure_page(gold: GoldPage, extractors: Mapping[str, Extractor]) -> Measured:
    """One page by every extractor, and by the oracle. A page that fails counts as empty and failed."""
    page = Page.parse(gold.html, gold.url)
    labels = label_paragraphs(page, gold.text, gold.optional)
    perfect = Body.of_paragraphs(page, oracle(labels))
    scores = {ORACLE: score_page(gold.text, perfect.text, gold.optional, scope_score(labels, oracle(labels)))}
    texts: dict[str, str] = {}
    classes: dict[str, Classes] = {}
    for spec, extractor in extractors.items():
        failed = False
        try:
            body = extractor.extract(page)
            chosen = extractor.scope(page) if isinstance(extractor, HasScope) else _paragraphs(body)
            text = body.text
        except Exception:  # noqa: BLE001 - what raises is what is measured: it has a column of its own
            failed, text, chosen = True, "", np.zeros(len(page), dtype=np.bool_)
        texts[spec] = text
        scores[spec] = score_page(gold.text, text, gold.optional, scope_score(labels, chosen), failed)
        if isinstance(extractor, Crf):
            classes[spec] = class_counts(extractor, page, labels)
    return Measured(gold, scores, classes, _mended(gold, page, texts, scores) if gold.corrections else {})


def _mended(
    gold: GoldPage, page: Page, texts: Mapping[str, str], scores: Mapping[str, PageScore]
) -> dict[str, PageScore]:
    """The scores by the label as it should be; scopes and failures are those of before."""
    text, optional = corrected(gold.text, gold.optional, gold.corrections, page.paragraphs)
    perfect = Body.of_paragraphs(page, oracle(label_paragraphs(page, text, optional)))
    return {
        spec: score_page(text, found, optional, scores[spec].scope, scores[spec].failed)
        for spec, found in {ORACLE: perfect.text, **texts}.items()
    }


def add_classes(counts: Sequence[Classes]) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 by class, over the blocks of all pages."""
    total: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for page_counts in counts:
        for name, parts in page_counts.items():
            total[name] = [a + b for a, b in zip(total[name], parts, strict=True)]
    table = {}
    for name, (right, wrong, missed) in total.items():
        precision = right / (right + wrong) if right + wrong else 0.0
        recall = right / (right + missed) if right + missed else 0.0
        f1 = 2 * right / (2 * right + wrong + missed) if right + wrong + missed else 0.0
        table[name] = {"blocks": right + missed, "P": precision, "R": recall, "F1": f1}
    return table


def _paragraphs(body: Body) -> BoolArray:
    chosen = np.zeros(len(body.page), dtype=np.bool_)
    chosen[body.paragraphs] = True
    return chosen


# --- processes -------------------------------------------------------------------------------

_extractors: Mapping[str, Extractor] = {}


def _keep(extractors: Mapping[str, Extractor]) -> None:
    """Called once in every worker: models travel once, not with every page."""
    global _extractors
    _extractors = extractors


def _measure_kept(gold: GoldPage) -> Measured:
    return measure_page(gold, _extractors)


@contextmanager
def _mapper(extractors: Mapping[str, Extractor], jobs: int) -> Iterator[Any]:
    if jobs == 1:
        yield lambda pages: (measure_page(page, extractors) for page in pages)
        return
    with ProcessPoolExecutor(jobs, get_context("forkserver"), _keep, (extractors,)) as pool:
        yield lambda pages: pool.map(_measure_kept, pages, chunksize=CHUNK)
