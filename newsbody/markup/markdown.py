"""The body as Markdown, by html-to-markdown: tables, lists, links and code blocks are kept."""

from __future__ import annotations

import re

from lxml import etree

from newsbody.ground.extras import require

_PARSER = etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False)
_CODE, _INLINE = frozenset(("pre", "code")), frozenset(("a", "strong", "em", "code", "sub", "sup"))
#: What a reader takes for markup that stands in a text: ``<script>`` of an article about scripts, ``2 * 3 * 4``; and
#: what a line of it begins with: ``# 5``, ``5. May``.
_MARKUP = re.compile(r"[\\`*\[\]<~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
_LINE_START = re.compile(r"(\s*)(?:([#>+=|:-])|(\d{1,9})([.)]))")
#: On their way through the converter, which escapes some in some places, they are characters that no text has.
_HIDDEN = {mark: chr(0xE000 + number) for number, mark in enumerate("\\`*[]<~_&#>+=|:-.)")}
_SHOWN = str.maketrans({hidden: f"\\{mark}" for mark, hidden in _HIDDEN.items()})


def to_markdown(html: str) -> str:
    """The Markdown of a body's clean HTML, "" for none. Raises MissingExtra without the extra ``markdown``."""
    if not html:
        return ""
    root = etree.fromstring(f"<div>{html.translate(dict.fromkeys(_SHOWN))}</div>", _PARSER)
    for element in reversed(list(root.iter())):  # from within: blanks go as far out as they have to
        if element.tag in _INLINE:
            _blanks_outside(element)
    for element in root.iter():
        if "alt" in element.attrib:
            element.set("alt", _hidden(element.get("alt", "")))
        if element.tag not in _CODE:
            element.text = _hidden(element.text or "", begins_line=element.tag not in _INLINE)
            for child in element:
                child.tail = _hidden(child.tail or "", begins_line=child.tag == "br")
    result = require("html_to_markdown", "markdown").convert(etree.tostring(root, encoding="unicode", method="html"))
    return str(result.content).translate(_SHOWN).strip()


def _hidden(text: str, *, begins_line: bool = False) -> str:
    found = _LINE_START.match(text) if begins_line else None
    if found:
        space, mark, number, behind = found.groups(default="")
        text = f"{space}{number}{_HIDDEN[mark or behind]}{text[found.end() :]}"
    return _MARKUP.sub(lambda found: _HIDDEN[found[0]], text)


def _blanks_outside(element: etree._Element) -> None:
    """``now<em> soon </em>then`` → ``now <em>soon</em> then``: Markdown has no emphasis that begins with a blank."""
    first, parent, previous = element.text or "", element.getparent(), element.getprevious()
    assert parent is not None
    if first[:1].isspace():
        element.text = first.lstrip()
        if previous is not None:
            previous.tail = f"{previous.tail or ''} "
        else:
            parent.text = f"{parent.text or ''} "
    last = element[-1] if len(element) else None
    end = (element.text if last is None else last.tail) or ""
    if end[-1:].isspace():
        if last is None:
            element.text = end.rstrip()
        else:
            last.tail = end.rstrip()
        element.tail = f" {element.tail or ''}"
