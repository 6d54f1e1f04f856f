"""What a page says about itself for machines: JSON-LD, META elements, microdata.

extruct reads the same (and RDFa, microformats) but parses the page again, 0.9 times the
lxml parse for JSON-LD alone; ``json.loads`` over the script elements of the tree we have
costs a tenth of that and finds the same nodes (``tests/benchmarks/metadata.py``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from html import unescape
from itertools import islice
from typing import Any

import numpy as np
from lxml import etree

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.page.tree import MAX_VALUE_CHARS, MAX_VALUES

#: Types of https://schema.org/CreativeWork a body of text has end like this.
_ARTICLE_TYPE = re.compile(r"(?:Article|Posting|Report|Review|Recipe|Column)$")
#: Types that describe the page when there is no article among the nodes.
_PAGE_TYPE = re.compile(r"(?:WebPage|WebContent|CreativeWork|VideoObject|Event|Page)$")
#: Keys whose value holds further nodes of their own.
_NESTING_KEYS = ("@graph", "mainEntity", "mainEntityOfPage", "itemListElement", "item")
_MAX_NESTING = 6
#: So many names are read of an ITEMPROP.
MAX_NAMES = 10
#: Among so many elements of a thing with properties stands its name.
NAME_WITHIN = 30

#: What JSON-LD is wrapped in, and followed by, in pages.
_OPENINGS, _CLOSINGS = ("<!--", "//", "<![CDATA["), (";", "-->", "]]>", "//")
#: Escapes of JSON: half a pair (half an emoji, where a text was cut) and control characters are none.
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|(?P<control>u00(?:0[0-8bBeEfF]|1[0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])|[bf])|.)",
    re.DOTALL,
)
_ODD_ESCAPE = re.compile(r"\\(?:u[dD][89a-fA-F]|u00(?:[0189]|7[fF])|[bf])")
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")

Node = dict[str, Any]


class Structured:
    """The machine-readable statements of one page.

    ``article`` is the JSON-LD node of the article itself ({} without one); ``properties`` gives
    all values of an itemprop, in order.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        by_tag: dict[str, list[etree._Element]] = {"script": [], "time": [], "link": []}
        for element in page.root.iter(*by_tag):
            by_tag[element.tag].append(element)
        self.times, self.links = by_tag["time"], by_tag["link"]
        scripts = [script for script in by_tag["script"] if "ld+json" in (script.get("type") or "")]
        self.nodes: list[Node] = [node for script in scripts for node in _nodes(load_json(script.text or ""))]

    @cached_property
    def _by_id(self) -> dict[str, Node]:
        named: dict[str, Node] = {}
        for node in self.nodes:
            identity = node.get("@id")
            # A reference has nothing but its @id.
            if isinstance(identity, str) and len(node) > 1:
                named.setdefault(identity, node)
        return named

    def resolve(self, value: Any) -> Any:
        """A JSON-LD value with a reference to another node replaced by that node."""
        if isinstance(value, dict) and set(value) <= {"@id", "@type"}:
            return self._by_id.get(str(value.get("@id")), value)
        return value

    @cached_property
    def article(self) -> Node:
        for kind in (_ARTICLE_TYPE, _PAGE_TYPE):
            articles = [node for node in self.nodes if any(kind.search(name) for name in types(node))]
            if articles:
                # Teasers of other articles have nodes as well; this page's says the most about itself.
                return max(articles, key=self._detail)
        return {}

    def _detail(self, node: Node) -> tuple[bool, int]:
        headline = node.get("headline") or node.get("name")
        same = isinstance(headline, str) and bool(headline.strip()) and headline.strip() in self.page.title
        return same, sum(key in node for key in ("headline", "datePublished", "author", "articleBody", "publisher"))

    def meta(self, *names: str) -> list[str]:
        """The values of these META names, the first name's first."""
        return [value for name in names for value in self.page.metas.get(name, ())]

    @cached_property
    def properties(self) -> dict[str, list[str]]:
        """The values of each ITEMPROP in order, at most MAX_VALUES."""
        found: dict[str, list[str]] = {}
        stated = self.page.stating(b"itemprop")
        of_reader = self._of_readers() if stated else None
        for index, names_stated in stated:
            if of_reader is not None and of_reader[index]:
                continue
            element = self.page.elements[index]
            names = names_stated[:MAX_VALUE_CHARS].split()[:MAX_NAMES]
            lists = [values for name in names if len(values := found.setdefault(name, [])) < MAX_VALUES]
            if lists:
                value = element.get("content") or element.get("datetime") or self._own_name(element)
                value = value or self.visible_text(element)
                value = " ".join(value[:MAX_VALUE_CHARS].split())
                for values in lists:
                    values.append(value)
        return found

    def _of_readers(self) -> BoolArray | None:
        """Which elements stand in readers' comments, with authors of their own, shape (n,); None without any."""
        indices = [index for index, kind in self.page.stating(b"itemtype") if "Comment" in kind]
        if not indices:
            return None
        marked = np.zeros(len(self.page.elements), dtype=np.bool_)
        marked[indices] = True
        return self.page.inside(marked)

    def _own_name(self, element: etree._Element) -> str:
        """What a thing with properties of its own says it is called, "" where it does not."""
        if element.get("itemscope") is None:
            return ""
        for named in islice(element.iterdescendants(), NAME_WITHIN):
            if "name" in (named.get("itemprop") or "")[:MAX_VALUE_CHARS].split():
                return named.get("content") or self.visible_text(named)
        return ""

    def visible_text(self, element: etree._Element) -> str:
        """What a reader sees of an element, white space folded, at most MAX_VALUE_CHARS of it."""
        index = self.page.index_of(element)
        if index is None:
            return ""
        start, stop = int(self.page.start[index]), int(self.page.stop[index])
        return " ".join(self.page.text[start : min(stop, start + MAX_VALUE_CHARS)].split())

    def node_texts(self, node: Node, key: str) -> list[str]:
        """The value(s) of a node's key as text: itself, its ``name``, its ``url``; at most MAX_VALUES."""
        return list(islice(self._texts(node.get(key), _MAX_NESTING, set()), MAX_VALUES))

    def _texts(self, value: Any, depth: int, seen: set[int]) -> Iterator[str]:
        """Each node and list is looked at once: they may refer to each other."""
        value = self.resolve(value)
        if isinstance(value, str):
            # Many writers escape for HTML what JSON needs no escape for.
            text = " ".join(unescape(value[:MAX_VALUE_CHARS]).split())
            if text:
                yield text
        elif depth and isinstance(value, (list, dict)) and id(value) not in seen:
            seen.add(id(value))
            if isinstance(value, list):
                for item in value:
                    yield from self._texts(item, depth - 1, seen)
            else:
                yield from self._texts(value.get("name") or value.get("@value") or value.get("url"), depth - 1, seen)


def types(node: Node) -> list[str]:
    """The schema.org type names of a JSON-LD node."""
    value = node.get("@type")
    names = value if isinstance(value, list) else [value]
    return [name for name in names if isinstance(name, str)]


def load_json(text: str) -> Any:
    """JSON as pages hold it: in comments, with raw line breaks and commas too many; None when it is none."""
    text = text.strip()
    for opening in _OPENINGS:
        text = text.removeprefix(opening).lstrip()
    for closing in _CLOSINGS:
        text = text.removesuffix(closing).rstrip()
    for candidate in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            whole = _ESCAPE.sub(_whole, candidate) if _ODD_ESCAPE.search(candidate) else candidate
            return json.loads(whole, strict=False)
        except (ValueError, RecursionError):
            continue  # a page's broken JSON-LD says nothing; the page's other statements remain
    return None


def _whole(escape: re.Match[str]) -> str:
    return "\ufffd" if escape["half"] else " " if escape["control"] else escape[0]


def _nodes(value: Any, depth: int = _MAX_NESTING) -> Iterator[Node]:
    if isinstance(value, list):
        for item in value:
            yield from _nodes(item, depth)
    elif isinstance(value, dict):
        yield value
        if depth:
            for key in _NESTING_KEYS:
                yield from _nodes(value.get(key), depth - 1)
