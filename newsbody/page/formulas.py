"""What elements say that a reader sees otherwise than their text stands there: formulas, and readings above signs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lxml import etree

#: Levels of a formula that are written; deeper ones are a page that wants to break something.
MAX_DEPTH = 60
#: Elements of MathML that are written with a sign between their parts.
_SIGNS = {"msup": "^", "msub": "_", "mfrac": "/", "munder": "_", "mover": "^"}


def written_math(element: Any) -> str:
    """A formula in a line: as TeX where the page says it, `a_{1}`, else as it is read: E=mc^2.

    "" where it is shown once more for the eye, as KaTeX does: its next neighbour is hidden from those who listen.
    """
    if not isinstance(element, etree._Element):
        return ""
    for one in (element, element.getparent()):
        beside = one.getnext() if one is not None else None
        if beside is not None and beside.get("aria-hidden") == "true":
            return ""
    tex = next((one.text for one in element.iter("annotation") if "tex" in (one.get("encoding") or "").lower()), None)
    return " ".join((tex or element.get("alttext") or _linear(element, 0)).split())


def _linear(element: etree._Element, depth: int) -> str:
    if depth > MAX_DEPTH or not isinstance(element.tag, str) or element.tag.startswith("annotation"):
        return ""
    parts = [_linear(child, depth + 1) for child in element]
    if not parts:
        return (element.text or "").strip()
    if element.tag in _SIGNS and len(parts) > 1:
        return _SIGNS[element.tag].join(f"({part})" if len(part) > 1 else part for part in parts)
    if element.tag == "msubsup" and len(parts) > 2:
        return f"{parts[0]}_{parts[1]}^{parts[2]}"
    return f"√({''.join(parts)})" if element.tag in ("msqrt", "mroot") else "".join(parts)


def written_reading(element: Any) -> str:
    """The reading of signs, in brackets where the page has none for it (RP): 漢 (kan)."""
    if not isinstance(element, etree._Element):
        return ""
    text, before = "".join(map(str, element.itertext())).strip(), element.getprevious()
    return text if not text or (before is not None and before.tag == "rp") else f"({text})"


WRITTEN: dict[str, Callable[[Any], str]] = {"math": written_math, "rt": written_reading}
