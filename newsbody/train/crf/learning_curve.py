"""How many labelled pages the random field needs (Zhang 2011, section 3: flat from 80 pages on)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.gold_blocks import class_counts
from newsbody.evaluate.labels import label_paragraphs
from newsbody.evaluate.metrics import score_page
from newsbody.evaluate.run import add_classes
from newsbody.extractors.base import SCRIPTS
from newsbody.extractors.crf.extractor import STATES, Crf
from newsbody.page import Page
from newsbody.train.crf.chains import labelled_sequence, tagger_of, weights_of

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
