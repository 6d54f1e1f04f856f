"""What the style sheets that stand in a page say of whether its text is seen: ``.gone{display:none}``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml import etree

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
#: What a block without spaces has that hides something: a word, and what is to stand there then. (A pattern alone costs
#: ten times as much.)
_HIDING = tuple(
    (word, re.compile(pattern))
    for word, pattern in (
        ("display:none", ""),
        ("visibility:", "visibility:(?:hidden|collapse)"),
        ("opacity", r"opacity[:(](?:[0.]|[0-9.]+%)"),
        ("size:", r"size:(?:0?\.[01]|0?\.[0-9]+[^0-9er]|0(?!\.)|[12]p|1%)"),
        ("font:", "font:(?:0|1p)"),
        ("clip", "clip(?:-path)?:(?:rect|inset|circle|ellipse)"),
        ("overflow", "(?:height|width):(?:0|1px)"),
        ("scale", "scale[a-z3]*[(:](?:[^();]*,)?[-+]?[0.]"),
        ("rotate", r"rotate[xy]\("),
        ("translate", r"translate[^;]*[(,]-[0-9]{2}"),
        (":-", r"[mpt]:-(?:[0-9]{3}|[0-9]{2}[0-9.]*(?:[a-oq-z]|pc))"),  # the sides
        ("transparent", "(?:[;{]|fill-)color:"),
        (",0)", "(?:[;{]|fill-)color:"),
        ("background", r"(?:[;{]|fill-)color:(?:#fff|white|rgba?\(255)"),
        ("\\", r"""(?<!["'])\\"""),  # no sign of a string: those are icons
    )
)
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
    """One sheet: its blocks as written, ``p.gone {display: none``, and the names by which one of them hides."""

    blocks: Sequence[str]
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

    def blocks_of(self, tag: str, identity: str, classes: str, later: Sequence[Sheets] = ()) -> list[str]:
        """The blocks of an element, here and in ``later`` sheets, what wins the last; none unless a name hides it."""
        sheets = self, *later
        if not any(one._hiding for one in sheets):
            return []
        names = {tag, "#" + identity, *("." + name for name in classes.split())}
        hiding = {name for one in sheets for name in names & one._hiding}
        found = {
            (block.rank[:3], place, block.rank[3], block.text)
            for place, one in enumerate(sheets)
            for name in hiding
            for block in one._blocks_of(name)
            if block.names <= names
        }
        return [text for *_, text in sorted(found)[-MAX_BLOCKS:]]

    def _blocks_of(self, name: str) -> list[_Block]:
        if name not in self._by_name and len(self._by_name) < MAX_NAMES:
            self._by_name[name] = list(islice(self._read(name), MAX_BLOCKS))
        return self._by_name.get(name, [])

    def _read(self, name: str) -> Iterator[_Block]:
        """All blocks that say of elements with a name whether they are seen."""
        for number, block in enumerate(self._blocks):
            if name not in block:
                continue
            selectors, text = _parted(block)
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
    blocks: list[str] = []
    hiding: set[str] = set()
    css = COMMENT.sub("", css)
    for block, bare in _blocks(css):
        blocks.append(block)
        if _may_hide(bare):
            selectors, text = _parted(block)
            if stated_visibility(text).is_hidden:
                named = map(_names, map(str.strip, selectors.split(",")))
                hiding.update(min(names) for names in named if names)  # an id comes first, a tag for want of others
    return _Sheet(blocks, frozenset(hiding), "background" in css)


def _may_hide(bare: str) -> bool:
    for word, pattern in _HIDING:  # noqa: SIM110 (any() takes twice the time)
        if word in bare and pattern.search(bare):
            return True
    return False


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """Each block that always holds, and its declarations in small letters without spaces: not those of print."""
    around: list[bool] = []  # for each open @-rule whether it holds only for some
    some = 0  # how many of them
    for block, bare in zip(css.split("}"), "".join(css.lower().split()).split("}"), strict=True):
        braces = block.count("{")
        if braces > 1:
            opened = [_ALWAYS.fullmatch(head.strip()) is None for head in block.split("{")[:-2]]
            around += opened
            some += sum(opened)
        elif not braces:
            some -= around.pop() if around else 0
        if braces and not some:
            start = bare.rfind("{")
            yield block, bare[start : start + MAX_BLOCK_CHARS]


def _parted(block: str) -> tuple[str, str]:
    """Its selectors, none of an @-rule, and its declarations, with one space where there are several."""
    head, _, text = block.rpartition("{")
    head = head.rpartition("{")[2].rpartition(";")[2].strip()
    return "" if head.startswith("@") else " ".join(head.split()), " ".join(text.split())[:MAX_BLOCK_CHARS]


sheets_of = lru_cache(maxsize=32)(Sheets)  # kept for the next page of a site, which mostly has the same


def sheets_in(styles: Iterable[etree._Element]) -> Sheets:
    texts = tuple("".join(map(str, style.itertext())) for style in styles)
    return sheets_of(texts) if sum(map(len, texts)) <= MAX_KEPT_CHARS else Sheets(texts)
