"""Places of before, which may stand in the settings and imports of a project: each leads to its new place.

``"newsbody.crawl.middleware.TopicMiddleware"`` in somebody's ``SPIDER_MIDDLEWARES`` is the class of
``newsbody.crawl.hooks.topic_middleware``. Nothing is imported before a name is asked for.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

#: the module of before -> where its names stand now
MOVED = {
    "newsbody.body": ["newsbody.page.body"],
    "newsbody.extras": ["newsbody.ground.extras"],
    "newsbody.zyte": ["newsbody.items.zyte"],
    "newsbody.rules.learn": ["newsbody.rules.learn_thread"],
    "newsbody.crawl.exporters": ["newsbody.crawl.spiders.feeds"],
    "newsbody.crawl.middleware": ["newsbody.crawl.hooks.once_middleware", "newsbody.crawl.hooks.topic_middleware"],
    "newsbody.crawl.pipelines": ["newsbody.crawl.hooks.pipelines"],
    "newsbody.crawl.shared": [],
    "newsbody.crawl.shared.patience": ["newsbody.crawl.queue.shared_scheduler"],
    "newsbody.crawl.shared.queue": ["newsbody.crawl.queue.shared_queue"],
    "newsbody.crawl.shared.scheduler": ["newsbody.crawl.queue.shared_scheduler"],
    "newsbody.crawl.shared_queue": ["newsbody.crawl.queue.shared_queue"],
}


class MovedModule(ModuleType):
    """A module of before: its names are looked up in the modules that hold them now."""

    def __getattr__(self, name: str) -> object:
        for place in MOVED[self.__name__] if not name.startswith("__") else ():
            if hasattr(module := import_module(place), name):
                return getattr(module, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def install() -> None:
    """Make the places of before importable."""
    for name in MOVED:
        sys.modules.setdefault(name, MovedModule(name))
