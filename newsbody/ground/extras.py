"""Packages of an extra: imported when asked for, and named in a sentence when they are not there."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError):
    """Raised when a package that only training or measuring needs is not installed."""


def require(module: str, extra: str) -> Any:
    """Import a module of an extra's package. Raises MissingExtra with what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        package = (error.name or module).partition(".")[0]
        raise MissingExtra(f"This needs {package}. Install it with: pip install 'newsbody[{extra}]'") from error
