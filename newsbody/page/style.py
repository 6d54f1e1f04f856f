"""What a declaration block of CSS says of whether text is seen: ``display:none``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

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
