"""A body as Markdown, as TEI, and in chunks below its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from newsbody.ground.extras import require
from newsbody.markup.html import xml_of
from newsbody.page.tags import CODE

_PARSER = etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False)
_INLINE = frozenset(("a", "strong", "em", "code", "sub", "sup"))
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
        if element.tag not in CODE:
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


# --- A body as TEI: the XML of the Text Encoding Initiative (P5), as corpora of texts are kept ---

NAMESPACE = "http://www.tei-c.org/ns/1.0"
#: The header of a corpus, which says nothing: each text has its own.
CORPUS_HEADER = (
    "<teiHeader><fileDesc><titleStmt><title>newsbody</title></titleStmt><publicationStmt><p/></publicationStmt>"
    "<sourceDesc><p/></sourceDesc></fileDesc></teiHeader>"
)
#: Elements of a body's clean HTML, and what they are in TEI, with attributes.
_NAMES: dict[str, tuple[str, dict[str, str]]] = {
    "ul": ("list", {"rend": "bulleted"}), "ol": ("list", {"rend": "numbered"}), "dl": ("list", {"type": "gloss"}),
    "li": ("item", {}), "dt": ("label", {}), "dd": ("item", {}), "blockquote": ("quote", {}),
    "pre": ("ab", {"rend": "pre"}), "tr": ("row", {}), "td": ("cell", {}), "th": ("cell", {"role": "label"}),
    "figcaption": ("head", {}), "caption": ("head", {}), "img": ("graphic", {}), "strong": ("hi", {"rend": "bold"}),
    "em": ("hi", {"rend": "italic"}), "sub": ("hi", {"rend": "subscript"}), "sup": ("hi", {"rend": "superscript"}),
    "br": ("lb", {}), "a": ("ref", {}),
}  # fmt: skip
_NAMES |= {f"h{level}": ("ab", {"type": "header", "rend": f"h{level}"}) for level in range(1, 7)}
_ATTRIBUTES = {"href": "target", "src": "url", "colspan": "cols", "rowspan": "rows"}


def tei_of(html: str, *, title: str, authors: Sequence[str], publisher: str, date: str, url: str, language: str) -> str:
    """A document of TEI: a header that says where the text is from, and the body's clean HTML in its elements."""
    root = etree.Element(f"{{{NAMESPACE}}}TEI", nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # the default one
    described = _under(root, "teiHeader/fileDesc")
    statement = _under(described, "titleStmt")
    _under(statement, "title", title, type="main")
    for author in authors:
        _under(statement, "author", author)
    published = _under(described, "publicationStmt")
    _under(published, "publisher", publisher or "unknown")
    if date:
        _under(published, "date", when=date[:10])
    source = _under(described, "sourceDesc/bibl", title)
    if url:
        _under(source, "ptr", target=url)
    if language:
        _under(root[0], "profileDesc/langUsage/language", language, ident=language)
    body = xml_of(html)
    etree.strip_tags(body, "thead", "tbody", "tfoot")
    entry = _under(root, "text/body/div", type="entry")
    entry.extend(_renamed(body))
    if not len(entry):
        _under(entry, "p")
    return etree.tostring(root, encoding="unicode")


def _under(parent: etree._Element, path: str, text: str = "", **attributes: str) -> etree._Element:
    for name in path.split("/"):
        parent = etree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
    parent.text = text or None
    for name, value in attributes.items():
        parent.set(name, value)
    return parent


def _renamed(body: etree._Element) -> list[etree._Element]:
    for element in body.iterdescendants():
        name, attributes = _NAMES.get(str(element.tag), (str(element.tag), {}))
        element.tag = f"{{{NAMESPACE}}}{name}"
        alt = element.attrib.pop("alt", "")
        given = {_ATTRIBUTES[str(key)]: str(value) for key, value in element.attrib.items()}
        element.attrib.clear()
        for key, value in {**attributes, **given}.items():
            element.set(key, value)
        if alt:
            _under(element, "desc", str(alt))
    return list(body)


# --- A body in pieces of a size, each with the headings that it stands under ------------

_HEADING = re.compile(r"h[1-6]")
#: Where a paragraph that is longer than a piece may be cut: behind a sentence, else at a blank.
_ENDS = re.compile(r"(?<=[.!?。！？…])\s*|\s+")


@dataclass(frozen=True)
class Chunk:
    """A piece of a body: whole paragraphs on lines, and the headings above them, outermost first."""

    text: str
    headings: tuple[str, ...] = ()


def chunks_of(html: str, size: int, headline: str = "") -> Iterator[Chunk]:
    """The pieces of a body's clean HTML, none longer than ``size`` characters; a heading begins a new one."""
    if size < 1:
        raise ValueError(f"chunks({size}): write a number of characters, 1 or more")
    above: list[tuple[int, str]] = [(0, headline)] if headline else []
    held: list[str] = []

    def piece() -> Iterator[Chunk]:
        if held:
            yield Chunk("\n".join(held), tuple(text for _, text in above))
        held.clear()

    for block in xml_of(html):
        text = "".join(map(str, block.itertext())).strip()
        text = text if block.tag == "pre" else " ".join(text.split())
        if _HEADING.fullmatch(str(block.tag)):
            yield from piece()
            level = int(str(block.tag)[1])
            above[:] = [one for one in above if one[0] < level] + [(level, text)]
            continue
        for part in _parts(text, size):
            if held and sum(map(len, held)) + len(held) + len(part) > size:
                yield from piece()
            held.append(part)
    yield from piece()


def _parts(text: str, size: int) -> Iterator[str]:
    """A paragraph, cut where it is longer than a piece."""
    while len(text) > size:
        ends = [found.start() for found in _ENDS.finditer(text, 0, size + 1) if 0 < found.start() <= size]
        sentences = [end for end in ends if text[end - 1] in ".!?。！？…"]
        end = (sentences or ends or [size])[-1]
        yield text[:end].rstrip()
        text = text[end:].lstrip()
    if text:
        yield text
