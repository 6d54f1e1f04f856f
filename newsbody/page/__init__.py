"""A page: decoded by its text, parsed once, flattened in one pass to arrays over one text."""

from __future__ import annotations

from newsbody.page.page import Page

__all__ = ["Page"]
