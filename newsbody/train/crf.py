"""Training of the random field over blocks, by python-crfsuite (L-BFGS, Gaussian prior)."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from newsbody.evaluate.blocks import gold_states
from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.labels import label_paragraphs
from newsbody.extractors.base import Extractor
from newsbody.extractors.blocks import blocks_of
from newsbody.extractors.crf import STATES, Crf, observe
from newsbody.extras import require
from newsbody.page import Page
from newsbody.train.base import Trainer

#: Strength of the Gaussian prior, CRFsuite's own default.
PRIOR = 1.0
#: L-BFGS has converged long before.
MAX_ITERATIONS = 500

#: Observations and states of one page.
Sequence_ = tuple[list[list[str]], list[str]]


class CrfTrainer(Trainer):
    """Weights of the state features and of the transitions."""

    name = "crf"

    def __init__(self) -> None:
        self.settings: Mapping[str, Any] = {
            "algorithm": "lbfgs",
            "c2": PRIOR,
            "max_iterations": MAX_ITERATIONS,
            "feature.possible_transitions": True,
        }

    def fit(self, pages: Sequence[GoldPage]) -> dict[str, Any]:
        """Raises MissingExtra without python-crfsuite."""
        return weights([labelled_sequence(gold) for gold in tqdm(pages, "blocks", unit="page", disable=None)])

    def extractor(self, data: Mapping[str, Any], **options: Any) -> Extractor:
        """Crf with these weights."""
        return Crf(data, **options)


def labelled_sequence(gold: GoldPage) -> Sequence_:
    """Observations and gold states of a page's blocks."""
    page = Page.parse(gold.html, gold.url)
    blocks = blocks_of(page)
    labels = label_paragraphs(page, gold.text, gold.optional)
    return observe(page, blocks), [STATES[state] for state in gold_states(page, blocks, labels)]


def weights(sequences: Sequence[Sequence_]) -> dict[str, Any]:
    """The weights that python-crfsuite learns: by observation a row of states, and transitions from, to."""
    info = _tagger(sequences).info()
    states: dict[str, list[float]] = {}
    for (name, state), weight in info.state_features.items():
        states.setdefault(name, [0.0] * len(STATES))[STATES.index(state)] = weight
    transitions = [[0.0] * len(STATES) for _ in STATES]
    for (before, after), weight in info.transitions.items():
        transitions[STATES.index(before)][STATES.index(after)] = weight
    return {"states": states, "transitions": transitions}


def _tagger(sequences: Sequence[Sequence_]) -> Any:
    pycrfsuite = require("pycrfsuite", "train")
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c2": PRIOR, "max_iterations": MAX_ITERATIONS, "feature.possible_transitions": True})
    for observations, states in sequences:
        if observations:
            trainer.append(observations, states)
    tagger = pycrfsuite.Tagger()
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model"
        trainer.train(str(model))
        tagger.open(str(model))
    return tagger
