"""A body as TEI: the XML of the Text Encoding Initiative (P5), as corpora of texts are kept."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from newsbody.markup.html import xml_of

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
