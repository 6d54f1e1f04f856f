"""The shape of one path segment or query value: what is constant in it and what varies from page to page.

``squad-2024.49320`` has the shape ``{s}.{n}``, ``thread-101-2-1.html`` the shape ``thread-{n}-{n}-{n}.html``. Shapes
are the typed edges of the prefix tree: ids never seen before have a shape that was.

Holes: ``{n}`` digits, ``{x}`` a short code of letters and digits, ``{h}`` a long hexadecimal or UUID code, ``{s}`` free
text (a slug, a name).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from newsbody.ground.remembered import remembered

#: Regular expression of each hole.
HOLES = {"{n}": r"\d+", "{x}": r"[0-9A-Za-z]{5,14}", "{h}": r"[0-9A-Fa-f-]{16,}", "{s}": r"[^/]+?"}

#: Words that name a page number or an offset in many address schemes.
PAGE_NAMES = frozenset("page pagenumber pageno pg pn p start st offset from seite pagina".split())

#: Query keys whose value names what to do with the page.
DEED_KEYS = frozenset("action act do op mode view cmd func task type a".split())

ID_HOLES = ("{n}", "{x}", "{h}")

#: Longer segments are text; the patterns below take time with the square of the length.
MAX_SEGMENT = 512

#: Texts in one segment: matching takes time with the length to the power of their number.
MAX_TEXTS = 2

_EXTENSION = re.compile(r"(?i)\.(?:html?|shtml|xhtml|php\d?|aspx?|jspx?|do|cgi|pl|cfm|action)$|(?<=\d)\.[a-z]{3,6}$")
_UUID = re.compile(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HEX = re.compile(r"(?i)(?=.*\d)[0-9a-f]{16,}")
#: A comma is none of a title's signs: what has one is numbered, as ``topic,12.30``.
_DOTTED = re.compile(r"([^,]+)\.(\d+)")
#: Signs may be doubled, where what stands between them is left out (``thread_12_345__2_``).
_NUMBERS = re.compile(
    r"((?:[^\W\d_]+[-_.,]){0,2}[^\W\d_]+[-_.,=]?)(\d+(?:[-_.,]{1,4}[^\W\d_]{0,2}\d+)*(?:\.[^\W\d]{1,4}\d+|[-_]{1,2})?)"
    r"|(\d+(?:[-_.,]{1,4}\d+)*(?:\.[^\W\d]{1,4}\d+)?)"
)
_NUMBERS_SLUG = re.compile(
    r"((?:[^\W\d]+-){0,2}[^\W\d]{0,12}[-_,]?)(\d+(?:-[^\W\d]\d+)*)(?:([-_,.])([^\d].*|\d.*[^\W\d].*)|([-_]))"
)
#: Behind these of a title may be nothing left: ``12-``.
_BEFORE_TITLE = ("{n}-", "{n}_")
_CODE = re.compile(r"(?=[^_]*\d)(?=.*[A-Za-z])[0-9A-Za-z]{5,14}")
_CODE_START = re.compile(r"\d+[A-Za-z]|[A-Za-z]+\d+[A-Za-z]")
_HOLE = re.compile(r"\{[nxhs]\}")


@dataclass(frozen=True, slots=True)
class Shape:
    """A segment's ``pattern`` with holes, the ``values`` that fill them, and the plain ``text`` it was read from."""

    pattern: str
    values: tuple[str, ...]
    text: str

    @property
    def is_word(self) -> bool:
        """Whether it has no hole: a constant, or a name that only its siblings tell from one."""
        return not self.values

    @property
    def has_id(self) -> bool:
        return any(hole in self.pattern for hole in ID_HOLES)

    @property
    def slug(self) -> str:
        """The free text in it, empty when there is none."""
        holes = _HOLE.findall(self.pattern)
        return next((value for hole, value in zip(holes, self.values, strict=True) if hole == "{s}"), "")

    @property
    def names_page(self) -> bool:
        """Whether its constant part is a word for pages: ``page-2``."""
        return len(self.values) == 1 and self.pattern.split("{")[0].strip("-_.=").lower() in PAGE_NAMES

    def as_slug(self) -> Shape:
        """The same segment read as free text."""
        stem, extension = split_extension(self.text)
        return Shape("{s}" + extension, (stem,), self.text)


def split_extension(segment: str) -> tuple[str, str]:
    """``("viewtopic", ".php")`` for ``viewtopic.php``: only endings that name a page, not a picture or a number."""
    match = _EXTENSION.search(segment)
    return (segment[: match.start()], match.group()) if match and match.start() else (segment, "")


@remembered(maxsize=1 << 16)
def read_shape(segment: str) -> Shape:
    """Read the shape of one segment by itself. Whether a word is a constant is for the siblings to say."""
    if "{" in segment or len(segment) > MAX_SEGMENT:  # a brace would be taken for a hole
        return Shape("{s}", (segment,), segment)
    stem, extension = split_extension(segment)
    if stem.isdecimal():
        return Shape("{n}" + extension, (stem,), segment)
    if _UUID.fullmatch(stem) or _HEX.fullmatch(stem):
        return Shape("{h}" + extension, (stem,), segment)
    if (dotted := _DOTTED.fullmatch(stem)) and not dotted[1].isdecimal():
        return Shape("{s}.{n}" + extension, (dotted[1], dotted[2]), segment)
    if (numbers := _NUMBERS.fullmatch(stem)) and len(numbers[1] or "") <= 24:
        run = numbers[2] or numbers[3]
        return Shape((numbers[1] or "") + _blank(run) + extension, tuple(re.findall(r"\d+", run)), segment)
    if slug := _NUMBERS_SLUG.fullmatch(stem):
        values = (*re.findall(r"\d+", slug[2]), slug[4] or "")
        return Shape(slug[1] + _blank(slug[2]) + (slug[3] or slug[5]) + "{s}" + extension, values, segment)
    if _CODE.fullmatch(stem) and _CODE_START.match(stem):
        return Shape("{x}" + extension, (stem,), segment)
    return Shape(segment, (), segment)


def shape_regex(pattern: str) -> str:
    """The regular expression of a pattern, every hole a group."""
    pieces = []
    position = 0
    for hole in _HOLE.finditer(pattern):
        fill = HOLES[hole.group()]
        if hole.group() == "{s}" and pattern[: hole.start()].endswith(_BEFORE_TITLE):
            fill = fill.replace("+", "*")
        pieces += [re.escape(pattern[position : hole.start()]), f"({fill})"]
        position = hole.end()
    return "".join(pieces) + re.escape(pattern[position:])


def check_pattern(pattern: str) -> None:
    """Raises ValueError for a pattern that takes long to match: holes side by side, or many texts.

    None that is read from a segment is like that.
    """
    if "}{" in pattern or pattern.count("{s}") > MAX_TEXTS:
        raise ValueError(f"holes side by side, or too many texts: {pattern!r}")


def words_in(slug: str) -> int:
    """Number of words of a slug; two characters of a script without spaces count as one word."""
    plain = [word for word in re.split(r"[\W_]+", slug) if word]
    dense = sum(1 for character in slug if ord(character) > 0x2E80)
    return max(len(plain), dense // 2)


def _blank(numbers: str) -> str:
    return re.sub(r"\d+", "{n}", numbers)
