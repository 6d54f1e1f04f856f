"""Training of the conditional random field (Zhang 2011), and its learning curve."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage, class_counts, gold_states
from newsbody.evaluate.labels import label_paragraphs
from newsbody.evaluate.metrics import score_page
from newsbody.evaluate.run import add_classes
from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.crf.extractor import STATES, Crf, blocks_of, observe
from newsbody.ground.extras import require
from newsbody.page import Page
from newsbody.train import Trainer

#: c2 is the strength of the Gaussian prior: on the Chinese training pages, 4-fold, MHR_0.1 0.285 with 0.01,
#: 0.295 with 0.1 and 0.326 with 1. L-BFGS has converged long before the last iteration.
PARAMETERS = {"c2": 0.01, "max_iterations": 500, "feature.possible_transitions": True}

#: Observations and states of one page.
Labelled = tuple[list[list[str]], list[str]]


def labelled_sequence(page: Page, gold: GoldPage) -> Labelled:
    """Observations and gold states of a page's blocks."""
    blocks = blocks_of(page)
    labels = label_paragraphs(page, gold.text, gold.optional)
    return observe(page, blocks), [STATES[state] for state in gold_states(page, blocks, labels)]


def weights_of(tagger: Any) -> dict[str, Any]:
    """The weights of a python-crfsuite tagger: by observation a row of states, and transitions from, to."""
    info = tagger.info()
    states: dict[str, list[float]] = {}
    for (name, state), weight in info.state_features.items():
        states.setdefault(name, [0.0] * len(STATES))[STATES.index(state)] = weight
    transitions = [[0.0] * len(STATES) for _ in STATES]
    for (before, after), weight in info.transitions.items():
        transitions[STATES.index(before)][STATES.index(after)] = weight
    return {"states": states, "transitions": transitions}


def tagger_of(sequences: Sequence[Labelled]) -> Any:
    """The tagger (pycrfsuite.Tagger) trained on these sequences. Raises MissingExtra."""
    pycrfsuite = require("pycrfsuite", "train")
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(PARAMETERS)
    for observations, states in sequences:
        if observations:
            trainer.append(observations, states)
    tagger = pycrfsuite.Tagger()
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model"
        trainer.train(str(model))
        tagger.open(str(model))
    return tagger


# --- how many labelled pages the random field needs (Zhang 2011, section 3: flat from 80 pages on) ---

#: Pages that train, and how often the pages are shuffled.
SIZES = (20, 40, 60, 80, 100)
TRIALS = 10

Row = dict[str, float]


def learning_curve(gold: Sequence[GoldPage], sizes: Sequence[int] = SIZES, trials: int = TRIALS) -> dict[int, Row]:
    """F1 of each state, and MHR_0.1, by the number of training pages: means over the trials.

    Each time the pages are shuffled, the first ones train and all beyond the largest size test.
    Raises ValueError when none are left to test.
    """
    if len(gold) <= max(sizes):
        raise ValueError(f"{len(gold)} pages are not enough for {max(sizes)} to train and others to test.")
    pages = [Page.parse(one.html, one.url) for one in tqdm(gold, "reading", unit="page", disable=None)]
    sequences = [labelled_sequence(page, one) for page, one in zip(pages, gold, strict=True)]
    found: dict[int, list[Row]] = {size: [] for size in sizes}
    for trial in tqdm(range(trials), "trials", disable=None):
        order = random.Random(trial).sample(range(len(gold)), len(gold))
        for size in sizes:
            weights = weights_of(tagger_of([sequences[number] for number in order[:size]]))
            extractor = Crf(dict.fromkeys(SCRIPTS, weights))
            found[size].append(_figures(extractor, [(gold[number], pages[number]) for number in order[max(sizes) :]]))
    return {
        size: {name: float(np.mean([row[name] for row in rows])) for name in rows[0]} for size, rows in found.items()
    }


def _figures(extractor: Crf, tested: Sequence[tuple[GoldPage, Page]]) -> Row:
    counts, wrong = [], []
    for gold, page in tested:
        counts.append(class_counts(extractor, page, label_paragraphs(page, gold.text, gold.optional)))
        wrong.append(score_page(gold.text, extractor.extract(page).text, gold.optional).mcr > 0.1)
    states = add_classes(counts)
    return {**{name: states[name]["F1"] for name in STATES}, "MHR_0.1": float(np.mean(wrong))}


# --- training of the random field over blocks -------------------------------------------

#: Decimals of the figures in the card.
DECIMALS = 4


class CrfTrainer(Trainer):
    """Weights of the state features and of the transitions, for each script."""

    name = "crf"
    packages = ("python-crfsuite", "numpy", "lxml")

    def __init__(self) -> None:
        self.settings: Mapping[str, Any] = {"algorithm": "lbfgs", **PARAMETERS}

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """Raises ValueError for no pages, MissingExtra without python-crfsuite."""
        sequences: dict[str, list[Labelled]] = {script: [] for script in SCRIPTS}
        for gold in tqdm(pages, "blocks", unit="page", disable=None):
            page = Page.parse(gold.html, gold.url)
            sequences[script_of(page)].append(labelled_sequence(page, gold))
        everything = [sequence for own in sequences.values() for sequence in own]
        if not everything:
            raise ValueError("There are no pages to train on.")
        # A corpus of one script serves both.
        return {script: weights_of(tagger_of(own or everything)) for script, own in sequences.items()}

    def experiments(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """The learning curve on Chinese pages, where there are enough of them."""
        chinese = [page for page in pages if page.lang == "zh" and page.text.strip()]
        if len(chinese) <= max(SIZES):
            return {}
        curve = learning_curve(chinese)
        rounded = {
            str(size): {name: round(value, DECIMALS) for name, value in row.items()} for size, row in curve.items()
        }
        return {"learning curve, Chinese pages": rounded}

    def extractor(self, data: Mapping[str, Any], **options: Any) -> Extractor:
        """Crf with these weights."""
        return Crf(data, **options)
