"""A tree of any bytes at all, and how much work one page may make: the only place that says so.

Everything that reads a page is linear in it; so what a page costs is bounded by what of it is read. The
limits are far beyond real pages (of 9,655 saved ones the longest has 2.2 MB, the one with most
elements 9,000): what a page has beyond them is left unread, and the rest gives what can be had.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

import numpy as np
from lxml import etree
from numpy.typing import NDArray

#: Bytes of a page that are read, as they came, unless something else is said.
MAX_PAGE_BYTES = 5_000_000
#: Start tags that are read: the default extractor takes some 2.5 kB of memory and 25 us for a paragraph.
MAX_TAGS = 20_000
#: Attributes of one element that are read. libxml2 takes quadratic time for them.
MAX_ATTRIBUTES = 256
#: Shorter start tags (bytes) hold no more attributes than cost a few milliseconds, and are not looked at.
LONG_TAG = 8_192
#: Texts of more characters are looked at all at once for what nobody sees; expressions take 3 to 60 times as long.
LONG_TEXT = 100
#: What may be long tags is looked at until that comes to so many times the page; then all of it is.
MAX_LOOKED_AT = 4

#: What parsers make U+FFFD of, in place of nothing.
_ZERO = re.compile(rb"&#(?:0+|[xX]0+)(?![0-9a-fA-F]);?")
#: Control characters mean nothing in a page, and may hide what is meant; those of Latin 1 are the quotes and dashes of
#: windows-1252 in a page that was wrongly converted. Those that windows-1252 lacks go.
_WINDOWS = {chr(code): bytes([code]).decode("cp1252", "ignore") for code in range(0x80, 0xA0)}
_CONTROLS_IN_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
#: The last two of each plane are no characters: XML has no place for them.
_NONE = "".join(chr((plane << 16) + 0xFFFE + last) for plane in range(17) for last in (0, 1))
#: Characters without width or of no script (soft hyphens, joiners of words, marks of direction that turn a text
#: around, tags): in words they hide what is written, and tags are read by machines only. Flags of countries end in
#: tags, and are kept; letters of Arabic, Persian and of India, and emoji, are joined and parted.
_UNSEEN_IN_TEXT = re.compile(
    "[\xad\u200b\u202a-\u202e\u2060-\u206f\ufeff]|(?<=[A-Za-z0-9\xc0-\u04ff\u3000-\u9fff])[\u200c\u200d]+"
    f"|[{_NONE}]"
    "|\U0001f3f4[\U000e0000-\U000e007f]{1,16}|[\U000e0000-\U000e007f]"
)
#: Which units of UTF-16 any of these may begin or end with.
_MAY_BE_UNSEEN = np.zeros(1 << 16, dtype=np.bool_)
for _first, _behind in (
    *((0, 9), (0xB, 0xC), (0xE, 0x20), (0x7F, 0xA0), (0xAD, 0xAE), (0x200B, 0x200E), (0x202A, 0x202F)),
    *((0x2060, 0x2070), (0xDB40, 0xDB41), (0xDFFE, 0xE000), (0xFEFF, 0xFF00), (0xFFFE, 0x10000)),
):
    _MAY_BE_UNSEEN[_first:_behind] = True

_TAG_START = re.compile(rb"<[a-zA-Z]")
_ATTRIBUTE = rb"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?+"
#: Comments, elements whose content is no markup, and tags, as parsers cut them.
_MARKUP = re.compile(
    rb"<(?:!--(?:[^-]++|-(?!->))*+"
    rb"|(?i:(script|style|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>]))(?:[^<]++|<(?!/(?i:\1)))*+"
    rb"|[!?][^>]*+|/(?![a-zA-Z])[^>]*+"
    rb"|/?[a-zA-Z][^\s/>]*+(?P<attributes>(?:" + _ATTRIBUTE + rb")*+))"
)
_SOME_ATTRIBUTES = re.compile(rb"(?:" + _ATTRIBUTE + rb"){0,%d}" % MAX_ATTRIBUTES)
_ANY_TAG = re.compile(rb"</?[a-zA-Z]")
#: A tag with no more attributes than are read.
_SHORT_ENOUGH = re.compile(rb"</?[a-zA-Z][^\s/>]*+" + _SOME_ATTRIBUTES.pattern + rb"[\s/]*+>")
#: What stands right before a quote that opens a value.
_OPENING = frozenset(b"= \t\n\r\f\v")
#: Of what stands before a quote so much is looked at (bytes), and what may stand before an attribute's name.
_BEFORE_QUOTE, _BEFORE_NAME = 64, frozenset((b"", *(bytes((octet,)) for octet in b" \t\n\f\r/\"'=")))


def bounded(source: bytes, max_bytes: int) -> bytes:
    """As much of a page in any encoding as may be read, for others who parse it."""
    source = source[:max_bytes]
    return _with_few_attributes(source[: _end_of_tags(source)])


def within_limits(source: bytes) -> tuple[bytes, int]:
    """What of a page in UTF-8 is read, without zeros; and how many bytes at its end are not."""
    source = _ZERO.sub(b"", source.replace(b"\0", b""))
    stop = _end_of_tags(source)
    return _with_few_attributes(source[:stop]), len(source) - stop


def is_within_limits(source: bytes) -> bool:
    """Whether all tags and attributes of a page are read."""
    return _end_of_tags(source) == len(source) and _with_few_attributes(source) is source


def unseen_pieces(pieces: Sequence[str]) -> list[int]:
    """The numbers of those pieces of a text that may have characters that nobody sees; most pages have none."""
    places = _may_be_unseen("".join(pieces)).nonzero()[0]
    if not len(places):
        return []
    ends = np.cumsum([len(piece.encode("utf-16-le", "surrogatepass")) // 2 for piece in pieces])
    found: list[int] = np.unique(ends.searchsorted(places, "right")).tolist()
    return found


def _may_be_unseen(text: str) -> NDArray[np.bool_]:
    """Of each unit of a text in UTF-16 whether it may be of a character that nobody sees."""
    return _MAY_BE_UNSEEN.take(np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16))


def visible_text(text: str) -> str:
    """A text without what nobody sees, such as the soft hyphen in ``sun&shy;set``."""
    if (text.isprintable() and text.isascii()) or (len(text) > LONG_TEXT and not _may_be_unseen(text).any()):
        return text
    return _UNSEEN_IN_TEXT.sub(_flag, _CONTROLS_IN_TEXT.sub(lambda found: _WINDOWS.get(found[0], ""), text))


def _flag(found: re.Match[str]) -> str:
    """What is left of what nobody sees: flags of countries."""
    return found[0] if found[0][0] == "\U0001f3f4" else ""


def _end_of_tags(source: bytes) -> int:
    """Where the first start tag stands that is not read; the length of the page when all are."""
    if source.count(b"<") <= MAX_TAGS:
        return len(source)
    surplus = next(islice(_TAG_START.finditer(source), MAX_TAGS, None), None)
    return surplus.start() if surplus else len(source)


def _with_few_attributes(source: bytes) -> bytes:
    if not _may_have_long_tag(source):
        return source
    pieces: list[bytes] = []
    position = 0
    for found in _MARKUP.finditer(source):
        if found.end() - found.start() > LONG_TAG and found["attributes"]:
            kept = _SOME_ATTRIBUTES.match(source, found.start("attributes"), found.end())
            if kept and kept.end() < found.end():
                pieces.append(source[position : kept.end()])
                position = found.end()
    return b"".join((*pieces, source[position:])) if pieces else source


def _may_have_long_tag(source: bytes) -> bool:
    """Whether a whole window of the page may lie in a single tag that has more attributes than are read.

    Then the next ">" is behind the window, or stands in a quoted value; and a tag begins between the last ">" before
    the window and the window, or earlier, if that one stands in such a value as well. Of most windows only the first
    is looked at.
    """
    before, after, tags = _Values(source), _Values(source), _Tags(source)
    for start in range(0, len(source) - LONG_TAG, LONG_TAG):
        end = source.find(b">", start, start + LONG_TAG)
        if end < 0 or after.hold(end):
            end = source.rfind(b">", 0, start)
            if tags.have_many(0 if before.hold(end) else end + 1, start + 1):
                return True
    return False


class _Tags:
    """Says of ever later places whether a tag between two may have more attributes than are read."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._from = 0
        self._left = MAX_LOOKED_AT * len(source)

    def have_many(self, begin: int, stop: int) -> bool:
        """Of tags that begin in ``range(begin, stop)``; those looked at before had few."""
        begin, self._from = max(begin, self._from), stop
        if self._source.find(b"<", begin, stop) < 0:
            return False
        tags = _ANY_TAG.finditer(self._source, begin, stop + len("/a"))
        return not all(self._has_few(tag.start()) for tag in tags)

    def _has_few(self, tag: int) -> bool:
        found = _SHORT_ENOUGH.match(self._source, tag) if self._left > 0 else None
        self._left -= found.end() - tag if found else 0
        return found is not None


class _Values:
    """Says of ever later places of a page whether they may stand in a quoted value."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._from = 0
        #: The last quotes before the place that was asked for last.
        self._double = self._single = -1

    def hold(self, place: int) -> bool:
        """Whether the last quote of a kind before a place opens a value: what closes one has no "=" before it."""
        place = max(place, 0)
        self._double = max(self._double, self._source.rfind(b'"', self._from, place))
        self._single = max(self._single, self._source.rfind(b"'", self._from, place))
        self._from = place
        return self._opens(self._double) or self._opens(self._single)

    def _opens(self, place: int) -> bool:
        if place < 0 or (place and self._source[place - 1] not in _OPENING):
            return False  # most quotes, in a third of the time of the rest
        before = self._source[max(0, place - _BEFORE_QUOTE) : place].rstrip()
        # Behind two of them, as base64 ends, it opens none unless the first is an attribute's name.
        return not before or (before[-1:] == b"=" and (before[-2:-1] != b"=" or before[-3:-2] in _BEFORE_NAME))


# --- A tree of any bytes at all ---------------------------------------------------------

_TITLE_START = re.compile(rb"<title\b[^<>]*>", re.IGNORECASE)
_TITLE_END = re.compile(b"</title", re.IGNORECASE)
_TITLE_LINE = re.compile(rb"[^<\r\n]*")
_ROOT = re.compile(rb"<html\b[^<>]*>", re.IGNORECASE)
_END = re.compile(rb"</html>", re.IGNORECASE)


def parse(source: bytes) -> tuple[etree._Element, int]:
    """The tree of a page in UTF-8, as much of it as may be read, and how many bytes at its end are not.

    Without a single element an empty BODY.
    """
    source, unread = within_limits(source)
    source = repaired(source)
    # Nobody asks for elements by id, so no index of ids is made (4 % of a parse).
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, collect_ids=False)
    root = etree.fromstring(source, parser) if source and not source.isspace() else None
    if root is None:
        root = etree.fromstring(b"<html><body></body></html>", parser)
    return root, unread


def is_parsed_as_it_is(source: bytes, root: etree._Element) -> bool:
    """Whether this is the tree that we make, though others repair no page: of what begins and ends as markup does."""
    trimmed = source.strip()
    is_markup = trimmed.startswith(b"<") and trimmed.endswith(b">") and _with_whole_head(source) is source
    return is_markup and next(root.itersiblings("*"), None) is None


def repaired(source: bytes) -> bytes:
    """A page without what parsers lose the rest of it by and browsers do not.

    ``<html lang="en"/>``, ``</head></html><body>`` (what follows is another HTML beside the first), an open TITLE.
    """
    end = _END.search(source)
    if end and _TAG_START.search(source, end.end()):
        source = _END.sub(b"", source)
    return _with_whole_head(source)


def _with_whole_head(source: bytes) -> bytes:
    """A slash in HTML's tag would end the page, a TITLE that is never closed swallow it; it ends with its line."""
    root = _ROOT.search(source)
    if root and root[0].endswith(b"/>"):
        source = source[: root.end() - len("/>")] + source[root.end() - len(">") :]
    start = _TITLE_START.search(source)
    if start is None or _TITLE_END.search(source, start.end()):
        return source
    line = _TITLE_LINE.match(source, start.end())
    end = line.end() if line else start.end()
    return source[:end] + b"</title>" + source[end:]
