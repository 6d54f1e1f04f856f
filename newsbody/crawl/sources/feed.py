"""RSS 0.9 to 2.0, RDF and Atom 0.3 and 1.0: what each entry says of itself.

Read here, and not with feedparser, which takes quadratic time for authors, categories and attributes (one author of
32 kB: 4 s, of 2 MB: hours), and a crawl stands still for as long.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from newsbody.markup.links import base_address
from newsbody.page.decode import decode

#: Characters of a title, an address or a time that are read, with the blanks around.
MAX_TEXT = 4_000
_ROOTS, _ENTRIES = frozenset(("rss", "feed", "rdf")), frozenset(("item", "entry"))
#: Elements that say when an entry was changed, then those that say when it was published.
_STAMPS = ("updated", "modified", "date", "pubdate", "published", "issued", "created")
_PUBLISHED = ("pubdate", "published", "issued", "created")
_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_XML_ENTITIES = frozenset(("amp", "lt", "gt", "quot", "apos"))
_CDATA = re.compile(r"(<!\[CDATA\[|\]\]>)")
_AND = re.compile(r"&(?:#[0-9]{1,7};|#x[0-9a-fA-F]{1,6};|([A-Za-z][A-Za-z0-9]{1,31});)?")
#: Halves of characters as references, ``&#xd83d;``: libxml2 reads them, and what it then has of them is no text.
_HALVES = re.compile(
    rb"&#(?:x0*d[89a-f][0-9a-f]{2}(?![0-9a-f])"
    rb"|0*(?:55(?:29[6-9]|[3-9][0-9]{2})|56[0-9]{3}|57(?:[0-2][0-9]{2}|3[0-3][0-9]|34[0-3]))(?![0-9]));?",
    re.IGNORECASE,
)
_CONTROLS = dict.fromkeys({*range(0x20)} - {*b"\t\n\r"})


@dataclass(frozen=True)
class Entry:
    """What an entry says of itself, as it stands there; "" for what it does not say."""

    link: str
    stamp: str
    title: str
    published: str


@dataclass(frozen=True)
class Feed:
    """``base``: what its addresses are relative to. ``following``: the address of its next page (RFC 5005), or ""."""

    base: str
    following: str
    entries: list[Entry]


def read_feed(body: bytes, url: str, most: int) -> Feed | None:
    """The feed of an address, with so many entries at most; None for anything else.

    What is no XML is read as far as it can be.
    """
    root, whole = _tree(body)
    if root is None or _name(root) not in _ROOTS:
        return None
    base = root.get(_XML_BASE, "")
    links = [*root.iterfind("{*}link"), *root.iterfind("{*}channel/{*}link")]
    following = next((link.get("href", "") for link in links if link.get("rel") == "next"), "")
    entries = [said.entry for said in islice(_said(root, whole=whole), most)]
    return Feed(base_address(url, base), following, entries)


def without_halves(body: bytes) -> bytes:
    """XML with U+FFFD in place of halves of characters that stand there as references."""
    return _HALVES.sub(b"&#xfffd;", body)


class _Said:
    """What the elements of an entry say, the first of each name; ``whole``: they stand where they should."""

    def __init__(self, element: etree._Element, *, whole: bool) -> None:
        self._element, self._whole = element, whole
        self._space = _space(element)
        self._texts: dict[str, str] = {}

    def note(self, element: etree._Element, name: str) -> None:
        if self._whole and element.getparent() is not self._element:
            return
        own = _space(element) == self._space
        if name == "link" and element.get("rel", "alternate") == "alternate":
            self._keep("link" if own else "other link", element.get("href") or self._text(element))
        elif name in _STAMPS or (name == "title" and own):
            self._keep(name, "" if name in self._texts else self._text(element))
        elif name == "guid" and element.get("isPermaLink") != "false" and "://" in (named := self._text(element)):
            self._keep(name, named)

    def _keep(self, name: str, text: str) -> None:
        if text:
            self._texts.setdefault(name, text)

    def _text(self, element: etree._Element) -> str:
        parts, length = [], 0
        for part in element.itertext() if self._whole else (element.text or "",):
            parts.append(str(part)[:MAX_TEXT])
            length += len(parts[-1])
            if length >= MAX_TEXT:  # elements in elements say all that these say
                break
        return "".join(parts).strip()

    @property
    def entry(self) -> Entry:
        """Its own link, that of Atom in RSS, or what identifies it, if that is an address."""
        link, stamp, published = (
            next((self._texts[name] for name in names if name in self._texts), "")
            for names in (("link", "other link", "guid"), _STAMPS, _PUBLISHED)
        )
        return Entry(link, stamp, self._texts.get("title", ""), published)


def _said(root: etree._Element, *, whole: bool) -> Iterator[_Said]:
    said = None
    for element in root.iter(etree.Element):
        name = _name(element)
        if name in _ENTRIES:
            if said is not None:
                yield said
            said = _Said(element, whole=whole)
        elif said is not None:
            said.note(element, name)
    if said is not None:
        yield said


def _tree(body: bytes) -> tuple[etree._Element | None, bool]:
    """The root of what was sent, and whether that is XML."""
    try:
        return etree.fromstring(body, _parser()), True
    except etree.XMLSyntaxError:
        repaired = without_halves(_repaired(decode(body)[0]).encode("utf-8", "replace"))
    try:
        return etree.fromstring(repaired, _parser(recover=True, encoding="utf-8")), False
    except etree.XMLSyntaxError:
        return None, False


def _parser(*, recover: bool = False, encoding: str | None = None) -> etree.XMLParser:
    return etree.XMLParser(
        recover=recover, encoding=encoding, resolve_entities=False, no_network=True, remove_comments=True,
        remove_pis=True, collect_ids=False,
    )  # fmt: skip


def _repaired(text: str) -> str:
    """Characters that XML does not have left out, and what it takes for a broken reference written as the text it is.

    Addresses with several parameters are written so in half of the broken feeds.
    """
    pieces, inside = [], False
    for piece in _CDATA.split(text.translate(_CONTROLS)):
        if piece in ("<![CDATA[", "]]>"):
            inside = piece == "<![CDATA["
        pieces.append(piece if inside else _AND.sub(_reference, piece))
    return "".join(pieces)


def _reference(found: re.Match[str]) -> str:
    if found[0] != "&" and (found[1] is None or found[1] in _XML_ENTITIES):
        return found[0]
    known = html.entities.html5.get(f"{found[1]};")
    return known if known and known not in "<&" else f"&amp;{found[0][1:]}"


def _name(element: etree._Element) -> str:
    """Without its namespace, or a prefix that stands for none."""
    return str(element.tag).rpartition("}")[2].rpartition(":")[2].lower()


def _space(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[0]
