"""Compiled XPath expressions with one kind of result."""

from __future__ import annotations

from lxml import etree


def find_elements(path: etree.XPath, root: etree._Element, **variables: str) -> list[etree._Element]:
    """The elements an expression selects, in document order."""
    found = path(root, **variables)
    return [item for item in found if isinstance(item, etree._Element)] if isinstance(found, list) else []
