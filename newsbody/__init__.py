"""Clean bodies of news articles and forum posts; each site is learned while it is crawled.

``import newsbody`` loads nothing else: what stands in :data:`_EXPORTS` is imported when it
is first asked for (PEP 562), so that the algorithms work without Scrapy in the process.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newsbody.crawl.addon import Addon as Addon
    from newsbody.extraction import extract as extract
    from newsbody.extraction import extract_many as extract_many

__version__ = "0.1.0"

#: public name -> the module that holds it
_EXPORTS = {
    "Addon": "newsbody.crawl.addon",
    "extract": "newsbody.extraction",
    "extract_many": "newsbody.extraction",
}

__all__ = ["Addon", "__version__", "extract", "extract_many"]


def __getattr__(name: str) -> object:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_EXPORTS[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_EXPORTS])
