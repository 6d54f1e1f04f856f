"""Words of before, on the command line: taken for a version longer, with a word about the new one."""

from __future__ import annotations

import argparse
import sys
from typing import Any

#: What kinds of pages were called.
_KINDS = {"forum": "thread", "news": "article"}


def kind_named(word: str) -> str:
    """The kind of pages that a word names."""
    if word in _KINDS:
        _tell(f"--kind {word}", f"--kind {_KINDS[word]}")
    return _KINDS.get(word, word)


class SiteOption(argparse.Action):
    """``--site``, which was called ``--host``; it may be given again where the default is a list."""

    def __call__(
        self, parser: object, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        """Take the site."""
        if option_string == "--host":
            _tell("--host", "--site")
        given = getattr(namespace, self.dest)
        setattr(namespace, self.dest, [*given, values] if isinstance(given, list) else values)


def _tell(old: str, new: str) -> None:
    print(f"{old} is called {new} now; the next version knows the old word no more.", file=sys.stderr)
