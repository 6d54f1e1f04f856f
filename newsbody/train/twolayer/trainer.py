"""Training of the two-layer decision (Hu et al. 2006, sections 4.2 and 4.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.folds import split
from newsbody.evaluate.labels import BODY, IGNORED, label_paragraphs
from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.decision_trees import FloatArray
from newsbody.extractors.twolayer.extractor import TwoLayer, page_features
from newsbody.extractors.twolayer.paragraphs import paragraph_features
from newsbody.extractors.twolayer.scope import Candidates
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.train.base import Trainer
from newsbody.train.twolayer.entropy_trees import LEAF_ROWS, PRUNING_BITS, fit_tree
from newsbody.train.twolayer.paper_tables import bodiless_table, paper_tables

#: The committee: so many trees, each from so many pages drawn with replacement (200 of 950 English pages
#: are as good as 950, and the trees are small), each split from so large a share of the features.
COMMITTEE, DRAWN, FEATURES = 15, 200, 0.5
#: The repair for pages without a body learns from scopes found by trees that never saw the page's site.
BODILESS_FOLDS = 4
#: Pages whose rows are kept in memory (about 0.1 MB each): folds train on the same pages again.
KEPT_PAGES = 2048

#: Options of the extractor that need trees of their own.
REPAIRS = ("committee", "bodiless")
_ALWAYS = {"feature": [-1], "threshold": [0.0], "left": [-1], "right": [-1], "value": [1.0]}

Labelled = tuple[FloatArray, BoolArray]


@dataclass(frozen=True)
class Rows:
    """What one page adds to the training rows."""

    script: str
    scope: Labelled
    paragraph: Labelled
    any_paragraph: Labelled


class TwoLayerTrainer(Trainer):
    """Trees of both layers for each script, and the tree of the repair for pages without a body."""

    name = "twolayer"
    packages = ("scikit-learn", "numpy", "lxml")

    def __init__(self) -> None:
        self.settings: Mapping[str, Any] = {
            "tree": "entropy, cost-complexity pruning",
            "pruning_bits": PRUNING_BITS,
            "leaf_rows": LEAF_ROWS,
            "committee": COMMITTEE,
            "committee_pages": DRAWN,
            "committee_features": FEATURES,
        }

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """Raises ValueError without a single page that has a body, MissingExtra without scikit-learn."""
        return self.fit_for(pages, REPAIRS)

    def fit_for(self, pages: Sequence[GoldPage], options: Collection[str]) -> dict[str, Any]:
        """Trees of repairs that are not among the options are left out, or know nothing."""
        rows = [page_rows(gold) for gold in tqdm(pages, "features", unit="page", disable=None)]
        bodied = [row for row in rows if row]
        if not bodied:
            raise ValueError("No page of this corpus has a body that stands on it.")
        data: dict[str, Any] = {script: _layers(_of_script(bodied, script)) for script in SCRIPTS}
        if "committee" in options:
            for script in SCRIPTS:
                data[script]["committee"] = _committee(_of_script(bodied, script))
        data["has_body"] = fit_tree(*_bodiless_rows(pages, rows)).to_data() if "bodiless" in options else _ALWAYS
        return data

    def experiments(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """Tables 2 to 4 of the paper with the repairs beside them, and pages without a body."""
        return paper_tables(self.name, pages) | {"pages without a body, by site": bodiless_table(self.name, pages)}

    def extractor(self, data: Mapping[str, Any], **options: Any) -> Extractor:
        """TwoLayer with these trees."""
        return TwoLayer(data, **options)


@lru_cache(maxsize=KEPT_PAGES)
def page_rows(gold: GoldPage) -> Rows | None:
    """The training rows of a page, None for a page without a body."""
    page = Page.parse(gold.html, gold.url)
    labels = label_paragraphs(page, gold.text, gold.optional)
    candidates = Candidates.of(page)
    scope = candidates.lowest_cover(labels == BODY)
    if scope is None:
        return None
    counted = labels != IGNORED
    below = counted & candidates.covered(scope)
    features = paragraph_features(page).astype(np.float32)  # as scikit-learn compares; nothing is lost
    return Rows(
        script_of(page),
        (candidates.features().astype(np.float32), np.arange(len(candidates)) == scope),
        (features[below], labels[below] == BODY),
        (features[counted], labels[counted] == BODY),
    )


def _of_script(rows: Sequence[Rows], script: str) -> Sequence[Rows]:
    """The rows of that script; a corpus of one script serves both."""
    return [row for row in rows if row.script == script] or rows


def _layers(rows: Sequence[Rows]) -> dict[str, Any]:
    """The trees of both layers, and of layer two without layer one."""
    everywhere = fit_tree(*_joined([row.any_paragraph for row in rows])).to_data()
    return {**_two_trees(rows), "any_paragraph": everywhere}


def _two_trees(rows: Sequence[Rows]) -> dict[str, Any]:
    return {
        "scope": fit_tree(*_joined([row.scope for row in rows])).to_data(),
        "paragraph": fit_tree(*_joined([row.paragraph for row in rows])).to_data(),
    }


def _committee(rows: Sequence[Rows]) -> dict[str, Any]:
    """Trees that differ in what they were shown: pages, features, and paragraphs below the scope or anywhere.

    Trees that saw the scope alone take what stands beside it when a scope is too high; trees that saw the
    whole page lose body. On the Chinese training pages, 4-fold, MHR_0.1 of all by site and of news by site,
    with several=yes: 0.19 and 0.15 by pages alone (9 trees), 0.19 and 0.12 by features too, then 0.15 and
    0.17 with paragraphs of the whole page only, 0.16 and 0.12 in turn, 0.14 and 0.11 by 15 trees in turn.
    """
    members: dict[str, Any] = {"scope": [], "paragraph": []}
    for number in range(COMMITTEE):
        drawn = np.random.default_rng(number).integers(0, len(rows), min(DRAWN, len(rows)))
        pages = [rows[index] for index in drawn.tolist()]
        shown = {
            "scope": [page.scope for page in pages],
            "paragraph": [page.any_paragraph if number % 2 else page.paragraph for page in pages],
        }
        for layer, parts in shown.items():
            members[layer].append(fit_tree(*_joined(parts), features=FEATURES, seed=number).to_data())
    return members


def _bodiless_rows(pages: Sequence[GoldPage], rows: Sequence[Rows | None]) -> Labelled:
    """What trees of other sites choose on every page, and whether the page has a body."""
    features: dict[int, FloatArray] = {}
    for fold in _folds(pages):
        held_back = set(fold)
        rest = [row for number, row in enumerate(rows) if row and number not in held_back]
        rest = rest or [row for row in rows if row]
        layers = {script: {**_two_trees(_of_script(rest, script)), "any_paragraph": _ALWAYS} for script in SCRIPTS}
        extractor = TwoLayer({**layers, "has_body": _ALWAYS})
        features.update(zip(fold, _choices(extractor, [pages[number] for number in fold]), strict=True))
    has_body = np.array([bool(gold.text.strip()) for gold in pages], dtype=np.bool_)
    return np.stack([features[number] for number in range(len(pages))]), has_body


def _folds(pages: Sequence[GoldPage]) -> list[list[int]]:
    """Folds by site; a corpus of one site is a single fold."""
    sites = len({page.site or page.id for page in pages})
    return split(pages, min(BODILESS_FOLDS, sites), "site") if sites > 1 else [list(range(len(pages)))]


def _choices(extractor: TwoLayer, pages: Sequence[GoldPage]) -> Iterator[FloatArray]:
    for gold in tqdm(pages, "pages without a body", unit="page", disable=None):
        # Parsed again: all pages at once would take gigabytes.
        page = Page.parse(gold.html, gold.url)
        body = extractor.extract(page)
        chosen = np.zeros(len(page), dtype=np.bool_)
        chosen[body.paragraphs] = True
        yield page_features(page, extractor.scope(page), chosen, body.probability)


def _joined(parts: Sequence[Labelled]) -> Labelled:
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([labels for _, labels in parts])
