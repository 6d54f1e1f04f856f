"""Clean bodies of news articles and forum posts; each site is learned while it is crawled.

``import newsbody`` loads nothing else: what stands in :data:`_EXPORTS` is imported when it
is first asked for (PEP 562), so that the algorithms work without Scrapy in the process.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from newsbody._moved import install
from newsbody._version import __version__ as __version__

if TYPE_CHECKING:
    from newsbody.crawl.addon import Addon as Addon
    from newsbody.extraction import extract as extract
    from newsbody.extraction import extract_many as extract_many
    from newsbody.extraction import extract_thread as extract_thread
    from newsbody.items import Article as Article
    from newsbody.items import Author as Author
    from newsbody.items import Breadcrumb as Breadcrumb
    from newsbody.items import ForumThread as ForumThread
    from newsbody.items import Image as Image
    from newsbody.items import Post as Post
    from newsbody.page import Page as Page

install()

#: public name -> the module that holds it
_EXPORTS = {
    "Addon": "newsbody.crawl.addon",
    "Article": "newsbody.items",
    "Author": "newsbody.items",
    "Breadcrumb": "newsbody.items",
    "ForumThread": "newsbody.items",
    "Image": "newsbody.items",
    "Page": "newsbody.page",
    "Post": "newsbody.items",
    "extract": "newsbody.extraction",
    "extract_many": "newsbody.extraction",
    "extract_thread": "newsbody.extraction",
}

__all__ = [
    "Addon",
    "Article",
    "Author",
    "Breadcrumb",
    "ForumThread",
    "Image",
    "Page",
    "Post",
    "__version__",
    "extract",
    "extract_many",
    "extract_thread",
]


def __getattr__(name: str) -> object:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_EXPORTS[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_EXPORTS])
