"""The trainers there are, by the name of the extractor that runs what they learn."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from newsbody.train.base import Trainer

#: name -> where the class stands. Loaded on demand: training needs packages that running does not.
TRAINERS = {
    "twolayer": "newsbody.train.twolayer.trainer:TwoLayerTrainer",
    "crf": "newsbody.train.crf.trainer:CrfTrainer",
    "auto": "newsbody.train.auto.trainer:AutoTrainer",
}


class UnknownTrainer(ValueError):
    """Raised for a name that is not in the registry; the message lists those that are."""


@cache
def get_trainer(name: str) -> Trainer:
    """The trainer of that name. Raises UnknownTrainer, and MissingExtra without the training packages."""
    if name not in TRAINERS:
        raise UnknownTrainer(f"{name!r} is not trained. Choose one of: {', '.join(TRAINERS)}.")
    module, _, attribute = TRAINERS[name].partition(":")
    trainer: Trainer = getattr(import_module(module), attribute)()
    return trainer


__all__ = ["TRAINERS", "Trainer", "UnknownTrainer", "get_trainer"]
