"""What the style sheets that stand in a page say of whether its text is seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from newsbody.page.style import COMMENT, MAX_BLOCK_CHARS, hides

#: Characters of the sheets of a page that are kept for the next one; a few hundred thousand are much.
MAX_KEPT_CHARS = 1_000_000
#: Longer sheets are read this far (characters), all of a page together.
MAX_SHEET_CHARS = 300_000
#: So many sheets of a page are read one by one, what is behind as one.
MAX_SHEETS = 32
#: So many blocks are kept for a name, and go into what is said of an element; those of real sheets are fewer.
MAX_BLOCKS = 16
#: So many names that hide something are looked at; pages have a dozen.
MAX_NAMES = 300

_SIMPLE = re.compile(r"([a-z][a-z0-9-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_NAME = re.compile(r"([.#])([\w-]+)")
#: Of bytes: what can neither stand in a name nor begin one is white space.
_SPACED = bytes(code if code > 127 or chr(code).isalnum() or code in b"-_.#}" else 0x20 for code in range(256))
_AFTER = re.compile(r"[\s>+~]+")
_STATE = re.compile(r":.*|\[.*", re.DOTALL)
#: Without any of these a block of a sheet is not asked whether it hides something; and without any of the second,
#: whether it shows what another hides. (Literals: a pattern for the same costs ten times as much.)
_HIDING_WORDS = (
    *("display:none", "visib", "opacity", "clip", "indent", "-9", "scale", "rotate", "transparent", "font-size:0"),
    *("font-size:1px", "font:0", "height:0", "height:1px", "content-vis", "#fff", "#FFF", "white", "\\"),
)
_SHOWING_WORDS = ("display", "visib", "opacity", "font", "left", "indent", "clip", "height", "transform", "overflow")
#: Blocks within these hold for whoever reads on a screen.
_ALWAYS = re.compile(r"@(?:media\s+(?:all|screen)\s*|supports\b.*|layer\b.*)", re.IGNORECASE | re.DOTALL)


class _Block(NamedTuple):
    """A block, for elements of a tag ("" any) with an id ("" any) and some classes; of two the later rank wins."""

    #: How much the selector says (an id, classes, a tag), then the places of the sheet and of the block in it.
    rank: tuple[int, int, int, int, int]
    tag: str
    identity: str
    classes: frozenset[str]
    text: str


class Sheets:
    """The blocks of a page's sheets that hide something, and those that show the same elsewhere or otherwise."""

    def __init__(self, texts: Sequence[str]) -> None:
        first, rest = texts[: MAX_SHEETS - 1], texts[MAX_SHEETS - 1 :]
        self._sheets: list[_Sheet] = []
        left = MAX_SHEET_CHARS
        for text in (*first, "\n".join(rest)):
            if text[:left]:
                self._sheets.append(sheet_of(text[:left]))
                left -= len(text[:left])
        #: Whether the sheets say anything of grounds.
        self.colours_ground = any(sheet.colours_ground for sheet in self._sheets)
        self._by_name: dict[str, list[_Block]] = {}
        self._left = MAX_NAMES

    def __bool__(self) -> bool:
        return bool(self._sheets)

    def blocks_of(self, tag: str, identity: str, classes: str) -> list[str]:
        """The blocks of an element, what wins the last."""
        names = classes.split() if classes else []
        keys = [tag, *(["#" + identity] if identity else ()), *("." + name for name in names)]
        found = [block for key in keys for block in self._blocks_of(key)]
        if not found:
            return []
        there = set(names)
        matching = [
            block
            for block in set(found)
            if block.tag in ("", tag) and block.identity in ("", identity) and block.classes <= there
        ]
        return [block.text for block in sorted(matching)[-MAX_BLOCKS:]]

    def _blocks_of(self, name: str) -> list[_Block]:
        """The blocks for elements of a tag, id (``#x``) or class (``.x``); none unless one of them hides something."""
        known = self._by_name.get(name)
        if known is not None:
            return known
        having = [sheet for sheet in self._sheets if name in sheet.numbers]
        if not having:  # nor is it kept: a site's pages ask for ever more ids
            return []
        known = []
        if self._left and any(sheet.hides(name) for sheet in having):
            self._left -= 1
            known = list(islice(self._read(name), MAX_BLOCKS))
        self._by_name[name] = known
        return known

    def _read(self, name: str) -> Iterator[_Block]:
        for place, sheet in enumerate(self._sheets):
            for block in sheet.read(name):
                yield block._replace(rank=(*block.rank[:3], place, block.rank[-1]))


class _Sheet:
    """One sheet. Of hundreds of blocks a page needs those of a dozen names: of the others only selectors are read."""

    def __init__(self, css: str) -> None:
        if "/*" in css:
            css = COMMENT.sub("", css)
        self.colours_ground = "background" in css
        self._chunks = css.split("}")
        #: The selectors of each chunk's block, "" of what is none or does not always hold.
        self._selectors = _selectors(self._chunks)
        #: The names by which the elements are found that a block hides.
        self._hidden: dict[int, frozenset[str]] = {}

    def hides(self, name: str) -> bool:
        """Does one of the blocks of a tag, id (``#x``) or class (``.x``) that there are hide its elements?"""
        return any(name in self._hidden_by(number) for number in self.numbers[name])

    @cached_property
    def numbers(self) -> dict[str, list[int]]:
        """The blocks for all elements of a tag, and those that have an id or a class among their selectors."""
        # Of bytes: a pattern for the names takes longer.
        spaced = "}".join(self._selectors).encode().translate(_SPACED).replace(b".", b" .").replace(b"#", b" #")
        numbers: dict[str, list[int]] = {}
        for number, names in enumerate(spaced.decode().split("}")):
            for name in names.split():
                if name[0] in ".#":
                    numbers.setdefault(name, []).append(number)
        for number, selectors in enumerate(self._selectors):
            for selector in selectors.split(",") if selectors else ():
                tag = selector.strip()
                if tag[:1].isalpha() and tag.replace("-", "").isalnum():
                    numbers.setdefault(tag.lower(), []).append(number)
        return numbers

    def _text(self, number: int) -> str:
        return self._chunks[number].rpartition("{")[2][:MAX_BLOCK_CHARS]

    def _hidden_by(self, number: int) -> frozenset[str]:
        """The names that elements which a block hides are known by first."""
        names = self._hidden.get(number)
        if names is None:
            names, text = frozenset(), self._text(number)
            if _has(text.replace(" ", ""), _HIDING_WORDS) and hides(text):
                simples = map(_SIMPLE.fullmatch, map(str.strip, self._selectors[number].split(",")))
                names = frozenset(_keys(simple)[0] for simple in simples if simple)
            self._hidden[number] = names
        return names

    def read(self, name: str) -> Iterator[_Block]:
        """All blocks for elements of a name that hide or show them."""
        # What is of a tag may stand behind others: "td p".
        numbers = dict.fromkeys(self.numbers.get(name, ())) if name[0] in ".#" else range(len(self._selectors))
        for number in numbers:
            selectors = self._selectors[number]
            if name in selectors:
                text = self._text(number)
                if _has(text, _SHOWING_WORDS) or _has(text.replace(" ", ""), _HIDING_WORDS):
                    for selector in selectors.split(","):
                        yield from _block(selector.strip(), text, number, name)


def _block(selector: str, text: str, number: int, name: str) -> Iterator[_Block]:
    """The block of a selector, if it is for elements of a name."""
    simple = _SIMPLE.fullmatch(selector)
    if simple is None:
        # Of elements within others, or in some state: what is shown there counts, what is hidden not.
        last = _AFTER.split(selector)[-1]
        simple = None if "::" in selector or hides(text) else _SIMPLE.fullmatch(_STATE.sub("", last))
    if simple is not None and name in _keys(simple):
        names = _NAME.findall(simple[2])
        tag = "" if simple[1] in (None, "*") else simple[1].lower()
        identity = next((name for mark, name in names if mark == "#"), "")
        classes = frozenset(name for mark, name in names if mark == ".")
        yield _Block((bool(identity), len(classes), bool(tag), 0, number), tag, identity, classes, text)


def _keys(simple: re.Match[str]) -> list[str]:
    """The names in a selector, by any of which its blocks may be found: ids first, a tag for want of others."""
    names = sorted(mark + name for mark, name in _NAME.findall(simple[2]))
    return names or [(simple[1] or "").lower()]


def _has(text: str, words: tuple[str, ...]) -> bool:
    for word in words:  # noqa: SIM110 (any() takes twice the time)
        if word in text:
            return True
    return False


def _selectors(chunks: Iterable[str]) -> list[str]:
    """Of each chunk of a sheet, cut at its closing braces, the selectors of its block, if that always holds.

    Those of print or of an animation do not.
    """
    selectors: list[str] = []
    around: list[bool] = []  # for each open @-rule whether it holds only for some
    some = 0  # how many of them
    for chunk in chunks:
        head, block, _ = chunk.rpartition("{")
        if not block:
            some -= around.pop() if around else 0
        elif "{" in head:
            *heads, head = head.split("{")
            opened = [_ALWAYS.fullmatch(one.strip()) is None for one in heads]
            around += opened
            some += sum(opened)
        if ";" in head:
            head = head.rpartition(";")[2]
        selectors.append("" if some or ("@" in head and head.lstrip().startswith("@")) else head)
    return selectors


@lru_cache(maxsize=64)
def sheet_of(css: str) -> _Sheet:
    """A sheet, kept for other pages of its site, which have it beside others."""
    return _Sheet(css)


@lru_cache(maxsize=32)
def sheets_of(texts: tuple[str, ...]) -> Sheets:
    """The sheets of a page, kept for the next page of its site, which mostly has the same."""
    return Sheets(texts)
