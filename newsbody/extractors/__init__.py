"""The extractors there are, by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from newsbody.extractors.base import Extractor

#: name -> where the class stands. Loaded on demand: a trained model costs time and memory.
EXTRACTORS = {
    "cecs": "newsbody.extractors.cecs:Cecs",
    "nta": "newsbody.extractors.nta:Nta",
    "twolayer": "newsbody.extractors.twolayer.extractor:TwoLayer",
    "crf": "newsbody.extractors.crf.extractor:Crf",
    "auto": "newsbody.extractors.auto.extractor:Auto",
}
DEFAULT = "auto"


class UnknownExtractor(ValueError):
    """Raised for a name that is not in the registry; the message lists those that are."""


@cache
def get_extractor(name: str = DEFAULT) -> Extractor:
    """The extractor of that name, one per process. Raises UnknownExtractor."""
    if name not in EXTRACTORS:
        raise UnknownExtractor(f"There is no extractor {name!r}. Choose one of: {', '.join(EXTRACTORS)}.")
    module, _, attribute = EXTRACTORS[name].partition(":")
    extractor: Extractor = getattr(import_module(module), attribute)()
    return extractor


__all__ = ["DEFAULT", "EXTRACTORS", "Extractor", "UnknownExtractor", "get_extractor"]
