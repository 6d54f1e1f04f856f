"""One chain from labelled sequences of blocks, by python-crfsuite (L-BFGS, Gaussian prior)."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.gold_blocks import gold_states
from newsbody.evaluate.labels import label_paragraphs
from newsbody.extractors.crf.blocks import blocks_of
from newsbody.extractors.crf.extractor import STATES, observe
from newsbody.ground.extras import require
from newsbody.page import Page

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
