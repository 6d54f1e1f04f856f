"""A page as it looks, its text marked, as HTML that does nothing: for a frame of the report.

Only tags and attributes that are known to be harmless are written, whatever the page holds: nothing that acts (scripts,
forms, links), nothing that is fetched. The frame forbids both once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from lxml import etree

from newsbody.page import Page
from newsbody.page.tags import INVISIBLE_TAGS

#: Elements that are written under their own name; others under a neutral one, with their name beside it.
_TAGS = frozenset(
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl "
    "dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd label legend li main mark nav ol p pre "
    "q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var "
    "wbr".split()
)
_VOID = frozenset(("br", "hr", "wbr", "col"))
#: Elements of which only the place is shown.
_BOXES = frozenset(("img", "input", "select", "textarea"))
_LEFT_OUT = INVISIBLE_TAGS - {"noscript"} | {"head", "link", "meta", "base", "param", "source", "track", "area"}
_ATTRIBUTES = frozenset(
    "class id style align valign width height bgcolor color size border cellpadding cellspacing colspan rowspan dir "
    "lang hidden start face nowrap".split()
)
#: Longer values say nothing to a reader of the report.
MOST_ATTRIBUTE = 300
#: Style sheets in the page are kept up to this many characters.
MOST_STYLE = 60_000
#: In styles: whatever names a resource, runs code in some browser, or leaves the frame.
_ACTIVE_STYLE = re.compile(
    r"\\|@(?:import|charset|namespace|font-face)|url\s*\(|image(?:-set)?\s*\(|src\s*\(|expression|behaviou?r|-moz-binding|"
    r"javascript|position\s*:\s*(?:fixed|sticky)|<",
    re.IGNORECASE,
)
_BRACE = re.compile(r"[{}]")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NUMBER = re.compile(r"\s*(\d{1,4})(?:px)?\s*$")
#: A picture's place is shown at most so large, in pixels.
MOST_PICTURE = 400


def snapshot(page: Page, marks: Sequence[str], elements: Mapping[int, str]) -> str:
    """The markup of a page's BODY.

    ``marks``: a letter for each run, "" for none, shape (m,); ``elements``: number of an element -> a letter.
    A marked run is a ``<span m=LETTER p=PARAGRAPH>``, a marked element has an attribute ``k``.
    """
    return _Writer(page, marks, elements).write()


def style_sheets(page: Page) -> str:
    """The style sheets that stand in a page, without what fetches or acts."""
    sheets = "\n".join(element.text or "" for element in page.all_of("style"))
    return harmless_style(sheets[:MOST_STYLE])


def harmless_style(sheet: str) -> str:
    """The plain rules of a style sheet; those within ``@media`` and the like are left out with what they are in."""
    return "".join(
        f"{selector}{{{kept}}}"
        for selector, body in _style_rules(_COMMENT.sub("", sheet))
        if selector and "@" not in selector and "{" not in body and not _ACTIVE_STYLE.search(selector)
        if (kept := _harmless_declarations(body))
    )


def _style_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Selector and body of each rule that stands in no other."""
    depth = begin = inside = 0
    for brace in _BRACE.finditer(sheet):
        depth = depth + 1 if brace[0] == "{" else max(0, depth - 1)
        if depth == 1 and brace[0] == "{":
            inside = brace.end()
        elif depth == 0:
            yield sheet[begin : max(begin, inside - 1)].rpartition(";")[2].strip(), sheet[inside : brace.start()]
            begin = inside = brace.end()


def _harmless_declarations(text: str) -> str:
    parts = (part.strip() for part in text.split(";"))
    return ";".join(part for part in parts if ":" in part and not _ACTIVE_STYLE.search(part))


class _Writer:
    def __init__(self, page: Page, marks: Sequence[str], elements: Mapping[int, str]) -> None:
        self._page, self._marks, self._elements = page, marks, elements
        self._runs = page.run_paragraph.tolist()
        self._run = 0
        self._number = -1
        self._out: list[str] = []

    def write(self) -> str:
        skipping = 0  # how many elements deep in one that is left out
        shows_noscript = any(self._page.first_run[i] < self._page.last_run[i] for i in self._noscripts())
        for event, node in etree.iterwalk(self._page.root, events=("start", "end", "comment", "pi")):
            if event == "start":
                left_out = node.tag in INVISIBLE_TAGS and (not (shows_noscript and node.tag == "noscript"))
                if not skipping:
                    self._number += 1
                if skipping or left_out:
                    skipping += 1
                else:
                    self._open(node)
                    self._text(node.text)
            elif event == "end" and skipping:
                skipping -= 1
                if not skipping:
                    self._text(node.tail)
            elif not skipping:
                if event == "end":
                    self._close(node)
                self._text(node.tail)
        return "".join(self._out)

    def _noscripts(self) -> list[int]:
        return [index for index, tag in enumerate(self._page.tags) if tag == "noscript"]

    def _open(self, node: etree._Element) -> None:
        tag = str(node.tag)
        if tag in _LEFT_OUT or tag == "html":
            return
        if tag in _BOXES:
            self._out.append(_picture(node))
        elif tag == "body":
            self._out.append(f"<body{self._attributes(node)}>")
        else:
            self._out.append(f"<{_written(tag)}{self._attributes(node)}>")

    def _close(self, node: etree._Element) -> None:
        tag = str(node.tag)
        if tag not in _LEFT_OUT | _VOID | _BOXES and tag not in ("html", "body"):
            self._out.append(f"</{_written(tag)}>")

    def _attributes(self, node: etree._Element) -> str:
        tag = str(node.tag)
        parts = [] if tag in _TAGS or tag == "body" else [f' t="{escape(tag)}"']
        for name, value in node.attrib.items():
            name, value = str(name).lower(), str(value)
            if name == "style":
                value = _harmless_declarations(_COMMENT.sub("", value))
            if name in _ATTRIBUTES and len(value) <= MOST_ATTRIBUTE and (value or name in ("hidden", "nowrap")):
                parts.append(f' {name}="{escape(value)}"')
        if mark := self._elements.get(self._number):
            parts.append(f' k="{mark}"')
        return "".join(parts)

    def _text(self, text: str | None) -> None:
        if not text:
            return
        if text.isspace() or self._run >= len(self._runs):
            self._out.append(" " if text.isspace() else escape(text, quote=False))
            return
        mark, paragraph = self._marks[self._run], self._runs[self._run]
        self._run += 1
        shown = escape(text, quote=False)
        self._out.append(f"<span m={mark} p={paragraph}>{shown}</span>" if mark else shown)


def _written(tag: str) -> str:
    return tag if tag in _TAGS else "div" if tag in ("form", "details", "fieldset", "noscript", "option") else "span"


def _picture(node: etree._Element) -> str:
    """A box where a picture or a field stands, as large as the page says."""
    sizes = []
    for side in ("width", "height"):
        match = _NUMBER.match(node.get(side) or "")
        if match:
            sizes.append(f"{side}:{min(int(match[1]), MOST_PICTURE)}px")
    style = f' style="{";".join(sizes)}"' if sizes else ""
    return f"<i b{style}>{escape((node.get('alt') or '')[:80], quote=False)}</i>"
