"""What the style sheets that stand in a page say of whether its text is seen: ``.gone{display:none}``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from newsbody.page.style import COMMENT, MAX_BLOCK_CHARS, stated_visibility

#: Characters of the sheets of a page that are kept for the next one; a few hundred thousand are much.
MAX_KEPT_CHARS = 1_000_000
#: Longer sheets are read this far (characters), all of a page together.
MAX_SHEET_CHARS = 300_000
#: So many blocks are kept for a name, and go into what is said of an element; those of real sheets are fewer.
MAX_BLOCKS = 16
#: So many names that hide something are looked at; pages have a dozen.
MAX_NAMES = 300

_SIMPLE = re.compile(r"([a-z][a-z0-9-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_NAME = re.compile(r"[.#][\w-]+")
_AFTER, _STATE = re.compile(r"[\s>+~]+"), re.compile(r":.*|\[.*", re.DOTALL)
#: Without any of these a block hides nothing. (Literals: a pattern for the same costs ten times as much.)
_HIDING_WORDS = (
    *("display:none", "visib", "opacity", "clip", "scale", "rotate", "transparent", "#fff", ":white", "(255", ",0)"),
    *("height:0", "height:1px", "width:0", "width:1px", "\\"),
    *("size:0", "size:1p", "size:2p", "size:1%", "size:.", "font:0", "font:1p"),
)
_FAR_AWAY = re.compile(r"-[0-9]{2}")
#: Without any of these a block does not show either what another one hides.
_TELLING = re.compile(
    r"display|visib|opacity|filter|font|colou?r|background|left|right|top|indent|clip|height|width|overflow|transform"
    r"|scale|animation|\\",
    re.IGNORECASE,
)
#: Blocks within these hold for whoever reads on a screen.
_ALWAYS = re.compile(r"@(?:media\s+(?:all|screen)\s*|supports\b.*|layer\b.*)", re.IGNORECASE | re.DOTALL)


class _Block(NamedTuple):
    """A block, for elements that have all of the ``names`` (``p``, ``#id``, ``.class``); of two the later rank wins."""

    #: How much the selector says (ids, classes, a tag), then the place of the block.
    rank: tuple[int, int, int, int]
    names: frozenset[str]
    text: str


class _Sheet(NamedTuple):
    """One sheet: its blocks as they are written, selectors and text, and the names by which one of them hides."""

    blocks: Sequence[tuple[str, str]]
    hiding: frozenset[str]
    colours_ground: bool


class Sheets:
    """The blocks of a page's sheets that hide something, and those that show the same elsewhere or otherwise."""

    def __init__(self, texts: Iterable[str]) -> None:
        sheets: list[_Sheet] = []
        left = MAX_SHEET_CHARS
        for text in texts:
            if text[:left]:
                sheets.append(sheet_of(text[:left]))
                left -= len(text[:left])
        #: Whether the sheets say anything of grounds.
        self.colours_ground = any(sheet.colours_ground for sheet in sheets)
        self._hiding = frozenset[str]().union(*(sheet.hiding for sheet in sheets))
        self._blocks = [block for sheet in sheets for block in sheet.blocks]
        self._by_name: dict[str, list[_Block]] = {}

    def blocks_of(self, tag: str, identity: str, classes: str) -> list[str]:
        """The blocks of an element, what wins the last; none unless one of its names hides something."""
        if not self._hiding:
            return []
        names = {tag, "#" + identity, *("." + name for name in classes.split())}
        found = {block for name in names & self._hiding for block in self._blocks_of(name) if block.names <= names}
        return [block.text for block in sorted(found, key=lambda block: block.rank)[-MAX_BLOCKS:]]

    def _blocks_of(self, name: str) -> list[_Block]:
        if name not in self._by_name and len(self._by_name) < MAX_NAMES:
            self._by_name[name] = list(islice(self._read(name), MAX_BLOCKS))
        return self._by_name.get(name, [])

    def _read(self, name: str) -> Iterator[_Block]:
        """All blocks that say of elements with a name whether they are seen."""
        for number, (selectors, text) in enumerate(self._blocks):
            if name in selectors and _TELLING.search(text):
                hides = stated_visibility(text).is_hidden
                for selector in map(str.strip, selectors.split(",")):
                    names = _names(selector)
                    if not names and not hides and "::" not in selector:
                        # Of elements within others, or in some state: what is shown there counts, what is hidden not.
                        names = _names(_STATE.sub("", _AFTER.split(selector)[-1]))
                    if name in names:
                        marks = [each[0] for each in names]
                        ids, classes = marks.count("#"), marks.count(".")
                        yield _Block((ids, classes, len(marks) - ids - classes, number), names, text)


def _names(selector: str) -> frozenset[str]:
    """The names in a simple selector, none in another: ``p.gone#x`` → ``p``, ``.gone``, ``#x``."""
    simple = _SIMPLE.fullmatch(selector)
    names = {(simple[1] or "").lower(), *_NAME.findall(simple[2])} if simple else set[str]()
    return frozenset(names - {"", "*"})


@lru_cache(maxsize=64)
def sheet_of(css: str) -> _Sheet:
    """A sheet, kept for other pages of its site, which have it beside others."""
    css = " ".join(COMMENT.sub("", css).split())
    for sign in ":,":
        css = css.replace(sign + " ", sign).replace(" " + sign, sign)
    blocks: list[tuple[str, str]] = []
    hiding: set[str] = set()
    for selectors, text in _blocks(css):
        blocks.append((selectors, text))
        if _may_hide(text.lower()) and stated_visibility(text).is_hidden:
            named = map(_names, map(str.strip, selectors.split(",")))
            hiding.update(min(names) for names in named if names)  # an id comes first, a tag for want of others
    return _Sheet(blocks, frozenset(hiding), "background" in css)


def _may_hide(text: str) -> bool:
    for word in _HIDING_WORDS:  # any() takes twice the time
        if word in text:
            return True
    return _FAR_AWAY.search(text) is not None


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """The selectors and declarations of each block that always holds: those of print or of an animation do not."""
    around: list[bool] = []  # for each open @-rule whether it holds only for some
    some = 0  # how many of them
    for chunk in css.split("}"):
        head, block, text = chunk.rpartition("{")
        if not block:
            some -= around.pop() if around else 0
            continue
        *heads, head = head.split("{")
        opened = [_ALWAYS.fullmatch(one.strip()) is None for one in heads]
        around += opened
        some += sum(opened)
        head = head.rpartition(";")[2]
        if text and not some and not head.lstrip().startswith("@"):
            yield head, text[:MAX_BLOCK_CHARS]


@lru_cache(maxsize=32)
def sheets_of(texts: tuple[str, ...]) -> Sheets:
    """The sheets of a page, kept for the next page of its site, which mostly has the same."""
    return Sheets(texts)
