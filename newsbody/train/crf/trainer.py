"""Training of the random field over blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.extractors.base import SCRIPTS, Extractor, script_of
from newsbody.extractors.crf.extractor import Crf
from newsbody.page import Page
from newsbody.train.base import Trainer
from newsbody.train.crf.chains import PARAMETERS, Labelled, labelled_sequence, tagger_of, weights_of
from newsbody.train.crf.learning_curve import SIZES, learning_curve

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
