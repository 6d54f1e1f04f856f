"""What CSS says of whether text is seen: declaration blocks, and the sheets that stand in a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import inf
from typing import NamedTuple

from lxml import etree

from newsbody.ground.remembered import remembered

#: Longer blocks are read this far (characters).
MAX_BLOCK_CHARS = 1_000
#: Text of this size and less is not read, in CSS pixels; and letters fainter than this.
MAX_UNSEEN_SIZE, MAX_UNSEEN_OPACITY = 2.0, 0.05
#: What begins so far outside of its place is out of sight (CSS pixels).
OFF_SCREEN = 500.0
#: A box of at most this width or height that shows nothing beside itself shows no text.
MAX_CLOSED = 1.0

COMMENT = re.compile(r"/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_LENGTH = re.compile(r"([+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}))([a-z%]*)")
#: CSS pixels of each unit; of relative ones as of text of the usual size on a usual screen.
_UNITS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "cm": 38.0, "mm": 3.8, "in": 96.0, "em": 16.0, "rem": 16.0, "ex": 8.0,
    "ch": 8.0, "vw": 10.0, "vh": 10.0, "vmin": 10.0, "vmax": 10.0,
}  # fmt: skip
#: Sizes of text that are told in those around it: of nothing they are nothing.
_IN_THOSE_AROUND = re.compile(r"[0-9.](?:em|ex|ch|%)$")
_NO_SCALE = re.compile(r"(?:scale(?:3d|x|y)?\((?:[^()]*,)?[+-]?0*\.?0*(?:,[^()]*)?\)|rotate[xy]\([+-]?90deg\))")
_MOVED = re.compile(r"translate(?:3d|x|y)?\(([^()]*)\)")
_CLOSED_CLIP = re.compile(
    r"rect\((?:[+-]?[01](?:px)?[,]?){4}\)|inset\((?:[5-9][0-9]|100)%[^()]*\)|(?:circle|ellipse)\(0(?:px|%)?[^()]*\)"
)
_FAINT = re.compile(r"opacity\(([^()]*)\)")
_TRANSPARENT = re.compile(
    r"transparent|[a-z]{3,4}\((?:[^,()/]+,){3}0?\.?0*%?\)|[a-z]{3,5}\([^()/]+/0?\.?0*%?\)"
    r"|#[0-9a-f]{3}0|#[0-9a-f]{6}00"
)
_RGB = re.compile(r"rgba?\(([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})(?:,1(?:\.0*)?)?\)")
_HEX = re.compile(r"#(?:[0-9a-f]{3}f?|[0-9a-f]{6}(?:ff)?)")
#: Names of the grounds that pages mostly have.
_NAMED = {"white": "#ffffff", "black": "#000000"}
#: Sides by which a box may be put out of sight.
_SIDES = ("left", "right", "top", "bottom", "margin-left", "margin-top", "inset-inline-start", "text-indent")


class Visibility(NamedTuple):
    """How an element's text is seen; None: as around the element."""

    #: Nothing in the element is seen, whatever stands on what is in it.
    gone: bool | None = None
    #: These an element within may take back.
    invisible: bool | None = None
    unseen_size: bool | None = None
    colour: str | None = None
    ground: str | None = None

    @property
    def is_unseen_colour(self) -> bool:
        return self.colour is not None and self.colour in ("", self.ground)

    @property
    def is_hidden(self) -> bool:
        return bool(self.gone or self.invisible or self.unseen_size) or self.is_unseen_colour

    def of_inner(self, said: Visibility) -> Visibility:
        """The same of an element in it, of which that is said."""
        inherited = (here if own is None else own for here, own in zip(self[1:], said[1:], strict=True))
        return Visibility(self.gone or said.gone, *inherited)  # type: ignore[arg-type]  # each as it is in both


UNSAID = Visibility()


@remembered(maxsize=1024)
def stated_visibility(*blocks: str) -> Visibility:
    """What declaration blocks (those of sheets, a STYLE attribute) say of their element's text; the last one wins."""
    said = dict(_declarations(";".join(block[:MAX_BLOCK_CHARS] for block in blocks)))
    if not said:
        return UNSAID
    visibility = said.get("visibility")
    return Visibility(
        gone=_is_gone(said),
        invisible=None if visibility is None else visibility in ("hidden", "collapse"),
        unseen_size=_is_unseen_size(said.get("font-size") or _size_of_font(said.get("font", ""))),
        colour=_colour(said.get("-webkit-text-fill-color") or said.get("color", "")),
        ground=_ground(said),
    )


def _declarations(block: str) -> Iterator[tuple[str, str]]:
    """Names and values without comments, escapes and white space; what is ``!important`` comes last."""
    if "/*" in block:
        block = COMMENT.sub("", block)
    if "\\" in block:
        block = _ESCAPE.sub(_unescaped, block)
    important: list[tuple[str, str]] = []
    for declaration in block.lower().split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip(), " ".join(value.split()).replace(", ", ",").replace(" ,", ",")
        if value.endswith("important"):
            important.append((name, value.removesuffix("important").rstrip(" !")))
        elif value:
            yield name, value
    yield from important


def _unescaped(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else 0
    return chr(code) if 0 < code < 0xD800 else found[2] or ""


def _is_gone(said: dict[str, str]) -> bool | None:
    display = said.get("display")
    if display == "none" or said.get("content-visibility") == "hidden":
        return True
    # What is animated is so only in the beginning.
    animated = "animation" in said or "animation-name" in said
    if not animated and (_is_faint(said) or _is_moved_away(said) or _is_closed(said)):
        return True
    return None if display is None else False


def _is_faint(said: dict[str, str]) -> bool:
    values = [said.get("opacity", ""), *_FAINT.findall(said.get("filter", ""))]
    return any(_pixels(value, percent=0.01) <= MAX_UNSEEN_OPACITY for value in values)


def _is_moved_away(said: dict[str, str]) -> bool:
    transform = "".join((said.get("transform", "") + said.get("scale", "")).split())
    if said.get("scale") in ("0", "0%") or (transform and _NO_SCALE.search(transform)):
        return True
    values = [said.get(side, "") for side in _SIDES]
    for moves in _MOVED.findall(transform):
        values += moves.split(",")
    return any(value[:1] == "-" and _pixels(value) <= -OFF_SCREEN for value in values)


def _is_closed(said: dict[str, str]) -> bool:
    clip = "".join((said.get("clip", "").replace(" ", ",") + said.get("clip-path", "")).split())
    if clip and _CLOSED_CLIP.search(clip):
        return True
    overflow = said.get("overflow") or said.get("overflow-y") or said.get("overflow-x") or ""
    sides = (said.get(name, "") for name in ("height", "max-height", "width", "max-width"))
    return overflow.startswith(("hidden", "clip")) and any(_pixels(side) <= MAX_CLOSED for side in sides if side)


def _pixels(length: str, percent: float = 5.0) -> float:
    """A length in CSS pixels, of a percentage so many each; without end when it is none."""
    found = _LENGTH.fullmatch(length)
    unit = (percent if found[2] == "%" else _UNITS.get(found[2], inf)) if found else inf
    return float(found[1]) * unit if found and unit < inf else inf


def _size_of_font(font: str) -> str:
    """The size in the short form, ``bold 12px/1.5 serif``."""
    return next((part.partition("/")[0] for part in font.split() if part[0] in "0123456789."), "")


def _is_unseen_size(size: str) -> bool | None:
    pixels = _pixels(size, percent=0.16)
    if pixels <= MAX_UNSEEN_SIZE:
        return True
    return None if pixels == inf or _IN_THOSE_AROUND.search(size) else False


def _colour(value: str) -> str | None:
    """A colour so that equal ones are written alike; "" for none at all."""
    value = value.replace(" ", "")
    if not value or value in ("inherit", "initial", "unset", "currentcolor"):
        return None
    if _TRANSPARENT.fullmatch(value):
        return ""
    rgb = _RGB.fullmatch(value)
    if rgb:
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in rgb.groups())
    if _HEX.fullmatch(value):
        digits = value[1:]
        return "#" + ("".join(2 * digit for digit in digits[:3]) if len(digits) < 6 else digits[:6])
    return _NAMED.get(value, value)


def _ground(said: dict[str, str]) -> str | None:
    parts = said.get("background", "").split() if "background-image" not in said else ["url("]
    found = [_colour(part) for part in (*parts, said.get("background-color", ""))]
    # Of what is no plain colour (a picture, a gradient) nobody knows the colour, and no text has it.
    return next((colour for colour in reversed(found) if colour and colour != "none"), None)


# --- what the style sheets that stand in a page say of whether its text is seen: ``.gone{display:none}`` ---

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


sheets_of = lru_cache(maxsize=32)(Sheets)  # kept for the next page of a site, which mostly has the same


def sheets_in(styles: Iterable[etree._Element]) -> Sheets:
    texts = tuple("".join(map(str, style.itertext())) for style in styles)
    return sheets_of(texts) if sum(map(len, texts)) <= MAX_KEPT_CHARS else Sheets(texts)
